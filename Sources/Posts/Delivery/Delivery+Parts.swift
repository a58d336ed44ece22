/// Threads at services that take one post per request. One delivery carries all parts: each is armed, sent and settled by
/// the rules for a single post, and the next one waits for its id. So there is one line in the queue, one cancellation
/// and one retry, and no part can overtake another.
extension Delivery {
    /// The time between two parts of a thread. Pleroma and Akkoma take 15 posts in 10 s.
    package static let spacingOfParts = Span.seconds(1)

    /// The next part is due soon. Its doubts, its failures and the window of its key are its own.
    func nextPart(after record: RemotePost, now: Instant) -> DeliveryStep {
        var next = self
        next.part += 1
        if kind != .delete, part == 1 { next.root = record }
        next.history = History()
        next.history.attempts = history.attempts
        next.history.hasLeft = history.hasLeft
        guard let backup = history.restoredFrom else {
            next.state = .due(at: now + Delivery.spacingOfParts)
            return .moved(next, [.recordPart(record)])
        }
        // A lost store may have sent this part, too. The author's answer about the first absent one holds for all that follow.
        let words = "The store was restored from a backup; this part may have been sent after that was made."
        next.state = .uncertain(since: now, settleAt: now, reason: words)
        next.history.isInDoubt = true
        next.history.restoredFrom = backup
        next.history.firstSentAt = backup
        return .moved(next, [.recordPart(record)])
    }

    /// The state in which it waits for its turn: until its scheduled time, which the rules of lateness may follow. A
    /// thread that has begun is continued, however late.
    func waiting(now: Instant) -> DeliveryState { part > 1 ? .due(at: now) : .scheduled }
}

extension Delivery.History {
    /// Ends all doubts.
    mutating func settle() {
        isInDoubt = false
        restoredFrom = nil
    }
}

/// What a look at all parts of a thread found, by the numbers of the parts.
package struct ThreadFindings: Hashable, Sendable {
    /// Those that the target reports to be gone.
    package var gone: Set<Int>
    /// Those that another person changed, as the author is shown them.
    package var changed: [Int: Standing]

    package init(gone: Set<Int> = [], changed: [Int: Standing] = [:]) {
        self.gone = gone
        self.changed = changed
    }
}

/// An edit of a thread, which changes it part by part.
package enum ThreadEdit {
    /// - Parameters:
    ///   - numbers: of the parts that were deleted at the target.
    ///   - parts: how many the thread had.
    package static func words(onGone numbers: [Int], of parts: Int) -> String {
        let texts = numbers.map(String.init)
        guard let last = texts.last, texts.count > 1 else {
            return "Part \(texts.first ?? "?") of \(parts) was deleted there."
        }
        return "Parts \(texts.dropLast().joined(separator: ", ")) and \(last) of \(parts) were deleted there."
    }

    /// Why an edit with another number of parts is not sent.
    package static func misfit(there: Int, wanted: Int) -> String {
        "The copy there has \(there) part\(there == 1 ? "" : "s"), and the new text makes \(wanted). Galley edits a thread "
            + "part by part, so their number must stay. Change the text, or take the post back and publish it again."
    }
}
