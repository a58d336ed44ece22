import Posts
import SQL

/// Moves the deliveries whose time has come and claims those that have work to do, in one transaction.
struct Claim {
    private let transaction: WriteTransaction
    private let rules: [TargetName: DeliveryRules]
    private let pauses: Set<TargetName?>

    /// - Parameter now: the courier's time, which applies to all of it.
    init(_ transaction: WriteTransaction, rules: [TargetName: DeliveryRules], at now: Instant) throws {
        self.transaction = WriteTransaction(
            db: transaction.db, now: now, boot: transaction.boot, announced: transaction.announced,
            spoiled: transaction.spoiled)
        self.rules = rules
        pauses = try transaction.db.pauses()
    }

    private var db: any Database { transaction.db }
    private var now: Instant { transaction.now }
    private var spoiled: SpoiledRows { transaction.spoiled }

    /// Takes the deliveries of the targets in turn, beginning with the one that has waited longest.
    /// - Parameter rooms: how many it takes of each target; all of those without a number.
    func take(limit: Int, rooms: [TargetName: Int]) throws -> [ClaimedDelivery] {
        var claimed: [ClaimedDelivery] = []
        for (target, at) in try db.wakes(leavingOut: spoiled).sorted(by: {
            ($0.value, $0.key.text) < ($1.value, $1.key.text)
        }) {
            guard at <= now else { break }
            let room = max(0, min(limit - claimed.count, rooms[target] ?? limit))
            let waiting = try waiting(at: target, limit: room)
            for delivery in waiting {
                let one = try spoiled.working(on: delivery.spoiledName) { try take(delivery) }
                if let one { claimed.append(one) }
            }
            if waiting.count == room { try acknowledgeRest(at: target, limit: limit * 8) }
        }
        return claimed
    }

    private func take(_ delivery: Delivery) throws -> ClaimedDelivery? {
        if try isUnwanted(delivery) {
            try transaction.noteCancelledByDeletion(later: transaction.apply(.withdrawn, to: delivery, rules: nil))
            return nil
        }
        let (next, task) = try timeCame(for: delivery)
        return try task.map { try claim(next, $0) }
    }

    /// Whether its post was unpublished or deleted meanwhile. A request under way could not be cancelled then; since it did
    /// not arrive, it is not sent again.
    private func isUnwanted(_ delivery: Delivery) throws -> Bool {
        // Read for every delivery: nothing is sent of a post whose row is damaged.
        let isWanted = try db.isWanted(delivery.postID)
        return !isWanted && delivery.kind != .delete && delivery.history.attempts > 0 && delivery.canBeStopped
    }

    private func rules(for delivery: Delivery) throws -> DeliveryRules {
        try transaction.fitted(rules[delivery.target] ?? WriteTransaction.rulesOfUnknownTarget, to: delivery)
    }

    private func waiting(at target: TargetName, limit: Int) throws -> [Delivery] {
        let bounds: [any SQLArgument] = [target.text, now.microseconds]
        return try db.workable(
            Claim.waiting, bounds, limit: limit, leavingOut: spoiled, DeliveryRow.delivery)
    }

    /// Arguments: the target and an instant.
    static let waiting = """
        SELECT \(DeliveryRow.columns) FROM delivery WHERE target = ? AND wakeAt <= ? ORDER BY wakeAt, dueAt, id
        """

    /// More deliveries are due than one claim takes. They are on time and must not count as late because Galley was busy:
    /// those that have waited for half a minute become due now and leave in their turn.
    private func acknowledgeRest(at target: TargetName, limit: Int) throws {
        let sql = """
            SELECT \(DeliveryRow.columns) FROM delivery WHERE target = ? AND wakeAt <= ? AND state = 'scheduled'
            ORDER BY wakeAt, dueAt, id
            """
        let patience = Span(microseconds: LatePolicy.tolerance.microseconds / 4)
        let bounds: [any SQLArgument] = [target.text, (now - patience).microseconds]
        for delivery in try db.workable(sql, bounds, limit: limit, leavingOut: spoiled, DeliveryRow.delivery) {
            _ = try spoiled.working(on: delivery.spoiledName) { try timeCame(for: delivery, goingOn: false) }
        }
    }

    /// Repeats the event until the delivery no longer moves: a scheduled one becomes due and is prepared in one write.
    private func timeCame(for delivery: Delivery, goingOn: Bool = true) throws -> (Delivery, ClaimedDelivery.Task?) {
        var next = try sized(delivery)
        var actions: [DeliveryAction] = []
        var parent: Parent?
        let rules = try rules(for: delivery)
        // No delivery takes more than three steps at one instant; the bound guards against a mistake in the rules.
        steps: for _ in 0..<8 {
            let found = try parent ?? self.parent(of: delivery)
            parent = found
            let circumstances = try circumstances(of: next, after: found)
            switch next.after(.timeCame(circumstances), rules: rules, now: now) {
            case .unmoved, .refused: break steps
            case .moved(let moved, let added):
                try noteLateSlot(from: next, to: moved, circumstances)
                next = moved
                actions += added
            }
            if !goingOn || next.wakeAt.map({ $0 > now }) ?? true { break }
        }
        if next.staleAt != nil, actions.contains(.prepare) {
            // Its text is made ready first, which takes milliseconds.
            next.state = .due(at: now + Claim.patienceForFreezing)
            actions = []
        }
        if next != delivery { try transaction.write(next, was: delivery) }
        if actions.contains(.releaseChildren) { try transaction.releaseChildren(of: next) }
        return (next, actions.contains(.prepare) ? .prepare : actions.contains(.lookUp) ? .lookUp : nil)
    }

