import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Search finds what was written")
struct SearchTests {
    private func titles(_ desk: StoreFixture, _ text: String, order: SearchOrder = .date) async throws -> [String] {
        try await desk.store.search(text, order: order).items.compactMap(\.title)
    }

    @Test("words are found in title, text and tags, without regard to accents and case, also when unfinished")
    func words() async throws {
        let desk = try await StoreFixture()
        let draft = Draft(title: "Crème brûlée", body: "Sugar\0and cream", tags: [try Tag("Dessert")])
        _ = try await desk.store.create(draft, owner: desk.user)
        for text in ["creme", "BRÛLÉE sugar", "dess", "cream", "\"sugar and\"", "su", "crème dessert \"and cream\""] {
            #expect(try await titles(desk, text) == ["Crème brûlée"], "\(text)")
        }
        // Signs that are no letters are not searched for, however new they are.
        for text in ["cream 🥳", "👍🏽 sugar", "₿ 🎂 creme"] {
            #expect(try await titles(desk, text) == ["Crème brûlée"], "\(text)")
        }
        for text in ["ream", "s", "\"cream and\"", "su cream", "sugar salt", "🥳", "₿"] {
            #expect(try await titles(desk, text) == [], "\(text)")
        }
    }

    @Test(
        "words of scripts that have no blanks between them are found wherever they stand",
        arguments: [
            ("日本語の検索テスト", ["日本語", "検索", "テスト", "検", "の検索テ"], ["索検", "日語", "テストの"]),
            ("我们在Swift里写字", ["写字", "swift里", "在sw", "我们 写"], ["写我", "字写"]),
            ("ภาษาไทยสวัสดีครับ", ["สวัสดี", "ไทย", "ภาษาไทย"], ["ดีสวัส"]),
            ("ប្រទេសកម្ពុជា", ["កម្ពុជា"], ["ជាកម្ពុ"]),
        ])
    func scriptsWithoutBlanks(text: String, found: [String], absent: [String]) async throws {
        let desk = try await StoreFixture()
        _ = try await desk.post("Title", text)
        _ = try await desk.post(text, "Body")
        for words in found { #expect(try await titles(desk, words).count == 2, "\(words)") }
        for words in absent { #expect(try await titles(desk, words).isEmpty, "\(words)") }
    }

    @Test("after the migration to another kind of entry every post is found as before")
    func indexMadeAnew() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("検索", "Old words")
        #expect(try await titles(desk, "old") == ["検索"])
        try await desk.store.commit { transaction in
            try transaction.db.runAgain("15 search of all scripts")
        }
        #expect(try await titles(desk, "old 検") == ["検索"])
        #expect(try await desk.store.searchProblem() == nil)
    }

    @Test("a last word that is in more than fifty posts as it stands counts as finished, on every page")
    func finished() async throws {
        let desk = try await StoreFixture()
        for number in 1...50 { _ = try await desk.post("Lake \(number)", "Still water") }
        _ = try await desk.post("Falls", "Waterfalls")
        #expect(try await desk.store.search("water", limit: 200).items.count == 51)
        _ = try await desk.post("Sea", "Salt water")
        for order in SearchOrder.allCases {
            var (found, cursor): ([PostSummary], Cursor?) = ([], nil)
            repeat {
                let page = try await desk.store.search("water", order: order, after: cursor, limit: 30)
                found += page.items
                cursor = page.next
            } while cursor != nil
            #expect(found.count == 51)
            #expect(!found.contains { $0.title == "Falls" })
        }
        #expect(try await titles(desk, "waterf") == ["Falls"])
        #expect(try await titles(desk, "wat").count == 50)
    }

    @Test(
        "nothing that can be typed is a syntax error",
        arguments: [
            "\"", "\"\"", "AND", "OR NOT", "a AND", "NEAR(", "title:x", "{title} : y", "a*b", "-x", "^a", "(", ")", "'",
            ";",
            "a\0b", "%_", "…", "👩‍👩‍👧", "\u{202E}", "\\", String(repeating: "\"a ", count: 3000), "é\" OR \"x",
        ])
    func hostile(text: String) async throws {
        let desk = try await StoreFixture()
        _ = try await desk.post("Title", "Text")
        for order in SearchOrder.allCases { _ = try await desk.store.search(text, order: order) }
    }

    @Test("a changed post is found by its new words and no longer by the old ones, however often it changed")
    func changed() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post("One", "alpha é").post.id
        #expect(try await titles(desk, "alpha") == ["One"])
        for (index, word) in ["beta", "gamma", "delta"].enumerated() {
            for draft in [Draft(title: "One", body: "draft \(word)"), Draft(title: "One", body: word)] {
                _ = try await desk.store.replace(id, with: draft, ifRevision: nil)
            }
            #expect(try await titles(desk, word) == ["One"], "\(index)")
            #expect(try await titles(desk, "alpha") == [])
            #expect(try await titles(desk, "draft") == [])
        }
        _ = try await desk.store.delete(id)
        #expect(try await titles(desk, "delta") == [])
        _ = try await desk.store.undelete(id)
        #expect(try await titles(desk, "delta") == ["One"])
        #expect(try await desk.store.searchProblem() == nil)
    }

