import FoundationEssentials
package import Posts
import SQL

/// A token with which a program acts for a user. Only its hash is stored.
package struct AccessToken: Hashable, Sendable {
    package let name: String
    package let user: UserID
    package let userName: String
    /// Never more than the rights of its user.
    package let scopes: Set<Scope>
    package let createdAt: Instant
    /// nil: it does not expire.
    package let expiresAt: Instant?
    /// To the hour, so that using a token does not cost a write.
    package let lastUsedAt: Instant?

    fileprivate func isGood(at now: Instant) -> Bool { expiresAt.map { now < $0 } ?? true }
}

extension PostStore {
    /// - Parameter hash: SHA-256 of the token, 32 bytes.
    /// - Returns: for a repeated request, the token that it created the first time, with another hash.
    /// - Throws: `nameTaken`, when the user has a token of that name; `noSuchUser`.
    package func addToken(
        named name: String, for user: UserID, hash: [UInt8], scopes: Set<Scope> = .author, expiresAt: Instant? = nil,
        once key: RequestKey? = nil
    ) async throws(StoreError) -> (token: AccessToken, isRepetition: Bool) {
        try await commit { transaction in
            try transaction.once(key, .token) { subject in
                // SQLite may reuse the number of a revoked token.
                let sql = AccessToken.sql + "WHERE token.number = ? AND token.member = ? AND token.name = ?"
                let arguments: [any SQLArgument] = [try subject.number(), user.number, name]
                guard let token = try transaction.db.first(sql, arguments, AccessToken.init(row:)) else {
                    throw StoreError.noSuchToken(name)
                }
                return (token, true)
            } make: {
                let (token, number) = try transaction.addToken(
                    named: name, for: user, hash: hash, scopes: scopes, expiresAt: expiresAt)
                return ((token, false), "\(number)")
            }
        }
    }

    /// The token with this hash; nil when there is none or it has expired.
    package func token(hash: [UInt8]) async throws(StoreError) -> AccessToken? {
        let found = try await read { db in
            try db.first(AccessToken.sql + "WHERE hash = ?", [hash], AccessToken.init(row:))
        }
        guard let found, found.isGood(at: now()) else { return nil }
        guard found.lastUsedAt.map({ now() - $0 >= .hours(1) }) ?? true else { return found }
        let sql = "UPDATE token SET lastUsedAt = ? WHERE hash = ?"
        // A full disk must not refuse the program.
        _ = try? await commit { try $0.db.run(sql, [$0.now.microseconds, hash]) }
        return found
    }

    /// By user and name, expired ones included.
    package func tokens(within scope: AccessScope = .everyone) async throws(StoreError) -> [AccessToken] {
        let sql = AccessToken.sql + "WHERE ?1 IS NULL OR token.member = ?1 ORDER BY member.name, token.name"
        return try await read { try $0.all(sql, [scope.owner], AccessToken.init(row:)) }
    }

    /// - Throws: `noSuchToken`; `nameTaken`, when the user has another token of the new name.
    package func renameToken(
        named name: String, of user: UserID, to new: String
    ) async throws(StoreError) -> AccessToken {
        try await commit { transaction in
            let db = transaction.db
            if new != name, try db.has("SELECT 1 FROM token WHERE name = ? AND member = ?", [new, user.number]) {
                throw StoreError.nameTaken(new)
            }
            let count = try db.run("UPDATE token SET name = ? WHERE name = ? AND member = ?", [new, name, user.number])
            let sql = AccessToken.sql + "WHERE token.name = ? AND token.member = ?"
            let arguments: [any SQLArgument] = [new, user.number]
            guard count > 0, let token = try db.first(sql, arguments, AccessToken.init(row:)) else {
                throw StoreError.noSuchToken(name)
            }
            return token
        }
    }

    /// - Throws: `noSuchToken`
    package func revokeToken(named name: String, of user: UserID) async throws(StoreError) {
        try await commit { transaction in
            let sql = "DELETE FROM token WHERE name = ? AND member = ?"
            guard try transaction.db.run(sql, [name, user.number]) > 0 else { throw StoreError.noSuchToken(name) }
        }
    }
}

extension WriteTransaction {
    fileprivate func addToken(
        named name: String, for user: UserID, hash: [UInt8], scopes: Set<Scope>, expiresAt: Instant?
    ) throws -> (token: AccessToken, number: Int64) {
        if try db.has("SELECT 1 FROM token WHERE name = ? AND member = ?", [name, user.number]) {
            throw StoreError.nameTaken(name)
        }
        let insertion = """
            INSERT INTO token (name, member, hash, scopes, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?, ?)
            RETURNING number
            """
        let values: [any SQLArgument] = [
            name, user.number, hash, scopes.words.joined(separator: " "), now.microseconds,
            expiresAt?.microseconds,
        ]
        let number: Int64 = try db.written(insertion, values) { try $0.columns(of: "token")["number"] }
        let sql = AccessToken.sql + "WHERE hash = ?"
        guard let token = try db.first(sql, [hash], AccessToken.init(row:)) else {
            throw StoreError.noSuchUser("\(user.number)")
        }
        return (token, number)
    }
}

extension AccessToken {
    fileprivate static let sql = """
        SELECT token.name, token.member, member.name AS userName, scopes, member.isAdministrator, token.createdAt,
          expiresAt, lastUsedAt
        FROM token JOIN member ON member.number = token.member AND member.removedAt IS NULL
        """ + " "

    fileprivate init(row: any Row) throws {
        let (token, user) = (row.columns(of: "token"), row.columns(of: "member"))
        var scopes = (try token["scopes"] as StoredScopes).scopes
        if try !(user["isAdministrator"] as Bool) { scopes.remove(.admin) }
        self.init(
            name: try token["name"], user: try token["member"], userName: try user["name", as: "userName"],
            scopes: scopes, createdAt: try token["createdAt"], expiresAt: try token["expiresAt"],
            lastUsedAt: try token["lastUsedAt"])
    }
}
