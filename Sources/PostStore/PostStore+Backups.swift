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
            try db.all(BackupRecord.sql + "ORDER BY number DESC LIMIT 100", [], BackupRecord.init(row:))
        }
    }

    /// The newest of which a checked copy lies somewhere; nil when there is none.
    package func lastBackup() async throws(StoreError) -> BackupRecord? {
        try await read { db in
            let sql = BackupRecord.sql + "WHERE keptAt IS NOT NULL ORDER BY madeAt DESC LIMIT 1"
            return try db.first(sql, [], BackupRecord.init(row:))
        }
    }

    /// What was committed by `madeAt` is in it; see `lastBackup`.
    package var lastBackupAt: Instant? {
        get async throws(StoreError) { try await lastBackup()?.madeAt }
    }

    /// The backup that a request made which came before; nil when none did.
    /// - Throws: `keyReused`, `noSuchBackup`.
    package func backup(madeBy key: RequestKey) async throws(StoreError) -> BackupRecord? {
        let now = now()
        return try await read { db in
            try db.subject(of: key, .backup, now: now).map { try db.backup($0.number()) }
        }
    }

    /// Writes down that a backup was handed out.
    ///
    /// The archive itself is gone with its answer. So a request that came before makes it again, and it stays one backup:
    /// the same number, with the time and size of now as long as nobody said that it is kept.
    /// - Returns: its number.
    package func noteBackup(
        madeAt: Instant, bytes: Int, once key: RequestKey? = nil
    ) async throws(StoreError) -> Int64 {
        try await commit { transaction in
            try transaction.once(key, .backup) { subject in
                let known = try transaction.db.backup(subject.number())
                try transaction.db.run(
                    "UPDATE backup SET madeAt = ?, bytes = ? WHERE number = ? AND keptAt IS NULL",
                    [madeAt.microseconds, max(1, bytes), known.number])
                return known.number
            } make: {
                try transaction.db.run(
                    "INSERT INTO backup (madeAt, bytes) VALUES (?, ?)", [madeAt.microseconds, max(1, bytes)])
                let number = transaction.db.lastInsertedRowID
                return (number, "\(number)")
            }.thing
        }
    }

    /// Writes down that a backup was read back and found whole.
    /// - Parameter place: where it lies, in words; at most 1000 characters count.
    /// - Throws: `noSuchBackup`
    package func noteBackupKept(_ number: Int64, at place: String) async throws(StoreError) -> BackupRecord {
        guard !place.utf8.contains(0) else { throw .unstorable(field: "place") }
        return try await commit { transaction in
            try transaction.db.run(
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

    fileprivate init(row: Row) throws {
        let backup = row.columns(of: "backup")
        self.init(
            number: try backup["number"], madeAt: try backup["madeAt"], bytes: try backup["bytes", in: 1...],
            keptAt: try backup["keptAt"], place: try backup["place"])
    }
}
