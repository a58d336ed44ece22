import JSONTree
import Wire

/// The request and response types of a route, from which its part of the OpenAPI document is made.
struct RouteDescription: Sendable {
    typealias Schema = @Sendable (SchemaBook) throws -> JSON

    /// A successful response.
    struct ResponseDescription: Sendable {
        let status: Int
        let words: String
        let mediaType: String
        let schema: Schema
    }

    /// A parameter of a request: in its query or its header.
    struct Parameter: Sendable {
        let name: String
        let words: String
        var schema = JSON.ofType("string")
        var isRequired = false

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
                return "Found “\(value.shortened())”. Use \(Int(least)) to \(Int(most))."
            case "number":
                if let number = Double(value), (least...most).contains(number) { return nil }
                return "Found “\(value.shortened())”. Use a number from \(Int(least)) to \(Int(most))."
            default:
                guard let max = schema["maxLength"]?.number, Double(value.unicodeScalars.count) > max else {
                    return nil
                }
                return "It has \(value.unicodeScalars.count) characters. The limit is \(Int(max))."
            }
        }
    }

    /// One sentence.
    let summary: String
    private(set) var responses: [ResponseDescription] = []
    private(set) var requestBody: (mediaTypes: [String], isRequired: Bool, schema: Schema)?
    /// The parameters allowed after the `?`.
    private(set) var parameters: [Parameter] = []
    private(set) var headers: [Parameter] = []
    /// For a POST without an idempotency key: why it may be repeated.
    private(set) var repetition: String?

    init(_ summary: String) { self.summary = summary }

    private func changed(_ change: (inout RouteDescription) -> Void) -> RouteDescription {
        var description = self
        change(&description)
        return description
    }

    // MARK: - Responses

    private func responds(
        _ status: Int, _ words: String, _ mediaType: String, _ schema: @escaping Schema = { _ in .null }
    ) -> RouteDescription {
        changed {
            $0.responses.append(
                ResponseDescription(status: status, words: words, mediaType: mediaType, schema: schema))
        }
    }

    /// Returns a value as JSON.
    func returns<Value: Decodable & Sendable>(_ type: Value.Type, status: Int = 200) -> RouteDescription {
        responds(status, status == 201 ? "Created." : "Done.", "application/json") { try $0.schema(of: Value.self) }
    }

    /// Returns one page of a list. Every list is paged; a short one has a single page.
    func returnsPage<Item: Codable & Sendable>(_ type: Item.Type) -> RouteDescription {
        returns(PageBody<Item>.self).query("cursor", "The cursor from the previous page.")
            .query("limit", "The maximum number of rows.", whole: 1...500)
    }

    /// Returns a new resource with status 201. A request with a known idempotency key returns the resource made before.
    /// - Parameter again: what differs in a repetition; one sentence.
    func creates<Value: Decodable & Sendable>(_ type: Value.Type, again: String? = nil) -> RouteDescription {
        returns(type, status: 201).takesKey(again)
    }

    /// Takes an idempotency key. Every POST takes one or states why it `needsNoKey`.
    /// - Parameter again: what a repetition does instead of making the resource; one sentence.
    func takesKey(_ again: String? = nil) -> RouteDescription {
        let words = "Chosen by the caller. Within a day, the same request with the same key has no further effect."
        return header(
            "Idempotency-Key", [words, again].compactMap(\.self).joined(separator: " "),
            .text(1...255, "^[!-~]([ -~]*[!-~])?$"))
    }

    /// A POST that takes no idempotency key.
    /// - Parameter reason: what a repetition does; the end of a sentence.
    func needsNoKey(_ reason: String) -> RouteDescription { changed { $0.repetition = reason } }

    /// Returns one of two types, depending on the request.
    func returnsEither<One: Decodable & Sendable, Other: Decodable & Sendable>(
        _ one: One.Type, or other: Other.Type
    ) -> RouteDescription {
        responds(200, "Done.", "application/json") { book in
            .object(["anyOf": .list([try book.schema(of: One.self), try book.schema(of: Other.self)])])
        }
    }

    /// Returns bytes other than JSON.
    func returns(_ mediaType: String, _ words: String) -> RouteDescription {
        responds(200, words, mediaType) { _ in .ofType("string") }
    }

    /// May return 202.
    var mayTakeLonger: RouteDescription { responds(202, "Still running: ask again later.", "") }

    /// Returns 204.
    var returnsNothing: RouteDescription { responds(204, "Done.", "") }

    // MARK: - Requests

    /// - Parameter orMarkdown: whether the route takes Markdown too.
    func takes<Value: Decodable & Sendable>(
        _ type: Value.Type, orNothing: Bool = false, orMarkdown: Bool = false
    ) -> RouteDescription {
        changed { description in
            let types = ["application/json"] + (orMarkdown ? ["text/markdown"] : [])
            description.requestBody = (types, !orNothing, { try $0.schema(ofRequest: Value.self) })
        }
    }

    /// Takes an object of texts: each may be absent, and no others are taken.
    func takes(texts: [String: Bound]) -> RouteDescription {
        let fields = texts.mapValues { JSON.ofType("string", $0.words) }
        let schema = JSON.ofType("object", ["properties": .object(fields), "additionalProperties": .bool(false)])
        return changed { $0.requestBody = (["application/json"], true, { _ in schema }) }
    }

    /// Takes bytes other than JSON.
    func takesFile() -> RouteDescription {
        changed { $0.requestBody = (["application/octet-stream"], true, { _ in .ofType("string") }) }
    }

    func query(_ name: String, _ words: String, _ bound: Bound? = nil) -> RouteDescription {
        query(name, words, "string", bound)
    }

    /// Takes a whole number.
    func query(_ name: String, _ words: String, whole range: ClosedRange<Int>) -> RouteDescription {
        query(name, words, "integer", .number(Double(range.lowerBound)...Double(range.upperBound)))
    }

    /// Takes a number that may have a fraction.
    func query(_ name: String, _ words: String, number range: ClosedRange<Double>) -> RouteDescription {
        query(name, words, "number", .number(range))
    }

    private func query(_ name: String, _ words: String, _ type: String, _ bound: Bound?) -> RouteDescription {
        let schema = JSON.ofType(type, bound?.words ?? [:])
        return changed { $0.parameters.append(Parameter(name: name, words: words, schema: schema)) }
    }

    /// Takes a flag: `?all` and `?all=true` set it.
    func query(whether name: String, _ words: String) -> RouteDescription { query(name, words, .flag) }

    func header(_ name: String, _ words: String, _ bound: Bound? = nil, isRequired: Bool = false) -> RouteDescription {
        changed {
            $0.headers.append(
                Parameter(
                    name: name, words: words, schema: .ofType("string", bound?.words ?? [:]), isRequired: isRequired))
        }
    }

    /// Takes the revision that the caller read.
    var ifMatch: RouteDescription { ifMatch(isRequired: false) }

    /// - Parameter isRequired: whether a write without the header is refused (428).
    func ifMatch(isRequired: Bool) -> RouteDescription {
        header(
            "If-Match", "The revision that the caller read, in quotes, or * for any revision.",
            Bound(words: [
                "anyOf": .list([
                    .object(Bound.oneOf(["*"]).words), .object(["pattern": .text(#"^"[1-9][0-9]{0,17}"$"#)]),
                ])
            ]), isRequired: isRequired)
    }
}
