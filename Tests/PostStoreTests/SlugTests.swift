import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Slugs are unique and keep leading to their post")
struct SlugTests {
    @Test("posts of one title are numbered, and a post without one is named after its id")
    func derived() async throws {
        let desk = try await StoreFixture()
        for expected in ["été", "été-2", "été-3"] {
            #expect(try await desk.post("Été!").post.slug.text == expected)
        }
        let untitled = try await desk.post(nil).post
        #expect(untitled.slug.text == untitled.id.text)
    }

    @Test("hundreds of posts of one title each find a free number")
    func crowd() async throws {
        let desk = try await StoreFixture()
        let slugs = try await desk.store.commit { [user = desk.user] transaction in
            try Set(
                (0..<300).map { number in
                    let draft = try PreparedDraft(Draft(title: "Same"))
                    return try transaction.create(draft, id: PostID(bits: UInt64(number)), owner: user).post.slug
                })
        }
        #expect(slugs.count == 300)
    }

    @Test("a slug that the author asks for and another post has is refused, naming that post")
    func taken() async throws {
        let desk = try await StoreFixture()
        let first = try await desk.post("Hello").post
        let slug = first.slug
        await #expect(throws: StoreError.slugTaken(slug, by: first.id)) {
            try await desk.store.create(Draft(slug: slug), owner: desk.user)
        }
        let second = try await desk.post("Other").post
        await #expect(throws: StoreError.slugTaken(slug, by: first.id)) {
            try await desk.store.replace(second.id, with: Draft(slug: slug), ifRevision: nil)
        }
    }

    @Test("a derived slug follows the title until the post is published, and stays from then on")
    func follows() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post("H").post.id
        let typed = try await desk.store.replace(id, with: Draft(title: "Hello"), ifRevision: nil).post
        #expect(typed.slug.text == "hello" && typed.formerSlugs.isEmpty)
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        let renamed = try await desk.store.replace(id, with: Draft(title: "Goodbye"), ifRevision: nil).post
        #expect(renamed.slug.text == "hello")
    }

    @Test("a former slug leads to the post, is reserved for it, and can be taken back")
    func former() async throws {
        let desk = try await StoreFixture()
        let (old, new) = (try Slug(checking: "old"), try Slug(checking: "new"))
        let id = try await desk.store.create(Draft(slug: old), owner: desk.user).post.id
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        let moved = try await desk.store.replace(id, with: Draft(slug: new), ifRevision: nil).post
        #expect(moved.slug == new && moved.formerSlugs == [old])
        let found = try await desk.store.post(named: "old")
        #expect(found.post.id == id && found.post.slug == new)
        await #expect(throws: StoreError.slugTaken(old, by: id)) {
            try await desk.store.create(Draft(slug: old), owner: desk.user)
        }
        #expect(try await desk.post("Old").post.slug.text == "old-2")
        let back = try await desk.store.replace(id, with: Draft(slug: old), ifRevision: nil).post
        #expect(back.slug == old && back.formerSlugs == [new])
        #expect(try await desk.store.post(named: "new").post.id == id)
    }

    @Test("what a draft or an unpublished post is called does not redirect, and becomes free")
    func unknown() async throws {
        let desk = try await StoreFixture()
        func draft(_ name: String) throws -> Draft { Draft(slug: try Slug(checking: name), path: "/\(name)/") }
        func rename(_ id: PostID, _ name: String) async throws -> [String] {
            desk.clock.advance(.seconds(1))
            let post = try await desk.store.replace(id, with: try draft(name), ifRevision: nil).post
            #expect(post.formerPaths.map(\.text) == post.formerSlugs.map { "/\($0.text)/" })
            return post.formerSlugs.map(\.text)
        }
        let id = try await desk.store.create(draft("secret"), owner: desk.user).post.id
        #expect(try await rename(id, "first") == [])
        _ = try await desk.store.create(draft("secret"), owner: desk.user)
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        #expect(try await rename(id, "second") == ["first"])
        _ = try await desk.store.unpublish(id, deletions: [])
        #expect(try await rename(id, "working-title") == ["first"])
        #expect(try await rename(id, "third") == ["first"])
    }
}
