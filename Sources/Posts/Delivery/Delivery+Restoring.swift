/// What becomes of a delivery when its store is put back as it was some time ago.
///
/// Between the backup and the restore the delivery may have left, and the store knows nothing of it. What was to leave by
/// then is therefore in doubt, like an attempt whose answer was lost, and is settled in the same way: by class. Where the
/// same request converges (A, C) it is sent as if for the first time. Where it can be looked up (B, D) it is looked up.
/// Where nobody can know (E) the author is asked. Once it is known that it is not there, it waits for its time anew, which
/// has passed: so the rules of lateness judge it.
///
/// What is to leave after the restore stays planned as it was: the author can see it in the queue, and has changed it
/// since in few cases. What ended stays ended: nothing of it is sent by itself. A text that did not fit could not have
/// left, and waits for its author as before.
extension Delivery {
    /// - Parameter backup: what was committed by then is known.
    func afterRestore(from backup: Instant, now: Instant) -> DeliveryStep {
        switch state {
        case .scheduled where dueAt > now: return .unmoved
        case .scheduled, .due, .retrying, .preparing, .armed, .reconciling, .uncertain,
            .blocked(.parent, _), .blocked(.auth, _), .blocked(.budget, _), .blocked(.blackout, _),
            .blocked(.paused, _), .blocked(.late, _), .blocked(.target, _):
            let words = "The store was restored from a backup; it may have been sent after that was made."
            return moved(to: .uncertain(since: now, settleAt: now, reason: words), .tell) { history in
                history.isInDoubt = true
                history.restoredFrom = backup
                // It was not there before, so a look-up need not look further back.
                history.firstSentAt = history.firstSentAt ?? backup
                history.tries = 0
                history.deadlineAt = nil
                history.absences = 0
                history.absentAt = nil
                history.isResent = false
            }
        case .blocked(.content, _), .delivered, .failed, .missed, .cancelled, .superseded: return .unmoved
        }
    }

    /// It is not there, or it does no harm that it may be: it waits for its own time again.
    func waitingAnew(isInDoubt: Bool) -> DeliveryStep {
        moved(to: .scheduled) { history in
            history.isInDoubt = isInDoubt
            if !isInDoubt { history.restoredFrom = nil }
        }
    }
}
