import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Posts are kept as they were written")
struct PostTests {
    @Test(
        "a post comes back byte for byte, however odd its text",
        arguments: [
            "", "\r\n", "e\u{301} is not é", "a\0b", String(repeating: "long ", count: 20_000), "👩‍👩‍👧‍👦 \u{FEFF}",
        ])
    func bytes(body: String) async throws {
        let desk = try await StoreFixture()
        let date = PlannedTime(try WallClock("2026-03-29T01:30"), in: .utc)
        let draft = Draft(
            kind: .page, slug: try Slug(checking: "über-uns"), title: "e\u{301}", body: body, summary: "Sum",
            language: try Language("pt-BR"), tags: [try Tag("Swift"), try Tag("web site")], date: date,
            canonicalAddress: "https://example.org/1", author: "Ana",
            overrides: [try target("fedi"): TargetOverride(text: "other", warning: "w", visibility: .unlisted)])
        let made = try await desk.store.create(draft, owner: desk.user)
        let read = try await desk.store.post(made.post.id)
        #expect(read == made)
        #expect(read.post.draft == draft)
        #expect(read.state == .draft)
        #expect(read.post.revision == Revision(1))
    }

    @Test("a field with U+0000 is refused, since SQLite's text would end there")
    func unstorable() async throws {
        let desk = try await StoreFixture()
        await #expect(throws: StoreError.unstorable(field: "title")) { try await desk.post("a\0b") }
    }

