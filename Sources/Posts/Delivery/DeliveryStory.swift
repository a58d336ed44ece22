/// The explanation of a delivery's state for its author.
package struct DeliveryStory: Hashable, Sendable {
    package let reason: String?
    /// The next command, or several to choose from.
    package let next: String?
    package let block: DeliveryState.Block?
    package let record: RemotePost?

    package init(_ delivery: Delivery) {
        let number = delivery.id.number
        let target = delivery.target.text
        let retry = "galley queue retry \(number)"
        let cancel = "galley queue cancel \(number)"
        let publish = "galley publish \(delivery.postID.text) --to \(target)"
        // Without an id, later edits and deletions cannot name the copy.
        let copy = delivery.kind == .create ? " --at-url ADDRESS [--remote-id ID]" : ""
        let decide =
            "galley queue confirm-sent \(number)\(copy), galley queue resend \(number) or galley queue abandon \(number)"
        var (reason, block, record): (String?, DeliveryState.Block?, RemotePost?)
        switch delivery.state {
        case .scheduled, .due: next = cancel
        case .preparing, .armed: next = "galley queue show \(number)"
        case .retrying(_, let words): (reason, next) = (words, "\(retry) or \(cancel)")
        case .blocked(let kind, let words):
            (block, reason) = (kind, words)
            next =
                delivery.history.isInDoubt
                ? "\(retry), \(decide)"
                : DeliveryStory.next(after: kind, delivery, retry: retry, cancel: cancel, publish: publish)
        case .uncertain(_, let settleAt, let words):
            (reason, next) = (words, settleAt == nil ? decide : "\(retry), \(decide)")
        case .reconciling(_, _, let words): (reason, next) = (words, "galley queue show \(number)")
        case .delivered(_, let known): (record, reason, next) = (known, delivery.remark, nil)
        // The copy may be gone; then only a new post can replace it.
        case .failed(_, let words) where delivery.kind == .edit: (reason, next) = (words, "\(retry) or \(publish)")
        case .failed(_, let words), .missed(_, let words), .cancelled(_, let words):
            reason = words
            if delivery.hasBegun {
                // Readers find its beginning until it is taken back.
                let takeBack = "galley unpublish \(delivery.postID.text)"
                next = delivery.history.isInDoubt ? takeBack : "\(retry) or \(takeBack)"
            } else if delivery.state.word == .cancelled {
                next = delivery.kind == .create ? publish : nil
            } else {
                next = retry
            }
        case .superseded: (reason, next) = ("A newer version took its place.", nil)
        }
        self.reason = delivery.progress.map { [$0, reason].compactMap(\.self).joined(separator: " ") } ?? reason
        self.block = block
        self.record = record ?? delivery.root
    }

    private static func next(
        after block: DeliveryState.Block, _ delivery: Delivery, retry: String, cancel: String, publish: String
    ) -> String {
        switch block {
        case .auth: "galley target check \(delivery.target), then \(retry)"
        case .late: "\(retry) or \(cancel)"
        case .content:
            delivery.kind == .create && !delivery.hasBegun
                ? "galley post edit \(delivery.postID), or \(cancel)" : "\(retry) or \(cancel)"
        case .target: "galley config check, then galley reload; \(retry) or \(cancel)"
        case .paused: "galley queue resume \(delivery.target)"
        case .parent:
            if let parent = delivery.parent, delivery.kind == .create, !delivery.hasBegun {
                "galley queue --target \(parent); without its address: \(cancel), then \(publish)"
            } else {
                delivery.parent.map { "galley queue --target \($0), or \(cancel)" } ?? cancel
            }
        }
    }
}

extension Delivery {
    /// How far a thread has come; nil for a single post, and before and after the whole thread was sent.
    fileprivate var progress: String? {
        guard parts > 1, state.word != .delivered, state.word != .superseded else { return nil }
        guard partsDone > 0 else { return state.word == .scheduled ? nil : "Part 1 of \(parts)." }
        if state.isFinal || takenBackAt != nil {
            return takenBackAt == nil
                ? "\(partsDone) of \(parts) parts are \(kind.participle)."
                : "It was taken back there."
        }
        return DeliveryStory.wantsAttention(state)
            ? "Part \(part) of \(parts)." : "Part \(part) of \(parts); it goes on by itself."
    }
}

extension DeliveryKind {
    /// What has happened to a part of a thread that is done.
    fileprivate var participle: String {
        switch self {
        case .create: "there"
        case .edit: "changed"
        case .delete: "deleted"
        }
    }
}

extension DeliveryStory {
    /// Whether a person has to act. In all other states Galley continues by itself or waits on the author's command.
    package static func wantsAttention(_ state: DeliveryState) -> Bool {
        switch state {
        case .uncertain, .failed, .missed: true
        case .blocked(let block, _):
            switch block {
            case .auth, .late, .target, .content: true
            case .parent, .paused: false
            }
        case .scheduled, .due, .preparing, .armed, .retrying, .reconciling, .delivered, .cancelled, .superseded: false
        }
    }

    /// One sentence about a delivery, with the reason if it is known.
    /// - Parameter heading: the post's title or the beginning of its text; may be empty.
    package static func sentence(_ delivery: Delivery, heading: String) -> String {
        let title = heading.isEmpty ? delivery.postID.text : "“\(heading)”"
        let reason = DeliveryStory(delivery).reason
        return "\(title) at \(delivery.target) \(verb(delivery.state))" + (reason.map { ": \($0)" } ?? ".")
    }

    /// For example “has failed” or “is uncertain”.
    package static func verb(_ state: DeliveryState) -> String {
        switch state {
        case .failed: "has failed"
        case .missed: "was missed"
        case .delivered, .cancelled, .superseded: "was \(state.word.rawValue)"
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling:
            "is \(state.word.rawValue)"
        }
    }
}
