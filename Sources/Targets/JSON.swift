/// A JSON value (RFC 8259) as somebody else sent it: nothing about it is taken for granted.
indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As written, so that an id of any length stays what it is.
    case number(String)
    case string(String)
    case array([JSON])
    /// Of a repeated name the last value, as most readers have it.
    case object([String: JSON])

    /// - Throws: what is wrong: too long, too deep, or the byte at which it stops being JSON.
    init(reading bytes: [UInt8]) throws(JSONError) {
        guard bytes.count <= JSON.bytesMax else { throw .tooLong(bytes.count) }
        var reader = JSONReader(bytes: bytes)
        self = try reader.document()
    }

    /// No answer that matters here comes near it.
    static let bytesMax = 8 << 20
    static let depthMax = 64
}

enum JSONError: Error, Equatable, CustomStringConvertible {
    case tooLong(Int)
    case tooDeep
    case unexpected(at: Int)

    var description: String {
        switch self {
        case .tooLong(let count): "It has \(count) bytes, more than the \(JSON.bytesMax) that are read."
        case .tooDeep: "It is nested more than \(JSON.depthMax) deep."
        case .unexpected(let offset): "It is not JSON from byte \(offset) on."
        }
    }
}

// MARK: - Looking inside

extension JSON {
    subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The value behind a path of names.
    func at(_ names: String...) -> JSON? {
        names.reduce(JSON?.some(self)) { value, name in value?[name] }
    }

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var elements: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// A whole number, also when it came as a string or as `500.0`; nil when it is none or does not fit.
    var integer: Int? {
        switch self {
        case .number(let digits), .string(let digits):
            if let number = Int(digits) { return number }
            guard let number = Double(digits), number.magnitude < 1e15, number == number.rounded() else { return nil }
            return Int(number)
        case .null, .bool, .array, .object: return nil
        }
    }

    /// What names a thing: a string or a number, not empty, not longer than any service's ids, without control
    /// characters.
    var identifier: String? {
        switch self {
        case .number(let text), .string(let text):
            let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
            return (1...2000).contains(text.utf8.count) && isPlain ? text : nil
        case .null, .bool, .array, .object: return nil
        }
    }
}
