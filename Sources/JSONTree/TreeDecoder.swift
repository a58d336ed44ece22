/// Decodes a value from a `JSON` tree.
///
/// Each decoder knows its parent, so that only an error collects a path.
final class TreeDecoder: Decoder, SingleValueDecodingContainer {
    let value: JSON
    private let parent: TreeDecoder?
    private let place: TreeKey?

    init(_ value: JSON, in parent: TreeDecoder? = nil, at place: TreeKey? = nil) {
        (self.value, self.parent, self.place) = (value, parent, place)
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] {
        var (path, decoder): ([TreeKey], TreeDecoder?) = ([], self)
        while let one = decoder {
            if let place = one.place { path.append(place) }
            decoder = one.parent
        }
        return path.reversed()
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch(with: [String: JSON].self) }
        return KeyedDecodingContainer(TreeMembers(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let elements) = value else { throw mismatch(with: [JSON].self) }
        return TreeElements(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: - Single values

    func decodeNil() -> Bool { value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .bool(let flag) = value else { throw mismatch(with: type) }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .text(let text) = value else { throw mismatch(with: type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        switch value {
        case .number(let number): return number
        case .large(let number): return Double(number)
        case .null, .bool, .text, .list, .object: throw mismatch(with: type)
        }
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: Int128.Type) throws -> Int128 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try whole() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

    private func whole<Number: FixedWidthInteger>() throws -> Number {
        let found: Number?
        switch value {
        case .number(let number): found = Number(exactly: number)
        case .large(let number): found = Number(exactly: number)
        case .null, .bool, .text, .list, .object: throw mismatch(with: Number.self)
        }
        guard let found else {
            let words = "The number does not fit into \(Number.self)."
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: words))
        }
        return found
    }

    /// In the words of Foundation's decoder.
    private func mismatch(with type: any Any.Type) -> DecodingError {
        let words = "Expected to decode \(type) but found \(value.kind) instead."
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: words)
        return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

/// The members of an object.
private struct TreeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TreeDecoder
    let members: [String: JSON]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }
    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try found(key) == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try Value(from: value(key))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func value(_ key: Key) throws -> TreeDecoder {
        TreeDecoder(try found(key), in: decoder, at: .name(key.stringValue))
    }

    private func found(_ key: Key) throws -> JSON {
        guard let value = members[key.stringValue] else {
            let words = "The object has no member “\(key.stringValue)”."
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: words))
        }
        return value
    }
}

/// The elements of a list, one after the other.
private struct TreeElements: UnkeyedDecodingContainer {
    let decoder: TreeDecoder
    let elements: [JSON]
    private(set) var currentIndex = 0

    init(decoder: TreeDecoder, elements: [JSON]) { (self.decoder, self.elements) = (decoder, elements) }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try current().value == .null
        if isNull { currentIndex += 1 }
        return isNull
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try Value(from: $0) } }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    /// Passes to the next element only if `read` has accepted this one.
    private mutating func next<Value>(_ read: (TreeDecoder) throws -> Value) throws -> Value {
        let value = try read(current())
        currentIndex += 1
        return value
    }

    private func current() throws -> TreeDecoder {
        let place = TreeKey.index(currentIndex)
        guard !isAtEnd else {
            let path = codingPath + [place]
            throw DecodingError.valueNotFound(
                JSON.self, .init(codingPath: path, debugDescription: "The list has ended."))
        }
        return TreeDecoder(elements[currentIndex], in: decoder, at: place)
    }
}

extension JSON {
    /// The word for its kind in an error message.
    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .number, .large: "number"
        case .text: "a string"
        case .list: "an array"
        case .object: "a dictionary"
        }
    }
}
