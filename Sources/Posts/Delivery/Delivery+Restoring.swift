/// The state of a delivery after its store was restored from a backup.
///
/// Between the backup and the restore, the delivery may have been sent without a record in this store. Deliveries due
/// by the restore are therefore in doubt, like an attempt whose answer was lost, and their class settles them in the
/// same way. If the same request converges (A, C), it is sent as for the first time. If the target can be searched (B,
/// D), Galley looks the post up. If neither is possible (E), Galley asks the author. A delivery that certainly was not
/// sent goes back to its scheduled time. That has passed, so the rules of lateness apply.
///
/// Deliveries scheduled for after the restore stay scheduled: the author sees them in the queue, and has rarely changed
/// them since. Finished deliveries stay finished; Galley sends nothing of them automatically. A text that did not fit
/// cannot have been sent, and waits for its author as before.
extension Delivery {
    /// - Parameter backup: the time of the backup; everything committed by then is known.
    func afterRestore(from backup: Instant, now: Instant) -> DeliveryStep {
        switch state {
        case .scheduled where dueAt > now: return .unmoved
        case .scheduled, .due, .retrying, .preparing, .armed, .reconciling, .uncertain,
            .blocked(.parent, _), .blocked(.auth, _), .blocked(.paused, _), .blocked(.late, _), .blocked(.target, _):
            let words = "The store was restored from a backup; it may have been sent after that was made."
            return moved(to: .uncertain(since: now, settleAt: now, reason: words)) { history in
                history.isInDoubt = true
                history.restoredFrom = backup
                // It was not sent before the backup, so a look-up need not search further back.
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

    /// Schedules the delivery again, because it was not sent or repeating it is safe.
    func waitingAgain(isInDoubt: Bool, now: Instant) -> DeliveryStep {
        moved(to: waiting(now: now)) { history in
            history.isInDoubt = isInDoubt
            if !isInDoubt { history.restoredFrom = nil }
        }
    }
}
