import PostStore
import ServiceLifecycle

/// Sends systemd's watchdog signal while the store answers. A full disk or an invalid request is no reason to restart
/// the daemon; a store that never answers is.
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
                // The sleep throws when the service stops. An error from here would stop the other services
                // immediately.
                try? await Task.sleep(for: .microseconds(interval / 3))
            }
        }
    }
}
