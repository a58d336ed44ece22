import FoundationEssentials
import GRDB
import Posts

/// Moving deliveries, inside a transaction. `Delivery.after` decides; this carries it out.
extension Change {
    /// What the rules need of a target that the configuration no longer has: they only block it.
    static let rulesOfUnknownTarget = DeliveryRules(idempotency: .searchable, late: .post)

    /// Lets `event` happen to a delivery, with everything that follows for others.
    /// - Throws: `refused`, in the words of the rules.
    @discardableResult
    func apply(_ event: DeliveryEvent, to delivery: Delivery, rules: DeliveryRules?) throws -> Delivery {
        switch delivery.after(event, rules: rules ?? Change.rulesOfUnknownTarget, now: now) {
        case .unmoved: return delivery
        case .refused(let words): throw StoreError.refused(words)
        case .moved(let next, let actions):
            try keep(next, was: delivery)
            if actions.contains(.releaseChildren) { try releaseChildren(of: next) }
            return next
        }
    }

    /// Writes a delivery that has moved, with its event.
    func keep(_ next: Delivery, was old: Delivery) throws {
        try db.run(DeliveryRow.update, [now.microseconds] + DeliveryRow.arguments(next) + [next.id.number])
        try announce(.deliveryChanged, "\(next.id.number)")
        // The post's state depends on these alone: most steps leave it as it is.
        let wasOpen = !old.state.isFinal
        let isOpen = !next.state.isFinal
        let concernsPost = wasOpen != isOpen || (old.state.word == .delivered) != (next.state.word == .delivered)
        if concernsPost { try refreshState(of: next.postID) }
    }

    /// Those that wait for this one's address look again.
    func releaseChildren(of parent: Delivery) throws {
        for row in try db.rows(DeliveryRow.waitingForParent, [parent.postID.text, parent.target.text]) {
            try apply(.parentMoved, to: DeliveryRow.delivery(row), rules: nil)
        }
    }

    /// Derives a post's state anew and keeps it where lists find it.
    func refreshState(of id: PostID) throws {
        let sql = "SELECT number, publication, deletedAt IS NOT NULL, state FROM post WHERE id = ?"
        guard let row = try db.row(sql, [id.text]) else { throw StoreError.noSuchPost(id.text) }
        let deliveries = try db.newestDeliveries(of: id).map(\.state)
        let state = PostState(publication: try word(row[1]), isDeleted: row[2], deliveries: deliveries)
        guard state.rawValue != row[3] as String else { return }
        let number: Int64 = row[0]
        try db.run("UPDATE post SET state = ? WHERE number = ?", [state.rawValue, number])
        try spreadToTags(number)
    }

    /// Puts newly frozen payloads into the queue.
    ///
    /// What waits for the same target is superseded. Where the post has arrived, or may have, nothing is added: a post
    /// reaches each target once. The exception are `converging` targets, where a repetition replaces what is there.
    func keep(_ frozen: [FrozenDelivery], for id: PostID, converging: Set<TargetName>) throws {
        guard !frozen.isEmpty else { return }
        var newest: [TargetName: Delivery] = [:]
        for delivery in try db.newestDeliveries(of: id) { newest[delivery.target] = delivery }
        for one in frozen {
            guard let old = newest[one.target] else {
                try insert(one, for: id, generation: 1)
                continue
            }
            let moved = try apply(.replaced, to: old, rules: nil)
            if mayFollow(moved, isConverging: converging.contains(one.target)) {
                try insert(one, for: id, generation: old.generation + 1)
            }
        }
        try refreshState(of: id)
    }

    /// Whether a new generation may stand beside the one before it.
    private func mayFollow(_ old: Delivery, isConverging: Bool) -> Bool {
        switch old.state {
        case .superseded, .failed, .missed, .cancelled: true
        case .delivered: isConverging
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling: false
        }
    }

    private func insert(_ frozen: FrozenDelivery, for id: PostID, generation: Int) throws {
        let state = frozen.problem.map { DeliveryState.blocked(.content, reason: $0) } ?? .scheduled
        let delivery = Delivery(
            id: DeliveryID(0), postID: id, target: frozen.target, generation: generation, key: frozen.key,
            dueAt: frozen.dueAt, parent: frozen.parent, delay: frozen.delay, state: state)
        try insert(delivery, payload: frozen.payload)
    }

    /// - Parameter delivery: with any id; the row gets the next one.
    func insert(_ delivery: Delivery, payload: [UInt8]) throws {
        let sql = """
            INSERT INTO delivery (postId, target, generation, key, dueAt, parent, delay, createdAt, changedAt,
              \(DeliveryRow.changing)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, \(DeliveryRow.marks))
            """
        let fixed: StatementArguments = [
            delivery.postID.text, delivery.target.text, delivery.generation, delivery.key, delivery.dueAt.microseconds,
            delivery.parent?.text, delivery.delay.microseconds, now.microseconds, now.microseconds,
        ]
        try db.run(sql, fixed + DeliveryRow.arguments(delivery))
        let number = db.lastInsertedRowID
        try db.run("INSERT INTO payload (delivery, bytes) VALUES (?, ?)", [number, Data(payload)])
        try noteMedia(in: payload, delivery: number)
        try announce(.deliveryChanged, "\(number)")
    }

    /// Cancels what of a post has certainly not left; the rest is left alone.
    func cancelDeliveries(of id: PostID) throws {
        for delivery in try db.newestDeliveries(of: id) where !delivery.state.isFinal {
            do {
                try apply(.asked(.cancel), to: delivery, rules: nil)
            } catch StoreError.refused {
                continue
            }
        }
    }
}
