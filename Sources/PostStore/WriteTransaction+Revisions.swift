import FoundationEssentials
import GRDB
import Posts

/// The trail of revisions: each older one is the way back to it from the next (`Schema`).
extension WriteTransaction {
    /// Every so many revisions one is kept whole.
    static let wholeEvery: Int64 = 64

    func insertRevision(_ number: Int64, of post: Int64, characters: Int, by user: UserID) throws {
        try db.run(
            "INSERT INTO revision (post, number, savedAt, savedBy, characters) VALUES (?, ?, ?, ?, ?)",
            [post, number, now.microseconds, user.number, characters])
    }

    /// Counts a revision for a change that leaves the draft as it is.
    func addRevision(_ row: PostRow, by user: UserID?) throws {
        let draft = try row.draft(body: db.bodyText(row.number))
        try addRevision(row, old: draft, new: PreparedDraft(draft), by: user)
    }

    /// Turns the newest revision into the way back from `new`, and adds the one that `new` becomes.
    func addRevision(_ row: PostRow, old: Draft, new: PreparedDraft, by user: UserID?) throws {
        let oldBytes = Array(old.body.utf8)
        let newBytes = Array(new.bytes)
        let isWhole = row.revision.isMultiple(of: WriteTransaction.wholeEvery)
        let delta = isWhole ? nil : TextDelta(from: newBytes, to: oldBytes)
        let hasFields = isWhole || !new.draft.hasSameFields(as: old)
        let fields = hasFields ? try PostFields(old, slug: Slug(checking: row.slug)).json : nil
        try db.run(
            "UPDATE revision SET head = ?, middle = ?, tail = ?, fields = ? WHERE post = ? AND number = ?",
            [delta?.head, Data(delta?.middle ?? oldBytes), delta?.tail, fields, row.number, row.revision])
        try insertRevision(row.revision + 1, of: row.number, characters: new.characters, by: user ?? UserID(row.owner))
        if oldBytes != newBytes {
            try db.run("UPDATE postBody SET bytes = ? WHERE post = ?", [new.bytes, row.number])
            try noteMedia(in: new.bytes, of: row.number)
        }
        try db.run(
            "UPDATE post SET revision = revision + 1, changedAt = ? WHERE number = ?", [now.microseconds, row.number])
    }
}

extension Database {
    /// The draft as it was at `revision`.
    func draft(of row: PostRow, at revision: Int64) throws -> Draft {
        guard (1...row.revision).contains(revision) else {
            throw StoreError.noSuchRevision(Revision(revision), of: try row.postID)
        }
        let sql = """
            SELECT number, head, middle, tail, fields FROM revision
            WHERE post = ? AND number BETWEEN ? AND ? ORDER BY number
            """
        // The next one that was kept whole, or the newest: whichever comes first ends the way.
        let whole =
            (revision + WriteTransaction.wholeEvery - 1) / WriteTransaction.wholeEvery * WriteTransaction.wholeEvery
        let steps = try rows(sql, [row.number, revision, whole])
        guard !steps.isEmpty else { throw StoreError.damaged("A revision of the post \(row.id) is missing.") }
        var bytes: [UInt8]?
        var fields: String?
        for step in steps.reversed() {
            fields = step[4] ?? fields
            guard let middle = step[2] as Data? else {
                bytes = try bodyBytes(row.number)
                continue
            }
            guard let head = step[1] as Int?, let tail = step[3] as Int? else {
                bytes = Array(middle)
                continue
            }
            let later = try bytes ?? bodyBytes(row.number)
            bytes = TextDelta(head: head, middle: Array(middle), tail: tail).applied(to: later)
            guard bytes != nil else {
                throw StoreError.damaged("A revision of the post \(row.id) does not fit the next.")
            }
        }
        let body = String(decoding: bytes ?? [], as: UTF8.self)
        return try fields.map { try PostFields(json: $0).draft(body: body) } ?? row.draft(body: body)
    }
}
