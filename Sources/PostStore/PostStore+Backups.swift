import GRDB
package import Posts

/// A backup that was made of the store, as its log has it.
package struct BackupRecord: Hashable, Sendable {
    package let number: Int64
    /// What was committed by then is in it.
    package let madeAt: Instant
    package let bytes: Int
    /// Since when a checked copy lies at `place`; nil while nobody said so.
    package let keptAt: Instant?
    package let place: String?
}

extension PostStore {
    /// The newest first; at most a hundred.
    package func backups() async throws(StoreError) -> [BackupRecord] {
        try await read { db in
            try db.rows(BackupRecord.sql + "ORDER BY number DESC LIMIT 100").map(BackupRecord.init)
        }
    }

    /// The newest of which a checked copy lies somewhere; nil when there is none.
    package func lastBackup() async throws(StoreError) -> BackupRecord? {
        try await read { db in
            try db.row(BackupRecord.sql + "WHERE keptAt IS NOT NULL ORDER BY madeAt DESC LIMIT 1")
                .map(BackupRecord.init)
        }
    }

    /// What was committed by `madeAt` is in it; see `lastBackup`.
    package var lastBackupAt: Instant? {
        get async throws(StoreError) { try await lastBackup()?.madeAt }
    }

    /// Writes down that a backup was handed out.
    /// - Returns: its number.
    package func noteBackup(madeAt: Instant, bytes: Int) async throws(StoreError) -> Int64 {
        try await commit { change in
            try change.db.run(
                "INSERT INTO backup (madeAt, bytes) VALUES (?, ?)", [madeAt.microseconds, max(1, bytes)])
            return change.db.lastInsertedRowID
        }
    }

    /// Writes down that a backup was read back and found whole.
    /// - Parameter place: where it lies, in words; at most 1000 characters count.
    /// - Throws: `noSuchBackup`
    package func noteBackupKept(_ number: Int64, at place: String) async throws(StoreError) -> BackupRecord {
        guard !place.utf8.contains(0) else { throw .unstorable(field: "place") }
        return try await commit { change in
            try change.db.run(
                "UPDATE backup SET keptAt = ?, place = ? WHERE number = ?",
                [change.now.microseconds, String(place.prefix(1000)), number])
            let row = try change.db.row(BackupRecord.sql + "WHERE number = ?", [number])
            guard let row else { throw StoreError.noSuchBackup(number) }
            return BackupRecord(row)
        }
    }
}

extension BackupRecord {
    fileprivate static let sql = "SELECT number, madeAt, bytes, keptAt, place FROM backup "

    fileprivate init(_ row: Row) {
        self.init(
            number: row[0], madeAt: Instant(microseconds: row[1]), bytes: row[2], keptAt: row.instant(3), place: row[4])
    }
}
