import GRDB
package import Posts

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
            try db.run(
                "INSERT INTO cancelledByDeletion (delivery, post, problem) VALUES (?, ?, ?)",
                [delivery.id.number, post, problem])
        }
    }

    func forgetCancelledByDeletion(of post: Int64) throws {
        try db.run("DELETE FROM cancelledByDeletion WHERE post = ?", [post])
    }
}
