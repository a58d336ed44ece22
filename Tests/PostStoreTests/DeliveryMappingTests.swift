import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A delivery's row says exactly what the delivery says")
struct DeliveryMappingTests {
    private static let boot = BootID("boot 1")

    static var states: [DeliveryState] {
        let full = RemotePost(id: "1", url: "https://example.org/1")
        return [
            .scheduled, .due(at: noon), .preparing(boot: boot), .armed(boot: boot), .retrying(at: noon, reason: "r"),
            .uncertain(since: noon, settleAt: noon + .hours(1), reason: "r"),
            .uncertain(since: noon, settleAt: nil, reason: ""), .reconciling(since: noon, boot: boot, reason: "r"),
            .delivered(at: noon, full), .delivered(at: noon, RemotePost()), .failed(at: noon, reason: "r"),
            .missed(at: noon, reason: "r"), .cancelled(at: noon, reason: "r"), .superseded(at: noon),
        ] + DeliveryState.Block.allCases.map { .blocked($0, reason: "r") }
    }

    @Test("every state comes back as it went in, with the same instant to wake at")
    func roundTrip() async throws {
        #expect(Set(Self.states.map(\.word)) == Set(DeliveryState.Word.allCases))
        let desk = try await StoreFixture()
        for (index, state) in Self.states.enumerated() {
            for isFull in [false, true] {
                let id = try await desk.post().post.id
                var history = Delivery.History()
                history.attempts = 1
                if isFull {
                    history.tries = 3
                    history.deadlineAt = noon + .days(1)
                    history.firstSentAt = noon
                    history.isInDoubt = true
                    history.absences = 2
                    history.absentAt = noon - .seconds(1)
                    history.isResent = true
                    history.restoredFrom = noon - .days(1)
                    if state.word == .blocked { history.askAt = noon + .minutes(3) }
                }
                let delivery = Delivery(
                    id: DeliveryID(Int64(2 * index + (isFull ? 2 : 1))), postID: id, target: try target("blog"),
                    generation: 4, key: "k", dueAt: noon + .minutes(1), parent: isFull ? try target("site") : nil,
                    delay: .minutes(isFull ? 10 : 0), state: state, history: history)
                try await desk.store.commit { try $0.insert(delivery, payload: [1, 2, 0]) }
                #expect(try await desk.store.delivery(delivery.id).delivery == delivery)
                #expect(try await desk.store.payload(of: delivery.id) == [1, 2, 0])
                let wake = try await desk.store.read { db in
                    try db.integer("SELECT wakeAt FROM delivery WHERE id = ?", [delivery.id.number])
                }
                #expect(wake == delivery.wakeAt?.microseconds)
            }
        }
    }

    @Test("every state may become every other in the same row")
    func changes() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        var last = Delivery(
            id: DeliveryID(1), postID: id, target: try target("blog"), key: "k", dueAt: noon, state: .scheduled)
        last.history.attempts = 1
        let first = last
        try await desk.store.commit { try $0.insert(first, payload: []) }
        for state in Self.states + Self.states.reversed() {
            var next = last
            next.state = state
            let (old, new) = (last, next)
            try await desk.store.commit { try $0.write(new, was: old) }
            #expect(try await desk.store.delivery(first.id).delivery == new)
            last = next
        }
    }

    @Test(
        "the schema refuses a state without what belongs to it, or with what does not",
        arguments: [
            "state = 'armed'", "state = 'due'", "boot = 'b'", "reason = 'r'", "at = 1", "since = 1", "settleAt = 1",
            "recordUrl = 'u'", "state = 'blocked', reason = 'r'", "block = 'auth'", "state = 'lost'", "attempts = -1",
            "state = 'armed', boot = 'b'", "isInDoubt = 2", "generation = 0", "target = ''", "kind = 'other'",
            "postId = '000000000000'", "state = 'delivered'", "state = 'uncertain', since = 1",
        ])
    func refused(change: String) async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        _ = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen()])
        await #expect(throws: StoreError.self) {
            try await desk.store.commit { try $0.db.script("UPDATE delivery SET \(change)") }
        }
    }

    @Test("what was sent cannot be deleted, and two cannot be on their way to one place")
    func kept() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        let delivery = try #require(
            try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen()]).deliveries.first)
        for table in ["post", "delivery"] {
            await #expect(throws: StoreError.self) {
                try await desk.store.commit { try $0.db.script("DELETE FROM \(table)") }
            }
        }
        let second = Delivery(
            id: DeliveryID(0), postID: id, target: delivery.target, generation: 2, key: "k", dueAt: noon)
        await #expect(throws: StoreError.self) { try await desk.store.commit { try $0.insert(second, payload: []) } }
    }
}
