import Posts
import Testing

@Suite("What happens to an edit or a deletion of a copy")
struct ChangeRulesTests {
    private let rules = DeliveryRules(idempotency: .blind, changes: .deterministic, late: .ask(after: .hours(2)))

    private func change(
        _ kind: DeliveryKind = .edit, _ state: DeliveryState = .scheduled, dueAt: Instant = noon
    ) throws -> Delivery {
        let target = try TargetName("fediverse")
        return Delivery(
            id: DeliveryID(7), postID: PostID(bits: 1), target: target, kind: kind, key: "key", dueAt: dueAt,
            parent: target, state: state)
    }

    @Test("waits until it is known what became of what went there before")
    func waits() throws {
        let blocked = try change().after(.timeCame(met { $0.parent = .waiting }), rules: rules, now: noon)
        #expect(blocked.state?.word == .blocked)
        let again = try #require(blocked.delivery?.after(.parentMoved, rules: rules, now: noon).delivery)
        let arrived = met { $0.parent = .arrived(at: noon - .hours(50)) }
        #expect(again.after(.timeCame(arrived), rules: rules, now: noon).state == .due(at: noon))
    }

    @Test("has nothing to do where the post never came", arguments: [DeliveryKind.edit, .delete])
    func lost(kind: DeliveryKind) throws {
        let step = try change(kind).after(
            .timeCame(met { $0.parent = .lost(reason: "Refused there.") }), rules: rules, now: noon)
        #expect(step.state?.word == .cancelled)
        #expect(step.actions == [.releaseChildren])
    }

    @Test("is never too late: the newest wish of the author counts")
    func late() throws {
        let step = try change(dueAt: noon - .hours(90)).after(
            .timeCame(met { $0.parent = .arrived(at: noon - .hours(99)) }), rules: rules, now: noon)
        #expect(step.state == .due(at: noon))
    }

    @Test("is sent again by itself after a lost answer, where the post itself never would be")
    func lostAnswer() throws {
        let armed = try change(.edit, .armed(boot: thisBoot))
        let doubted = try #require(
            armed.after(.answered(.unknown("No answer.")), rules: rules, now: noon).delivery)
        let wakeAt = try #require(doubted.wakeAt)
        #expect(doubted.after(.timeCame(met()), rules: rules, now: wakeAt).state == .preparing(boot: thisBoot))
        let post = try aDelivery(.armed(boot: thisBoot))
        let unsure = try #require(post.after(.answered(.unknown("No answer.")), rules: rules, now: noon).delivery)
        #expect(unsure.wakeAt == nil)
    }

    @Test("of a webhook that recognises nothing is left to the author when its answer is lost")
    func blind() throws {
        var rules = rules
        rules.changes = .blind
        let armed = try change(.delete, .armed(boot: otherBoot))
        let doubted = try #require(armed.after(.booted(thisBoot), rules: rules, now: noon).delivery)
        #expect(doubted.state.word == .uncertain && doubted.wakeAt == nil)
    }
}
