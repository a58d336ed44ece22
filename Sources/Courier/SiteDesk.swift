import FoundationEssentials
import PostStore
import Posts
import Site

/// Writes one site. Whoever asks while it is being written shares the writing that follows: ten posts due at once are one
/// edition, not ten.
actor SiteDesk {
    private let target: TargetName
    private let store: PostStore
    private var publisher: SitePublisher
    private var current: Task<Void, any Error>?
    private var next: Task<Void, any Error>?

    init(target: TargetName, store: PostStore, publisher: SitePublisher) {
        self.target = target
        self.store = store
        self.publisher = publisher
    }

    /// Returns once an edition stands that was begun after this call.
    func publish() async throws {
        let edition = next ?? begin(after: current)
        next = edition
        try await edition.value
    }

    /// The configuration was read again: what is begun from now on is written this way. The desk stays, so that no two
    /// writers meet in one folder.
    func replace(by publisher: SitePublisher) { self.publisher = publisher }

    private func begin(after earlier: Task<Void, any Error>?) -> Task<Void, any Error> {
        Task {
            // How the one before ended is for those who waited for it.
            _ = await earlier?.result
            current = next
            next = nil
            _ = try await publisher.publish(try await entries())
        }
    }

    /// The frozen entries, with what became known since: former slugs and copies elsewhere.
    private func entries() async throws -> [SiteEntry] {
        let additions = try await store.siteAdditions(of: target)
        return try await store.siteEntries(of: target).map { kept in
            var entry = try SiteEntry(encoded: Data(kept.payload))
            guard let known = additions[kept.postID] else { return entry }
            entry.formerSlugs = known.formerSlugs
            entry.syndication = known.syndication
            return entry
        }
    }
}