    private static let patienceForFreezing = Span.seconds(1)

    private func claim(_ delivery: Delivery, _ task: ClaimedDelivery.Task) throws -> ClaimedDelivery {
        let parent = try parent(of: delivery)
        var arrivedAt: Instant?
        if case .arrived(let at) = parent.progress { arrivedAt = at }
        return ClaimedDelivery(
            delivery: delivery, task: task, payload: try db.payload(of: delivery.id),
            lastRequest: delivery.history.attempts > 0 ? try db.requestToRepeat(of: delivery) : nil,
            parentRecord: parent.record, account: try account(of: delivery, copy: parent.copy),
            copyArrivedAt: arrivedAt, previousPart: try db.arrivedPart(before: delivery), thread: parent.thread,
            copy: delivery.kind == .edit ? try db.copyNotes(of: delivery, part: delivery.part) : nil)
    }

    /// - Parameter copy: the creation of the copy that a change applies to.
    private func account(of delivery: Delivery, copy: DeliveryID?) throws -> String? {
        if let copy { return try db.lastAccount(of: copy) }
        return delivery.history.isInDoubt || delivery.part > 1 ? try db.lastAccount(of: delivery.id) : nil
    }

    private func circumstances(of delivery: Delivery, after parent: Parent) throws -> Circumstances {
        let lateSlot = delivery.mayBeLate(after: parent.progress, now: now) ? try lateSlot(delivery.target) : now
        return Circumstances(
            boot: transaction.boot, isPaused: pauses.apply(to: delivery.target),
            isTargetKnown: rules[delivery.target] != nil, parent: parent.progress, parentPlannedAt: parent.plannedAt,
            lateSlot: lateSlot)
    }
}

extension Claim {
    /// For `waitingTargets`. It visits one entry of the index per target. Grouping would
    /// visit every delivery that waits, at each look of the courier.
    static let targets = """
        WITH RECURSIVE waiting (target) AS (
          SELECT min(target) FROM delivery WHERE wakeAt IS NOT NULL
          UNION ALL
          SELECT (SELECT min(target) FROM delivery WHERE wakeAt IS NOT NULL AND target > waiting.target)
          FROM waiting WHERE target IS NOT NULL
        )
        SELECT target FROM waiting WHERE target IS NOT NULL
        """
}

extension Database {
    /// The targets with deliveries that wait for an instant.
    func waitingTargets() throws -> [TargetName] {
        try readable(Claim.targets, noting: nil) { try $0.columns(of: "delivery")["target"] }
    }

    /// The earliest instant at which a delivery to each target has to move.
    func wakes(leavingOut spoiled: SpoiledRows) throws -> [TargetName: Instant] {
        var wakes: [TargetName: Instant] = [:]
        for target in try waitingTargets() {
            let all: [any SQLArgument] = [target.text, Int64.max]
            wakes[target] = try workable(Claim.waiting, all, limit: 1, leavingOut: spoiled, DeliveryRow.delivery)
                .first?.wakeAt
        }
        return wakes
    }
}

// MARK: - Parents

extension Claim {
    private struct Parent {
        let progress: Circumstances.Parent
        var record: RemotePost?
        /// When it was to leave; nil where nothing waits for it.
        var plannedAt: Instant?
        /// Of a change: the creation of the copy.
        var copy: DeliveryID?
        /// Of an edit of a thread: the parts that are there.
        var thread: [Int: RemotePost] = [:]
    }

    /// The state of the post at the target whose address this delivery carries. A known address stays known while a newer
    /// generation is under way, but not that of a copy that was taken back.
    private func parent(of delivery: Delivery) throws -> Parent {
        guard delivery.kind == .create else { return try predecessor(of: delivery) }
        guard let target = delivery.parent else { return Parent(progress: .none) }
        guard let found = try creation(of: delivery.postID, at: target) else {
            return Parent(progress: .lost(reason: "The post was not sent to “\(target)”."))
        }
        if case .delivered(let at, let record) = found.state, found.takenBackAt == nil {
            return Parent(progress: .arrived(at: at), record: record, plannedAt: try plannedAt(found))
        }
        return Parent(progress: progress(without: found))
    }

    /// - Parameter creation: of a copy that is not there, or no longer.
    private func progress(without creation: Delivery) -> Circumstances.Parent {
        switch creation.state {
        case .delivered: .lost(reason: "It was taken back there.")
        case .failed(_, let reason), .missed(_, let reason), .cancelled(_, let reason): .lost(reason: reason)
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling, .superseded: .waiting
        }
    }

