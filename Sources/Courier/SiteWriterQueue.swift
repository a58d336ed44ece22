import PostStore
import Posts
import Programs
import Site
import Targets

/// Writes one site. Requests that arrive during a write share the next one: ten posts due at once become one edition,
/// not ten.
actor SiteWriterQueue {
    private let target: TargetName
    private let store: PostStore
    private var publisher: SitePublisher
    private var current: Task<Misfits, any Error>?
    private var next: Task<Misfits, any Error>?
    private var catalogue = SiteCatalogue(settings: nil)
    private var known = KnownFiles()
    private let sizes: PictureSizes
    private var articles: SiteArticles?
    /// The addresses of the posts' records in the pages of the last edition, by the posts' ids.
    private var documents: [String: String] = [:]
    /// The pictures of the last edition.
    private(set) var pictures: [SitePicture] = []
    private let report: @Sendable (Report) -> Void

    /// The entries whose pages an edition did not write, by id, with the reason.
    typealias Misfits = [String: any Error]

    /// The result of an edition.
    struct Report: Sendable {
        /// Why the site, or a page that it shows already, is not up to date.
        var troubles: [String] = []
        /// Whether the files were written, and whether the command after writing succeeded, too.
        var isWritten = false, isComplete = false
    }

    /// - Parameter report: called after each edition.
    init(
        target: TargetName, store: PostStore, publisher: SitePublisher, articles: SiteArticles?, sizes: PictureSizes,
        report: @escaping @Sendable (Report) -> Void
    ) {
        self.sizes = sizes
        self.report = report
        self.target = target
        self.store = store
        self.publisher = publisher
        self.articles = articles
    }

    /// Returns when an edition that started after this call is complete. Cancelling the caller, which happens only when
    /// the daemon ends, also ends the command after writing.
    @discardableResult
    func publish() async throws -> Misfits {
        let edition = next ?? begin(after: current)
        next = edition
        return try await withTaskCancellationHandler {
            try await edition.value
        } onCancel: {
            edition.cancel()
        }
    }

    /// Replaces the publisher after a reload. Later editions use the new one. The queue stays, so that two writers
    /// never work in one folder.
    func replace(by publisher: SitePublisher, articles: SiteArticles?) {
        self.publisher = publisher
        self.articles = articles
    }

    /// Whether the page of a post names its record. It counts only when the command after writing has succeeded.
    func shows(_ document: String, of post: PostID) -> Bool { documents[post.text] == document }

    private func begin(after earlier: Task<Misfits, any Error>?) -> Task<Misfits, any Error> {
        Task {
            // The callers that waited for the earlier edition handle its error.
            _ = await earlier?.result
            current = next
            next = nil
            var outcome = Report()
            defer { report(outcome) }
            do {
                return try await writeEdition(&outcome)
            } catch {
                outcome.troubles = ["\(error)"]
                throw error
            }
        }
    }

    private func writeEdition(_ outcome: inout Report) async throws -> Misfits {
        let publisher = publisher
        let articles = articles
        let links = articles?.links()
        let (newest, rows) = try await catalogue.updated(
            from: store, of: target, at: publisher.site.settings, articles: articles?.target, links)
        catalogue = newest
        // Published entries keep their addresses.
        let delivered = rows.filter(\.isDelivered).compactMap { newest[$0] }
        let shown = delivered + rows.filter { !$0.isDelivered && $0.isShown }.compactMap { newest[$0] }
        let items = shown + rows.filter { !$0.isShown }.compactMap { newest[$0] }
        let written = try await publisher.write(
            items, of: try await store.deskName(), established: delivered.count, shown: shown.count,
            sizes: await sizes.known(), publication: links?.publication, known: known)
        known = written.known
        outcome.isWritten = true
        let misfits = Misfits(written.misfits.map { (items[$0.key].id, $0.value) }) { first, _ in first }
        let standing = misfits.isEmpty ? items : items.filter { misfits[$0.id] == nil }
        pictures = standing.flatMap(\.pictures)
        try await publisher.runAfterWrite()
        outcome.isComplete = true
        documents = Dictionary(standing.compactMap { item in item.document.map { (item.id, $0) } }) { first, _ in
            first
        }
        outcome.troubles = written.misfits.filter { $0.key < shown.count }.map { "\($0.value)" }.sorted()
        return misfits
    }
}

/// The target for a site's articles, and the addresses of their records as far as they are known.
struct SiteArticles: Sendable {
    let target: TargetName
    let links: @Sendable () -> ArticleLinks?
}

/// The entries of a site as they are in the store, without their contents. A delivery's payload never changes, so each
/// is read once, and its content again whenever a page needs it.
private struct SiteCatalogue: Sendable {
    private struct Kept {
        let item: SiteItem
        let additions: SiteAdditions?
    }

    private var kept: [DeliveryID: Kept] = [:]
    private let settings: SiteSettings?
    private var links: ArticleLinks?

    private static let payloadsMax = 64

    init(settings: SiteSettings?) { self.settings = settings }

    subscript(row: SiteEntryRow) -> SiteItem? { kept[row.delivery]?.item }

    /// Reads what is new. An entry has later additions beside its frozen payload: former slugs, paths and addresses, and
    /// copies elsewhere.
    /// - Returns: the rows of all entries, the oldest post first.
    func updated(
        from store: PostStore, of target: TargetName, at settings: SiteSettings, articles: TargetName?,
        _ links: ArticleLinks?
    ) async throws -> (SiteCatalogue, [SiteEntryRow]) {
        let additions = try await store.siteAdditions(of: target, articles: articles)
        let rows = try await store.siteEntries(of: target)
        var newest = SiteCatalogue(settings: settings)
        newest.links = links
        newest.kept.reserveCapacity(rows.count)
        var unread: [SiteEntryRow] = []
        for row in rows {
            if settings == self.settings, links == self.links, let item = kept[row.delivery],
                item.additions == additions[row.postID]
            {
                newest.kept[row.delivery] = item
            } else {
                unread.append(row)
            }
        }
        for start in stride(from: 0, to: unread.count, by: Self.payloadsMax) {
            let batch = Array(unread[start..<min(start + Self.payloadsMax, unread.count)])
            let payloads = try await store.payloads(of: batch.map(\.delivery))
            // Decoding thousands of entries would occupy one of the few threads that tasks share.
            let items = try await onOwnThread {
                try zip(batch, payloads).map { row, payload -> SiteItem? in
                    guard var entry = try? SiteEntry(encoded: payload) else {
                        // The target was of another kind when it got the post.
                        guard (try? Parcels(encoded: payload)) == nil else { return nil }
                        throw ParcelError.unreadable
                    }
                    entry.add(additions[row.postID], of: row.postID, links)
                    return SiteItem(entry, at: settings) { [id = row.delivery] in
                        try SiteEntry(encoded: store.payloadNow(of: id)).contentHTML
                    }
                }
            }
            for case (let row, let item?) in zip(batch, items) {
                newest.kept[row.delivery] = Kept(item: item, additions: additions[row.postID])
            }
        }
        return (newest, rows)
    }
}

extension SiteEntry {
    fileprivate mutating func add(_ additions: SiteAdditions?, of post: PostID, _ links: ArticleLinks?) {
        guard let additions else { return }
        formerSlugs = additions.formerSlugs
        formerPaths = additions.formerPaths
        formerAddresses = additions.addresses
        syndication = additions.syndication
        guard let links else { return }
        switch additions.document {
        case nil: document = nil
        case .coming: document = links.document(of: post)
        case .written(let id): document = ArticleLinks.document(in: id)
        }
    }
}
