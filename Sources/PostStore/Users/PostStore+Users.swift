import FoundationEssentials
package import Posts
import SQL

package struct User: Hashable, Sendable {
    package let id: UserID
    package let name: String
    /// The user's id in the operating system; nil for a user who has none.
    package let uid: UInt32?
    package let isAdministrator: Bool
    package let createdAt: Instant
}

/// The result of removing a user.
package struct RemovedUser: Hashable, Sendable {
    package let user: User
    package let posts: Int
    /// The new owner of the posts; nil when there were none.
    package let heir: User?
}

extension PostStore {
    /// The first user, an administrator. Created under `name` when there is no user.
    package func firstUser(named name: String) async throws(StoreError) -> User {
        try await commit { transaction in
            let sql = User.sql + "ORDER BY number LIMIT 1"
            if let user = try transaction.db.first(sql, [], User.init(row:)) { return user }
            return try transaction.insertUser(name, uid: nil, isAdministrator: true)
        }
    }

    /// - Throws: `noSuchUser`
    package func user(_ id: UserID) async throws(StoreError) -> User {
        try await read { try $0.user(id) }
    }

    /// Whether the user exists and was not removed.
    package func hasUser(_ id: UserID) async throws(StoreError) -> Bool {
        try await read { db in
            try db.has("SELECT 1 FROM member WHERE number = ? AND removedAt IS NULL", [id.number])
        }
    }

    /// - Throws: `noSuchUser`
    package func user(named name: String) async throws(StoreError) -> User {
        try await read { try $0.user(named: name) }
    }

    /// The user whom a sign-in key signs in. This does not use the key up.
    /// - Parameter key: its SHA-256.
    /// - Returns: nil when there is no such key or it has expired.
    package func user(signInKey key: [UInt8]) async throws(StoreError) -> User? {
        let at = now().microseconds
        return try await read { db in
            let sql = User.sql + "WHERE number = (SELECT member FROM signInKey WHERE hash = ? AND expiresAt > ?)"
            return try db.first(sql, [key, at], User.init(row:))
        }
    }

    /// The user with this id in the operating system; nil when there is none.
    package func user(uid: UInt32) async throws(StoreError) -> User? {
        try await read { try $0.first(User.sql + "WHERE uid = ?", [Int64(uid)], User.init(row:)) }
    }

    /// By name, each with the number of their posts.
    package func users() async throws(StoreError) -> [(user: User, posts: Int)] {
        try await read { db in
            try db.all(User.sql + "WHERE removedAt IS NULL ORDER BY name") { row in
                let user = try User(row: row)
                return (user, try db.postCount(of: user.id))
            }
        }
    }

    /// Adds a user, or restores a removed one of that name.
    /// - Throws: `nameTaken`, `uidTaken`
    package func addUser(
        named name: String, uid: UInt32? = nil, isAdministrator: Bool = false, once key: RequestKey? = nil
    ) async throws(StoreError) -> User {
        try await commit { transaction in
            try transaction.once(key, .user) {
                try transaction.db.user(named: $0.text)
            } make: {
                (try transaction.addUser(named: name, uid: uid, isAdministrator: isAdministrator), name)
            }
        }
    }

    /// Gives a user another name.
    /// - Throws: `noSuchUser`; `nameTaken`, also for the name of a removed user; `refused`, while browsers are signed in,
    ///   because they keep texts that are not saved yet under the user's name.
    package func renameUser(named name: String, to new: String) async throws(StoreError) -> (user: User, posts: Int) {
        try await commit { transaction in
            let user = try transaction.db.user(named: name)
            guard new != name else { return (user, try transaction.db.postCount(of: user.id)) }
            guard try !transaction.db.has("SELECT 1 FROM member WHERE name = ?", [new]) else {
                throw StoreError.nameTaken(new)
            }
            try transaction.checkSignedOut(user)
            try transaction.db.tell("UPDATE member SET name = ? WHERE number = ?", [new, user.id.number])
            return (try transaction.db.user(named: new), try transaction.db.postCount(of: user.id))
        }
    }

    /// Removes a user with their tokens, sessions, windows and arrangements. Their posts, deliveries included, become the
    /// heir's; revisions keep their author.
    /// - Parameter heir: needed when there are posts.
    /// - Throws: `noSuchUser`; `refused`, for the first user, and for posts without an heir.
    package func removeUser(named name: String, heir: String?) async throws(StoreError) -> RemovedUser {
        try await commit { try $0.removeUser(named: name, heir: heir) }
    }
}

extension WriteTransaction {
    fileprivate func insertUser(_ name: String, uid: UInt32?, isAdministrator: Bool) throws -> User {
        let sql = """
            INSERT INTO member (name, uid, isAdministrator, createdAt) VALUES (?, ?, ?, ?) RETURNING \(User.columns)
            """
        return try db.written(
            sql, [name, uid.map { Int64($0) }, isAdministrator, now.microseconds], User.init(row:))
    }

    fileprivate func addUser(named name: String, uid: UInt32?, isAdministrator: Bool) throws -> User {
        if let uid, let holder = try db.first(User.sql + "WHERE uid = ?", [Int64(uid)], User.init(row:)) {
            throw StoreError.uidTaken(uid, by: holder.name)
        }
        let known = try db.first("SELECT number, removedAt FROM member WHERE name = ?", [name]) { row in
            let user = row.columns(of: "member")
            return (id: try user["number"] as UserID, removedAt: try user["removedAt"] as Instant?)
        }
        guard let known else { return try insertUser(name, uid: uid, isAdministrator: isAdministrator) }
        guard known.removedAt != nil else { throw StoreError.nameTaken(name) }
        try db.tell(
            "UPDATE member SET uid = ?, isAdministrator = ?, createdAt = ?, removedAt = NULL WHERE number = ?",
            [uid.map { Int64($0) }, isAdministrator, now.microseconds, known.id.number])
        return try db.user(named: name)
    }

