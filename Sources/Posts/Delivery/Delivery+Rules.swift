/// The rules of delivery as one pure function. The courier and the store only carry out the result.
extension Delivery {
    /// Returns the delivery after `event`. Every state is listed for every event, without `default`.
    package func after(_ event: DeliveryEvent, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let rules = rules.fitting(kind)
        return switch event {
        case .timeCame(let circumstances): afterTimeCame(circumstances, rules: rules, now: now)
        case .unprepared(let outcome): afterUnprepared(outcome, rules: rules, now: now)
        case .armed(let boot): afterArmed(boot: boot, now: now)
        case .answered(let outcome): afterAnswer(outcome, rules: rules, now: now)
        case .acceptedAfterDoubt(let record): afterAcceptance(followingDoubt: record, rules: rules, now: now)
        case .lookedUp(let finding): afterLookUp(finding, rules: rules, now: now)
        case .booted(let boot): afterBoot(boot, rules: rules, now: now)
        case .parentMoved: afterParentMoved(now: now)
        case .resumed: afterResumed(now: now)
        case .changed(let frozen): afterChanged(frozen, now: now)
        case .frozen(let frozen): afterFreezing(frozen)
        case .outdated: afterOutdating(now: now)
        case .replaced(let overwriting): afterReplaced(overwriting: overwriting, now: now)
        case .clockSetBack(let lead): afterClockSetBack(by: lead)
        case .restored(let backup): afterRestore(from: backup, now: now)
        case .withdrawn: afterWithdrawal(now: now)
        case .asked(let verb): afterVerb(verb, rules: rules, now: now)
        }
    }

    /// Returns this delivery in another state, with the actions that follow.
    func moved(
        to state: DeliveryState, _ actions: DeliveryAction..., changing change: (inout History) -> Void = { _ in }
    )
        -> DeliveryStep
    {
        var next = self
        next.state = state
        next.history.askAt = nil
        change(&next.history)
        return .moved(next, actions)
    }
}

// MARK: - Time

extension Delivery {
    private func afterTimeCame(_ met: Circumstances, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        if let wakeAt, wakeAt > now { return .unmoved }
        switch state {
        case .scheduled, .due, .retrying:
            guard mayBeLate(after: met.parent, now: now) else { return afterSendTime(met, rules: rules, now: now) }
            var again = self
            if hasOutlastedRetries(now: now) { (again.history.tries, again.history.deadlineAt) = (0, nil) }
            return again.afterDueTime(met, rules: rules, now: now)
        case .uncertain(let since, .some, let reason):
            return afterSettleTime(since: since, reason: reason, met, rules: rules, now: now)
        case .blocked(.target, _) where history.askAt != nil:
            if let block = outerBlock(met) { return moved(to: block) }
            return moved(to: .preparing(boot: met.boot), .prepare)
        case .uncertain, .preparing, .armed, .blocked, .reconciling, .delivered, .failed, .missed, .cancelled,
            .superseded:
            return .unmoved
        }
    }

    /// The scheduled time has passed: send now, wait for the parent, or apply the rules of lateness.
    private func afterDueTime(_ met: Circumstances, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        if let block = outerBlock(met) { return moved(to: block) }
        var leavesAt = max(dueAt, now)
        switch met.parent {
        case .none: break
        // The request to repeat has the address.
        case .waiting where hasRequestToRepeat, .lost where hasRequestToRepeat: break
        case .waiting: return moved(to: .blocked(.parent, reason: waitingWords))
        case .lost(let reason):
            guard kind == .create else {
                let words = "The post is not at “\(target)”, so nothing is changed there: \(reason)"
                return moved(to: .cancelled(at: now, reason: words), .releaseChildren)
            }
            let words = "Waits for the address from \(parentText), which did not arrive there: \(reason)"
            return moved(to: .blocked(.parent, reason: words))
        case .obstructed(let block, let reason): return moved(to: .blocked(block, reason: reason))
        // A clock that was ahead may have written an arrival that is still to come.
        case .arrived(let at): leavesAt = max(leavesAt, min(at, now) + delay)
        }
        let lateness = leavesAt - plannedAt(after: met.parentPlannedAt)
        guard lateness > LatePolicy.tolerance else { return moved(to: .due(at: leavesAt)) }
        switch rules.late {
        case .ask(let limit) where lateness > limit:
            let choice =
                history.isInDoubt
                ? "It may have been sent before. Use “retry” to continue, else confirm-sent or abandon."
                : "Send it with “retry”, or cancel it."
            return moved(to: .blocked(.late, reason: "It is \(lateness.roughly) late. \(choice)"))
        case .skip(let limit) where lateness > limit && history.isInDoubt:
            let words = "It may have been sent before, and it is too late to send it now. Check the target yourself."
            return moved(to: .uncertain(since: now, settleAt: nil, reason: words))
        case .skip(let limit) where lateness > limit:
            let words = "It was \(lateness.roughly) late, and this target skips posts over \(limit.spoken) late."
            return moved(to: .missed(at: now, reason: words), .releaseChildren)
        case .post, .ask, .skip: return moved(to: .due(at: max(leavesAt, met.lateSlot)))
        }
    }

