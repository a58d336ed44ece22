import FoundationEssentials

/// The one way JSON is written and read between daemon, command line and page: keys in order, slashes plain, what is
/// absent left out.
package enum WireJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        if let bytes = try JSONWriter.encode(value) { return bytes }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        if type == DraftBody.self, let draft = DraftReader.draft(bytes) as? Value { return draft }
        try JSONTooDeep.check(bytes)
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// The same for what somebody asks: a field that is not `known` is an error.
    /// - Throws: `UnknownField`, `JSONTooDeep`
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], known: @autoclosure () -> Set<String>?
    ) throws -> Value {
        if type == DraftBody.self, let draft = DraftReader.draft(bytes) as? Value { return draft }
        try JSONTooDeep.check(bytes)
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.knownFields, let known = known() { decoder.userInfo[key] = known }
        return try decoder.decode(Exact<Value>.self, from: Data(bytes)).body
    }
}

/// One page of a list. `cursor` leads to the next one and is absent on the last.
package struct PageBody<Item: Codable & Sendable>: Codable, Sendable {
    package let items: [Item]
    package let cursor: String?

    package init(items: [Item], cursor: String?) {
        self.items = items
        self.cursor = cursor
    }
}
