/// What the rules make of an attempt's end.
///
/// Two kinds of failure must never be confused: what certainly is not there may be tried again; what may be there may
/// only be sent again by the class of its server. `History.isInDoubt` remembers the second kind, so that a plain failure
/// of a later attempt (the network is down, the token spent) does not make the first one look undone.
extension Delivery {
    func afterAnswer(_ outcome: Outcome, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .armed: return ended(outcome, rules: rules, now: now)
        case .scheduled, .due, .preparing, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    /// Preparing changes nothing that anybody sees, so an unknown ending of it is as good as none.
    func afterUnprepared(_ outcome: Outcome, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .preparing:
            switch outcome {
            case .refused(let reason) where !history.isInDoubt:
                return moved(to: .blocked(.content, reason: reason), .tell)
            case .unknown(let reason): return ended(.unsent(reason), rules: rules, now: now)
            case .unavailable(let until, let reason): return ended(.busy(until: until, reason), rules: rules, now: now)
            case .accepted, .refused, .misconfigured, .denied, .busy, .unsent:
                return ended(outcome, rules: rules, now: now)
            }
        case .scheduled, .due, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    func afterLookUp(_ finding: Finding, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .reconciling(let since, _, let reason):
            switch finding {
            case .found(let record): return arrived(record, now: now)
            case .absent: return afterAbsence(since: since, reason: reason, rules: rules, now: now)
            case .unclear(let words):
                let wait = rules.retry.delay(afterTry: history.tries + 1, of: id)
                return moved(to: .uncertain(since: since, settleAt: now + wait, reason: words)) { $0.tries += 1 }
            }
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    private func ended(_ outcome: Outcome, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch outcome {
        case .accepted(let record): return arrived(record, now: now)
        case .unknown(let reason): return doubted(reason, rules: rules, now: now)
        case .unavailable(let until, let reason):
            return doubted(reason, lookAfter: min(until, now + .hours(24)), rules: rules, now: now)
        case .busy(let until, let reason):
            // Nobody may keep a delivery waiting for years with one header.
            let at = min(max(until, now + .seconds(1)), now + .hours(24))
            if history.isInDoubt { return stillInDoubt(settleAt: at, reason, rules: rules, now: now) }
            return moved(to: .retrying(at: at, reason: reason)) { history in
                history.deadlineAt = history.deadlineAt.map { $0 + (at - now) }
            }
        case .refused(let reason):
            if history.isInDoubt { return stillInDoubt(reason, rules: rules, now: now) }
            return moved(to: .failed(at: now, reason: reason), .releaseChildren, .tell)
        case .misconfigured(let reason):
            if history.isInDoubt { return stillInDoubt(reason, rules: rules, now: now) }
            return moved(to: .blocked(.target, reason: reason), .tell)
        case .denied(let reason):
            if history.isInDoubt { return stillInDoubt(reason, rules: rules, now: now) }
            return moved(to: .blocked(.auth, reason: reason), .tell)
        case .unsent(let reason):
            if history.isInDoubt { return stillInDoubt(reason, rules: rules, now: now) }
            return afterUnsent(reason, rules: rules, now: now)
        }
    }

    private func arrived(_ record: Record, now: Instant) -> DeliveryStep {
        moved(to: .delivered(at: now, record), .releaseChildren) { history in
            history.isInDoubt = false
            history.restoredFrom = nil
        }
    }

    /// A try that did not leave the machine: again, twice as late each time, until the day is over.
    private func afterUnsent(_ reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let deadlineAt = history.deadlineAt ?? now + rules.retry.deadline
        let at = now + rules.retry.delay(afterTry: history.tries + 1, of: id)
        if at > deadlineAt {
            let words = "Given up after \(rules.retry.deadline.spoken): \(reason)"
            return moved(to: .failed(at: now, reason: words), .releaseChildren, .tell)
        }
        return moved(to: .retrying(at: at, reason: reason)) { history in
            history.tries += 1
            history.deadlineAt = deadlineAt
        }
    }

    /// The answer was lost. The machine looks soon, because most lost answers belong to posts that arrived.
    /// - Parameter lookAfter: before which the server said that it cannot be asked.
    private func doubted(
        _ reason: String, lookAfter: Instant? = nil, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        let soon = min(rules.settle, rules.retry.delay(afterTry: history.tries + 1, of: id))
        let settleAt = rules.idempotency == .blind ? nil : max(now + soon, lookAfter ?? now)
        return moved(to: .uncertain(since: now, settleAt: settleAt, reason: reason), .tell) { history in
            history.isInDoubt = true
            history.tries += 1
        }
    }

    private func stillInDoubt(
        settleAt: Instant? = nil, _ reason: String, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        let words = "An earlier attempt may have arrived. The latest one: \(reason)"
        let at = settleAt ?? now + rules.retry.delay(afterTry: history.tries + 1, of: id)
        let next = rules.idempotency == .blind ? nil : at
        return moved(to: .uncertain(since: now, settleAt: next, reason: words)) { $0.tries += 1 }
    }

    /// It was looked for and is not there. How much that proves depends on what protects from a copy.
    private func afterAbsence(since: Instant, reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let isRestored = history.restoredFrom != nil
        if isProtectedFromCopies(rules.idempotency, now: now) {
            return isRestored ? waitingAnew(isInDoubt: true) : moved(to: .due(at: now))
        }
        guard let absentAt = history.absentAt, now - absentAt >= rules.settle else {
            let first = history.absentAt ?? now
            return moved(to: .uncertain(since: since, settleAt: first + rules.settle, reason: reason)) { history in
                history.absences += 1
                history.absentAt = first
            }
        }
        if isRestored { return waitingAnew(isInDoubt: false) }
        if history.isResent {
            let words =
                "\(reason) It was sent twice and found neither time; decide with confirm-sent, resend or abandon."
            return moved(to: .uncertain(since: since, settleAt: nil, reason: words), .tell)
        }
        return moved(to: .due(at: now)) { history in
            history.isResent = true
            history.isInDoubt = false
        }
    }
}
