import Digests
import FoundationEssentials
package import Posts
import SQL

/// Identifies a repeated request: the key that its sender chose, and a digest of the request.
package struct RequestKey: Hashable, Sendable {
    package let text: String
    let asker: UserID
    /// SHA-256.
    let digest: [UInt8]

    /// - Parameter asked: equal bytes for equal requests.
    package init(_ text: String, by asker: UserID, for asked: [UInt8]) {
        self.text = text
        self.asker = asker
        digest = SHA256.hash(asked)
    }

    /// Longer than a client repeats a request whose answer was lost.
    package static let kept = Span.days(1)

    /// - Throws: `keyReused`, when the key came with another request.
    fileprivate func check(_ request: Columns, is made: Made) throws {
        let (known, asked): (Made, [UInt8]) = (try request["made"], try request["digest"])
        guard known == made, asked == digest else { throw StoreError.keyReused(text) }
    }
}

/// The kinds of things that requests create.
enum Made: String, StoredText {
    case post, window, token, user, media, signIn, backup, trial
}

/// `request.subject`: the id of what a request made.
struct RequestSubject: StoredText {
    let text: String
    init?(storedText text: String) { self.text = text }

    func value<Value: StoredText>() throws -> Value {
        guard let value = try? Value(storedText: text) else { throw bad }
        return value
    }

    func number() throws -> Int64 {
        guard let number = Int64(text) else { throw bad }
        return number
    }

    /// Several, with a space between them.
    func numbers() throws -> [Int64] {
        try text.split(separator: " ").map { word in
            guard let number = Int64(word) else { throw bad }
            return number
        }
    }

    private var bad: BadValue { BadValue(table: "request", column: "subject", found: .text(text)) }
}

extension WriteTransaction {
    /// Creates something, unless the same request did so before: then it returns the thing created then.
    ///
    /// The key is stored in the same transaction, so that of two simultaneous requests one waits for the other.
    /// - Parameters:
    ///   - key: nil always creates it.
    ///   - again: finds the thing by its subject.
    ///   - make: creates the thing and returns it with its subject.
    /// - Throws: `keyReused`, when the key came with another request.
    func once<Thing>(
        _ key: RequestKey?, _ made: Made, again: (_ subject: RequestSubject) throws -> Thing,
        make: () throws -> (thing: Thing, subject: String)
    ) throws -> Thing {
        guard let key else { return try make().thing }
        if let subject = try db.subject(of: key, made, now: now) { return try again(subject) }
        let (thing, subject) = try make()
        // A row that is there has expired.
        let sql = """
            INSERT INTO request (owner, key, made, subject, digest, createdAt) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, key) DO UPDATE SET (made, subject, digest, createdAt) =
              (excluded.made, excluded.subject, excluded.digest, excluded.createdAt)
            """
        try db.tell(
            sql,
            [key.asker.number, key.text, made.rawValue, subject, key.digest, now.microseconds])
        return thing
    }

    /// Replaces the subject of a key.
    func move(_ key: RequestKey, to subject: String) throws {
        try db.tell(
            "UPDATE request SET subject = ? WHERE owner = ? AND key = ?", [subject, key.asker.number, key.text])
    }
}

extension Database {
    /// The subject that an earlier request with this key created; nil when there was none.
    /// - Throws: `keyReused`, when the key came with another request.
    func subject(of key: RequestKey, _ made: Made, now: Instant) throws -> RequestSubject? {
        let sql = "SELECT made, subject, digest FROM request WHERE owner = ? AND key = ? AND createdAt > ?"
        let oldest = (now - RequestKey.kept).microseconds
        return try first(sql, [key.asker.number, key.text, oldest]) { row in
            let request = row.columns(of: "request")
            try key.check(request, is: made)
            return try request["subject"] as RequestSubject
        }
    }
}

extension PostStore {
    /// Deletes the keys of requests before `instant`.
    func forgetRequests(before instant: Instant) async throws(StoreError) {
        try await commit { try $0.db.run("DELETE FROM request WHERE createdAt <= ?", [instant.microseconds]) }
    }
}
