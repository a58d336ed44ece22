package import Posts
import SQL

extension PostStore {
    /// By name.
    package func texts(_ kind: NamedText.Kind, of user: UserID) async throws(StoreError) -> [NamedText] {
        try await read { try $0.texts(kind, of: user) }
    }

    /// Adds a text, or replaces the one of that kind and name.
    /// - Throws: `refused`, when the user has too many of the kind.
    package func saveText(_ text: NamedText, for user: UserID) async throws(StoreError) {
        try await commit { transaction in
            let others = try transaction.db.texts(text.kind, of: user).filter { $0.name != text.name }
            guard others.count < NamedText.countMax else {
                throw StoreError.refused(NamedTextError.tooMany(text.kind).description)
            }
            let sql = """
                INSERT INTO namedText (member, kind, name, text) VALUES (?, ?, ?, ?)
                ON CONFLICT (member, kind, name) DO UPDATE SET text = excluded.text
                """
            try transaction.db.tell(sql, [user.number, text.kind.rawValue, text.name, text.text])
            try transaction.announce(.preferencesChanged, "\(user.number)", to: user)
        }
    }

    /// - Returns: whether there was one of that name.
    package func removeText(
        _ kind: NamedText.Kind, named name: String, of user: UserID
    ) async throws(StoreError) -> Bool {
        try await commit { transaction in
            let condition = "FROM namedText WHERE member = ? AND kind = ? AND name = ?"
            let which: [any SQLArgument] = [user.number, kind.rawValue, name]
            guard try transaction.db.has("SELECT 1 \(condition)", which) else { return false }
            try transaction.db.tell("DELETE \(condition)", which)
            try transaction.announce(.preferencesChanged, "\(user.number)", to: user)
            return true
        }
    }
}

extension Database {
    fileprivate func texts(_ kind: NamedText.Kind, of user: UserID) throws -> [NamedText] {
        let sql = "SELECT name, text FROM namedText WHERE member = ? AND kind = ? ORDER BY name"
        return try all(sql, [user.number, kind.rawValue]) { row in
            let columns = row.columns(of: "namedText")
            return NamedText(kept: kind, name: try columns["name"], text: try columns["text"])
        }
    }
}
