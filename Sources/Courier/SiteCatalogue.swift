import PostStore
import Posts
import Programs
import Site
import Targets

/// The entries of a site as they are in the store, without their contents. Each payload is read once, and its content again
/// whenever a page needs it. A payload changes only when its page is made again, after which all are read again.
struct SiteCatalogue: Sendable {
    private struct Kept {
        let row: SiteEntryRow
        let additions: SiteAdditions?
        let item: SiteItem
        /// `SiteEntry.rendering`
        let rendering: String?
    }

    /// An entry as it was read.
    private typealias Reading = (item: SiteItem, rendering: String?)

    private var kept: [PostID: Kept] = [:]
    /// The newest event that the entries include; nil before the first reading.
    private var event: Int64?
    private var settings: SiteSettings?
    private var links: ArticleLinks?

    private static let payloadsMax = 64

    /// Those whose addresses come first are first; then the oldest post is.
    /// - Returns: all items, how many of them from the start were delivered, and how many the site shows already.
    var items: (all: [SiteItem], delivered: Int, shown: Int) {
        // Published entries keep their addresses.
        let all = kept.values.sorted { ($0.row.standing, $0.row.number) < ($1.row.standing, $1.row.number) }
        let delivered = all.prefix { $0.row.isDelivered }.count
        return (all.map(\.item), delivered, all.prefix { $0.row.isDelivered || $0.row.isShown }.count)
    }

    /// How many entries can be made again, and were made by other settings.
    func stale(since rendering: String) -> Int {
        kept.values.count { $0.row.revision != nil && $0.rendering != rendering }
    }

    /// Reads what has changed since the last call. An entry has later additions beside its frozen payload: former slugs,
    /// paths and addresses, and copies elsewhere.
    /// - Returns: the items that replace others; nil if an entry is new or gone, or if all were read.
    mutating func update(
        from store: PostStore, of target: TargetName, at settings: SiteSettings, articles: TargetName?,
        _ links: ArticleLinks?
    ) async throws -> [SiteItem]? {
        if settings != self.settings || links != self.links { self = SiteCatalogue() }
        let news = try await store.siteNews(of: target, articles: articles, after: event)
        let unread = news.entries.filter { row in
            kept[row.postID].map { $0.row.delivery != row.delivery || $0.additions != news.additions[row.postID] }
                ?? true
        }
        let items = try await Self.read(unread, news.additions, from: store, at: settings, links)
        // Nothing is kept of a reading that fails.
        (self.settings, self.links, event) = (settings, links, news.event)
        let former = take(news.posts)
        for row in news.entries {
            kept[row.postID] = former[row.postID].map {
                Kept(row: row, additions: $0.additions, item: $0.item, rendering: $0.rendering)
            }
        }
        for (row, reading) in items {
            kept[row.postID] = reading.map {
                Kept(row: row, additions: news.additions[row.postID], item: $0.item, rendering: $0.rendering)
            }
        }
        guard let posts = news.posts, posts.allSatisfy({ (kept[$0] == nil) == (former[$0] == nil) }) else { return nil }
        return items.compactMap(\.1?.item)
    }

    /// Takes out what is kept of these posts; nil for all.
    private mutating func take(_ posts: Set<PostID>?) -> [PostID: Kept] {
        guard let posts else {
            defer { kept = [:] }
            return kept
        }
        return posts.reduce(into: [:]) { $0[$1] = kept.removeValue(forKey: $1) }
    }

    /// - Returns: nil for an entry of a target that was of another kind when it got the post.
    private static func read(
        _ rows: [SiteEntryRow], _ additions: [PostID: SiteAdditions], from store: PostStore, at settings: SiteSettings,
        _ links: ArticleLinks?
    ) async throws -> [(SiteEntryRow, Reading?)] {
        var items: [(SiteEntryRow, Reading?)] = []
        for start in stride(from: 0, to: rows.count, by: payloadsMax) {
            let batch = Array(rows[start..<min(start + payloadsMax, rows.count)])
            let payloads = try await store.payloads(of: batch.map(\.delivery))
            // Decoding thousands of entries would occupy one of the few threads that tasks share.
            items += try await onOwnThread {
                try zip(batch, payloads).map { row, payload in
                    guard var entry = try? SiteEntry(encoded: payload) else {
                        guard (try? Parcels(encoded: payload)) == nil else { return (row, nil) }
                        throw ParcelError.unreadable
                    }
                    entry.add(additions[row.postID], of: row.postID, links)
                    let item = SiteItem(entry, at: settings) { [id = row.delivery] in
                        try SiteEntry(encoded: store.payloadNow(of: id)).contentHTML
                    }
                    return (row, (item, entry.rendering))
                }
            }
        }
        return items
    }
}

extension SiteEntryRow {
    /// Smaller for those whose addresses come first.
    fileprivate var standing: Int { isDelivered ? 0 : isShown ? 1 : 2 }
}

extension SiteEntry {
    fileprivate mutating func add(_ additions: SiteAdditions?, of post: PostID, _ links: ArticleLinks?) {
        guard let additions else { return }
        formerSlugs = additions.formerSlugs
        formerPaths = additions.formerPaths
        formerAddresses = additions.addresses
        syndication = additions.syndication
        feedID = additions.feedID
        guard let links else { return }
        switch additions.document {
        case nil: document = nil
        case .coming: document = links.document(of: post)
        case .written(let id): document = ArticleLinks.document(in: id)
        }
    }
}
