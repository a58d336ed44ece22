import JSONTree
import Synchronization

@testable import Server

/// Checks answers against the OpenAPI document: every answer in all of these tests.
struct Contract: Sendable {
    let document: JSON

    private static let known = Mutex<Contract?>(nil)

    /// All houses have the same route table.
    static func of(_ book: RouteTable) throws -> Contract {
        try known.withLock { known in
            let contract = try known ?? Contract(document: try OpenAPIDocument(book.entries, version: "test").document)
            known = contract
            return contract
        }
    }

    /// How an answer deviates from its description; nil if it does not, and for routes outside the API.
    func breach(by answer: Caller.Answer, of method: String, _ target: String) -> String? {
        let path = target.prefix { $0 != "?" }
        guard method != "HEAD", let operation = operation(method, String(path)) else { return nil }
        let responses = operation["responses"]
        guard let response = responses?["\(answer.status)"] else {
            guard answer.status >= 300 else { return "This status is not described." }
            guard let body = try? answer.json(JSON.self) else { return nil }
            return breach(of: .reference("schemas", "ProblemBody"), by: body, at: "problem")
        }
        guard let type = answer.header("Content-Type")?.prefix(while: { $0 != ";" }) else {
            return response["content"] == nil ? nil : "It has no type."
        }
        let range = type.prefix { $0 != "/" } + "/*"
        guard let content = response["content"]?[String(type)] ?? response["content"]?[String(range)] else {
            return "The type \(type) is not described."
        }
        guard type == "application/json", let schema = content["schema"] else { return nil }
        guard let body = try? answer.json(JSON.self) else { return "It is no JSON." }
        return breach(of: schema, by: body, at: "")
    }

    private func operation(_ method: String, _ path: String) -> JSON? {
        guard case .object(let paths)? = document["paths"] else { return nil }
        let parts = path.split(separator: "/")
        let fitting = paths.filter { pattern, _ in
            let wanted = pattern.split(separator: "/")
            return wanted.count == parts.count && zip(wanted, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        // A literal path takes precedence over a parameter.
        let best = fitting.min { one, other in
            one.key.count(where: { $0 == "{" }) < other.key.count(where: { $0 == "{" })
        }
        return best?.value[method.lowercased()]
    }

    // MARK: - Schemas

    /// The part of JSON Schema that the document uses.
    private func breach(of schema: JSON, by value: JSON, at place: String) -> String? {
        if case .text(let reference)? = schema["$ref"] {
            guard let found = resolved(reference) else { return "\(reference) leads nowhere." }
            return breach(of: found, by: value, at: place)
        }
        if case .list(let choices)? = schema["anyOf"] {
            let breaches = choices.map { breach(of: $0, by: value, at: place) }
            return breaches.contains(nil) ? nil : breaches.compactMap(\.self).joined(separator: " Or: ")
        }
        guard case .text(let type)? = schema["type"] else { return "The schema at “\(place)” says no type." }
        switch (type, value) {
        case ("null", .null), ("boolean", .bool), ("string", .text), ("number", .number): return nil
        case ("integer", .number(let number)): return number == number.rounded() ? nil : "\(place) is \(number)."
        case ("array", .list(let items)):
            guard let schema = schema["items"] else { return "The list \(place) has items of no kind." }
            for (index, item) in items.enumerated() {
                if let breach = breach(of: schema, by: item, at: "\(place)[\(index)]") { return breach }
            }
            return nil
        case ("object", .object(let fields)): return breach(of: schema, by: fields, at: place)
        default: return "“\(place)” is no \(type) but \(value)."
        }
    }

    private func breach(of schema: JSON, by fields: [String: JSON], at place: String) -> String? {
        if case .list(let required)? = schema["required"] {
            for case .text(let name) in required where fields[name] == nil { return "\(place).\(name) is missing." }
        }
        guard schema["properties"] != nil || schema["additionalProperties"] != nil else { return nil }
        for (name, value) in fields {
            let known = schema["properties"]?[name]
            guard let schema = known ?? schema["additionalProperties"], schema != .bool(false) else {
                return "\(place).\(name) is not described."
            }
            if let breach = breach(of: schema, by: value, at: "\(place).\(name)") { return breach }
        }
        return nil
    }

    private func resolved(_ reference: String) -> JSON? {
        reference.dropFirst(2).split(separator: "/").reduce(document as JSON?) { $0?[String($1)] }
    }

    /// Every schema in the document, with its place.
    var schemas: [(place: String, schema: JSON)] { schemas(in: document, at: "", isSchema: false) }

    private func schemas(in value: JSON, at place: String, isSchema: Bool) -> [(place: String, schema: JSON)] {
        var found: [(place: String, schema: JSON)] = isSchema ? [(place, value)] : []
        switch value {
        case .object(let fields):
            for (name, field) in fields {
                let holdsSchemas = ["properties", "schemas"].contains(place.split(separator: "/").last ?? "")
                let isSchema = ["schema", "items"].contains(name) && !holdsSchemas || holdsSchemas
                found += schemas(in: field, at: "\(place)/\(name)", isSchema: isSchema)
            }
        case .list(let items): for item in items { found += schemas(in: item, at: place, isSchema: false) }
        default: break
        }
        return found
    }
}