    @Test("closing the store does not wait for the index; the next start finishes it")
    func endsEarly() async throws {
        let desk = try await StoreFixture()
        for number in 0..<3 { _ = try await desk.post("Post \(number)", "Words") }
        let tidying = Task {
            while !Task.isCancelled { await Task.yield() }
            try await desk.store.tidy()
        }
        tidying.cancel()
        try await tidying.value
        #expect(try await desk.store.read { try $0.hasStaleIndex() })
        try await desk.store.tidy()
        #expect(try await !desk.store.read { try $0.hasStaleIndex() })
        #expect(try await desk.store.search("words").items.count == 3)
    }

    @Test("by date the newest comes first, by rank what has the words in its title, then in its tags")
    func order() async throws {
        let desk = try await StoreFixture()
        for (title, body, tags) in [
            ("plum in the title", "", []), ("tagged", "", ["plum"]), ("a", "plum", []), ("b", "plum", []),
        ] {
            desk.clock.advance(.seconds(10))
            _ = try await desk.store.create(
                Draft(title: title, body: body, tags: try tags.map { try Tag($0) }), owner: desk.user)
        }
        #expect(try await titles(desk, "plum") == ["b", "a", "tagged", "plum in the title"])
        #expect(try await titles(desk, "plum", order: .rank) == ["plum in the title", "tagged", "b", "a"])
    }

    @Test("a post moves among the results when its date does", arguments: SearchOrder.allCases)
    func pages(order: SearchOrder) async throws {
        let desk = try await StoreFixture()
        for number in 0..<30 {
            let date = PlannedTime(noon - .days(Int64(number * 7 % 30)), in: .utc)
            let draft = Draft(title: "pear \(number * 7 % 30)", date: date)
            _ = try await desk.store.create(draft, owner: desk.user)
        }
        var seen: [String] = []
        var cursor: Cursor?
        repeat {
            let page = try await desk.store.search("pear", order: order, after: cursor, limit: 7)
            seen += page.items.compactMap(\.title)
            cursor = page.next
        } while cursor != nil
        #expect(seen == (0..<30).map { "pear \($0)" })
        let id = try await desk.store.search("\"pear 29\"").items.map(\.id)
        let newest = Draft(title: "pear 29", date: PlannedTime(noon + .days(1), in: .utc))
        _ = try await desk.store.replace(try #require(id.first), with: newest, ifRevision: nil)
        #expect(
            try await desk.store.search("pear", order: order, limit: 2).items.compactMap(\.title) == [
                "pear 29", "pear 0",
            ])
    }

    @Test("filters narrow a search as they narrow a list")
    func filtered() async throws {
        let desk = try await StoreFixture()
        _ = try await desk.store.create(Draft(kind: .page, title: "fig", tags: [try Tag("x")]), owner: desk.user)
        _ = try await desk.post("fig too")
        for order in SearchOrder.allCases {
            for filter in [PostFilter(tag: try Tag("X")), PostFilter(kind: .page)] {
                let found = try await desk.store.search("fig", in: filter, order: order)
                #expect(found.items.map(\.title) == ["fig"])
            }
        }
    }
}
