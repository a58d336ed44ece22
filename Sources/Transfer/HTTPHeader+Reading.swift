import HTTPValues

extension [HTTPHeader] {
    /// Parses an answer's raw header lines, each ended by LF or CR LF. Invalid UTF-8 becomes U+FFFD. A line that begins
    /// with a blank continues the previous one (RFC 9112, section 5.2). A line without a colon is ignored.
    init(reading lines: [UInt8]) {
        self.init()
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            if let first = line.first, Self.isBlank(first) {
                if let last = popLast() { append(last.name, last.value + " " + Self.text(line)) }
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
