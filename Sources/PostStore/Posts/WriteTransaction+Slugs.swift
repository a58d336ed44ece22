import Posts
import SQL

/// Current and former slugs. Both are rows of one table, so that SQLite keeps them unique.
extension WriteTransaction {
    /// Gives a new post its slug: the chosen one, which must be free, or a derived one.
    func insertFirstSlug(of prepared: PreparedDraft, id: PostID, post: Int64) throws -> Slug {
        if let chosen = prepared.draft.slug {
            try insertSlug(chosen, post: post)
            return chosen
        }
        // The slug of nearly every title is free, so it is inserted without a check.
        let derived = try prepared.derivedSlug ?? Slug(checking: id.text)
        let sql = "INSERT INTO slug (text, post) VALUES (?, ?) ON CONFLICT (text) DO NOTHING"
        if try db.run(sql, [derived.text, post]) == 1 { return derived }
        let free = try freeSlug(derived, id: id, post: nil)
        try insertSlug(free, post: post)
        return free
    }

    /// The slug of a post that is being saved.
    ///
    /// A chosen one is used unchanged. A derived one follows the title until the post is first published; then readers
    /// may know it, and it stays.
    func nextSlug(of prepared: PreparedDraft, was old: Draft, _ row: PostRow) throws -> Slug {
        let draft = prepared.draft
        let current = row.slug
        if let chosen = draft.slug {
            if chosen != current { try checkFree(chosen, for: row.number, of: row.owner) }
            return chosen
        }
        let isTitleNew = draft.title.map { Array($0.utf8) } != old.title.map { Array($0.utf8) }
        guard row.publishedAt == nil, isTitleNew || old.slug != nil else { return current }
        return try freeSlug(prepared.derivedSlug, id: row.id, post: row.number)
    }

    func insertSlug(_ slug: Slug, post: Int64) throws {
        try db.tell("INSERT INTO slug (text, post) VALUES (?, ?)", [slug.text, post])
    }

    /// - Parameter keepingOld: whether the old one redirects to the new one; else it becomes free.
    func replaceSlug(with slug: Slug, post: Int64, keepingOld: Bool) throws {
        if keepingOld {
            try db.tell(
                "UPDATE slug SET retiredAt = ? WHERE post = ? AND retiredAt IS NULL", [now.microseconds, post])
        } else {
            try db.tell("DELETE FROM slug WHERE post = ? AND retiredAt IS NULL", [post])
        }
        try db.tell(
            "INSERT INTO slug (text, post) VALUES (?, ?) ON CONFLICT (text) DO UPDATE SET retiredAt = NULL",
            [slug.text, post])
    }

    /// The slug from the title, else from the id; with a number if it is taken.
    func freeSlug(_ derived: Slug?, id: PostID, post: Int64?) throws -> Slug {
        let base = try derived ?? Slug(checking: id.text)
        if try isFree(base, for: post) { return base }
        for number in 2...9 where try isFree(base.numbered(number), for: post) { return base.numbered(number) }
        // Thousands of posts may share a title: doubling finds a free number, bisecting finds a small one.
        var taken = 9
        var free = 18
        while try !isFree(base.numbered(free), for: post) { (taken, free) = (free, free * 2) }
        while free - taken > 1 {
            let middle = (taken + free) / 2
            if try isFree(base.numbered(middle), for: post) { free = middle } else { taken = middle }
        }
        return base.numbered(free)
    }

    /// Slugs are unique among all users, because readers see them; but the error names the post only to its owner.
    func checkFree(_ slug: Slug, for post: Int64?, of owner: UserID) throws {
        guard let holder = try db.holder(of: slug), holder.number != post else { return }
        throw StoreError.slugTaken(slug, by: holder.owner == owner ? holder.id : nil)
    }

    private func isFree(_ slug: Slug, for post: Int64?) throws -> Bool {
        guard let holder = try db.holder(of: slug) else { return true }
        return holder.number == post
    }
}

extension Database {
    /// The post that has the slug, or had it.
    func holder(of slug: Slug) throws -> (number: Int64, id: PostID, owner: UserID)? {
        let sql = "SELECT number, id, owner FROM post WHERE number = (SELECT post FROM slug WHERE text = ?)"
        return try first(sql, [slug.text]) { row in
            let post = row.columns(of: "post")
            return (try post["number"], try post["id"], try post["owner"])
        }
    }
}
