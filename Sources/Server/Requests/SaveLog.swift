import Logging
import ServiceLifecycle
import Synchronization

/// Logs the saves of a post within ten minutes as one line with their number: the composer saves after each pause in
/// typing, and the lines of an evening would hide all others.
final class SaveLog: Service {
    /// The route of a save.
    static let route = "/v1/posts/{post}"
    static let span = Duration.seconds(600)
    static let postsMax = 1000

    struct Saves: Hashable {
        let since: ContinuousClock.Instant
        fileprivate(set) var count = 0
        fileprivate(set) var slowest = Duration.zero
    }

    /// By the path of the request, which is never logged.
    private let open = Mutex<[String: Saves]>([:])
    private let log: Logger

    init(log: Logger) { self.log = log }

    /// Counts a save.
    /// - Parameter path: of the request.
    /// - Returns: false if more posts than Galley counts are being saved, so that this save needs a line of its own.
    func counts(_ path: String, _ taken: Duration, at now: ContinuousClock.Instant) -> Bool {
        open.withLock { open in
            guard open[path] != nil || open.count < SaveLog.postsMax else { return false }
            var saves = open[path] ?? Saves(since: now)
            saves.count += 1
            saves.slowest = max(saves.slowest, taken)
            open[path] = saves
            return true
        }
    }

    /// Takes out the counts that are complete.
    /// - Parameter now: nil for the end of the daemon, which completes all.
    /// - Returns: the oldest first.
    func complete(at now: ContinuousClock.Instant?) -> [Saves] {
        open.withLock { open in
            let ended = open.filter { _, saves in
                guard let now else { return true }
                return now - saves.since >= SaveLog.span
            }
            for path in ended.keys { open[path] = nil }
            return ended.values.sorted { $0.since < $1.since }
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                write(complete(at: .now))
                try? await Task.sleep(for: .seconds(15))
            }
        }
        write(complete(at: nil))
    }

    private func write(_ ended: [Saves]) {
        for saves in ended {
            log.info(
                "saves",
                metadata: [
                    "count": .string(String(saves.count)), "method": "PUT", "path": .string(SaveLog.route),
                    "status": "200", "ms_max": .string(saves.slowest.milliseconds),
                ])
        }
    }
}

extension Duration {
    /// With one decimal, for the log.
    var milliseconds: String {
        let (seconds, attoseconds) = components
        let microseconds = attoseconds / 1_000_000_000_000
        return "\(seconds * 1000 + microseconds / 1000).\(microseconds % 1000 / 100)"
    }
}
