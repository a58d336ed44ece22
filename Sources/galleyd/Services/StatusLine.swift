import PostStore
import Posts
import ServiceLifecycle

/// Updates the line in `systemctl status` after each change of a delivery or of the machine's state, and at intervals.
struct StatusLine: Service {
    let store: PostStore
    let notice: ServiceNotice
    let words: @Sendable () async -> StatusWords

    private static let shownKinds: Set<LogEvent.Kind> = [
        .postScheduled, .postUnpublished, .postDeleted, .postUndeleted, .deliveryChanged, .targetChanged,
    ]
    /// Many changes within a second lead to one update.
    private static let rest = Duration.seconds(1)
    private static let interval = Duration.seconds(30)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in store.changes(of: Self.shownKinds) {
                        await say()
                        try? await Task.sleep(for: Self.rest)
                    }
                }
                group.addTask {
                    for await _ in store.faults() { await say() }
                }
                group.addTask {
                    while !Task.isCancelled {
                        await say()
                        try? await Task.sleep(for: Self.interval)
                    }
                }
            }
        }
    }

    private func say() async {
        let text = await words().text
        if !Task.isCancelled { notice.status(text) }
    }
}

/// The daemon's state as one line for people. It contains no titles, because every user of the machine can read it.
struct StatusWords: Hashable {
    /// Faults of the machine or the store, each a sentence.
    var troubles: [String] = []
    /// The number of the other warnings of `galley status`.
    var warnings = 0
    /// The number of scheduled deliveries.
    var waiting = 0
    /// When the earliest of them is due, by the desk's clock.
    var next: String?
    var targets = 0
    var addresses: [String] = []

    var text: String {
        var sentences = troubles
        if warnings > 0 { sentences.append("\(counted(warnings, "warning")) (galley status).") }
        if waiting == 0 {
            sentences.append("Nothing is due.")
        } else {
            let when = next.map { ", the next at \($0)" } ?? ""
            sentences.append("\(counted(waiting, "delivery", "deliveries")) to come\(when).")
        }
        sentences.append("\(counted(targets, "target")); listening on \(addresses.joined(separator: " and ")).")
        // The protocol ends a value at a line break.
        return sentences.joined(separator: " ").split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

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
