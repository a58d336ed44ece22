import FoundationEssentials
import GRDB
package import Posts

/// The right to speak for a user. Of the token itself only a hash is kept.
package struct AccessToken: Hashable, Sendable {
    package let name: String
    package let user: UserID
    package let userName: String
    /// What it may do; never more than its user.
    package let scopes: Set<Scope>
    package let createdAt: Instant
    /// From then on it opens nothing.
    package let expiresAt: Instant?
    /// To the hour, so that using a token does not cost a write.
    package let lastUsedAt: Instant?

    package func isGood(at now: Instant) -> Bool { expiresAt.map { now < $0 } ?? true }
}

extension PostStore {
    /// - Parameter hash: SHA-256 of the token, 32 bytes.
    /// - Returns: for a request that came before, the token that was made then, which has another hash.
    /// - Throws: `nameTaken`, when the user has a token of that name; `noSuchUser`.
    package func addToken(
        named name: String, for user: UserID, hash: [UInt8], scopes: Set<Scope> = .author, expiresAt: Instant? = nil,
        once key: RequestKey? = nil
    ) async throws(StoreError) -> (token: AccessToken, isRepetition: Bool) {
        let made = try await commit { transaction in
            try transaction.once(key, .token) { number in
                // SQLite gives the number of a revoked token to another one.
                let sql = AccessToken.sql + "WHERE token.number = ? AND token.user = ? AND token.name = ?"
                guard let row = try transaction.db.row(sql, [Int64(number), user.number, name]) else {
                    throw StoreError.noSuchToken(name)
                }
                return AccessToken(row)
            } make: {
                let token = try transaction.addToken(
                    named: name, for: user, hash: hash, scopes: scopes, expiresAt: expiresAt)
                return (token, "\(transaction.db.lastInsertedRowID)")
            }
        }
        return (made.thing, made.isRepetition)
    }

    /// The token with this hash; nil when there is none, or no more.
    package func token(hash: [UInt8]) async throws(StoreError) -> AccessToken? {
        let found = try await read { db in
            try db.row(AccessToken.sql + "WHERE hash = ?", [Data(hash)]).map(AccessToken.init)
        }
        guard let found, found.isGood(at: now()) else { return nil }
        guard found.lastUsedAt.map({ now() - $0 >= .hours(1) }) ?? true else { return found }
        let sql = "UPDATE token SET lastUsedAt = ? WHERE hash = ?"
        try await commit { try $0.db.run(sql, [$0.now.microseconds, Data(hash)]) }
        return found
    }

    /// By user and name; those that have expired too.
    package func tokens(within scope: AccessScope = .everyone) async throws(StoreError) -> [AccessToken] {
        let sql = AccessToken.sql + "WHERE ?1 IS NULL OR token.user = ?1 ORDER BY user.name, token.name"
        return try await read { try $0.rows(sql, [scope.owner]).map(AccessToken.init) }
    }

    /// - Throws: `noSuchToken`
    package func revokeToken(named name: String, of user: UserID) async throws(StoreError) {
        try await commit { transaction in
            try transaction.db.run("DELETE FROM token WHERE name = ? AND user = ?", [name, user.number])
            guard transaction.db.changesCount > 0 else { throw StoreError.noSuchToken(name) }
        }
    }
}

extension WriteTransaction {
    fileprivate func addToken(
        named name: String, for user: UserID, hash: [UInt8], scopes: Set<Scope>, expiresAt: Instant?
    ) throws -> AccessToken {
        if try db.integer("SELECT 1 FROM token WHERE name = ? AND user = ?", [name, user.number]) != nil {
            throw StoreError.nameTaken(name)
        }
        try db.run(
            "INSERT INTO token (name, user, hash, scopes, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)",
            [
                name, user.number, Data(hash), scopes.words.joined(separator: " "), now.microseconds,
                expiresAt?.microseconds,
            ])
        guard let row = try db.row(AccessToken.sql + "WHERE hash = ?", [Data(hash)]) else {
            throw StoreError.noSuchUser("\(user.number)")
        }
        return AccessToken(row)
    }
}

extension AccessToken {
    fileprivate static let sql = """
        SELECT token.name, token.user, user.name, scopes, user.isAdministrator, token.createdAt, expiresAt, lastUsedAt
        FROM token JOIN user ON user.number = token.user AND user.removedAt IS NULL
        """ + " "

    fileprivate init(_ row: Row) {
        var scopes = Set((row[3] as String).split(separator: " ").compactMap { Scope(rawValue: String($0)) })
        if !(row[4] as Bool) { scopes.remove(.admin) }
        self.init(
            name: row[0], user: UserID(row[1]), userName: row[2], scopes: scopes,
            createdAt: Instant(microseconds: row[5]), expiresAt: row.instant(6), lastUsedAt: row.instant(7))
    }
}
