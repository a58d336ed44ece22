import FoundationEssentials
package import Posts
import SQL

/// Moving deliveries, inside a transaction. `Delivery.after` decides; this carries it out.
extension WriteTransaction {
    /// Rules for a target that is no longer configured: they only block its deliveries.
    static let rulesOfUnknownTarget = DeliveryRules(idempotency: .searchable, late: .post)

    /// Applies `event` to a delivery, with its effects on others.
    /// - Throws: `refused`, in the words of the rules.
    @discardableResult
    func apply(_ event: DeliveryEvent, to delivery: Delivery, rules: DeliveryRules?) throws -> Delivery {
        switch delivery.after(event, rules: rules ?? WriteTransaction.rulesOfUnknownTarget, now: now) {
        case .unmoved: return delivery
        case .refused(let words): throw StoreError.refused(words)
        case .moved(let next, let actions):
            try write(next, was: delivery)
            for case .recordPart(let record) in actions { try recordPart(delivery.part, of: delivery, record) }
            if actions.contains(.releaseChildren) { try releaseChildren(of: next) }
            return next
        }
    }

    /// The rules of its target for a delivery that may have arrived: they depend on whether its post is still published.
    func fitted(_ rules: DeliveryRules, to delivery: Delivery) throws -> DeliveryRules {
        guard delivery.kind != .delete, delivery.isTooLateToStop else { return rules }
        var fitted = rules
        fitted.isWanted = try db.isWanted(delivery.postID)
        return fitted
    }

    /// Writes a delivery that has moved, with its event.
    func write(_ next: Delivery, was old: Delivery) throws {
        let isOver = next.state.isFinal
        let changesEnd = old.state.isFinal != isOver
        let update = DeliveryRow.Update(changesEnd: changesEnd, changesHistory: next.history != old.history)
        try db.tell(update.sql, update.arguments(next, at: now))
        try announceStep(of: next.id, next.postID)
        // Nothing sends or shows its text any more.
        if next.state.word == .superseded { try forgetPayload(of: next.id) }
        if next.kind == .create, next.generation > 1, changesEnd, next.state.word == .delivered {
            try forgetEarlierPayloads(than: next)
        }
        guard next.kind == .create else {
            if next.kind == .delete, next.state.word == .delivered, old.state.word != .delivered {
                try markCopyRemoved(of: next.postID, at: next.target)
            }
            return
        }
        // The post's state depends only on these; most steps leave it unchanged.
        let concernsPost = changesEnd || (old.state.word == .delivered) != (next.state.word == .delivered)
        if concernsPost { try refreshState(of: next.postID) }
    }

    /// Wakes the deliveries that wait for this one's address or end.
    func releaseChildren(of parent: Delivery) throws {
        // All are read before the first one moves.
        let arguments: [any SQLArgument] = [parent.postID.text, parent.target.text]
        let children = try db.workable(
            DeliveryRow.waitingForParent, arguments, leavingOut: spoiled, DeliveryRow.delivery)
        for child in children {
            try apply(.parentMoved, to: child, rules: nil)
        }
    }

    /// Derives a post's state again and stores it for lists. A damaged row of the post, or of another delivery, must not
    /// keep the outcome of a delivery from being recorded.
    func refreshState(of id: PostID) throws {
        let sql = "SELECT number, id, publication, deletedAt, state FROM post WHERE id = ?"
        guard try db.has(sql, [id.text]) else { throw StoreError.noSuchPost(id.text) }
        let found = try db.readable(sql, [id.text], noting: spoiled) { row in
            let post = row.columns(of: "post")
            return (
                number: try post["number"] as Int64, publication: try post["publication"] as Publication,
                deletedAt: try post["deletedAt"] as Instant?, state: try post["state"] as PostState
            )
        }
        guard let post = found.first else { return }
        let states: [DeliveryState.Word] = try db.readable(DeliveryRow.statesOfPost, [id.text], noting: nil) { row in
            try row.columns(of: "delivery")["state"]
        }
        let state = PostState(publication: post.publication, isDeleted: post.deletedAt != nil, deliveries: states)
        guard state != post.state else { return }
        try db.tell("UPDATE post SET state = ? WHERE number = ?", [state.rawValue, post.number])
        try spreadToTags(post.number)
    }

