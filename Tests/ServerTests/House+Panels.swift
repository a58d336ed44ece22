import Foundation
import GRDB
import PostStore
import Posts
import Wire

@testable import Server

/// What the tests of panels ask for again and again.
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

    /// Another user, at the TCP port with a token of their own.
    func other(named name: String) async throws -> Caller {
        let file = try DatabaseQueue(path: folder.appending(path: "galley.db").path())
        let number = try await file.write { db in
            try db.execute(sql: "INSERT INTO user (name, createdAt) VALUES (?, 1)", arguments: [name])
            return db.lastInsertedRowID
        }
        try file.close()
        let token = "galley_token-of-\(name)"
        _ = try await store.addToken(named: name, for: UserID(number), hash: TokenBook.hash(token))
        return Caller(place: .port(port), headers: ["Authorization": "Bearer \(token)"])
    }
}
