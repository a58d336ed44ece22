import FoundationEssentials
import GRDB
package import Posts

package struct User: Hashable, Sendable {
    package let id: UserID
    package let name: String
    package let createdAt: Instant
}

/// The right to speak for a user. Of the token itself only a hash is kept.
package struct AccessToken: Hashable, Sendable {
    package let name: String
    package let user: UserID
    package let createdAt: Instant
    /// To the hour, so that using a token does not cost a write.
    package let lastUsedAt: Instant?
}

extension PostStore {
    /// The first user, who is made under `name` when there is none.
    package func firstUser(named name: String) async throws(StoreError) -> User {
        try await commit { change in
            if let row = try change.db.row(User.sql + "ORDER BY number LIMIT 1") { return User(row) }
            try change.db.run("INSERT INTO user (name, createdAt) VALUES (?, ?)", [name, change.now.microseconds])
            return User(id: UserID(change.db.lastInsertedRowID), name: name, createdAt: change.now)
        }
    }

    /// - Throws: `noSuchUser`
    package func user(_ id: UserID) async throws(StoreError) -> User {
        try await read { db in
            guard let row = try db.row(User.sql + "WHERE number = ?", [id.number]) else {
                throw StoreError.noSuchUser("\(id.number)")
            }
            return User(row)
        }
    }

    /// - Parameter hash: SHA-256 of the token, 32 bytes.
    /// - Throws: `nameTaken`
    package func addToken(named name: String, for user: UserID, hash: [UInt8]) async throws(StoreError) -> AccessToken {
        try await commit { change in
            if try change.db.integer("SELECT 1 FROM token WHERE name = ?", [name]) != nil {
                throw StoreError.nameTaken(name)
            }
            try change.db.run(
                "INSERT INTO token (name, user, hash, createdAt) VALUES (?, ?, ?, ?)",
                [name, user.number, Data(hash), change.now.microseconds])
            return AccessToken(name: name, user: user, createdAt: change.now, lastUsedAt: nil)
        }
    }

    /// The token with this hash; nil when there is none, or no more.
    package func token(hash: [UInt8]) async throws(StoreError) -> AccessToken? {
        let found = try await read { db in
            try db.row(AccessToken.sql + "WHERE hash = ?", [Data(hash)]).map(AccessToken.init)
        }
        guard let found, found.lastUsedAt.map({ now() - $0 >= .hours(1) }) ?? true else { return found }
        let sql = "UPDATE token SET lastUsedAt = ? WHERE hash = ?"
        try await commit { try $0.db.run(sql, [$0.now.microseconds, Data(hash)]) }
        return found
    }

    /// By name.
    package func tokens() async throws(StoreError) -> [AccessToken] {
        try await read { try $0.rows(AccessToken.sql + "ORDER BY name").map(AccessToken.init) }
    }

    /// - Throws: `noSuchToken`
    package func revokeToken(named name: String) async throws(StoreError) {
        try await commit { change in
            try change.db.run("DELETE FROM token WHERE name = ?", [name])
            guard change.db.changesCount > 0 else { throw StoreError.noSuchToken(name) }
        }
    }
}

extension User {
    fileprivate static let sql = "SELECT number, name, createdAt FROM user "

    fileprivate init(_ row: Row) {
        self.init(id: UserID(row[0]), name: row[1], createdAt: Instant(microseconds: row[2]))
    }
}

extension AccessToken {
    fileprivate static let sql = "SELECT name, user, createdAt, lastUsedAt FROM token "

    fileprivate init(_ row: Row) {
        self.init(
            name: row[0], user: UserID(row[1]), createdAt: Instant(microseconds: row[2]), lastUsedAt: row.instant(3))
    }
}
