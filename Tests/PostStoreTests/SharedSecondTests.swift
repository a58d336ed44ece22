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
        try desk.store.onWriter {
            try $0.script(
                """
                UPDATE post SET createdAt = createdAt + 1000000 * (number / 4096 % 3) WHERE number / 4096 > 400
                """)
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
        try desk.store.onWriter { db in
            let sql = """
                INSERT INTO post (number, id, revision, owner, kind, isSlugChosen, title, excerpt, publication, state,
                  createdAt, changedAt, isIndexStale)
                VALUES (?, ?, 1, ?, 'post', FALSE, 'Shared', '', 'none', 'draft', ?, 0, TRUE)
                """
            for place in 1...count {
                let number = place * 4096 + 4095
                let madeAt = noon.microseconds + Int64(place * secondsApart) * 1_000_000
                try db.tell(sql, [number, PostID(bits: UInt64(place)).text, owner, madeAt])
                try db.tell("INSERT INTO postBody VALUES (?, ?)", [number, Array("a".utf8)])
            }
            try db.script("INSERT INTO slug SELECT 'post-' || number, number, NULL FROM post")
        }
    }
}
