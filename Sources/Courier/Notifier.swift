package import Logging
package import OpenMetrics
package import PostStore
package import Posts
import ServiceLifecycle
import Synchronization

/// Notifies the operator of deliveries that need attention, once per cause. It follows the event log, as the windows
/// do, and the store keeps the notifications sent. Deliveries never wait for it.
package final class Notifier: Service {
    let store: PostStore
    private let configuration: Mutex<Configuration>
    let environment: [String: String]
    let now: @Sendable () -> Instant
    let log: Logger
    let metrics: Metrics
    /// The means that are sending at the moment.
    private let busy = Mutex<Set<NotificationMeans>>([])
    private let place = Mutex<Int64?>(nil)
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// The part that a reload replaces.
    struct Configuration: Sendable {
        let settings: NotifierSettings
        let transport: any HTTPTransport
    }

    var settings: NotifierSettings { configuration.withLock { $0.settings } }
    var transport: any HTTPTransport { configuration.withLock { $0.transport } }

    private static let wakingEvents: Set<Posts.LogEvent.Kind> = [.deliveryChanged, .notificationChanged]
    /// Events within this time share one message.
    private static let rest = Duration.seconds(1)
    /// The wait after the store could not be read or written.
    private static let pause = Span.seconds(10)
    /// How long a running notification may take after a shutdown request.
    private static let grace = Duration.seconds(10)

    /// - Parameter environment: the daemon's environment; only `PATH`, `HOME` and `LANG` reach the command.
    package init(
        store: PostStore, settings: NotifierSettings, transport: any HTTPTransport, environment: [String: String],
        log: Logger, metrics: Metrics = Metrics(), now: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        configuration = Mutex(Configuration(settings: settings, transport: transport))
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.environment = environment
        self.log = log
        self.metrics = metrics
        self.now = now
    }

    /// Applies reloaded settings, which may also turn notifications off.
    package func follow(_ settings: NotifierSettings, _ transport: any HTTPTransport) {
        configuration.withLock { $0 = Configuration(settings: settings, transport: transport) }
        wake.yield()
    }

    package func run() async throws { try await PostStore.$isPatient.withValue(true) { try await work() } }

    private func work() async throws {
        let events = store.changes(of: Self.wakingEvents)
        let changes = Task { [wake] in for await _ in events { wake.yield() } }
        defer { changes.cancel() }
        wake.yield()
        await withGracefulShutdownHandler {
            await keepNotification()
        } onGracefulShutdown: { [wake] in
            wake.yield()
        }
    }

    private func keepNotification() async {
        await withDiscardingTaskGroup { errands in
            var reasons = wakes.makeAsyncIterator()
            var alarm: Task<Void, Never>?
            while await reasons.next() != nil, !Task.isShuttingDownGracefully, !Task.isCancelled {
                alarm?.cancel()
                if let next = await look(&errands) {
                    let wait = max(.zero, next - now())
                    alarm = Task { [wake] in
                        try? await Task.sleep(for: .microseconds(wait.microseconds))
                        if !Task.isCancelled { wake.yield() }
                    }
                }
                await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.rest) }
            }
            alarm?.cancel()
            let patience = Task { [wake] in
                try? await Task.sleep(for: Self.grace)
                wake.finish()
            }
            while !busy.withLock({ $0.isEmpty }), await reasons.next() != nil {}
            patience.cancel()
            errands.cancelAll()
        }
    }

    /// Records the pending notifications and starts to send them.
    /// - Returns: when to look again if no event comes first; nil to wait for an event.
    private func look(_ errands: inout DiscardingTaskGroup) async -> Instant? {
        let means = settings.means
        guard !means.isEmpty else { return nil }
        do {
            let last = place.withLock { $0 }
            if last == nil { try await store.recoverNotifications() }
            let read = try await store.noteNotifications(means, after: last)
            place.withLock { $0 = read }
            for one in means where busy.withLock({ $0.insert(one).inserted }) {
                let begun = try await begin(one)
                guard !begun.isEmpty else { continue }
                errands.addTask {
                    await self.send(begun, by: one)
                    _ = self.busy.withLock { $0.remove(one) }
                    self.wake.yield()
                }
            }
            // A due notification that still waits follows another one, and the end of that one wakes this loop.
            return try await store.nextNotification()
        } catch {
            log.log(
                level: store.fault == nil ? .warning : .debug,
                "Pending notifications could not be read; trying again.", metadata: ["error": "\(error)"])
            return now() + Self.pause
        }
    }

    /// Claims the pending notifications of `means`; marks it idle again if there are none.
    private func begin(_ means: NotificationMeans) async throws -> [NotificationEntry] {
        do {
            let begun = try await store.beginNotification(means)
            if begun.isEmpty { _ = busy.withLock { $0.remove(means) } }
            return begun
        } catch {
            _ = busy.withLock { $0.remove(means) }
            throw error
        }
    }
}
