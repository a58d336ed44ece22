import Posts
import Testing

@Suite("What nothing settles")
struct UnsettledTests {
    private let rules = IdempotencyClass.searchable.rules

    private func sentTwice(_ reason: String = "Lost.") throws -> Delivery {
        var delivery = try aDelivery(.reconciling(since: noon, boot: thisBoot, reason: reason))
        (delivery.history.isInDoubt, delivery.history.isResent) = (true, true)
        (delivery.history.absences, delivery.history.absentAt) = (1, noon)
        return try #require(delivery.after(.lookedUp(.absent), rules: rules, now: noon + rules.settle).delivery)
    }

    @Test("a retry of what was sent twice is refused with the three verbs")
    func retryOfSentTwice() throws {
        let delivery = try sentTwice()
        #expect(delivery.state.word == .uncertain && delivery.wakeAt == nil)
        guard case .refused(let words) = delivery.after(.asked(.retry), rules: rules, now: noon + .days(1)) else {
            Issue.record("Looking a third time would show the same.")
            return
        }
        for verb in ["confirm-sent", "resend", "abandon"] { #expect(words.contains(verb)) }
        #expect(DeliveryStory(delivery).verbs == ["confirm-sent", "resend", "abandon"])
        // After another send there is something to look for again.
        let again = try #require(delivery.after(.asked(.resend), rules: rules, now: noon).delivery)
        #expect(again.state == .due(at: noon))
    }

    @Test("a store of an earlier version may hold a grown sentence, which grows no more")
    func grown() throws {
        let once = try sentTwice()
        guard case .uncertain(_, _, let reason) = once.state,
            case .uncertain(_, _, let again) = try sentTwice(reason).state
        else {
            Issue.record("\(once.state)")
            return
        }
        #expect(reason == again)
    }

    @Test("no reason grows with the number of tries", arguments: IdempotencyClass.everyClass)
    func sameLength(idempotency: IdempotencyClass) throws {
        let rules = idempotency.rules
        for finding in [LookUpResult.absent, .unclear("503."), .unseeable("Not listed.")] {
            var (next, now, longest) = (try aDelivery(.armed(boot: thisBoot)), noon, 0)
            next = try #require(next.after(.answered(.unknown("Lost.")), rules: rules, now: now).delivery)
            for round in 0..<600 {
                let step: DeliveryStep
                switch next.state {
                case .reconciling: step = next.after(.lookedUp(finding), rules: rules, now: now)
                case .preparing: step = next.after(.unprepared(.unsent("No route.")), rules: rules, now: now)
                default:
                    now = max(now, next.wakeAt ?? now) + .minutes(1)
                    step =
                        next.wakeAt == nil
                        ? next.after(.asked(.retry), rules: rules, now: now)
                        : next.after(.timeCame(met()), rules: rules, now: now)
                }
                guard let moved = step.delivery else { break }
                next = moved
                let length = DeliveryStory(next).reason?.count ?? 0
                if round > 300 {
                    #expect(length <= longest, "\(idempotency.letter): \(DeliveryStory(next).reason ?? "")")
                } else {
                    longest = max(longest, length)
                }
            }
            #expect(longest < 250)
        }
    }
}
