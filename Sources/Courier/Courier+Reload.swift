package import Darkroom
import Logging
import PostStore
package import Posts
import Site
import Synchronization
package import Targets

/// What the courier uses besides the store. A reload replaces it while deliveries are running.
struct Configuration: Sendable {
    var transport: any HTTPTransport
    /// nil if pictures are sent unchanged, or not at all.
    var darkroom: Darkroom?
    var siteQueues: [TargetName: SiteWriterQueue] = [:]
}

/// The effects of a reload.
package struct ReloadOutcome: Sendable {
    /// What does not go on with the new settings, in sentences with the next command.
    package let troubles: [String]
    /// The sites whose pages follow other settings now.
    package let rebuilt: [SiteRebuild]
}

/// What writing a site needs of its settings.
struct SiteOpening {
    let name: TargetName
    let publisher: SitePublisher
    let rendering: String
    let articles: SiteArticles?
}

extension Courier {
    var transport: any HTTPTransport { configuration.withLock { $0.transport } }
    var darkroom: Darkroom? { configuration.withLock { $0.darkroom } }
    var siteQueues: [TargetName: SiteWriterQueue] { configuration.withLock { $0.siteQueues } }

    /// Applies a reloaded configuration. Deliveries under way finish with the settings they were claimed with; all
    /// others use the new ones. Deliveries that waited for a missing target or token are released if it exists now, and
    /// sites are rebuilt.
    /// - Parameter patience: how long it waits for the pages of sites that are made again.
    @discardableResult
    package func reload(
        targets: [Target], transport: any HTTPTransport, darkroom: Darkroom?,
        patience: Duration = Courier.rebuildPatience
    ) async -> ReloadOutcome {
        var siteQueues: [TargetName: SiteWriterQueue] = [:]
        let renderings = board.targets.compactMapValues { $0.siteTarget?.rendering }
        for opened in openings(of: targets) {
            // A site keeps its queue, so that two writers never work in one folder.
            let known = self.siteQueues[opened.name]
            await known?.replace(by: opened.publisher, rendering: opened.rendering, articles: opened.articles)
            siteQueues[opened.name] = known ?? siteQueue(opened)
        }
        configuration.withLock { [siteQueues] in
            $0 = Configuration(transport: transport, darkroom: darkroom, siteQueues: siteQueues)
        }
        board.replace(by: targets)
        var stopped: [String] = []
        do {
            try await takeUpTargets()
            stopped = stops(try await store.openCounts(), without: board.targets)
        } catch {
            // Nothing is lost: the courier retries the waiting deliveries when they are next due or at the next start.
            log.warning("Deliveries that waited for new settings keep waiting.", metadata: ["error": "\(error)"])
        }
        let rebuilt = await takeUpSites(since: renderings, patience: patience)
        return ReloadOutcome(troubles: stopped + (troublesOfSites + troublesOfSecrets).map(\.text), rebuilt: rebuilt)
    }

    /// Reads what is known about the configured targets, and releases the deliveries that waited for one of them.
    func takeUpTargets() async throws {
        try await board.readFacts(from: store)
        try await store.recover(rules: board.rules(of: board.targets))
        try await askForUnknownLimits()
    }

    private func stops(_ open: [TargetName: Int], without known: [TargetName: Target]) -> [String] {
        open.filter { known[$0.key] == nil }.sorted { $0.key < $1.key }.map { name, count in
            "\(count == 1 ? "1 delivery to “\(name)” waits" : "\(count) deliveries to “\(name)” wait"), because the "
                + "settings have no such target. Add it again, or cancel: galley queue --target \(name)"
        }
    }

    func siteQueue(_ opened: SiteOpening) -> SiteWriterQueue {
        SiteWriterQueue(
            target: opened.name, store: store, publisher: opened.publisher, rendering: opened.rendering,
            articles: opened.articles, sizes: pictureSizes
        ) { [siteWritten, siteTroubles, stalePages] report in
            siteTroubles.note(report, of: opened.name)
            if report.isWritten { siteWritten.continuation.yield() }
            if report.isStale { stalePages.continuation.yield() }
        }
    }

    /// Why sites are not up to date, for `status`.
    package var troublesOfSites: [Warning] {
        siteQueues.keys.sorted().flatMap { name in
            siteTroubles.lines(of: name).prefix(Self.troublesMax).map {
                Warning(
                    .site, "The site “\(name)” is not up to date. \($0)", next: "galley target check \(name)",
                    about: name.text)
            }
        }
    }

    private static let troublesMax = 5

    /// The targets whose secret is missing, for `status`.
    package var troublesOfSecrets: [Warning] {
        board.targets.values.filter { $0.kindName != .articles }.compactMap(\.warningOfSecret)
            .sorted { ($0.about ?? "") < ($1.about ?? "") }
    }

    func articles(of site: TargetName, among targets: [Target]) -> SiteArticles? {
        targets.first { $0.kindName == .articles && $0.after == site }.map { target in
            SiteArticles(target: target.name) { [board] in target.articleLinks(facts: board.facts(of: target.name)) }
        }
    }

    func openings(of targets: [Target]) -> [SiteOpening] {
        targets.compactMap { target in
            guard let site = target.siteTarget else { return nil }
            let publisher = SitePublisher(site: site.site, environment: environment) { [folder = store.mediaFolder] in
                folder.file(of: $0)
            }
            return SiteOpening(
                name: target.name, publisher: publisher, rendering: site.rendering,
                articles: articles(of: target.name, among: targets))
        }
    }
}
