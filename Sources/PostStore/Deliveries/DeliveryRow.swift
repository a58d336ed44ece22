import Posts
import SQL

/// Reads and writes one row of `delivery` as a `Delivery`.
enum DeliveryRow {
    static let columns = """
        delivery.id, delivery.postId, delivery.target, delivery.generation, delivery.key, delivery.dueAt, \
        delivery.parent, delivery.delay, delivery.state, delivery.at, delivery.since, delivery.settleAt, \
        delivery.boot, delivery.block, delivery.reason, delivery.recordId, delivery.recordUrl, delivery.attempts, \
        delivery.tries, delivery.deadlineAt, delivery.firstSentAt, delivery.isInDoubt, delivery.absences, \
        delivery.absentAt, delivery.isResent, delivery.kind, delivery.takenBackAt, delivery.restoredFrom, \
        delivery.remark, delivery.askAt, delivery.part, delivery.parts, delivery.edition, delivery.hasLeft, \
        delivery.staleAt, delivery.isOver
        """

    static func delivery(row: any Row) throws -> Delivery {
        let delivery = row.columns(of: "delivery")
        let state = try state(delivery)
        // The indexes that find deliveries depend on it.
        guard (try delivery["isOver"] as Bool) == state.isFinal else {
            throw delivery.bad("isOver", "The state is “\(state.word.rawValue)”.")
        }
        return Delivery(
            id: try delivery["id"], postID: try delivery["postId"], target: try delivery["target"],
            kind: try delivery["kind"], generation: try delivery["generation", in: 1...],
            edition: try delivery["edition", in: 1...], staleAt: try delivery["staleAt"], key: try delivery["key"],
            dueAt: try delivery["dueAt"], parent: try delivery["parent"], delay: try delivery["delay"],
            state: state, history: try history(delivery), takenBackAt: try delivery["takenBackAt"],
            remark: try delivery["remark"], part: try delivery["part", in: 1...],
            parts: try delivery["parts", in: 1...],
            root: try root(delivery))
    }

    private static func root(_ delivery: Columns) throws -> RemotePost? {
        guard try delivery["part", in: 1...] > 1, let id: String = try delivery["recordId"] else { return nil }
        return RemotePost(id: id, url: try delivery["recordUrl"])
    }

    private static func history(_ delivery: Columns) throws -> Delivery.History {
        var history = Delivery.History()
        history.attempts = try delivery["attempts", in: 0...]
        history.tries = try delivery["tries", in: 0...]
        history.deadlineAt = try delivery["deadlineAt"]
        history.firstSentAt = try delivery["firstSentAt"]
        history.hasLeft = try delivery["hasLeft"]
        history.isInDoubt = try delivery["isInDoubt"]
        history.absences = try delivery["absences", in: 0...]
        history.absentAt = try delivery["absentAt"]
        history.isResent = try delivery["isResent"]
        history.restoredFrom = try delivery["restoredFrom"]
        history.askAt = try delivery["askAt"]
        return history
    }

    /// Each state has its own columns, which are not NULL in it.
    private static func state(_ delivery: Columns) throws -> DeliveryState {
        switch try delivery["state"] as DeliveryState.Word {
        case .scheduled: .scheduled
        case .due: .due(at: try delivery["at"])
        case .preparing: .preparing(boot: try delivery["boot"])
        case .armed: .armed(boot: try delivery["boot"])
        case .retrying: .retrying(at: try delivery["at"], reason: try delivery["reason"])
        case .blocked: .blocked(try delivery["block"], reason: try delivery["reason"])
        case .uncertain:
            .uncertain(
                since: try delivery["since"], settleAt: try delivery["settleAt"], reason: try delivery["reason"])
        case .reconciling:
            .reconciling(since: try delivery["since"], boot: try delivery["boot"], reason: try delivery["reason"])
        case .delivered:
            .delivered(
                at: try delivery["at"], RemotePost(id: try delivery["recordId"], url: try delivery["recordUrl"]))
        case .failed: .failed(at: try delivery["at"], reason: try delivery["reason"])
        case .missed: .missed(at: try delivery["at"], reason: try delivery["reason"])
        case .cancelled: .cancelled(at: try delivery["at"], reason: try delivery["reason"])
        case .superseded: .superseded(at: try delivery["at"])
        }
    }

