import Digests
import FoundationEssentials
package import Posts
import SQL

/// A browser in which a user has signed in. Only a hash of its cookie is stored.
package struct Session: Hashable, Sendable {
    package let number: Int64
    package let user: UserID
    package let userName: String
    /// The browser's name, shortened.
    package let label: String
    package let createdAt: Instant
    /// To the hour, so that using a session does not cost a write.
    package let lastSeenAt: Instant

    /// An unused session ends after this.
    package static let idleMax = Span.days(30)
    /// Every session ends after this.
    package static let ageMax = Span.days(180)

    fileprivate func isOver(at instant: Instant) -> Bool {
        instant - lastSeenAt >= Session.idleMax || instant - createdAt >= Session.ageMax
    }
}

extension PostStore {
    /// How long a sign-in key is valid.
    package static let signInKeyKept = Span.minutes(5)
    /// How long an invitation, which has to be passed on first, is valid.
    package static let invitationKept = Span.days(1)

    /// - Parameters:
    ///   - hash: SHA-256 of the key, 32 bytes.
    ///   - kept: how long it is valid.
    ///   - request: a repeated request replaces its key by this one: the first key, whose answer was lost, is not
    ///     stored. The new one expires when the first would have.
    /// - Returns: when it expires.
    /// - Throws: `refused`, when the request is a repetition and its key was used or has expired.
    package func addSignInKey(
        hash: [UInt8], for user: UserID, kept: Span = signInKeyKept, once request: RequestKey? = nil
    ) async throws(StoreError) -> Instant {
        try await commit { transaction in
            try transaction.db.tell("DELETE FROM signInKey WHERE expiresAt <= ?", [transaction.now.microseconds])
            return try transaction.once(request, .signIn) { subject in
                let expiresAt = try transaction.replaceSignInKey(subject.text, by: hash)
                if let request { try transaction.move(request, to: hash.hexadecimal.uppercased()) }
                return expiresAt
            } make: {
                let expiresAt = transaction.now + kept
                try transaction.db.tell(
                    "INSERT INTO signInKey (hash, member, expiresAt) VALUES (?, ?, ?)",
                    [hash, user.number, expiresAt.microseconds])
                return (expiresAt, hash.hexadecimal.uppercased())
            }
        }
    }

    /// Uses up a key and opens a session for it.
    /// - Parameters:
    ///   - hash: SHA-256 of the cookie that the browser will send, 32 bytes.
    ///   - label: 1 to 100 characters.
    ///   - former: the number of the browser's former session, which ends.
    /// - Returns: nil when there is no such key or it has expired; then the former session continues.
    package func openSession(
        key: [UInt8], hash: [UInt8], label: String, insteadOf former: Int64? = nil
    ) async throws(StoreError) -> Session? {
        // A client that guesses keys must cause no writes.
        let isKnown = try await read { try $0.has("SELECT 1 FROM signInKey WHERE hash = ?", [key]) }
        guard isKnown else { return nil }
        return try await commit { transaction in
            let now = transaction.now
            let sql = "SELECT member, expiresAt FROM signInKey WHERE hash = ?"
            let found = try transaction.db.first(sql, [key]) { row -> (user: UserID, expiresAt: Instant) in
                let key = row.columns(of: "signInKey")
                return (try key["member"], try key["expiresAt"])
            }
            try transaction.db.tell("DELETE FROM signInKey WHERE hash = ?", [key])
            guard let found, found.expiresAt > now else { return nil }
            let user = try transaction.db.user(found.user)
            if let former { try transaction.db.tell("DELETE FROM session WHERE number = ?", [former]) }
            let insertion = """
                INSERT INTO session (member, hash, label, createdAt, lastSeenAt) VALUES (?, ?, ?, ?, ?) RETURNING number
                """
            let values: [any SQLArgument] = [
                user.id.number, hash, label, now.microseconds, now.microseconds,
            ]
            let number: Int64 = try transaction.db.written(insertion, values) { row in
                try row.columns(of: "session")["number"]
            }
            return Session(
                number: number, user: user.id, userName: user.name, label: label, createdAt: now, lastSeenAt: now)
        }
    }

