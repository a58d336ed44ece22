import Logging
import Posts
import PostStore
import ServiceLifecycle

/// What has to be done now and then: forgetting what was promised to be forgotten, and dates when tzdata was updated.
struct Housekeeping: Service {
    let store: PostStore
    let zones: ZoneFiles
    let keepDeleted: Span
    let keepEvents: Span
    let log: Logger
    let now: @Sendable () -> Instant

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await tidy()
                try await Task.sleep(for: .seconds(600))
            }
        }
    }

    private func tidy() async {
        do {
            try await store.tidy(deletedBefore: now() - keepDeleted, eventsBefore: now() - keepEvents)
            try await followZones()
        } catch {
            log.warning("Tidying up failed; trying again in ten minutes.", metadata: ["error": "\(error)"])
        }
    }

    /// A post is meant for a wall clock. When the rules of its zone change, its instant moves.
    private func followZones() async throws {
        let version = zones.version
        guard try await store.zoneVersion() != version else { return }
        zones.readAgain()
        let moved = try await store.recomputeDates(zoneVersion: version) { wall, name in
            zones.zone(name).map { PlannedTime(wall, in: $0).instant }
        }
        if moved > 0 { log.notice("Time zones have changed: \(moved) dates to come were moved.") }
    }
}
