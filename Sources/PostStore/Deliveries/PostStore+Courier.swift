import Digests
import FoundationEssentials
package import Posts
import SQL

/// A delivery that the courier has claimed: it is `preparing` or `reconciling` in this boot.
package struct ClaimedDelivery: Hashable, Sendable {
    package let delivery: Delivery
    package let task: Task
    package let payload: [UInt8]
    /// The body of the last attempt of this part, if there was one that was not certainly rejected: a repetition sends it
    /// again, and a look-up compares with it.
    package let lastRequest: [UInt8]?
    /// The copy at the target for which this one waited. Of a change of a thread: the part that goes next.
    package let parentRecord: RemotePost?
    /// The account that made the copy or may have made it. Of a thread that has begun: the account of its parts. nil if
    /// Galley does not know it, and for a first attempt.
    package let account: String?
    /// When the delivery for which this one waited arrived; nil if it waits for none.
    package let copyArrivedAt: Instant?
    /// Of a thread: the part before this one, which it answers to.
    package let previousPart: RemotePost?
    /// Of an edit of a thread: the parts that are there, by their numbers; empty for a single post.
    package let thread: [Int: RemotePost]
    /// Of an edit: the stored facts about the copy.
    package let copy: CopyNotes?

    package enum Task: Hashable, Sendable { case prepare, lookUp }

    /// An edit of a thread as if this part was the next one, and was not sent yet.
    package func atPart(_ number: Int, _ notes: CopyNotes) -> ClaimedDelivery {
        var part = delivery
        part.part = number
        return ClaimedDelivery(
            delivery: part, task: task, payload: payload, lastRequest: nil, parentRecord: thread[number],
            account: account, copyArrivedAt: copyArrivedAt, previousPart: nil, thread: thread, copy: notes)
    }
}

extension PostStore {
    /// Moves up to `limit` deliveries whose instant has passed, of each target the earliest first, and claims those to be
    /// prepared or looked up. No two calls claim the same one.
    ///
    /// It may return fewer than `limit` although more wait: some may have been blocked or postponed. `wakes` says when to
    /// call again. If the process dies, `recover` makes the claimed ones due again.
    /// - Parameter rooms: how many it takes of each target; all of those without a number. The others that are due now
    ///   stay on time however long they wait for their turn.
    package func claimDue(
        now: Instant, rules: [TargetName: DeliveryRules], limit: Int = 256, rooms: [TargetName: Int] = [:]
    ) async throws(StoreError) -> [ClaimedDelivery] {
        try await commitLeavingOut { try Claim($0, rules: rules, at: now).take(limit: limit, rooms: rooms) }
    }

    /// Writes the attempt, before its first byte leaves. It is on disk when this returns.
    ///
    /// - Parameters:
    ///   - edition: of the payload that the request was made from.
    ///   - request: the body with every hole filled.
    ///   - idempotency: the class of the server.
    ///   - account: the account that sends it, in 1 to 3000 characters; nil if it is not known.
    /// - Returns: nil when the delivery was cancelled, superseded or changed meanwhile: then nothing may be sent.
    package func arm(
        _ id: DeliveryID, edition: Int, request: [UInt8], idempotency: IdempotencyClass, account: String? = nil
    ) async throws(StoreError) -> Attempt? {
        let digest = SHA256.hash(request).hexadecimal
        return try await commit { transaction in
            let old = try transaction.db.delivery(id)
            guard try !transaction.isOutdated(old, since: edition) else { return nil }
            let armed = try transaction.apply(.armed(boot: transaction.boot), to: old, rules: nil)
            guard case .armed = armed.state, armed != old else { return nil }
            let attempt = Attempt(
                number: armed.history.attempts, part: armed.part, edition: edition, account: account,
                startedAt: transaction.now, boot: transaction.boot, idempotency: idempotency, request: request,
                digest: digest, endedAt: nil,
                outcome: nil, reason: nil)
            try transaction.insert(attempt, of: id)
            return attempt
        }
    }

