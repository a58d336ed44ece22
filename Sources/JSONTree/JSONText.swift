// A tree is written directly: Foundation's encoder takes four times as long for the same bytes.

extension JSON {
    /// The value on one line, for use inside a body: the bytes that `JSONCoding` writes, except that U+2028 and U+2029 are
    /// escaped, because receivers paste JSON into scripts, and that numbers which JSON cannot express become null.
    package var written: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    package static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// `text` as the content of a JSON string, without the quotes.
    package static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        write(escaped: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Recurses, because the depth of a tree is bounded: it was read within limits, or made by code.
    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .number(let number): JSON.write(number, to: &bytes)
        case .large(let number): bytes += "\(number)".utf8
        case .text(let text): JSON.write(quoted: text, to: &bytes)
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (place, element) in elements.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                element.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (place, member) in sorted.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                JSON.write(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ number: Double, to bytes: inout [UInt8]) {
        let digits = number.isFinite ? number.description : "null"
        bytes += digits.utf8.dropLast(digits.hasSuffix(".0") ? 2 : 0)
    }

    private static func write(quoted text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        write(escaped: text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private static func write(escaped text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
            case 0x10..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
            // The last byte of U+2028 or U+2029, whose other two are written.
            case 0xA8...0xA9 where bytes.suffix(2) == [0xE2, 0x80]:
                bytes.removeLast(2)
                bytes += "\\u202\(byte & 0xF)".utf8
            default: bytes.append(byte)
            }
        }
    }
}
