import JSONTree
package import Posts
import SQL

/// A post with all its words for readers, for looking through many.
package struct PostText: Hashable, Sendable {
    package let id: PostID
    package let revision: Revision
    package let state: PostState
    package let title: String?
    package let body: String
    package let summary: String?
    package let overrides: [TargetName: TargetOverride]
    /// The targets that have the post, or to which it will be sent.
    package let targets: [TargetName]
    let number: Int64
}

extension PostStore {
    /// The texts of the posts that are not deleted, in the order of their creation.
    ///
    /// - Parameters:
    ///   - words: only posts with these characters in their title, text, summary or overrides, whatever the case of a–z;
    ///     nil for all.
    ///   - limit: clamped to 1...`PageRoom.rowsMax`.
    /// - Returns: the posts found among the next 2,000. A page may be empty although there is another one.
    /// - Throws: `badCursor`
    package func texts(
        containing words: String? = nil, owner: UserID? = nil, after cursor: Cursor? = nil, limit: Int = 100
    ) async throws(StoreError) -> Page<PostText> {
        let room = room(limit)
        let list = "texts \(owner.map { "\($0.number)" } ?? "-") \(words ?? "")"
        let start = try cursor?.position(in: list).1 ?? 0
        return try await read { db in
            let end: Int64? = try db.first(
                """
                SELECT number FROM post WHERE number > ? AND deletedAt IS NULL ORDER BY number LIMIT 1 OFFSET ?
                """, [start, PostText.scannedMax - 1]
            ) { try $0.columns(of: "post")["number"] }
            let (sql, arguments) = PostText.statement(containing: words, owner: owner, from: start, to: end ?? .max)
            let page = try db.page(sql, arguments, room, weighing: \.weight, PostText.init(row:)) {
                Cursor(0, $0.number, list: list)
            }
            return Page(items: page.items, next: page.next ?? end.map { Cursor(0, $0, list: list) })
        }
    }
}

extension PostText {
    fileprivate static let scannedMax = 2000

    fileprivate var weight: Int {
        overrides.values.reduce(200 + body.utf8.count + (title?.utf8.count ?? 0) + (summary?.utf8.count ?? 0)) {
            $0 + 100 + ($1.text?.utf8.count ?? 0) + ($1.warning?.utf8.count ?? 0)
        }
    }

    fileprivate static func statement(
        containing words: String?, owner: UserID?, from start: Int64, to end: Int64
    ) -> (sql: String, arguments: [any SQLArgument]) {
        var (conditions, arguments): (String, [any SQLArgument]) = ("", [start, end])
        if let owner {
            conditions += " AND post.owner = ?"
            arguments += [owner.number]
        }
        if let words {
            // SQLite's `lower` changes a–z only.
            let parts = ["post.title", "post.summary", "post.overrides"].map { "instr(lower(\($0)), ?) > 0" }
            conditions +=
                " AND (instr(lower(CAST(postBody.bytes AS TEXT)), CAST(? AS TEXT)) > 0 OR \(parts.joined(separator: " OR ")))"
            let small = words.smallASCII
            // As it stands in JSON.
            let quoted = (try? JSONCoding.text(words))?.smallASCII ?? small
            arguments += [
                Array(small.utf8), small, small, String(decoding: quoted.utf8.dropFirst().dropLast(), as: UTF8.self),
            ]
        }
        let sql = """
            SELECT post.number, post.id, post.revision, post.state, post.title, post.summary, post.overrides, postBody.bytes, \
            (SELECT group_concat(target, ',') FROM (SELECT DISTINCT delivery.target FROM delivery \
              WHERE delivery.postId = post.id AND delivery.kind = 'create' AND delivery.takenBackAt IS NULL \
              AND delivery.state NOT IN ('cancelled', 'superseded', 'failed', 'missed')) AS reached) AS targets \
            FROM post CROSS JOIN postBody ON postBody.post = post.number \
            WHERE post.number > ? AND post.number <= ? AND post.deletedAt IS NULL\(conditions) \
            ORDER BY post.number LIMIT ?
            """
        return (sql, arguments)
    }

    fileprivate init(row: any Row) throws {
        let post = row.columns(of: "post")
        id = try post["id"]
        revision = try post["revision"]
        state = try post["state"]
        title = try post["title"]
        summary = try post["summary"]
        overrides = try (post["overrides"] as StoredOverrides?)?.overrides ?? [:]
        let bytes: [UInt8] = try row.columns(of: "postBody")["bytes"]
        body = String(decoding: bytes, as: UTF8.self)
        number = try post["number"]
        let names: String? = try row.columns(of: "delivery")["target", as: "targets"]
        targets = (names ?? "").split(separator: ",").map { TargetName(kept: String($0)) }.sorted()
    }
}

extension String {
    /// With small letters for A–Z.
    fileprivate var smallASCII: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
    }
}
