package import Posts
import SQL

/// A backup of the store, as recorded in `backup`.
package struct BackupRecord: Hashable, Sendable {
    package let number: Int64
    /// Everything committed by then is in it.
    package let madeAt: Instant
    package let bytes: Int
    /// Since when a verified copy lies at `place`; nil while that was not reported.
    package let keptAt: Instant?
    package let place: String?
}

extension PostStore {
    /// The newest first; at most a hundred.
    package func backups() async throws(StoreError) -> [BackupRecord] {
        try await read { db in
            try db.all(BackupRecord.sql + "ORDER BY number DESC LIMIT 100", [], BackupRecord.init(row:))
        }
    }

    /// The newest one of which a verified copy was reported; nil when there is none.
    package func lastBackup() async throws(StoreError) -> BackupRecord? {
        try await read { db in
            let sql = BackupRecord.sql + "WHERE keptAt IS NOT NULL ORDER BY number DESC LIMIT 1"
            return try db.first(sql, [], BackupRecord.init(row:))
        }
    }

    /// The backup that an earlier request with this key created; nil when there was none.
    /// - Throws: `keyReused`, `noSuchBackup`.
    package func backup(madeBy key: RequestKey) async throws(StoreError) -> BackupRecord? {
        let now = now()
        return try await read { db in
            try db.subject(of: key, .backup, now: now).map { try db.backup($0.number()) }
        }
    }

    /// Records that a backup was sent.
    ///
    /// The archive itself is not stored. A repeated request creates it again, and it remains one backup with the same
    /// number; its time and size are updated until a verified copy is reported.
    /// - Returns: its number.
    package func noteBackup(
        madeAt: Instant, bytes: Int, once key: RequestKey? = nil
    ) async throws(StoreError) -> Int64 {
        try await commit { transaction in
            try transaction.once(key, .backup) { subject in
                let known = try transaction.db.backup(subject.number())
                try transaction.db.tell(
                    "UPDATE backup SET madeAt = ?, bytes = ? WHERE number = ? AND keptAt IS NULL",
                    [madeAt.microseconds, max(1, bytes), known.number])
                return known.number
            } make: {
                let sql = "INSERT INTO backup (madeAt, bytes) VALUES (?, ?) RETURNING number"
                let number: Int64 = try transaction.db.written(sql, [madeAt.microseconds, max(1, bytes)]) { row in
                    try row.columns(of: "backup")["number"]
                }
                return (number, "\(number)")
            }
        }
    }

    /// Records that a backup was read back and verified.
    /// - Parameter place: where it lies, in words; cut to 1000 characters.
    /// - Throws: `noSuchBackup`
    package func noteBackupKept(_ number: Int64, at place: String) async throws(StoreError) -> BackupRecord {
        guard !place.utf8.contains(0) else { throw .unstorable(field: "place") }
        return try await commit { transaction in
            try transaction.db.tell(
                "UPDATE backup SET keptAt = ?, place = ? WHERE number = ?",
                [transaction.now.microseconds, String(place.prefix(1000)), number])
            return try transaction.db.backup(number)
        }
    }
}

extension Database {
    fileprivate func backup(_ number: Int64) throws -> BackupRecord {
        guard let backup = try first(BackupRecord.sql + "WHERE number = ?", [number], BackupRecord.init(row:)) else {
            throw StoreError.noSuchBackup(number)
        }
        return backup
    }
}

extension BackupRecord {
    fileprivate static let sql = "SELECT number, madeAt, bytes, keptAt, place FROM backup "

    fileprivate init(row: any Row) throws {
        let backup = row.columns(of: "backup")
        self.init(
            number: try backup["number"], madeAt: try backup["madeAt"], bytes: try backup["bytes", in: 1...],
            keptAt: try backup["keptAt"], place: try backup["place"])
    }
}
