import FoundationEssentials

/// The JSON encoder and decoder: Foundation's, with sorted names, so that equal values encode to equal bytes, and with
/// unescaped slashes.
package enum JSONCoding {
    /// - Parameter isPretty: whether people read it too.
    /// - Throws: for a number that JSON cannot express, such as infinity.
    package static func encode(_ value: some Encodable, isPretty: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return [UInt8](try encoder.encode(value))
    }

    /// The same as text.
    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }

    /// - Parameter userInfo: values that types read from the decoder.
    /// - Throws: `JSONTooDeep` or Foundation's error.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value {
        try JSONTooDeep.check(bytes)
        let decoder = JSONDecoder()
        decoder.userInfo = userInfo
        return try decoder.decode(type, from: Data(bytes))
    }
}

extension JSON {
    /// Parses a service's answer leniently: skips a byte order mark, and replaces broken UTF-8 and unpaired surrogates
    /// by U+FFFD. RFC 8259 allows the first and leaves the others open.
    /// - Throws: the error: too long, too deep, or not JSON.
    package init(reading bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= JSON.bytesMax else { throw .tooLong(bytes.count) }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard !JSON.hasTrailingComma(text) else { throw .notJSON }
        do {
            self = try JSONCoding.decode(JSON.self, from: JSON.repaired(text))
        } catch is JSONTooDeep {
            throw .tooDeep
        } catch {
            throw .notJSON
        }
    }

    /// Whether a comma precedes a closing bracket. Foundation accepts that; other parsers do not.
    private static func hasTrailingComma(_ bytes: ArraySlice<UInt8>) -> Bool {
        var (last, isText, isEscaped) = (UInt8(0), false, false)
        for byte in bytes where !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) {
            if isText {
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else {
                isText = byte == UInt8(ascii: "\"")
                let isClosing = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
                if isClosing, last == UInt8(ascii: ",") { return true }
            }
            last = isText ? 0 : byte
        }
        return false
    }

    /// No relevant answer comes near this limit.
    package static let bytesMax = 8 << 20

    /// The value on one line, for use inside a body. U+2028 and U+2029 are escaped, because receivers paste JSON into
    /// scripts.
    package var written: String {
        // Encoding never fails: numbers that JSON cannot express become null.
        let text = (try? JSONCoding.text(self)) ?? ""
        guard text.unicodeScalars.contains(where: { $0 == "\u{2028}" || $0 == "\u{2029}" }) else { return text }
        return text.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
    }

    /// The bytes of `written`, without writing them.
    package var writtenCount: Int {
        switch self {
        case .null: 4
        case .bool(let flag): flag ? 4 : 5
        case .number, .large: small.map { "\($0)".utf8.count } ?? written.utf8.count
        case .text(let text): JSON.quotedCount(text)
        case .list(let list): 2 + max(0, list.count - 1) + list.reduce(0) { $0 + $1.writtenCount }
        case .object(let fields):
            2 + max(0, fields.count - 1)
                + fields.reduce(0) { $0 + JSON.quotedCount($1.key) + 1 + $1.value.writtenCount }
        }
    }

    /// A number without digits after the point, except for −0.
    private var small: Int32? {
        if case .number(let number) = self, number != 0 { Int32(exactly: number) } else { nil }
    }

    private static func quotedCount(_ text: String) -> Int {
        var count = 2
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08...0x0A, 0x0C, 0x0D: count += 2
            case 0..<0x20: count += 6
            default: count += 1
            }
        }
        return count + 3 * text.unicodeScalars.count { $0 == "\u{2028}" || $0 == "\u{2029}" }
    }

    package static func quoted(_ text: String) -> String {
        // Most names and ids contain nothing to escape.
        quotedCount(text) == text.utf8.count + 2 ? "\"\(text)\"" : JSON.text(text).written
    }

    /// `text` as the content of a JSON string, without the quotes. These are bytes: a mark at the beginning of the text
    /// forms one character with the quote.
    package static func escaped(_ text: String) -> String {
        String(decoding: quoted(text).utf8.dropFirst().dropLast(), as: UTF8.self)
    }

    /// Valid UTF-8, with `\uFFFD` for every unpaired `\uD8xx` to `\uDFxx`: Foundation rejects both.
    private static func repaired(_ broken: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = Array(String(decoding: broken, as: UTF8.self).utf8)
        var place = 0
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "\\")) {
            place = min(start + 2, bytes.count)
            switch unit(bytes, at: start) {
            case .some(0xD800...0xDBFF) where (0xDC00...0xDFFF).contains(unit(bytes, at: start + 6) ?? 0):
                place = start + 12
            case .some(0xD800...0xDFFF): bytes.replaceSubrange(start + 2..<start + 6, with: "FFFD".utf8)
            default: break
            }
        }
        return bytes
    }

    /// The UTF-16 unit of the `\uXXXX` at `start`; nil for anything else.
    private static func unit(_ bytes: [UInt8], at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[start + 2..<start + 6], as: UTF8.self), radix: 16)
    }
}

package enum JSONError: Error, Equatable, CustomStringConvertible {
    case tooLong(Int)
    case tooDeep
    case notJSON

    package var description: String {
        switch self {
        case .tooLong(let count): "It has \(count) bytes, more than the \(JSON.bytesMax) that are read."
        case .tooDeep: "It is nested more than \(JSONTooDeep.levelsMax) deep."
        case .notJSON: "It is not JSON."
        }
    }
}