    /// Adds frozen deliveries to the queue.
    ///
    /// A waiting one to the same target takes the new payload, or is superseded if a request of it has left. Where the post
    /// has arrived, or may have, nothing is added: a post reaches each target once. The exception are `converging` targets, where a repetition replaces the copy. Edits and
    /// deletions are sent to arrived copies, one after the other.
    func enqueue(_ frozen: [FrozenDelivery], of id: PostID, converging: Set<TargetName>) throws {
        guard !frozen.isEmpty else { return }
        var newest: [TargetName: Delivery] = [:]
        for delivery in try db.newestDeliveries(of: id) { newest[delivery.target] = delivery }
        for one in frozen {
            guard one.kind == .create else {
                try enqueueChange(one, of: id)
                continue
            }
            guard let old = newest[one.target] else {
                try insert(one, for: id, after: nil)
                continue
            }
            if old.takesNewText {
                try change(old, as: one)
                continue
            }
            let isConverging = converging.contains(one.target)
            let moved = try apply(.replaced(overwriting: isConverging), to: old, rules: nil)
            if mayFollow(moved, isConverging: isConverging) {
                try insert(one, for: id, after: old)
            }
        }
        try refreshState(of: id)
    }

    /// Gives stale deliveries the payloads that were made from the present post.
    func freeze(_ frozen: [FrozenDelivery], of id: PostID) throws {
        let waiting = try db.newestDeliveries(of: id)
        for one in frozen {
            guard let old = waiting.first(where: { $0.target == one.target }) else { continue }
            try change(old, as: one, by: .frozen(one))
        }
        try refreshState(of: id)
    }

    private func change(_ old: Delivery, as frozen: FrozenDelivery) throws {
        try change(old, as: frozen, by: .changed(frozen))
    }

    private func change(_ old: Delivery, as frozen: FrozenDelivery, by event: DeliveryEvent) throws {
        let step = old.after(event, rules: WriteTransaction.rulesOfUnknownTarget, now: now)
        guard case .moved(let next, _) = step else { return }
        let sql = """
            UPDATE delivery SET (key, dueAt, parent, delay, edition, staleAt) = (?, ?, ?, ?, ?, ?),
              revision = CASE WHEN ? THEN (SELECT revision FROM post WHERE post.id = delivery.postId) ELSE revision END
            WHERE id = ?
            """
        try db.tell(
            sql,
            [
                next.key, next.dueAt.microseconds, next.parent?.text, next.delay.microseconds, next.edition,
                next.staleAt?.microseconds, frozen.payload != nil, next.id.number,
            ])
        try write(next, was: old)
        // The author saw the copy as it was changed there, and has not answered: the new text may not overwrite it unasked.
        if next.kind == .edit { try db.tell("DELETE FROM standing WHERE delivery = ?", [next.id.number]) }
        guard let payload = frozen.payload else { return }
        try forgetPayload(of: next.id)
        try insert(payload, of: next.id)
    }

    /// A waiting change of the same kind takes the new payload. Other changes that have not left are superseded. It waits
    /// for one that is under way.
    private func enqueueChange(_ one: FrozenDelivery, of id: PostID) throws {
        let open = try db.openChanges(of: id).filter { $0.target == one.target }
        let waiting = open.last { $0.kind == one.kind && $0.takesNewText }
        for old in open where old.id != waiting?.id { try apply(.replaced(), to: old, rules: nil) }
        if let waiting { return try change(waiting, as: one) }
        let earlier = try db.newestDeliveries(of: id, one.kind).first { $0.target == one.target }
        try insert(one, for: id, after: earlier)
    }

    /// Whether a new generation may be added after this one.
    private func mayFollow(_ old: Delivery, isConverging: Bool) -> Bool {
        switch old.state {
        case .superseded, .failed, .missed, .cancelled: !old.hasBegun
        case .delivered: isConverging || old.takenBackAt != nil
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling: false
        }
    }

    /// - Parameter old: the generation before it.
    private func insert(_ frozen: FrozenDelivery, for id: PostID, after old: Delivery?) throws {
        let state = frozen.problem.map { DeliveryState.blocked(.content, reason: $0) } ?? .scheduled
        let delivery = Delivery(
            id: DeliveryID(0), postID: id, target: frozen.target, kind: frozen.kind,
            generation: (old?.generation ?? 0) + 1, staleAt: frozen.payload == nil ? now : nil, key: frozen.key,
            dueAt: frozen.dueAt, parent: frozen.parent, delay: frozen.delay, state: state,
            parts: frozen.payload == nil ? old?.parts ?? 1 : frozen.parts)
        try insert(delivery, payload: frozen.payload ?? [])
    }

    /// The payload was made from the post as it is in this transaction, after any save.
    /// - Parameter delivery: with any id; the row gets the next one.
    func insert(_ delivery: Delivery, payload: [UInt8]) throws {
        let sql = """
            INSERT INTO delivery (postId, target, kind, generation, staleAt, key, dueAt, parent, delay, createdAt, changedAt,
              isOver, revision, \(DeliveryRow.changing)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
              (SELECT revision FROM post WHERE id = ?1), \(DeliveryRow.marks)) RETURNING id
            """
        let fixed: [any SQLArgument] = [
            delivery.postID.text, delivery.target.text, delivery.kind.rawValue, delivery.generation,
            delivery.staleAt?.microseconds, delivery.key, delivery.dueAt.microseconds, delivery.parent?.text,
            delivery.delay.microseconds, now.microseconds,
            now.microseconds, delivery.state.isFinal,
        ]
        let id: DeliveryID = try db.written(sql, fixed + DeliveryRow.arguments(delivery)) { row in
            try row.columns(of: "delivery")["id"]
        }
        try insert(payload, of: id)
        try announce(.deliveryChanged, "\(id.number)")
    }