    /// The newest generation of the post at a target, or the one that is there.
    private func creation(of post: PostID, at target: TargetName) throws -> Delivery? {
        let sql = """
            SELECT \(DeliveryRow.columns) FROM delivery WHERE postId = ? AND target = ? AND kind = 'create'
            ORDER BY state = 'delivered' AND takenBackAt IS NULL DESC, generation DESC LIMIT 1
            """
        return try db.first(sql, [post.text, target.text], DeliveryRow.delivery)
    }

    /// - Parameter depth: of parents that are asked; the settings could have changed into a circle meanwhile.
    private func plannedAt(_ delivery: Delivery, depth: Int = 8) throws -> Instant {
        guard depth > 0, let target = delivery.parent,
            let parent = try creation(of: delivery.postID, at: target)
        else { return delivery.plannedAt(after: nil) }
        return delivery.plannedAt(after: try plannedAt(parent, depth: depth - 1))
    }
}

// MARK: - Changes of copies

extension Claim {
    /// A change of a copy waits for the outcome of every earlier delivery there. Then it changes the newest copy.
    private func predecessor(of change: Delivery) throws -> Parent {
        let before: [any SQLArgument] = [change.postID.text, change.target.text, change.id.number]
        for earlier in try db.all(DeliveryRow.before, before, DeliveryRow.delivery) {
            if earlier.isUnsettled { return Parent(progress: .waiting) }
            guard earlier.kind == .create else { continue }
            if change.kind == .edit, earlier.state.word == .delivered, earlier.parts != change.parts {
                let words = ThreadEdit.misfit(there: earlier.parts, wanted: change.parts)
                return Parent(progress: .obstructed(.content, reason: words))
            }
            if change.kind == .edit, earlier.hasBegun, earlier.state.isFinal {
                let words =
                    "Only \(earlier.part - 1) of \(earlier.parts) parts are there. The edit leaves when the thread is "
                    + "whole: galley queue retry \(earlier.id.number)."
                return Parent(progress: .obstructed(.parent, reason: words))
            }
            if change.kind == .delete, earlier.hasBegun, let at = earlier.state.endedAt {
                return try thread(earlier, arrivedAt: at, for: change)
            }
            if case .delivered(let at, let record) = earlier.state, earlier.takenBackAt == nil {
                guard earlier.parts == 1 else { return try thread(earlier, arrivedAt: at, for: change) }
                return Parent(progress: .arrived(at: at), record: record, copy: earlier.id)
            }
            if case .superseded = earlier.state { continue }
            return Parent(progress: progress(without: earlier))
        }
        return Parent(progress: .lost(reason: "It was never sent there."))
    }
}

// MARK: - Threads

extension Claim {
    /// A change applies to one part of a thread after the other: edits go forward, and a deletion goes backward. The part
    /// of an edit may be gone.
    private func thread(_ creation: Delivery, arrivedAt: Instant, for change: Delivery) throws -> Parent {
        let there = try db.arrivedParts(of: creation.id)
        let next = change.kind == .edit ? there[change.part] : there.max { $0.key < $1.key }?.value
        return Parent(
            progress: .arrived(at: arrivedAt), record: next, copy: creation.id,
            thread: change.kind == .edit ? there : [:])
    }

    /// A deletion has as many parts as the thread has there when the deletion begins.
    private func sized(_ delivery: Delivery) throws -> Delivery {
        guard delivery.kind == .delete, delivery.part == 1 else { return delivery }
        var sized = delivery
        sized.parts = max(1, try db.countOfParts(of: delivery.postID, at: delivery.target))
        return sized
    }
}

// MARK: - Late ones

extension Claim {
    /// When a late delivery of this target may leave: spaced from the one before it, so that they do not arrive in a burst.
    private func lateSlot(_ target: TargetName) throws -> Instant {
        let latest: Instant? = try db.value(
            "at", of: "lateSlot", "SELECT at FROM lateSlot WHERE target = ?", [target.text])
        guard let latest else { return now }
        let next = latest + LatePolicy.spacing
        guard latest > now else { return next }
        // A slot further ahead than the waiting deliveries account for comes from a clock that was wrong.
        let sql = "SELECT count(*) FROM delivery WHERE target = ? AND state = 'due' AND wakeAt > ?"
        let ahead = try db.count(sql, [target.text, now.microseconds])
        return min(next, now + LatePolicy.spacing * Int64(ahead + 1))
    }

    /// Stores the slot if the rules have just assigned it.
    private func noteLateSlot(from old: Delivery, to next: Delivery, _ met: Circumstances) throws {
        guard old.mayBeLate(after: met.parent, now: now), case .due(let at) = next.state, at == max(now, met.lateSlot),
            now - old.plannedAt(after: met.parentPlannedAt) > LatePolicy.tolerance
        else { return }
        let sql = "INSERT INTO lateSlot (target, at) VALUES (?, ?) ON CONFLICT (target) DO UPDATE SET at = excluded.at"
        try db.tell(sql, [next.target.text, at.microseconds])
    }
}
