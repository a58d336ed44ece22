import Posts
import SQL
import StoreSupport
import Synchronization
import Testing

@testable import PostStore

@Suite("Posts that share a second")
struct SharedSecondTests {
    @Test("indexing posts of one second takes about as many statements as indexing posts of as many minutes")
    func statements() async throws {
        let shared = try await statementsToIndex(secondsApart: 0)
        let spread = try await statementsToIndex(secondsApart: 60)
        #expect(shared < spread * 3 / 2)
    }

    @Test("posts that find their second full are all found, beside those of the next seconds")
    func found() async throws {
        let desk = try await StoreFixture()
        try await insert(desk, secondsApart: 0)
        try desk.store.pool.writer.wait {
            try $0.script("UPDATE post SET createdAt = createdAt + 1000000 * (id % 3) WHERE id > 400")
        }
        try await desk.store.tidy()
        var page = try await desk.store.search("shared", limit: 500)
        var found = page.items.map(\.id)
        while let next = page.next {
            page = try await desk.store.search("shared", after: next, limit: 500)
            found += page.items.map(\.id)
        }
        #expect(found.count == count && Set(found).count == count)
    }

    /// How many statements the writer runs until the index contains all posts.
    private func statementsToIndex(secondsApart: Int) async throws -> Int {
        let desk = try await StoreFixture()
        try await insert(desk, secondsApart: secondsApart)
        let statements = try await desk.store.commit { transaction in
            let counting = CountingDatabase(transaction.db)
            let counted = WriteTransaction(
                db: counting, now: transaction.now, boot: transaction.boot, announced: transaction.announced)
            while try counted.indexStale() > 0 {}
            return counting.statements.count
        }
        let sql = "SELECT count(*) FROM post WHERE docId IS NOT NULL"
        #expect(try await desk.store.read { try $0.integer(sql) } == Int64(count))
        return statements
    }

    private let count = 600

    /// Each post wants the last id of its second.
    private func insert(_ desk: StoreFixture, secondsApart: Int) async throws {
        let (owner, count) = (desk.user.number, count)
        try desk.store.pool.writer.wait { db in
            try db.tell(
                """
                WITH RECURSIVE one(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM one WHERE number < ?)
                INSERT INTO post (number, id, revision, owner, kind, isSlugChosen, title, excerpt, publication, state,
                  createdAt, changedAt, isIndexStale)
                SELECT number * 4096 + 4095, printf('%012d', number), 1, ?, 'post', 0, 'Shared', '', 'none', 'draft',
                  ? + number * ?, 0, 1 FROM one
                """, [count, owner, noon.microseconds, secondsApart * 1_000_000])
            try db.script("INSERT INTO postBody SELECT number, x'61' FROM post")
            try db.script("INSERT INTO slug SELECT 'post-' || number, number, NULL FROM post")
        }
    }
}
