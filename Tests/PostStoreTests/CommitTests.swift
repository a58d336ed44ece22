import Foundation
import OpenMetrics
import Posts
import SQL
import StoreSupport
import Synchronization
import Testing

@testable import PostStore

@Suite("Writers that wait share a commit")
struct CommitTests {
    @Test("a hundred writers that wait while one commit is under way share the next one, and all of them are there")
    func shared() async throws {
        let desk = try await StoreFixture()
        let commits = Mutex(0)
        let queue = CommitQueue(desk) { commits.withLock { $0 += 1 } }
        // The disk is busy until all hundred wait.
        let writer = HeldWriter(desk.store.engine)
        let results = await withCheckedContinuation { continuation in
            let results = Gathering<Result<Void, StoreError>>(100) { continuation.resume(returning: $0) }
            for number in 0..<100 {
                queue.add {
                    try $0.announce(.postChanged, "\(number)")
                } answer: {
                    results.add($0)
                }
            }
            writer.release()
        }
        #expect(commits.withLock { $0 } == 1)
        #expect(results.count { (try? $0.get()) != nil } == 100)
        #expect(try await desk.store.newestEventID() == 100)
    }

    @Test(
        "each turn of the writer writes one group, so that whoever else waits for the writer comes between two groups")
    func between() async throws {
        let desk = try await StoreFixture()
        let order = Mutex<[String]>([])
        let queue = CommitQueue(desk) { order.withLock { $0.append("commit") } }
        let writer = HeldWriter(desk.store.engine)
        await withCheckedContinuation { continuation in
            let answers = Gathering<Result<Void, StoreError>>(2) { _ in continuation.resume() }
            queue.add { transaction in
                try transaction.announce(.postChanged, "1")
                queue.add {
                    try $0.announce(.postChanged, "2")
                } answer: {
                    answers.add($0)
                }
            } answer: {
                answers.add($0)
            }
            desk.store.engine.write { _ in order.withLock { $0.append("other") } }
            writer.release()
        }
        #expect(order.withLock { $0 } == ["commit", "other", "commit"])
    }

    @Test("a write that finds nothing to change is no news")
    func empty() async throws {
        let desk = try await StoreFixture()
        let commits = Mutex(0)
        let counter = CommitQueue(desk) { commits.withLock { $0 += 1 } }
        _ = try await counter.commit { try Claim($0, rules: [:], at: noon).take(limit: 10, rooms: [:]) }
        #expect(commits.withLock { $0 } == 0)
        try await counter.commit { try $0.announce(.postChanged, "1") }
        #expect(commits.withLock { $0 } == 1)
    }

