import Dispatch
package import Pictures
package import Posts
import SQL

/// A picture with the posts that use it.
package struct MediaListing: Hashable, Sendable {
    package let media: Media
    package let uses: [MediaUse]
    /// Whether neither a text, nor an older revision, nor a frozen payload names it: then it can be removed.
    package let isUnused: Bool

    /// In bytes, roughly: of the posts that use it, up to fifty are named.
    var weight: Int {
        500 + media.notes.alt.utf8.count + uses.reduce(0) { $0 + 100 + $1.heading.utf8.count + $1.slug.utf8.count }
    }
}

/// A post that names a picture.
package struct MediaUse: Hashable, Sendable {
    package let post: PostID
    package let slug: String
    /// The title, else the beginning of the text.
    package let heading: String
    /// Whether the present text names it; else only an older revision does.
    package let isPresent: Bool
}

extension PostStore {
    /// Runs `work`, which writes files of pictures: one job at a time, on its own queue. A stalled disk holds up
    /// uploads and no reader.
    package func writingPictures<Value: Sendable>(
        _ work: @escaping @Sendable (MediaFolder) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            pictureQueue.async { [mediaFolder] in continuation.resume(with: Result { try work(mediaFolder) }) }
        }
    }

    /// Stores a picture: its file, and its row with the event.
    ///
    /// The same picture again updates the stored one: notes that were empty are filled in.
    /// - Parameters:
    ///   - draft: the finished file, durable but for its name.
    ///   - key: a repeated request changes nothing, and does not restore a picture that was removed since.
    /// - Returns: the picture, and whether it is new.
    /// - Throws: `noSuchMedia`, when the request is a repetition and its picture was removed; `keyReused`.
    package func addMedia(
        _ draft: MediaDraft, digest: String, _ facts: MediaFacts, _ notes: MediaNotes, owner: UserID,
        once key: RequestKey? = nil
    ) async throws(StoreError) -> (media: Media, isNew: Bool) {
        try notes.check()
        return try await commit { [mediaFolder] transaction in
            try transaction.once(key, .media) { subject in
                let id: MediaID = try subject.value()
                return (try transaction.db.storedMedia(id.text, of: owner), false)
            } make: {
                // In the writer's turn, because removing the last row of a file removes the file in the writer's turn, too.
                try mediaFolder.place(draft, as: digest)
                let kept = try transaction.insertMedia(digest: digest, facts, notes, owner: owner)
                return (kept, kept.media.id.text)
            }
        }
    }

    /// The picture as `addMedia` would return it. Stores nothing.
    package func mediaAfterAdding(
        _ digest: String, _ facts: MediaFacts, _ notes: MediaNotes, owner: UserID
    ) async throws(StoreError) -> MediaListing {
        try notes.check()
        return try await tryOut { transaction in
            try transaction.db.listing(of: transaction.insertMedia(digest: digest, facts, notes, owner: owner).media)
        }
    }

    /// - Parameter name: an id, the beginning of one, or an address such as `media:0123456789abcdef`.
    /// - Throws: `noSuchMedia`, `ambiguousMedia`
    package func media(named name: String, of owner: UserID) async throws(StoreError) -> MediaListing {
        let start = name.hasPrefix(MediaID.scheme) ? String(name.dropFirst(MediaID.scheme.count)) : name
        guard MediaID.isStart(start) else { throw .noSuchMedia(name) }
        let sql = "SELECT \(Media.columns) FROM media WHERE owner = ? AND id >= ? AND id < ? LIMIT 2"
        return try await read { db in
            let found = try db.all(sql, [owner.number, start, start + "g"], Media.init(row:))
            guard let media = found.first else { throw StoreError.noSuchMedia(name) }
            guard found.count == 1 else { throw StoreError.ambiguousMedia(name) }
            return try db.listing(of: media)
        }
    }

    /// Those of `ids` that exist.
    package func media(_ ids: [MediaID], of owner: UserID) async throws(StoreError) -> [Media] {
        guard !ids.isEmpty else { return [] }
        return try await read { db in try ids.compactMap { try db.media($0.text, owner: owner) } }
    }

    /// The facts of the pictures with these digests, of all users.
    package func mediaFacts(of digests: [String]) async throws(StoreError) -> [(digest: String, facts: MediaFacts)] {
        let sql = "SELECT \(Media.columns) FROM media WHERE digest = ? LIMIT 1"
        return try await read { db in
            try digests.compactMap { digest in
                try db.first(sql, [digest], Media.init(row:)).map { (digest, $0.facts) }
            }
        }
    }

    /// Newest first.
    package func media(
        of owner: UserID, after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<MediaListing> {
        let room = room(limit)
        let list = "media \(owner.number)"
        let before = try cursor?.position(in: list).0 ?? .max
        let sql = """
            SELECT \(Media.columns) FROM media WHERE owner = ? AND number < ? ORDER BY number DESC LIMIT ?
            """
        return try await read { db in
            let read = { (row: any Row) throws -> (MediaListing, Int64) in
                (try db.listing(of: try Media(row: row)), try row.columns(of: "media")["number"])
            }
            let page = try db.page(sql, [owner.number, before], room, weighing: { $0.0.weight }, read) {
                Cursor($0.1, list: list)
            }
            return page.map(\.0)
        }
    }

    /// - Throws: `noSuchMedia`, `staleMedia`
    package func editMedia(
        _ id: MediaID, of owner: UserID, notes: MediaNotes, ifRevision: Revision?
    ) async throws(StoreError) -> MediaListing {
        try notes.check()
        return try await commit { transaction in
            let found = try transaction.db.storedMedia(id.text, of: owner, ifRevision: ifRevision)
            if notes != found.notes { try transaction.update(found, with: notes) }
            return try transaction.db.listing(of: transaction.db.storedMedia(id.text, of: owner))
        }
    }

    /// Removes a picture that nothing names, and its file unless another user has the same picture.
    /// - Parameter ifRevision: the revision that the caller read; nil for any.
    /// - Throws: `noSuchMedia`, `staleMedia`, `mediaInUse`
    package func removeMedia(_ id: MediaID, of owner: UserID, ifRevision: Revision? = nil) async throws(StoreError) {
        try await commit { [unusedFiles] transaction in
            let found = try transaction.db.storedMedia(id.text, of: owner, ifRevision: ifRevision)
            let listing = try transaction.db.listing(of: found)
            guard listing.isUnused else { throw StoreError.mediaInUse(id.text, by: listing.uses.map(\.heading)) }
            try transaction.deleteMedia(found)
            unusedFiles.add([found.digest])
        }
    }

    /// Removes those of these files that no row names.
    func removeFiles(_ digests: Set<String>) async throws(StoreError) {
        try await commit { [unusedFiles] _ in unusedFiles.add(digests) }
    }

    /// Removes the files that no row names, left by a daemon that was killed between two steps. Call it at the start.
    package func sweepMedia() async throws(StoreError) {
        mediaFolder.clearArrivals()
        // Another database may name them: the one from which this one was restored.
        if file != nil { try await removeFiles(Set(mediaFolder.digests())) }
    }
}

extension Database {
    func listing(of media: Media) throws -> MediaListing {
        let sql = """
            SELECT post.id, slug.text, post.title, post.excerpt, mediaUse.isPresent
            FROM mediaUse JOIN post ON post.number = mediaUse.post
            LEFT JOIN slug ON slug.post = post.number AND slug.retiredAt IS NULL
            WHERE mediaUse.media = ? AND post.owner = ? ORDER BY mediaUse.isPresent DESC, post.number DESC LIMIT 50
            """
        let uses = try all(sql, [media.id.text, media.owner.number]) { row in
            let post = row.columns(of: "post")
            return MediaUse(
                post: try post["id"], slug: (try row.columns(of: "slug")["text"] as Slug).text,
                heading: try post.heading(),
                isPresent: try row.columns(of: "mediaUse")["isPresent"])
        }
        return MediaListing(media: media, uses: uses, isUnused: try !isMediaNamed(media.id.text, owner: media.owner))
    }
}

extension MediaNotes {
    fileprivate func check() throws(StoreError) {
        for (field, text) in [("name", name), ("alternative text", alt)] where text.utf8.contains(0) {
            throw .unstorable(field: field)
        }
    }
}
