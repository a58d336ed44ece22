import FoundationEssentials
import Posts
import SQL

/// The history of a post: each older revision is stored as its difference from the next one (`schema.sql`).
extension WriteTransaction {
    /// Every so many revisions one is stored whole.
    static let wholeEvery: Int64 = 64

    func insertRevision(_ number: Int64, of post: Int64, characters: Int, by user: UserID) throws {
        try db.tell(
            "INSERT INTO revision (post, number, savedAt, savedBy, characters) VALUES (?, ?, ?, ?, ?)",
            [post, number, now.microseconds, user.number, characters])
    }

    /// Adds a revision for a change that leaves the draft unchanged.
    func addRevision(_ row: PostRow, by user: UserID?) throws {
        let draft = row.draft(body: try db.bodyText(row.number))
        try addRevision(row, old: draft, new: PreparedDraft(draft), by: user)
    }

    /// Turns the newest revision into its difference from `new`, and adds the one that `new` becomes.
    func addRevision(_ row: PostRow, old: Draft, new: PreparedDraft, by user: UserID?) throws {
        let oldBytes = Array(old.body.utf8)
        let newBytes = Array(new.bytes)
        let isWhole = row.revision.number.isMultiple(of: WriteTransaction.wholeEvery)
        let delta = isWhole ? nil : TextDelta(from: newBytes, to: oldBytes)
        let hasFields = isWhole || !new.draft.hasSameFields(as: old)
        let fields = hasFields ? try PostFields(old, slug: row.slug).json : nil
        try db.tell(
            "UPDATE revision SET head = ?, middle = ?, tail = ?, fields = ? WHERE post = ? AND number = ?",
            [delta?.head, delta?.middle ?? oldBytes, delta?.tail, fields, row.number, row.revision.number])
        try insertRevision(
            row.revision.number + 1, of: row.number, characters: new.characters, by: user ?? row.owner)
        if oldBytes != newBytes {
            try db.tell("UPDATE postBody SET bytes = ? WHERE post = ?", [new.bytes, row.number])
            try noteMedia(in: new.bytes, of: row.number)
        }
        // Sites and feeds show this time, so private notes leave it alone.
        let isOnlyNotes =
            !new.draft.privateNotes.isIdentical(to: old.privateNotes) && new.draft.forReaders == old.forReaders
        let changedAt = isOnlyNotes ? row.changedAt : now
        try db.tell(
            "UPDATE post SET revision = revision + 1, changedAt = ? WHERE number = ?",
            [changedAt.microseconds, row.number])
    }
}

extension Database {
    /// The draft as it was at `revision`.
    func draft(of row: PostRow, at revision: Revision) throws -> Draft {
        guard revision.number >= 1, revision <= row.revision else {
            throw StoreError.noSuchRevision(revision, of: row.id)
        }
        let sql = """
            SELECT number, head, middle, tail, fields FROM revision
            WHERE post = ? AND number BETWEEN ? AND ? ORDER BY number
            """
        // The differences are read up to the next whole revision, or the newest one.
        let whole =
            (revision.number + WriteTransaction.wholeEvery - 1) / WriteTransaction.wholeEvery
            * WriteTransaction.wholeEvery
        let steps = try all(sql, [row.number, revision.number, whole], RevisionStep.init)
        guard !steps.isEmpty else { throw StoreError.damaged("A revision of the post \(row.id) is missing.") }
        var bytes: [UInt8]?
        var fields: StoredFields?
        for step in steps.reversed() {
            fields = step.fields ?? fields
            switch step.text {
            case .newest: bytes = try bodyBytes(row.number)
            case .whole(let text): bytes = text
            case .delta(let delta):
                bytes = delta.applied(to: try bytes ?? bodyBytes(row.number))
                guard bytes != nil else {
                    throw StoreError.damaged("A revision of the post \(row.id) does not fit the next.")
                }
            }
        }
        let body = String(decoding: bytes ?? [], as: UTF8.self)
        guard var draft = fields?.draft else { return row.draft(body: body) }
        draft.body = body
        return draft
    }
}

/// One row of `revision`, as a step back from the next revision.
private struct RevisionStep {
    enum Text {
        /// The text is the post's own.
        case newest
        case whole([UInt8])
        case delta(TextDelta)
    }
    let text: Text
    let fields: StoredFields?

    init(row: any Row) throws {
        let revision = row.columns(of: "revision")
        fields = try revision["fields"]
        let (head, middle, tail): (Int?, [UInt8]?, Int?) = (
            try revision["head"], try revision["middle"], try revision["tail"]
        )
        switch (head, middle, tail) {
        case (nil, nil, nil): text = .newest
        case (nil, let middle?, nil): text = .whole(middle)
        case (let head?, let middle?, let tail?): text = .delta(TextDelta(head: head, middle: middle, tail: tail))
        case (_, nil, _): throw revision.bad("middle", "head and tail are not NULL.")
        case (nil, _, _), (_, _, nil): throw revision.bad("head", "Either head and tail are NULL, or neither is.")
        }
    }
}

/// The difference of two texts: bytes kept from the beginning, bytes that differ, bytes kept from the end.
///
/// Most saves change one place, for which no difference is shorter, and it takes one pass.
struct TextDelta: Equatable {
    /// Bytes kept from the beginning and from the end.
    let head, tail: Int
    let middle: [UInt8]

    /// - Complexity: O(*n*)
    init(from old: [UInt8], to new: [UInt8]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        self.head = head
        self.tail = tail
        middle = Array(new[head..<(new.count - tail)])
    }

    init(head: Int, middle: [UInt8], tail: Int) {
        self.head = head
        self.middle = middle
        self.tail = tail
    }

    /// - Returns: nil when the delta was made for another text.
    func applied(to old: [UInt8]) -> [UInt8]? {
        guard head >= 0, tail >= 0, head <= old.count, tail <= old.count - head else { return nil }
        return old.prefix(head) + middle + old.suffix(tail)
    }
}
