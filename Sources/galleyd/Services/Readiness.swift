import ServiceLifecycle

/// Tells systemd that everything runs, and that the end begins.
struct Readiness: Service {
    let notice: ServiceNotice
    let words: String

    func run() async throws {
        notice.ready(words)
        try await gracefulShutdown()
        notice.stopping()
    }
}