    /// The session with this hash; nil when there is none or it has ended.
    package func session(hash: [UInt8]) async throws(StoreError) -> Session? {
        let found = try await read { db in
            try db.first(Session.sql + "WHERE hash = ?", [hash], Session.init(row:))
        }
        let at = now()
        guard let found, !found.isOver(at: at) else { return nil }
        guard at - found.lastSeenAt >= .hours(1) else { return found }
        let sql = "UPDATE session SET lastSeenAt = ? WHERE number = ?"
        // A full disk must not sign the user out.
        _ = try? await commit { try $0.db.run(sql, [$0.now.microseconds, found.number]) }
        return found
    }

    /// The newest first.
    /// - Throws: `badCursor`
    package func sessions(
        of user: UserID, after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<Session> {
        let (at, room, list) = (now(), room(limit), "sessions \(user.number)")
        let bounds: [any SQLArgument] = [
            user.number, try cursor?.position(in: list).0 ?? Int64.max, (at - Session.idleMax).microseconds,
            (at - Session.ageMax).microseconds,
        ]
        return try await read { db in
            try db.page(Session.pageSQL, bounds, room, weighing: { $0.weight }, Session.init(row:)) {
                Cursor($0.number, list: list)
            }
        }
    }

    /// - Throws: `noSuchSession`
    package func endSession(_ number: Int64, within scope: AccessScope) async throws(StoreError) {
        try await commit { transaction in
            let sql = "DELETE FROM session WHERE number = ?1 AND (?2 IS NULL OR member = ?2)"
            guard try transaction.db.run(sql, [number, scope.owner]) > 0 else { throw StoreError.noSuchSession(number) }
        }
    }

    /// Deletes ended sessions and expired keys. Those from a clock that was ahead begin now: they would otherwise last
    /// longer by its lead.
    func forgetSessions() async throws(StoreError) {
        let at = now()
        let (oldest, oldestMade) = ((at - Session.idleMax).microseconds, (at - Session.ageMax).microseconds)
        let latest = at + ClockTrust.tolerance
        let latestExpiry = at + PostStore.invitationKept
        try await commit { transaction in
            for column in ["createdAt", "lastSeenAt"] {
                try transaction.db.tell(
                    "UPDATE session SET \(column) = ? WHERE \(column) > ?", [at.microseconds, latest.microseconds])
            }
            try transaction.db.tell(
                "UPDATE signInKey SET expiresAt = ?1 WHERE expiresAt > ?1", [latestExpiry.microseconds])
            try transaction.db.tell("DELETE FROM signInKey WHERE expiresAt <= ?", [at.microseconds])
            try transaction.db.tell(
                "DELETE FROM session WHERE lastSeenAt <= ? OR createdAt <= ?", [oldest, oldestMade])
        }
    }
}

extension WriteTransaction {
    /// - Parameter digits: of the stored hash, as SQLite's `hex` writes them.
    fileprivate func replaceSignInKey(_ digits: String, by hash: [UInt8]) throws -> Instant {
        let sql = "UPDATE signInKey SET hash = ? WHERE hex(hash) = ? RETURNING expiresAt"
        guard let expiresAt: Instant = try db.value("expiresAt", of: "signInKey", sql, [hash, digits]) else {
            throw StoreError.refused(
                "The link that this idempotency key made was used, or is too old. Ask for another with a new key.")
        }
        return expiresAt
    }
}

extension Session {
    fileprivate static let sql =
        "SELECT session.number, session.member, name, label, session.createdAt, lastSeenAt "
        + "FROM session JOIN member ON member.number = session.member "

    /// Arguments: the user, the number of the session before, the instants after which one was last seen and made, and the
    /// limit.
    static let pageSQL =
        sql + """
            WHERE session.member = ? AND session.number < ? AND lastSeenAt > ? AND session.createdAt > ?
            ORDER BY session.number DESC LIMIT ?
            """

    /// In bytes, roughly.
    fileprivate var weight: Int { 200 + label.utf8.count }

    fileprivate init(row: any Row) throws {
        let session = row.columns(of: "session")
        self.init(
            number: try session["number"], user: try session["member"], userName: try row.columns(of: "member")["name"],
            label: try session["label"], createdAt: try session["createdAt"], lastSeenAt: try session["lastSeenAt"])
    }
}
