import Foundation
import HTTPTypes
import JSONTree
import Posts
import Wire

@testable import Server

/// One route, to be called by callers without the right to.
struct Crossing: CustomStringConvertible {
    let method: String
    let path: String
    let access: Access
    /// The JSON body for the route.
    let body: String
    var description: String { "\(method) \(path)" }

    static func routes(of book: RouteTable) -> [Crossing] {
        book.entries.map { entry in
            Crossing(
                method: entry.method.rawValue, path: entry.path, access: entry.access,
                // The sample is the kind of a drag, which no post has.
                body: body(
                    of: fields(of: entry.route).subtracting(entry.path.hasPrefix("/v1/posts") ? ["kind"] : [])))
        }
    }

    /// All samples if the route does not describe its fields.
    private static func fields(of route: Route?) -> Set<String> {
        let book = SchemaBook()
        guard let body = route?.requestBody?.type, let found = try? book.schema(ofRequest: body),
            case .object(let reference) = found,
            case .text(let name) = reference["$ref"],
            case .object(let schema) = book.components[name.components(separatedBy: "/").last ?? ""],
            case .object(let fields) = schema["properties"]
        else { return Set(samples.keys) }
        return Set(fields.keys)
    }

    private static func body(of fields: Set<String>) -> String {
        "{" + samples.filter { fields.contains($0.key) }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
            + "}"
    }

    /// Whether its path names a thing that belongs to one user.
    var isPrivate: Bool {
        path.split(separator: "/").contains { $0.hasPrefix(":") && !Belongings.shared.contains(String($0)) }
            && !access.isOpen
    }

    /// Whether it lists things.
    var isList: Bool { method == "GET" && path.hasPrefix("/v1/") && !path.contains(":") && path != "/v1/events" }

    /// An arrangement belongs to the user who names it, and writing creates it.
    var makesItsOwn: Bool {
        [
            "PUT /v1/arrangements/:name", "PUT /v1/snippets/:snippet", "PUT /v1/searches/:search",
            "PUT /v1/keys/:command",
        ].contains(description)
    }

    struct Answer: Equatable {
        let status: Int
        /// The problem's type.
        let problem: String?
        let text: String
        var isUnknown: Bool { ["token-missing", "token-unknown", "signed-out"].contains(problem) }

        /// The detail contains the requested name.
        static func == (one: Answer, other: Answer) -> Bool {
            one.status == other.status && one.problem == other.problem
        }
    }

    func send(as caller: Caller, at things: Belongings) async throws -> Answer {
        let address = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part == "**" ? "index.html" : part.hasPrefix(":") ? things.named[String(part)] ?? "nothing" : String(part)
        }.joined(separator: "/")
        // A stream never ends: for an authorised caller its beginning is enough.
        if path == "/v1/events" {
            let text = try await caller.events(address, headers: ["Connection": "close"]) { !$0.isEmpty }
            return Answer(status: 0, problem: ["token-missing", "scope-missing"].first { text.contains($0) }, text: "")
        }
        let isRead = method == "GET" || method == "HEAD"
        let headers = ["If-Match": path.contains("arrangements") ? "\"1\"" : "*"]
        let answer = try await caller.json(method, address, isRead ? "" : body, headers: headers)
        let problem = try? answer.json(ProblemBody.self).word
        return Answer(status: answer.status, problem: problem, text: answer.text)
    }

    /// A JSON sample for every required field of any route.
    private static let samples = [
        "width": "800", "height": "600", "label": #""x""#, "command": #""reset""#, "kind": #""move""#,
        "panel": #""posts""#, "drag": #""d-1""#, "name": #""x""#, "pointer": #"{"x":1,"y":1}"#, "body": #""x""#,
        "format": #""markdown""#, "items": "[]",
    ]
}

extension Access {
    /// For anonymous callers.
    var isOpen: Bool { self == .everyone || self == .visitors }

    /// For a token with only this scope.
    func isOpen(to scope: Scope) -> Bool { isOpen(to: [scope]) }

    func isOpen(to scopes: Set<Scope>) -> Bool {
        switch self {
        case .everyone, .everyoneHere, .visitors, .known: true
        case .scope(let scope): scopes.contains(scope)
        case .inPerson, .monitors: scopes.contains(.admin)
        }
    }
}

/// A value for each parameter of a path.
struct Belongings: Sendable {
    let named: [String: String]
    /// Words that other users' lists must not contain.
    let words: [String]

    /// Parameters that all users share, or that only administrators can use.
    static let shared: Set<String> = [":target", ":user", ":key", ":revision", ":number"]

    /// Nothing of the kind exists, except what all users share.
    static let none = Belongings(
        named: [
            ":post": "zzzzzzzzzzzz", ":delivery": "999", ":window": "w-zzzzzzzzzzzz", ":name": "nothing",
            ":session": "999", ":token": "nothing", ":target": "hook", ":revision": "1",
            ":number": "999",
            ":media": "0000000000000000", ":snippet": "nothing", ":search": "nothing", ":command": "nothing",
        ], words: [])

    private init(named: [String: String], words: [String]) {
        self.named = named
        self.words = words
    }

    /// One of each thing, owned by Ada.
    init(of house: House) async throws {
        let post = try await house.write("Ada's own", "Words of Ada's.")
        let published = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication").json(PublishedBody.self)
        _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"rehearse":true}"#)
        let window = try await house.window()
        _ = try await house.command(#"{"command":"saveAs","name":"Adas desk"}"#, in: window.id)
        _ = try await house.browser()
        let sessions = try await house.local.send("GET", "/v1/sessions").json(PageBody<SessionBody>.self).items
        let picture = try await house.web.send(
            "POST", "/v1/media?name=adas.png", headers: [:], bytes: MediaRouteTests.png(), host: "(own)"
        ).json(MediaBody.self)
        for (path, text) in [
            ("snippets/ending", "Yours, and Adas snippet"), ("searches/Adas%20folder", "Adas search"),
            ("keys/text.bold", "Mod+Alt+Shift+B"),
        ] {
            _ = try await house.web.json("PUT", "/v1/\(path)", #"{"text":"\#(text)"}"#)
        }
        named = [
            ":snippet": "ending", ":search": "Adas%20folder", ":command": "text.bold", ":post": post.id,
            ":delivery": "\(published.deliveries.first?.id ?? 0)",
            ":window": window.id,
            ":name": "Adas%20desk", ":session": "\(sessions.first?.id ?? 0)", ":token": "test", ":target": "hook",
            ":revision": "1", ":media": picture.id,
        ]
        words = [
            picture.id, "adas.png", post.id, "Ada's own", "Words of Ada", window.id, "Adas desk", "Adas snippet",
            "Adas folder", "Adas search", "Mod+Alt+Shift+B", "Firefox",
        ]
    }

    /// Everything that Ada sees of them.
    func state(in house: House) async throws -> [String] {
        var state: [String] = []
        for path in [
            "posts", "posts/\(named[":post"] ?? "")", "deliveries", "windows", "arrangements", "rehearsal", "media",
            "snippets", "searches", "keys",
        ] {
            state.append(try await house.web.send("GET", "/v1/\(path)").text)
        }
        for path in ["sessions", "tokens"] {
            let text = try await house.local.send("GET", "/v1/\(path)").text
            // The time of a token's last use does not depend on its owner alone.
            state.append(text.replacing(/"lastUsedAt":"[^"]*",?/, with: ""))
        }
        return state
    }
}
