import BackupFile
import FoundationEssentials
import Glibc
package import Posts
import SQL

/// The contents of a backup, and the effects of restoring it.
package struct RestoreReport: Hashable, Sendable {
    /// Everything committed by then is in the store.
    package let madeAt: Instant
    /// The Galley that made the backup.
    package let version: String
    package let posts, deliveries, pictures, tokens: Int
    /// Deliveries that may have left after the backup was made.
    package let doubtful: Int
    /// Deliveries whose time is still to come.
    package let waiting: Int
    /// Pictures that the store names and that are missing or damaged in the backup.
    package let badPictures: [String]
    /// The folder with the former store; nil when there was none, or nothing was changed.
    package fileprivate(set) var kept: String?
}

/// Replaces a store that no daemon has open by a backup.
///
/// The backup is unpacked into a folder beside the store, checked, and migrated there; deliveries that may have left
/// since it was made are put in doubt (`Delivery.afterRestore`). Only then are files exchanged (`Restoration+Swap.swift`).
package struct Restoration: Sendable {
    private let file: String
    let store: String
    let now: Instant
    /// Where the backup is unpacked.
    private(set) var staging: String

    /// - Parameters:
    ///   - file: the backup.
    ///   - store: the path of the store; neither it nor its folder need exist.
    package init(of file: String, to store: String, now: Instant) {
        self.file = file
        self.store = store
        self.now = now
        staging = Restoration.staging(of: store)
    }

    /// - Parameter isTrial: whether to stop before anything is changed.
    /// - Throws: `inUse`, `damaged`, `unavailable`; `refused` when the file is no backup or one of a newer Galley.
    package func run(isTrial: Bool) throws(StoreError) -> RestoreReport {
        do {
            guard !isFolder(store) else {
                throw StoreError.unavailable(
                    "\(store) is a folder. Name the store itself, such as \(store)/\(BackupName.store).")
            }
            guard isTrial else { return try restore() }
            // It makes no folder for the store and takes no lock: the daemon may run, or another restore.
            let beside = isThere(folder) ? store : FileManager.default.temporaryDirectory.path + "/" + BackupName.store
            var trial = self
            trial.staging = Restoration.trialStaging(beside, getpid())
            return try trial.unpacking { report in report }
        } catch let fault as BackupFault {
            throw .refused("\(file): \(fault)")
        } catch {
            throw StoreError(error)
        }
    }

    /// Restores into an empty database. `store` only says where the backup is unpacked.
    /// - Parameters:
    ///   - media: the folder of the pictures.
    ///   - isTrial: whether to stop before anything is changed.
    /// - Throws: `refused` if the database has a desk already; else as `run(isTrial:)`.
    package func run(
        intoServer url: String, password: String?, media: String, isTrial: Bool
    ) throws(StoreError) -> RestoreReport {
        do {
            let address = try PostgresAddress(url, password: password)
            try StoreCopy.checkEmpty(address)
            // It takes no lock: another restore has a folder of its own.
            var own = self
            let beside = isThere(folder) ? store : FileManager.default.temporaryDirectory.path + "/" + BackupName.store
            own.staging = Restoration.trialStaging(beside, getpid())
            return try own.unpacking { [own] report in
                if isTrial { return report }
                let source = try SQLiteDatabase(own.staged, .readOnly)
                // The backup's deliveries are in doubt already.
                _ = try StoreCopy.fill(address, isMoved: false) { target in
                    try own.unpackPictures(into: MediaFolder(path: media))
                    return try source.transaction("DEFERRED") { try TableCopy(from: source, to: target).run { _ in } }
                }
                return report
            }
        } catch let fault as BackupFault {
            throw .refused("\(file): \(fault)")
        } catch {
            throw StoreError(error)
        }
    }

    private func unpackPictures(into media: MediaFolder) throws {
        try FileManager.default.createDirectory(
            atPath: media.path.parentFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (unpacked, owner) = (MediaFolder(beside: staged), media.ownerPlace)
        var isNew = false
        for digest in unpacked.digests() where try media.take(digest, from: unpacked) { isNew = true }
        guard isNew else { return }
        try media.syncNames()
        try StoreFile.give(media.path, toOwnerOf: owner)
    }

    private func restore() throws -> RestoreReport {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = try StoreLock(path: store + ".lock", store: store)
        defer { lock.release() }
        try own(store + ".lock")
        Restoration.removeLeftovers(of: store)
        return try unpacking { report in
            var report = report
            report.kept = try changePlaces()
            return report
        }
    }

    /// Unpacks, checks and migrates the backup, calls `use`, and removes what was unpacked.
    func unpacking(_ use: (RestoreReport) throws -> RestoreReport) throws -> RestoreReport {
        try? FileManager.default.removeItem(atPath: staging)
        defer { try? FileManager.default.removeItem(atPath: staging) }
        try FileManager.default.createDirectory(
            atPath: staging, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return try use(bringUpToDate(unpack()))
    }

    var folder: String { store.parentFolder }
    var staged: String { "\(staging)/\(BackupName.store)" }

    // MARK: - Checking

    private typealias Unpacked = (facts: BackupFacts, pictures: Int, badPictures: [String])

    private func unpack() throws -> Unpacked {
        let media = MediaFolder(beside: staged)
        var (draft, name, offset) = (MediaDraft?.none, "", 0)
        var (pictures, badPictures) = (0, [String]())
        let facts = try BackupReading.read(file) { step in
            switch step {
            case .comment: break
            case .facts(let facts):
                guard facts.schema <= Schema.version else {
                    throw BackupFault.newerStore(facts.version)
                }
            case .begins(let found, _): (draft, name, offset) = (try media.draft(), found, 0)
            case .bytes(let part):
                try draft?.write(part, at: offset)
                offset += part.count
            case .ends(let digest):
                guard let finished = draft else { break }
                draft = nil
                if let expected = BackupName.digest(ofPicture: name) {
                    try finished.sync()
                    try media.move(finished, to: expected)
                    pictures += 1
                    if digest != expected { badPictures.append(expected) }
                } else {
                    // SQLite makes its contents durable, since the store is written to below.
                    try move(finished.path, to: staged)
                }
            }
        }
        return (facts, pictures, badPictures)
    }

    /// Checks the unpacked store and its schema, migrates it, and puts deliveries in doubt that may have left since.
    private func bringUpToDate(_ unpacked: Unpacked) throws -> RestoreReport {
        let facts = unpacked.facts
        // The facts were read before the store was unpacked; now both must agree.
        let found = try StoreFile(path: staged).check(known: .max)
        guard found == facts.schema else { throw BackupFault.otherStore(listed: facts.schema, found: found) }
        let db = try SQLiteDatabase(staged)
        try db.quickCheck()
        if let difference = try Schema.difference(in: db, at: found) { throw BackupFault.otherSchema(difference) }
        try Schema.migrate(db)
        return try db.transaction {
            let transaction = WriteTransaction(
                db: db, now: now, boot: BootID("restore"), announced: WriteTransaction.AnnouncedKinds())
            let doubtful = try transaction.restore(facts, place: file)
            func count(_ sql: String) throws -> Int { try db.count("SELECT count(*) FROM \(sql)") }
            return RestoreReport(
                madeAt: Instant(microseconds: facts.madeAt), version: facts.version,
                posts: try count("post WHERE deletedAt IS NULL"), deliveries: try count("delivery"),
                pictures: unpacked.pictures, tokens: try count("token"), doubtful: doubtful,
                waiting: try count("delivery WHERE state = 'scheduled'"),
                badPictures: facts.missing + unpacked.badPictures, kept: nil)
        }
    }

    // MARK: - Files

    /// A symbolic link is there even if it leads nowhere.
    func isThere(_ path: String) -> Bool { unsafe faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0 }

    private func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    func move(_ path: String, to other: String) throws {
        guard unsafe rename(path, other) == 0 else {
            throw StoreFile.unavailable("\(path) cannot be moved to \(other)", errno)
        }
    }

    /// The daemon runs as another user than root, who may unpack.
    func own(_ path: String) throws { try StoreFile.give(path, toOwnerOf: folder) }
}

extension WriteTransaction {
    /// How far the ids of events jump ahead: beyond any that a window can have seen in the lost store, so that every
    /// window has to reload.
    private static let jump: Int64 = 1_000_000_000

    /// Adapts a store to the present that was restored from a backup.
    /// - Parameter place: where the backup lies.
    /// - Returns: how many deliveries may have left since the backup.
    func restore(_ facts: BackupFacts, place: String) throws -> Int {
        let backup = """
            INSERT INTO backup (number, madeAt, bytes, keptAt, place) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (number) DO UPDATE SET (madeAt, bytes, keptAt, place) =
              (excluded.madeAt, excluded.bytes, excluded.keptAt, excluded.place)
            """
        try db.tell(
            backup,
            [facts.number, facts.madeAt, max(1, facts.bytes), facts.madeAt, String(place.prefix(1000))])
        return try restore(from: Instant(microseconds: facts.madeAt))
    }

    /// Adapts a store to the present that lacks what happened since `madeAt`.
    ///
    /// All users are signed out: a session that ended since must not work again. Tokens stay, because programs need them; a
    /// token that was revoked since has to be revoked again.
    /// - Returns: how many deliveries may have left since.
    func restore(from madeAt: Instant) throws -> Int {
        let doubtful = try doubtDeliveries(from: madeAt)
        for sql in ["DELETE FROM session", "DELETE FROM signInKey"] { try db.tell(sql) }
        let newest = try db.newestEvent()
        try db.tell("DELETE FROM event")
        try db.tell(
            "INSERT INTO event (id, at, kind, subject) VALUES (?, ?, ?, ?)",
            [newest + WriteTransaction.jump, now.microseconds, LogEvent.Kind.storeRestored.rawValue, "store"])
        try db.continueNumbers(of: "event", "id")
        return doubtful
    }

    private func doubtDeliveries(from madeAt: Instant) throws -> Int {
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let deliveries = try db.all(DeliveryRow.everyOpen, [last], DeliveryRow.delivery)
            for delivery in deliveries {
                if try apply(.restored(from: madeAt), to: delivery, rules: nil).history.isInDoubt { count += 1 }
            }
            guard let end = deliveries.last else { return count }
            last = end.id.number
        }
    }
}
