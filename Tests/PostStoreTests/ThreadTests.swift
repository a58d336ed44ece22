import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Threads in the file")
struct ThreadTests {
    private func known() throws -> [TargetName: DeliveryRules] { [try target("blog"): rules] }

    private func thread(of parts: Int, _ payload: String = "thread") throws -> FrozenDelivery {
        FrozenDelivery(
            target: try target("blog"), key: "key of \(payload)", dueAt: noon, payload: Array(payload.utf8),
            parts: parts)
    }

    private func change(_ kind: DeliveryKind, parts: Int = 1) throws -> FrozenDelivery {
        FrozenDelivery(
            target: try target("blog"), kind: kind, key: "change", dueAt: noon, payload: Array("change".utf8),
            parts: parts)
    }

    private func published(_ desk: StoreFixture) async throws -> PostID {
        let id = try await desk.post().post.id
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try thread(of: 3)])
        return id
    }

    /// Claims and arms what is due, with a body that names the part.
    private func arm(_ store: PostStore, at now: Instant) async throws -> (ClaimedDelivery, Attempt) {
        let soon = now + Delivery.spacingOfParts
        let claimed = try #require(try await store.claimDue(now: soon, rules: try known()).first)
        let body = Array("part \(claimed.delivery.part)".utf8)
        return (
            claimed,
            try #require(
                try await store.arm(
                    claimed.delivery.id, edition: claimed.delivery.edition, request: body, idempotency: .searchable))
        )
    }

    @discardableResult
    private func send(_ desk: StoreFixture, _ outcome: Outcome) async throws -> ClaimedDelivery {
        let (claimed, attempt) = try await arm(desk.store, at: desk.clock.now)
        _ = try await desk.store.finish(claimed.delivery.id, attempt: attempt.number, outcome, rules: rules)
        return claimed
    }

    private func sendAll(_ desk: StoreFixture) async throws {
        for part in 1...3 { try await send(desk, .accepted(RemotePost(id: "\(part)", url: "https://s/\(part)"))) }
    }

    @Test("each part gets the id of the one before it and no bytes of another, and the thread arrives as its root")
    func sent() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        for part in 1...3 {
            try await send(desk, .unsent("No route."))
            desk.clock.advance(.hours(1))
            let claimed = try await send(desk, .accepted(RemotePost(id: "\(part)", url: "https://s/\(part)")))
            #expect(claimed.delivery.part == part && claimed.previousPart?.id == (part > 1 ? "\(part - 1)" : nil))
            #expect(claimed.lastRequest == Array("part \(part)".utf8))
        }
        let delivery = try #require(try await desk.store.deliveries(of: id).first)
        #expect(delivery.arrival == RemotePost(id: "1", url: "https://s/1") && delivery.history.attempts == 6)
        #expect(try await desk.store.attempts(of: delivery.id).map(\.part) == [1, 1, 2, 2, 3, 3])
        #expect(try await desk.store.lastRequests(of: delivery).map { $0.key }.sorted() == [1, 2, 3])
        let known = try await desk.store.remoteIDs(at: try target("blog"), except: delivery.id)
        #expect(Set(known.keys) == ["1", "2", "3"])
        #expect(try await desk.store.wakes().isEmpty)
    }

    @Test("a kill after any commit leaves in doubt only the part that was being sent", arguments: 1...3)
    func killed(part: Int) async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        for before in 1..<max(1, part) { try await send(desk, .accepted(RemotePost(id: "\(before)"))) }
        _ = try await arm(desk.store, at: desk.clock.now)
        desk.store.close()
        let store = try desk.reopened()
        defer { store.close() }
        try await store.recover(rules: try known())
        let lost = try #require(try await store.deliveries(of: id).first)
        #expect(lost.state.word == .uncertain && lost.part == part && lost.history.isInDoubt)
        let claimed = try #require(try await store.claimDue(now: desk.clock.now, rules: try known()).first)
        #expect(claimed.task == .lookUp && claimed.lastRequest == Array("part \(part)".utf8))
        let found = try await store.lookedUp(lost.id, .found(RemotePost(id: "\(part)")), rules: rules)
        #expect(part == 3 ? found.state.word == .delivered : found.state.word == .due && !found.history.isInDoubt)
        guard part < 3 else { return }
        let soon = desk.clock.now + Delivery.spacingOfParts
        let next = try #require(try await store.claimDue(now: soon, rules: try known()).first)
        #expect(next.previousPart?.id == "\(part)" && next.lastRequest == nil && next.task == .prepare)
    }

    @Test("a thread that failed in the middle is not sent again, and only what is there is taken back")
    func broken() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await send(desk, .accepted(RemotePost(id: "1", url: "https://s/1")))
        try await send(desk, .accepted(RemotePost(id: "2")))
        try await send(desk, .refused("Too long."))
        #expect(try await desk.store.basis(named: id.text).holding == [try target("blog")])
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try thread(of: 3, "again")])
        _ = try await desk.store.replace(
            id, with: Draft(body: "x"), ifRevision: nil, refrozen: [try thread(of: 3, "edited")])
        #expect(try await desk.store.deliveries(of: id).map(\.generation) == [1])
        _ = try await desk.store.unpublish(id, deletions: [try change(.delete)])
        for copy in ["2", "1"] {
            #expect(try await send(desk, .accepted(RemotePost())).parentRecord?.id == copy)
        }
        #expect(try await desk.store.claimDue(now: desk.clock.now, rules: try known()).isEmpty)
        let broken = try #require(try await desk.store.deliveries(of: id).first)
        #expect(broken.state.word == .failed && broken.takenBackAt != nil && !broken.mayHaveArrived)
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try thread(of: 2, "new")])
        #expect(try await desk.store.deliveries(of: id).map(\.generation) == [2])
        #expect(try await send(desk, .accepted(RemotePost(id: "7"))).previousPart == nil)
        #expect(try await send(desk, .accepted(RemotePost(id: "8"))).previousPart?.id == "7")
    }

    @Test("a part that was being sent when its post was unpublished is the last one, and is deleted with the others")
    func unpublished() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await send(desk, .accepted(RemotePost(id: "1")))
        let (claimed, attempt) = try await arm(desk.store, at: desk.clock.now)
        _ = try await desk.store.unpublish(id, deletions: [try change(.delete)])
        _ = try await desk.store.finish(
            claimed.delivery.id, attempt: attempt.number, .accepted(RemotePost(id: "2")), rules: rules)
        var deleted: [String?] = []
        for _ in 0..<6 {
            desk.clock.advance(Delivery.spacingOfParts)
            for one in try await desk.store.claimDue(now: desk.clock.now, rules: try known()) {
                #expect(one.delivery.kind == .delete)
                deleted.append(one.parentRecord?.id)
                let attempt = try #require(
                    try await desk.store.arm(
                        one.delivery.id, edition: one.delivery.edition, request: [], idempotency: .natural))
                _ = try await desk.store.finish(
                    one.delivery.id, attempt: attempt.number, .accepted(RemotePost()), rules: rules)
            }
        }
        #expect(deleted == ["2", "1"])
        #expect(try await desk.store.deliveries(of: id).first?.takenBackAt != nil)
    }

    @Test("a deletion takes the last part first, and goes on after a restart where it was")
    func deleted() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await sendAll(desk)
        _ = try await desk.store.unpublish(id, deletions: [try change(.delete)])
        #expect(try await send(desk, .accepted(RemotePost())).parentRecord?.id == "3")
        #expect(try await desk.store.deliveries(of: id).first?.takenBackAt == nil)
        desk.store.close()
        let store = try desk.reopened()
        defer { store.close() }
        try await store.recover(rules: try known())
        for copy in ["2", "1"] {
            let (claimed, attempt) = try await arm(store, at: desk.clock.now)
            #expect(claimed.parentRecord?.id == copy)
            _ = try await store.finish(
                claimed.delivery.id, attempt: attempt.number, .gone("There is none."), rules: rules)
        }
        #expect(try await store.deliveries(of: id).first?.takenBackAt != nil)
    }

    @Test("an edit changes part by part, each compared with what that part said")
    func edited() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        for part in 1...3 {
            let (claimed, attempt) = try await arm(desk.store, at: desk.clock.now)
            _ = try await desk.store.finish(
                claimed.delivery.id, attempt: attempt.number, .accepted(RemotePost(id: "\(part)")),
                seen: SeenCopy(Standing([.text: "said \(part)"])), rules: rules)
        }
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try change(.edit, parts: 3)])
        for part in 1...3 {
            let claimed = try await send(desk, .accepted(RemotePost(id: "\(part)")))
            #expect(claimed.delivery.kind == .edit && claimed.parentRecord?.id == "\(part)")
            #expect(claimed.copy?.baseline == Standing([.text: "said \(part)"]))
            #expect(claimed.copy?.requests == [Array("part \(part)".utf8)])
        }
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
    }

    /// An edit whose preparation found something at the parts of the thread.
    private func editStopped(_ desk: StoreFixture, _ id: PostID, by findings: ThreadFindings) async throws -> Delivery {
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try change(.edit, parts: 3)])
        let claimed = try #require(try await desk.store.claimDue(now: desk.clock.now, rules: try known()).first)
        #expect(claimed.thread.mapValues(\.id) == [1: "1", 2: "2", 3: "3"])
        let edit = try await desk.store.unprepared(
            claimed.delivery.id, edition: 1, .refused("A part is not as it was."), seen: SeenCopy(thread: findings),
            rules: rules)
        #expect(edit.state == .blocked(.content, reason: "A part is not as it was."))
        #expect(try await desk.store.deliveries(of: id).first?.arrival?.id == "1")
        return edit
    }

    /// Deletes what is there of the post.
    /// - Returns: the ids in the order of the deletion.
    private func takenBack(_ desk: StoreFixture, _ id: PostID) async throws -> [String?] {
        _ = try await desk.store.unpublish(id, deletions: [try change(.delete)])
        var deleted: [String?] = []
        while try await desk.store.wakes() != [:], deleted.count < 10 {
            deleted.append(try await send(desk, .accepted(RemotePost())).parentRecord?.id)
            desk.clock.advance(Delivery.spacingOfParts)
        }
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
        #expect(try await desk.store.basis(named: id.text).holding.isEmpty)
        return deleted
    }

    @Test("a part that is gone does not make the thread gone: what is left is taken back, and nothing of it later")
    func takesBackWhatIsLeft() async throws {
        for gone in [[1], [2], [3], [1, 3]] {
            let desk = try await StoreFixture()
            let id = try await published(desk)
            try await sendAll(desk)
            _ = try await editStopped(desk, id, by: ThreadFindings(gone: Set(gone)))
            #expect(try await takenBack(desk, id) == [3, 2, 1].filter { !gone.contains($0) }.map(String.init))
            _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try thread(of: 3, "again")])
            for part in 7...9 { try await send(desk, .accepted(RemotePost(id: "\(part)"))) }
            #expect(try await takenBack(desk, id) == ["9", "8", "7"])
        }
    }

    @Test("after its author's retry an edit leaves out the parts that are gone, and is complete with the others")
    func leavesOutWhatIsGone() async throws {
        for gone in 1...3 {
            let desk = try await StoreFixture()
            let id = try await published(desk)
            try await sendAll(desk)
            let edit = try await editStopped(desk, id, by: ThreadFindings(gone: [gone]))
            _ = try await desk.store.ask(.retry, of: edit.id, rules: rules)
            for part in 1...3 {
                if part != gone {
                    #expect(try await send(desk, .accepted(RemotePost(id: "\(part)"))).parentRecord?.id == "\(part)")
                    continue
                }
                let soon = desk.clock.now + Delivery.spacingOfParts
                let claimed = try #require(try await desk.store.claimDue(now: soon, rules: try known()).first)
                // Never the first part in place of the missing one.
                #expect(claimed.parentRecord == nil && claimed.thread.count == 2)
                _ = try await desk.store.unprepared(
                    edit.id, edition: 1, .accepted(RemotePost()), seen: SeenCopy(remark: "It is gone."), rules: rules)
            }
            let end = try await desk.store.delivery(edit.id).delivery
            #expect(end.state.word == .delivered && end.remark == "It is gone.")
        }
    }

    @Test("a part that a person changed is compared with what the author was shown of it")
    func shownParts() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await sendAll(desk)
        let hand = Standing([.text: "by hand"])
        let edit = try await editStopped(desk, id, by: ThreadFindings(changed: [3: hand]))
        _ = try await desk.store.ask(.retry, of: edit.id, rules: rules)
        for part in 1...3 {
            let claimed = try await send(desk, .accepted(RemotePost(id: "\(part)")))
            #expect(claimed.copy?.shown == (part == 3 ? hand : nil))
        }
    }

    @Test("a new text does not overwrite what a person changed, unless its author asks for it")
    func newTextAfterChange() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await sendAll(desk)
        _ = try await editStopped(desk, id, by: ThreadFindings(changed: [1: Standing([.text: "by hand"])]))
        _ = try await desk.store.replace(
            id, with: Draft(body: "newer"), ifRevision: nil, refrozen: [try change(.edit, parts: 3)])
        let claimed = try #require(try await desk.store.claimDue(now: desk.clock.now, rules: try known()).first)
        #expect(claimed.delivery.kind == .edit && claimed.copy?.shown == nil)
    }

    @Test(
        "a thread whose parts are all gone can be published again, and only the new one is taken back then",
        arguments: [false, true])
    func allGone(isOfEarlierVersion: Bool) async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await sendAll(desk)
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try change(.edit, parts: 3)])
        let claimed = try #require(try await desk.store.claimDue(now: desk.clock.now, rules: try known()).first)
        let end = try await desk.store.unprepared(
            claimed.delivery.id, edition: 1, .gone("It was deleted there."), rules: rules)
        #expect(end.state.word == .failed)
        #expect(try await desk.store.deliveries(of: id).first?.takenBackAt != nil)
        if isOfEarlierVersion {
            try await desk.store.commit { try $0.db.run("UPDATE arrival SET takenBackAt = NULL") }
        }
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try thread(of: 3, "again")])
        for part in 7...9 { try await send(desk, .accepted(RemotePost(id: "\(part)"))) }
        #expect(try await takenBack(desk, id) == ["9", "8", "7"])
    }

    @Test("an edit of an incomplete thread waits until the thread is whole")
    func editOfIncomplete() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await send(desk, .accepted(RemotePost(id: "1")))
        try await send(desk, .refused("Not this part."))
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try change(.edit, parts: 3)])
        #expect(try await desk.store.claimDue(now: desk.clock.now, rules: try known()).isEmpty)
        let waiting = try #require(try await desk.store.changes(of: id).first)
        guard case .blocked(.parent, let reason) = waiting.state else { Issue.record("\(waiting.state)"); return }
        #expect(reason.contains("Only 1 of 3 parts are there"))
        let thread = try #require(try await desk.store.deliveries(of: id).first)
        _ = try await desk.store.ask(.retry, of: thread.id, rules: rules)
        for part in 2...3 {
            #expect(try await send(desk, .accepted(RemotePost(id: "\(part)"))).delivery.kind == .create)
        }
        for part in 1...3 {
            #expect(try await send(desk, .accepted(RemotePost(id: "\(part)"))).parentRecord?.id == "\(part)")
        }
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
    }

    @Test("an edit with another number of parts than the copy has waits for the author", arguments: [1, 2, 4])
    func otherCount(parts: Int) async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk)
        try await sendAll(desk)
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try change(.edit, parts: parts)])
        #expect(try await desk.store.claimDue(now: desk.clock.now, rules: try known()).isEmpty)
        let edit = try #require(try await desk.store.changes(of: id).first)
        guard case .blocked(.content, let reason) = edit.state else { Issue.record("\(edit.state)"); return }
        #expect(reason.contains("3 parts"))
    }
}
