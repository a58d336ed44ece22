import Posts
import Testing

@testable import PostStore

@Suite("Lists are read page by page")
struct ListTests {
    @Test("every post comes exactly once, newest first, while posts are being added", arguments: [1, 3, 7])
    func pages(limit: Int) async throws {
        let desk = try await StoreFixture()
        for number in 0..<20 {
            // Two posts per instant, so that the second key decides.
            if number.isMultiple(of: 2) { desk.clock.advance(.seconds(1)) }
            _ = try await desk.post("\(number)")
        }
        var seen: [String] = []
        var cursor: Cursor?
        repeat {
            let page = try await desk.store.posts(after: cursor, limit: limit)
            seen += page.items.compactMap(\.title)
            cursor = page.next
            desk.clock.advance(.seconds(1))
            _ = try await desk.post("added")
        } while cursor != nil
        #expect(seen == (0..<20).reversed().map(String.init))
    }

    @Test("filters for state, tag, time, owner and kind agree with what was written")
    func filters() async throws {
        let desk = try await StoreFixture()
        let store = desk.store
        let date = PlannedTime(try WallClock("2020-01-01"), in: .utc)
        let old = Draft(title: "old", tags: [try Tag("Swift"), try Tag("Web")], date: date)
        _ = try await store.create(old, owner: desk.user)
        let page = Draft(kind: .page, title: "page", tags: [try Tag("web")])
        let pageID = try await store.create(page, owner: desk.user).post.id
        let gone = try await store.create(Draft(title: "gone", tags: [try Tag("web")]), owner: desk.user).post.id
        _ = try await store.delete(gone)
        func titles(_ filter: PostFilter) async throws -> [String] {
            try await store.posts(filter).items.compactMap(\.title)
        }
        #expect(try await titles(PostFilter()) == ["page", "old"])
        #expect(try await titles(PostFilter(tag: try Tag("WEB"))) == ["page", "old"])
        #expect(try await titles(PostFilter(tag: try Tag("swift"))) == ["old"])
        #expect(try await titles(PostFilter(state: .deleted)) == ["gone"])
        #expect(try await titles(PostFilter(state: .deleted, tag: try Tag("web"))) == ["gone"])
        #expect(try await titles(PostFilter(state: .draft, tag: try Tag("web"))) == ["page", "old"])
        #expect(try await titles(PostFilter(since: noon)) == ["page"])
        #expect(try await titles(PostFilter(until: noon)) == ["old"])
        #expect(try await titles(PostFilter(owner: UserID(9))) == [])
        #expect(try await titles(PostFilter(owner: desk.user, kind: .page)) == ["page"])
        _ = try await store.replace(pageID, with: Draft(title: "page", tags: [try Tag("other")]), ifRevision: nil)
        #expect(try await titles(PostFilter(tag: try Tag("web"))) == ["old"])
        #expect(
            try await store.posts(PostFilter(tag: try Tag("swift"))).items.first?.tags.map(\.text) == ["Swift", "Web"])
        #expect(try await store.counts().posts == [.draft: 2, .deleted: 1])
    }

    @Test(
        "a cursor that was changed, or is another list's, is refused",
        arguments: [
            "", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%", "ééééééééééééééééé",
        ])
    func tampered(text: String) async throws {
        let desk = try await StoreFixture()
        await #expect(throws: StoreError.badCursor) { try await desk.store.posts(after: Cursor(text)) }
        await #expect(throws: StoreError.badCursor) { try await desk.store.search("a", after: Cursor(text)) }
        await #expect(throws: StoreError.badCursor) { try await desk.store.deliveries(.all, after: Cursor(text)) }
        let good = Cursor(1, 2, list: ListQuery(PostFilter()).name)
        _ = try await desk.store.posts(after: good)
        await #expect(throws: StoreError.badCursor) {
            try await desk.store.posts(PostFilter(state: .draft), after: good)
        }
        for index in good.text.indices {
            var other = good.text
            other.replaceSubrange(index...index, with: good.text[index] == "B" ? "C" : "B")
            await #expect(throws: StoreError.badCursor) { try await desk.store.posts(after: Cursor(other)) }
        }
    }
}
