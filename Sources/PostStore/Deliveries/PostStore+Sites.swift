import Digests
package import Posts
import SQL

/// Facts about a post that are newer than its frozen entry for a site.
package struct SiteAdditions: Hashable, Sendable {
    /// Newest first.
    package var formerSlugs: [String] = []
    /// Newest first.
    package var formerPaths: [String] = []
    /// Its present and former addresses at the site, the newest first.
    package var addresses: [String] = []
    /// Addresses of copies at other targets, in the order of the targets' names.
    package var syndication: [String] = []
    package var document: SiteDocument?
    /// The id of the post in the feed of its old site.
    package var feedID: String?
}

/// The record of a post on the AT Protocol.
package enum SiteDocument: Hashable, Sendable {
    /// Its delivery is on its way.
    case coming
    /// - Parameter id: the target's id of it.
    case written(id: String)
}

extension PostStore {
    /// The additions to all entries of the site `target`, by post.
    /// - Parameter articles: the target for the site's articles.
    package func siteAdditions(
        of target: TargetName, articles: TargetName? = nil
    ) async throws(StoreError) -> [PostID: SiteAdditions] {
        try await read { try $0.siteAdditions(of: target, articles: articles, post: nil) }
    }

    /// A name for this desk that stays with it through backups, restores and moves, and says nothing about it; nil before
    /// the first post. The row of the first post is never deleted.
    package func deskName() async throws(StoreError) -> String? {
        try await read { db in
            let first: PostID? = try db.value("id", of: "post", "SELECT id FROM post ORDER BY number LIMIT 1")
            return first.map { String(SHA256.hash(Array("desk \($0.text)".utf8)).hexadecimal.prefix(16)) }
        }
    }

    /// The targets at which a post has arrived.
    package func targetsHolding(_ id: PostID) async throws(StoreError) -> Set<TargetName> {
        try await read { try $0.targetsHolding(id) }
    }

    /// The newest copy at a target.
    package func newestCopy(at target: TargetName) async throws(StoreError) -> RemotePost? {
        let sql = """
            SELECT recordId, recordUrl FROM delivery
            WHERE isOver AND target = ? AND kind = 'create' AND state = 'delivered' AND takenBackAt IS NULL
            ORDER BY id DESC LIMIT 1
            """
        return try await read { db in
            try db.first(sql, [target.text]) { row in
                let delivery = row.columns(of: "delivery")
                return RemotePost(id: try delivery["recordId"], url: try delivery["recordUrl"])
            }
        }
    }

    /// The name of the post that is at `address` of a target; nil if there is none.
    package func heading(at address: String, of target: TargetName) async throws(StoreError) -> String? {
        let sql = """
            SELECT substr(post.title, 1, 1000) AS title, post.excerpt FROM delivery JOIN post ON post.id = postId
            WHERE delivery.isOver AND delivery.target = ? AND delivery.kind = 'create' AND delivery.state = 'delivered'
              AND delivery.takenBackAt IS NULL AND delivery.recordUrl = ? LIMIT 1
            """
        return try await read { db in
            try db.first(sql, [target.text, address]) { try $0.columns(of: "post").heading() }
        }
    }

    /// The ids of the newest thousand copies of other deliveries at `target`, and of the newest thousand parts of threads,
    /// with the time at which Galley knew that each was there: a look-up must not take one of them for this one.
    package func remoteIDs(at target: TargetName, except id: DeliveryID) async throws(StoreError) -> [String: Instant] {
        let sql = """
            SELECT recordId, at FROM delivery
            WHERE isOver AND target = ? AND state = 'delivered' AND recordId IS NOT NULL AND id <> ?
            ORDER BY id DESC LIMIT 1000
            """
        let parts = """
            SELECT arrival.recordId, arrival.at FROM arrival JOIN delivery ON delivery.id = arrival.delivery
            WHERE target = ? ORDER BY arrival.delivery DESC, arrival.part DESC LIMIT 1000
            """
        return try await read { db in
            let posts = try db.readable(sql, [target.text, id.number], noting: nil) { row -> (String, Instant) in
                let delivery = row.columns(of: "delivery")
                return (try delivery["recordId"], try delivery["at"])
            }
            let single = try db.all(parts, [target.text]) { row -> (String, Instant) in
                let arrival = row.columns(of: "arrival")
                return (try arrival["recordId"], try arrival["at"])
            }
            // The root of a thread is in both, and was there first as a part.
            return Dictionary(posts + single) { min($0, $1) }
        }
    }
}

extension Database {
    func targetsHolding(_ id: PostID) throws -> Set<TargetName> {
        Set(try all(DeliveryRow.targetsHolding, [id.text]) { try $0.columns(of: "delivery")["target"] as TargetName })
    }

