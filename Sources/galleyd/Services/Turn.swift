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
        var isEnding = false
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
        return state.withLock { $0.isTaken && !$0.isEnding }
    }

    func run() async throws {
        try await withGracefulShutdownHandler {
            try await wait()
        } onGracefulShutdown: {
            let isEnding = self.state.withLock { state in
                state.isEnding = !state.isTaken
                return state.isEnding
            }
            if isEnding { self.store.stopWaiting() }
        }
    }

    private func wait() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(1))
                // A daemon that is asked to end takes over no more.
                if Task.isCancelled { break }
                if try await self.tryOnce() { break }
            }
        }
    }

    private func tryOnce() async throws -> Bool {
        let turn: PostStore.Turn
        do { turn = try await store.takeOver() } catch {
            guard !error.needsPerson else { throw error }
            say("This galleyd waits. \(error.description)")
            return false
        }
        switch turn {
        case .taken: state.withLock { $0.isTaken = true }
        case .heldBy(let holder): say(Turn.words(on: holder))
        }
        return turn == .taken
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

extension StoreError {
    /// Whether waiting does not help.
    fileprivate var needsPerson: Bool {
        switch self {
        case .newerSchema, .notAStore, .damaged, .refused: true
        default: false
        }
    }
}
