import PostStore
import ServiceLifecycle

/// Tells systemd that the daemon lives, for as long as its store answers: a full disk or a wrong request is no reason to be
/// killed, a store that never comes back is.
struct Watchdog: Service {
    let store: PostStore
    let notice: ServiceNotice

    func run() async throws {
        guard let interval = notice.watchdogMicroseconds, interval > 0 else {
            try await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await store.answers() { notice.alive() }
                // That the sleep is cut short is the end, and no failure: a failure would cut off everybody else, too.
                try? await Task.sleep(for: .microseconds(interval / 3))
            }
        }
    }
}
