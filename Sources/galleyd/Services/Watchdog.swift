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
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                if await store.answers() { notice.alive() }
                try await Task.sleep(for: .microseconds(interval / 3))
            }
        }
    }
}