    fileprivate func removeUser(named name: String, heir: String?) throws -> RemovedUser {
        let user = try db.user(named: name)
        guard try db.integer("SELECT min(number) FROM member") != user.id.number else {
            throw StoreError.refused(
                "“\(name)” is the first user, for whom root and the daemon's own user act. They cannot be removed.")
        }
        let posts = try db.postCount(of: user.id)
        let successor = try heir.map { try db.user(named: $0) }
        if let successor, successor.id == user.id {
            throw StoreError.refused("“\(name)” cannot take over their own posts. Name another user.")
        }
        guard posts == 0 || successor != nil else {
            throw StoreError.refused(
                "“\(name)” has \(counted(posts, "post")), and no post is lost with its author. Say who "
                    + "takes over: galley user remove \(name.quotedForShell) --posts-to NAME.")
        }
        if let successor { try give(from: user.id, to: successor.id) }
        try forget(user.id)
        return RemovedUser(user: user, posts: posts, heir: posts == 0 ? nil : successor)
    }

    fileprivate func checkSignedOut(_ user: User) throws {
        let count = try db.integer("SELECT count(*) FROM session WHERE member = ?", [user.id.number]) ?? 0
        guard count > 0 else { return }
        throw StoreError.refused(
            "“\(user.name)” is signed in with \(counted(Int(count), "browser")), which may keep texts under this name that are "
                + "not saved yet. Save them there and sign out first. To list the browsers: galley session list "
                + "--user \(user.name.quotedForShell).")
    }

    private func give(from old: UserID, to new: UserID) throws {
        // Announced to the old owner, whose events the new one gets below.
        announced.kinds.insert(.postChanged)
        let news = "INSERT INTO event (at, kind, subject, owner) SELECT ?, ?, id, owner FROM post "
        try db.tell(
            news + "WHERE owner = ? AND forgottenAt IS NULL",
            [now.microseconds, LogEvent.Kind.postChanged.rawValue, old.number])
        for table in ["post", "rehearsalArrival"] {
            try db.tell("UPDATE \(table) SET owner = ? WHERE owner = ?", [new.number, old.number])
        }
        // The posts show these pictures. Of a picture that both have, the heir's own notes stay.
        let pictures = """
            UPDATE media SET owner = ?1 WHERE owner = ?2
              AND NOT EXISTS (SELECT 1 FROM media AS heirs WHERE heirs.owner = ?1 AND heirs.id = media.id)
            """
        try db.tell(pictures, [new.number, old.number])
        // Events about posts go to the new owner; those about panels and preferences are personal.
        try db.tell(
            "UPDATE event SET owner = ? WHERE owner = ? AND kind NOT IN (?, ?)",
            [
                new.number, old.number, LogEvent.Kind.arrangementChanged.rawValue,
                LogEvent.Kind.preferencesChanged.rawValue,
            ])
    }

    private func forget(_ user: UserID) throws {
        for table in ["token", "session", "signInKey", "preference", "namedText"] {
            try db.tell("DELETE FROM \(table) WHERE member = ?", [user.number])
        }
        for table in ["arrangement", "pageWindow", "request", "media"] {
            try db.tell("DELETE FROM \(table) WHERE owner = ?", [user.number])
        }
        try db.tell(
            "UPDATE member SET uid = NULL, isAdministrator = FALSE, removedAt = ? WHERE number = ?",
            [now.microseconds, user.number])
    }
}

extension Database {
    /// - Throws: `noSuchUser`
    func user(named name: String) throws -> User {
        guard let user = try first(User.sql + "WHERE removedAt IS NULL AND name = ?", [name], User.init(row:)) else {
            throw StoreError.noSuchUser(name)
        }
        return user
    }

    /// - Throws: `noSuchUser`
    func user(_ id: UserID) throws -> User {
        let sql = User.sql + "WHERE removedAt IS NULL AND number = ?"
        guard let user = try first(sql, [id.number], User.init(row:)) else {
            throw StoreError.noSuchUser("\(id.number)")
        }
        return user
    }

    fileprivate func postCount(of user: UserID) throws -> Int {
        try count("SELECT count(*) FROM post WHERE owner = ? AND forgottenAt IS NULL", [user.number])
    }

    /// Whether there is a single user.
    func hasOneUser() throws -> Bool {
        try count("SELECT count(*) FROM (SELECT 1 FROM member WHERE removedAt IS NULL LIMIT 2) AS found") == 1
    }
}

extension User {
    fileprivate static let columns = "number, name, uid, isAdministrator, createdAt"
    fileprivate static let sql = "SELECT \(columns) FROM member "

    fileprivate init(row: any Row) throws {
        let user = row.columns(of: "member")
        self.init(
            id: try user["number"], name: try user["name"], uid: try user["uid"],
            isAdministrator: try user["isAdministrator"], createdAt: try user["createdAt"])
    }
}

/// Whose posts and deliveries a caller may read. Others do not exist for that caller.
package enum AccessScope: Hashable, Sendable {
    case everyone
    case user(UserID)

    /// The argument of an SQL condition; NULL for all users.
    var owner: Int64? {
        switch self {
        case .everyone: nil
        case .user(let user): user.number
        }
    }

    package var user: UserID? { if case .user(let user) = self { user } else { nil } }
}
