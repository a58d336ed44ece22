import FoundationEssentials
import JSONTree
package import Posts
import SQL

/// A request that the rehearsal inbox received instead of a service.
package struct RehearsalArrival: Hashable, Sendable {
    /// 0 until it is stored.
    package let id: Int64
    package let at: Instant
    package let target: String
    /// The sender's idempotency key.
    package let key: String?
    package let method: String
    package let path: String
    /// Name and value, in their order.
    package let headers: [[String]]
    package let body: [UInt8]
    /// A remark of the inbox, such as that the signature is wrong.
    package let note: String?
    /// The owner of the post; nil if only the key can tell.
    package let owner: UserID?

    package init(
        id: Int64 = 0, at: Instant, target: String, key: String?, method: String, path: String, headers: [[String]],
        body: [UInt8], note: String?, owner: UserID? = nil
    ) {
        self.id = id
        self.at = at
        self.target = target
        self.key = key
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.note = note
        self.owner = owner
    }
}

extension RehearsalArrival {
    /// In bytes, roughly.
    var weight: Int { 500 + body.count + headers.joined().reduce(0) { $0 + $1.utf8.count } }
}

extension PostStore {
    /// Stores an arrival. With a key that this target's inbox has seen, nothing is stored and the first one is returned.
    package func addArrival(
        _ arrival: RehearsalArrival
    ) async throws(StoreError) -> (arrival: RehearsalArrival, isRepetition: Bool) {
        try await commit { transaction in
            let earlier = RehearsalArrival.sql + "WHERE target = ? AND key = ?"
            if let key = arrival.key,
                let first = try transaction.db.first(earlier, [arrival.target, key], RehearsalArrival.init(row:))
            {
                return (first, true)
            }
            let written = try transaction.insert(arrival)
            try transaction.announce(.rehearsalArrived, "\(written.id)")
            return (written, false)
        }
    }

    /// Newest first. Arrivals without a known owner are listed for administrators, and where there is a single user.
    package func arrivals(
        within scope: AccessScope = .everyone, after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<RehearsalArrival> {
        let room = room(limit)
        let before = try cursor?.position(in: "arrivals").0 ?? .max
        return try await read { db in
            let owner = try db.hasOneUser() ? nil : scope.owner
            let sql = RehearsalArrival.sql + "WHERE id < ?1 AND (?2 IS NULL OR owner = ?2) ORDER BY id DESC LIMIT ?3"
            return try db.page(sql, [before, owner], room, weighing: \.weight, RehearsalArrival.init(row:)) {
                Cursor($0.id, list: "arrivals")
            }
        }
    }
}

extension WriteTransaction {
    /// The inbox keeps this many, the newest.
    private static let arrivalsMax = 1000

    fileprivate func insert(_ arrival: RehearsalArrival) throws -> RehearsalArrival {
        let sql = """
            INSERT INTO rehearsalArrival (at, target, key, method, path, headers, body, note, owner)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, coalesce(?9, (SELECT post.owner
              FROM delivery JOIN post ON post.id = delivery.postId WHERE delivery.key = ?3 AND delivery.target = ?2)))
            RETURNING \(RehearsalArrival.columns)
            """
        let headers = try JSONCoding.text(arrival.headers)
        let arguments: [any SQLArgument] = [
            arrival.at.microseconds, arrival.target, arrival.key, arrival.method, arrival.path, headers,
            arrival.body, arrival.note, arrival.owner?.number,
        ]
        let written = try db.written(sql, arguments, RehearsalArrival.init(row:))
        try db.tell("DELETE FROM rehearsalArrival WHERE id <= ?", [written.id - Int64(WriteTransaction.arrivalsMax)])
        return written
    }
}

extension RehearsalArrival {
    fileprivate static let columns = "id, at, target, key, method, path, headers, body, note, owner"
    fileprivate static let sql = "SELECT \(columns) FROM rehearsalArrival "

    fileprivate init(row: any Row) throws {
        let arrival = row.columns(of: "rehearsalArrival")
        let headers = (try arrival["headers"] as StoredJSON<[[String]]>).value
        guard headers.allSatisfy({ $0.count == 2 }) else { throw arrival.bad("headers") }
        self.init(
            id: try arrival["id"], at: try arrival["at"], target: try arrival["target"], key: try arrival["key"],
            method: try arrival["method"], path: try arrival["path"], headers: headers, body: try arrival["body"],
            note: try arrival["note"], owner: try arrival["owner"])
    }
}
