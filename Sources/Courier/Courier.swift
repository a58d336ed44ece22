package import Darkroom
package import Logging
package import OpenMetrics
package import PostStore
package import Posts
import ServiceLifecycle
import Site
import Synchronization
package import Targets

/// Brings due deliveries to their targets: the only part of Galley that changes anything outside this machine.
///
/// It sleeps until the earliest due time, until the log grows by what concerns it, until somebody sets the clock, and at
/// most half a minute: the table is the truth, and every one of these is only a reason to look at it. What may happen to a
/// delivery is decided by `Delivery.after`, inside the store's transactions; here it is carried out.
package final class Courier: Service {
    /// How many deliveries are under way at once, in all and for one target.
    package struct Limits: Sendable {
        package var underWayMax: Int
        package var perTargetMax: Int
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
    /// Whether what `now` says may be acted upon.
    private let isClockTrusted: @Sendable () -> Bool
    let log: Logger
    let metrics: Metrics
    private let limits: Limits
    let semaphore: DeliverySemaphore
    let isChecking = Atomic<Bool>(false)
    let lastEventID = Mutex<Int64>(0)

    /// How long a transfer under way may take to end well once the daemon is asked to stop; with what is left to write down,
    /// the daemon is gone within 20 seconds.
    private static let grace = Duration.seconds(19)
    /// The longest sleep: a safety net under the timer, and one under both, by a clock that nobody sets.
    private static let nap = Span.seconds(30)
    private static let longNap = Duration.seconds(31)
    /// The shortest sleep after a look that found nothing to do.
    private static let pause = Span.milliseconds(20)
    /// The shortest time between two looks. Every commit is a reason to look, the courier's own too: without a rest the
    /// looks would cost more than what they find.
    private static let rest = Duration.milliseconds(5)
    /// How soon it looks again whether the clock can be believed.
    private static let doubtRest = Duration.seconds(1)

    /// What it looks for in the log: everything but what an author does while writing and arranging panels.
    private static let concerns: Set<Posts.LogEvent.Kind> = [
        .postScheduled, .postUnpublished, .postDeleted, .postUndeleted, .deliveryChanged, .targetChanged, .checkWanted,
    ]

    /// - Parameters:
    ///   - environment: the daemon's, for what runs after a site was written.
    ///   - scratch: a folder for pictures while they are made smaller; nil for one beside those that are kept.
    ///   - isClockTrusted: while it is not, nothing new is begun.
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
        for (name, publisher) in publishers(of: targets) {
            configuration.withLock {
                $0.siteQueues[name] = SiteWriterQueue(target: name, store: store, publisher: publisher)
            }
        }
    }

    package func run() async throws {
        try await board.readFacts(from: store)
        try await store.recover(rules: board.rules(of: board.targets))
        try await askForUnknownLimits()
        let newest = try await store.newestEventID()
        lastEventID.withLock { $0 = newest }
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let clock = try ClockWatch()
        clock.start { wake.yield() }
        defer { clock.close() }
        let changes = Task { [store] in
            for await _ in store.changes(of: Self.concerns) { wake.yield() }
        }
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
            var reasons = wakes.makeAsyncIterator()
            while await reasons.next() != nil, !Task.isShuttingDownGracefully, !Task.isCancelled {
                errands.addTask { await self.answerChecks() }
                if await sitesAreStale() { errands.addTask { await self.refreshSites() } }
                guard isClockTrusted() else {
                    // By a clock that nobody sets: the timer would wait for a time that may never come.
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
            // Those under way may end well; what has not after the grace is cut off and recorded as unknown.
            let patience = Task {
                try? await Task.sleep(for: Self.grace)
                wake.finish()
            }
            while !semaphore.isEmpty, await reasons.next() != nil {}
            patience.cancel()
            errands.cancelAll()
        }
    }

    /// Takes what is due, as far as there is room, and sets the clock for the next.
    /// - Returns: each with the target by whose rules it was claimed.
    private func claimDue(clock: ClockWatch) async -> [(ClaimedDelivery, Target)] {
        let room = semaphore.room
        let at = now()
        // Taking many at once shares their commits, so a courier that is nearly full waits for a little room first.
        guard room * 4 >= limits.underWayMax else { return [] }
        do {
            let next = try await store.earliestWake() ?? .distantFuture
            guard next <= at else {
                clock.set(min(next, at + Self.nap))
                return []
            }
            let targets = board.targets
            let claimed = try await store.claimDue(now: at, rules: board.rules(of: targets), limit: room)
            // There may be more. What is due and yet was not given out would otherwise wake the courier without end.
            clock.set(claimed.isEmpty ? at + Self.pause : at)
            return claimed.compactMap { claimed in targets[claimed.delivery.target].map { (claimed, $0) } }
        } catch {
            // A fault of the machine is told once, when it is found.
            log.log(
                level: store.fault == nil ? .error : .debug,
                "Galley could not read the due deliveries; trying again in five seconds.",
                metadata: ["error": "\(error)"])
            clock.set(at + .seconds(5))
            return []
        }
    }
}
