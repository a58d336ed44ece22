import Logging
package import PostStore
package import Posts
package import Targets

/// Pages of sites that were made by other settings than those in force.
extension Courier {
    /// How long a request waits for all sites. The rebuild goes on after that.
    package static let rebuildPatience = Duration.seconds(20)

    /// Makes the pages of a site again where the settings in force make others of the delivered texts, and writes the site
    /// if there are any.
    /// - Parameter isThorough: whether to examine pages, too, that the settings in force have made.
    func rebuild(
        _ queue: SiteWriterQueue, of site: TargetName, isThorough: Bool = false,
        note: @escaping @Sendable (SiteRebuild) -> Void = { _ in }
    ) async throws -> SiteRebuild {
        guard let target = board.targets[site]?.siteTarget else { return SiteRebuild(site: site) }
        let rebuilding = SiteRebuilding(site: site, target: target, store: store, isThorough: isThorough)
        do {
            let count = try await queue.rebuilder.run(rebuilding, note: note)
            if count.hasWritten {
                log.notice("Made \(count.changed) of the \(count.pages) pages of the site “\(site)” again.")
            }
            await showRenewed(queue)
            return count
        } catch {
            await showRenewed(queue)
            throw error
        }
    }

    /// Writes the site if the store has pages made again that its files do not show, also by a rebuild that ended early.
    private func showRenewed(_ queue: SiteWriterQueue) async {
        if await queue.rebuilder.takeUnshown() { await refresh(queue, isWhole: true) }
    }

    /// Makes every page again that differs from what the settings in force make of its delivered text.
    /// - Parameter sites: nil for all.
    /// - Returns: the counts so far when `rebuildPatience` ends.
    package func rebuild(_ sites: Set<TargetName>?) async -> [SiteRebuild] {
        let end = ContinuousClock.now + Courier.rebuildPatience
        var counts: [SiteRebuild] = []
        for (name, queue) in siteQueues.sorted(by: { $0.key < $1.key }) where sites?.contains(name) ?? true {
            if let count = await rebuild(queue, of: name, until: end, isThorough: true) {
                counts.append(count)
            } else {
                var count = SiteRebuild(site: name)
                count.failures = ["The rebuild of “\(name)” ended early: another one goes on, or the log says why."]
                counts.append(count)
            }
        }
        return counts
    }

    /// Counts the pages that `rebuild` would change with other settings, and changes nothing.
    package static func countRebuild(
        _ sites: Set<TargetName>?, as targets: [Target], in store: PostStore
    ) async throws -> [SiteRebuild] {
        var counts: [SiteRebuild] = []
        for target in targets where sites?.contains(target.name) ?? true {
            guard let site = target.siteTarget else { continue }
            let rebuilding = SiteRebuilding(site: target.name, target: site, store: store, isThorough: true)
            counts.append(try await rebuilding.run(isDryRun: true))
        }
        return counts.sorted { $0.site < $1.site }
    }

    /// Rebuilds the sites whose pages depend on settings that have changed, and writes all sites.
    /// - Parameter renderings: those before the change, by site.
    func takeUpSites(since renderings: [TargetName: String], patience: Duration) async -> [SiteRebuild] {
        let end = ContinuousClock.now + patience
        var counts: [SiteRebuild] = []
        for (name, queue) in siteQueues.sorted(by: { $0.key < $1.key }) {
            if renderings[name] != board.targets[name]?.siteTarget?.rendering,
                let count = await rebuild(queue, of: name, until: end)
            {
                if count.pages > 0 { counts.append(count) }
                // Its end writes the site.
                if count.hasWritten || !count.isFinished { continue }
            }
            await refresh(queue)
        }
        return counts
    }

    /// - Returns: the count so far at `end`; nil after an error.
    private func rebuild(
        _ queue: SiteWriterQueue, of site: TargetName, until end: ContinuousClock.Instant, isThorough: Bool = false
    ) async -> SiteRebuild? {
        let (counts, counted) = AsyncStream.makeStream(of: SiteRebuild?.self, bufferingPolicy: .bufferingNewest(1))
        Task {
            counted.yield(await tryToRebuild(queue, of: site, isThorough: isThorough) { counted.yield($0) })
            counted.finish()
        }
        var latest: SiteRebuild?
        for await count in counts {
            latest = count
            // The stream ends by itself after the site is written.
            if let count, !count.isFinished, ContinuousClock.now >= end { break }
        }
        return latest
    }

    private func tryToRebuild(
        _ queue: SiteWriterQueue, of site: TargetName, isThorough: Bool = false,
        note: @escaping @Sendable (SiteRebuild) -> Void
    ) async -> SiteRebuild? {
        do {
            return try await rebuild(queue, of: site, isThorough: isThorough, note: note)
        } catch is CancellationError {
            return nil
        } catch {
            log.warning(
                "Pages of the site “\(site)” still follow former settings; Galley goes on at its next start.",
                metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Makes pages again that an edition has found to follow other settings: after a start, what a rebuild left that was
    /// killed, and later what was frozen before a change.
    func renewStalePages() async {
        for await _ in stalePages.stream {
            for (name, queue) in siteQueues {
                guard await queue.stalePages > 0, await queue.rebuilder.isIdle else { continue }
                _ = await tryToRebuild(queue, of: name) { _ in }
            }
        }
    }
}