    private func insert(_ payload: [UInt8], of id: DeliveryID) throws {
        try db.tell("INSERT INTO payload (delivery, bytes) VALUES (?, ?)", [id.number, payload])
        try noteMedia(in: payload, delivery: id.number)
    }

    /// The copy is the newer one. What was sent before stays with its attempts.
    private func forgetEarlierPayloads(than delivery: Delivery) throws {
        let sql = """
            SELECT id FROM delivery WHERE postId = ? AND target = ? AND kind = ? AND generation < ? AND state = 'delivered'
              AND isOver AND EXISTS (SELECT 1 FROM payload WHERE payload.delivery = delivery.id)
            """
        let arguments: [any SQLArgument] = [
            delivery.postID.text, delivery.target.text, delivery.kind.rawValue, delivery.generation,
        ]
        let earlier = try db.all(sql, arguments) { try $0.columns(of: "delivery")["id"] as DeliveryID }
        for id in earlier { try forgetPayload(of: id) }
    }

    private func forgetPayload(of id: DeliveryID) throws {
        try db.tell("DELETE FROM payload WHERE delivery = ?", [id.number])
        try db.tell("DELETE FROM mediaDelivery WHERE delivery = ?", [id.number])
    }

    /// Cancels the deliveries of a post that have certainly not left, except deletions, which are still wanted.
    /// - Returns: the cancelled ones in their former state.
    @discardableResult
    func cancelDeliveries(of id: PostID) throws -> [Delivery] {
        let open =
            try db.newestDeliveries(of: id).filter { !$0.state.isFinal }
            + db.openChanges(of: id).filter { $0.kind == .edit }
        return try open.filter { try apply(.withdrawn, to: $0, rules: nil).state.word == .cancelled }
    }

    func cancelDeletions(of id: PostID) throws {
        for deletion in try db.openChanges(of: id) where deletion.kind == .delete && deletion.canBeStopped {
            try apply(.asked(.cancel), to: deletion, rules: nil)
        }
    }
}

// MARK: - Undeleting

/// A delivery that the deletion of its post cancelled.
package struct CancelledDelivery: Hashable, Sendable {
    package let delivery: Delivery
    /// Why it waited for its author; nil when it was scheduled.
    package let problem: String?
}

extension Database {
    /// The deliveries that the deletion of a post cancelled, the oldest first.
    func cancelledByDeletion(of post: Int64) throws -> [CancelledDelivery] {
        let sql = """
            SELECT \(DeliveryRow.columns), cancelledByDeletion.problem
            FROM cancelledByDeletion JOIN delivery ON delivery.id = cancelledByDeletion.delivery
            WHERE cancelledByDeletion.post = ? AND delivery.state = 'cancelled' ORDER BY delivery.id
            """
        return try all(sql, [post]) { row in
            CancelledDelivery(
                delivery: try DeliveryRow.delivery(row: row),
                problem: try row.columns(of: "cancelledByDeletion")["problem"])
        }
    }
}

extension WriteTransaction {
    /// - Parameter deliveries: in their state before they were cancelled.
    func noteCancelledByDeletion(_ deliveries: [Delivery], of post: Int64) throws {
        try forgetCancelledByDeletion(of: post)
        for delivery in deliveries {
            var problem: String?
            if case .blocked(.content, let reason) = delivery.state { problem = reason }
            try db.tell(
                "INSERT INTO cancelledByDeletion (delivery, post, problem) VALUES (?, ?, ?)",
                [delivery.id.number, post, problem])
        }
    }

    /// Adds a delivery of a deleted post that was under way when the post was deleted, and did not arrive.
    func noteCancelledByDeletion(later delivery: Delivery) throws {
        guard case .cancelled = delivery.state, delivery.kind != .delete else { return }
        let sql = """
            INSERT INTO cancelledByDeletion (delivery, post)
            SELECT ?, number FROM post WHERE id = ? AND deletedAt IS NOT NULL AND publication = 'wanted'
            ON CONFLICT (delivery) DO NOTHING
            """
        try db.tell(sql, [delivery.id.number, delivery.postID.text])
    }

    func forgetCancelledByDeletion(of post: Int64) throws {
        try db.tell("DELETE FROM cancelledByDeletion WHERE post = ?", [post])
    }
}
