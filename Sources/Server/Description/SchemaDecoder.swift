import JSONTree
import Panels
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
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try notes.ask(for: key, type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try notes.ask(for: key, type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try notes.ask(for: key, type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw SchemaError(type: "Float") }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try notes.ask(for: key, type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { throw SchemaError(type: "Int8") }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { throw SchemaError(type: "Int16") }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { throw SchemaError(type: "Int32") }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try notes.ask(for: key, type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { throw SchemaError(type: "UInt") }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { throw SchemaError(type: "UInt8") }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { throw SchemaError(type: "UInt16") }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { throw SchemaError(type: "UInt32") }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { throw SchemaError(type: "UInt64") }
}

/// Fields that are null rather than absent.
private protocol NullWhenAbsent {}
extension OrNull: NullWhenAbsent {}