    /// Records the outcome of an attempt and moves the delivery.
    /// - Parameters:
    ///   - attempt: its number. An attempt that is not the last one is only recorded.
    ///   - isPage: whether the target is a site, which shows no post that was unpublished meanwhile.
    /// - Returns: the delivery afterwards.
    package func finish(
        _ id: DeliveryID, attempt: Int, _ outcome: Outcome, seen: SeenCopy = SeenCopy(), rules: DeliveryRules,
        isPage: Bool = false
    ) async throws(StoreError) -> Delivery {
        try await commit { transaction in
            let delivery = try transaction.db.delivery(id)
            try transaction.insertEnd(of: attempt, delivery: id, outcome)
            guard attempt == delivery.history.attempts else { return delivery }
            if case .accepted(let record) = outcome, delivery.kind == .edit, try transaction.followsDoubt(delivery) {
                // A server of this class may show no copy. There the same request, accepted again, is the second look.
                let isLookedAt =
                    try rules.idempotency(of: .edit) == .deterministic
                    && transaction.wasAccepted(delivery, before: attempt)
                if !isLookedAt {
                    return try transaction.apply(.acceptedAfterDoubt(record), to: delivery, seen: seen, rules: rules)
                }
            }
            let next = try transaction.apply(.answered(outcome), to: delivery, seen: seen, rules: rules)
            return isPage ? try transaction.takingBackPage(next) : next
        }
    }

    /// Preparing failed before anything was sent.
    /// - Parameter edition: of the payload that was prepared.
    package func unprepared(
        _ id: DeliveryID, edition: Int, _ outcome: Outcome, seen: SeenCopy = SeenCopy(), rules: DeliveryRules
    ) async throws(StoreError) -> Delivery {
        try await commit { transaction in
            let delivery = try transaction.db.delivery(id)
            // What was found of the former text says nothing of the present one.
            guard try !transaction.isOutdated(delivery, since: edition) else { return try transaction.db.delivery(id) }
            return try transaction.apply(.unprepared(outcome), to: delivery, seen: seen, rules: rules)
        }
    }

    /// The stored facts about one part of the thread that an edit is about to change.
    package func copyNotes(of edit: Delivery, part: Int) async throws(StoreError) -> CopyNotes {
        try await read { try $0.copyNotes(of: edit, part: part) }
    }

    /// Records the result of a look-up.
    package func lookedUp(
        _ id: DeliveryID, _ finding: LookUpResult, seen: SeenCopy = SeenCopy(), rules: DeliveryRules
    ) async throws(StoreError) -> Delivery {
        try await commit { transaction in
            let delivery = try transaction.db.delivery(id)
            let fitted = try transaction.fitted(rules, to: delivery)
            let next = try transaction.apply(.lookedUp(finding), to: delivery, seen: seen, rules: fitted)
            try transaction.noteCancelledByDeletion(later: next)
            return next
        }
    }

    /// The earliest instant at which a delivery to each target has to move, which may have passed. Targets whose deliveries
    /// wait for no instant are missing.
    package func wakes() async throws(StoreError) -> [TargetName: Instant] {
        try await read { [spoiled] in try $0.wakes(leavingOut: spoiled) }
    }

    /// How many deliveries are still to be sent, and when the earliest of them leaves. The cost grows with their number.
    package func toCome() async throws(StoreError) -> (count: Int, next: Instant?) {
        try await read { db in
            let sql = """
                SELECT count(*) AS count, min(\(DeliveryRow.readableWake)) AS wakeAt FROM delivery
                WHERE NOT isOver AND state IN ('scheduled', 'due', 'preparing', 'armed', 'retrying')
                """
            return try db.first(sql) { row in
                let deliveries = row.columns(of: "delivery")
                return (try deliveries["count"], try deliveries["wakeAt"])
            } ?? (0, nil)
        }
    }

    /// Recovers deliveries that the last run left unfinished, and releases those that waited for another configuration.
    /// Call it before the courier starts, and after the configuration was reloaded.
    /// - Parameter target: whose deliveries alone, once a check has found it working.
    package func recover(rules: [TargetName: DeliveryRules], of target: TargetName? = nil) async throws(StoreError) {
        var last: Int64 = 0
        while let next = try await commitLeavingOut({ [last] in try $0.recover(after: last, rules: rules, of: target) })
        {
            last = next
        }
    }

    /// Shortens the waits that began by a clock which was ahead and is right again: retries and look-ups would otherwise
    /// wait until the time that the wrong clock showed.
    func shortenWaits() async throws(StoreError) {
        let limit = now() + ClockTrust.tolerance
        // Looking visits all deliveries to come; no writer waits for that.
        while !Task.isCancelled, try await read({ try $0.has(DeliveryRow.waitingSince, [limit.microseconds]) }),
            try await commitLeavingOut({ try $0.shortenSomeWaits(from: limit) })
        {}
    }
}

