import JSONTree
import Wire

/// Records the fields that a type requests while it is decoded.
final class SchemaNotes {
    let book: SchemaBook
    private var properties: [String: JSON] = [:]
    private var required: Set<String> = []
    /// Fields whose presence the type checked; they are optional.
    private var optional: Set<String> = []

    init(book: SchemaBook) { self.book = book }

    var schema: JSON { schema(of: properties) }

    /// - Parameter type: the name of the type, because the fields of some types depend on each other.
    func requestSchema(_ bounds: [String: Bound], _ type: String) -> JSON {
        var properties = properties
        for (name, plain) in properties {
            let bounded = bounds[name].map { plain.bounded($0) } ?? plain
            properties[name] = required.contains(name) ? bounded : bounded.orNull
        }
        let cases = FieldCase.table[type] ?? []
        return schema(of: properties, cases.isEmpty ? [:] : ["anyOf": .list(cases.map(\.schema))])
    }

    private func schema(of properties: [String: JSON], _ more: [String: JSON] = [:]) -> JSON {
        var schema = more
        schema["type"] = .text("object")
        schema["properties"] = .object(properties)
        schema["additionalProperties"] = .bool(false)
        if !required.isEmpty { schema["required"] = .texts(required.sorted()) }
        return .object(schema)
    }

    func ask(whether key: any CodingKey) { optional.insert(key.stringValue) }

    func ask<Value: Decodable>(for key: any CodingKey, _ type: Value.Type) throws -> Value {
        let (schema, value) = try book.read(type)
        properties[key.stringValue] = schema
        if !optional.contains(key.stringValue) { required.insert(key.stringValue) }
        return value
    }

    /// Marks a field as required although the type decodes without it: it is always present, if only as null.
    func alwaysPresent(_ key: any CodingKey) {
        optional.remove(key.stringValue)
        required.insert(key.stringValue)
    }
}

/// Supplies sample values for everything that a type requests.
struct SchemaDecoder: Decoder {
    let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SchemaFields<Key>(notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaError(type: "with a list of its own") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw SchemaError(type: "of a single value")
    }
}

private struct SchemaFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: SchemaNotes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        notes.ask(whether: key)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let value = try notes.ask(for: key, type)
        if type is any NullWhenAbsent.Type { notes.alwaysPresent(key) }
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw SchemaError(type: "with fields of its own") }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaError(type: "with a list of its own")
    }
    func superDecoder() throws -> any Decoder { throw SchemaError(type: "with a parent") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaError(type: "with a parent") }
}

/// Fields that are null rather than absent.
private protocol NullWhenAbsent {}
extension OrNull: NullWhenAbsent {}
