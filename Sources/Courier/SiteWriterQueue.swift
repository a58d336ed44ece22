import FoundationEssentials
import PostStore
import Posts
import Site

/// Writes one site. Requests that arrive during a write share the next one: ten posts due at once become one edition,
/// not ten.
actor SiteWriterQueue {
    private let target: TargetName
    private let store: PostStore
    private var publisher: SitePublisher
    private var current: Task<Misfits, any Error>?
    private var next: Task<Misfits, any Error>?

    /// The entries left out of an edition, by id, with the reason.
    typealias Misfits = [String: SiteError]

    init(target: TargetName, store: PostStore, publisher: SitePublisher) {
        self.target = target
        self.store = store
        self.publisher = publisher
    }

    /// Returns when an edition that started after this call is complete.
    @discardableResult
    func publish() async throws -> Misfits {
        let edition = next ?? begin(after: current)
        next = edition
        return try await edition.value
    }

    /// Replaces the publisher after a reload. Later editions use the new one. The queue stays, so that two writers
    /// never work in one folder.
    func replace(by publisher: SitePublisher) { self.publisher = publisher }

    private func begin(after earlier: Task<Misfits, any Error>?) -> Task<Misfits, any Error> {
        Task {
            // The callers that waited for the earlier edition handle its error.
            _ = await earlier?.result
            current = next
            next = nil
            let (entries, misfits) = try await entries()
            _ = try await publisher.publish(entries)
            return misfits
        }
    }

    /// Returns the frozen entries with later additions: former slugs, paths and addresses, and copies elsewhere. A new entry
    /// that conflicts with the others is left out, because one bad entry must not block a thousand others.
    private func entries() async throws -> ([SiteEntry], Misfits) {
        let additions = try await store.siteAdditions(of: target)
        let rows = try await store.siteEntries(of: target)
        // Published entries keep their addresses.
        let known = rows.filter(\.isDelivered)
        let entries = try (known + rows.filter { !$0.isDelivered }).map { row in
            var entry = try SiteEntry(encoded: row.payload)
            guard let added = additions[row.postID] else { return entry }
            entry.formerSlugs = added.formerSlugs
            entry.formerPaths = added.formerPaths
            entry.formerAddresses = added.addresses
            entry.syndication = added.syndication
            return entry
        }
        let misfits = publisher.site.misfits(among: entries).filter { $0.key >= known.count }
        let standing = entries.indices.filter { misfits[$0] == nil }.map { entries[$0] }
        return (standing, Misfits(misfits.map { (entries[$0.key].id, $0.value) }) { first, _ in first })
    }
}
