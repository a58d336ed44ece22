import HTTPValues

extension [HTTPHeader] {
    /// Parses an answer's raw header lines, each ended by LF or CR LF. Invalid UTF-8 becomes U+FFFD. A line that begins
    /// with a blank continues the previous one (RFC 9112, section 5.2). A line without a colon is ignored.
    init(reading lines: [UInt8]) {
        var fields: [[UInt8]] = []
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            if let first = line.first, Self.isBlank(first) {
                if !fields.isEmpty { fields[fields.count - 1] += [0x20] + Self.trimmed(line) }
            } else if line.contains(UInt8(ascii: ":")) {
                fields.append([UInt8](Self.trimmed(line)))
            }
        }
        self.init()
        for field in fields {
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { continue }
            append(Self.text(field[..<colon]), Self.text(field[(colon + 1)...]))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: trimmed(bytes), as: UTF8.self) }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
