import PostStore
import Posts
import Wire

extension DeliveryBody {
    /// - Parameter title: of the post, or the beginning of its text.
    init(_ delivery: Delivery, title: String, _ times: Times) {
        let story = DeliveryStory(delivery)
        self.init(
            id: delivery.id.number, post: delivery.postID.text, postTitle: title, target: delivery.target.text,
            kind: delivery.kind.rawValue, generation: delivery.generation, state: delivery.state.word.rawValue,
            block: story.block?.rawValue,
            reason: story.reason, next: story.next, dueAt: times.text(delivery.dueAt),
            wakeAt: delivery.wakeAt.map(times.text), attempts: delivery.history.attempts, key: delivery.key,
            remoteID: story.record?.id, url: story.record?.url,
            takenBackAt: delivery.takenBackAt.map(times.text))
    }

    init(_ entry: QueueEntry, _ times: Times) { self.init(entry.delivery, title: entry.postTitle, times) }
}

/// What a delivery's state has to say to its author.
struct DeliveryStory {
    let reason: String?
    /// A command, or several to choose from.
    let next: String?
    let block: DeliveryState.Block?
    let record: Record?

    init(_ delivery: Delivery) {
        let number = delivery.id.number
        let target = delivery.target.text
        let retry = "galley queue retry \(number)"
        let cancel = "galley queue cancel \(number)"
        let publish = "galley publish \(delivery.postID.text) --to \(target)"
        let decide =
            "galley queue confirm-sent \(number), galley queue resend \(number) or galley queue abandon \(number)"
        var (reason, block, record): (String?, DeliveryState.Block?, Record?)
        switch delivery.state {
        case .scheduled, .due: next = cancel
        case .preparing, .armed: next = "galley queue show \(number)"
        case .retrying(_, let words): (reason, next) = (words, "\(retry) or \(cancel)")
        case .blocked(let kind, let words):
            (block, reason) = (kind, words)
            next =
                delivery.history.isInDoubt
                ? "\(retry), \(decide)" : DeliveryStory.next(after: kind, delivery, retry: retry, cancel: cancel)
        case .uncertain(_, let settleAt, let words):
            (reason, next) = (words, settleAt == nil ? decide : "\(retry), \(decide)")
        case .reconciling(_, _, let words): (reason, next) = (words, "galley queue show \(number)")
        case .delivered(_, let known): (record, next) = (known, nil)
        case .failed(_, let words), .missed(_, let words): (reason, next) = (words, retry)
        case .cancelled(_, let words): (reason, next) = (words, delivery.kind == .create ? publish : nil)
        case .superseded: (reason, next) = ("A newer version took its place.", nil)
        }
        self.reason = reason
        self.block = block
        self.record = record
    }

    private static func next(
        after block: DeliveryState.Block, _ delivery: Delivery, retry: String, cancel: String
    ) -> String {
        switch block {
        case .auth: "galley target check \(delivery.target), then \(retry)"
        case .late: "\(retry) or \(cancel)"
        case .content:
            delivery.kind == .create
                ? "galley post edit \(delivery.postID), or \(cancel)" : "\(retry) or \(cancel)"
        case .target: "galley config check, or \(cancel)"
        case .paused: "galley queue resume \(delivery.target)"
        case .parent: delivery.parent.map { "galley queue --target \($0), or \(cancel)" } ?? cancel
        case .budget, .blackout: "\(retry) or \(cancel)"
        }
    }
}

extension AttemptBody {
    init(_ attempt: Attempt, _ times: Times) {
        self.init(
            number: attempt.number, startedAt: times.text(attempt.startedAt), endedAt: attempt.endedAt.map(times.text),
            idempotencyClass: attempt.idempotency.letter, digest: attempt.digest, outcome: attempt.outcome,
            reason: attempt.reason, request: String(validating: attempt.request, as: UTF8.self))
    }
}

extension EventBody {
    init(_ event: LogEvent, _ times: Times) {
        self.init(id: event.id, at: times.text(event.at), kind: event.kind.rawValue, subject: event.subject)
        guard let change = event.arrangement else { return }
        if WindowID(event.subject) == nil { name = event.subject } else { window = event.subject }
        revision = change.revision?.number
        origin = change.origin
        announcement = change.announcement
    }
}
