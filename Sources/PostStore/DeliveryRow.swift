import FoundationEssentials
import GRDB
import Posts

/// One row of `delivery`, both ways. `Delivery` is what the rest of the house knows.
enum DeliveryRow {
    static let columns = """
        delivery.id, delivery.postId, delivery.target, delivery.generation, delivery.key, delivery.dueAt, \
        delivery.parent, delivery.delay, delivery.state, delivery.at, delivery.since, delivery.settleAt, \
        delivery.boot, delivery.block, delivery.reason, delivery.recordId, delivery.recordUrl, delivery.attempts, \
        delivery.tries, delivery.deadlineAt, delivery.firstSentAt, delivery.isInDoubt, delivery.absences, \
        delivery.absentAt, delivery.isResent, delivery.kind, delivery.takenBackAt, delivery.restoredFrom, \
        delivery.remark, delivery.askAt
        """
    /// How many columns of a row belong to the delivery itself.
    static let columnCount = 30

    static func delivery(_ row: Columns) throws -> Delivery {
        Delivery(
            id: DeliveryID(row[0]), postID: try PostID(kept: row[1]), target: try TargetName(row[2]),
            kind: try word(row[25]), generation: row[3], key: row[4], dueAt: Instant(microseconds: row[5]),
            parent: try (row[6] as String?).map { try TargetName($0) },
            delay: Span(microseconds: row[7]), state: try state(row), history: history(row),
            takenBackAt: row.instant(26), remark: row[28])
    }

    private static func history(_ row: Columns) -> Delivery.History {
        var history = Delivery.History()
        history.attempts = row[17]
        history.tries = row[18]
        history.deadlineAt = row.instant(19)
        history.firstSentAt = row.instant(20)
        history.isInDoubt = row[21]
        history.absences = row[22]
        history.absentAt = row.instant(23)
        history.isResent = row[24]
        history.restoredFrom = row.instant(27)
        history.askAt = row.instant(29)
        return history
    }

    /// The schema sees to it that a state has its columns; a zero or an empty text here would be a broken file.
    private static func state(_ row: Columns) throws -> DeliveryState {
        let at = row.instant(9) ?? Instant(microseconds: 0)
        let since = row.instant(10) ?? Instant(microseconds: 0)
        let boot = BootID(row[12] ?? "")
        let reason: String = row[14] ?? ""
        switch try word(row[8]) as DeliveryState.Word {
        case .scheduled: return .scheduled
        case .due: return .due(at: at)
        case .preparing: return .preparing(boot: boot)
        case .armed: return .armed(boot: boot)
        case .retrying: return .retrying(at: at, reason: reason)
        case .blocked: return .blocked(try word(row[13] ?? ""), reason: reason)
        case .uncertain: return .uncertain(since: since, settleAt: row.instant(11), reason: reason)
        case .reconciling: return .reconciling(since: since, boot: boot, reason: reason)
        case .delivered: return .delivered(at: at, Posts.Record(id: row[15], url: row[16]))
        case .failed: return .failed(at: at, reason: reason)
        case .missed: return .missed(at: at, reason: reason)
        case .cancelled: return .cancelled(at: at, reason: reason)
        case .superseded: return .superseded(at: at)
        }
    }

