import FoundationEssentials
import JSONTree
import Posts
import SQL

/// Importing posts, inside a transaction.
extension WriteTransaction {
    /// Creates the imported posts, in their order.
    func importPosts(_ posts: [ImportedPost], owner: UserID, since start: ImportStart?) throws -> [ImportedPostResult] {
        let start = try start ?? db.importStart()
        return try posts.map { try importPost($0, owner: owner, since: start) }
    }

    /// Creates an imported post, as a draft.
    ///
    /// A slug that another post has gets a number, so that an import changes no address; for a path see `importedPath`.
    /// If that other post is identical and was there before the import, it is left unchanged and gets this source:
    /// importing an export again is safe. If it is the same published post with another text or date, it is left
    /// unchanged, too: a second one with a number would be published beside it. Both hold as well when its slug has
    /// changed since, and the second when both its text and its date have: no export needs to name a post by an id, because
    /// the revisions of the post at that slug tell which dates it had. So files that Galley gives back as they were, and
    /// exports in every format, are recognised alike, and an id of another desk cannot match.
    private func importPost(
        _ imported: ImportedPost, owner: UserID, since start: ImportStart
    ) throws -> ImportedPostResult {
        // Another import may have added it since the caller looked.
        if let known = try knownPost(imported.origin.source, of: owner) {
            return ImportedPostResult(stored: known, outcome: .adopted, notes: [])
        }
        if let slug = imported.draft.slug, let holder = try earlierPost(at: slug, of: owner, before: start) {
            if imported.isIdentical(to: holder.post) {
                try recordOrigin(imported.origin, of: holder.post.id, draft: holder.post.draft, isSettled: true)
                return ImportedPostResult(stored: holder, outcome: .adopted, notes: [])
            }
            if imported.isVersion(of: holder.post, earlier: try db.earlierFields(of: holder.post.id)) {
                return ImportedPostResult(stored: holder, outcome: .differs, notes: [])
            }
        }
        var (draft, notes) = (imported.draft, [String]())
        let id = PostID.random()
        if let wanted = draft.slug {
            let free = try freeSlug(wanted, id: id, post: nil)
            if free != wanted { notes.append("The slug “\(wanted)” belongs to another post. This one is “\(free)”.") }
            draft.slug = free
        }
        draft.path = try importedPath(draft.path, notes: &notes)
        let made = try create(try PreparedDraft(draft), id: id, owner: owner)
        notes += try addFormerAddresses(of: imported, to: id)
        try addFeedID(imported.feedID, to: id)
        try setChanged(imported.changedAt, of: id)
        try recordOrigin(imported.origin, of: id, draft: made.post.draft, isSettled: !imported.wantsPublication)
        return ImportedPostResult(stored: try db.storedPost(id), outcome: .created, notes: notes)
    }

    private func addFormerAddresses(of imported: ImportedPost, to id: PostID) throws -> [String] {
        let post = try db.storedPost(id).post
        let paths = imported.formerPaths.filter { $0.text != post.draft.path }
        let implied = [imported.impliedPath].compactMap(\.self).filter { $0.text != post.draft.path }
        return try addFormerSlugs(imported.formerSlugs.filter { $0 != post.slug }, to: id)
            + addFormerPaths(paths, to: id)
            + addFormerPaths(implied, to: id, isImplied: true)
    }

    /// Adds former slugs to the post, as far as no other post has them.
    func addFormerSlugs(_ slugs: [Slug], to id: PostID) throws -> [String] {
        let number = try db.postRow(id).number
        var notes: [String] = []
        for slug in slugs {
            let holder = try db.holder(of: slug)
            if holder == nil {
                try db.tell(
                    "INSERT INTO slug (text, post, retiredAt) VALUES (?, ?, ?)",
                    [slug.text, number, now.microseconds])
            } else if holder?.number != number {
                notes.append("The old address “\(slug)” leads to another post and stays there.")
            }
        }
        return notes
    }

    /// Sets the last change of a post to that of its source: feeds show it to readers.
    func setChanged(_ changedAt: Instant?, of id: PostID) throws {
        guard let changedAt, changedAt < now else { return }
        try db.tell("UPDATE post SET changedAt = ? WHERE id = ?", [changedAt.microseconds, id.text])
    }

