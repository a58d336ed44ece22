import HTTPValues
import Logging
import OpenMetrics
import PostStore
import Posts
import Programs
import ServiceLifecycle
import Targets

/// The outcome of one attempt to notify the operator, and why it was not sent.
struct NotificationEnd: Hashable, Sendable {
    let outcome: OperatorNotification.Outcome
    let reason: String

    static let sent = NotificationEnd(outcome: .sent, reason: "")
    /// The notification was certainly not delivered.
    static func failed(_ reason: String) -> NotificationEnd { NotificationEnd(outcome: .failed, reason: reason) }
    /// The notification may have been delivered.
    static func unknown(_ reason: String) -> NotificationEnd { NotificationEnd(outcome: .unknown, reason: reason) }

    private static let waits: [Span] = [.minutes(1), .minutes(5), .minutes(30), .hours(2)]

    /// The next step after attempt number `tries`, counted from 1. Galley never repeats a notification that may have
    /// been delivered. It tries one that certainly was not up to five times, over two and a half hours. It never
    /// repeats a trial, because a person waits for its result.
    func result(tries: Int, isTrial: Bool, now: Instant) -> NotificationResult {
        guard outcome == .failed, !isTrial, tries >= 1, tries <= NotificationEnd.waits.count else {
            return .over(outcome, reason: reason.isEmpty ? nil : reason)
        }
        return .again(at: now + NotificationEnd.waits[tries - 1], reason: reason)
    }
}

extension Notifier {
    /// Sends trials and deliveries separately. All deliveries share one message.
    func send(_ begun: [NotificationEntry], by means: NotificationMeans) async {
        let trials = begun.filter { $0.entry == nil }.map(\.notification)
        let real = begun.filter { $0.entry != nil }
        if !trials.isEmpty { await send(trials, NotificationMessage([]), by: means) }
        if !real.isEmpty {
            await send(real.map(\.notification), NotificationMessage(real.compactMap(\.entry)), by: means)
        }
    }

    private func send(
        _ notifications: [OperatorNotification], _ message: NotificationMessage, by means: NotificationMeans
    ) async {
        let end =
            switch means {
            case .command: await run(message)
            case .webhook:
                await post(message, key: "galley-\(notifications.map { "\($0.number)" }.joined(separator: "-"))")
            }
        note(end, by: means, count: notifications.count)
        // One at a time, because each counts its own attempts.
        for notification in notifications {
            // The row was read before this attempt was counted.
            let result = end.result(tries: notification.tries + 1, isTrial: notification.delivery == nil, now: now())
            await keep(result, of: notification)
        }
    }

    private func note(_ end: NotificationEnd, by means: NotificationMeans, count: Int) {
        let ended = EndedNotification(means: means.rawValue, outcome: end.outcome.rawValue)
        for _ in 0..<count { metrics.notifications.add(ended) }
        if end.outcome == .sent {
            log.info("The notification was sent.", metadata: ["means": "\(means.rawValue)", "of": "\(count)"])
        } else {
            log.warning(
                "The notification failed.", metadata: ["means": "\(means.rawValue)", "reason": "\(end.reason)"])
        }
    }

    /// Until the store can be written, the notification counts as running and is not sent again.
    private func keep(_ result: NotificationResult, of notification: OperatorNotification) async {
        for tries in 1... {
            do {
                return try await store.endNotification([notification.number], result)
            } catch {
                log.debug("The outcome of a notification could not be recorded.", metadata: ["error": "\(error)"])
                let mayPass = store.fault != nil || error.isUnavailable
                guard tries < 5 || mayPass, !Task.isCancelled, !Task.isShuttingDownGracefully else { return }
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    // MARK: - A command

    private func run(_ message: NotificationMessage) async -> NotificationEnd {
        let name = settings.command.first ?? ""
        let path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        var kept = ["PATH=\(path)", "LANG=\(environment["LANG"] ?? "C.UTF-8")", "GALLEY_SUBJECT=\(message.subject)"]
        if let home = environment["HOME"] { kept.append("HOME=\(home)") }
        let program = ShortProgram(
            arguments: settings.command.map(message.filled), folder: "/", environment: kept, searchPath: path,
            timeLimit: settings.commandTimeLimit, input: Array(message.text.utf8))
        do {
            let (end, output) = try await program.run()
            let said = output.split(whereSeparator: \.isNewline).suffix(3).joined(separator: " ")
            let quoted = said.isEmpty ? "" : " It printed: \(said)"
            switch end {
            case .exited(0): return .sent
            case .exited(let status): return .failed("The command “\(name)” ended with status \(status).\(quoted)")
            case .signalled(let signal): return .failed("The command “\(name)” was ended by signal \(signal).\(quoted)")
            case .outOfTime:
                let limit = settings.commandTimeLimit.text
                return .unknown("The command “\(name)” did not end within \(limit) and was stopped.\(quoted)")
            case .cancelled: return .unknown("The command “\(name)” was stopped because Galley is ending.")
            }
        } catch {
            return .failed("The command “\(name)” could not be started. \(error)")
        }
    }

    // MARK: - A webhook

    private func post(_ message: NotificationMessage, key: String) async -> NotificationEnd {
        guard let webhook = settings.webhook, let request = webhook.request(message, key: key, at: now()) else {
            return .failed("There is no webhook.")
        }
        switch await transport.exchange(request, for: webhook.target) {
        case .success(let answer) where (200..<300).contains(answer.status): return .sent
        case .success(let answer): return .failed("The webhook answered \(answer.status).")
        case .failure(let failure) where failure.reached == .nothing: return .failed(failure.words)
        case .failure(let failure): return .unknown(failure.words)
        }
    }
}
