import GRDB
package import Posts

extension PostStore {
    /// By name.
    package func snippets(of user: UserID) async throws(StoreError) -> [Snippet] {
        try await read { try $0.snippets(of: user) }
    }

    /// Adds a snippet, or gives the one of that name another text.
    /// - Throws: `refused`, when the user has too many.
    package func keep(_ snippet: Snippet, for user: UserID) async throws(StoreError) {
        try await commit { transaction in
            let others = try transaction.db.snippets(of: user).filter { $0.name != snippet.name }
            guard others.count < Snippet.countMax else {
                throw StoreError.refused(SnippetError.tooMany.description)
            }
            try transaction.db.run(
                "INSERT INTO snippet (user, name, text) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET text = ?3",
                [user.number, snippet.name, snippet.text])
            try transaction.announce(.preferencesChanged, "\(user.number)", to: user)
        }
    }

    /// - Returns: whether there was one of that name.
    package func removeSnippet(named name: String, of user: UserID) async throws(StoreError) -> Bool {
        try await commit { transaction in
            let condition = "FROM snippet WHERE user = ? AND name = ?"
            guard try transaction.db.has("SELECT 1 \(condition)", [user.number, name]) else { return false }
            try transaction.db.run("DELETE \(condition)", [user.number, name])
            try transaction.announce(.preferencesChanged, "\(user.number)", to: user)
            return true
        }
    }
}

extension Database {
    fileprivate func snippets(of user: UserID) throws -> [Snippet] {
        try all("SELECT name, text FROM snippet WHERE user = ? ORDER BY name", [user.number]) { row in
            let columns = row.columns(of: "snippet")
            let (name, text): (String, String) = (try columns["name"], try columns["text"])
            do throws(SnippetError) { return try Snippet(name: name, text: text) } catch {
                throw columns.bad(error.isOfName ? "name" : "text", error.description)
            }
        }
    }
}
