import Testing

@testable import Posts

@Suite("The cause of a notification")
struct TellingCauseTests {
    private func delivery(_ state: DeliveryState, id: Int64 = 7) throws -> Delivery {
        Delivery(
            id: DeliveryID(id), postID: PostID(bits: 1), target: try TargetName("fediverse"), key: "k",
            dueAt: Instant(seconds: 0), state: state)
    }
    private let noon = Instant(seconds: 43_200)

    @Test(
        "exists for deliveries that failed, may have arrived, were missed, or wait for the operator"
    )
    func which() throws {
        let told: [DeliveryState] = [
            .failed(at: noon, reason: ""), .missed(at: noon, reason: ""),
            .uncertain(since: noon, settleAt: nil, reason: ""), .uncertain(since: noon, settleAt: noon, reason: ""),
            .blocked(.auth, reason: ""), .blocked(.late, reason: ""), .blocked(.content, reason: ""),
            .blocked(.target, reason: ""),
        ]
        for state in told { #expect(NotificationCause(of: try delivery(state)) != nil, "\(state)") }
        let untold: [DeliveryState] = [
            .scheduled, .due(at: noon), .preparing(boot: BootID("b")), .armed(boot: BootID("b")),
            .retrying(at: noon, reason: ""), .reconciling(since: noon, boot: BootID("b"), reason: ""),
            .delivered(at: noon, RemotePost()), .cancelled(at: noon, reason: ""), .superseded(at: noon),
            .blocked(.parent, reason: ""), .blocked(.paused, reason: ""),
        ]
        for state in untold { #expect(NotificationCause(of: try delivery(state)) == nil, "\(state)") }
    }

    @Test("is a sentence")
    func sentences() throws {
        let said: [(DeliveryState, String)] = [
            (.failed(at: noon, reason: "No."), "“One” at fediverse has failed: No."),
            (.missed(at: noon, reason: "Late."), "“One” at fediverse was missed: Late."),
            (.uncertain(since: noon, settleAt: nil, reason: "Lost."), "“One” at fediverse is uncertain: Lost."),
            (.blocked(.auth, reason: "No token."), "“One” at fediverse is blocked: No token."),
            (.due(at: noon), "“One” at fediverse is due."),
        ]
        for (state, words) in said { #expect(DeliveryStory.sentence(try delivery(state), heading: "One") == words) }
    }

    @Test("stays the same while retries repeat it, and changes when it occurs again")
    func same() throws {
        let first = try delivery(.uncertain(since: noon, settleAt: noon, reason: "a"))
        let later = try delivery(.uncertain(since: noon, settleAt: nil, reason: "b"))
        let again = try delivery(.uncertain(since: noon + .hours(1), settleAt: nil, reason: "b"))
        #expect(NotificationCause(of: first) == NotificationCause(of: later))
        #expect(NotificationCause(of: first) != NotificationCause(of: again))
        let one = try delivery(.blocked(.auth, reason: "x"), id: 1)
        let other = try delivery(.blocked(.auth, reason: "x"), id: 2)
        #expect(NotificationCause(of: one) == NotificationCause(of: other))
        let late = try delivery(.blocked(.late, reason: "x"), id: 1)
        let otherLate = try delivery(.blocked(.late, reason: "x"), id: 2)
        #expect(NotificationCause(of: late) != NotificationCause(of: otherLate))
    }
}
