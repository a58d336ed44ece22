/// The author's commands for a delivery, and the messages if one cannot be carried out.
extension Delivery {
    func afterVerb(_ verb: DeliveryVerb, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch verb {
        case .retry: afterRetry(rules: rules, now: now)
        case .cancel: afterCancel(now: now)
        case .resend: afterResend(rules: rules, now: now)
        case .confirmSent(let record): afterConfirmation(record, now: now)
        case .abandon: afterAbandon(now: now)
        }
    }

    private func afterRetry(rules: DeliveryRules, now: Instant) -> DeliveryStep {
        guard takenBackAt == nil || state.word == .delivered else {
            return .refused("What was there has been taken back. Publish the post to this target again.")
        }
        switch state {
        case .failed, .missed, .retrying, .blocked(.auth, _), .blocked(.late, _), .blocked(.content, _),
            .blocked(.target, _):
            return goingOn(rules: rules, now: now)
        case .cancelled where hasBegun && !history.isInDoubt: return goingOn(rules: rules, now: now)
        case .cancelled where hasBegun:
            return .refused("One of its parts may have arrived. Take back what is there, then publish the post again.")
        case .uncertain where isMissingTwice:
            return .refused("\(Delivery.sentTwice) Look there yourself, then confirm-sent, resend or abandon.")
        case .uncertain(let since, _, let reason):
            guard rules.idempotency != .blind else {
                return .refused(
                    "This target cannot be searched. Look there yourself, then confirm-sent, resend or abandon.")
            }
            return moved(to: .uncertain(since: since, settleAt: now, reason: reason)) { history in
                history.tries = 0
                history.deadlineAt = nil
            }
        case .blocked(.parent, _):
            let cause = kind == .create ? "another target's address" : "the delivery before it"
            return .refused("It waits for \(cause). Retry that delivery, or cancel this one.")
        case .blocked(.paused, _): return .refused("It is paused. Use “queue resume”.")
        case .scheduled, .due: return .refused("It has not been tried yet.")
        case .preparing, .armed, .reconciling: return .refused("It is in progress.")
        case .delivered: return .refused("It has arrived.")
        case .cancelled: return .refused("It was cancelled. Publish the post to this target again.")
        case .superseded: return .refused("A newer version took its place; see the queue.")
        }
    }

    /// It starts over. Its deadline counts from now, so that an interruption before that does not ask the author again
    /// whether it is too late.
    private func goingOn(
        rules: DeliveryRules, now: Instant, changing change: (inout History) -> Void = { _ in }
    ) -> DeliveryStep {
        moved(to: .due(at: now)) { history in
            history.tries = 0
            history.deadlineAt = now + rules.retry.deadline
            history.restoredFrom = nil
            change(&history)
        }
    }

    private func afterCancel(now: Instant) -> DeliveryStep {
        if let words = wordsOnStopping { return .refused(words) }
        switch state {
        case .scheduled, .due, .preparing, .retrying, .blocked, .armed, .uncertain, .reconciling:
            let words = part > 1 ? "The other parts were cancelled." : "Cancelled before it was sent."
            return moved(to: .cancelled(at: now, reason: words), .releaseChildren)
        case .delivered: return .refused("It has arrived, so it can no longer be cancelled.")
        case .failed, .missed, .cancelled, .superseded: return .refused("It has already ended.")
        }
    }

    /// Its post was unpublished or deleted. What has not left is cancelled. What may have arrived is not repeated but
    /// looked up, so that a deletion can follow it.
    func afterWithdrawal(now: Instant) -> DeliveryStep {
        guard kind != .delete else { return .unmoved }
        guard isTooLateToStop else { return canBeStopped ? afterCancel(now: now) : .unmoved }
        switch state {
        case .scheduled, .due, .preparing, .retrying, .blocked:
            let words = "An earlier attempt may have arrived, and the post is no longer published."
            return moved(to: .uncertain(since: now, settleAt: now, reason: words))
        case .armed, .uncertain, .reconciling, .delivered, .failed, .missed, .cancelled, .superseded: return .unmoved
        }
    }

    private func afterResend(rules: DeliveryRules, now: Instant) -> DeliveryStep {
        guard isUpToAuthor else { return .refused(onlyWhenUncertain("resend")) }
        return goingOn(rules: rules, now: now) { history in
            history.isInDoubt = false
            history.isResent = true
        }
    }

    private func afterConfirmation(_ record: RemotePost, now: Instant) -> DeliveryStep {
        guard isUpToAuthor else { return .refused(onlyWhenUncertain("confirm-sent")) }
        guard part == parts || record.id?.isEmpty == false || kind != .create else {
            return .refused(
                "This is part \(part) of \(parts), and the next part answers to it. Confirm it with the id that it has "
                    + "there: --remote-id.")
        }
        return arrived(record, now: now)
    }

    private func afterAbandon(now: Instant) -> DeliveryStep {
        guard isUpToAuthor else { return .refused(onlyWhenUncertain("abandon")) }
        let words = "Given up by the author; it may have arrived."
        return moved(to: .cancelled(at: now, reason: words), .releaseChildren)
    }

    /// Whether the author can decide the outcome: the post may have arrived, and no request is running.
    private var isUpToAuthor: Bool {
        switch state {
        case .uncertain: true
        case .blocked: history.isInDoubt
        case .scheduled, .due, .preparing, .armed, .retrying, .reconciling, .delivered, .failed, .missed, .cancelled,
            .superseded:
            false
        }
    }

    /// Whether the post or a change of it may be sent as a result. To look whether it arrived sends nothing that is not
    /// wanted.
    package func maySend(after verb: DeliveryVerb) -> Bool {
        switch verb {
        case .resend: true
        case .retry: kind == .delete || state.word != .uncertain
        case .cancel, .confirmSent, .abandon: false
        }
    }

    private func onlyWhenUncertain(_ verb: String) -> String {
        "“\(verb)” is for an uncertain delivery. This one is \(state.word.rawValue)."
    }
}

extension Span {
    /// The length rounded for people: “40 s”, “3 min”, “2 h”, “5 days”.
    package var roughly: String {
        switch seconds {
        case ..<90: "\(seconds) s"
        case ..<5400: "\((seconds + 30) / 60) min"
        case ..<172_800: "\((seconds + 1800) / 3600) h"
        default: "\(seconds / 86_400 + (seconds % 86_400 >= 43_200 ? 1 : 0)) days"
        }
    }
}
