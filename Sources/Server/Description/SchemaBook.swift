import JSONTree
import Posts
import Wire

/// The JSON schemas of the `Wire` types (draft 2020-12, as in OpenAPI 3.1). It decodes each type from a decoder that
/// records every requested field and supplies a sample value. So the schema describes exactly what the type decodes,
/// and needs no second definition.
final class SchemaBook {
    /// By name. The value is null while the type is being read.
    private(set) var components: [String: JSON] = [:]
    /// Whether a request is read. Its fields have bounds, and null counts as absent.
    private(set) var isRequest = false

    /// Whole numbers in requests have 64 bits. The server refuses longer ones before it decodes the type.
    fileprivate var integerBounds: [String: JSON] {
        isRequest ? ["minimum": .large(Int128(Int64.min)), "maximum": .large(Int128(Int64.max))] : [:]
    }

    /// - Throws: `SurveyError`, when a type cannot be read from samples.
    func schema<Value: Decodable>(of type: Value.Type) throws -> JSON { try read(type).schema }

    /// The schema of a request. Components of requests are named like `DraftRequest`, those of responses like
    /// `DraftBody`.
    func schema<Value: Decodable>(ofRequest type: Value.Type) throws -> JSON {
        isRequest = true
        defer { isRequest = false }
        return try read(type).schema
    }

    /// The schema of a type, and a sample value.
    func read<Value: Decodable>(_ type: Value.Type) throws -> (schema: JSON, value: Value) {
        if let plain = type as? any SelfDescribing.Type {
            let schema = try plain.schema(in: self)
            guard let value = plain.sample as? Value else { throw SurveyError.wrongSample(of: type) }
            return (schema, value)
        }
        let own = SchemaBook.name(of: type)
        let name = isRequest ? SchemaBook.requestName(of: own) : own
        if components[name] == nil { components[name] = .null }
        var properties: [String: JSON] = [:]
        let (survey, value) = try FieldSurvey.of(type) { [self] field, type in
            let (schema, sample) = try reading(type)
            properties[field] = schema
            return sample
        }
        let required = Set(survey.fields.filter { !$0.isOptional || $0.type is any NullWhenAbsent.Type }.map(\.name))
        if isRequest { properties = SchemaBook.bounded(properties, required, by: FieldBounds.table[own] ?? [:]) }
        components[name] = .object(properties, required: required)
        return (.reference("schemas", name), value)
    }

    func reading<Value: Decodable>(_ type: Value.Type) throws -> (JSON, any Decodable) {
        let (schema, value) = try read(type)
        return (schema, value)
    }

    /// The properties with their bounds. In a request null counts as absent.
    private static func bounded(
        _ properties: [String: JSON], _ required: Set<String>, by bounds: [String: Bound]
    ) -> [String: JSON] {
        Dictionary(
            uniqueKeysWithValues: properties.map { name, plain in
                let bounded = bounds[name].map { plain.bounded($0) } ?? plain
                return (name, required.contains(name) ? bounded : bounded.orNull)
            })
    }

    /// The schema of the component with this name, which `schema` makes once.
    func component(_ name: String, _ schema: () throws -> JSON) rethrows -> JSON {
        let name = isRequest ? SchemaBook.requestName(of: name) : name
        if components[name] == nil { components[name] = try schema() }
        return .reference("schemas", name)
    }

    static func requestName(of name: String) -> String {
        name.hasSuffix("Body") ? name.dropLast(4) + "Request" : name + "Request"
    }

    /// Names `PageBody<PostBody>` as `PostBodyPage`, because component names have no angle brackets. A nested type
    /// keeps the outer type's name, because two nested types may have the same name.
    private static func name(of type: any Decodable.Type) -> String {
        let words = String(reflecting: type).replacing("Wire.", with: "").replacing("Posts.", with: "")
        guard let open = words.firstIndex(of: "<"), words.hasPrefix("PageBody<") else { return words }
        return words[words.index(after: open)...].dropLast() + "Page"
    }
}

