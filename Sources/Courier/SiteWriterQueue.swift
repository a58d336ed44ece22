import FoundationEssentials
import PostStore
import Posts
import Site

/// Writes one site. Whoever asks while it is being written shares the writing that follows: ten posts due at once are one
/// edition, not ten.
actor SiteWriterQueue {
    private let target: TargetName
    private let store: PostStore
    private var publisher: SitePublisher
    private var current: Task<Misfits, any Error>?
    private var next: Task<Misfits, any Error>?

    /// What had to be left out of an edition, and why, by the entries' ids.
    typealias Misfits = [String: SiteError]

    init(target: TargetName, store: PostStore, publisher: SitePublisher) {
        self.target = target
        self.store = store
        self.publisher = publisher
    }

    /// Returns once an edition stands that was begun after this call.
    @discardableResult
    func publish() async throws -> Misfits {
        let edition = next ?? begin(after: current)
        next = edition
        return try await edition.value
    }

    /// The configuration was read again: what is begun from now on is written this way. The queue stays, so that no two
    /// writers meet in one folder.
    func replace(by publisher: SitePublisher) { self.publisher = publisher }

    private func begin(after earlier: Task<Misfits, any Error>?) -> Task<Misfits, any Error> {
        Task {
            // How the one before ended is for those who waited for it.
            _ = await earlier?.result
            current = next
            next = nil
            let (entries, misfits) = try await entries()
            _ = try await publisher.publish(entries)
            return misfits
        }
    }

    /// The frozen entries, with what became known since: former slugs and addresses, and copies elsewhere. A new one that has no place
    /// beside the others is left out: what is wrong with it must not keep a thousand others from their readers.
    private func entries() async throws -> ([SiteEntry], Misfits) {
        let additions = try await store.siteAdditions(of: target)
        let rows = try await store.siteEntries(of: target)
        // What readers know already keeps its place.
        let known = rows.filter(\.isDelivered)
        let entries = try (known + rows.filter { !$0.isDelivered }).map { row in
            var entry = try SiteEntry(encoded: row.payload)
            guard let added = additions[row.postID] else { return entry }
            entry.formerSlugs = added.formerSlugs
            entry.formerAddresses = added.addresses
            entry.syndication = added.syndication
            return entry
        }
        let misfits = publisher.site.misfits(among: entries).filter { $0.key >= known.count }
        let standing = entries.indices.filter { misfits[$0] == nil }.map { entries[$0] }
        return (standing, Misfits(misfits.map { (entries[$0.key].id, $0.value) }) { first, _ in first })
    }
}
