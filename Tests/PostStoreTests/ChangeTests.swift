import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Edits and deletions of copies, in the file")
struct ChangeTests {
    private let known = [TargetName: DeliveryRules](
        uniqueKeysWithValues: ["blog", "other"].compactMap { try? TargetName($0) }.map { ($0, rules) })

    private func frozenChange(_ kind: DeliveryKind, _ payload: String = "change") throws -> FrozenDelivery {
        FrozenDelivery(
            target: try target("blog"), kind: kind, key: "key of \(payload)", dueAt: noon,
            payload: Array(payload.utf8))
    }

    /// A post that was delivered to “blog”.
    private func arrived(_ desk: StoreFixture, _ outcome: Outcome = .accepted(RemotePost(id: "17"))) async throws
        -> PostID
    {
        let id = try await desk.post().post.id
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen()])
        try await carry(desk, outcome)
        return id
    }

    /// Makes one attempt for each due delivery.
    @discardableResult
    private func carry(_ desk: StoreFixture, _ outcome: Outcome) async throws -> [ClaimedDelivery] {
        let claimed = try await desk.store.claimDue(now: desk.clock.now, rules: known)
        for one in claimed {
            let attempt = try #require(
                try await desk.store.arm(
                    one.delivery.id, edition: one.delivery.edition, request: one.payload, idempotency: .searchable))
            _ = try await desk.store.finish(one.delivery.id, attempt: attempt.number, outcome, rules: rules)
        }
        return claimed
    }

    /// Looks up each delivery in doubt once.
    private func look(_ desk: StoreFixture, _ finding: LookUpResult) async throws {
        let claimed = try await desk.store.claimDue(now: desk.clock.now, rules: known)
        #expect(claimed.map(\.task) == [.lookUp])
        for one in claimed { _ = try await desk.store.lookedUp(one.delivery.id, finding, rules: rules) }
    }

    @Test("an edit is read once more when a request before it, answered by nothing, may be carried out late")
    func overtaken() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        try await carry(desk, .unknown("No answer."))
        for _ in 0..<2 {
            desk.clock.advance(.minutes(6))
            try await look(desk, .absent)
        }
        try await carry(desk, .accepted(RemotePost(id: "17")))
        try await edit(desk, id, "third")
        try await carry(desk, .accepted(RemotePost(id: "17")))
        let waiting = try #require(try await desk.store.deliveries(.open).items.first?.delivery)
        #expect(waiting.state.word == .uncertain && waiting.wakeAt == desk.clock.now + rules.settle)
        desk.clock.advance(rules.settle)
        let claimed = try await desk.store.claimDue(now: desk.clock.now, rules: known)
        #expect(
            claimed.first?.copy?.requests.map { String(decoding: $0, as: UTF8.self) }.suffix(2) == ["second", "third"])
    }

    @Test("where no copy can be read, an edit after a lost answer is sent once more and no oftener")
    func overtakenUnseen() async throws {
        let desk = try await StoreFixture()
        var blind = rules
        (blind.idempotency, blind.changes) = (.blind, .deterministic)
        let known = [try target("blog"): blind]
        func carry(_ outcome: Outcome) async throws -> DeliveryState.Word? {
            var word: DeliveryState.Word?
            for one in try await desk.store.claimDue(now: desk.clock.now, rules: known) {
                if one.task == .lookUp {
                    word = try await desk.store.lookedUp(one.delivery.id, .absent, rules: blind).state.word
                    continue
                }
                let id = one.delivery.id
                let attempt = try #require(
                    try await desk.store.arm(id, edition: 1, request: one.payload, idempotency: .deterministic))
                word = try await desk.store.finish(id, attempt: attempt.number, outcome, rules: blind).state.word
            }
            return word
        }
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        #expect(try await carry(.unknown("No answer.")) == .uncertain)
        var words: [DeliveryState.Word?] = []
        for round in 0..<12 {
            desk.clock.advance(.minutes(3))
            words.append(try await carry(.accepted(RemotePost(id: "17"))))
            if words.last == .delivered, round < 6 { try await edit(desk, id, "edit \(round)") }
        }
        let sent = try await desk.store.changes(of: id).map { ($0.state.word, $0.history.attempts) }
        #expect(sent.allSatisfy { $0.0 == .delivered && $0.1 <= 2 }, "\(sent), by way of \(words)")
    }

    @Test("an edit that puts another post in the place of the copy moves it: later changes apply to that one")
    func moved() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk, .accepted(RemotePost(id: "17", url: "https://example.org/17")))
        try await edit(desk, id, "second")
        try await carry(desk, .accepted(RemotePost(id: "18", url: "https://example.org/18")))
        let created = try #require(try await desk.store.deliveries(of: id).first { $0.kind == .create })
        #expect(created.arrival == RemotePost(id: "18", url: "https://example.org/18"))
        try await edit(desk, id, "third")
        #expect(try await carry(desk, .accepted(RemotePost(id: "18"))).map(\.parentRecord?.id) == ["18"])
        #expect(try await desk.store.deliveries(of: id).first?.arrival?.url == "https://example.org/18")
    }

    @Test("a change knows when the copy arrived")
    func arrivalTime() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        let arrivedAt = desk.clock.now
        desk.clock.advance(.minutes(3))
        try await edit(desk, id, "second")
        #expect(try await carry(desk, .accepted(RemotePost(id: "17"))).map(\.copyArrivedAt) == [arrivedAt])
    }

    @Test("what stood there is kept with the newest arrival, and a copy that is gone may be sent once more")
    func standing() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        var claimed = try #require(try await desk.store.claimDue(now: desk.clock.now, rules: known).first)
        let attempt = try #require(
            try await desk.store.arm(
                claimed.delivery.id, edition: claimed.delivery.edition, request: [1], idempotency: .searchable))
        let seen = SeenCopy(Standing([.text: "second", .words: "second"]), remark: "It arrived changed.")
        let done = try await desk.store.finish(
            claimed.delivery.id, attempt: attempt.number, .accepted(RemotePost(id: "17")), seen: seen, rules: rules)
        #expect(try await desk.store.delivery(done.id).delivery.remark == "It arrived changed.")
        try await edit(desk, id, "third")
        claimed = try #require(try await desk.store.claimDue(now: desk.clock.now, rules: known).first)
        #expect(claimed.copy?.baseline == Standing([.text: "second"]))
        // The author sees the text that was written at the target.
        let hand = Standing([.text: "by hand"])
        _ = try await desk.store.unprepared(
            claimed.delivery.id, edition: claimed.delivery.edition, .diverged(hand, "It was changed there."),
            rules: rules)
        _ = try await desk.store.ask(.retry, of: claimed.delivery.id, rules: rules)
        claimed = try #require(try await desk.store.claimDue(now: desk.clock.now, rules: known).first)
        #expect(claimed.copy?.shown == hand && claimed.copy?.baseline == Standing([.text: "second"]))
        _ = try await desk.store.unprepared(
            claimed.delivery.id, edition: claimed.delivery.edition, .gone("It was deleted there."), rules: rules)
        #expect(try await desk.store.deliveries(of: id).first?.takenBackAt != nil)
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen()])
        #expect(try await desk.store.deliveries(of: id).first?.generation == 2)
    }

    private func edit(_ desk: StoreFixture, _ id: PostID, _ words: String) async throws {
        _ = try await desk.store.replace(
            id, with: Draft(body: words), ifRevision: nil, refrozen: [try frozenChange(.edit, words)])
    }

    @Test("an edit goes to the copy that has arrived, and leaves the record of its arrival alone")
    func follows() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        let claimed = try await carry(desk, .accepted(RemotePost(id: "17")))
        #expect(claimed.map(\.delivery.kind) == [.edit])
        #expect(claimed.map(\.parentRecord?.id) == ["17"])
        #expect(claimed.map(\.payload) == [Array("second".utf8)])
        #expect(try await desk.store.deliveries(of: id).map(\.state.word) == [.delivered])
        #expect(try await desk.store.changes(of: id).map(\.state.word) == [.delivered])
    }

    @Test("of several edits only the newest leaves")
    func newest() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        for words in ["second", "third", "fourth"] { try await edit(desk, id, words) }
        let claimed = try await carry(desk, .accepted(RemotePost(id: "17")))
        #expect(claimed.map(\.payload) == [Array("fourth".utf8)])
        #expect(claimed.map(\.delivery.generation) == [1] && claimed.map(\.delivery.edition) == [3])
        #expect(try await desk.store.changes(of: id).count == 1)
    }

    @Test("an edit waits while the one before it may still be on its way, and is not lost")
    func waitsForDoubt() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        try await carry(desk, .unknown("No answer."))
        try await edit(desk, id, "third")
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        let open = try await desk.store.deliveries(.open).items.map(\.delivery.state.word)
        #expect(Set(open) == [.uncertain, .blocked])
        desk.clock.advance(.hours(1))
        // The look-up finds the edit in doubt; then the newer one leaves.
        try await look(desk, .found(RemotePost(id: "17")))
        let newer = try await carry(desk, .accepted(RemotePost(id: "17")))
        #expect(newer.map(\.payload) == [Array("third".utf8)])
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
    }

    @Test(
        "an edit of a post that may have arrived waits until that is known; where it did not, there is nothing to edit")
    func waitsForPost() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk, .unknown("No answer."))
        try await edit(desk, id, "second")
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        let create = try #require(try await desk.store.deliveries(of: id).first)
        _ = try await desk.store.ask(.abandon, of: create.id, rules: rules)
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        #expect(try await desk.store.changes(of: id).map(\.state.word) == [.cancelled])
    }

    @Test("a deleted copy is gone, and can be published again")
    func takenBack() async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        let published = try await desk.store.unpublish(id, deletions: [try frozenChange(.delete)])
        #expect(published.changes.map(\.kind) == [.delete])
        let claimed = try await carry(desk, .accepted(RemotePost(id: "17")))
        #expect(claimed.map(\.delivery.kind) == [.delete])
        let create = try #require(try await desk.store.deliveries(of: id).first)
        #expect(create.state.word == .delivered && create.takenBackAt == noon && create.arrival == nil)
        #expect(try await desk.store.targetsHolding(id).isEmpty)
        let again = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen()])
        #expect(again.deliveries.map(\.generation) == [2])
        #expect(again.deliveries.map(\.state) == [.scheduled])
    }

    @Test("publishing again, and undeleting, keep a copy whose deletion has not left", arguments: [false, true])
    func keptAfterAll(isDeleted: Bool) async throws {
        let desk = try await StoreFixture()
        let id = try await arrived(desk)
        if isDeleted {
            _ = try await desk.store.delete(id, deletions: [try frozenChange(.delete)])
            _ = try await desk.store.undelete(id)
        } else {
            _ = try await desk.store.unpublish(id, deletions: [try frozenChange(.delete)])
            _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [])
        }
        #expect(try await desk.store.changes(of: id).map(\.state.word) == [.cancelled])
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        #expect(try await desk.store.deliveries(of: id).first?.arrival?.id == "17")
    }
}
