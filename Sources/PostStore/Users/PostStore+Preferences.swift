package import Posts
import SQL

extension PostStore {
    package func preferences(of user: UserID) async throws(StoreError) -> Preferences {
        try await read { try $0.preferences(of: user) }
    }

    /// Changes some preferences of a user, and keeps the others.
    /// - Returns: all of them.
    /// - Throws: `refused`, when one of `choices` does not exist.
    package func choose(_ choices: [String: String], for user: UserID) async throws(StoreError) -> Preferences {
        try await commit { transaction in
            let before = try transaction.db.preferences(of: user)
            var preferences = before
            for (name, value) in choices {
                do throws(PreferenceError) { try preferences.choose(name, value) } catch {
                    throw StoreError.refused(error.description)
                }
            }
            guard preferences != before else { return before }
            try transaction.db.tell("DELETE FROM preference WHERE member = ?", [user.number])
            for (name, value) in preferences.chosen {
                try transaction.db.tell(
                    "INSERT INTO preference (member, name, choice) VALUES (?, ?, ?)", [user.number, name, value])
            }
            try transaction.announce(.preferencesChanged, "\(user.number)", to: user)
            return preferences
        }
    }
}

extension Database {
    fileprivate func preferences(of user: UserID) throws -> Preferences {
        let rows = try all("SELECT name, choice FROM preference WHERE member = ?", [user.number]) { row in
            let columns = row.columns(of: "preference")
            return (try columns["name"] as String, try columns["choice"] as String)
        }
        return Preferences(stored: Dictionary(rows) { first, _ in first })
    }
}
