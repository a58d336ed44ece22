import PostStore
import Posts
import Wire

@testable import Server

/// Shared helpers of the panel tests.
extension House {
    func window(_ width: Int = 1366, _ height: Int = 1024) async throws -> WindowBody {
        try await web.json("POST", "/v1/windows", #"{"label":"Test","width":\#(width),"height":\#(height)}"#)
            .json(WindowBody.self)
    }

    func command(_ body: String, in window: String, by caller: Caller? = nil) async throws -> Caller.Answer {
        try await (caller ?? web).json("POST", "/v1/windows/\(window)/commands", body)
    }

    func place(of panel: String, in window: String) async throws -> String? {
        try await web.send("GET", "/v1/windows/\(window)").json(WindowBody.self).panels.first { $0.id == panel }?.place
    }

    /// Another user, on the TCP port with a token of their own.
    func other(named name: String) async throws -> Caller {
        let user = try await store.addUser(named: name)
        return try await caller(as: user.id, named: name, .author)
    }

    /// On the TCP port with a new token of that name.
    func caller(as user: UserID, named name: String, _ scopes: Set<Scope>) async throws -> Caller {
        let token = "galley_token-of-\(name)"
        _ = try await store.addToken(named: name, for: user, hash: Secrets.hash(token), scopes: scopes)
        return Caller(place: .port(port), headers: ["Authorization": "Bearer \(token)"], contract: web.contract)
    }
}