/// Fields that are null rather than absent.
private protocol NullWhenAbsent {}
extension OrNull: NullWhenAbsent {}

/// A type that states its schema instead of being decoded from samples.
protocol SelfDescribing: Decodable {
    static func schema(in book: SchemaBook) throws -> JSON
    static var sample: Self { get }
}

extension JSON {
    static func ofType(_ type: String, _ more: [String: JSON] = [:]) -> JSON {
        .object(more.merging(["type": .text(type)]) { one, _ in one })
    }

    /// An object with these properties and no others.
    static func object(_ properties: [String: JSON], required: Set<String>) -> JSON {
        var schema: [String: JSON] = ["properties": .object(properties), "additionalProperties": .bool(false)]
        if !required.isEmpty { schema["required"] = .texts(required.sorted()) }
        return .ofType("object", schema)
    }

    static func reference(_ section: String, _ name: String) -> JSON {
        .object(["$ref": .text("#/components/\(section)/\(name)")])
    }
}

extension SelfDescribing where Self: RawRepresentable<String> & CaseIterable {
    static func schema(in book: SchemaBook) -> JSON { .ofType("string", ["enum": .texts(allCases.map(\.rawValue))]) }
}

extension Warning.Kind: SelfDescribing { static var sample: Warning.Kind { .delivery } }
extension Visibility: SelfDescribing { static var sample: Visibility { .public } }
extension LongText: SelfDescribing { static var sample: LongText { .link } }

extension Language: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON { .ofType("string") }
    static var sample: Language { .english }
}

extension Bool: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON { .ofType("boolean") }
    static var sample: Bool { false }
}

extension String: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON { .ofType("string") }
    static var sample: String { "" }
}

extension Int: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON { .ofType("integer", book.integerBounds) }
    static var sample: Int { 0 }
}

extension Int64: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON {
        .ofType("integer", ["format": .text("int64")].merging(book.integerBounds) { one, _ in one })
    }
    static var sample: Int64 { 0 }
}

extension Double: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON { .ofType("number") }
    static var sample: Double { 0 }
}

extension Array: SelfDescribing where Element: Decodable {
    static func schema(in book: SchemaBook) throws -> JSON {
        .ofType("array", ["items": try book.schema(of: Element.self)])
    }
    static var sample: [Element] { [] }
}

extension Dictionary: SelfDescribing where Key: CodingKeyRepresentable & Decodable, Value: Decodable {
    static func schema(in book: SchemaBook) throws -> JSON {
        .ofType("object", ["additionalProperties": try book.schema(of: Value.self)])
    }
    static var sample: [Key: Value] { [:] }
}

extension OrNull: SelfDescribing {
    static func schema(in book: SchemaBook) throws -> JSON {
        .object(["anyOf": .list([try book.schema(of: Value.self), .ofType("null")])])
    }
    static var sample: OrNull<Value> { OrNull(wrappedValue: nil) }
}

extension JSON: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON {
        .ofType(
            "object",
            ["description": .text("As the panels write it: one object, of any version."), "minProperties": .number(1)])
    }
    static var sample: JSON { .object([:]) }
}

extension PostPreviewBody: SelfDescribing {
    static func schema(in book: SchemaBook) throws -> JSON {
        .object([
            "anyOf": .list([try book.schema(of: RenderedBody.self), try book.schema(of: TargetPreviewBody.self)])
        ])
    }
    static var sample: PostPreviewBody { .text(RenderedBody(html: "", outline: [], diagnostics: [])) }
}

extension PreferenceChoicesBody: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON {
        let choices = Preferences.all.map { ($0.name, JSON.ofType("string", Bound.oneOf($0.values).words)) }
        return .object(Dictionary(choices) { first, _ in first }, required: [])
    }
    static var sample: PreferenceChoicesBody { PreferenceChoicesBody([:]) }
}
