package import Posts
import SQL

/// Saves by one person that follow each other by less than ten minutes.
package struct Sitting: Hashable, Sendable {
    package let first: Revision
    package let last: Revision
    package let startedAt: Instant
    package let endedAt: Instant
    package let userName: String
    /// Unicode scalars in the text at the end of the sitting.
    package let characters: Int
}

/// One save, without the draft.
package struct RevisionSummary: Hashable, Sendable {
    package let revision: Revision
    package let savedAt: Instant
    package let userName: String
    package let characters: Int
}

extension PostStore {
    /// Newest first.
    package func sittings(
        of id: PostID, after cursor: Cursor? = nil, limit: Int = 200
    ) async throws(StoreError) -> Page<Sitting> {
        let room = room(limit)
        let list = "sittings \(id.text)"
        let before = try cursor?.position(in: list).0 ?? .max
        return try await read { db in
            let arguments: [any SQLArgument] = [try db.postRow(id).number, Sitting.gap.microseconds, before]
            return try db.page(Sitting.sql, arguments, room, weighing: { _ in Sitting.weight }, Sitting.init(row:)) {
                Cursor($0.first.number, list: list)
            }
        }
    }

    /// Every single save, newest first.
    package func revisions(
        of id: PostID, after cursor: Cursor? = nil, limit: Int = 100
    ) async throws(StoreError) -> Page<RevisionSummary> {
        let room = room(limit)
        let list = "revisions \(id.text)"
        let before = try cursor?.position(in: list).0 ?? .max
        let sql = """
            SELECT revision.number, savedAt, member.name, characters
            FROM revision JOIN member ON member.number = savedBy
            WHERE post = ? AND revision.number < ? ORDER BY revision.number DESC LIMIT ?
            """
        return try await read { db in
            let read = { (row: any Row) throws -> RevisionSummary in
                let revision = row.columns(of: "revision")
                return RevisionSummary(
                    revision: try revision["number"], savedAt: try revision["savedAt"],
                    userName: try row.columns(of: "member")["name"], characters: try revision["characters", in: 0...])
            }
            let arguments: [any SQLArgument] = [try db.postRow(id).number, before]
            return try db.page(sql, arguments, room, weighing: { _ in Sitting.weight }, read) {
                Cursor($0.revision.number, list: list)
            }
        }
    }

    /// The draft exactly as it was saved then. Its slug is set only if the author had chosen it.
    /// - Throws: `noSuchPost`, `noSuchRevision`
    package func draft(
        of id: PostID, at revision: Revision
    ) async throws(StoreError) -> (draft: Draft, savedAt: Instant) {
        try await read { db in
            let row = try db.postRow(id)
            let draft = try db.draft(of: row, at: revision)
            let sql = "SELECT savedAt FROM revision WHERE post = ? AND number = ?"
            let savedAt: Instant? = try db.value("savedAt", of: "revision", sql, [row.number, revision.number])
            guard let savedAt else { throw StoreError.noSuchRevision(revision, of: id) }
            return (draft, savedAt)
        }
    }
}

extension Sitting {
    static let gap = Span.minutes(10)
    /// In bytes, roughly: a few numbers and a name of at most 100 characters.
    fileprivate static let weight = 600

    fileprivate static let sql = """
        WITH save AS (
          SELECT number, savedAt, savedBy, characters,
            savedBy IS DISTINCT FROM lag(savedBy) OVER trail OR abs(savedAt - lag(savedAt) OVER trail) >= ?2 AS isFirst
          FROM revision WHERE post = ?1 AND number < ?3 WINDOW trail AS (ORDER BY number)
        ), sitting AS (
          SELECT number, sum(CASE WHEN isFirst THEN 1 ELSE 0 END) OVER (ORDER BY number) AS sitting FROM save
        ), span AS (
          SELECT min(number) AS first, max(number) AS last FROM sitting GROUP BY sitting ORDER BY sitting DESC LIMIT ?4
        )
        SELECT span.first AS first, span.last AS last, opening.savedAt AS startedAt, closing.savedAt AS endedAt,
          member.name, closing.characters
        FROM span JOIN revision AS opening ON opening.post = ?1 AND opening.number = span.first
          JOIN revision AS closing ON closing.post = ?1 AND closing.number = span.last
          JOIN member ON member.number = closing.savedBy
        ORDER BY span.last DESC
        """

    fileprivate init(row: any Row) throws {
        let revision = row.columns(of: "revision")
        self.init(
            first: try revision["number", as: "first"], last: try revision["number", as: "last"],
            startedAt: try revision["savedAt", as: "startedAt"], endedAt: try revision["savedAt", as: "endedAt"],
            userName: try row.columns(of: "member")["name"],
            characters: try revision["characters", in: 0...])
    }
}
