import Digests
package import JSONTree

/// The one encoding of a record from which its CID is computed: DAG-CBOR (https://ipld.io/specs/codecs/dag-cbor/spec/),
/// the deterministic subset of RFC 8949 with links.
package enum DAGCBOR {
    /// - Parameter record: `{"$link": CID}` stands for a link, and `{"$bytes": base64}` for bytes.
    /// - Throws: for a fraction, a whole number beyond 64 bits, a bad link, bad base64, and more than `levelsMax` levels.
    package static func encoded(_ record: JSON) throws(RecordError) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(record, to: &bytes, level: 0)
        return bytes
    }

    /// The depth of a record. Those that Galley writes have at most 8 levels.
    private static let levelsMax = 64

    private enum Major: UInt8 {
        case unsigned, negative, bytes, text, list, map, tag
    }

    private static func append(_ value: JSON, to bytes: inout [UInt8], level: Int) throws(RecordError) {
        guard level < levelsMax else { throw .tooDeep }
        switch value {
        case .null: bytes.append(0xF6)
        case .bool(let flag): bytes.append(flag ? 0xF5 : 0xF4)
        case .number(let number):
            guard let whole = Int64(exactly: number) else { throw .notAWholeNumber("\(number)") }
            append(whole, to: &bytes)
        case .large(let number):
            guard let whole = Int64(exactly: number) else { throw .notAWholeNumber("\(number)") }
            append(whole, to: &bytes)
        case .text(let text): append(.text, text.utf8, to: &bytes)
        case .list(let elements):
            append(.list, UInt64(elements.count), to: &bytes)
            for element in elements { try append(element, to: &bytes, level: level + 1) }
        case .object(let fields):
            if fields.count == 1, let link = fields["$link"] { return try append(link: link, to: &bytes) }
            if fields.count == 1, let base64 = fields["$bytes"] { return try append(base64: base64, to: &bytes) }
            append(.map, UInt64(fields.count), to: &bytes)
            for (name, value) in fields.sorted(by: { isBefore($0.key, $1.key) }) {
                append(.text, name.utf8, to: &bytes)
                try append(value, to: &bytes, level: level + 1)
            }
        }
    }

    /// Shorter names come first, then the order of the bytes.
    private static func isBefore(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.utf8, other.utf8)
        return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
    }

    private static func append(link: JSON, to bytes: inout [UInt8]) throws(RecordError) {
        guard let text = link.text else { throw .notACID("\(link)") }
        let tagOfLinks: UInt64 = 42
        append(.tag, tagOfLinks, to: &bytes)
        append(.bytes, [0] + (try ContentID(text)).bytes, to: &bytes)
    }

    private static func append(base64: JSON, to bytes: inout [UInt8]) throws(RecordError) {
        guard let text = base64.text else { throw .notBase64("\(base64)") }
        let letters = text.prefix { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        guard let data = [UInt8](base64URL: String(letters)) else { throw .notBase64(String(text.prefix(100))) }
        append(.bytes, data, to: &bytes)
    }

    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number >= 0 {
            append(.unsigned, UInt64(number), to: &bytes)
        } else {
            append(.negative, ~UInt64(bitPattern: number), to: &bytes)
        }
    }

    private static func append(_ major: Major, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
        append(major, UInt64(content.count), to: &bytes)
        bytes.append(contentsOf: content)
    }

    /// The head of a value, in its shortest form.
    private static func append(_ major: Major, _ argument: UInt64, to bytes: inout [UInt8]) {
        let (mark, width): (UInt8, Int) =
            switch argument {
            case 0..<24: (UInt8(argument), 0)
            case ...0xFF: (24, 1)
            case ...0xFFFF: (25, 2)
            case ...0xFFFF_FFFF: (26, 4)
            default: (27, 8)
            }
        bytes.append(major.rawValue << 5 | mark)
        for place in (0..<width).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(8 * place))) }
    }
}

/// Why a record has no encoding.
package enum RecordError: Error, Equatable, CustomStringConvertible {
    case notAWholeNumber(String)
    case notACID(String)
    case notBase64(String)
    case tooDeep

    package var description: String {
        switch self {
        case .notAWholeNumber(let number): "A record can hold whole numbers of 64 bits only, and not \(number)."
        case .notACID(let text): "“\(text)” is no CID (version 1, SHA-256, base32)."
        case .notBase64(let text): "“\(text)” is not base64."
        case .tooDeep: "The record is nested too deeply."
        }
    }
}
