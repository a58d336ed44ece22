import JSONTree
import Wire

/// A parameter of a route's query, as its type and the bounds describe it.
struct QueryParameter: Sendable {
    let name: String
    let words: String
    let schema: JSON
    /// Whether `?all` and `?all=true` set it.
    private let isFlag: Bool

    private init(_ name: String, _ words: String, _ schema: JSON, _ bound: Bound?) {
        (self.name, self.words) = (name, words)
        isFlag = schema["type"] == .text("boolean")
        self.schema = isFlag ? .ofType("string", Bound.flag.words) : bound.map { schema.bounded($0) } ?? schema
    }

    /// The parameters of a route in the order of their types.
    static func all(of route: Route) -> [QueryParameter] {
        fields(of: route.query) + (route.isPaged ? fields(of: Paging.self) : [])
    }

    private static func fields<Fields: Query>(of type: Fields.Type) -> [QueryParameter] {
        let (book, bounds) = (SchemaBook(), FieldBounds.queries["\(type)"] ?? [:])
        var schemas: [String: JSON] = [:]
        let survey = try? FieldSurvey.of(type) { name, type in
            let (schema, sample) = try book.reading(type)
            schemas[name] = schema
            return sample
        }.survey
        return (survey?.fields ?? []).map { field in
            QueryParameter(field.name, type.words[field.name] ?? "", schemas[field.name] ?? .null, bounds[field.name])
        }
    }

    /// The value of its type; nil for an empty text, which counts as absent. `fault` has found none in the text.
    func value(_ text: String) -> JSON? {
        if isFlag { return .bool(["", "1", "true", "yes"].contains(text)) }
        switch schema["type"]?.text {
        case "integer", "number": return Double(text).map { .number($0) }
        default: return text.isEmpty ? nil : .text(text)
        }
    }

    private func range(_ least: Double, _ most: Double) -> String {
        "\(JSON.number(least).written) to \(JSON.number(most).written)"
    }

    /// The fault of a value with regard to its type, range, length or enumeration; nil for none. The routes check
    /// patterns.
    func fault(of value: String) -> String? {
        let words: [String] = if case .list(let list)? = schema["enum"] { list.compactMap(\.text) } else { [] }
        if !words.isEmpty {
            if words.contains(value) { return nil }
            let some = words.filter { !$0.isEmpty }.joined(separator: ", ")
            return "Found “\(value.shortened())”. Use one of \(some)."
        }
        if value.isEmpty, schema["type"] != .text("string") || schema["minLength"] != nil {
            return "It is empty. Give it a value, or leave it out."
        }
        let least = schema["minimum"]?.number ?? -.infinity
        let most = schema["maximum"]?.number ?? .infinity
        switch schema["type"]?.text {
        case "integer":
            if let number = Int(value), (least...most).contains(Double(number)) { return nil }
            return "Found “\(value.shortened())”. Use \(range(least, most))."
        case "number":
            if let number = Double(value), (least...most).contains(number) { return nil }
            return "Found “\(value.shortened())”. Use a number from \(range(least, most))."
        default:
            guard let max = schema["maxLength"]?.number, Double(value.unicodeScalars.count) > max else {
                return nil
            }
            return "It has \(value.unicodeScalars.count) characters. The limit is \(Int(max))."
        }
    }
}

extension QueryTime: SelfDescribing {
    static func schema(in book: SchemaBook) -> JSON { .ofType("string") }
    static var sample: QueryTime { QueryTime("") }
}
