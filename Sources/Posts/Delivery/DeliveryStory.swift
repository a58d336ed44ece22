/// The explanation of a delivery's state for its author.
package struct DeliveryStory: Hashable, Sendable {
    package let reason: String?
    /// The next command, or several to choose from.
    package let next: String?
    package let block: DeliveryState.Block?
    package let record: RemotePost?
    /// The words of the verbs that it accepts now.
    package let verbs: [String]

    /// - Parameters:
    ///   - isWanted: see `Post.isWanted`.
    ///   - isBlind: whether its target belongs to class E.
    package init(_ delivery: Delivery, isWanted: Bool = true, isBlind: Bool = false) {
        let commands = DeliveryCommands(delivery, isWanted: isWanted, isBlind: isBlind)
        var (reason, block, record): (String?, DeliveryState.Block?, RemotePost?)
        switch delivery.state {
        case .scheduled, .due: next = commands.choice ?? commands.show
        case .preparing, .armed: next = commands.show
        case .retrying(_, let words): (reason, next) = (words, commands.choice ?? commands.show)
        case .blocked(let kind, let words):
            (block, reason) = (kind, words)
            next = delivery.history.isInDoubt ? commands.choice : commands.next(after: kind)
        case .uncertain(_, let settleAt, let words):
            (reason, next) = (words, settleAt == nil ? commands.decision : commands.choice)
        case .reconciling(_, _, let words): (reason, next) = (words, commands.show)
        case .delivered(_, let known):
            (record, reason, next) = (known, delivery.remark, delivery.isExposed ? commands.takeBack : nil)
        case .failed(_, let words), .missed(_, let words), .cancelled(_, let words):
            (reason, next) = (words, commands.nextAfterEnd)
        case .superseded: (reason, next) = ("A newer version took its place.", nil)
        }
        self.reason = delivery.progress.map { [$0, reason].compactMap(\.self).joined(separator: " ") } ?? reason
        self.block = block
        self.record = record ?? delivery.root
        verbs = commands.verbs.map(\.word)
    }
}

/// The commands for a delivery. Only those are offered that its rules and the state of its post accept.
private struct DeliveryCommands {
    let delivery: Delivery
    let verbs: [DeliveryVerb]
    /// Whether it may be sent: a post while it is published, a deletion while it is not.
    private let maySend: Bool

    init(_ delivery: Delivery, isWanted: Bool, isBlind: Bool) {
        self.delivery = delivery
        let maySend = isWanted == (delivery.kind != .delete)
        self.maySend = maySend
        // No other rule of a target and no time decides whether a verb is refused.
        let known = isBlind ? IdempotencyClass.blind : .searchable
        let rules = DeliveryRules(idempotency: known, changes: known, deletions: known, late: .post)
        verbs = DeliveryVerb.all.filter { verb in
            if case .refused = delivery.after(.asked(verb), rules: rules, now: delivery.dueAt) { return false }
            return maySend || !delivery.maySend(after: verb)
        }
    }

    private func choice(_ commands: [String]) -> String? {
        guard let last = commands.last, commands.count > 1 else { return commands.first }
        return "\(commands.dropLast().joined(separator: ", ")) or \(last)"
    }

    private func command(_ verb: DeliveryVerb) -> String {
        // Without an id, later edits and deletions cannot name the copy.
        let needsCopy = verb.word == "confirm-sent" && delivery.kind == .create
        return "galley queue \(verb.word) \(delivery.id.number)\(needsCopy ? " --at-url ADDRESS [--remote-id ID]" : "")"
    }

    private func only(_ verb: DeliveryVerb) -> String? { verbs.contains(verb) ? command(verb) : nil }

    var choice: String? { choice(verbs.map(command)) }
    /// For those that only the author can settle.
    var decision: String? { choice(verbs.filter { $0 != .retry }.map(command)) }
    var show: String { "galley queue show \(delivery.id.number)" }
    var takeBack: String { "galley unpublish \(delivery.postID.text)" }
    private var publish: String { "galley publish \(delivery.postID.text) --to \(delivery.target.text)" }

    func next(after block: DeliveryState.Block) -> String? {
        switch block {
        case .auth: "galley target check \(delivery.target)\(only(.retry).map { ", then \($0)" } ?? "")"
        case .late: choice
        case .content:
            delivery.kind == .create && !delivery.hasBegun
                ? "galley post edit \(delivery.postID)\(or(.cancel))" : choice
        // A setting that does not fit, or a server that would do harm.
        case .target where delivery.kind == .edit:
            "galley target check \(delivery.target)\(or(.retry))\(or(.cancel)), or take it back and publish it again: \(takeBack), then \(publish)"
        case .target: "galley config check, then galley reload\(choice.map { "; \($0)" } ?? "")"
        case .paused: "galley queue resume \(delivery.target)"
        case .parent:
            if let parent = delivery.parent, delivery.kind == .create, let cancel = only(.cancel), !delivery.hasBegun {
                "galley queue --target \(parent); without its address: \(cancel), then \(publish)"
            } else {
                delivery.parent.map { "galley queue --target \($0)\(or(.cancel))" } ?? choice
            }
        }
    }

    private func or(_ verb: DeliveryVerb) -> String { only(verb).map { ", or \($0)" } ?? "" }

    var nextAfterEnd: String? {
        // Readers find its beginning until it is taken back.
        if delivery.hasBegun { return choice(verbs.map(command) + [takeBack]) }
        if delivery.state.word == .cancelled { return delivery.kind == .create ? publish : nil }
        // A copy that is gone can only be replaced by a new post.
        let isGone = delivery.kind == .edit || (delivery.kind == .create && verbs.isEmpty)
        return choice(verbs.map(command) + (isGone && maySend ? [publish] : []))
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
        return DeliveryStory.wantsAttention(self)
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
    package static func wantsAttention(_ delivery: Delivery) -> Bool {
        switch delivery.state {
        case .uncertain, .failed, .missed: true
        case .blocked(let block, _):
            switch block {
            case .auth, .late, .target, .content: true
            case .parent, .paused: false
            }
        case .delivered: delivery.isExposed
        case .scheduled, .due, .preparing, .armed, .retrying, .reconciling, .cancelled, .superseded: false
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
