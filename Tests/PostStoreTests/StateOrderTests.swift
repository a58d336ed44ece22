import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite struct StateOrderTests {
    @Test("in the order of states every post is listed once, whatever the page's length", arguments: [1, 2, 3, 7, 50])
    func byState(limit: Int) async throws {
        let desk = try await StoreFixture(isFile: true)
        for number in 0..<9 {
            desk.clock.advance(.seconds(1))
            _ = try await desk.store.create(Draft(title: "\(number)", body: "text"), owner: desk.user)
        }
        // States follow from deliveries, which this test does not need.
        let raw = try SQLiteDatabase(desk.path)
        let states = [
            "draft", "scheduled", "published", "unpublished", "draft", "published", "draft", "scheduled", "draft",
        ]
        for (number, state) in states.enumerated() {
            try raw.write { try $0.script("UPDATE post SET state = '\(state)' WHERE title = '\(number)'") }
        }
        var (seen, lengths, cursor) = ([String?](), [Int](), Cursor?.none)
        repeat {
            let page = try await desk.store.posts(order: .state, after: cursor, limit: limit)
            seen += page.items.map(\.title)
            lengths.append(page.items.count)
            cursor = page.next
        } while cursor != nil
        #expect(seen == ["7", "1", "8", "6", "4", "0", "5", "2", "3"])
        #expect(lengths.dropLast().allSatisfy { $0 == limit } && lengths.last != 0)
        await #expect(throws: StoreError.badCursor) {
            try await desk.store.posts(order: .state, after: Cursor(1, 1, list: "another"), limit: limit)
        }
    }
}
