/// The header before each file in a tar archive: 512 bytes.
///
/// Format: POSIX.1-2001 `ustar` (https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html), with GNU's
/// binary form for sizes that exceed eleven octal digits. Progress is sent as `comment` records in global extended
/// headers, which every tar reader skips.
package struct TarEntry: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable {
        case file = 0x30  // "0"
        case comment = 0x67  // "g"
    }

    package let kind: Kind
    /// 1 to 100 bytes.
    package let name: String
    /// In bytes, without the padding.
    package let size: Int
    /// Seconds since 1970.
    package let modifiedAt: Int64

    package init(kind: Kind = .file, name: String, size: Int, modifiedAt: Int64) {
        self.kind = kind
        self.name = name
        self.size = size
        self.modifiedAt = modifiedAt
    }

    static let blockLength = 512

    /// Two blocks of zeros.
    package static let end = [UInt8](repeating: 0, count: 2 * blockLength)

    /// The zeros after a file of `size` bytes.
    package static func padding(after size: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockLength - size % blockLength) % blockLength)
    }

    /// A comment between the files.
    package static func comment(_ text: String, at seconds: Int64) -> [UInt8] {
        let record = PaxRecord(comment: text).bytes
        let header = TarEntry(kind: .comment, name: "comment", size: record.count, modifiedAt: seconds).header
        return header + record + padding(after: record.count)
    }

    // MARK: - The header's bytes

    package var header: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: TarEntry.blockLength)
        func put(_ field: [UInt8], at offset: Int) {
            bytes.replaceSubrange(offset..<(offset + field.count), with: field)
        }
        put(Array(name.utf8.prefix(100)), at: 0)
        put(TarEntry.octal(0o600, digits: 7), at: 100)
        put(TarEntry.octal(0, digits: 7), at: 108)
        put(TarEntry.octal(0, digits: 7), at: 116)
        put(TarEntry.number(Int64(size)), at: 124)
        put(TarEntry.number(max(0, modifiedAt)), at: 136)
        put([kind.rawValue], at: 156)
        put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
        put(TarEntry.octal(TarEntry.checksum(bytes), digits: 6) + [0x20], at: 148)
        return bytes
    }

    /// - Parameter block: 512 bytes.
    /// - Returns: nil if `header` cannot have produced this block.
    init?(_ block: [UInt8]) {
        guard block.count == TarEntry.blockLength, block[257..<262].elementsEqual("ustar".utf8),
            let checksum = TarEntry.octal(block[148..<156]), checksum == TarEntry.checksum(block),
            let kind = Kind(rawValue: block[156]), let size = TarEntry.number(block[124..<136]),
            let modifiedAt = TarEntry.number(block[136..<148]), size <= 1 << 50
        else { return nil }
        let name = String(decoding: block[0..<100].prefix { $0 != 0 }, as: UTF8.self)
        // A prefix would extend the name beyond what is checked here.
        guard !name.isEmpty, block[345] == 0 else { return nil }
        self.init(kind: kind, name: name, size: Int(size), modifiedAt: modifiedAt)
    }

    /// The sum of all bytes, with the checksum field taken as blanks.
    private static func checksum(_ block: [UInt8]) -> Int64 {
        block.enumerated().reduce(0) { $0 + Int64((148..<156).contains($1.offset) ? 0x20 : $1.element) }
    }

    /// `digits` octal digits and a zero byte.
    private static func octal(_ value: Int64, digits: Int) -> [UInt8] {
        let text = String(value, radix: 8)
        return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8) + [0]
    }

    private static func octal(_ field: ArraySlice<UInt8>) -> Int64? {
        Int64(String(decoding: field.prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self), radix: 8)
    }

    /// Twelve bytes: octal digits, or from 8 GiB on the binary number, marked by its first bit.
    private static func number(_ value: Int64) -> [UInt8] {
        if value < 1 << 33 { return octal(value, digits: 11) }
        return [0x80, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        guard field.first == 0x80 else { return octal(field).flatMap { $0 >= 0 ? $0 : nil } }
        guard field.dropFirst().prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
        let value = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(exactly: value)
    }
}

/// One record `LENGTH comment=TEXT` of an extended header; the length includes itself.
struct PaxRecord {
    let comment: String

    init(comment: String) { self.comment = comment }

    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let start = text.firstRange(of: " comment="), text.hasSuffix("\n") else { return nil }
        comment = String(text[start.upperBound...].dropLast())
    }

    var bytes: [UInt8] {
        let rest = " comment=\(comment.replacing("\n", with: " "))\n"
        var length = rest.utf8.count
        while length != rest.utf8.count + "\(length)".utf8.count { length = rest.utf8.count + "\(length)".utf8.count }
        return Array("\(length)\(rest)".utf8)
    }
}
