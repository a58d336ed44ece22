import BackupFile
import Digests
import Foundation
import Pictures
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A backup is made while the work goes on, and brings it back")
struct BackupTests {
    private func restore(_ file: String, to folder: String, now: Instant = noon, isTrial: Bool = false) throws
        -> RestoreReport
    {
        try Restoration(of: file, to: folder + "/galley.db", now: now).run(isTrial: isTrial)
    }

    @Test("on a bare machine everything is there again: posts, history, deliveries, pictures, users")
    func bare() async throws {
        let desk = try await StoreFixture(isFile: true)
        #expect(try await desk.store.deskName() == nil)
        let post = try await desk.post("Harbour", "Boats at low tide")
        let name = try #require(try await desk.store.deskName())
        _ = try await desk.store.publish(post.post.id, ifRevision: nil, date: nil, deliveries: [try frozen()])
        let picture = try await desk.addPicture()
        let file = try await desk.backUp()
        // When the machine is lost
        let bare = try TemporaryStore()
        let report = try restore(file, to: bare.folder)
        #expect(report.posts == 1 && report.deliveries == 1 && report.pictures == 1 && report.kept == nil)
        #expect(report.madeAt == noon && report.badPictures == [] && report.doubtful == 1)
        // Then
        let store = try StoreFixture.open(bare.path, "boot 2", desk.clock)
        defer { store.close() }
        #expect(try await store.posts().items.map(\.title) == ["Harbour"])
        #expect(try await store.deskName() == name)
        #expect(try await store.search("tide").items.count == 1)
        #expect(try store.mediaFolder.bytes(of: picture.digest) == MediaTests.file())
        #expect(try await store.lastBackup()?.madeAt == noon)
        #expect(try await store.payload(of: DeliveryID(1)) == Array("payload".utf8))
    }

    @Test("it holds what was committed before, none of what came after, and writers did not wait for it")
    func consistent() async throws {
        let desk = try await StoreFixture(isFile: true)
        for number in 0..<50 { _ = try await desk.post("Before \(number)") }
        let copy = try await desk.store.makeBackup(try desk.store.backupPermit(), version: "1") { _ in }
        _ = try await desk.post("After")
        var bytes: [UInt8] = []
        while let part = try copy.next() { bytes += part }
        let file = desk.folder + "/backup.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let bare = try TemporaryStore()
        #expect(try restore(file, to: bare.folder).posts == 50)
        #expect(try await desk.store.posts(limit: 100).items.count == 51)
    }

    @Test("one is made at a time, and a failed or finished one makes room for the next")
    func oneAtATime() async throws {
        let desk = try await StoreFixture(isFile: true)
        var permit: BackupPermit? = try desk.store.backupPermit()
        #expect(throws: StoreError.self) { try desk.store.backupPermit() }
        #expect(permit != nil)
        permit = nil
        _ = try await desk.backUp()
        _ = try await desk.backUp(to: "second.tar")
        #expect(!FileManager.default.fileExists(atPath: desk.path + ".backup"))
        #expect(try await desk.store.backups().map(\.number) == [2, 1])
    }

    @Test("a picture that is removed meanwhile is in it, and its file goes afterwards")
    func removedMeanwhile() async throws {
        let desk = try await StoreFixture(isFile: true)
        let media = try await desk.addPicture()
        var copy: BackupCopy? = try await desk.store.makeBackup(try desk.store.backupPermit(), version: "1") { _ in }
        try await desk.store.removeMedia(media.id, of: desk.user)
        var bytes: [UInt8] = []
        while let part = try copy?.next() { bytes += part }
        #expect(String(decoding: bytes, as: Unicode.ASCII.self).contains(BackupName.picture(media.digest)))
        let file = desk.store.mediaFolder.file(of: media.digest)
        #expect(FileManager.default.fileExists(atPath: file))
        copy = nil
        try await desk.store.tidy()
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("a picture whose file is missing is reported by name, and the backup holds the rest")
    func missing() async throws {
        let desk = try await StoreFixture(isFile: true)
        let (one, two) = (try await desk.addPicture(1), try await desk.addPicture(2))
        try FileManager.default.removeItem(atPath: desk.store.mediaFolder.file(of: one.digest))
        let bare = try TemporaryStore()
        let report = try restore(try await desk.backUp(), to: bare.folder)
        #expect(report.badPictures == [one.digest] && report.pictures == 1)
        #expect(FileManager.default.fileExists(atPath: MediaFolder(beside: bare.path).file(of: two.digest)))
    }

    @Test(
        "a picture whose file has other contents is reported by name, and the backup holds the rest",
        arguments: ["", "junk", String(repeating: "long junk ", count: 100_000)])
    func damagedPicture(_ contents: String) async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Harbour")
        let (one, two) = (try await desk.addPicture(1), try await desk.addPicture(2))
        try Data(contents.utf8).write(to: URL(fileURLWithPath: desk.store.mediaFolder.file(of: one.digest)))
        let bare = try TemporaryStore()
        let report = try restore(try await desk.backUp(), to: bare.folder)
        #expect(report.badPictures == [one.digest] && report.pictures == 2 && report.posts == 1)
        #expect(try MediaFolder(beside: bare.path).bytes(of: two.digest) == MediaTests.file(2))
    }