    /// What a step writes, in the order of `arguments`.
    static let changing = "\(ofState), \(ofHistory)"
    private static let ofState = "state, at, since, settleAt, boot, block, reason, recordId, recordUrl"
    private static let ofHistory = """
        attempts, tries, deadlineAt, firstSentAt, isInDoubt, absences, absentAt, isResent, restoredFrom, askAt
        """
    static let byID = "SELECT \(columns) FROM delivery WHERE id = ?"
    static func newestOfPost(_ kind: DeliveryKind) -> String {
        "SELECT \(columns) \(newest(kind)) ORDER BY target, occurrence, part"
    }
    /// What the post's own state is made of: of each target the newest generation, and what an older one brought, which
    /// readers find until a newer one arrives. What was taken back counts as little as what never left.
    static let statesOfPost = """
        SELECT iif(takenBackAt IS NULL, state, 'cancelled') \(newest(.create)) UNION ALL SELECT state \(held)
        """
    /// The targets at which readers find the post, in some generation.
    static let targetsHolding = "SELECT DISTINCT target \(held)"
    private static let held = """
        FROM delivery WHERE postId = ?1 AND kind = 'create' AND state = 'delivered' AND takenBackAt IS NULL
        """
    /// The kind stands in the text: SQLite compares an argument with the conditions of partial indexes, and for that
    /// prepares the statement anew each time.
    private static func newest(_ kind: DeliveryKind) -> String {
        """
        FROM delivery WHERE postId = ?1 AND kind = '\(kind.rawValue)' AND generation =
          (SELECT max(generation) FROM delivery AS newer WHERE newer.postId = ?1 AND newer.target = delivery.target
            AND newer.kind = '\(kind.rawValue)' AND newer.occurrence = delivery.occurrence AND newer.part = delivery.part)
        """
    }
    static let openChanges = """
        SELECT \(columns) FROM delivery WHERE postId = ? AND kind <> 'create' AND NOT isOver ORDER BY id
        """
    /// What went to the same target before, the latest first.
    static let before = """
        SELECT \(columns) FROM delivery WHERE postId = ? AND target = ? AND id < ? ORDER BY id DESC
        """
    static let waitingForParent = """
        SELECT \(columns) FROM delivery
        WHERE postId = ? AND parent = ? AND state = 'blocked' AND block = 'parent'
        """
    static let marks = "\(nine), \(ten)"
    private static let nine = "?, ?, ?, ?, ?, ?, ?, ?, ?"
    private static let ten = nine + ", ?"

    static func arguments(_ delivery: Delivery) -> StatementArguments {
        arguments(delivery.state) + arguments(delivery.history)
    }

    private static func arguments(_ history: Delivery.History) -> StatementArguments {
        [
            history.attempts, history.tries, history.deadlineAt?.microseconds, history.firstSentAt?.microseconds,
            history.isInDoubt, history.absences, history.absentAt?.microseconds, history.isResent,
            history.restoredFrom?.microseconds, history.askAt?.microseconds,
        ]
    }

    private static func arguments(_ state: DeliveryState) -> StatementArguments {
        var at: Instant?
        var since: Instant?
        var settleAt: Instant?
        var boot: BootID?
        var block: DeliveryState.Block?
        var reason: String?
        var record = Posts.Record()
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
            block?.rawValue, reason, record.id, record.url,
        ]
    }
}

extension DeliveryRow {
    /// The statement for a step. What it does not name costs nothing: neither the indexes of `isOver`, which most steps leave
    /// as it is, nor the checks of the history.
    struct Update {
        let changesEnd, changesHistory: Bool

        // Put together once: these are run for every step of every delivery.
        private static let toMove = "UPDATE delivery SET (changedAt, \(ofState)) = (?, \(nine))"
        private static let moving = toMove + " WHERE id = ?"
        private static let movingOn = toMove + ", (\(ofHistory)) = (\(ten)) WHERE id = ?"
        private static let ending = toMove + ", isOver = ? WHERE id = ?"
        private static let endingOn = toMove + ", (\(ofHistory)) = (\(ten)), isOver = ? WHERE id = ?"

        var sql: String {
            switch (changesEnd, changesHistory) {
            case (false, false): Update.moving
            case (false, true): Update.movingOn
            case (true, false): Update.ending
            case (true, true): Update.endingOn
            }
        }

        func arguments(_ delivery: Delivery, at now: Instant) -> StatementArguments {
            var arguments: StatementArguments = [now.microseconds]
            arguments += DeliveryRow.arguments(delivery.state)
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

    /// The edits and deletions to which something will still happen, the oldest first.
    func openChanges(of id: PostID) throws -> [Delivery] {
        try all(DeliveryRow.openChanges, [id.text], DeliveryRow.delivery)
    }

    func payload(of id: DeliveryID) throws -> [UInt8] {
        let statement = try cachedStatement(sql: "SELECT bytes FROM payload WHERE delivery = ?")
        guard let bytes = try Data.fetchOne(statement, arguments: [id.number]) else {
            throw StoreError.noSuchDelivery(id)
        }
        return Array(bytes)
    }
}
