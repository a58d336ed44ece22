import Posts

/// Reads RFC 8259 strictly, in one pass, with a bound on depth instead of trust in the stack.
struct JSONReader {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// One value with nothing but blanks around it.
    mutating func document() throws(JSONError) -> JSON {
        // Some servers put a byte order mark in front, which RFC 8259 lets readers ignore.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        let value = try value(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw .unexpected(at: position) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        guard depth < JSON.depthMax else { throw .tooDeep }
        skipBlanks()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSON {
        position += 1
        var members: [String: JSON] = [:]
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw .unexpected(at: position) }
            members[name] = try value(depth: depth + 1)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw .unexpected(at: position) }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSON {
        position += 1
        var elements: [JSON] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw .unexpected(at: position) }
        return .array(elements)
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        guard bytes[position...].starts(with: word.utf8) else { throw .unexpected(at: position) }
        position += word.utf8.count
        return value
    }

    private mutating func number() throws(JSONError) -> JSON {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let whole = digits()
        let hasLeadingZero = whole.count > 1 && whole.first == UInt8(ascii: "0")
        guard !whole.isEmpty, !hasLeadingZero else { throw .unexpected(at: start) }
        if take(UInt8(ascii: ".")), digits().isEmpty { throw .unexpected(at: position) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            if digits().isEmpty { throw .unexpected(at: position) }
        }
        return .number(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
        position = digits.endIndex
        return digits
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}

// MARK: - Strings

extension JSONReader {
    /// Broken UTF-8 and single halves of surrogate pairs become U+FFFD.
    private mutating func string() throws(JSONError) -> String {
        guard take(UInt8(ascii: "\"")) else { throw .unexpected(at: position) }
        let start = takePlain()
        if take(UInt8(ascii: "\"")) { return String(decoding: start, as: UTF8.self) }
        var text = Array(start)
        text.reserveCapacity(min(2 * start.count + 64, bytes.count))
        while take(UInt8(ascii: "\\")) {
            let scalar = try escaped()
            if scalar.isASCII { text.append(UInt8(scalar.value)) } else { text.append(contentsOf: scalar.utf8) }
            text.append(contentsOf: takePlain())
        }
        guard take(UInt8(ascii: "\"")) else { throw .unexpected(at: position) }
        return String(decoding: text, as: UTF8.self)
    }

    /// What stands as it is, up to a quote, an escape or a control character, in one piece.
    private mutating func takePlain() -> ArraySlice<UInt8> {
        let start = position
        position = JSONSpecials.first(in: bytes.span, from: start)
        return bytes[start..<position]
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek else { throw .unexpected(at: position) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar()
        default: throw .unexpected(at: position - 1)
        }
    }

    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let first = try unit()
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let start = position
        if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let second = try? unit(),
            (0xDC00...0xDFFF).contains(second)
        {
            return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
        }
        position = start
        return "\u{FFFD}"
    }

    private mutating func unit() throws(JSONError) -> UInt32 {
        let digits = bytes[position...].prefix(4)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, text.allSatisfy(\.isHexDigit), let unit = UInt32(text, radix: 16) else {
            throw .unexpected(at: position)
        }
        position += 4
        return unit
    }
}
