/// A JSON value (RFC 8259) of a shape that others define: a service's answer, a stored arrangement, a command.
package enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    /// A whole number from 2⁵³ on, written with all of its digits, which `number` would round; some services have such ids.
    indirect case large(Int128)
    case text(String)
    case list([JSON])
    case object([String: JSON])
}

// MARK: - Looking inside

extension JSON {
    /// A member of an object; nil for other values.
    package subscript(name: String) -> JSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The value at a path of names.
    package func at(_ names: String...) -> JSON? {
        names.reduce(JSON?.some(self)) { value, name in value?[name] }
    }

    /// The names and indices that lead to the first text of which `holds` is true; nil if there is none.
    package func place(where holds: (String) -> Bool) -> [any CodingKey]? {
        switch self {
        case .text(let text): return holds(text) ? [] : nil
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                if let rest = element.place(where: holds) { return [TreeKey.index(index)] + rest }
            }
        case .object(let members):
            for (name, member) in members {
                if let rest = member.place(where: holds) { return [TreeKey.name(name)] + rest }
            }
        case .null, .bool, .number, .large: break
        }
        return nil
    }

    package var fields: [String: JSON]? {
        if case .object(let fields) = self { fields } else { nil }
    }

    package var elements: [JSON]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// nil also for a number that is not finite: JSON has none, but Swift code could pass one.
    package var number: Double? {
        switch self {
        case .number(let number) where number.isFinite: number
        case .large(let number): Double(number)
        case .null, .bool, .number, .text, .list, .object: nil
        }
    }

    /// A list of two finite numbers, such as a size.
    package var pair: (Double, Double)? {
        guard case .list(let items) = self, items.count == 2, let one = items[0].number, let two = items[1].number
        else { return nil }
        return (one, two)
    }

    /// A whole number, also one written as a string or as `500.0`; nil if it is not whole or does not fit.
    package var integer: Int? {
        switch self {
        case .large(let number): return Int(exactly: number)
        case .number(let number): return Int(exactly: number)
        case .text(let digits):
            if let number = Int(digits) { return number }
            guard let number = Double(digits), number.magnitude < 1e15 else { return nil }
            return Int(exactly: number)
        case .null, .bool, .list, .object: return nil
        }
    }

    /// An id: a string or a number, not empty, no longer than any service's ids, without control characters.
    package var identifier: String? {
        let text: String
        switch self {
        case .text(let written): text = written
        case .large(let number): text = "\(number)"
        case .number(let number): text = Int64(exactly: number).map(String.init) ?? "\(number)"
        case .null, .bool, .list, .object: return nil
        }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        return (1...2000).contains(text.utf8.count) && isPlain ? text : nil
    }
}

// MARK: - Making

extension JSON {
    package static func number(_ number: Int) -> JSON { .number(Double(number)) }
    package static func pair(_ one: Double, _ two: Double) -> JSON { .list([.number(one), .number(two)]) }
    package static func texts(_ texts: [String]) -> JSON { .list(texts.map { .text($0) }) }
}

extension JSON: Codable {
    /// - Throws: for a decoder other than that of `JSONCoding`, which has the tree already.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? TreeDecoder else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "It is no tree."))
        }
        self = decoder.value
    }

    /// Encodes numbers that JSON cannot express as null. Members go straight into their container: Foundation takes twice
    /// as long for a dictionary of values.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null: try encoder.encodeNil()
        case .bool(let flag): try encoder.encode(flag)
        case .number(let number) where number.isFinite: try encoder.encode(number)
        case .number: try encoder.encodeNil()
        case .large(let number): try encoder.encode(number)
        case .text(let text): try encoder.encode(text)
        case .list(let list):
            var members = encoder.unkeyedContainer()
            for value in list { try members.encode(value) }
        case .object(let fields):
            var members = encoder.container(keyedBy: TreeKey.self)
            for (name, value) in fields {
                if case .text(let text) = value {
                    try members.encode(text, forKey: .name(name))
                } else {
                    try members.encode(value, forKey: .name(name))
                }
            }
        }
    }
}

/// A step into a tree: a name, or the index of an element, which counts from 0.
enum TreeKey: CodingKey {
    case name(String)
    case index(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): "\(index)"
        }
    }
    var intValue: Int? { if case .index(let index) = self { index } else { nil } }
}

extension Encoder {
    fileprivate func encode(_ value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }

    fileprivate func encodeNil() throws {
        var container = singleValueContainer()
        try container.encodeNil()
    }
}
