import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Where posts were imported from")
struct OriginTests {
    private func imported(
        _ source: String, title: String = "A", slug: String = "a", kept: String? = nil, published: Bool = false
    ) throws -> ImportedPost {
        ImportedPost(
            origin: Origin(
                source: source, format: .markdown, fingerprint: "1", path: "a.md", kept: kept,
                pictures: [Origin.Picture(reference: "b.png", media: "media:0123456789abcdef", file: "b.png")]),
            draft: Draft(slug: try Slug(checking: slug), title: title, body: "Text."),
            formerSlugs: [try Slug(checking: "old-\(slug)")], wantsPublication: published)
    }

    @Test("a source is known again, and whether its post was edited or deleted since")
    func knows() async throws {
        let desk = try await StoreFixture()
        let made = try await desk.store.importPosts([try imported("x", kept: "---\r\n")], owner: desk.user)
        let id = try #require(made.first?.stored.post.id)
        func known() async throws -> KnownOrigin? { try await desk.store.origins(["x", "y"], of: desk.user)["x"] }
        let new = try await known()
        #expect(new?.isEdited == false && new?.isSettled == true)
        _ = try await desk.store.replace(id, with: Draft(title: "B"), ifRevision: nil)
        #expect(try await known()?.isEdited == true)
        #expect(try await desk.store.exports(of: desk.user, limit: 10).items.map(\.origin?.kept) == ["---\r\n"])
        _ = try await desk.store.delete(id)
        desk.clock.advance(.days(31))
        try await desk.store.tidy()
        let gone = try await known()
        #expect(gone?.post == id && gone?.stored == nil)
        #expect(try await desk.store.exports(of: desk.user, limit: 10).items.isEmpty)
    }

    @Test("the authority of a site's feeds is that of its first edition, whatever comes later")
    func keepsAuthority() async throws {
        let desk = try await StoreFixture()
        let (blog, notes) = (try TargetName("blog"), try TargetName("notes"))
        #expect(try await desk.store.tagAuthority(of: blog, first: "a.example,2026") == "a.example,2026")
        #expect(try await desk.store.tagAuthority(of: blog, first: "b.example,2026") == "a.example,2026")
        #expect(try await desk.store.tagAuthority(of: notes, first: "b.example,2026") == "b.example,2026")
    }

    @Test("an export writes the front matter of the import again, also after its own export was imported")
    func keepsFrontMatter() async throws {
        let desk = try await StoreFixture()
        _ = try await desk.store.importPosts([try imported("x", kept: "---\r\n")], owner: desk.user)
        desk.clock.advance(.hours(1))
        #expect(try await desk.store.importPosts([try imported("own export")], owner: desk.user)[0].outcome == .adopted)
        #expect(try await desk.store.exports(of: desk.user, limit: 10).items.map(\.origin?.kept) == ["---\r\n"])
    }

    @Test("a draft with private notes is recognised in its export, which has none")
    func adoptsWithNotes() async throws {
        let desk = try await StoreFixture()
        var mine = try imported("x")
        mine.draft.privateNotes = "Mine"
        let id = try await desk.store.importPosts([mine], owner: desk.user)[0].stored.post.id
        let again = try await desk.store.importPosts([try imported("own export")], owner: desk.user)[0]
        #expect(again.outcome == .adopted && again.stored.post.id == id)
        #expect(try await desk.store.post(id).post.draft.privateNotes == "Mine")
    }

    @Test("slugs of others get a number, former ones stay theirs, and the very same post is adopted")
    func slugs() async throws {
        let desk = try await StoreFixture()
        let first = try await desk.store.importPosts([try imported("x")], owner: desk.user)
        let others = try await desk.store.importPosts(
            [try imported("y", title: "Other"), try imported("z")], owner: desk.user)
        #expect(others[0].stored.post.slug.text == "a-2" && others[0].notes.count == 2 && others[0].outcome == .created)
        #expect(others[1].outcome == .adopted && others[1].stored.post.id == first[0].stored.post.id)
        #expect(first[0].stored.post.formerSlugs.map(\.text) == ["old-a"])
    }

    @Test("a published post that was edited in its file is no second post; a draft or translation at its slug is one")
    func versions() async throws {
        let desk = try await StoreFixture()
        let first = try await desk.store.importPosts([try imported("x", published: true)], owner: desk.user)
        let id = first[0].stored.post.id
        let publish = PostDecision(.publishImported(source: "x", publishedAt: noon), value: ())
        _ = try await desk.store.settle(id.text) { _ in publish }

        func take(_ imported: ImportedPost) async throws -> ImportedPostResult {
            try #require(try await desk.store.importPosts([imported], owner: desk.user).first)
        }
        let edited = try await take(try imported("y", title: "B", published: true))
        #expect(edited.outcome == .differs && edited.stored.post.id == id && edited.stored.post.draft.title == "A")
        var translation = try imported("z", title: "B", published: true)
        translation.draft.language = try Language("fr")
        #expect(try await take(translation).outcome == .created)
        #expect(try await take(try imported("draft", title: "B")).outcome == .created)
        // It is known under no other source, so the file gets the same answer again.
        #expect(try await desk.store.origins(["y"], of: desk.user).isEmpty)
    }

