/// Parses JSON (RFC 8259) strictly, in one pass over the bytes.
///
/// Each byte is looked at once, whatever surrounds it, so the work grows with the length only. Of equal names in one
/// object, the first one counts.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    /// How many more lists and objects may open inside each other.
    private var levelsLeft: Int
    /// Whether broken UTF-8 and unpaired surrogates become U+FFFD, and texts may contain control characters. Otherwise they
    /// are errors.
    private let isLenient: Bool

    /// - Parameter levels: how deep lists and objects may nest.
    /// - Returns: the value that all of `bytes` are. They may begin with a byte order mark.
    static func value(
        of bytes: [UInt8], levels: Int = JSON.levelsMax, isLenient: Bool = false
    ) throws(JSONError) -> JSON {
        var reader = JSONReader(bytes: bytes, levelsLeft: levels, isLenient: isLenient)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value()
        guard reader.token() == nil else { throw .notJSON }
        return value
    }

    private init(bytes: [UInt8], levelsLeft: Int, isLenient: Bool) {
        (self.bytes, self.levelsLeft, self.isLenient) = (bytes, levelsLeft, isLenient)
    }

    /// The next byte; nil at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// The next byte that is no white space. It is not consumed.
    private mutating func token() -> UInt8? {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            case let byte: return byte
            }
        }
        return nil
    }

    /// Consumes the next token if it is `byte`.
    private mutating func skips(_ byte: UInt8) -> Bool {
        guard token() == byte else { return false }
        position += 1
        return true
    }

    // MARK: - Values

    private mutating func value() throws(JSONError) -> JSON {
        switch token() {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .list(try elements())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    /// Reads an object from its opening bracket on.
    private mutating func members() throws(JSONError) -> [String: JSON] {
        try descend()
        var members: [String: JSON] = [:]
        if !skips(UInt8(ascii: "}")) {
            repeat {
                let name = try name()
                if let earlier = members.updateValue(try value(), forKey: name) { members[name] = earlier }
            } while skips(UInt8(ascii: ","))
            guard skips(UInt8(ascii: "}")) else { throw .notJSON }
        }
        levelsLeft += 1
        return members
    }

    /// Reads a list from its opening bracket on.
    private mutating func elements() throws(JSONError) -> [JSON] {
        try descend()
        var elements: [JSON] = []
        if !skips(UInt8(ascii: "]")) {
            repeat { elements.append(try value()) } while skips(UInt8(ascii: ","))
            guard skips(UInt8(ascii: "]")) else { throw .notJSON }
        }
        levelsLeft += 1
        return elements
    }

    private mutating func descend() throws(JSONError) {
        guard levelsLeft > 0 else { throw .tooDeep }
        levelsLeft -= 1
        position += 1
    }

    private static let nameBytesMax = 256

    /// Reads a name and the colon behind it.
    ///
    /// A longer name has to be ASCII: Swift compares texts by canonical equivalence, and the time for that is quadratic in
    /// the number of combining marks in a row.
    private mutating func name() throws(JSONError) -> String {
        guard token() == UInt8(ascii: "\"") else { throw .notJSON }
        let name = try text()
        guard name.utf8.count <= JSONReader.nameBytesMax || name.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notJSON }
        guard skips(UInt8(ascii: ":")) else { throw .notJSON }
        return name
    }

    private mutating func word(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        let end = position + word.utf8.count
        guard end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) else { throw .notJSON }
        position = end
        return value
    }

    // MARK: - Texts

    /// Reads a text from its opening quote on.
    private mutating func text() throws(JSONError) -> String {
        position += 1
        let start = position
        var isASCII = true
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try decoded(bytes[start..<position - 1], isASCII: isASCII)
            case UInt8(ascii: "\\"): return try escapedText(from: start)
            case 0..<0x20 where !isLenient: throw .notJSON
            default:
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
        }
        throw .notJSON
    }

    private func decoded(_ units: ArraySlice<UInt8>, isASCII: Bool) throws(JSONError) -> String {
        if isASCII || isLenient { return String(decoding: units, as: UTF8.self) }
        guard let text = String(validating: units, as: UTF8.self) else { throw .notJSON }
        return text
    }

    /// Reads the rest of a text that began at `start`, from its first backslash on.
    private mutating func escapedText(from start: Int) throws(JSONError) -> String {
        var units = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try decoded(units[...], isASCII: false)
            case UInt8(ascii: "\\"): units.append(try escape())
            case 0..<0x20 where !isLenient: throw .notJSON
            default: units.append(byte)
            }
        }
        throw .notJSON
    }

    /// Reads an escape after its backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = next else { throw .notJSON }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "u"): return try scalar()
        default: throw .notJSON
        }
    }

    /// Reads a code point after its `\u`: four hexadecimal digits, or two surrogates with a `\u` between them.
    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        guard let first = unit(at: position) else { throw .notJSON }
        position += 4
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u"), let second = unit(at: position + 2),
            (0xDC00...0xDFFF).contains(second),
            let pair = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
        {
            position += 6
            return pair
        }
        guard isLenient else { throw .notJSON }
        return "\u{FFFD}"
    }

    /// The four hexadecimal digits at `start`; nil for anything else.
    private func unit(at start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[start..<start + 4] {
            guard let digit = byte.hexadecimal else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    // MARK: - Numbers

    private mutating func number() throws(JSONError) -> JSON {
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let (first, magnitude) = (next, try digits())
        let count = position - start - (isNegative ? 1 : 0)
        // No other number begins with a zero.
        guard count == 1 || first != UInt8(ascii: "0") else { throw .notJSON }
        let wholeEnd = position
        if next == UInt8(ascii: ".") {
            position += 1
            _ = try digits()
        }
        if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            _ = try digits()
        }
        let isWhole = position == wholeEnd
        // `Double` has every number of 15 digits.
        if isWhole, count <= 15 { return .number(isNegative ? -Double(magnitude) : Double(magnitude)) }
        return try other(bytes[start..<position], isWhole: isWhole)
    }

    /// Reads at least one digit.
    /// - Returns: their value, if it has up to 15 digits.
    private mutating func digits() throws(JSONError) -> Int64 {
        let start = position
        var value: Int64 = 0
        while let byte = next, byte.isDecimal {
            value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
            position += 1
        }
        guard position > start else { throw .notJSON }
        return value
    }

    /// A number that may need rounding, which one beyond 2⁵³ with all of its digits does not.
    ///
    /// - Throws: for a number that `Double` does not have, because it is too large, or so small that only zero remains.
    private func other(_ digits: ArraySlice<UInt8>, isWhole: Bool) throws(JSONError) -> JSON {
        let text = String(decoding: digits, as: UTF8.self)
        guard let number = Double(text), number.isFinite else { throw .notJSON }
        let mantissa = digits.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        guard number != 0 || !mantissa.contains(where: { $0.isDecimal && $0 != UInt8(ascii: "0") }) else {
            throw .notJSON
        }
        guard isWhole, number.magnitude >= 0x1p53, let exact = Int128(text) else { return .number(number) }
        return .large(exact)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII { append(UInt8(scalar.value)) } else { append(contentsOf: String(scalar).utf8) }
    }
}

extension UInt8 {
    fileprivate var isDecimal: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

    fileprivate var hexadecimal: UInt16? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