    /// The columns that a step writes, in the order of `arguments`.
    static let changing = "\(ofState), \(ofHistory)"
    private static let ofState = "state, at, since, settleAt, boot, block, reason, recordId, recordUrl, part, parts"
    private static let ofHistory = """
        attempts, tries, deadlineAt, firstSentAt, hasLeft, isInDoubt, absences, absentAt, isResent, restoredFrom, askAt
        """
    static let byID = "SELECT \(columns) FROM delivery WHERE id = ?"
    static func newestOfPost(_ kind: DeliveryKind) -> String {
        "SELECT \(columns) \(newest(kind)) ORDER BY target, occurrence"
    }
    /// The states from which the post's own state is derived: of each target the newest generation, and older ones that are
    /// there, which readers find until a newer one arrives. A removed copy counts as cancelled.
    static let statesOfPost = """
        SELECT CASE WHEN takenBackAt IS NULL THEN state ELSE 'cancelled' END AS state \(newest(.create))
        UNION ALL SELECT state \(held)
        """
    /// The targets at which readers find any generation of the post.
    static let targetsHolding = "SELECT DISTINCT target \(held)"
    private static let held = """
        FROM delivery WHERE postId = ?1 AND kind = 'create' AND \(isThere)
        """
    /// Of a creation: the copy is at its target, or parts of it are.
    static let isThere = "(state = 'delivered' OR part > 1) AND takenBackAt IS NULL"
    /// The kind is part of the text: SQLite would compare an argument with the conditions of partial indexes, and to do so
    /// prepare the statement again each time.
    private static func newest(_ kind: DeliveryKind) -> String {
        """
        FROM delivery WHERE postId = ?1 AND kind = '\(kind.rawValue)' AND generation =
          (SELECT max(generation) FROM delivery AS newer WHERE newer.postId = ?1 AND newer.target = delivery.target
            AND newer.kind = '\(kind.rawValue)' AND newer.occurrence = delivery.occurrence)
        """
    }
    static let openChanges = """
        SELECT \(columns) FROM delivery WHERE postId = ? AND kind <> 'create' AND NOT isOver ORDER BY id
        """
    /// How many are read at once.
    static let batch = 500
    /// The next of those that the resumption of their target lets go on.
    static let paused = open("state = 'blocked' AND block = 'paused'")
    /// The next of those that another run may have left, or that wait for a restart.
    static let unfinished = open("state IN ('preparing', 'armed', 'reconciling', 'blocked')")
    /// A batch of those that began to wait for an instant at a time that is still to come.
    static let waitingSince = """
        SELECT \(columns), changedAt FROM delivery INDEXED BY deliveryOpen
        WHERE NOT isOver AND state <> 'scheduled' AND wakeAt IS NOT NULL AND changedAt > ? LIMIT \(batch)
        """
    /// `wakeAt`, or NULL for one that a damaged row makes no number: it must not keep the others from being found.
    static let readableWake = "CASE WHEN wakeAt = CAST(wakeAt AS BIGINT) THEN wakeAt END"
    static let everyOpen = open("TRUE")
    /// A batch of those that are not over, after an id. There are few of them among millions of ended ones.
    private static func open(_ condition: String) -> String {
        """
        SELECT \(columns) FROM delivery INDEXED BY deliveryOpen WHERE NOT isOver AND id > ? AND \(condition)
        ORDER BY id LIMIT \(batch)
        """
    }
    /// Earlier deliveries of the post to the same target, the latest first.
    static let before = """
        SELECT \(columns) FROM delivery WHERE postId = ? AND target = ? AND id < ? ORDER BY id DESC
        """
    static let waitingForParent = """
        SELECT \(columns) FROM delivery
        WHERE postId = ? AND parent = ? AND state = 'blocked' AND block = 'parent'
        """
    static let marks = ArgumentList.marks(for: changing)

    static func arguments(_ delivery: Delivery) -> [any SQLArgument] {
        arguments(delivery.state, of: delivery) + arguments(delivery.history)
    }

