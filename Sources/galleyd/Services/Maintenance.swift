import Logging
import PostStore
import Posts
import ServiceLifecycle

/// Periodic tasks: deletes expired data, and moves dates after an update of tzdata. After the start it names posts that no
/// import should have published.
struct Maintenance: Service {
    let store: PostStore
    let zones: ZoneFiles
    /// Those in force.
    let settings: @Sendable () -> Settings
    let clock: ClockMonitor
    /// A sentence about each post that is public although its file calls it private.
    let exposures: @Sendable () async throws -> [String]
    let log: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await nameExposures()
            var version = zones.version
            while !Task.isCancelled {
                await tidy()
                version = await followZones(since: version)
                try? await Task.sleep(for: .seconds(300))
            }
        }
    }

    /// After the start, because an old store may have many sources to read.
    private func nameExposures() async {
        do {
            let sentences = try await exposures()
            for sentence in sentences.prefix(Maintenance.exposuresMax) { log.warning("\(sentence)") }
            let more = sentences.count - Maintenance.exposuresMax
            if more > 0 { log.warning("\(more) more posts are public although their files call them private.") }
            if !sentences.isEmpty { log.warning("Unpublish them all with “galley unpublish --exposed”.") }
        } catch is CancellationError {
            return
        } catch {
            log.warning("The heads of imported posts could not be read.", metadata: ["error": "\(error)"])
        }
    }

    private static let exposuresMax = 1000

    private func tidy() async {
        // If the clock is wrong, expired data may not be expired, and a deletion cannot be undone.
        guard clock.verdict == .trusted else { return }
        let settings = settings()
        do {
            try await store.tidy(keepingDeleted: settings.keepDeleted, events: settings.keepEvents)
        } catch {
            log.warning("Maintenance failed; trying again in five minutes.", metadata: ["error": "\(error)"])
        }
    }

    /// A post is scheduled for a wall-clock time. When the rules of its zone change, its instant moves.
    private func followZones(since version: String) async -> String {
        let current = zones.version
        guard current != version else { return version }
        zones.readAgain()
        do {
            let moved = try await store.recomputeDates(zones.instant)
            log.notice("Time zones have changed.", metadata: ["moved": "\(moved.count)", "version": "\(current)"])
            return current
        } catch {
            log.warning("Dates could not be moved to the new zone rules yet.", metadata: ["error": "\(error)"])
            return version
        }
    }
}
