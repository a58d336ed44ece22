import Logging
import PostStore
import Posts
import Server
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Waits until this daemon may work with its store. Until then another daemon does, and this one answers to each request
/// that it waits.
final class Turn: Service {
    private let store: PostStore
    private let notice: ServiceNotice
    private let log: Logger
    private let state = Mutex(State())

    private struct State {
        var isTaken = false
        var words = "This galleyd has just started."
    }

    init(store: PostStore, notice: ServiceNotice, log: Logger) {
        self.store = store
        self.notice = notice
        self.log = log
    }

    /// - Returns: false if the daemon was stopped before.
    func take(_ sockets: [ListeningSocket], _ endings: [UnixSignal]) async throws -> Bool {
        if try await tryOnce() { return true }
        let server = WaitingServer(
            words: { [self] in self.state.withLock { $0.words } }, now: store.now, log: Logger(label: "server"))
        let listeners = try server.services(sockets).map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
        let services: [ServiceGroupConfiguration.ServiceConfiguration] =
            listeners + [
                .init(service: Watchdog(store: store, notice: notice)),
                .init(service: self, successTerminationBehavior: .gracefullyShutdownGroup),
            ]
        try await ServiceGroup(
            configuration: .init(services: services, gracefulShutdownSignals: endings, logger: log)
        ).run()
        return state.withLock { $0.isTaken }
    }

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                if try await self.tryOnce() { break }
            }
        }
    }

    private func tryOnce() async throws -> Bool {
        do {
            switch try await store.takeOver() {
            case .taken:
                state.withLock { $0.isTaken = true }
                return true
            case .heldBy(let holder): say(Turn.words(on: holder))
            }
        } catch StoreError.faulty(let fault) {
            say("This galleyd waits. \(fault.description)")
        }
        return false
    }

    private static func words(on holder: SeenDaemon?) -> String {
        "This galleyd waits: the one on \(holder?.host ?? "another machine") works with the store. It takes over when that one "
            + "ends, or is silent for fifteen seconds."
    }

    private func say(_ words: String) {
        let isNews = state.withLock { state in
            defer { state.words = words }
            return state.words != words
        }
        guard isNews else { return }
        log.notice("\(words)")
        notice.ready(words)
    }
}
