import FoundationEssentials
import Posts
import SQL

/// Writing posts, inside a transaction.
extension WriteTransaction {
    func create(_ prepared: PreparedDraft, id: PostID, owner: UserID) throws -> StoredPost {
        let draft = prepared.draft
        // Checked before anything is written: a job that fails without having written is cheap to roll back.
        if let chosen = draft.slug { try checkFree(chosen, for: nil, of: owner) }
        try checkFree(draft.path, for: nil, of: owner)
        let number = try insertPost(prepared, id: id, owner: owner)
        try db.tell("INSERT INTO postBody (post, bytes) VALUES (?, ?)", [number, prepared.bytes])
        try noteMedia(in: prepared.bytes, of: number, isNew: true)
        let slug = try insertFirstSlug(of: prepared, id: id, post: number)
        try insertRevision(1, of: number, characters: prepared.characters, by: owner)
        let sortAt = draft.date?.instant ?? now
        try insertTags(draft.tags, of: number, state: .draft, sortAt: sortAt.microseconds)
        try announce(.postCreated, id.text, to: owner)
        let post = Post(
            id: id, revision: Revision(1), draft: draft, slug: slug, formerSlugs: [], formerPaths: [], owner: owner,
            createdAt: now,
            changedAt: now, publication: .none, deletedAt: nil)
        return StoredPost(post: post, state: .draft)
    }

    private func insertPost(_ prepared: PreparedDraft, id: PostID, owner: UserID) throws -> Int64 {
        let own: [any SQLArgument] = [id.text, owner.number, now.microseconds, now.microseconds]
        return try db.written(WriteTransaction.insertion, own + fieldArguments(prepared)) { row in
            try row.columns(of: "post")["number"]
        }
    }

    private static let insertion = """
        INSERT INTO post (id, revision, owner, publication, state, createdAt, changedAt, isIndexStale, \(fields))
        VALUES (?, 1, ?, 'none', 'draft', ?, ?, TRUE, \(marks)) RETURNING number
        """
    private static let fields =
        (["kind, isSlugChosen, excerpt, titleKey, language, wall, zone, dateAt, overrides"]
        + TextField.allCases.map(\.rawValue))
        .joined(separator: ", ")
    private static let marks = ArgumentList.marks(for: fields)

    private func fieldArguments(_ prepared: PreparedDraft) -> [any SQLArgument] {
        let draft = prepared.draft
        let texts = TextField.allCases.map { draft[$0] as any SQLArgument }
        return [
            draft.kind.rawValue, draft.slug != nil, prepared.excerpt, prepared.titleKey, draft.language?.tag,
            draft.date?.wall.text,
            draft.date?.zone.text, draft.date?.instant.microseconds, prepared.overrides,
        ] + texts
    }

    /// Writes `draft` as the next revision of the post in `row`.
    /// - Parameter isImported: whether it comes from a blog, which may have shown the post at its former addresses.
    func save(
        _ prepared: PreparedDraft, over old: Draft, _ row: PostRow, by user: UserID?, isImported: Bool = false
    ) throws {
        let draft = prepared.draft
        let slug = try nextSlug(of: prepared, was: old, row)
        if draft.path != old.path { try checkFree(draft.path, for: row.number, of: row.owner) }
        try addRevision(row, old: old, new: prepared, by: user)
        let sql = "UPDATE post SET (\(WriteTransaction.fields)) = (\(WriteTransaction.marks)) WHERE number = ?"
        try db.tell(sql, fieldArguments(prepared) + [row.number])
        // What a post is called while it is a draft or unpublished must not become public by a redirect: its sites know the
        // addresses that they showed.
        let isKnown = row.publication == .wanted || isImported && (row.publishedAt != nil || old.slug != nil)
        if slug != row.slug { try replaceSlug(with: slug, post: row.number, keepingOld: isKnown) }
        try movePath(from: isKnown ? old.path : nil, to: draft.path, of: row.number)
        let sortAt = (draft.date?.instant ?? row.createdAt).microseconds
        if draft.tags.map(\.text) != old.tags.map(\.text) {
            try db.tell("DELETE FROM postTag WHERE post = ?", [row.number])
            try insertTags(draft.tags, of: row.number, state: row.state, sortAt: sortAt)
        } else if sortAt != row.sortAt {
            try spreadToTags(row.number)
        }
        try db.tell("UPDATE post SET isIndexStale = TRUE WHERE number = ? AND NOT isIndexStale", [row.number])
        try announce(.postChanged, row.id.text)
    }

    private func insertTags(_ tags: [Tag], of post: Int64, state: PostState, sortAt: Int64) throws {
        // One by one: for a statement with several rows SQLite copies every page that it changes, to be able to undo
        // the first rows if the last one fails.
        for (position, tag) in Tag.unique(tags).enumerated() {
            try db.tell(
                "INSERT INTO postTag (post, position, tag, key, state, sortAt) VALUES (?, ?, ?, ?, ?, ?)",
                [post, position, tag.text, tag.key, state.rawValue, sortAt])
        }
    }

    /// Copies the state and the date of a post to its tags.
    func spreadToTags(_ post: Int64) throws {
        try db.tell(
            "UPDATE postTag SET (state, sortAt) = (SELECT state, sortAt FROM post WHERE number = ?1) WHERE post = ?1",
            [post])
    }
}
