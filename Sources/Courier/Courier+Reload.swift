package import Darkroom
import Logging
import PostStore
import Posts
import Site
import Synchronization
package import Targets

/// What the courier works with beside the store: a reload exchanges it while errands are under way.
struct Configuration: Sendable {
    var transport: any HTTPTransport
    /// nil where pictures are sent as they are, or not at all.
    var darkroom: Darkroom?
    var siteQueues: [TargetName: SiteWriterQueue] = [:]
}

extension Courier {
    var transport: any HTTPTransport { configuration.withLock { $0.transport } }
    var darkroom: Darkroom? { configuration.withLock { $0.darkroom } }
    var siteQueues: [TargetName: SiteWriterQueue] { configuration.withLock { $0.siteQueues } }

    /// The configuration was read again. What is under way ends as it began; all else goes by the new targets from here on:
    /// what waited for a target or a token that is there now leaves, and sites are written anew.
    package func reload(targets: [Target], transport: any HTTPTransport, darkroom: Darkroom?) async {
        var siteQueues: [TargetName: SiteWriterQueue] = [:]
        for (name, publisher) in publishers(of: targets) {
            // A site keeps its queue, so that no two writers meet in its folder.
            let known = self.siteQueues[name]
            await known?.replace(by: publisher)
            siteQueues[name] = known ?? SiteWriterQueue(target: name, store: store, publisher: publisher)
        }
        configuration.withLock { [siteQueues] in
            $0 = Configuration(transport: transport, darkroom: darkroom, siteQueues: siteQueues)
        }
        board.replace(by: targets)
        do {
            try await board.readFacts(from: store)
            try await store.recover(rules: board.rules(of: board.targets))
            try await askForUnknownLimits()
        } catch {
            // Nothing is lost: what waits is looked at again when its time comes, or at the next start.
            log.warning("Deliveries that waited for new settings keep waiting.", metadata: ["error": "\(error)"])
        }
        await refreshSites()
    }

    func publishers(of targets: [Target]) -> [(TargetName, SitePublisher)] {
        targets.compactMap { target in
            guard case .site(let site) = target.kind else { return nil }
            let publisher = SitePublisher(site: site.site, environment: environment) { [folder = store.mediaFolder] in
                folder.file(of: $0)
            }
            return (target.name, publisher)
        }
    }
}