extension WriteTransaction {
    /// Whether the payload was changed after the claim. Then the delivery waits again, for another claim.
    fileprivate func isOutdated(_ delivery: Delivery, since edition: Int) throws -> Bool {
        guard delivery.edition != edition else { return false }
        try apply(.outdated, to: delivery, rules: nil)
        return true
    }

    /// As `apply`, and stores the state of the copy that was seen.
    fileprivate func apply(
        _ event: DeliveryEvent, to delivery: Delivery, seen: SeenCopy, rules: DeliveryRules
    ) throws -> Delivery {
        let next = try apply(event, to: delivery, rules: rules)
        // An event that moves nothing came too late.
        guard next != delivery else { return next }
        if let shown = event.shown { try noteShown(shown, of: next, part: next.part) }
        for (part, shown) in seen.thread.changed { try noteShown(shown, of: next, part: part) }
        try markPartsGone(seen.thread.gone, of: next.postID, at: next.target)
        // The loss of a part of a thread does not end its edit.
        let isGone = event.saysGone && next.kind == .edit && next.state.isFinal
        if isGone { try markCopyRemoved(of: next.postID, at: next.target) }
        let hasArrived = next.state.word == .delivered || next.part > delivery.part
        if hasArrived, next.kind != .delete { try noteCopy(seen, of: delivery) }
        if case .delivered(_, let record) = next.state, next.kind == .edit { try noteMove(of: next, to: record) }
        return next
    }

