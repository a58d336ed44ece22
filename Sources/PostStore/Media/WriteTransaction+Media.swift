import FoundationEssentials
import Pictures
import Posts
import SQL

/// Pictures and their uses, inside a transaction.
extension WriteTransaction {
    /// Records the pictures that the text of a post names. Those of older revisions stay recorded, since these can be
    /// restored.
    /// - Parameter isNew: whether the post is new, so that none can be recorded yet.
    func noteMedia(in body: [UInt8], of post: Int64, isNew: Bool = false) throws {
        let named = MediaID.all(in: body.span)
        if !isNew, try db.has("SELECT 1 FROM mediaUse WHERE post = ? LIMIT 1", [post]) {
            try db.tell("UPDATE mediaUse SET isPresent = FALSE WHERE post = ? AND isPresent", [post])
        }
        for id in named {
            try db.tell(
                """
                INSERT INTO mediaUse (media, post, isPresent) VALUES (?, ?, TRUE)
                ON CONFLICT (media, post) DO UPDATE SET isPresent = TRUE
                """, [id.text, post])
        }
    }

    /// Records the pictures that a frozen payload names.
    func noteMedia(in payload: [UInt8], delivery: Int64) throws {
        for id in MediaID.all(in: payload.span) {
            try db.tell("INSERT INTO mediaDelivery (media, delivery) VALUES (?, ?)", [id.text, delivery])
        }
    }

    /// - Returns: the stored picture, and whether it is new.
    func insertMedia(
        digest: String, _ facts: MediaFacts, _ notes: MediaNotes, owner: UserID
    ) throws -> (media: Media, isNew: Bool) {
        let id = String(digest.prefix(MediaID.length))
        if let found = try db.media(id, owner: owner) {
            var kept = found.notes
            if kept.alt.isEmpty { kept.alt = notes.alt }
            if kept.focus == nil { kept.focus = notes.focus }
            if kept != found.notes { try update(found, with: kept) }
            return (try db.storedMedia(id, of: owner), false)
        }
        let sql = """
            INSERT INTO media (owner, id, digest, revision, kind, bytes, width, height, isTurned, isAnimated, name, alt,
              focusX, focusY, createdAt) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.tell(
            sql,
            [
                owner.number, id, digest, facts.kind.rawValue, facts.bytes, facts.width, facts.height, facts.isTurned,
                facts.isAnimated, notes.name, notes.alt, notes.focus?.x, notes.focus?.y, now.microseconds,
            ])
        try announce(.mediaChanged, id, to: owner)
        return (try db.storedMedia(id, of: owner), true)
    }

    func update(_ media: Media, with notes: MediaNotes) throws {
        let sql = """
            UPDATE media SET name = ?, alt = ?, focusX = ?, focusY = ?, revision = revision + 1
            WHERE owner = ? AND id = ?
            """
        try db.tell(
            sql,
            [notes.name, notes.alt, notes.focus?.x, notes.focus?.y, media.owner.number, media.id.text])
        try announce(.mediaChanged, media.id.text, to: media.owner)
    }

    func deleteMedia(_ media: Media) throws {
        try db.tell("DELETE FROM media WHERE owner = ? AND id = ?", [media.owner.number, media.id.text])
        try announce(.mediaChanged, media.id.text, to: media.owner)
    }
}

extension Media {
    /// What `init(row:)` reads.
    static let columns = """
        media.id, media.owner, media.revision, media.digest, media.kind, media.bytes, media.width, media.height,
          media.isTurned, media.isAnimated, media.name, media.alt, media.focusX, media.focusY, media.createdAt,
          media.number
        """
}

extension Database {
    func media(_ id: String, owner: UserID) throws -> Media? {
        let sql = "SELECT \(Media.columns) FROM media WHERE owner = ? AND id = ?"
        return try first(sql, [owner.number, id], Media.init(row:))
    }

    /// - Throws: `noSuchMedia`; `staleMedia`, when it has another revision than `ifRevision`.
    func storedMedia(_ id: String, of owner: UserID, ifRevision: Revision? = nil) throws -> Media {
        guard let media = try media(id, owner: owner) else { throw StoreError.noSuchMedia(id) }
        if let ifRevision, ifRevision != media.revision { throw StoreError.staleMedia(current: media.revision) }
        return media
    }

    func hasMedia(_ digest: String) throws -> Bool {
        try has("SELECT 1 FROM media WHERE digest = ?", [digest])
    }

    /// Whether a text, an older revision or a frozen payload names it.
    func isMediaNamed(_ id: String, owner: UserID) throws -> Bool {
        let sql = """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM mediaUse JOIN post ON post.number = mediaUse.post
                WHERE media = ?1 AND post.owner = ?2)
              OR EXISTS (SELECT 1 FROM mediaDelivery JOIN delivery ON delivery.id = mediaDelivery.delivery
                JOIN post ON post.id = delivery.postId WHERE media = ?1 AND post.owner = ?2)
            """
        return try has(sql, [id, owner.number])
    }
}

extension Media {
    init(row: any Row) throws {
        let media = row.columns(of: "media")
        var focus: MediaNotes.Focus?
        if let x = try media["focusX"] as Double? {
            focus = MediaNotes.Focus(x: x, y: try media["focusY"])
            guard focus != nil else { throw media.bad("focusX", "From -1 to 1, as focusY.") }
        }
        self.init(
            id: try media["id"], owner: try media["owner"], revision: try media["revision"],
            digest: (try media["digest"] as StoredDigest).text,
            facts: MediaFacts(
                kind: try media["kind"], bytes: try media["bytes", in: 1...], width: try media["width", in: 1...],
                height: try media["height", in: 1...], isTurned: try media["isTurned"],
                isAnimated: try media["isAnimated"]),
            notes: MediaNotes(name: try media["name"], alt: try media["alt"], focus: focus),
            createdAt: try media["createdAt"])
    }
}
