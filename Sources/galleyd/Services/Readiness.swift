import ServiceLifecycle

/// Reports to systemd that the daemon is ready, and later that it is stopping.
struct Readiness: Service {
    let notice: ServiceNotice
    let words: @Sendable () async -> StatusWords

    func run() async throws {
        notice.ready(await words().text)
        try await gracefulShutdown()
        notice.stopping()
    }
}
