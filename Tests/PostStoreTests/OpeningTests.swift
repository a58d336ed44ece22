import Foundation
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A store is opened with care")
struct OpeningTests {
    /// A closed store with one post.
    private func closedStore() async throws -> StoreFixture {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("Kept")
        desk.store.close()
        return desk
    }

    @Test("what was kept is there after closing, and the log has been written back")
    func reopening() async throws {
        let desk = try await closedStore()
        let wal = try StoreFixture.contents(of: desk.folder)["galley.db-wal"]
        #expect(wal?.isEmpty ?? true)
        let store = try desk.reopened()
        #expect(store.soundness == .sound)
        #expect(try await store.posts().items.map(\.title) == ["Kept"])
        store.close()
    }

    @Test("a closed store is free even while a program that is just being started holds a copy of its lock")
    func copiedLock() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/lock-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/store.lock"
        let lock = try StoreLock(path: path, store: folder)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
        }
        let copy = dup(try #require(open.flatMap { Int32($0) }))
        defer { close(copy) }
        lock.release()
        let second = try StoreLock(path: path, store: folder)
        second.release()
    }

    @Test("only its owner may read the file and its log, even if the file was open to all")
    func mode() async throws {
        let desk = try await closedStore()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: desk.path)
        let store = try desk.reopened()
        _ = try await store.firstUser(named: "ana")
        for name in ["", "-wal", ".lock"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: desk.path + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        store.close()
    }

    @Test("writers wait for the disk, and the log is a WAL")
    func durable() async throws {
        let desk = try await StoreFixture(isFile: true)
        let settings = try await desk.store.commit { transaction in
            try ["synchronous", "journal_mode", "foreign_keys"].map { name in
                try transaction.db.first("PRAGMA \(name)") { $0.first }
            }
        }
        #expect(settings == [.integer(2), .text("wal"), .integer(1)])
    }

    @Test("a second process, or a second opening, is refused with the number of the first")
    func inUse() async throws {
        let desk = try await StoreFixture(isFile: true)
        #expect(throws: StoreError.inUse(path: desk.path, pid: ProcessInfo.processInfo.processIdentifier)) {
            try desk.reopened()
        }
        _ = try await desk.post()
    }

    @Test("a store of a newer Galley is refused in words, and not a byte of its folder changes")
    func newer() async throws {
        let desk = try await closedStore()
        let other = try SQLiteDatabase(desk.path)
        try other.script("PRAGMA user_version = 99")
        other.close()
        try FileManager.default.removeItem(atPath: desk.path + ".lock")
        let before = try StoreFixture.contents(of: desk.folder)
        #expect(throws: StoreError.newerSchema(path: desk.path, found: 99, known: Schema.version)) {
            try desk.reopened()
        }
        #expect(try StoreFixture.contents(of: desk.folder) == before)
    }

    @Test("a newer schema is seen even while it is only in the log")
    func newerInLog() async throws {
        let desk = try await closedStore()
        let copy = desk.folder + "/copy"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        let other = try SQLiteDatabase(desk.path)
        try other.script("PRAGMA user_version = 99")
        for name in ["galley.db", "galley.db-wal"] {
            try FileManager.default.copyItem(atPath: desk.folder + "/" + name, toPath: copy + "/" + name)
        }
        other.close()
        let before = try StoreFixture.contents(of: copy)
        let path = copy + "/galley.db"
        #expect(throws: StoreError.newerSchema(path: path, found: 99, known: Schema.version)) {
            try StoreFixture.open(path, "boot 2", desk.clock)
        }
        #expect(try StoreFixture.contents(of: copy) == before)
    }

    @Test("a link or a folder in the store's place is refused, because the lock would be beside the link")
    func noFile() async throws {
        let desk = try await closedStore()
        let manager = FileManager.default
        try manager.createDirectory(atPath: desk.folder + "/other/folder", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: desk.folder + "/other/link", withDestinationPath: desk.path)
        for (name, words) in [("folder", "is not a file"), ("link", "is a symbolic link")] {
            let error = #expect(throws: StoreError.self) {
                try StoreFixture.open("\(desk.folder)/other/\(name)", "boot 2", desk.clock)
            }
            #expect("\(error.map { "\($0)" } ?? "")".contains(words))
        }
        #expect(try manager.contentsOfDirectory(atPath: desk.folder + "/other").sorted() == ["folder", "link"])
    }

    @Test(
        "a store of which a file has a second name is refused, and the printed command makes it one of its own",
        arguments: ["", "-wal", "-shm", ".lock"])
    func secondName(part: String) async throws {
        let desk = try await closedStore()
        let (file, other) = (desk.path + part, desk.folder + "/it’s another")
        for end in ["-wal", "-shm"] { _ = FileManager.default.createFile(atPath: desk.path + end, contents: Data()) }
        try FileManager.default.linkItem(atPath: file, toPath: other)
        let before = try StoreFixture.contents(of: desk.folder)
        let error = StoreError.linked(path: desk.path, files: [file], isOpen: false)
        #expect(throws: error) { try desk.reopened() }
        #expect(try StoreFixture.contents(of: desk.folder) == before)
        #expect(error.description.hasSuffix(StoreFile.separate([file])))
        // It searches the whole disk, on which other tests remove their folders meanwhile: then its status is 1.
        #expect(
            try shell(StoreFile.showNames(file) + " || [ $? = 1 ]").split(separator: "\n").sorted().map(String.init)
                == [file, other].sorted())
        _ = try shell(StoreFile.separate([file]))
        let store = try desk.reopened()
        #expect(try await store.posts().items.map(\.title) == ["Kept"])
        store.close()
    }

    @Test("a second name that comes while the store is open is reported, and a start there refused in other words")
    func secondNameMeanwhile() async throws {
        let desk = try await StoreFixture(isFile: true)
        let other = desk.folder + "/other"
        #expect(desk.store.secondName == nil)
        try FileManager.default.linkItem(atPath: desk.path, toPath: other)
        let warning = try #require(desk.store.secondName)
        #expect(warning.words.hasPrefix("\(desk.path) has got a second name"))
        #expect(warning.kind == .hardLink && warning.next == StoreFile.showNames(desk.path))
        let error = StoreError.linked(path: other, files: [other], isOpen: true)
        #expect(throws: error) { try StoreFixture.open(other, "boot 2", desk.clock) }
        #expect(error.description.contains("galley backup FILE") && !error.description.contains("cp -p"))
        _ = try await desk.post("Still writing")
        try FileManager.default.removeItem(atPath: other)
        #expect(desk.store.secondName == nil)
    }

    @Test("a store that is open is refused under another path as well")
    func otherPath() async throws {
        let desk = try await StoreFixture(isFile: true)
        let other = desk.folder + "/elsewhere/galley.db"
        try FileManager.default.createDirectory(atPath: desk.folder + "/elsewhere", withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: desk.path, toPath: other)
        #expect(throws: StoreError.inUse(path: other, pid: nil)) {
            try StoreFixture.open(other, "boot 2", desk.clock)
        }
        try FileManager.default.moveItem(atPath: other, toPath: desk.path)
        _ = try await desk.post("Back")
        desk.store.close()
        let store = try desk.reopened()
        #expect(try await store.posts().items.map(\.title) == ["Back"])
        store.close()
    }

    private func shell(_ command: String) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-ec", command]
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: output, as: UTF8.self)
    }

    @Test(
        "a file that is something else is left alone", arguments: ["Dear diary", String(repeating: "x", count: 5000)])
    func other(text: String) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/other-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/galley.db"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let found = "it does not begin as an SQLite file does"
        #expect(throws: StoreError.notAStore(path: path, found: found)) {
            try StoreFixture.open(path, "b", TestClock())
        }
        #expect(try StoreFixture.contents(of: folder) == ["galley.db": Data(text.utf8)])
    }

    @Test("another program's SQLite file is left alone")
    func otherDatabase() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/other-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/galley.db"
        let other = try SQLiteDatabase(path)
        try other.script("CREATE TABLE bookmark (url TEXT)")
        other.close()
        #expect(throws: StoreError.notAStore(path: path, found: "it is another program's SQLite file")) {
            try StoreFixture.open(path, "b", TestClock())
        }
    }

    @Test("a folder that is not there is named in the error")
    func noFolder() throws {
        let error = #expect(throws: StoreError.self) {
            try StoreFixture.open("/nowhere/galley.db", "b", TestClock())
        }
        #expect(error?.description.contains("/nowhere/galley.db") ?? false)
    }

    @Test("killed in the middle of a transaction, the store has what was acknowledged and nothing else, and is checked")
    func killed() async throws {
        let desk = try await StoreFixture(isFile: true)
        let kept = try await desk.post("Acknowledged").post.id
        let copy = desk.folder + "/copy"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        let (path, folder) = (desk.path, desk.folder)
        try await desk.store.commit { transaction in
            // So large that SQLite writes it into the WAL before the commit.
            let body = String(repeating: "not yet ", count: 1_000_000)
            let id = PostID(bits: 1)
            _ = try transaction.create(PreparedDraft(Draft(title: "Half", body: body)), id: id, owner: UserID(1))
            for name in ["galley.db", "galley.db-wal"] {
                try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)")
            }
        }
        #expect(path.hasPrefix(folder))
        let (words, said) = AsyncStream.makeStream(of: String.self)
        let store = try PostStore.open(
            at: copy + "/galley.db", boot: BootID("boot 2"), now: { noon }, report: { said.yield($0) })
        #expect(try await store.posts().items.map(\.id) == [kept])
        var reports = words.makeAsyncIterator()
        #expect(await reports.next()?.contains("not shut down cleanly") ?? false)
        #expect(await reports.next() == "The store was checked and is sound.")
        #expect(store.soundness == .sound)
        store.close()
    }

    @Test("a closed store fails in words and ends its streams")
    func closed() async throws {
        let desk = try await StoreFixture(isFile: true)
        let changes = desk.store.changes()
        desk.store.close()
        for await _ in changes {}
        await #expect(throws: StoreError.self) { try await desk.store.posts() }
        await #expect(throws: StoreError.self) { try await desk.post() }
    }
}
