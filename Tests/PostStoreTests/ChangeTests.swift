import Posts
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

    /// A post that has been brought to “blog”.
    private func arrived(_ desk: Desk, _ outcome: Outcome = .accepted(Record(id: "17"))) async throws -> PostID {
        let id = try await desk.post().post.id
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen()])
        try await carry(desk, outcome)
        return id
    }

    /// Takes what is due through one attempt.
    @discardableResult
    private func carry(_ desk: Desk, _ outcome: Outcome) async throws -> [ClaimedDelivery] {
        let claimed = try await desk.store.claimDue(now: desk.clock.now, rules: known)
        for one in claimed {
            let attempt = try #require(
                try await desk.store.arm(one.delivery.id, request: one.payload, idempotency: .searchable))
            _ = try await desk.store.finish(one.delivery.id, attempt: attempt.number, outcome, rules: rules)
        }
        return claimed
    }

    private func edit(_ desk: Desk, _ id: PostID, _ words: String) async throws {
        _ = try await desk.store.replace(
            id, with: Draft(body: words), ifRevision: nil, refrozen: [try frozenChange(.edit, words)])
    }

    @Test("an edit goes to the copy that has arrived, and leaves the record of its arrival alone")
    func follows() async throws {
        let desk = try await Desk()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        let claimed = try await carry(desk, .accepted(Record(id: "17")))
        #expect(claimed.map(\.delivery.kind) == [.edit])
        #expect(claimed.map(\.parentRecord?.id) == ["17"])
        #expect(claimed.map(\.payload) == [Array("second".utf8)])
        #expect(try await desk.store.deliveries(of: id).map(\.state.word) == [.delivered])
        #expect(try await desk.store.changes(of: id).map(\.state.word) == [.delivered])
    }

    @Test("of several edits only the newest leaves")
    func newest() async throws {
        let desk = try await Desk()
        let id = try await arrived(desk)
        for words in ["second", "third", "fourth"] { try await edit(desk, id, words) }
        let claimed = try await carry(desk, .accepted(Record(id: "17")))
        #expect(claimed.map(\.payload) == [Array("fourth".utf8)])
        #expect(claimed.map(\.delivery.generation) == [3])
        #expect(try await desk.store.deliveries(.state(.superseded)).items.count == 2)
    }

    @Test("an edit waits while the one before it may still be on its way, and is not lost")
    func waitsForDoubt() async throws {
        let desk = try await Desk()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        try await carry(desk, .unknown("No answer."))
        try await edit(desk, id, "third")
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        let open = try await desk.store.deliveries(.open).items.map(\.delivery.state.word)
        #expect(Set(open) == [.uncertain, .blocked])
        desk.clock.advance(.hours(1))
        // The edit in doubt is sent again, and then the newer one.
        let again = try await carry(desk, .accepted(Record(id: "17")))
        #expect(again.map(\.payload) == [Array("second".utf8)])
        let newer = try await carry(desk, .accepted(Record(id: "17")))
        #expect(newer.map(\.payload) == [Array("third".utf8)])
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
    }

    @Test(
        "an edit of a post that may have arrived waits until that is known; where it did not, there is nothing to edit")
    func waitsForPost() async throws {
        let desk = try await Desk()
        let id = try await arrived(desk, .unknown("No answer."))
        try await edit(desk, id, "second")
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        let create = try #require(try await desk.store.deliveries(of: id).first)
        _ = try await desk.store.ask(.abandon, of: create.id, rules: rules)
        #expect(try await desk.store.claimDue(now: noon, rules: known).isEmpty)
        #expect(try await desk.store.changes(of: id).map(\.state.word) == [.cancelled])
    }

    @Test("what a deletion took away is not there any more, and can be brought again")
    func takenBack() async throws {
        let desk = try await Desk()
        let id = try await arrived(desk)
        try await edit(desk, id, "second")
        let published = try await desk.store.unpublish(id, deletions: [try frozenChange(.delete)])
        #expect(published.changes.map(\.kind) == [.delete])
        let claimed = try await carry(desk, .accepted(Record(id: "17")))
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
        let desk = try await Desk()
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
