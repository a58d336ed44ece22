/// Applies the outcome of an attempt.
///
/// Two kinds of failure must never be confused. A post that certainly did not arrive may be sent again. A post that may
/// have arrived may be sent again only as its server's class allows. `History.isInDoubt` remembers the second kind, so
/// that an ordinary failure of a later attempt (no network, an expired token) does not hide it.
extension Delivery {
    func afterAnswer(_ outcome: Outcome, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .armed:
            var sent = self
            if case .unsent = outcome {} else { sent.history.hasLeft = true }
            return sent.ended(outcome, rules: rules, now: now)
        case .scheduled, .due, .preparing, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    /// The preparation changes nothing that readers see, so its unknown outcome counts as a failure without effect.
    func afterUnprepared(_ outcome: Outcome, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .preparing:
            switch outcome {
            case .refused(let reason) where !history.isInDoubt:
                return moved(to: .blocked(.content, reason: reason))
            case .unknown(let reason, let until):
                let failure = until.map { Outcome.busy(until: $0, reason) } ?? .unsent(reason)
                return ended(failure, rules: rules, now: now)
            // The preparation of an edit looks at all parts of a thread.
            case .gone(let reason): return vanished(reason, now: now)
            case .accepted, .refused, .misconfigured, .harmful, .denied, .busy, .overtaken, .unsent, .diverged:
                return ended(outcome, rules: rules, now: now)
            }
        case .scheduled, .due, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    func afterLookUp(_ finding: LookUpResult, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .reconciling(let began, _, let reason):
            // A clock that was ahead may have written a time that is still to come.
            let since = min(began, now)
            switch finding {
            case .found(let record): return arrived(record, now: now)
            case .absent: return afterAbsence(since: since, reason: reason, rules: rules, now: now)
            case .unclear(let words, let until):
                return afterUnclear(words, until: until, since: since, rules: rules, now: now)
            case .unseeable(let words): return afterUnseeable(words, since: since, rules: rules, now: now)
            case .diverged(_, let words): return afterDivergence(words, since: since, rules: rules, now: now)
            case .gone(let words): return vanishedMeanwhile(words, rules: rules, now: now)
            }
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    private func ended(_ outcome: Outcome, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        if history.isInDoubt, outcome.isOfThisAttemptOnly, let reason = outcome.reason {
            return stillInDoubt(reason, rules: rules, now: now)
        }
        switch outcome {
        case .accepted(let record): return arrived(record, now: now)
        case .unknown(let reason, let until): return doubted(reason, until: until, rules: rules, now: now)
        case .busy(let until, let reason):
            return afterBusy(until: until, reason, rules: rules, now: now)
        case .overtaken(let reason): return afterOvertaking(reason, rules: rules, now: now)
        case .refused(let reason): return moved(to: .failed(at: now, reason: reason), .releaseChildren)
        case .misconfigured(let reason): return afterMisconfiguration(reason, rules: rules, now: now)
        case .harmful(let reason): return moved(to: .blocked(.target, reason: reason))
        case .denied(let reason): return moved(to: .blocked(.auth, reason: reason))
        case .unsent(let reason): return afterUnsent(reason, rules: rules, now: now)
        case .diverged(_, let reason): return moved(to: .blocked(.content, reason: reason))
        case .gone(let reason): return vanishedMeanwhile(reason, rules: rules, now: now)
        }
    }

    /// The target asked Galley to wait. Both limits protect from bad headers: one could delay a delivery for years,
    /// another could make Galley ask every second forever.
    private func afterBusy(until: Instant, _ reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let at = min(max(until, now + rules.retry.patience(afterTry: history.tries + 1)), now + .hours(24))
        if history.isInDoubt {
            let step = stillInDoubt(settleAt: at, reason, rules: rules, now: now)
            guard case .moved(var next, let actions) = step, history.tries < RetryPolicy.busyMax else { return step }
            next.history.deadlineAt = next.history.deadlineAt.map { $0 + (at - now) }
            return .moved(next, actions)
        }
        guard history.tries < RetryPolicy.busyMax else {
            let words = "Given up after \(RetryPolicy.busyMax) answers that asked to wait. The latest: \(reason)"
            return moved(to: .failed(at: now, reason: words), .releaseChildren)
        }
        return moved(to: .retrying(at: at, reason: reason)) { history in
            history.tries += 1
            history.deadlineAt = history.deadlineAt.map { $0 + (at - now) }
        }
    }

    /// Another program wrote there between the look and the request. Looking again soon helps, unless it never stops.
    private func afterOvertaking(_ reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        guard history.tries < RetryPolicy.overtakenMax else {
            let words =
                "Something else was written there each time just before this arrived, so nothing was changed. \(reason)"
            return moved(to: .blocked(.content, reason: words))
        }
        let at = now + rules.retry.patience(afterTry: history.tries + 1)
        return moved(to: .retrying(at: at, reason: reason)) { $0.tries += 1 }
    }

    /// A setting does not fit the server. The author may fix that on the server, for example by creating a category,
    /// and Galley gets no notice of it. So Galley retries with growing waits. It stops before the rules of lateness
    /// would forbid the send.
    private func afterMisconfiguration(_ reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let tries = history.tries + 1
        let wait = rules.retry.look(afterTry: tries)
        // Computed as if every attempt had waited like this, because the time of the first is not stored.
        let waited = (1...tries).reduce(Span.zero) { $0 + rules.retry.look(afterTry: $1) }
        let end: String?
        switch rules.late {
        case .ask(let limit) where waited > limit, .skip(let limit) where waited > limit:
            end = "It would be late, so Galley does not check again by itself."
        case .post, .ask, .skip:
            end =
                tries < RetryPolicy.busyMax ? nil : "Galley checked \(tries) times, and does not check again by itself."
        }
        let words = end.map { "\(reason) \($0) Once it is fixed, use “retry”." } ?? reason
        return moved(to: .blocked(.target, reason: words)) { history in
            history.tries = min(tries, RetryPolicy.busyMax)
            history.askAt = end == nil ? now + wait : nil
            history.deadlineAt = history.deadlineAt.map { $0 + wait }
        }
    }

    /// An edit was accepted while the outcome of an earlier request is unknown. The server may still carry out that
    /// request, after this one. So Galley reads the copy once more after the settle time.
    func afterAcceptance(followingDoubt record: RemotePost, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        switch state {
        case .armed:
            guard rules.idempotency != .blind else { return arrived(record, now: now) }
            let words =
                "It arrived. The answer to an earlier request was lost, and the server may carry it out later: Galley "
                + "reads the copy once more."
            return moved(to: .uncertain(since: now, settleAt: now + rules.settle, reason: words)) { history in
                history.isInDoubt = true
                history.hasLeft = true
                history.deadlineAt = history.deadlineAt ?? now + rules.retry.deadline
            }
        case .scheduled, .due, .preparing, .retrying, .blocked, .uncertain, .reconciling, .delivered, .failed, .missed,
            .cancelled, .superseded:
            return .unmoved
        }
    }

    /// What was sent is there: the post is delivered, or the next part of its thread is due.
    func arrived(_ record: RemotePost, now: Instant) -> DeliveryStep {
        guard parts > 1 else {
            return moved(to: .delivered(at: now, record), .releaseChildren) { $0.settle() }
        }
        guard part < parts else {
            return moved(to: .delivered(at: now, root ?? record), .recordPart(record), .releaseChildren) { $0.settle() }
        }
        return nextPart(after: record, now: now)
    }

    /// The copy is gone: a deletion is done, and an edit has nothing to change.
    private func vanished(_ reason: String, now: Instant) -> DeliveryStep {
        guard kind != .delete else { return arrived(RemotePost(), now: now) }
        return moved(to: .failed(at: now, reason: reason), .releaseChildren) { $0.isInDoubt = false }
    }

    /// The copy was gone when the edit reached it. Of a thread that is one part, and the next preparation looks at the
    /// others.
    private func vanishedMeanwhile(_ reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        guard kind == .edit, parts > 1 else { return vanished(reason, now: now) }
        guard history.tries < RetryPolicy.overtakenMax else {
            return moved(to: .blocked(.content, reason: reason)) { $0.isInDoubt = false }
        }
        let at = now + rules.retry.patience(afterTry: history.tries + 1)
        return moved(to: .retrying(at: at, reason: reason)) { history in
            history.isInDoubt = false
            history.tries += 1
        }
    }

    /// Nothing left the machine: retry with doubled waits until the deadline.
    private func afterUnsent(_ reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let deadlineAt = history.deadlineAt ?? now + rules.retry.deadline
        let at = now + rules.retry.delay(afterTry: history.tries + 1, of: id)
        if at > deadlineAt {
            let words = "Given up after \(rules.retry.deadline.spoken): \(reason)"
            return moved(to: .failed(at: now, reason: words), .releaseChildren)
        }
        return moved(to: .retrying(at: at, reason: reason)) { history in
            history.tries += 1
            history.deadlineAt = deadlineAt
        }
    }

    /// The answer was lost. Galley looks the post up soon, because most lost answers belong to posts that arrived, and
    /// then with growing waits.
    /// - Parameter until: the time before which the server asked not to be queried.
    private func doubted(_ reason: String, until: Instant?, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let patience = patience(until: until, now: now)
        let wait = rules.retry.delay(afterTry: history.tries + 1, of: id)
        let soon = history.tries == 0 ? min(rules.settle, wait) : wait
        let settleAt = rules.idempotency == .blind ? nil : now + max(soon, patience)
        return moved(to: .uncertain(since: now, settleAt: settleAt, reason: reason)) { history in
            history.isInDoubt = true
            history.wait(patience, rules, now: now)
        }
    }

    private func stillInDoubt(
        settleAt: Instant? = nil, _ reason: String, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        let words = reason.beginning(with: "An earlier attempt may have arrived. The latest one:")
        let at = settleAt ?? now + rules.retry.delay(afterTry: history.tries + 1, of: id)
        let next = rules.idempotency == .blind ? nil : at
        return moved(to: .uncertain(since: now, settleAt: next, reason: words)) { history in
            history.tries += 1
            history.deadlineAt = history.deadlineAt ?? now + rules.retry.deadline
        }
    }
}

extension Outcome {
    /// Whether it shows nothing of an earlier attempt.
    fileprivate var isOfThisAttemptOnly: Bool {
        switch self {
        case .refused, .denied, .misconfigured, .harmful, .overtaken, .unsent, .diverged: true
        case .accepted, .busy, .unknown, .gone: false
        }
    }
}

// MARK: - Look-ups

extension Delivery {
    /// The look-up did not find the post. What that proves depends on the protection from duplicates.
    private func afterAbsence(since: Instant, reason: String, rules: DeliveryRules, now: Instant) -> DeliveryStep {
        let isRestored = history.restoredFrom != nil
        if mayHaveBeenPublishedEarly { return waitingAgain(now: now) }
        if !isRestored, rules.idempotency.protectsFromCopies(since: history.firstSentAt, now: now) {
            return moved(to: .due(at: now))
        }
        guard isSettledAbsence(rules, now: now) else { return absentAtFirst(since: since, reason, rules, now: now) }
        guard rules.isWanted else { return unwanted("It did not arrive", now: now) }
        if isRestored { return kind == .create ? absentAfterRestore(since: since) : waitingAgain(now: now) }
        // An edit that certainly did not arrive may be sent again until its deadline: repeating it creates no second
        // post.
        if history.isResent, kind == .create {
            let words = reason.ending(with: "\(Delivery.sentTwice) Decide with confirm-sent, resend or abandon.")
            return moved(to: .uncertain(since: since, settleAt: nil, reason: words)) { $0.absences = 2 }
        }
        return moved(to: .due(at: now)) { history in
            history.isResent = true
            history.isInDoubt = false
        }
    }

    static let sentTwice = "It was sent twice, and neither copy was found."

    /// Whether it was sent twice and neither copy was found. Looking again would not help.
    var isMissingTwice: Bool {
        guard case .uncertain(_, nil, _) = state else { return false }
        return kind == .create && history.isResent && history.absences > 1
    }

    /// Nothing of it is sent again, because its post is no longer published.
    private func unwanted(_ finding: String, now: Instant) -> DeliveryStep {
        let words = "\(finding), and the post is no longer published."
        return moved(to: .cancelled(at: now, reason: words), .releaseChildren) { $0.settle() }
    }

    /// The look-up gave no result. If a key protects from duplicates, Galley sends the same request again after the
    /// settle time. Otherwise it looks again, with growing waits, until the deadline.
    /// - Parameter until: the time before which the server asked not to be queried.
    private func afterUnclear(
        _ words: String, until: Instant?, since: Instant, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        let patience = patience(until: until, now: now)
        if mayRepeat(since: since, rules, now: now) { return moved(to: .due(at: now + patience)) { $0.tries += 1 } }
        var at = now + rules.retry.delay(afterTry: history.tries + 1, of: id)
        if case .windowed = rules.idempotency, since + rules.settle > now { at = min(at, since + rules.settle) }
        return moved(to: .uncertain(since: since, settleAt: max(at, now + patience), reason: words)) { history in
            history.wait(patience, rules, now: now)
        }
    }

    /// Looking again would not help. Galley continues only if a key protects from duplicates.
    private func afterUnseeable(
        _ words: String, since: Instant, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        if !rules.isWanted, kind == .edit { return unwanted("Galley cannot see whether the edit arrived", now: now) }
        if mayHaveBeenPublishedEarly { return waitingAgain(now: now) }
        if mayRepeat(since: since, rules, now: now) { return moved(to: .due(at: now)) { $0.tries += 1 } }
        if case .windowed = rules.idempotency, since + rules.settle > now {
            return moved(to: .uncertain(since: since, settleAt: since + rules.settle, reason: words)) { $0.tries += 1 }
        }
        return moved(to: .uncertain(since: since, settleAt: nil, reason: words))
    }

    /// The copy has neither the sent nor the earlier content. After the settle time that means another person's change,
    /// and the author decides.
    private func afterDivergence(
        _ words: String, since: Instant, rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        guard isSettledAbsence(rules, now: now) else { return absentAtFirst(since: since, words, rules, now: now) }
        guard rules.isWanted else { return unwanted("The edit did not arrive", now: now) }
        return moved(to: .blocked(.content, reason: words)) { $0.isInDoubt = false }
    }

    /// Whether two look-ups, at least the settle time apart, did not find the post.
    private func isSettledAbsence(_ rules: DeliveryRules, now: Instant) -> Bool {
        history.absentAt.map { now - $0 >= rules.settle } ?? false
    }

    private func absentAtFirst(
        since: Instant, _ reason: String, _ rules: DeliveryRules, now: Instant
    ) -> DeliveryStep {
        let first = min(history.absentAt ?? now, now)
        return moved(to: .uncertain(since: since, settleAt: first + rules.settle, reason: reason)) { history in
            // The second one counts only after the settle time.
            history.absences = 1
            history.absentAt = first
        }
    }

    private func mayRepeat(since: Instant, _ rules: DeliveryRules, now: Instant) -> Bool {
        guard case .windowed = rules.idempotency, history.restoredFrom == nil else { return false }
        return now - since >= rules.settle && rules.idempotency.protectsFromCopies(since: history.firstSentAt, now: now)
    }
}

// MARK: - Patience

extension Delivery {
    /// How long Galley waits for a server that named a time: at most a day.
    private func patience(until: Instant?, now: Instant) -> Span {
        until.map { max(.zero, min($0, now + .hours(24)) - now) } ?? .zero
    }
}

extension Delivery.History {
    /// Counts one more attempt without a result. The time that the server asked Galley to wait does not count against
    /// the deadline, up to `RetryPolicy.busyMax` times.
    fileprivate mutating func wait(_ patience: Span, _ rules: DeliveryRules, now: Instant) {
        let extra = tries < RetryPolicy.busyMax ? patience : .zero
        tries += 1
        deadlineAt = (deadlineAt ?? now + rules.retry.deadline) + extra
    }
}

// MARK: - Reasons

/// A reason outlives many tries. What is said about it again is said once.
extension String {
    func beginning(with words: String) -> String { hasPrefix(words) ? self : "\(words) \(self)" }

    func ending(with words: String) -> String { hasSuffix(words) ? self : "\(self) \(words)" }
}