    @Test("a picture whose end cannot be read is reported as damaged, and the backup holds the rest")
    func unreadablePicture() async throws {
        // Given
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Harbour")
        let (one, two) = (try await desk.addPicture(1), try await desk.addPicture(2))
        let copy = try await desk.store.makeBackup(try desk.store.backupPermit(), version: "1") { _ in }
        try Data("ju".utf8).write(to: URL(fileURLWithPath: desk.store.mediaFolder.file(of: one.digest)))
        // When
        var bytes: [UInt8] = []
        while let part = try copy.next() { bytes += part }
        let file = desk.folder + "/backup.tar"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        // Then
        let bare = try TemporaryStore()
        let report = try restore(file, to: bare.folder)
        #expect(report.badPictures == [one.digest] && report.pictures == 2 && report.posts == 1)
        #expect(try MediaFolder(beside: bare.path).bytes(of: two.digest) == MediaTests.file(2))
    }

    @Test("only backups that were read back count as the last one")
    func lastBackup() async throws {
        let desk = try await StoreFixture(isFile: true)
        let number = try await desk.store.noteBackup(madeAt: noon - .days(1), bytes: 5)
        _ = try await desk.store.noteBackup(madeAt: noon, bytes: 5)
        #expect(try await desk.store.lastBackup()?.madeAt == nil)
        let kept = try await desk.store.noteBackupKept(number, at: "host:/srv/galley.tar")
        #expect(kept.place == "host:/srv/galley.tar" && kept.keptAt == noon)
        #expect(try await desk.store.lastBackup()?.madeAt == noon - .days(1))
        await #expect(throws: StoreError.noSuchBackup(9)) { try await desk.store.noteBackupKept(9, at: "x") }
        // The last one, not the one that a clock which was ahead calls the newest
        let ahead = try await desk.store.noteBackup(madeAt: noon + .days(26_000), bytes: 5)
        let last = try await desk.store.noteBackup(madeAt: noon + .days(1), bytes: 5)
        for number in [ahead, last] { _ = try await desk.store.noteBackupKept(number, at: "x") }
        #expect(try await desk.store.lastBackup()?.madeAt == noon + .days(1))
    }

    // MARK: - Restoring