    /// Whether the rules of lateness apply when its time comes. A delivery that waits for Galley or for its target is on
    /// time, however long that takes.
    package func mayBeLate(after parent: Circumstances.Parent, now: Instant) -> Bool {
        switch state {
        case .scheduled: true
        case .due(let at):
            // The end of its delay passed while Galley was not running.
            delay > .zero && parent == .arrived(at: at - delay) && now - at > LatePolicy.tolerance
        case .retrying: hasOutlastedRetries(now: now)
        case .preparing, .armed, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed, .cancelled,
            .superseded:
            false
        }
    }

    /// Whether the deadline of its retries passed while Galley was not running or paused it. Otherwise Galley gives up first.
    private func hasOutlastedRetries(now: Instant) -> Bool {
        part == 1 && !history.isInDoubt && history.deadlineAt.map { $0 < now } ?? false
    }

    /// The state after it was held up. Its retries go on; otherwise the rules of lateness apply.
    private func resuming(now: Instant) -> DeliveryState {
        let isFirst = history.tries == 0 && history.deadlineAt == nil
        return isFirst || hasOutlastedRetries(now: now) ? waiting(now: now) : .due(at: now)
    }

    /// When its author planned it to leave; it is late after that. Any further wait for the parent counts, because readers
    /// find a post just as late after an outage of the blog as after one of this machine.
    /// - Parameter parent: when the delivery for which this one waits was to leave.
    package func plannedAt(after parent: Instant?) -> Instant { max(dueAt, parent ?? dueAt) + delay }

    /// A delivery in doubt is sent again only while its class protects from duplicates. If time has passed since the
    /// look-up that allowed it (an outage, a pause), Galley looks it up again.
    private func afterSendTime(_ met: Circumstances, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let block = outerBlock(met)
        if block == nil, mayHaveBeenPublishedEarly, !rules.isPage, rules.idempotency != .blind {
            let words = "The store was restored from a backup; it may have been published early after that was made."
            return moved(to: .uncertain(since: now, settleAt: now, reason: words))
        }
        guard history.isInDoubt else {
            return block.map { moved(to: $0) } ?? moved(to: .preparing(boot: met.boot), .prepare)
        }
        if block == nil, rules.idempotency.protectsFromCopies(since: history.firstSentAt, now: now) {
            return moved(to: .preparing(boot: met.boot), .prepare)
        }
        let words = "An earlier attempt may have arrived."
        let settleAt = block == nil ? now : now + RetryPolicy.cap
        return moved(to: .uncertain(since: now, settleAt: rules.idempotency == .blind ? nil : settleAt, reason: words))
    }

    /// Resolves an uncertain delivery by the class of its server.
    private func afterSettleTime(
        since: Instant, reason: String, _ met: Circumstances, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        // A pause forbids sends. A look-up would be harmless, but it may lead to a send immediately.
        if met.isPaused || !met.isTargetKnown {
            return moved(to: .uncertain(since: since, settleAt: now + RetryPolicy.cap, reason: reason)) { history in
                history.deadlineAt = history.deadlineAt.map { $0 + RetryPolicy.cap }
            }
        }
        if let deadlineAt = history.deadlineAt, deadlineAt < now {
            let limit = rules.retry.deadline.roughly
            let words = "Galley could not settle it within \(limit). Use “retry” to start over."
            return moved(to: .uncertain(since: since, settleAt: nil, reason: reason.ending(with: words)))
        }
        let isRestored = history.restoredFrom != nil
        switch rules.idempotency {
        case .deterministic where !isRestored, .natural where !isRestored:
            return moved(to: .preparing(boot: met.boot), .prepare)
        case .deterministic where rules.isPage || kind != .create, .natural where rules.isPage || kind != .create:
            return waitingAgain(now: now)
        case .deterministic, .natural, .windowed, .searchable:
            if isRestored, met.parent == .waiting, !hasRequestToRepeat {
                // The look-up needs the parent's address.
                let wait = max(rules.settle, rules.retry.delay(afterTry: history.tries + 1, of: id))
                return moved(to: .uncertain(since: since, settleAt: now + wait, reason: reason)) { $0.tries += 1 }
            }
            return moved(to: .reconciling(since: since, boot: met.boot, reason: reason), .lookUp)
        case .blind: return moved(to: .uncertain(since: since, settleAt: nil, reason: reason))
        }
    }

