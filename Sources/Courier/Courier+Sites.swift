import Logging
import PostStore
import Posts
import Site
import Synchronization
import Targets

/// Why the last edition of each site, or a page in it, could not be written, and when to try again. A post that was
/// unpublished stays public until its site is written.
final class SiteTroubles: Sendable {
    private struct Trouble {
        var lines: [String] = []
        var failures = 0
        var retryAt: ContinuousClock.Instant?
    }
    private let troubles = Mutex<[TargetName: Trouble]>([:])

    private static let (firstWait, doublingsMax) = (Duration.seconds(30), 7)

    func note(_ report: SiteWriterQueue.Report, of site: TargetName, at now: ContinuousClock.Instant = .now) {
        troubles.withLock { troubles in
            var trouble = troubles[site] ?? Trouble()
            trouble.lines = report.troubles
            trouble.failures = report.isComplete ? 0 : trouble.failures + 1
            let wait = Self.firstWait * (1 << min(trouble.failures - 1, Self.doublingsMax))
            trouble.retryAt = report.isComplete ? nil : now + wait
            troubles[site] = trouble
        }
    }

    func lines(of site: TargetName) -> [String] { troubles.withLock { $0[site]?.lines ?? [] } }

    /// The sites to write again now; each is named once.
    func takeDue(at now: ContinuousClock.Instant = .now) -> [TargetName] {
        troubles.withLock { troubles in
            let due = troubles.filter { $0.value.retryAt.map { $0 <= now } ?? false }.keys.sorted()
            for site in due { troubles[site]?.retryAt = nil }
            return due
        }
    }
}

/// Deliveries to sites. A site is a folder, so deliveries are class A: writing the same entry twice produces the same
/// files.
extension Courier {
    func write(_ claimed: ClaimedDelivery, to site: SiteTarget, of target: Target) async {
        let delivery = claimed.delivery
        let turn: (Attempt, Outcome)?? = await semaphore.inTurn(at: target) {
            guard let attempt = await armed(delivery, body: claimed.payload, of: target) else { return nil }
            return (attempt, await written(claimed.payload, to: site.site, of: target))
        }
        guard let (attempt, outcome) = turn ?? nil else { return }
        count(outcome, at: target)
        await record(delivery, of: target) {
            try await $0.finish(delivery.id, attempt: attempt.number, outcome, rules: $1, isPage: true)
        }
    }

    private func written(_ payload: [UInt8], to site: Site, of target: Target) async -> Outcome {
        guard let queue = siteQueues[target.name] else { return .unsent("The site “\(target.name)” is not open.") }
        do {
            guard let entry = try? SiteEntry(encoded: payload) else {
                return .refused(ParcelError.unreadable.description)
            }
            let address: String
            do { address = try site.address(of: entry) } catch { return .refused("\(error)") }
            switch try await queue.publish()[entry.id] {
            case nil: return .accepted(RemotePost(id: entry.id, url: address))
            // For example, two posts have the same address. The author has to decide.
            case let misfit as SiteError: return .refused("\(misfit)")
            case let obstacle?: return .unsent("\(obstacle)")
            }
        } catch let error as SiteFolderError where error.isOfSettings {
            return .misconfigured("\(error)")
        } catch let error as SiteFolderError where error.changedNothing {
            return .unsent("\(error)")
        } catch let error as SiteError {
            // Another entry keeps the site from being written.
            return .unsent("\(error)")
        } catch {
            // The folder may contain part of the entry. Writing it again converges, so the delivery is retried.
            return .unknown("\(error)")
        }
    }

    /// Rebuilds every site, as after a start: a theme or another delivery may have changed its pages.
    func refreshSites() async {
        for queue in siteQueues.values { await refresh(queue) }
    }

    /// Rebuilds the sites that contain `post`. Its page lists the address of a new copy elsewhere as `u-syndication`.
    func refreshSites(showing post: PostID) async {
        guard !siteQueues.isEmpty else { return }
        do {
            for name in try await store.targetsHolding(post) {
                if let queue = siteQueues[name] { await refresh(queue) }
            }
        } catch {
            log.warning("The site does not link its copies yet.", metadata: ["error": "\(error)"])
        }
    }

    /// Makes sure that the page of a post names its record before the record is written. Pages that were written before
    /// the account was known, or before the post had an article, do not.
    func showPage(of delivery: Delivery, to articles: Target) async throws(Ending) {
        guard delivery.kind == .create, let site = articles.after, let queue = siteQueues[site],
            let document = articles.articleLinks(facts: board.facts(of: articles.name))?.document(of: delivery.postID)
        else { return }
        if await queue.shows(document, of: delivery.postID) { return }
        do {
            try await queue.publish()
        } catch {
            throw Ending(outcome: .unsent("The page of the post does not name its article yet. \(error)"))
        }
        guard await queue.shows(document, of: delivery.postID) else {
            throw Ending(outcome: .unsent("The site “\(site)” does not show the post."))
        }
    }

    /// Rebuilds the site whose articles' account has just become known.
    func refreshSite(of articles: Target) async {
        if let queue = articles.after.flatMap({ siteQueues[$0] }) { await refresh(queue) }
    }

    private static let changesSites: Set<Posts.LogEvent.Kind> = [.postUnpublished, .postDeleted, .postUndeleted]

    /// Returns whether the log has new events that change sites without a delivery: a post that was unpublished,
    /// deleted or restored.
    func sitesAreStale() async -> Bool {
        guard !siteQueues.isEmpty else { return false }
        var isStale = false
        reading: while let page = try? await store.events(after: lastEventID.withLock({ $0 })) {
            switch page {
            case .rows(let events):
                guard let last = events.last else { break reading }
                lastEventID.withLock { $0 = last.id }
                isStale = isStale || events.contains { Self.changesSites.contains($0.kind) }
            case .reset(let newest, _):
                lastEventID.withLock { $0 = newest }
                isStale = true
            }
        }
        return isStale
    }

    /// Makes the smaller pictures of sites after each edition, and rebuilds a site that has new ones.
    func makePictureSizes() async {
        for await _ in siteWritten.stream {
            guard let darkroom else { continue }
            for queue in siteQueues.values {
                let pictures = await queue.pictures
                while let isNew = await pictureSizes.makeMissing(
                    of: pictures, by: darkroom, max: Courier.picturesAtOnce)
                {
                    guard !Task.isCancelled else { return }
                    if isNew { await refresh(queue) }
                }
            }
        }
    }

    /// After these, a new edition shows their sizes.
    private static let picturesAtOnce = 20

    /// - Parameter isWhole: whether the edition reads all entries again.
    func refresh(_ queue: SiteWriterQueue, isWhole: Bool = false) async {
        do {
            if isWhole { try await queue.publishWhole() } else { try await queue.publish() }
        } catch {
            log.warning(
                "A site could not be brought up to date; Galley tries again.",
                metadata: ["error": "\(error)"])
        }
    }
}
