import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Paths of posts")
struct PathTests {
    private func imported(_ source: String, path: String? = nil, former: [String] = []) throws
        -> ImportedPost
    {
        ImportedPost(
            origin: Origin(source: source, format: .markdown, fingerprint: "1"),
            draft: Draft(title: source, body: "Text.", path: path), formerPaths: try former.map { try PostPath($0) },
            wantsPublication: false)
    }

    @Test("a path belongs to one post, deleted or not, until its text is erased")
    func unique() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.store.create(Draft(title: "A", path: "/a/b.html"), owner: desk.user).post.id
        let other = try await desk.post("B").post.id
        for _ in 0..<2 {
            await #expect(throws: StoreError.pathTaken("/a/b.html", by: id)) {
                try await desk.store.create(Draft(path: "/a/b.html"), owner: desk.user)
            }
            await #expect(throws: StoreError.pathTaken("/a/b.html", by: id)) {
                try await desk.store.replace(other, with: Draft(path: "/a/b.html"), ifRevision: nil)
            }
            _ = try await desk.store.delete(id)
        }
        let bo = try await desk.store.addUser(named: "bo").id
        await #expect(throws: StoreError.pathTaken("/a/b.html", by: nil)) {
            try await desk.store.create(Draft(path: "/a/b.html"), owner: bo)
        }
        desk.clock.advance(.days(31))
        try await desk.store.tidy()
        #expect(try await desk.store.create(Draft(path: "/a/b.html"), owner: bo).post.draft.path == "/a/b.html")
    }

    @Test("the path of a published post stays its former one, and can be taken back")
    func former() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.store.create(Draft(title: "A", path: "/never/"), owner: desk.user).post.id
        func move(to path: String?) async throws -> [String] {
            let draft = Draft(title: "A", path: path)
            return try await desk.store.replace(id, with: draft, ifRevision: nil).post.formerPaths.map(\.text)
        }
        #expect(try await move(to: "/a/") == [])
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        #expect(try await move(to: "/b/") == ["/a/"])
        desk.clock.advance(.seconds(1))
        #expect(try await move(to: nil) == ["/b/", "/a/"])
        #expect(try await move(to: "/a/") == ["/b/"])
        await #expect(throws: StoreError.pathTaken("/b/", by: id)) {
            try await desk.store.create(Draft(path: "/b/"), owner: desk.user)
        }
    }

    @Test("an imported page takes a path from a redirect, never from a page; a redirect takes none from another")
    func posts() async throws {
        let desk = try await StoreFixture()
        let made = try await desk.store.importPosts(
            [
                try imported("one", path: "/one/", former: ["/x/", "/y/"]),
                try imported("two", path: "/x/", former: ["/y/"]),
                try imported("three", path: "/one/", former: ["/one/"]),
            ], owner: desk.user)
        let posts = try await desk.store.exports(of: desk.user, limit: 10).items.map(\.stored.post)
        #expect(posts.map(\.draft.path) == ["/one/", "/x/", nil])
        #expect(posts.map { $0.formerPaths.map(\.text) } == [["/y/"], [], []])
        #expect(made.map(\.notes.count) == [0, 2, 2])
        #expect(made[1].notes.first == "“/x/” redirected to another post. This one is there now.")
        var draft = posts[0].draft
        for (path, first, second) in [("/x/", "/one/", "/x/"), ("/y/", "/y/", "/x/"), ("/z/", "/z/", "/z/")] {
            draft.path = path
            let renewed = try await desk.store.renewed(draft, of: posts[0])
            #expect(renewed.draft.path == first && renewed.notes.count == (first == path ? 0 : 1))
            #expect(try await desk.store.renewed(draft, of: posts[1]).draft.path == second)
        }
    }
}
