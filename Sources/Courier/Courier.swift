package import Darkroom
package import Logging
package import OpenMetrics
package import PostStore
package import Posts
import ServiceLifecycle
import Site
import Synchronization
package import Targets

/// Sends due deliveries to their targets. No other part of Galley changes anything outside this machine.
///
/// The courier sleeps until the earliest due time, a relevant event or a clock step, and at most 30 seconds. The table
/// is the truth: each wake-up only makes the courier read it. `Delivery.after` decides each transition inside the
/// store's transactions; the courier carries it out.
package final class Courier: Service {
    /// How many deliveries run at once, in total and per target, and for how long after a shutdown request.
    package struct Limits: Sendable {
        package var underWayMax: Int
        package var perTargetMax: Int
        /// How long running transfers may take to finish after a shutdown request. Including the final writes, the daemon
        /// exits within 20 seconds.
        package var grace = Duration.seconds(19)
        package init(underWayMax: Int = 256, perTargetMax: Int = 6) {
            self.underWayMax = underWayMax
            self.perTargetMax = perTargetMax
        }
    }

    let store: PostStore
    let board: TargetBoard
    let configuration: Mutex<Configuration>
    let environment: [String: String]
    let scratch: String?
    let now: @Sendable () -> Instant
    /// Whether the courier may act on `now`.
    private let isClockTrusted: @Sendable () -> Bool
    let log: Logger
    let metrics: Metrics
    private let limits: Limits
    let semaphore: DeliverySemaphore
    let subjects = Subjects()
    /// Has an element when targets may be waiting for a check.
    let checkWanted = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let lastEventID = Mutex<Int64>(0)
    let pictureSizes: PictureSizes
    let siteTroubles = SiteTroubles()
    /// Has an element when sites were written.
    let siteWritten = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Has an element when an edition has found pages that follow other settings than those in force.
    let stalePages = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The longest sleep by the timer, and a longer one by the monotonic clock in case the timer fails.
    private static let nap = Span.seconds(30)
    private static let longNap = Duration.seconds(31)
    /// The shortest sleep after a look that found no work.
    private static let pause = Span.milliseconds(20)
    /// The shortest time between two looks. Every commit wakes the courier, its own included. Without this rest the
    /// looks would cost more than the work they find.
    private static let rest = Duration.milliseconds(5)
    /// How often the courier checks again whether it can trust the clock.
    private static let doubtRest = Duration.seconds(1)

    /// The events that wake the courier: all except those of writing posts and arranging panels.
    private static let wakingEvents: Set<Posts.LogEvent.Kind> = [
        .postScheduled, .postUnpublished, .postDeleted, .postUndeleted, .deliveryChanged, .targetChanged, .checkWanted,
    ]

    /// - Parameters:
    ///   - environment: the daemon's environment, for the command that runs after a site was written.
    ///   - scratch: a folder for pictures being resized; nil for one beside the stored pictures.
    ///   - isClockTrusted: while it returns false, the courier starts no delivery.
    package init(
        store: PostStore, targets: [Target], transport: any HTTPTransport, limits: Limits = Limits(), log: Logger,
        environment: [String: String], darkroom: Darkroom? = nil, scratch: String? = nil, metrics: Metrics = Metrics(),
        now: @escaping @Sendable () -> Instant,
        isClockTrusted: @escaping @Sendable () -> Bool = { true }
    ) {
        self.store = store
        self.environment = environment
        self.scratch = scratch
        configuration = Mutex(Configuration(transport: transport, darkroom: darkroom))
        self.board = TargetBoard(targets: targets)
        self.limits = limits
        semaphore = DeliverySemaphore(claimedMax: limits.underWayMax, perTargetMax: limits.perTargetMax)
        self.log = log
        self.metrics = metrics
        self.now = now
        self.isClockTrusted = isClockTrusted
        pictureSizes = PictureSizes(store: store, log: log)
        for opened in openings(of: targets) {
            let queue = siteQueue(opened)
            configuration.withLock { $0.siteQueues[opened.name] = queue }
        }
    }

    package func run() async throws { try await PostStore.$isPatient.withValue(true) { try await work() } }

    private func work() async throws {
        try await takeUpTargets()
        let newest = try await store.newestEventID()
        lastEventID.withLock { $0 = newest }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let clock = try ClockWatch()
        clock.start { wake.yield() }
        defer { clock.close() }
        let events = store.changes(of: Self.wakingEvents)
        let changes = Task { for await _ in events { wake.yield() } }
        defer { changes.cancel() }
        let naps = Task { while (try? await Task.sleep(for: Self.longNap)) != nil { wake.yield() } }
        defer { naps.cancel() }
        wake.yield()
        await withGracefulShutdownHandler {
            await deliver(wakes, clock: clock, wake: wake)
        } onGracefulShutdown: { [semaphore] in
            semaphore.close()
            wake.yield()
        }
    }

    private func deliver(_ wakes: AsyncStream<Void>, clock: ClockWatch, wake: AsyncStream<Void>.Continuation) async {
        await withDiscardingTaskGroup { errands in
            errands.addTask { await self.refreshSites() }
            errands.addTask { await self.makePictureSizes() }
            errands.addTask { await self.renewStalePages() }
            errands.addTask { await self.answerChecks() }
            var reasons = wakes.makeAsyncIterator()
            while await reasons.next() != nil, !Task.isShuttingDownGracefully, !Task.isCancelled {
                checkWanted.continuation.yield()
                if await sitesAreStale() { errands.addTask { await self.refreshSites() } }
                for name in siteTroubles.takeDue() {
                    if let queue = siteQueues[name] { errands.addTask { await self.refresh(queue) } }
                }
                guard isClockTrusted() else {
                    // The monotonic clock: the wall-clock timer could wait for a time that never comes.
                    try? await Task.sleep(for: Self.doubtRest)
                    wake.yield()
                    continue
                }
                for (claimed, target) in await claimDue(clock: clock) {
                    semaphore.begin(target)
                    errands.addTask {
                        await self.carry(claimed, to: target)
                        self.semaphore.end(target)
                        wake.yield()
                    }
                }
                try? await Task.sleep(for: Self.rest)
            }
            // Running transfers may finish. After the grace period they are cancelled and recorded as unknown.
            let patience = Task { [limits] in
                try? await Task.sleep(for: limits.grace)
                wake.finish()
            }
            while !semaphore.isEmpty, await reasons.next() != nil {}
            patience.cancel()
            errands.cancelAll()
        }
    }

    /// Claims due deliveries up to the free capacity, and sets the timer for the next one.
    /// - Returns: each delivery with the target whose rules it was claimed under.
    private func claimDue(clock: ClockWatch) async -> [(ClaimedDelivery, Target)] {
        let room = semaphore.room
        let at = now()
        guard room > 0 else { return [] }
        do {
            let targets = board.targets
            let rooms = semaphore.rooms(of: Array(targets.values))
            let wakes = try await store.wakes()
            // The end of a delivery wakes the courier for those of a target without room.
            let next = wakes.filter { rooms[$0.key] != 0 }.values.min() ?? .distantFuture
            guard wakes.values.contains(where: { $0 <= at }) else {
                clock.set(min(next, at + Self.nap), now: now())
                return []
            }
            let claimed = try await store.claimDue(
                now: at, rules: board.rules(of: targets), limit: room, rooms: rooms)
            // There may be more. The pause keeps due deliveries that could not be claimed from waking the courier in a
            // loop.
            clock.set(
                next > at ? min(next, at + Self.nap) : claimed.isEmpty ? at + Self.pause : at, now: now())
            return claimed.compactMap { claimed in targets[claimed.delivery.target].map { (claimed, $0) } }
        } catch {
            // The store logs a fault of the machine once, when it finds it.
            log.log(
                level: store.fault == nil ? .error : .debug,
                "Galley could not read the due deliveries; trying again in five seconds.",
                metadata: ["error": "\(error)"])
            clock.set(at + .seconds(5), now: now())
            return []
        }
    }
}
