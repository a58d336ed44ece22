import ServiceLifecycle

/// Tells systemd that everything runs, and that the end begins.
struct Readiness: Service {
    let notice: ServiceNotice
    let words: @Sendable () async -> StatusWords

    func run() async throws {
        notice.ready(await words().text)
        try await gracefulShutdown()
        notice.stopping()
    }
}
