import FoundationEssentials
package import Posts
import SQL

/// A check of a target that a user requested: the server writes the request, the courier the report.
package struct TargetCheck: Hashable, Sendable {
    package let wantedAt: Instant
    package let answeredAt: Instant?
    /// The report, in the courier's encoding; that of an earlier request while `answeredAt` is before `wantedAt`.
    package let report: [UInt8]?
}

extension PostStore {
    /// The facts that the courier last found about a target's server, in the courier's encoding.
    package func facts(of target: TargetName) async throws(StoreError) -> (bytes: [UInt8], at: Instant)? {
        try await read { db in
            try db.first("SELECT bytes, at FROM targetFact WHERE target = ?", [target.text]) { row in
                let fact = row.columns(of: "targetFact")
                return (try fact["bytes"], try fact["at"])
            }
        }
    }

    package func setFacts(of target: TargetName, _ bytes: [UInt8]) async throws(StoreError) {
        let sql = """
            INSERT INTO targetFact (target, at, bytes) VALUES (?, ?, ?)
            ON CONFLICT (target) DO UPDATE SET at = excluded.at, bytes = excluded.bytes
            """
        try await commit { transaction in
            try transaction.db.tell(sql, [target.text, transaction.now.microseconds, bytes])
            try transaction.announce(.targetChanged, target.text)
        }
    }

    /// Announces that the settings have other targets, or others of their values.
    package func announceTargets() async throws(StoreError) {
        try await commit { try $0.announce(.targetChanged, WriteTransaction.everyTarget) }
    }

    package func wantCheck(of target: TargetName) async throws(StoreError) {
        // An answer by a clock that was ahead does not answer this request.
        let sql = """
            INSERT INTO targetCheck (target, wantedAt) VALUES (?, ?)
            ON CONFLICT (target) DO UPDATE
            SET wantedAt = excluded.wantedAt,
              answeredAt = CASE WHEN targetCheck.answeredAt > excluded.wantedAt THEN excluded.wantedAt - 1
                ELSE targetCheck.answeredAt END
            """
        try await commit { transaction in
            try transaction.db.tell(sql, [target.text, transaction.now.microseconds])
            try transaction.announce(.checkWanted, target.text)
        }
    }

    /// The targets with a requested check that is not answered yet, and when it was requested, the oldest request first.
    package func wantedChecks() async throws(StoreError) -> [(target: TargetName, wantedAt: Instant)] {
        let sql = """
            SELECT target, wantedAt FROM targetCheck WHERE answeredAt IS NULL OR answeredAt < wantedAt
            ORDER BY wantedAt
            """
        return try await read { db in
            try db.all(sql) { row in
                let check = row.columns(of: "targetCheck")
                return (try check["target"], try check["wantedAt"])
            }
        }
    }

    /// - Parameter wantedAt: of the request that the report answers. A later request stays open.
    package func answerCheck(of target: TargetName, wantedAt: Instant, _ report: [UInt8]) async throws(StoreError) {
        let sql = """
            UPDATE targetCheck
            SET answeredAt = CASE WHEN wantedAt <> ?2 THEN ?2 WHEN wantedAt < ?3 THEN ?3 ELSE wantedAt END, bytes = ?4
            WHERE target = ?1
            """
        try await commit { transaction in
            try transaction.db.tell(
                sql, [target.text, wantedAt.microseconds, transaction.now.microseconds, report])
            try transaction.announce(.targetChanged, target.text)
        }
    }

    package func check(of target: TargetName) async throws(StoreError) -> TargetCheck? {
        try await read { db in
            let sql = "SELECT wantedAt, answeredAt, bytes FROM targetCheck WHERE target = ?"
            return try db.first(sql, [target.text]) { row in
                let check = row.columns(of: "targetCheck")
                return TargetCheck(
                    wantedAt: try check["wantedAt"], answeredAt: try check["answeredAt"], report: try check["bytes"])
            }
        }
    }

    /// The frozen payloads of these deliveries, in the order of `ids`.
    package func payloads(of ids: [DeliveryID]) async throws(StoreError) -> [[UInt8]] {
        try await read { db in try ids.map { try db.payload(of: $0) } }
    }

    /// A frozen payload. It waits for the disk, so call it on a thread that may block.
    package func payloadNow(of id: DeliveryID) throws(StoreError) -> [UInt8] {
        try readNow { try $0.payload(of: id) }
    }
}
