import Logging
import PostStore
import Posts
import ServiceLifecycle
import Synchronization

/// What has to be done now and then: forgetting what was promised to be forgotten, and moving dates when tzdata was updated.
struct Maintenance: Service {
    private let store: PostStore
    private let zones: ZoneFiles
    private let settings: @Sendable () -> Settings
    private let clock: ClockMonitor
    private let log: Logger

    /// - Parameter settings: those in force by then.
    init(
        store: PostStore, zones: ZoneFiles, settings: @escaping @Sendable () -> Settings, clock: ClockMonitor,
        log: Logger
    ) {
        self.store = store
        self.zones = zones
        self.settings = settings
        self.clock = clock
        self.log = log
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var version = zones.version
            while !Task.isCancelled {
                await tidy()
                version = await followZones(since: version)
                try? await Task.sleep(for: .seconds(300))
            }
        }
    }

    private func tidy() async {
        // What is forgotten by a clock that leapt ahead cannot be remembered.
        guard clock.verdict == .trusted else { return }
        let settings = settings()
        do {
            try await store.tidy(keepingDeleted: settings.keepDeleted, events: settings.keepEvents)
        } catch {
            log.warning("Maintenance failed; trying again in five minutes.", metadata: ["error": "\(error)"])
        }
    }

    /// A post is meant for a wall clock. When the rules of its zone change, its instant moves.
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