    @Test("every text of a post is kept, changed and found in its history", arguments: TextField.allCases)
    func texts(field: TextField) async throws {
        let desk = try await StoreFixture()
        var draft = Draft(title: "A title", body: "Words.")
        draft[field] = "e\u{301}"
        let id = try await desk.store.create(draft, owner: desk.user).post.id
        #expect(try await desk.store.post(id).post.draft == draft)
        var changed = draft
        changed[field] = "é"
        let saved = try await desk.store.replace(id, with: changed, ifRevision: Revision(1))
        #expect(saved.post.revision == Revision(2))
        #expect(try await desk.store.post(id).post.draft == changed)
        #expect(try await desk.store.draft(of: id, at: Revision(1)).draft == draft)
        changed[field] = "a\0b"
        await #expect(throws: StoreError.unstorable(field: field.words)) {
            try await desk.store.create(changed, owner: desk.user)
        }
    }

    @Test("an instant that a gap in the clocks moved is kept as it was meant")
    func gap() async throws {
        let desk = try await StoreFixture()
        let wall = try WallClock("2026-03-29T01:30:00.000250")
        for minutes in [-12 * 60, -90, 0, 75, 26 * 60 - 1] {
            let instant = wall.asIfUTC - .minutes(Int64(minutes))
            let date = try #require(PlannedTime(kept: wall, in: ZoneName("Europe/Lisbon"), at: instant))
            let id = try await desk.store.create(Draft(date: date), owner: desk.user).post.id
            let read = try await desk.store.post(id).post.draft.date
            #expect(read?.instant == instant && read?.wall == wall && read?.zone.text == "Europe/Lisbon")
        }
    }

    @Test("a date with an offset is kept with it, and found in the history; new rules of zones do not move it")
    func offsets() async throws {
        let desk = try await StoreFixture()
        for text in ["+05:30", "-09:30", "+23:59"] {
            let zone = try #require(Zone(fixed: try ZoneName(text)))
            let date = PlannedTime(try WallClock("2031-01-05T09:00"), in: zone)
            let stored = try await desk.store.create(Draft(date: date), owner: desk.user)
            #expect(stored.post.draft.date == date && date.zone.text == text)
            #expect(try await desk.store.post(stored.post.id).post.draft.date == date)
            _ = try await desk.store.replace(stored.post.id, with: Draft(body: "x"), ifRevision: Revision(1))
            #expect(try await desk.store.draft(of: stored.post.id, at: Revision(1)).draft.date == date)
        }
        let moved = try await desk.store.recomputeDates { wall, name in
            Zone(fixed: name).map { PlannedTime(wall, in: $0).instant }
        }
        #expect(moved.isEmpty)
    }

    @Test("a save of an old revision is refused with the current one")
    func stale() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        let saved = try await desk.store.replace(id, with: Draft(body: "Mine."), ifRevision: Revision(1))
        #expect(saved.post.revision == Revision(2))
        await #expect(throws: StoreError.stale(current: Revision(2))) {
            try await desk.store.replace(id, with: Draft(body: "Theirs."), ifRevision: Revision(1))
        }
        #expect(try await desk.store.post(id).post.draft.body == "Mine.")
    }

    @Test("saving the same again makes no revision, but another spelling of é does")
    func repeated() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post("T", "é").post.id
        let same = try await desk.store.replace(id, with: Draft(title: "T", body: "é"), ifRevision: Revision(1))
        #expect(same.post.revision == Revision(1))
        let other = try await desk.store.replace(id, with: Draft(title: "T", body: "e\u{301}"), ifRevision: Revision(1))
        #expect(other.post.revision == Revision(2))
    }

    @Test("an idempotency key makes one post, and is refused for another draft")
    func idempotency() async throws {
        let desk = try await StoreFixture()
        let first = try await desk.store.create(Draft(title: "A"), owner: desk.user, idempotencyKey: "k")
        let second = try await desk.store.create(Draft(title: "A"), owner: desk.user, idempotencyKey: "k")
        #expect(first.post.id == second.post.id)
        await #expect(throws: StoreError.keyReused("k")) {
            try await desk.store.create(Draft(title: "B"), owner: desk.user, idempotencyKey: "k")
        }
        #expect(try await desk.store.posts().items.count == 1)
    }

    @Test("a post is named by its id, its slug, a former slug or the start of its id, and never by a guess")
    func names() async throws {
        let desk = try await StoreFixture()
        let store = desk.store
        let ids = ["abc000000000", "abc100000000", "xyz000000000"].compactMap { PostID($0) }
        for id in ids {
            _ = try await store.commit {
                try $0.create(PreparedDraft(Draft(title: "T")), id: id, owner: desk.user)
            }
        }
        #expect(try await store.post(named: "ABC000000000").post.id == ids[0])
        #expect(try await store.post(named: "t-2").post.id == ids[1])
        #expect(try await store.post(named: "xyz").post.id == ids[2])
        await #expect(throws: StoreError.ambiguous("abc", Array(ids.prefix(2)))) { try await store.post(named: "abc") }
        for name in ["xy", "", "zzz", "' OR 1=1", "a\0b", "%"] {
            await #expect(throws: StoreError.noSuchPost(name)) { try await store.post(named: name) }
        }
    }

    @Test("deleting is a mark: lists pass the post by, it cannot be saved, and undeleting brings it back")
    func deletion() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        let deleted = try await desk.store.delete(id, ifRevision: Revision(1))
        #expect(deleted.state == .deleted && deleted.post.revision == Revision(2))
        #expect(try await desk.store.posts().items.isEmpty)
        #expect(try await desk.store.posts(PostFilter(state: .deleted)).items.map(\.id) == [id])
        await #expect(throws: StoreError.deleted(id)) {
            try await desk.store.replace(id, with: Draft(), ifRevision: nil)
        }
        #expect(try await desk.store.undelete(id).state == .draft)
        #expect(try await desk.store.posts().items.map(\.id) == [id])
        #expect(try await desk.store.post(id).post.draft.body == "Text.")
    }

    @Test("after 30 days a deleted post's words are gone and its slug is free")
    func forgetting() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post("Secret words", "Hidden").post.id
        #expect(try await desk.store.search("hidden").items.count == 1)
        _ = try await desk.store.delete(id)
        desk.clock.advance(.days(29))
        try await desk.store.tidy()
        #expect(try await desk.store.post(id).post.draft.title == "Secret words")
        desk.clock.advance(.days(2))
        try await desk.store.tidy()
        await #expect(throws: StoreError.noSuchPost(id.text)) { try await desk.store.post(id) }
        #expect(try await desk.store.search("hidden").items.isEmpty)
        #expect(try await desk.post("Secret words").post.slug.text == "secret-words")
    }
}