    /// - Parameter post: only this one; nil for all.
    func siteAdditions(
        of target: TargetName, articles: TargetName?, post: PostID?
    ) throws -> [PostID: SiteAdditions] {
        let only: [any SQLArgument] = post.map { [$0.text] } ?? []
        var additions: [PostID: SiteAdditions] = [:]
        func add(_ texts: [(PostID, String)], to list: WritableKeyPath<SiteAdditions, [String]>) {
            for (post, text) in texts { additions[post, default: SiteAdditions()][keyPath: list].append(text) }
        }
        let ofOne = post != nil
        add(
            try readable(SiteAdditions.slugs(ofOne), [target.text] + only, noting: nil) { row -> (PostID, String) in
                (try row.columns(of: "post")["id"], (try row.columns(of: "slug")["text"] as Slug).text)
            }, to: \.formerSlugs)
        add(
            try readable(SiteAdditions.paths(ofOne), [target.text] + only, noting: nil) { row -> (PostID, String) in
                (try row.columns(of: "post")["id"], (try row.columns(of: "formerPath")["text"] as PostPath).text)
            }, to: \.formerPaths)
        let address = { (row: any Row) throws -> (PostID, String) in
            let delivery = row.columns(of: "delivery")
            return (try delivery["postId"], try delivery["recordUrl"])
        }
        add(
            try readable(SiteAdditions.addresses(ofOne), [target.text] + only, noting: nil, address), to: \.addresses)
        add(
            try readable(
                SiteAdditions.copies(ofOne), [target.text, articles?.text ?? ""] + only, noting: nil, address),
            to: \.syndication)
        let ids = try readable(SiteAdditions.feedIDs(ofOne), [target.text] + only, noting: nil) {
            row -> (PostID, String) in
            (try row.columns(of: "post")["id"], try row.columns(of: "feedId")["text"])
        }
        for (post, id) in ids { additions[post, default: SiteAdditions()].feedID = id }
        guard let articles else { return additions }
        let written = try readable(SiteAdditions.documents(ofOne), [articles.text] + only, noting: nil) {
            row -> (PostID, SiteDocument) in
            let delivery = row.columns(of: "delivery")
            let isThere = (try delivery["state"] as DeliveryState.Word) == .delivered
            let id: String? = try delivery["recordId"]
            return (try delivery["postId"], isThere ? .written(id: id ?? "") : .coming)
        }
        for (post, document) in written { additions[post, default: SiteAdditions()].document = document }
        return additions
    }
}

/// The queries of `siteAdditions`, of one post or of all.
extension SiteAdditions {
    static func slugs(_ ofOne: Bool) -> String {
        """
        SELECT post.id, slug.text FROM slug JOIN post ON post.number = slug.post
        WHERE slug.retiredAt IS NOT NULL \(ofOne ? "AND post.id = ?2" : "")
          AND EXISTS (SELECT 1 FROM delivery WHERE delivery.postId = post.id AND delivery.target = ?1)
        ORDER BY slug.retiredAt DESC, slug.text
        """
    }

    static func paths(_ ofOne: Bool) -> String {
        """
        SELECT post.id, formerPath.text FROM formerPath JOIN post ON post.number = formerPath.post
        WHERE EXISTS (SELECT 1 FROM delivery WHERE delivery.postId = post.id AND delivery.target = ?1)
          \(ofOne ? "AND post.id = ?2" : "")
        ORDER BY formerPath.retiredAt DESC, formerPath.text
        """
    }

    static func feedIDs(_ ofOne: Bool) -> String {
        """
        SELECT post.id, feedId.text FROM feedId JOIN post ON post.number = feedId.post
        WHERE EXISTS (SELECT 1 FROM delivery WHERE delivery.postId = post.id AND delivery.target = ?1)
          \(ofOne ? "AND post.id = ?2" : "")
        """
    }

    /// The newest address at each target.
    static func copies(_ ofOne: Bool) -> String {
        """
        SELECT other.postId, other.recordUrl FROM delivery AS other
        WHERE other.target NOT IN (?1, ?2) AND \(isCopy("other")) \(ofOne ? "AND other.postId = ?3" : "")
          AND EXISTS (SELECT 1 FROM delivery AS own WHERE own.postId = other.postId AND own.target = ?1)
          AND NOT EXISTS (
            SELECT 1 FROM delivery AS newer WHERE newer.postId = other.postId AND newer.target = other.target
              AND \(isCopy("newer")) AND (newer.generation, newer.id) > (other.generation, other.id))
        GROUP BY other.postId, other.recordUrl ORDER BY min(other.target)
        """
    }

    private static func isCopy(_ delivery: String) -> String {
        """
        \(delivery).kind = 'create' AND \(delivery).state = 'delivered' AND \(delivery).takenBackAt IS NULL \
        AND \(delivery).recordUrl IS NOT NULL
        """
    }

    static func addresses(_ ofOne: Bool) -> String {
        """
        SELECT postId, recordUrl FROM delivery
        WHERE isOver AND target = ?1 AND kind = 'create' AND state = 'delivered' AND recordUrl IS NOT NULL
          \(ofOne ? "AND postId = ?2" : "")
        GROUP BY postId, recordUrl ORDER BY max(id) DESC
        """
    }

    static func documents(_ ofOne: Bool) -> String {
        let post = ofOne ? "AND postId = ?2" : ""
        return """
            SELECT postId, state, recordId FROM delivery
            WHERE isOver AND target = ?1 AND kind = 'create' AND state = 'delivered' AND takenBackAt IS NULL \(post)
            UNION ALL SELECT postId, state, recordId FROM delivery
            WHERE NOT isOver AND target = ?1 AND kind = 'create' \(post)
            """
    }
}
