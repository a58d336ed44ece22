/// The fields that a type asks for while it is decoded, in that order.
///
/// What describes a type is made from this: a schema, a form, a help text. So it describes exactly what the type decodes,
/// and there is no second list of its fields. Types that are a list or a single value cannot be surveyed.
package struct FieldSurvey {
    package private(set) var fields: [Field] = []

    package struct Field {
        package let name: String
        package let type: any Decodable.Type
        /// Whether the type decodes without it.
        package let isOptional: Bool
    }

    /// - Parameter sample: a value of a field's type, which has the field's name. The type is decoded from these.
    /// - Returns: the value that was decoded, too.
    /// - Throws: `SurveyError`, or what `sample` throws.
    package static func of<Value: Decodable>(
        _ type: Value.Type, sample: @escaping (String, any Decodable.Type) throws -> Any
    ) throws -> (survey: FieldSurvey, value: Value) {
        let surveyor = Surveyor(sample)
        let value = try Value(from: surveyor)
        return (FieldSurvey(fields: surveyor.fields), value)
    }
}

/// The type cannot be surveyed, because it is not an object with a value for each name.
package struct SurveyError: Error, CustomStringConvertible {
    let found: String
    package var description: String { "A type \(found) has no fields that could be listed." }

    package static func wrongSample(of type: any Any.Type) -> SurveyError {
        SurveyError(found: "with a sample that is no \(type)")
    }
}

/// Gives samples to a type and notes what it asks for.
private final class Surveyor: Decoder {
    private let sample: (String, any Decodable.Type) throws -> Any
    private(set) var fields: [FieldSurvey.Field] = []
    /// The names whose presence the type has checked.
    private var checked: Set<String> = []

    init(_ sample: @escaping (String, any Decodable.Type) throws -> Any) { self.sample = sample }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SurveyedFields<Key>(surveyor: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SurveyError(found: "that is a list") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw SurveyError(found: "that is a single value")
    }

    func ask(whether name: String) { checked.insert(name) }

    func ask<Value: Decodable>(for name: String, _ type: Value.Type) throws -> Value {
        guard let value = try sample(name, type) as? Value else { throw SurveyError.wrongSample(of: type) }
        fields.append(FieldSurvey.Field(name: name, type: type, isOptional: checked.contains(name)))
        return value
    }
}

private struct SurveyedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let surveyor: Surveyor
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        surveyor.ask(whether: key.stringValue)
        return true
    }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try surveyor.ask(for: key.stringValue, type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw SurveyError(found: "with nested fields") }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SurveyError(found: "with a nested list")
    }
    func superDecoder() throws -> any Decoder { throw SurveyError(found: "with a parent") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw SurveyError(found: "with a parent") }
}
