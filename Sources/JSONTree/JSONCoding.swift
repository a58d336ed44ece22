import FoundationEssentials

/// The JSON encoder and decoder. The encoder is Foundation's, with sorted names, so that equal values encode to equal
/// bytes, and with unescaped slashes. The decoder reads the tree of `JSONReader`: Foundation's takes time that grows with
/// the depth of each byte.
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

    /// The same as a tree.
    package static func tree(of value: some Encodable) throws -> JSON { try JSONReader.value(of: encode(value)) }

    /// - Parameters:
    ///   - levels: how deep lists and objects may nest.
    ///   - isLenient: whether broken UTF-8 and unpaired surrogates become U+FFFD, and texts may contain control characters.
    /// - Throws: `JSONError`, or what `decode(_:from:)` of a tree throws.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], levels: Int = JSON.levelsMax, isLenient: Bool = false
    ) throws -> Value {
        try decode(type, from: JSONReader.value(of: bytes, levels: levels, isLenient: isLenient))
    }

    /// - Throws: `DecodingError` with the path of the first value that does not fit, or the type's own error.
    package static func decode<Value: Decodable>(_ type: Value.Type, from tree: JSON) throws -> Value {
        try Value(from: TreeDecoder(tree))
    }
}

extension JSON {
    /// Parses a service's answer leniently: skips a byte order mark, and replaces broken UTF-8 and unpaired surrogates
    /// by U+FFFD. RFC 8259 allows the first and leaves the others open. Texts may contain control characters.
    /// - Throws: the error: too long, too deep, or not JSON.
    package init(reading bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= JSON.bytesMax else { throw .tooLong(bytes.count) }
        self = try JSONReader.value(of: bytes, isLenient: true)
    }

    /// How deep lists and objects from outside may nest. Nothing that Galley reads comes near it.
    package static let levelsMax = 32

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
}

package enum JSONError: Error, Equatable, CustomStringConvertible {
    case tooLong(Int)
    case tooDeep
    case notJSON

    package var description: String {
        switch self {
        case .tooLong(let count): "It has \(count) bytes, more than the \(JSON.bytesMax) that are read."
        case .tooDeep: "The JSON is nested too deeply. Flatten it to \(JSON.levelsMax) levels."
        case .notJSON: "It is not JSON."
        }
    }
}
