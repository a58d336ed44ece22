import Dispatch
import Foundation
import GRDB
import Meters
import Posts
import Synchronization
import Testing

@testable import PostStore

@Suite("Writers that wait share a commit")
struct CommitTests {
    @Test("a hundred writers at once need far fewer commits, and all of them are there")
    func shared() async throws {
        let desk = try await Desk()
        let commits = Mutex(0)
        let counter = CommitQueue(desk.store.pool) {
            Change(db: $0, now: noon, boot: BootID("b"), news: Change.News())
        } committed: { _ in
            commits.withLock { $0 += 1 }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { try await counter.commit { try $0.announce(.postChanged, "\(number)") } }
            }
            try await group.waitForAll()
        }
        #expect(commits.withLock { $0 } < 50)
        #expect(try await desk.store.newestEventID() == 100)
    }

    @Test("a write that finds nothing to change is no news")
    func empty() async throws {
        let desk = try await Desk()
        let commits = Mutex(0)
        let counter = CommitQueue(desk.store.pool) {
            Change(db: $0, now: noon, boot: BootID("b"), news: Change.News())
        } committed: { _ in
            commits.withLock { $0 += 1 }
        }
        _ = try await counter.commit { try Claim($0, rules: [:], at: noon).take(limit: 10) }
        #expect(commits.withLock { $0 } == 0)
        try await counter.commit { try $0.announce(.postChanged, "1") }
        #expect(commits.withLock { $0 } == 1)
    }

    @Test("a writer that fails is undone alone and hears its own error; its neighbours are kept")
    func isolated() async throws {
        let desk = try await Desk()
        let user = desk.user
        let store = desk.store
        let results = await withTaskGroup(of: (Int, Bool).self) { group in
            for number in 0..<60 {
                group.addTask {
                    let result = await Result { () async throws -> Void in
                        try await store.commit { change in
                            let draft = Draft(title: "\(number)")
                            _ = try change.create(
                                PreparedDraft(draft), id: PostID(bits: UInt64(number)), owner: user)
                            if number.isMultiple(of: 3) { throw StoreError.refused("no \(number)") }
                            if number.isMultiple(of: 5) {
                                try change.db.execute(sql: "INSERT INTO user (name) VALUES (NULL)")
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

    @Test("what is kept beside a large writer that fails outlives a kill, with little memory, too")
    func neighboursOutlive() async throws {
        // given
        let desk = try await Desk()
        try await desk.store.pool.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA cache_size = 8; PRAGMA cache_spill = 8")
            try $0.execute(sql: "CREATE TABLE large (number INTEGER PRIMARY KEY, bytes BLOB)")
        }
        let store = desk.store
        let thresholds = Thresholds()
        // Nobody writes before all of them wait, so that they share a commit.
        let (gate, arrived) = (DispatchSemaphore(value: 0), Counter())
        store.pool.asyncWriteWithoutTransaction { _ in gate.wait() }

        // when
        let kept = await withTaskGroup(of: String?.self) { group in
            for number in 0..<60 {
                group.addTask {
                    if arrived.next() == 60 { gate.signal() }
                    return try? await store.commit { change in
                        guard number % 10 == 5 else {
                            try change.announce(.postChanged, "\(number)")
                            return "\(number)"
                        }
                        for _ in 0..<2 {
                            for row in 0..<20 {
                                let sql = "INSERT OR REPLACE INTO large VALUES (?, zeroblob(30000))"
                                try change.db.run(sql, [row])
                            }
                        }
                        let threshold = try Int.fetchOne(change.db, sql: "PRAGMA cache_spill")
                        _ = thresholds.seen.withLock { $0.insert(threshold) }
                        throw StoreError.refused("no \(number)")
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { kept, subject in subject.map { _ = kept.insert($0) } }
        }

        // then: of what a process leaves that is killed now, all is read
        let left = desk.folder + "/left"
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: desk.path + end, toPath: left + end) }
        let subjects = try await DatabaseQueue(path: left).read {
            try String.fetchSet($0, sql: "SELECT subject FROM event")
        }
        #expect(kept.count == 54)
        #expect(subjects == kept)
        // Whether it would come to that depends on who wrote beside whom; that it cannot does not.
        #expect(thresholds.seen.withLock { $0.contains(0) })
    }

    @Test("in a pause after many commits the log goes home into the store's file")
    func home() async throws {
        // given
        let desk = try await Desk()
        let (finished, tell) = AsyncStream<Void>.makeStream()
        let condition = StoreCondition()
        let checkpoints = Checkpoints(desk.store.pool, condition, pause: .milliseconds(1)) { tell.yield() }
        let queue = CommitQueue(desk.store.pool, condition, Meters().commits, checkpoints) {
            Change(db: $0, now: noon, boot: BootID("b"), news: Change.News())
        } committed: { _ in
        }

        // when
        for number in 0..<600 { try await queue.commit { try $0.announce(.targetChanged, "\(number)") } }
        var pauses = finished.makeAsyncIterator()
        await pauses.next()

        // then: what went home by then is there without the log
        let alone = desk.folder + "/alone"
        try FileManager.default.copyItem(atPath: desk.path, toPath: alone)
        let count = try await DatabaseQueue(path: alone).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM event")
        }
        #expect(try #require(count) >= 500)
    }

    @Test("a pause that comes when the store is closed already does nothing")
    func tooLate() async throws {
        let desk = try await Desk()
        let (finished, tell) = AsyncStream<Void>.makeStream()
        let checkpoints = Checkpoints(desk.store.pool, StoreCondition(), pause: .milliseconds(1)) { tell.yield() }
        desk.store.close()
        checkpoints.noteCommit(rows: 500)
        var pauses = finished.makeAsyncIterator()
        await pauses.next()
        #expect(!checkpoints.isUnderWay)
    }

    @Test("whoever waits for changes hears of a commit after it, and of many as of one")
    func changes() async throws {
        let desk = try await Desk()
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

    @Test("whoever waits for some kinds of events hears of no others")
    func changesOfKinds() async throws {
        let desk = try await Desk()
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
        let desk = try await Desk()
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

    @Test("a full disk costs those who were writing a clear error, and nothing that was acknowledged")
    func full() async throws {
        let desk = try await Desk()
        let (store, user) = (desk.store, desk.user)
        _ = try await desk.post("Kept")
        func limit(_ pages: Int) async throws {
            _ = try await store.commit { try Int.fetchOne($0.db, sql: "PRAGMA max_page_count = \(pages)") }
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
        let words = "The disk is full. Nothing can be saved. Free some space; Galley then goes on by itself."
        #expect(errors == [String?](repeating: words, count: 20))
        try await limit(1_000_000)
        _ = try await desk.post("After")
        #expect(try await store.posts().items.compactMap(\.title).sorted() == ["After", "Kept"])
    }

    @Test("another program that keeps the file locked costs a clear error and no post")
    func locked() async throws {
        let desk = try await Desk()
        try await desk.store.commit { try $0.db.execute(sql: "PRAGMA busy_timeout = 50") }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: desk.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let error = await #expect(throws: StoreError.self) { try await desk.post("Lost") }
        #expect(error?.description.contains("locked") ?? false)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        _ = try await desk.post("Kept")
        #expect(try await desk.store.posts().items.map(\.title) == ["Kept"])
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}

/// From how many pages on SQLite spills, as jobs met it.
private final class Thresholds: Sendable {
    let seen = Mutex<Set<Int?>>([])
}

private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
