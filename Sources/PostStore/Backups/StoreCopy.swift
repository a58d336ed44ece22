import Glibc
import Posts
import SQL

/// Where a copy of a store goes.
package enum CopyPlace: Hashable, Sendable {
    /// The path of a file that does not exist.
    case file(String)
    /// An empty database.
    case server(url: String, password: String?)
}

/// What was copied.
package struct CopyReport: Hashable, Sendable {
    package let rows, posts, deliveries: Int
    /// Pictures that were copied, because the new store looks for them in another folder.
    package let pictures: Int
    /// Known pictures without a file.
    package let missingPictures: Int
    /// The folder in which the new store looks for its pictures.
    package let media: String
}

/// A store that no daemon works with, copied to the other engine or to another place. The copy appears whole or not at
/// all.
extension PostStore {
    /// - Parameters:
    ///   - media: the folder of the new store's pictures; nil for the one beside a file, or for this store's.
    ///   - report: gets lines about the progress.
    /// - Throws: `refused` if there is a store already; `damaged` if the copy is not the same.
    package func copy(
        to place: CopyPlace, media: String? = nil, _ report: @escaping @Sendable (String) -> Void
    ) throws(StoreError) -> CopyReport {
        let folder =
            switch place {
            case .file(let path): MediaFolder(path: media ?? MediaFolder(beside: path).path)
            case .server: MediaFolder(path: media ?? mediaFolder.path)
            }
        do {
            let (pictures, missing) = try copyPictures(to: folder)
            let rows =
                switch place {
                case .file(let path):
                    try StoreCopy.make(at: path) { target in
                        try readForCopy { try TableCopy(from: $0, to: target).run(report) }
                    }
                case .server(let url, let password):
                    try StoreCopy.fill(try PostgresAddress(url, password: password), isMoved: true) { target in
                        try readForCopy { try TableCopy(from: $0, to: target).run(report) }
                    }
                }
            let (posts, deliveries) = try engine.readNow { db in
                (
                    try db.count("SELECT count(*) FROM post WHERE deletedAt IS NULL"),
                    try db.count("SELECT count(*) FROM delivery")
                )
            }
            return CopyReport(
                rows: rows, posts: posts, deliveries: deliveries, pictures: pictures, missingPictures: missing,
                media: folder.path)
        } catch {
            throw StoreError(error)
        }
    }

    private func copyPictures(to folder: MediaFolder) throws -> (copied: Int, missing: Int) {
        var (copied, missing) = (0, 0)
        let digests = try engine.readNow { try $0.pictures() }
        let owner = folder.ownerPlace
        for digest in digests {
            if try folder.take(digest, from: mediaFolder) { copied += 1 }
            if StoreFile.size(of: folder.file(of: digest)) == nil { missing += 1 }
        }
        if copied > 0 {
            try folder.syncNames()
            try StoreFile.give(folder.path, toOwnerOf: owner)
        }
        return (copied, missing)
    }
}

/// New stores that are filled from others.
enum StoreCopy {
    /// Makes a store in a file.
    /// - Parameter fill: gets it in a transaction, without triggers.
    static func make<Value>(at path: String, _ fill: (SQLiteDatabase) throws -> Value) throws -> Value {
        for end in ["", "-wal", "-journal"] where StoreFile.size(of: path + end) != nil {
            throw StoreError.refused("\(path + end) is there already. Name another file, or move that one away.")
        }
        let draft = path + ".copying"
        func remove() { for end in ["", "-journal"] { _ = unsafe unlink(draft + end) } }
        remove()
        do {
            try StoreFile(path: draft).secure()
            let value = try into(draft, fill)
            try lookFirst(draft)
            try StoreFile.give(draft, toOwnerOf: path.parentFolder)
            guard unsafe rename(draft, path) == 0 else {
                throw StoreFile.unavailable("\(draft) cannot be moved to \(path)", errno)
            }
            try StoreFile.syncFolder(path.parentFolder)
            return value
        } catch {
            remove()
            throw error
        }
    }

    /// Lets the first daemon on a copy look before it sends what was due since, as after a restore.
    private static func lookFirst(_ path: String) throws {
        let db = try SQLiteDatabase(path)
        try db.transaction {
            guard let last = try db.lastChange() else { return }
            let transaction = WriteTransaction(
                db: db, now: last, boot: BootID("copy"), announced: WriteTransaction.AnnouncedKinds())
            _ = try transaction.restore(from: last)
        }
    }

    /// Makes the tables of a store in an empty file, and fills them.
    static func into<Value>(_ path: String, _ fill: (SQLiteDatabase) throws -> Value) throws -> Value {
        let db = try SQLiteDatabase(path)
        // One file, and all of it on disk at the end.
        try db.script("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
        try Schema.migrate(db)
        return try db.transaction {
            let triggers = try db.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") { row in
                let trigger = row.columns(of: "sqlite_master")
                return (name: try trigger["name"] as String, sql: try trigger["sql"] as String)
            }
            for trigger in triggers { try db.tell("DROP TRIGGER \(trigger.name)") }
            let value = try fill(db)
            for trigger in triggers { try db.script(trigger.sql) }
            return value
        }
    }

    /// - Throws: `refused` if there is a desk already.
    static func checkEmpty(_ address: PostgresAddress) throws {
        let db = try PostgresDatabase(address)
        defer { db.close() }
        guard try db.has("SELECT 1 WHERE to_regclass('turn') IS NOT NULL") else { return }
        if try db.has("SELECT 1 FROM turn WHERE holder IS NOT NULL OR commits <> 0") { throw taken(address) }
    }

    private static func taken(_ address: PostgresAddress) -> StoreError {
        .refused(
            "\(address.text) has a desk already, which stays as it is. Create another database, such as “createdb galley2”, and "
                + "name that one.")
    }

    /// Fills an empty database.
    /// - Parameter isMoved: whether a daemon may have worked with the source meanwhile, so that the first one here looks
    ///   before it sends what was due since.
    static func fill<Value>(
        _ address: PostgresAddress, isMoved: Bool, _ fill: (PostgresDatabase) throws -> Value
    ) throws -> Value {
        let db = try PostgresDatabase(address, setUp: "SET TimeZone = 'UTC'; SET synchronous_commit = on")
        defer { db.close() }
        try Schema.prepare(db, at: address.text)
        do {
            try db.tell("BEGIN")
            guard try db.has("SELECT 1 FROM turn WHERE holder IS NULL AND commits = 0 FOR UPDATE"),
                try !db.has("SELECT 1 FROM member")
            else { throw taken(address) }
            let tables = try CopiedTable.all().map(\.name)
            for table in tables { try db.tell("ALTER TABLE \(table) DISABLE TRIGGER USER") }
            let value = try fill(db)
            for table in tables { try db.tell("ALTER TABLE \(table) ENABLE TRIGGER USER") }
            try db.tell("UPDATE turn SET commits = 1, lineage = ?", [isMoved ? "moved" : ""])
            try db.commit()
            return value
        } catch {
            try? db.settle()
            _ = try? db.run("ROLLBACK", []) { _ in true }
            throw error
        }
    }
}

extension Database {
    /// The digests of all pictures that the store knows.
    func pictures() throws -> [String] {
        try all("SELECT DISTINCT digest FROM media ORDER BY digest") { row in
            (try row.columns(of: "media")["digest"] as StoredDigest).text
        }
    }
}
