import ServiceLifecycle

/// Tells systemd that everything runs, and that the end begins.
struct Readiness: Service {
    let notice: ServiceNotice
    let words: @Sendable () async -> StatusWords

    func run() async throws {
        notice.ready(await words().text)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // What the services do at first is over by then.
                if (try? await Task.sleep(for: .seconds(1))) != nil { StartUpCode.letGo() }
            }
            try await gracefulShutdown()
            tasks.cancelAll()
        }
        notice.stopping()
    }
}
