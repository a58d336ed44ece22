import Posts
import StoreSupport
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

    @Test(
        "a post is listed with its first line, without the backslash of a hard line break",
        arguments: [
            ("Classic editor text\\\nand more", "Classic editor text"), ("One\\\r\nTwo", "One"), ("\\\nTwo", "Two"),
            ("A path: C:\\", "A path: C:\\"), ("\\*Not\\* this", "\\*Not\\* this"), ("\\\n", ""),
        ])
    func firstLine(body: String, excerpt: String) throws {
        #expect(try PreparedDraft(Draft(body: body)).excerpt == excerpt)
    }

    @Test(
        "each order lists every post once over all pages, with every filter", arguments: ListOrder.allCases, [1, 4, 50])
    func orders(order: ListOrder, limit: Int) async throws {
        let desk = try await StoreFixture()
        let other = try await desk.store.addUser(named: "bo").id
        let titles = ["zoo", "Äpfel", "apple", "Éclair", "eclair", nil, "Zebra", "日本", "über", "Unter"]
        var posts: [(id: PostID, title: String?)] = []
        for (number, title) in titles.enumerated() {
            desk.clock.advance(.seconds(1))
            let draft = Draft(
                kind: number == 3 ? .page : .post, title: title, body: "body", tags: number < 6 ? [try Tag("sea")] : [],
                date: PlannedTime(try WallClock("20\(10 + number * 7 % 10)-01-01"), in: .utc))
            let owner = number.isMultiple(of: 2) ? desk.user : other
            posts.append((try await desk.store.create(draft, owner: owner).post.id, title))
        }
        // The first is edited last.
        desk.clock.advance(.seconds(1))
        let first = try await desk.store.post(named: posts[0].id.text).post
        var draft = first.draft
        draft.body = "edited"
        _ = try await desk.store.replace(first.id, with: draft, ifRevision: nil)

        func listed(_ filter: PostFilter) async throws -> [String?] {
            var (seen, cursor) = ([String?](), Cursor?.none)
            repeat {
                let page = try await desk.store.posts(filter, order: order, after: cursor, limit: limit)
                seen += page.items.map(\.title)
                cursor = page.next
            } while cursor != nil
            return seen
        }
        let expected: [String?] =
            switch order {
            case .date: (0..<10).sorted { $0 * 7 % 10 > $1 * 7 % 10 }.map { titles[$0] }
            case .edited, .state: [titles[0]] + titles.dropFirst().reversed()
            case .title: ["Äpfel", "apple", nil, "eclair", "Éclair", "über", "Unter", "Zebra", "zoo", "日本"]
            }
        #expect(try await listed(PostFilter()) == expected)
        #expect(try await listed(PostFilter(state: .draft)) == expected)
        let tagged = Set(titles[..<6])
        #expect(try await listed(PostFilter(tag: try Tag("sea"))) == expected.filter { tagged.contains($0) })
        let sea = PostFilter(state: .draft, tag: try Tag("sea"))
        #expect(try await listed(sea) == expected.filter { tagged.contains($0) })
        let own = Set(titles.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
        #expect(try await listed(PostFilter(owner: desk.user)) == expected.filter { own.contains($0) })
        #expect(try await listed(PostFilter(kind: .page)) == ["Éclair"])
    }

    @Test("tags are listed with their posts, without deleted ones and those of other users")
    func tags() async throws {
        let desk = try await StoreFixture()
        let other = try await desk.store.addUser(named: "bo").id
        for (owner, tags) in [
            (desk.user, ["sea", "Zoo"]), (desk.user, ["Sea"]), (other, ["SEA", "secret"]), (desk.user, ["gone"]),
        ] {
            desk.clock.advance(.seconds(1))
            let draft = Draft(title: "Tagged", body: "text", tags: try tags.map { try Tag($0) })
            let post = try await desk.store.create(draft, owner: owner).post
            if tags == ["gone"] { _ = try await desk.store.delete(post.id, ifRevision: nil) }
        }
        let all = try await desk.store.tags().items
        #expect(all.map(\.tag) == ["SEA", "secret", "Zoo"] && all.map(\.posts) == [3, 1, 1])
        let own = try await desk.store.tags(within: .user(desk.user)).items
        #expect(own.map(\.tag) == ["Sea", "Zoo"] && own.map(\.posts) == [2, 1])
        let first = try await desk.store.tags(limit: 2)
        #expect(first.items.map(\.tag) == ["SEA", "secret"])
        let second = try await desk.store.tags(after: first.next, limit: 2)
        #expect(second.items.map(\.tag) == ["Zoo"] && second.next == nil)
    }

    @Test("lists and searches page over posts of one instant without skipping or repeating any", arguments: [1, 4, 50])
    func oneInstant(limit: Int) async throws {
        let desk = try await StoreFixture()
        let sea = try Tag("sea")
        var created: [PostID] = []
        for number in 0..<13 {
            let draft = Draft(kind: number == 5 ? .page : .post, title: "Shared", body: "text", tags: [sea])
            created.append(try await desk.store.create(draft, owner: desk.user).post.id)
        }
        try await desk.store.tidy()
        func all(_ page: (Cursor?) async throws -> Page<PostSummary>) async throws -> [PostID] {
            var (seen, cursor) = ([PostID](), Cursor?.none)
            repeat {
                let found = try await page(cursor)
                seen += found.items.map(\.id)
                cursor = found.next
            } while cursor != nil
            return seen
        }
        let filters = [
            PostFilter(), PostFilter(state: .draft), PostFilter(tag: sea), PostFilter(state: .draft, tag: sea),
            PostFilter(owner: desk.user), PostFilter(tag: sea, owner: desk.user),
        ]
        for filter in filters {
            for order in ListOrder.allCases {
                let seen = try await all { try await desk.store.posts(filter, order: order, after: $0, limit: limit) }
                #expect(seen == (order == .title ? created : created.reversed()), "\(order) \(filter)")
            }
            for order in SearchOrder.allCases {
                let seen = try await all {
                    try await desk.store.search("shared", in: filter, order: order, after: $0, limit: limit)
                }
                #expect(seen.count == created.count && Set(seen) == Set(created), "\(order) \(filter)")
            }
        }
    }

    @Test("texts are read in the order of creation, each once, with those that have them; others are skipped")
    func texts() async throws {
        let desk = try await StoreFixture()
        let other = try await desk.store.addUser(named: "bo").id
        let bodies = ["Harbour", "a \u{0}HARBOUR", "É", "é", "", "harbour"]
        for (number, body) in bodies.enumerated() {
            let owner = number == 5 ? other : desk.user
            _ = try await desk.store.create(Draft(title: "\(number)", body: body), owner: owner)
        }
        let gone = try await desk.store.create(Draft(title: "gone", body: "harbour"), owner: desk.user).post.id
        _ = try await desk.store.delete(gone)
        func found(_ words: String?, _ owner: UserID? = nil, limit: Int) async throws -> [String?] {
            var (seen, cursor) = ([PostText](), Cursor?.none)
            repeat {
                let page = try await desk.store.texts(containing: words, owner: owner, after: cursor, limit: limit)
                seen += page.items
                cursor = page.next
            } while cursor != nil
            for text in seen { #expect(text.body == bodies[Int(text.title ?? "") ?? 0]) }
            return seen.map(\.title)
        }
        for limit in [1, 2, 100] {
            #expect(try await found(nil, limit: limit) == (0..<6).map(String.init))
            #expect(try await found("hArBoUr", limit: limit) == ["0", "1", "5"])
            #expect(try await found("harbour", desk.user, limit: limit) == ["0", "1"])
            #expect(try await found("É", limit: limit) == ["2"])
        }
        let page = try await desk.store.texts(limit: 1)
        await #expect(throws: StoreError.badCursor) {
            try await desk.store.texts(containing: "harbour", after: page.next)
        }
    }

    @Test("words are looked for wherever readers get them, and nowhere else")
    func placesOfWords() async throws {
        let desk = try await StoreFixture()
        let said = TargetOverride(text: "A \"quoted\" \\ Mole", warning: "Storm")
        let drafts = [
            Draft(title: "The Mole"), Draft(title: "x", body: "The mole"), Draft(title: "x", summary: "A MOLE"),
            Draft(title: "x", overrides: [try TargetName("sky"): said]), Draft(title: "x", privateNotes: "mole"),
        ]
        for draft in drafts { _ = try await desk.store.create(draft, owner: desk.user) }
        let found = try await desk.store.texts(containing: "mole").items
        #expect(found.map(\.title) == ["The Mole", "x", "x", "x"])
        #expect(found.map(\.summary) == [nil, nil, "A MOLE", nil])
        #expect(found.last?.overrides == [try TargetName("sky"): said])
        for words in ["\"QUOTED\" \\ mole", "storm"] {
            #expect(try await desk.store.texts(containing: words).items == found.suffix(1))
        }
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
