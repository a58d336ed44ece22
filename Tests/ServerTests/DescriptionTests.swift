import Foundation
import HTTPTypes
import JSONTree
import Panels
import PostStore
import Posts
import Testing
import Wire

@testable import Server

extension Bound {
    /// A value that matches.
    fileprivate var sample: JSON {
        if case .list(let words)? = words["enum"], let word = words.first { return word }
        if words["type"] == .text("number") { return .number(100) }
        if words["$ref"] != nil {
            return .object(Dictionary(uniqueKeysWithValues: ["x", "y", "width", "height"].map { ($0, .number(100)) }))
        }
        if case .object(let fields)? = words["properties"] {
            return .object(fields.mapValues { Bound(words: $0.fields ?? [:]).sample })
        }
        return words["pattern"] != nil ? .text("left") : .text("date")
    }
}

@Suite(.timeLimit(.minutes(10))) struct DescriptionTests {
    @Test("the OpenAPI document has exactly the routes of the API, each with its answers")
    func routes() async throws {
        try await House.open { house in
            let answer = try await house.stranger.send("GET", "/v1/openapi.json")
            #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
            let document = try answer.json(JSON.self)
            #expect(document["openapi"] == .text("3.1.0"))
            guard case .object(let paths)? = document["paths"] else { return #expect(Bool(false)) }
            let described = paths.flatMap { path, operations -> [String] in
                guard case .object(let operations) = operations else { return [] }
                return operations.keys.map { "\($0) \(path)" }
            }
            let wanted = house.routes.entries.filter { $0.path.hasPrefix("/v1/") || $0.route != nil }
                .map { "\($0.method.rawValue.lowercased()) \(OpenAPIDocument.path($0.path))" }
            #expect(described.sorted() == wanted.sorted())
            #expect(described.contains("get /healthz") && !described.contains { $0.contains("composer") })
            let tag = try #require(answer.header("ETag"))
            let again = try await house.stranger.send("GET", "/v1/openapi.json", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
        }
    }

    @Test("no schema is empty, every reference resolves, and operation names are unique")
    func schemas() async throws {
        try await House.open { house in
            let contract = try Contract.of(house.routes)
            let schemas = contract.schemas
            #expect(schemas.count > 200)
            for (place, schema) in schemas {
                let says = ["$ref", "anyOf", "type"].contains { schema[$0] != nil }
                #expect(says, "\(place)")
                if schema["type"] == .text("object") {
                    let isOpen = ["properties", "additionalProperties", "minProperties"].contains { schema[$0] != nil }
                    #expect(isOpen && schema["properties"] != .object([:]), "\(place)")
                }
                if case .text(let reference)? = schema["$ref"] {
                    let name = reference.split(separator: "/").last.map(String.init) ?? ""
                    #expect(contract.document["components"]?["schemas"]?[name] != nil, "\(reference)")
                }
            }
            let text = String(decoding: try JSONCoding.encode(contract.document), as: UTF8.self)
            let names = text.matches(of: /"operationId":"([^"]*)"/).map { String($0.output.1) }
            #expect(Set(names).count == names.count && names.contains("get-v1-posts-post"))
        }
    }

    @Test("every limit belongs to a field of a request")
    func bounds() async throws {
        try await House.open { house in
            let schemas = try Contract.of(house.routes).document["components"]?["schemas"]
            for (type, fields) in FieldBounds.table {
                let component = SchemaBook.requestName(of: type)
                for (field, bound) in fields {
                    let schema = try #require(schemas?[component]?["properties"]?[field], "\(component).\(field)")
                    let either: JSON? = if case .list(let some)? = schema["anyOf"] { some.first } else { nil }
                    for (keyword, value) in bound.words {
                        let found = try #require(
                            schema[keyword] ?? either?[keyword], "\(component).\(field): \(keyword)")
                        switch value {
                        // An optional field may be null besides, and lists and objects have keywords of their own.
                        case .object, .list: continue
                        default: #expect(found == value || keyword == "type", "\(component).\(field): \(keyword)")
                        }
                    }
                }
            }
        }
    }

    @Test("every parameter of a query has its words, and every limit and word belongs to a parameter")
    func parameters() async throws {
        try await House.open { house in
            var known: [String: Set<String>] = [:]
            for route in house.routes.entries.compactMap(\.route) {
                let parameters = QueryParameter.all(of: route)
                for parameter in parameters {
                    #expect(!parameter.words.isEmpty, "\(route.path): \(parameter.name)")
                    let isNumber = ["integer", "number"].contains(parameter.schema["type"]?.text)
                    #expect(!isNumber || parameter.schema["maximum"] != nil, "\(route.path): \(parameter.name)")
                }
                let names = Set(parameters.map(\.name))
                #expect(Set(route.query.words.keys).isSubset(of: names), "\(route.path)")
                known["\(route.query)"] = names
                if route.isPaged { known["Paging"] = names }
            }
            for (type, bounds) in FieldBounds.queries {
                #expect(Set(bounds.keys).isSubset(of: known[type] ?? []), "\(type)")
            }
        }
    }

    @Test("an optional field of a request may be null, and an answer omits it")
    func nulls() async throws {
        let book = SchemaBook()
        _ = try book.schema(ofRequest: DraftBody.self)
        let draft = try #require(book.components["DraftRequest"]?["properties"])
        #expect(draft["title"]?["type"] == .texts(["string", "null"]))
        guard case .list(let kinds)? = draft["kind"]?["enum"] else { return #expect(Bool(false)) }
        #expect(kinds.contains(.null))
        _ = try book.schema(of: DraftBody.self)
        #expect(book.components["DraftBody"]?["properties"]?["title"] == .ofType("string"))
        try await House.open { house in
            guard case .object(let fields) = draft else { return }
            let nulls = fields.keys.sorted().map { "\"\($0)\":null" }.joined(separator: ",")
            let post = try await house.local.json("POST", "/v1/posts", "{\(nulls)}")
            #expect(post.status == 201)
            let body = #"{"width":800,"height":600,"scale":null,"keyboard":null,"label":null,"insets":null}"#
            let window = try await house.local.json("POST", "/v1/windows", body)
            #expect(window.status == 201)
        }
    }

    @Test("a time that matches its pattern is parsed, and an invalid one matches no pattern")
    func times() throws {
        let pattern = try #require(Bound.time.words["pattern"]?.text)
        let regex = try Regex(pattern)
        let times = [
            "now", "+2h", "+1d2h", "+90d", "+30m", "2026-12-01", "2028-02-29", "2000-02-29", "2026-12-31 09:00",
            "2026-12-01T09:00:00+01:00", "2027-01-05T09:00-09:30", "2026-12-01 09:00 +23:59", "2026-12-01 09:00Z",
            "2026-12-01 09:00 Europe/Lisbon", "09:00", "today 18:30",
            "monday 09:00", "mon 09:00", "09:00 tomorrow", "09:00:30.25",
            "9:00 PM", "12am", "monday 9am", "2026-12-01 9:05 pm Europe/Lisbon", "in 2 hours", "in 1 day",
        ]
        for time in times {
            #expect(time.wholeMatch(of: regex) != nil, "\(time)")
            #expect(throws: Never.self) { try When(time) }
        }
        // Each sort of clock with each end.
        for clock in ["9am", "12:30 PM", "09:00", "09:00:30.25"] {
            for end in ["", "Z", "+01:00", " Europe/Lisbon", " +01:00", "x"] {
                for start in ["", "2026-12-01 ", "2026-12-01T", "monday "] {
                    let time = start + clock + end
                    let isRead = (try? When(time)) != nil
                    #expect(isRead || time.wholeMatch(of: regex) == nil, "\(time)")
                }
            }
        }
        for none in [
            "", "+", "+h", "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "24:00", "09:60", "then", "0",
            "13 pm", "in 2", "in 2 moons",
        ] {
            #expect(none.wholeMatch(of: regex) == nil, "\(none)")
            #expect(throws: (any Error).self) { try When(none) }
        }
    }

    @Test("the commands of the description are those that the daemon reads, with their fields and words")
    func commands() throws {
        let book = SchemaBook()
        _ = try book.schema(ofRequest: CommandDocument.self)
        let cases = try #require(book.components["PanelCommandRequest"]?["anyOf"]?.elements)
        let words = Set(cases.compactMap { $0.at("properties", "command", "enum")?.elements?.first?.text })
        #expect(words == Set(CommandForm.all.map(\.word)))
        for one in cases {
            let word = try #require(one.at("properties", "command", "enum")?.elements?.first)
            let required = Set(try #require(one["required"]?.elements).compactMap(\.text))
            let properties = try #require(one["properties"]?.fields)
            let least = properties.filter { required.contains($0.key) }.mapValues {
                Bound(words: $0.fields ?? [:]).sample
            }
            let document = least.merging(["command": word]) { one, _ in one }
            #expect(throws: Never.self, "\(document)") { try ArrangementCommand(.object(document)) }
            for (name, schema) in properties where schema["enum"] != nil && name != "command" {
                let wrong = document.merging([name: .text("elsewhere")]) { _, two in two }
                #expect(throws: (any Error).self, "\(wrong)") { try ArrangementCommand(.object(wrong)) }
            }
        }
    }

    @Test("a type's description follows from its decoder: a field that it decodes optionally is optional")
    func reads() throws {
        let book = SchemaBook()
        #expect(try book.schema(of: PageBody<UserBody>.self) == .reference("schemas", "UserBodyPage"))
        let user = try #require(book.components["UserBody"])
        #expect(user["properties"]?["uid"] == .ofType("integer", ["format": .text("int64")]))
        #expect(user["required"] == .texts(["createdAt", "isAdministrator", "name", "posts"]))
        _ = try book.schema(of: WindowBody.self)
        let window = try #require(book.components["WindowBody"])
        let said = JSON.object(["anyOf": .list([.ofType("string"), .ofType("null")])])
        #expect(window["properties"]?["seenAt"] == said)
        guard case .list(let required)? = window["required"] else { return #expect(Bool(false)) }
        #expect(required.contains(.text("seenAt")))
    }
}