    @Test("what was there before is kept under a named path, and opens")
    func keepsOld() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Old")
        _ = try await desk.addPicture()
        let file = try await desk.backUp()
        _ = try await desk.post("Written since")
        desk.store.close()
        let report = try restore(file, to: desk.folder)
        let kept = try #require(report.kept)
        #expect(kept == desk.folder + "/before-restore-20261201T120000Z")
        let old = try StoreFixture.open(kept + "/galley.db", "boot 3", desk.clock)
        #expect(try await old.posts().items.count == 2)
        old.close()
        #expect(FileManager.default.fileExists(atPath: kept + "/media"))
        let store = try desk.reopened()
        #expect(try await store.posts().items.map(\.title) == ["Old"])
        store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: desk.folder)
        #expect(!names.contains { $0.hasSuffix(".restored") || $0.hasSuffix(".restoring") })
    }

    @Test("while a daemon holds the store it is refused, and nothing changes")
    func inUse() async throws {
        let desk = try await StoreFixture(isFile: true)
        let file = try await desk.backUp()
        let pid = ProcessInfo.processInfo.processIdentifier
        #expect(throws: StoreError.inUse(path: desk.path, pid: pid)) { try restore(file, to: desk.folder) }
        // A trial changes nothing.
        #expect(try restore(file, to: desk.folder, isTrial: true).posts == 0)
        _ = try await desk.post()
    }

    @Test("a folder in place of the store is refused and stays", arguments: [true, false])
    func folderAsStore(isTrial: Bool) async throws {
        let desk = try await StoreFixture(isFile: true)
        let file = try await desk.backUp()
        let before = try FileManager.default.contentsOfDirectory(atPath: desk.folder).sorted()
        let error = #expect(throws: StoreError.self) {
            try Restoration(of: file, to: desk.folder, now: noon).run(isTrial: isTrial)
        }
        #expect("\(try #require(error))".contains("is a folder. Name the store itself"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder).sorted() == before)
    }

    @Test("a trial says what would happen and changes nothing")
    func trial() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Old")
        let file = try await desk.backUp()
        _ = try await desk.post("Written since")
        desk.store.close()
        let before = try FileManager.default.contentsOfDirectory(atPath: desk.folder).sorted()
        let report = try restore(file, to: desk.folder, isTrial: true)
        #expect(report.posts == 1 && report.kept == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder).sorted() == before)
        let store = try desk.reopened()
        #expect(try await store.posts().items.count == 2)
        store.close()
    }

    @Test("a trial makes no folder for the store, and leaves the files of a restore under way")
    func trialTouchesNothing() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Old")
        let file = try await desk.backUp()
        let missing = desk.folder + "/not/there"
        #expect(try restore(file, to: missing, isTrial: true).posts == 1)
        #expect(!FileManager.default.fileExists(atPath: desk.folder + "/not"))
        let underWay = desk.folder + "/galley.db.restored"
        try FileManager.default.createDirectory(atPath: underWay, withIntermediateDirectories: false)
        #expect(try restore(file, to: desk.folder, isTrial: true).posts == 1)
        #expect(FileManager.default.fileExists(atPath: underWay))
        desk.store.close()
    }

    @Test("commands against a fault name paths as one word of a shell")
    func quotedPaths() {
        let loss = StoreLoss(store: "/srv/my desk/it's.db", missing: "", copy: "/tmp/a b.db", reason: nil)
        let next = MachineFault.storeGone(loss).next(store: loss.store, isService: true)
        #expect(
            next.contains(
                #"rm -f '/srv/my desk/it'\''s.db-wal' '/srv/my desk/it'\''s.db-shm' && mv '/tmp/a b.db' '/srv"#))
        for (folder, word) in [("/srv/my desk", "'/srv/my desk'"), ("/srv/desk-1", "/srv/desk-1")] {
            let next = MachineFault.diskFull.next(store: "\(folder)/a.db", isService: true)
            #expect(next == "df -h --output=target,avail,iavail \(word)")
        }
    }

    @Test("a damaged, a cut and a foreign file are refused in words, and the store stays")
    func badFiles() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Kept")
        let whole = try Data(contentsOf: URL(fileURLWithPath: try await desk.backUp()))
        desk.store.close()
        var damaged = whole
        damaged[40_000] ^= 1
        let files = [damaged, whole.prefix(whole.count / 2), Data("Dear diary".utf8), Data()]
        for (index, bytes) in files.enumerated() {
            let path = desk.folder + "/bad-\(index)"
            try bytes.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.self) { try restore(path, to: desk.folder) }
            #expect(error?.description.hasPrefix(path) ?? false)
        }
        let store = try desk.reopened()
        #expect(try await store.posts().items.map(\.title) == ["Kept"])
        store.close()
    }

    @Test("a folder that cannot be made for the restored store is reported in the system's words")
    func noFolder() async throws {
        let desk = try await StoreFixture(isFile: true)
        let backup = try await desk.backUp()
        let error = #expect(throws: StoreError.self) { try restore(backup, to: "/proc/none/folder") }
        let words = error?.description ?? ""
        #expect(words.contains("cannot be used: No such file or directory."), "\(words)")
    }

    @Test("a file among the backups that is none is reported as what it is")
    func otherFiles() async throws {
        let desk = try await StoreFixture(isFile: true)
        let whole = String(decoding: try Data(contentsOf: URL(fileURLWithPath: try await desk.backUp())), as: UTF8.self)
        let facts = "\"schema\" : \(Schema.version)"
        #expect(whole.contains(facts))
        var newer = try Data(contentsOf: URL(fileURLWithPath: "\(desk.folder)/backup.tar"))
        let place = try #require(newer.firstRange(of: Data(facts.utf8)))
        newer.replaceSubrange(place, with: Data("\"schema\" : 99".utf8))
        desk.store.close()
        let files: [(Data, String)] = [
            (Data([0x1F, 0x8B]) + Data(count: 600), "it is compressed, and has to be unpacked first"),
            (try Data(contentsOf: URL(fileURLWithPath: desk.path)), "it is a database"),
            (newer, "was made by Galley 1.0.0, and this one is older. Nothing was changed."),
        ]
        for (bytes, words) in files {
            let path = desk.folder + "/other"
            try bytes.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.self) { try restore(path, to: desk.folder, isTrial: true) }
            #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
        }
        let error = #expect(throws: StoreError.self) { try restore("/nowhere", to: desk.folder, isTrial: true) }
        #expect(error?.description == "/nowhere: The backup cannot be read: No such file or directory.")
    }

    @Test("a list of another store is reported, and the current store stays", arguments: [Schema.version - 1, 99])
    func otherStore(schema: Int) async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Kept")
        let file = try await desk.backUp()
        desk.store.close()
        // Given a backup with another number in its store, and every digest right
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let (listed, other) = (schema < Schema.version ? schema : Schema.version, UInt8(max(schema, Schema.version)))
        func change(_ place: Range<Int>, to new: Data, in file: Range<Int>) throws {
            func digest() -> Data {
                Data(SHA256.hash(bytes[file]).hexadecimal.utf8)
            }
            let old = digest()
            bytes.replaceSubrange(place, with: new)
            try bytes.replaceSubrange(#require(bytes.firstRange(of: old)), with: digest())
        }
        let start = try #require(bytes.firstRange(of: Data("SQLite format 3".utf8))).lowerBound
        let size = try #require(Int(String(decoding: bytes[(start - 388)..<(start - 377)], as: UTF8.self), radix: 8))
        try change((start + 63)..<(start + 64), to: Data([other]), in: start..<(start + size))
        let facts = try #require(bytes.firstRange(of: Data("\"schema\" : \(Schema.version)".utf8)))
        let opening = try #require(bytes[..<facts.lowerBound].lastIndex(of: UInt8(ascii: "{")))
        let closing = try #require(bytes[facts.upperBound...].firstIndex(of: 0))
        try change(facts, to: Data("\"schema\" : \(listed)".utf8), in: opening..<closing)
        try bytes.write(to: URL(fileURLWithPath: file))
        // When
        let error = #expect(throws: StoreError.self) { try restore(file, to: desk.folder) }
        // Then
        let words = "its list says that the store has schema \(listed), and it has \(other). Nothing was changed."
        #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
        let store = try desk.reopened()
        defer { store.close() }
        #expect(try await store.posts().items.map(\.title) == ["Kept"])
    }

    @Test("a restore that was cut off between two files keeps daemons out until it is done again")
    func interrupted() async throws {
        let desk = try await StoreFixture(isFile: true)
        let file = try await desk.backUp()
        desk.store.close()
        try Data().write(to: URL(fileURLWithPath: desk.path + ".restoring"))
        #expect(throws: StoreError.halfRestored(path: desk.path)) {
            try desk.reopened()
        }
        _ = try restore(file, to: desk.folder)
        try desk.reopened().close()
    }

    @Test("windows reload everything, browsers sign in again, tokens stay")
    func others() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post()
        _ = try await desk.store.addSignInKey(hash: [UInt8](repeating: 1, count: 32), for: desk.user)
        let session = [UInt8](repeating: 2, count: 32)
        _ = try await desk.store.openSession(key: [UInt8](repeating: 1, count: 32), hash: session, label: "Browser")
        let token = [UInt8](repeating: 3, count: 32)
        _ = try await desk.store.addToken(named: "phone", for: desk.user, hash: token)
        let file = try await desk.backUp()
        for _ in 0..<5 { _ = try await desk.post() }
        let seen = try await desk.store.newestEventID()
        desk.store.close()
        _ = try restore(file, to: desk.folder)
        let store = try desk.reopened()
        defer { store.close() }
        // Also after as many events as were lost.
        for _ in 0..<10 { _ = try await store.create(Draft(title: "New", body: ""), owner: desk.user) }
        guard case .reset(let newest, _) = try await store.events(after: seen) else {
            Issue.record("A window would miss what was lost.")
            return
        }
        #expect(newest > seen)
        #expect(try await store.session(hash: session) == nil)
        #expect(try await store.token(hash: token) != nil)
    }

    @Test("deliveries that may have left since are not given out to be sent before they were looked up")
    func deliveries() async throws {
        let desk = try await StoreFixture(isFile: true)
        let id = try await desk.post().post.id
        _ = try await desk.store.publish(
            id, ifRevision: nil, date: nil,
            deliveries: [
                try frozen("soon", at: noon + .minutes(5)), try frozen("later", at: noon + .days(3)),
            ])
        let file = try await desk.backUp()
        desk.store.close()
        desk.clock.advance(.days(1))
        let report = try restore(file, to: desk.folder, now: desk.clock.now)
        #expect(report.doubtful == 1 && report.waiting == 1)
        let store = try desk.reopened()
        defer { store.close() }
        let known = [try target("soon"): rules, try target("later"): rules]
        try await store.recover(rules: known)
        let claimed = try await store.claimDue(now: desk.clock.now, rules: known)
        #expect(claimed.map(\.delivery.target.text) == ["soon"] && claimed.map(\.task) == [.lookUp])
        #expect(claimed.first?.delivery.history.firstSentAt == noon)
    }
}
