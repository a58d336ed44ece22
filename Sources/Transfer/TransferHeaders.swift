/// Header fields in their order. Names are compared without regard to case and may be repeated.
package struct TransferHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Equatable {
        package var name, value: String
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    package mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// The first value of that name.
    package subscript(name: String) -> String? { fields.first { $0.name.equalsIgnoringCase(name) }?.value }

    /// All values of that name, in their order.
    package func all(_ name: String) -> [String] {
        fields.lazy.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    package func contains(_ name: String) -> Bool { fields.contains { $0.name.equalsIgnoringCase(name) } }
}

extension TransferHeaders {
    /// Reads an answer's header lines as they came, each ended by LF or CR LF. What is not UTF-8 becomes U+FFFD; a line
    /// that begins with a blank continues the one before it (RFC 9112, section 5.2); a line without a colon is no field.
    init(reading lines: [UInt8]) {
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            if let first = line.first, Self.isBlank(first) {
                if let last = fields.indices.last { fields[last].value += " " + Self.text(line) }
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                append(Self.text(line[..<colon]), Self.text(line[(colon + 1)...]))
            }
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

extension String {
    /// Whether both are the same, ASCII letters in either case.
    func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count && zip(utf8, other.utf8).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