    @Test(
        "a published post that was moved in time, read in another zone or renamed since is no second post",
        arguments: [nil, "renamed"])
    func movedVersions(slug: String?) async throws {
        let desk = try await StoreFixture()
        func dated(_ source: String, _ seconds: Int64, body: String = "Text.") throws -> ImportedPost {
            var post = try imported(source, published: true)
            post.draft.date = PlannedTime(
                wall: try WallClock("2031-01-01T10:00"), zone: .utc, instant: Instant(seconds: seconds))
            post.draft.body = body
            return post
        }
        let first = try await desk.store.importPosts([try dated("x", 1_925_028_000)], owner: desk.user)
        let id = first[0].stored.post.id
        let publish = PostDecision(.publishImported(source: "x", publishedAt: noon), value: ())
        _ = try await desk.store.settle(id.text) { _ in publish }
        if let slug {
            var draft = first[0].stored.post.draft
            draft.slug = try Slug(checking: slug)
            _ = try await desk.store.replace(id, with: draft, ifRevision: nil)
        }
        func take(_ imported: ImportedPost) async throws -> ImportedPostResult {
            try #require(try await desk.store.importPosts([imported], owner: desk.user).first)
        }
        let readElsewhere = try await take(try dated("zone", 1_925_010_000, body: "Other"))
        var moved = try dated("moved", 1_925_028_000)
        moved.draft.date = PlannedTime(try WallClock("2032-02-02T11:00"), in: .utc)
        for arrived in [readElsewhere, try await take(moved)] {
            #expect(arrived.outcome == .differs && arrived.stored.post.id == id)
        }
        let same = try await take(try dated("same", 1_925_028_000))
        #expect(same.outcome == .adopted && same.stored.post.id == id)
        // A post of another blog at the same slug.
        moved.draft.body = "Other"
        #expect(try await take(moved).outcome == .created)
    }

    @Test("a published post whose text and date both changed since its export is no second post")
    func editedVersions() async throws {
        let desk = try await StoreFixture()
        func dated(_ source: String, _ date: String, body: String = "Text.") throws -> ImportedPost {
            var post = try imported(source, published: true)
            post.draft.date = PlannedTime(try WallClock(date), in: .utc)
            post.draft.body = body
            return post
        }
        func take(_ imported: ImportedPost) async throws -> ImportedPostResult {
            try #require(try await desk.store.importPosts([imported], owner: desk.user).first)
        }
        let first = try await take(try dated("x", "2031-01-01T10:00"))
        let id = first.stored.post.id
        let publish = PostDecision(.publishImported(source: "x", publishedAt: noon), value: ())
        _ = try await desk.store.settle(id.text) { _ in publish }
        for (date, body) in [("2031-02-02T10:00", "Second."), ("2031-03-03T10:00", "Third.")] {
            var draft = first.stored.post.draft
            (draft.date, draft.body) = (PlannedTime(try WallClock(date), in: .utc), body)
            _ = try await desk.store.replace(id, with: draft, ifRevision: nil)
        }
        for date in ["2031-01-01T10:00", "2031-02-02T10:00"] {
            let again = try await take(try dated("export of \(date)", date, body: "Edited in the file"))
            #expect(again.outcome == .differs && again.stored.post.id == id)
        }
        // A post of another blog at the same slug, and a translation.
        #expect(try await take(try dated("foreign", "2031-04-04T10:00", body: "Other")).outcome == .created)
        var translation = try dated("french", "2031-01-01T10:00", body: "Texte.")
        translation.draft.language = try Language("fr")
        #expect(try await take(translation).outcome == .created)
    }

    @Test("what was published and goes nowhere is out; until then it is unsettled")
    func publishes() async throws {
        let desk = try await StoreFixture()
        let made = try await desk.store.importPosts([try imported("x", published: true)], owner: desk.user)
        let id = made[0].stored.post.id
        #expect(try await desk.store.origins(["x"], of: desk.user)["x"]?.isSettled == false)
        let publish = PostDecision(.publishImported(source: "x", publishedAt: noon), value: ())
        _ = try await desk.store.settle(id.text) { _ in publish }
        #expect(try await desk.store.post(id).state == .published)
        #expect(try await desk.store.origins(["x"], of: desk.user)["x"]?.isSettled == true)
        _ = try await desk.store.unpublish(id)
        _ = try await desk.store.settle(id.text) { _ in publish }
        #expect(try await desk.store.post(id).state == .unpublished)
    }
}
