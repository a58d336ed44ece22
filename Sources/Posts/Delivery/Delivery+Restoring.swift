/// The state of a delivery after its store was restored from a backup.
///
/// Between the backup and the restore, the delivery may have been sent without a record in this store, with this text or
/// with a later one. Its author may also have deleted the copy since. Deliveries due by the restore are therefore in doubt,
/// like an attempt whose answer was lost, and Galley looks for them. What is found counts as arrived, perhaps with a later
/// text. Galley asks the author about what is absent, or cannot be looked for: it may have been deleted on purpose.
/// Only what is made again from the store, such as a site, and changes that converge go on by themselves.
///
/// Deliveries scheduled for after the restore stay scheduled: the author sees them in the queue, and has rarely changed
/// them since. Galley looks before it sends them, because they may have been published early. Finished deliveries stay finished; Galley sends nothing of them automatically. A text that did not fit
/// cannot have been sent, and waits for its author as before.
extension Delivery {
    /// - Parameter backup: the time of the backup; everything committed by then is known.
    func afterRestore(from backup: Instant, now: Instant) -> DeliveryStep {
        switch state {
        case .scheduled where dueAt > now:
            guard kind == .create, !history.isInDoubt else { return .unmoved }
            return moved(to: .scheduled) { history in
                history.restoredFrom = backup
                history.firstSentAt = history.firstSentAt ?? backup
            }
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

    /// Schedules the delivery again, because repeating it is safe. Its time has passed, so the rules of lateness apply.
    func waitingAgain(now: Instant) -> DeliveryStep {
        moved(to: waiting(now: now)) { history in
            history.settle()
            if !history.hasLeft { history.firstSentAt = nil }
        }
    }

    /// Whether a lost store may have published it early, although it was due only after the restore.
    var mayHaveBeenPublishedEarly: Bool {
        kind == .create && part == 1 && history.restoredFrom != nil && !history.isInDoubt
    }

    func absentAfterRestore(since: Instant) -> DeliveryStep {
        let words =
            "It was due between the backup and the restore, and is not there. It may have been sent, and deleted on "
            + "purpose. “resend” sends it, “abandon” does not."
        return moved(to: .uncertain(since: since, settleAt: nil, reason: words))
    }

    /// Whether only the author knows what the lost store did with it. All of these are one question.
    package var isAskedAfterRestore: Bool {
        if case .uncertain(_, nil, _) = state { history.restoredFrom != nil } else { false }
    }
}
