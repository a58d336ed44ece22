import Foundation
import HTTPTypes
import Panels
import Posts
import Testing
import Wire

@testable import Server

@Suite(.timeLimit(.minutes(2))) struct DescriptionTests {
    @Test("the OpenAPI document has every route of the API and none more, each with its answers")
    func routes() async throws {
        try await House.open { house in
            let answer = try await house.stranger.send("GET", "/v1/openapi.json")
            #expect(answer.status == 200 && answer.header("Content-Type") == "application/json")
            let document = try answer.json(PanelDocument.self)
            #expect(document["openapi"] == .text("3.1.0"))
            guard case .object(let paths)? = document["paths"] else { return #expect(Bool(false)) }
            let described = paths.flatMap { path, operations -> [String] in
                guard case .object(let operations) = operations else { return [] }
                return operations.keys.map { "\($0) \(path)" }
            }
            let wanted = house.routes.entries.filter { $0.path.hasPrefix("/v1/") || $0.description != nil }
                .map { "\($0.method.rawValue.lowercased()) \(OpenAPIDocument.path($0.path))" }
            #expect(described.sorted() == wanted.sorted())
            #expect(described.contains("get /healthz") && !described.contains { $0.contains("composer") })
            let tag = try #require(answer.header("ETag"))
            let again = try await house.stranger.send("GET", "/v1/openapi.json", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
        }
    }

    @Test("no schema is empty, every reference leads somewhere, and no name of an operation comes twice")
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
            let text = String(decoding: try WireJSON.encode(contract.document), as: UTF8.self)
            let names = text.matches(of: /"operationId":"([^"]*)"/).map { String($0.output.1) }
            #expect(Set(names).count == names.count && names.contains("get-v1-posts-post"))
        }
    }

    @Test("every bound is of a field that a request has")
    func bounds() async throws {
        try await House.open { house in
            let schemas = try Contract.of(house.routes).document["components"]?["schemas"]
            for (component, fields) in FieldBounds.table {
                for (field, bound) in fields {
                    let schema = try #require(schemas?[component]?["properties"]?[field], "\(component).\(field)")
                    #expect(bound.words.keys.allSatisfy { schema[$0] != nil }, "\(component).\(field)")
                }
            }
        }
    }

    @Test("a type is described as it reads: what it asks whether it is there need not be")
    func reads() throws {
        let book = SchemaBook()
        #expect(try book.schema(of: PageBody<UserBody>.self) == .reference("schemas", "UserBodyPage"))
        let user = try #require(book.components["UserBody"])
        #expect(user["properties"]?["uid"] == .ofType("integer", ["format": .text("int64")]))
        #expect(user["required"] == .texts(["createdAt", "isAdministrator", "name", "posts"]))
        _ = try book.schema(of: WindowBody.self)
        let window = try #require(book.components["WindowBody"])
        let said = PanelDocument.object(["anyOf": .list([.ofType("string"), .ofType("null")])])
        #expect(window["properties"]?["seenAt"] == said)
        guard case .list(let required)? = window["required"] else { return #expect(Bool(false)) }
        #expect(required.contains(.text("seenAt")))
    }
}
