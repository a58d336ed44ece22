import PostStore
import Posts
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
    private var catalogue = SiteCatalogue()
    /// The site as the last edition left it; nil if that has entries without a page, or failed.
    private var standing: StandingSite?
    private var known = KnownFiles()
    private var isWholeWanted = false
    private let sizes: PictureSizes
    private var articles: SiteArticles?
    /// `SiteTarget.rendering` of the settings in force.
    private var rendering: String
    /// How many pages of the last edition can be made again and follow other settings than those in force.
    private(set) var stalePages = 0
    let rebuilder = SiteRebuilder()
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
        /// Whether pages follow other settings than those in force.
        var isStale = false
    }

    /// - Parameter report: called after each edition.
    init(
        target: TargetName, store: PostStore, publisher: SitePublisher, rendering: String, articles: SiteArticles?,
        sizes: PictureSizes, report: @escaping @Sendable (Report) -> Void
    ) {
        self.rendering = rendering
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
    func replace(by publisher: SitePublisher, rendering: String, articles: SiteArticles?) {
        self.publisher = publisher
        self.rendering = rendering
        self.articles = articles
        isWholeWanted = true
    }

    /// Like `publish`, and the edition reads all entries and examines all files, whatever others did to the folder.
    func publishWhole() async throws {
        isWholeWanted = true
        try await publish()
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
        let (given, articles, links) = (publisher, articles, articles?.links())
        // An address that changed later leaves the ids in the feeds as they are.
        let publisher = given.identified(
            by: try await store.tagAuthority(of: target, first: given.site.settings.tagAuthority))
        if isWholeWanted { (catalogue, standing, isWholeWanted) = (SiteCatalogue(), nil, false) }
        // After a failure nothing is taken for granted: it may have left any part of the files.
        let before = standing
        var newest = catalogue
        (catalogue, standing) = (SiteCatalogue(), nil)
        let news = try await newest.update(
            from: store, of: target, at: publisher.site.settings, articles: articles?.target, links)
        catalogue = newest
        stalePages = newest.stale(since: rendering)
        outcome.isStale = stalePages > 0
        let wishes = Wishes(
            desk: try await store.deskName(), sizes: await sizes.known(), publication: links?.publication)
        try checkTime()
        if let news, let before, let written = try await rewrite(news, in: before, by: publisher, wishes) {
            known = written.known
            outcome.isWritten = true
            try checkTime()
            try await publisher.runAfterWrite()
            outcome.isComplete = true
            standing = written.standing
            for item in news { documents[item.id] = item.document }
            return [:]
        }
        return try await writeAll(by: publisher, wishes, &outcome)
    }

    /// An older edition must not follow that of another daemon.
    private func checkTime() throws {
        guard store.timeLeft.map({ $0 >= SiteWriterQueue.timeNeeded }) ?? true else {
            throw StoreError.unavailable("The site was not written, because another galleyd may have taken over.")
        }
    }

    private static let timeNeeded = Duration.seconds(5)

    /// What the files depend on besides the entries, the settings and the theme.
    private struct Wishes {
        let desk: String?
        let sizes: [String: [SitePictureSize]]
        let publication: String?
    }

    private func rewrite(
        _ items: [SiteItem], in standing: StandingSite, by publisher: SitePublisher, _ wishes: Wishes
    ) async throws -> SiteWriting? {
        try await publisher.rewrite(
            items, in: standing, of: wishes.desk, sizes: wishes.sizes, publication: wishes.publication, known: known)
    }

    private func writeAll(
        by publisher: SitePublisher, _ wishes: Wishes, _ outcome: inout Report
    ) async throws -> Misfits {
        let (items, delivered, shown) = catalogue.items
        let written = try await publisher.write(
            items, of: wishes.desk, established: delivered, shown: shown,
            sizes: wishes.sizes, publication: wishes.publication, known: known)
        known = written.known
        outcome.isWritten = true
        let misfits = Misfits(written.misfits.map { (items[$0.key].id, $0.value) }) { first, _ in first }
        let shownItems = misfits.isEmpty ? items : items.filter { misfits[$0.id] == nil }
        pictures = shownItems.flatMap(\.pictures)
        try checkTime()
        try await publisher.runAfterWrite()
        outcome.isComplete = true
        standing = written.standing
        documents = Dictionary(shownItems.compactMap { item in item.document.map { (item.id, $0) } }) { first, _ in
            first
        }
        outcome.troubles = written.misfits.filter { $0.key < shown }.map { "\($0.value)" }.sorted()
        return misfits
    }
}

/// The target for a site's articles, and the addresses of their records as far as they are known.
struct SiteArticles: Sendable {
    let target: TargetName
    let links: @Sendable () -> ArticleLinks?
}