    /// Whether a stored request decides what is looked for and repeated, whatever has become of the parent since.
    private var hasRequestToRepeat: Bool {
        kind == .create && part == 1 && history.isInDoubt && history.hasLeft
    }

    private func outerBlock(_ met: Circumstances) -> DeliveryState? {
        if !met.isTargetKnown {
            return .blocked(
                .target,
                reason: "The configuration no longer has the target “\(target)”. Add it again, or cancel this delivery."
            )
        }
        if met.isPaused { return .blocked(.paused, reason: "Paused. Use “queue resume”.") }
        return nil
    }

    private var waitingWords: String {
        kind == .create
            ? "Waits for the address from \(parentText)." : "Waits for the outcome of the delivery before it."
    }

    private var parentText: String { parent.map { "“\($0)”" } ?? "another target" }
}

// MARK: - Boot, arming and what others do

extension Delivery {
    private func afterArmed(boot: BootID, now: Instant) -> DeliveryStep {
        switch state {
        case .preparing(boot):
            return moved(to: .armed(boot: boot)) { history in
                history.attempts += 1
                history.restoredFrom = nil
                history.firstSentAt = history.firstSentAt ?? now
                history.absences = 0
                history.absentAt = nil
            }
        case .preparing, .scheduled, .due, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed,
            .missed, .cancelled, .superseded:
            return .unmoved
        }
    }

    private func afterBoot(_ boot: BootID, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .preparing(let other) where other != boot:
            return history.isInDoubt
                ? moved(to: .uncertain(since: now, settleAt: now, reason: "Galley stopped while checking the target."))
                : moved(to: resuming(now: now))
        case .armed(let other) where other != boot:
            let settleAt = rules.idempotency == .blind ? nil : now
            let words = "Galley stopped while it was being sent; it may have arrived."
            return moved(to: .uncertain(since: now, settleAt: settleAt, reason: words)) { history in
                history.isInDoubt = true
                history.hasLeft = true
            }
        case .reconciling(let since, let other, let reason) where other != boot:
            return moved(to: .uncertain(since: since, settleAt: now, reason: reason))
        // After a start the target or its token may exist again, and one attempt shows that. The delivery may be late
        // by then.
        case .blocked(.target, _), .blocked(.auth, _): return moved(to: waiting(now: now))
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed,
            .missed, .cancelled, .superseded:
            return .unmoved
        }
    }

    private func afterParentMoved(now: Instant) -> DeliveryStep {
        switch state {
        case .blocked(.parent, _): return moved(to: waiting(now: now))
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed,
            .missed, .cancelled, .superseded:
            return .unmoved
        }
    }

    private func afterResumed(now: Instant) -> DeliveryStep {
        switch state {
        case .blocked(.paused, _): return moved(to: resuming(now: now))
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed,
            .missed, .cancelled, .superseded:
            return .unmoved
        }
    }

    /// Its wait lasts as long as it was meant to. The planned time stays, and so does the first attempt's: too early a
    /// time would only make a key's window longer than it is.
    private func afterClockSetBack(by lead: Span) -> DeliveryStep {
        let earlier: DeliveryState
        switch state {
        case .due(let at): earlier = .due(at: at - lead)
        case .retrying(let at, let reason): earlier = .retrying(at: at - lead, reason: reason)
        case .uncertain(let since, let settleAt?, let reason):
            earlier = .uncertain(since: since - lead, settleAt: settleAt - lead, reason: reason)
        case .blocked where history.askAt != nil: earlier = state
        case .scheduled, .preparing, .armed, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
        let askAt = history.askAt
        return moved(to: earlier) { history in
            history.askAt = askAt.map { $0 - lead }
            history.deadlineAt = history.deadlineAt.map { $0 - lead }
        }
    }

    private func afterChanged(_ frozen: FrozenDelivery, now: Instant) -> DeliveryStep {
        takesNewText ? .moved(changed(as: frozen, now: now), []) : .unmoved
    }

    private func afterFreezing(_ frozen: FrozenDelivery) -> DeliveryStep {
        staleAt != nil && takesNewText ? .moved(self.frozen(as: frozen), []) : .unmoved
    }

    private func afterOutdating(now: Instant) -> DeliveryStep {
        switch state {
        case .preparing: return moved(to: resuming(now: now))
        case .scheduled, .due, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    private func afterReplaced(overwriting: Bool, now: Instant) -> DeliveryStep {
        let isFree = canBeStopped && !hasBegun
        guard isFree || (overwriting && !state.isFinal) else { return .unmoved }
        return moved(to: .superseded(at: now))
    }
}
