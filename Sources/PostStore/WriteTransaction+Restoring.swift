import BackupFile
import GRDB
import Posts

extension WriteTransaction {
    /// How far the ids of events jump ahead: beyond any that a window can have seen in the lost store, so that every
    /// window has to reload.
    private static let jump: Int64 = 1_000_000_000

    /// Adapts a restored store to the present.
    ///
    /// All users are signed out: a session that ended after the backup must not work again. Tokens stay, because
    /// programs need them; a token that was revoked since has to be revoked again.
    /// - Parameter place: where the backup lies.
    /// - Returns: how many deliveries may have left since the backup.
    func restore(_ facts: BackupFacts, place: String) throws -> Int {
        let madeAt = Instant(microseconds: facts.madeAt)
        let doubtful = try doubtDeliveries(from: madeAt)
        try db.execute(sql: "DELETE FROM session; DELETE FROM signInKey")
        try db.run(
            "INSERT OR REPLACE INTO backup (number, madeAt, bytes, keptAt, place) VALUES (?, ?, ?, ?, ?)",
            [facts.number, facts.madeAt, max(1, facts.bytes), facts.madeAt, String(place.prefix(1000))])
        let newest = try db.integer("SELECT max(id) FROM event") ?? 0
        try db.execute(sql: "DELETE FROM event")
        try db.run(
            "INSERT INTO event (id, at, kind, subject) VALUES (?, ?, ?, ?)",
            [newest + WriteTransaction.jump, now.microseconds, LogEvent.Kind.storeRestored.rawValue, "store"])
        return doubtful
    }

    private func doubtDeliveries(from madeAt: Instant) throws -> Int {
        let sql = "SELECT \(DeliveryRow.columns) FROM delivery WHERE NOT isOver AND id > ? ORDER BY id LIMIT 500"
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let deliveries = try db.all(sql, [last], DeliveryRow.delivery)
            for delivery in deliveries {
                if try apply(.restored(from: madeAt), to: delivery, rules: nil) != delivery { count += 1 }
            }
            guard let end = deliveries.last else { return count }
            last = end.id.number
        }
    }
}