    fileprivate func insert(_ attempt: Attempt, of id: DeliveryID) throws {
        let sql = """
            INSERT INTO attempt (delivery, number, part, edition, account, startedAt, boot, idempotency, keyWindow, digest,
              request) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        var window: Int64?
        if case .windowed(let span) = attempt.idempotency { window = span.microseconds }
        try db.tell(
            sql,
            [
                id.number, attempt.number, attempt.part, attempt.edition, attempt.account,
                attempt.startedAt.microseconds,
                attempt.boot.text, attempt.idempotency.letter, window, attempt.digest, attempt.request,
            ])
    }

    fileprivate func insertEnd(of attempt: Int, delivery id: DeliveryID, _ outcome: Outcome) throws {
        let sql = """
            INSERT INTO attemptEnd (delivery, number, endedAt, outcome, reason)
            SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM attempt WHERE delivery = ?1 AND number = ?2)
            ON CONFLICT (delivery, number) DO NOTHING
            """
        try db.tell(sql, [id.number, attempt, now.microseconds, outcome.word, outcome.reason])
    }

    /// - Returns: whether there may be more.
    fileprivate func shortenSomeWaits(from limit: Instant) throws -> Bool {
        let waits = try db.readable(DeliveryRow.waitingSince, [limit.microseconds], noting: spoiled) { row in
            (try DeliveryRow.delivery(row: row), since: try row.columns(of: "delivery")["changedAt"] as Instant)
        }
        for (delivery, since) in waits where !spoiled.has(delivery.spoiledName) {
            try spoiled.working(on: delivery.spoiledName) {
                _ = try apply(.clockSetBack(by: since - now), to: delivery, rules: nil)
            }
        }
        return waits.count == DeliveryRow.batch
    }

    /// Recovers one batch of deliveries that may belong to another boot, or wait for a restart.
    /// - Returns: the id of the last one; nil when there are no more.
    fileprivate func recover(
        after last: Int64, rules: [TargetName: DeliveryRules], of target: TargetName?
    ) throws -> Int64? {
        let pauses = try db.pauses()
        var reached: Int64?
        for delivery in try db.workable(DeliveryRow.unfinished, [last], leavingOut: spoiled, DeliveryRow.delivery) {
            reached = delivery.id.number
            if let target, delivery.target != target { continue }
            try spoiled.working(on: delivery.spoiledName) {
                let next = try apply(.booted(boot), to: delivery, rules: rules[delivery.target])
                // A resumption may have been interrupted.
                if !pauses.apply(to: next.target) { try apply(.resumed, to: next, rules: rules[delivery.target]) }
            }
        }
        return reached
    }
}

extension Database {
    func attempts(of id: DeliveryID, after number: Int64, _ room: PageRoom, list: String) throws -> Page<Attempt> {
        let sql = Attempt.sql + " AND attempt.number > ? ORDER BY attempt.number LIMIT ?"
        return try page(sql, [id.number, number], room, weighing: { 500 + $0.request.count }, Attempt.init(row:)) {
            Cursor(Int64($0.number), list: list)
        }
    }

    /// The body of the last attempt of one part; nil when there was none.
    /// - Parameter edition: nil for all editions of the payload.
    func lastRequest(of id: DeliveryID, part: Int, edition: Int? = nil) throws -> [UInt8]? {
        let sql = """
            SELECT request FROM attempt WHERE delivery = ?1 AND part = ?2 AND edition = coalesce(?3, edition)
            ORDER BY number DESC LIMIT 1
            """
        return try value("request", of: "attempt", sql, [id.number, part, edition])
    }

    /// The body of the last attempt of its part with the present payload, which the next one repeats; nil if there was
    /// none, or if the target certainly rejected it. Then the request is made again, because pictures that were uploaded for it may be gone by
    /// then, or belong to another account.
    func requestToRepeat(of delivery: Delivery) throws -> [UInt8]? {
        let sql = """
            SELECT 1 FROM attemptEnd WHERE delivery = ?1 AND outcome IN ('refused', 'denied')
              AND number = (SELECT max(number) FROM attempt WHERE delivery = ?1 AND part = ?2)
            """
        let isRejected = try has(sql, [delivery.id.number, delivery.part])
        if isRejected, !delivery.history.isInDoubt { return nil }
        return try lastRequest(of: delivery.id, part: delivery.part, edition: delivery.edition)
    }

    /// The account of the last attempt whose account is known.
    func lastAccount(of id: DeliveryID) throws -> String? {
        let sql = "SELECT account FROM attempt WHERE delivery = ? AND account IS NOT NULL ORDER BY number DESC LIMIT 1"
        return try value("account", of: "attempt", sql, [id.number])
    }
}

extension Attempt {
    fileprivate static let sql = """
        SELECT attempt.number, attempt.part, attempt.edition, account, startedAt, boot, idempotency, keyWindow, request, digest, endedAt,
          outcome, reason
        FROM attempt LEFT JOIN attemptEnd USING (delivery, number) WHERE attempt.delivery = ?
        """

    fileprivate init(row: any Row) throws {
        let (attempt, end) = (row.columns(of: "attempt"), row.columns(of: "attemptEnd"))
        let hasEnded = try (end["endedAt"] as Instant?) != nil || (end["outcome"] as OutcomeWord?) != nil
        self.init(
            number: try attempt["number", in: 1...], part: try attempt["part", in: 1...],
            edition: try attempt["edition", in: 1...], account: try attempt["account"],
            startedAt: try attempt["startedAt"], boot: try attempt["boot"],
            idempotency: try IdempotencyClass(attempt), request: try attempt["request"],
            digest: (try attempt["digest"] as StoredDigest).text,
            endedAt: hasEnded ? try end["endedAt"] as Instant : nil,
            outcome: hasEnded ? (try end["outcome"] as OutcomeWord).rawValue : nil, reason: try end["reason"])
    }
}

/// `Outcome.word`
private enum OutcomeWord: String, StoredText { case accepted, refused, denied, busy, unsent, unknown }

extension IdempotencyClass {
    fileprivate init(_ attempt: Columns) throws {
        switch (try attempt["idempotency"] as String, try attempt["keyWindow"] as Span?) {
        case ("A", nil): self = .deterministic
        case ("B", let window?): self = .windowed(window)
        case ("C", nil): self = .natural
        case ("D", nil): self = .searchable
        case ("E", nil): self = .blind
        default: throw attempt.bad("idempotency")
        }
    }
}

extension DeliveryEvent {
    /// The copy as it was changed at the target, which the author is asked about.
    fileprivate var shown: Standing? {
        switch self {
        case .unprepared(.diverged(let standing, _)), .lookedUp(.diverged(let standing, _)): standing
        default: nil
        }
    }

    fileprivate var saysGone: Bool {
        switch self {
        case .unprepared(.gone), .answered(.gone), .lookedUp(.gone): true
        default: false
        }
    }
}