    /// - Parameter draft: of the post now; its digest shows later whether the post was edited.
    func recordOrigin(_ origin: Origin, of id: PostID, draft: Draft, isSettled: Bool) throws {
        let columns = "format, fingerprint, draftDigest, isSettled, path, kept, pictures, takenAt, privacy"
        let new = columns.split(separator: ", ").map { "excluded.\($0)" }.joined(separator: ", ")
        let sql = """
            INSERT INTO origin (source, post, \(columns)) VALUES (?, ?, \(ArgumentList.marks(for: columns)))
            ON CONFLICT (source, post) DO UPDATE SET (\(columns)) = (\(new))
            """
        let pictures = try JSONCoding.text(origin.pictures)
        let number = try db.postRow(id).number
        let privacy = try isRecalled(origin.source, number) ? OriginPrivacy.recalled : .settled
        try db.tell(
            sql,
            [
                origin.source, number, origin.format.rawValue, origin.fingerprint, try draft.digest,
                isSettled, origin.path, origin.kept.map { Array($0.utf8) }, pictures, now.microseconds,
                privacy.rawValue,
            ])
    }

    /// Saves the changed source of a post, and records that both are equal.
    func renew(
        _ id: PostID, as draft: PreparedDraft, _ imported: ImportedPost, _ frozen: [FrozenDelivery],
        in context: ChangeContext
    ) throws -> [String] {
        try replace(id, with: draft, frozen, in: context, isImported: true)
        let post = try db.storedPost(id).post
        let notes = try addFormerAddresses(of: imported, to: id)
        try recordOrigin(imported.origin, of: id, draft: post.draft, isSettled: !imported.wantsPublication)
        return notes
    }

    /// Publishes an imported post, unless it was published, unpublished by its author, or deleted since.
    /// - Parameter publishedAt: in the past, for a post that was published elsewhere before.
    func publishImported(_ id: PostID, of source: String, deliveries: [FrozenDelivery], publishedAt: Instant) throws {
        let row = try db.postRow(id)
        try db.tell(
            "UPDATE origin SET isSettled = TRUE WHERE source = ? AND post = ?", [source, row.number])
        let isRecalled = try row.publication == .withdrawn && isRecalled(source, row.number)
        guard !row.isDeleted, row.publication == .none || isRecalled else { return }
        try settlePrivacy(of: row.number)
        if isRecalled { try cancelDeletions(of: id) }
        try schedule(row, deliveries, publishedAt: publishedAt, converging: [])
    }

    private func knownPost(_ source: String, of owner: UserID) throws -> StoredPost? {
        let sql = """
            SELECT post.id FROM origin JOIN post ON post.number = origin.post
            WHERE origin.source = ? AND post.owner = ? AND post.forgottenAt IS NULL ORDER BY post.number DESC LIMIT 1
            """
        let id: PostID? = try db.value("id", of: "post", sql, [source, owner.number])
        return try id.map(db.storedPost)
    }

    /// The post that has the slug, or had it.
    private func earlierPost(at slug: Slug, of owner: UserID, before start: ImportStart) throws -> StoredPost? {
        let sql = """
            SELECT post.id FROM slug JOIN post ON post.number = slug.post
            WHERE slug.text = ? AND post.owner = ? AND post.deletedAt IS NULL AND post.number <= ?
            """
        let id: PostID? = try db.value("id", of: "post", sql, [slug.text, owner.number, start.number])
        return try id.map(db.storedPost)
    }
}

extension ImportedPost {
    fileprivate func isIdentical(to post: Post) -> Bool {
        var (old, new) = (post.draft, draft)
        (old.slug, new.slug) = (post.slug, post.slug)
        // No export has private notes.
        if new.privateNotes == nil { old.privateNotes = nil }
        return old == new && (post.publication == .wanted) == wantsPublication
    }

    /// Whether it is `post` with another text or date, if both have the same slug: both were published, and they have
    /// the same text, the same time, or the same time on the clocks of two zones. A time that the post had in an earlier
    /// revision counts, too. A translation is a post of its own.
    /// - Parameter earlier: the post's earlier revisions, without their texts.
    fileprivate func isVersion(of post: Post, earlier: [Draft]) -> Bool {
        guard wantsPublication, post.publication != .none else { return false }
        let (old, new) = (post.draft, draft)
        return hasTime(of: old) || (isLike(old) && new.title == old.title && new.body == old.body)
            || (new.date != nil && earlier.contains(where: hasTime))
    }

    private func isLike(_ old: Draft) -> Bool { draft.kind == old.kind && draft.language == old.language }

    private func hasTime(of old: Draft) -> Bool {
        isLike(old) && (draft.date?.instant == old.date?.instant || draft.date?.wall == old.date?.wall)
    }
}

extension Database {
    /// The latest earlier revisions of a post in which another field than the text changed, without their texts.
    fileprivate func earlierFields(of id: PostID) throws -> [Draft] {
        let sql = "SELECT fields FROM revision WHERE post = ? AND fields IS NOT NULL ORDER BY number DESC LIMIT 1000"
        return try all(sql, [postRow(id).number]) { row -> StoredFields in
            try row.columns(of: "revision")["fields"]
        }
        .map(\.draft)
    }
}