    private static func arguments(_ history: Delivery.History) -> [any SQLArgument] {
        [
            history.attempts, history.tries, history.deadlineAt?.microseconds, history.firstSentAt?.microseconds,
            history.hasLeft, history.isInDoubt, history.absences, history.absentAt?.microseconds, history.isResent,
            history.restoredFrom?.microseconds, history.askAt?.microseconds,
        ]
    }

    private static func arguments(_ state: DeliveryState, of delivery: Delivery) -> [any SQLArgument] {
        var at: Instant?
        var since: Instant?
        var settleAt: Instant?
        var boot: BootID?
        var block: DeliveryState.Block?
        var reason: String?
        var record = delivery.root ?? RemotePost()
        switch state {
        case .scheduled: break
        case .due(let time): at = time
        case .preparing(let run), .armed(let run): boot = run
        case .retrying(let time, let words): (at, reason) = (time, words)
        case .blocked(let cause, let words): (block, reason) = (cause, words)
        case .uncertain(let start, let settle, let words): (since, settleAt, reason) = (start, settle, words)
        case .reconciling(let start, let run, let words): (since, boot, reason) = (start, run, words)
        case .delivered(let time, let found): (at, record) = (time, found)
        case .failed(let time, let words), .missed(let time, let words), .cancelled(let time, let words):
            (at, reason) = (time, words)
        case .superseded(let time): at = time
        }
        return [
            state.word.rawValue, at?.microseconds, since?.microseconds, settleAt?.microseconds, boot?.text,
            block?.rawValue, reason, record.id, record.url, delivery.part, delivery.parts,
        ]
    }
}

extension DeliveryRow {
    /// The statement for a step. It names only the columns that change, because SQLite updates the indexes of `isOver` and
    /// evaluates the checks of the history for each statement that names their columns.
    struct Update {
        let changesEnd, changesHistory: Bool

        // Built once: they run for every step of every delivery.
        private static let toMove =
            "UPDATE delivery SET (changedAt, \(ofState)) = (?, \(ArgumentList.marks(for: ofState)))"
        private static let toMoveOn = toMove + ", (\(ofHistory)) = (\(ArgumentList.marks(for: ofHistory)))"
        private static let moving = toMove + " WHERE id = ?"
        private static let movingOn = toMoveOn + " WHERE id = ?"
        private static let ending = toMove + ", isOver = ? WHERE id = ?"
        private static let endingOn = toMoveOn + ", isOver = ? WHERE id = ?"

        var sql: String {
            switch (changesEnd, changesHistory) {
            case (false, false): Update.moving
            case (false, true): Update.movingOn
            case (true, false): Update.ending
            case (true, true): Update.endingOn
            }
        }

        func arguments(_ delivery: Delivery, at now: Instant) -> [any SQLArgument] {
            var arguments: [any SQLArgument] = [now.microseconds]
            arguments += DeliveryRow.arguments(delivery.state, of: delivery)
            if changesHistory { arguments += DeliveryRow.arguments(delivery.history) }
            if changesEnd { arguments += [delivery.state.isFinal] }
            return arguments + [delivery.id.number]
        }
    }
}

extension Database {
    func delivery(_ id: DeliveryID) throws -> Delivery {
        guard let delivery = try first(DeliveryRow.byID, [id.number], DeliveryRow.delivery) else {
            throw StoreError.noSuchDelivery(id)
        }
        return delivery
    }

    /// The newest generation of each of a post's deliveries of one kind, by target.
    func newestDeliveries(of id: PostID, _ kind: DeliveryKind = .create) throws -> [Delivery] {
        try all(DeliveryRow.newestOfPost(kind), [id.text], DeliveryRow.delivery)
    }

    /// The edits and deletions that are not over, the oldest first.
    func openChanges(of id: PostID) throws -> [Delivery] {
        try all(DeliveryRow.openChanges, [id.text], DeliveryRow.delivery)
    }

    func payload(of id: DeliveryID) throws -> [UInt8] {
        let sql = "SELECT bytes FROM payload WHERE delivery = ?"
        guard let bytes: [UInt8] = try value("bytes", of: "payload", sql, [id.number]) else {
            throw StoreError.noSuchDelivery(id)
        }
        return bytes
    }
}
