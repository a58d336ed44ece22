package import Posts
import SQL

extension PostStore {
    /// Pauses a target, or all with nil, until `resume`. A second pause changes nothing, but an administrator's pause
    /// replaces another user's.
    /// - Parameters:
    ///   - user: who pauses; nil for the daemon itself.
    ///   - isAdministrator: whether the user acts as administrator.
    package func pause(
        _ target: TargetName?, by user: UserID? = nil, isAdministrator: Bool = false
    ) async throws(StoreError) {
        let name = target?.text ?? WriteTransaction.everyTarget
        try await commit { transaction in
            let sql = """
                INSERT INTO pause (target, since, member, isAdministrator) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (target) DO UPDATE SET member = ?3, isAdministrator = TRUE
                WHERE ?4 AND NOT pause.isAdministrator
                """
            try transaction.db.tell(sql, [name, transaction.now.microseconds, user?.number, isAdministrator])
            try transaction.announce(.targetChanged, name)
        }
    }

    /// Resumes a target, or all with nil. A target that was paused by its own name stays paused when all are resumed.
    /// - Throws: `pausedByAdministrator`, when an administrator paused it and another user, who is none, resumes it.
    package func resume(
        _ target: TargetName?, by user: UserID? = nil, isAdministrator: Bool = true
    ) async throws(StoreError) {
        let name = target?.text ?? WriteTransaction.everyTarget
        try await commit { transaction in
            let pauser = "SELECT member FROM pause WHERE target = ? AND isAdministrator"
            let administrator = try transaction.db.first(pauser, [name]) { row in
                try row.columns(of: "pause")["member"] as UserID?
            }
            if !isAdministrator, let administrator, administrator != user {
                throw StoreError.pausedByAdministrator(target?.text)
            }
            try transaction.db.tell("DELETE FROM pause WHERE target = ?", [name])
            try transaction.announce(.targetChanged, name)
        }
        var last: Int64 = 0
        while let next = try await commitLeavingOut({ [last] in try $0.resume(after: last) }) { last = next }
    }

    /// The paused targets; nil among them stands for all.
    package func pauses() async throws(StoreError) -> Set<TargetName?> {
        try await read { try $0.pauses() }
    }
}

extension Set<TargetName?> {
    /// Whether these pauses, among which nil stands for all targets, apply to `target`.
    package func apply(to target: TargetName) -> Bool { contains(nil) || contains(target) }
}

extension WriteTransaction {
    static let everyTarget = "*"

    /// Resumes one batch of the deliveries that are no longer paused.
    /// - Returns: the id of the last one; nil when there are no more.
    fileprivate func resume(after last: Int64) throws -> Int64? {
        let pauses = try db.pauses()
        guard !pauses.contains(nil) else { return nil }
        var reached: Int64?
        for delivery in try db.workable(DeliveryRow.paused, [last], leavingOut: spoiled, DeliveryRow.delivery) {
            reached = delivery.id.number
            guard !pauses.contains(delivery.target) else { continue }
            try spoiled.working(on: delivery.spoiledName) { _ = try apply(.resumed, to: delivery, rules: nil) }
        }
        return reached
    }
}

extension Database {
    func pauses() throws -> Set<TargetName?> {
        Set(
            try all("SELECT target FROM pause") { row -> TargetName? in
                let pause = row.columns(of: "pause")
                let text: String = try pause["target"]
                return text == WriteTransaction.everyTarget ? nil : try pause["target"] as TargetName
            })
    }
}
