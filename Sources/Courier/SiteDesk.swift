import FoundationEssentials
import Posts
import PostStore
import Site

/// Writes one site. Whoever asks while it is being written shares the writing that follows: ten posts due at once are one
/// edition, not ten.
actor SiteDesk {
    private let target: TargetName
    private let store: PostStore
    private let open: @Sendable () async throws -> SitePublisher
    private var publisher: SitePublisher?
    private var current: Task<Void, any Error>?
    private var next: Task<Void, any Error>?

    init(target: TargetName, store: PostStore, open: @escaping @Sendable () async throws -> SitePublisher) {
        self.target = target
        self.store = store
        self.open = open
    }

    /// Returns once an edition stands that was begun after this call.
    func publish() async throws {
        let edition = next ?? begin(after: current)
        next = edition
        try await edition.value
    }

    /// The address a reader finds `entry` under.
    func address(of entry: SiteEntry) async throws -> String {
        try await opened().site.address(of: entry)
    }

    private func begin(after earlier: Task<Void, any Error>?) -> Task<Void, any Error> {
        Task {
            // How the one before ended is for those who waited for it.
            _ = await earlier?.result
            current = next
            next = nil
            _ = try await opened().publish(try await entries())
        }
    }

    private func opened() async throws -> SitePublisher {
        if let publisher { return publisher }
        let publisher = try await open()
        self.publisher = publisher
        return publisher
    }

    /// The frozen entries, with what became known since: former slugs and copies elsewhere.
    private func entries() async throws -> [SiteEntry] {
        try await store.siteEntries(of: target).map { kept in
            var entry = try SiteEntry(encoded: Data(kept.payload))
            entry.formerSlugs = kept.formerSlugs
            entry.syndication = kept.syndication
            return entry
        }
    }
}
