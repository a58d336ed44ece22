extension StringProtocol {
    /// Without whitespace at both ends.
    package var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Without spaces and tabs at the end.
    package var trimmedAtEnd: String {
        String(self[..<(lastIndex { $0 != " " && $0 != "\t" }.map(index(after:)) ?? startIndex)])
    }

    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension String {
    /// The folder of the file at this path; “.” for a name alone.
    package var parentFolder: String {
        // By bytes, as the system does: “/” and a combining accent after it are one character.
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }
}

/// Such as `1 post` or `3 posts`.
/// - Parameter many: the plural; nil for `one` with an “s”.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
}

/// A number of bytes, formatted for people.
package struct ByteCount: Hashable, Sendable {
    package let bytes: Int
    package init(_ bytes: Int) { self.bytes = bytes }

    /// For example `34.0 GB`, `2.1 MB`, `640 KB` or `12 bytes`; decimal units, as for disks.
    package var text: String {
        switch bytes {
        case ..<1000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1000) KB"
        case ..<999_950_000: "\(tenths(of: 1_000_000)) MB"
        default: "\(tenths(of: 1_000_000_000)) GB"
        }
    }

    /// With one decimal.
    private func tenths(of unit: Int) -> String {
        let tenths = (bytes / (unit / 20) + 1) / 2
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension String {
    /// Whether both have the same bytes. `==` takes two encodings of “é” for equal.
    package func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    package func isIdentical(to other: String?) -> Bool {
        switch (self, other) {
        case (let one?, let other?): one.isIdentical(to: other)
        case (nil, nil): true
        case (nil, .some), (.some, nil): false
        }
    }
}
