/// One page of a list. `cursor` requests the next page and is absent on the last.
package struct PageBody<Item: Codable & Sendable>: Codable, Sendable {
    package var items: [Item]
    package let cursor: String?
    /// In a list of posts by what a user typed: the words that were searched for, whose finds have orders of their own;
    /// absent without any.
    package var words: String?
    /// In such a list: what of it has no effect, in sentences.
    package var note: String?

    package init(items: [Item], cursor: String?) {
        self.items = items
        self.cursor = cursor
    }
}

/// An optional that is encoded as `null` rather than left out, so that the page's code need not check for the field.
@propertyWrapper
package struct OrNull<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// An absent field decodes as nil.
    package func decode<Value>(_ type: OrNull<Value>.Type, forKey key: Key) throws -> OrNull<Value> {
        try decodeIfPresent(type, forKey: key) ?? OrNull(wrappedValue: nil)
    }
}
