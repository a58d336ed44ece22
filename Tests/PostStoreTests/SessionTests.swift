import Posts
import Testing

@testable import PostStore

@Suite("Keys for signing in, and sessions")
struct SessionTests {
    private let key = [UInt8](repeating: 1, count: 32)
    private let cookie = [UInt8](repeating: 2, count: 32)

    @Test("of many sign-ins with one key at once, one succeeds")
    func once() async throws {
        let desk = try await StoreFixture()
        let expiresAt = try await desk.store.addSignInKey(hash: key, for: desk.user)
        #expect(expiresAt == noon + .minutes(5))
        let opened = try await withThrowingTaskGroup(of: Session?.self) { group in
            for number in 0..<20 {
                let cookie = [UInt8](repeating: UInt8(100 + number), count: 32)
                group.addTask { [key] in
                    try await desk.store.openSession(key: key, hash: cookie, label: "Firefox")
                }
            }
            return try await group.reduce(into: [Session]()) { all, one in all += one.map { [$0] } ?? [] }
        }
        #expect(opened.count == 1 && opened.first?.user == desk.user)
        #expect(try await desk.store.sessions(of: desk.user).items == opened)
    }

    @Test("an expired key and an unknown key are refused")
    func expires() async throws {
        let desk = try await StoreFixture()
        _ = try await desk.store.addSignInKey(hash: key, for: desk.user)
        #expect(try await desk.store.openSession(key: cookie, hash: cookie, label: "x") == nil)
        desk.clock.advance(.minutes(5))
        #expect(try await desk.store.openSession(key: key, hash: cookie, label: "x") == nil)
        #expect(try await desk.store.sessions(of: desk.user).items.isEmpty)
    }

    @Test("a session is known by its hash, remembers to the hour when it was seen, and ends after thirty idle days")
    func idles() async throws {
        let desk = try await StoreFixture()
        _ = try await desk.store.addSignInKey(hash: key, for: desk.user)
        let session = try #require(try await desk.store.openSession(key: key, hash: cookie, label: "Firefox"))
        #expect(try await desk.store.session(hash: cookie) == session)
        desk.clock.advance(.minutes(59))
        _ = try await desk.store.session(hash: cookie)
        #expect(try await desk.store.sessions(of: desk.user).items.map(\.lastSeenAt) == [noon])
        desk.clock.advance(.minutes(1))
        _ = try await desk.store.session(hash: cookie)
        #expect(try await desk.store.sessions(of: desk.user).items.map(\.lastSeenAt) == [noon + .hours(1)])
        desk.clock.advance(.days(30))
        #expect(try await desk.store.session(hash: cookie) == nil)
        #expect(try await desk.store.sessions(of: desk.user).items.isEmpty)
        try await desk.store.tidy()
        await #expect(throws: StoreError.noSuchSession(session.number)) {
            try await desk.store.endSession(session.number, within: .user(desk.user))
        }
    }

    @Test("sessions are listed page by page, the newest first, without ended ones and those of others")
    func pages() async throws {
        let desk = try await StoreFixture()
        let other = try await desk.store.addUser(named: "bo").id
        var opened: [Int64] = []
        for number in 0..<15 {
            let (key, cookie) = (
                [UInt8](repeating: UInt8(number), count: 32), [UInt8](repeating: UInt8(100 + number), count: 32)
            )
            _ = try await desk.store.addSignInKey(hash: key, for: number.isMultiple(of: 3) ? other : desk.user)
            let session = try #require(try await desk.store.openSession(key: key, hash: cookie, label: "\(number)"))
            if session.user == desk.user, number > 4 { opened.append(session.number) }
            // The first five are idle for too long.
            if number == 4 { desk.clock.advance(.days(30)) }
        }
        for limit in [1, 4, 50] {
            var (listed, cursor) = ([Int64](), Cursor?.none)
            repeat {
                let page = try await desk.store.sessions(of: desk.user, after: cursor, limit: limit)
                #expect(page.items.count <= limit)
                listed += page.items.map(\.number)
                cursor = page.next
            } while cursor != nil
            #expect(listed == opened.reversed())
        }
        let ofOther = try await desk.store.sessions(of: other, limit: 1)
        await #expect(throws: StoreError.badCursor) {
            try await desk.store.sessions(of: desk.user, after: ofOther.next)
        }
    }

    @Test("a session and a sign-in key from a clock that was ahead last no longer than others once it is right")
    func clockAhead() async throws {
        let desk = try await StoreFixture()
        desk.clock.advance(.days(400))
        _ = try await desk.store.addSignInKey(hash: key, for: desk.user)
        _ = try #require(try await desk.store.openSession(key: key, hash: cookie, label: "Firefox"))
        _ = try await desk.store.addSignInKey(hash: key, for: desk.user)
        desk.clock.advance(.days(-400))
        try await desk.store.tidy()
        let session = try #require(try await desk.store.session(hash: cookie))
        #expect(session.createdAt == noon && session.lastSeenAt == noon)
        desk.clock.advance(PostStore.invitationKept)
        #expect(try await desk.store.openSession(key: key, hash: cookie, label: "x") == nil)
        desk.clock.advance(Session.idleMax)
        #expect(try await desk.store.session(hash: cookie) == nil)
    }

    @Test("while nothing can be written, sessions, tokens, windows and searches are still read")
    func readsWithoutWriting() async throws {
        // Given a session, a token and a window of which the next read is noted, and a post that is not in the index yet
        let desk = try await StoreFixture(isFile: true)
        let store = desk.store
        _ = try await store.addSignInKey(hash: key, for: desk.user)
        let session = try #require(try await store.openSession(key: key, hash: cookie, label: "Firefox"))
        let token = try await store.addToken(named: "phone", for: desk.user, hash: key).token
        let window = try await desk.window()
        let old = try await desk.post("Old boats")
        _ = try await store.search("boats")
        _ = try await desk.post("New boats")
        desk.clock.advance(.hours(2))
        // When no commit is possible any more
        let loss = StoreLoss(store: store.place, missing: store.place, copy: nil, reason: nil)
        store.condition.note(.storeGone(loss))
        await #expect(throws: StoreError.faulty(.storeGone(loss))) { try await desk.post() }
        // Then all of it is read, as it was noted last
        #expect(try await store.session(hash: cookie) == session)
        #expect(try await store.token(hash: key) == token)
        #expect(try await desk.view(window).reference == .window(window))
        #expect(try await store.search("boats").items.map(\.id) == [old.post.id])
    }

    @Test("a user cannot end another's session, and the number of an ended session is not used again")
    func ends() async throws {
        let desk = try await StoreFixture()
        _ = try await desk.store.addSignInKey(hash: key, for: desk.user)
        let session = try #require(try await desk.store.openSession(key: key, hash: cookie, label: "Firefox"))
        await #expect(throws: StoreError.noSuchSession(session.number)) {
            try await desk.store.endSession(session.number, within: .user(UserID(99)))
        }
        try await desk.store.endSession(session.number, within: .user(desk.user))
        #expect(try await desk.store.session(hash: cookie) == nil)
        _ = try await desk.store.addSignInKey(hash: key, for: desk.user)
        let next = try #require(try await desk.store.openSession(key: key, hash: cookie, label: "Firefox"))
        #expect(next.number > session.number)
    }
}
