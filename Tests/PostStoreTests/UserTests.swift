import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("Users and their posts")
struct UserTests {
    @Test("a user is found by name and by uid, and neither is given twice")
    func adds() async throws {
        let desk = try await StoreFixture()
        let bo = try await desk.store.addUser(named: "bo", uid: 1001)
        #expect(try await desk.store.user(uid: 1001) == bo && !bo.isAdministrator)
        #expect(try await desk.store.user(named: "bo") == bo)
        #expect(try await desk.store.user(uid: 1002) == nil)
        await #expect(throws: StoreError.nameTaken("bo")) { try await desk.store.addUser(named: "bo") }
        await #expect(throws: StoreError.uidTaken(1001, by: "bo")) {
            try await desk.store.addUser(named: "cy", uid: 1001)
        }
        #expect(try await desk.store.user(desk.user).isAdministrator)
        #expect(try await desk.store.users().map(\.user.name) == ["ana", "bo"])
    }

    @Test("a user with posts cannot be removed without an heir, and the heir gets all of them")
    func removes() async throws {
        // Given a user with a post that is scheduled, one that is deleted, a token and a window
        let desk = try await StoreFixture()
        let bo = try await desk.store.addUser(named: "bo", uid: 1001)
        let kept = try await desk.store.create(Draft(title: "Kept", body: "x"), owner: bo.id)
        let thrown = try await desk.store.create(Draft(title: "Thrown", body: "x"), owner: bo.id)
        _ = try await desk.store.delete(thrown.post.id)
        let published = try await desk.store.publish(
            kept.post.id, ifRevision: nil, date: nil, deliveries: [try frozen("blog")])
        let hash = [UInt8](repeating: 7, count: 32)
        _ = try await desk.store.addToken(named: "phone", for: bo.id, hash: hash)
        // When no heir is named
        await #expect(throws: StoreError.self) { try await desk.store.removeUser(named: "bo", heir: nil) }
        await #expect(throws: StoreError.self) { try await desk.store.removeUser(named: "bo", heir: "bo") }
        await #expect(throws: StoreError.noSuchUser("eve")) {
            try await desk.store.removeUser(named: "bo", heir: "eve")
        }
        // Then nothing has changed; and with an heir nothing is lost
        #expect(try await desk.store.token(hash: hash)?.user == bo.id)
        let last = try await desk.store.newestEventID()
        let removed = try await desk.store.removeUser(named: "bo", heir: "ana")
        #expect(removed.posts == 2 && removed.heir?.id == desk.user)
        let ana = AccessScope.user(desk.user)
        // The heir's open windows learn of the posts.
        guard case .rows(let news) = try await desk.store.events(after: last, for: desk.user, within: ana) else {
            return #expect(Bool(false))
        }
        #expect(Set(news.map(\.subject)) == [kept.post.id.text, thrown.post.id.text])
        #expect(try await desk.store.post(named: kept.post.id.text, within: ana).post.owner == desk.user)
        #expect(try await desk.store.post(named: thrown.post.id.text, within: ana).state == .deleted)
        let delivery = try #require(published.deliveries.first)
        #expect(try await desk.store.delivery(delivery.id, within: ana).delivery.state == .scheduled)
        #expect(try await desk.store.sittings(of: kept.post.id).items.last?.userName == "bo")
        #expect(try await desk.store.token(hash: hash) == nil)
        #expect(try await desk.store.user(uid: 1001) == nil)
        #expect(try await desk.store.users().map(\.user.name) == ["ana"])
    }

    @Test("the first user stays; who was removed comes back under their name")
    func comesBack() async throws {
        let desk = try await StoreFixture()
        await #expect(throws: StoreError.self) { try await desk.store.removeUser(named: "ana", heir: nil) }
        let bo = try await desk.store.addUser(named: "bo", uid: 1001, isAdministrator: true)
        #expect(try await desk.store.removeUser(named: "bo", heir: nil).heir == nil)
        await #expect(throws: StoreError.noSuchUser("bo")) { try await desk.store.removeUser(named: "bo", heir: nil) }
        let again = try await desk.store.addUser(named: "bo")
        #expect(again.id == bo.id && again.uid == nil && !again.isAdministrator)
    }

    @Test("a token has a name of its user's own, ends when it expires, and never may more than its user")
    func tokens() async throws {
        let desk = try await StoreFixture()
        let bo = try await desk.store.addUser(named: "bo")
        let (one, two) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        _ = try await desk.store.addToken(named: "phone", for: desk.user, hash: one, scopes: .all)
        _ = try await desk.store.addToken(
            named: "phone", for: bo.id, hash: two, scopes: [.read, .admin], expiresAt: noon + .days(1))
        #expect(try await desk.store.token(hash: one)?.scopes == .all)
        #expect(try await desk.store.token(hash: two)?.scopes == [.read])
        #expect(try await desk.store.tokens(within: .user(bo.id)).map(\.userName) == ["bo"])
        desk.clock.advance(.days(1))
        #expect(try await desk.store.token(hash: two) == nil)
        #expect(try await desk.store.tokens().count == 2)
        await #expect(throws: StoreError.noSuchToken("phone")) {
            try await desk.store.revokeToken(named: "phone", of: UserID(99))
        }
    }

    @Test("a store of one user becomes one of several, and its tokens go on")
    func migration() async throws {
        let folder = try TemporaryStore()
        let old = try SQLiteDatabase(folder.path)
        try Schema.migrate(old, upTo: 3)
        try old.write { db in
            try db.script(
                """
                INSERT INTO user (name, createdAt) VALUES ('ana', 1);
                INSERT INTO token (name, user, hash, createdAt) VALUES ('phone', 1, zeroblob(32), 1);
                INSERT INTO event (at, kind, subject) VALUES (1, 'post-created', '7k2m9qv4x1ab');
                INSERT INTO event (at, kind, subject) VALUES (1, 'target-changed', 'blog');
                """)
        }
        old.close()
        let store = try StoreFixture.open(folder.path, "boot 2", TestClock())
        defer { store.close() }
        let token = try await store.token(hash: [UInt8](repeating: 0, count: 32))
        #expect(token?.scopes == .author && token?.expiresAt == nil)
        #expect(try await store.firstUser(named: "x").isAdministrator)
        let bo = try await store.addUser(named: "bo")
        let page = try await store.events(after: 0, for: bo.id, within: .user(bo.id))
        guard case .rows(let events) = page else { return #expect(Bool(false)) }
        #expect(events.map(\.subject) == ["blog"])
    }
}