    @Test("a writer that fails is undone alone and hears its own error; its neighbours are kept")
    func isolated() async throws {
        let desk = try await StoreFixture()
        let user = desk.user
        let store = desk.store
        let results = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<60 {
                group.addTask {
                    let result = await Result { () async throws -> Void in
                        try await store.commit { transaction in
                            let draft = Draft(title: "\(number)")
                            _ = try transaction.create(
                                PreparedDraft(draft), id: PostID(bits: UInt64(number)), owner: user)
                            if number.isMultiple(of: 3) { throw StoreError.refused("no \(number)") }
                            if number.isMultiple(of: 5) {
                                try transaction.db.script("INSERT INTO member (name) VALUES (NULL)")
                            }
                        }
                    }
                    if case .failure(StoreError.refused(let words)) = result { #expect(words == "no \(number)") }
                    return (number, (try? result.get()) != nil)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (number, isKept) in results {
            #expect(isKept == !(number.isMultiple(of: 3) || number.isMultiple(of: 5)))
            let found = try? await store.post(PostID(bits: UInt64(number)))
            #expect((found != nil) == isKept)
        }
        #expect(try await store.posts(limit: 100).items.count == results.values.count { $0 })
    }

    @Test("in a pause after many commits the store checkpoints its log")
    func home() async throws {
        // given
        let desk = try await StoreFixture(isFile: true)
        let file = try #require(desk.store.file)
        let (finished, tell) = AsyncStream<Void>.makeStream()
        let checkpoints = Checkpoints(file.pool, StoreCondition(), pause: .milliseconds(1)) { tell.yield() }
        let queue = CommitQueue(desk)

        // when
        for number in 0..<600 { try await queue.commit { try $0.announce(.targetChanged, "\(number)") } }
        checkpoints.noteCommit(rows: 600)
        var pauses = finished.makeAsyncIterator()
        await pauses.next()

        // then: the checkpointed commits are in the file without the WAL
        let alone = desk.folder + "/alone"
        try FileManager.default.copyItem(atPath: desk.path, toPath: alone)
        let count = try SQLiteDatabase(alone).read {
            try $0.number("SELECT count(*) FROM event")
        }
        #expect(try #require(count) >= 500)
    }

    @Test("a pause that comes when the store is closed already does nothing")
    func tooLate() async throws {
        let desk = try await StoreFixture(isFile: true)
        let (finished, tell) = AsyncStream<Void>.makeStream()
        let checkpoints = Checkpoints(try #require(desk.store.file).pool, StoreCondition(), pause: .milliseconds(1)) {
            tell.yield()
        }
        desk.store.close()
        let before = try StoreFixture.contents(of: desk.folder)
        checkpoints.noteCommit(rows: 500)
        var pauses = finished.makeAsyncIterator()
        await pauses.next()
        #expect(try StoreFixture.contents(of: desk.folder) == before)
    }

    @Test("a subscriber is notified after a commit, and once for many")
    func changes() async throws {
        let desk = try await StoreFixture()
        var changes = desk.store.changes().makeAsyncIterator()
        let id = try await desk.post().post.id
        await changes.next()
        #expect(try await desk.store.post(id).post.id == id)
        for number in 0..<5 { _ = try await desk.post("\(number)") }
        await changes.next()
        _ = try? await desk.store.replace(id, with: Draft(), ifRevision: Revision(7))
        desk.store.close()
        #expect(await changes.next() == nil)
    }

    @Test("a subscriber to some kinds of events is notified of no others")
    func changesOfKinds() async throws {
        let desk = try await StoreFixture()
        var changes = desk.store.changes(of: [.postDeleted]).makeAsyncIterator()
        let id = try await desk.post().post.id
        _ = try await desk.store.delete(id)
        await changes.next()
        #expect(try await desk.store.post(id).state == .deleted)
        _ = try await desk.store.undelete(id)
        desk.store.close()
        #expect(await changes.next() == nil)
    }

    @Test("the store answers the watchdog while writers never let go")
    func answers() async throws {
        let desk = try await StoreFixture()
        let (store, clock) = (desk.store, desk.clock)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    while clock.now == noon {
                        try? await store.commit { try $0.announce(.postChanged, "\(number)") }
                    }
                }
            }
            for _ in 0..<5 { #expect(await store.answers()) }
            clock.advance(.seconds(1))
        }
    }

    @Test("on a full disk waiting writes fail with a clear error, and nothing acknowledged is lost")
    func full() async throws {
        let desk = try await StoreFixture(isFile: true)
        let (store, user) = (desk.store, desk.user)
        _ = try await desk.post("Kept")
        func limit(_ pages: Int) async throws {
            _ = try await store.commit { try $0.db.number("PRAGMA max_page_count = \(pages)") }
        }
        try await limit(1)
        let body = String(repeating: "x", count: 50_000)
        let errors = await withTaskGroup(of: String?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do throws(StoreError) {
                        _ = try await store.create(Draft(title: "\(number)", body: body), owner: user)
                        return nil
                    } catch {
                        return error.description
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let words = "The disk is full. Nothing can be saved until you free some space."
        #expect(errors == [String?](repeating: words, count: 20))
        try await limit(1_000_000)
        _ = try await desk.post("After")
        #expect(try await store.posts().items.compactMap(\.title).sorted() == ["After", "Kept"])
    }

    @Test("another program that keeps the file locked costs a clear error and no post")
    func locked() async throws {
        let desk = try await StoreFixture(isFile: true)
        try await desk.store.commit { try $0.db.script("PRAGMA busy_timeout = 50") }
        let other = try SQLiteDatabase(desk.path)
        try other.script("BEGIN IMMEDIATE")
        let error = await #expect(throws: StoreError.self) { try await desk.post("Lost") }
        #expect(error?.description.contains("locked") ?? false)
        try other.script("ROLLBACK")
        _ = try await desk.post("Kept")
        #expect(try await desk.store.posts().items.map(\.title) == ["Kept"])
    }
}

extension CommitQueue {
    /// A second queue for the store of `desk`.
    convenience init(
        _ desk: StoreFixture, committed: @escaping @Sendable () -> Void = {}
    ) {
        self.init(desk.store.engine) {
            WriteTransaction(db: $0, now: noon, boot: BootID("b"), announced: WriteTransaction.AnnouncedKinds())
        } committed: { _ in
            committed()
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
