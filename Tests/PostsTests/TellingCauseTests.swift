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

    @Test("exists for a copy that more people can see than its author wanted, until it is taken back")
    func exposed() throws {
        let wanted = Standing([.visibility: "private"])
        let remark = CopyMemory.remark(on: Standing([.visibility: "public"]), sent: wanted)
        func arrived(_ remark: String?, takenBackAt: Instant? = nil, kind: DeliveryKind = .create) throws -> Delivery {
            Delivery(
                id: DeliveryID(7), postID: PostID(bits: 1), target: try TargetName("fediverse"), kind: kind, key: "k",
                dueAt: noon, state: .delivered(at: noon, RemotePost()), takenBackAt: takenBackAt, remark: remark)
        }
        #expect(NotificationCause(of: try arrived(remark))?.description == "exposed 7")
        #expect(NotificationCause(of: try arrived(remark, kind: .edit))?.description == "exposed 7")
        #expect(DeliveryStory(try arrived(remark)).next == "galley unpublish \(PostID(bits: 1).text)")
        #expect(NotificationCause(of: try arrived(remark, takenBackAt: noon)) == nil)
        #expect(NotificationCause(of: try arrived("It arrived changed.")) == nil)
        #expect(DeliveryStory(try arrived("It arrived changed.")).next == nil)
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

    @Test("is reported once or twice for a doubt that lasts a day", arguments: IdempotencyClass.everyClass)
    func longDoubt(idempotency: IdempotencyClass) throws {
        for (kind, isDown) in DeliveryKind.allCases.flatMap({ [($0, true), ($0, false)] }) {
            var rules = DeliveryRules(idempotency: idempotency, late: .post)
            (rules.changes, rules.deletions) = (idempotency, idempotency)
            var delivery = try aDelivery(.armed(boot: thisBoot), kind: kind)
            (delivery.history.attempts, delivery.history.firstSentAt) = (1, noon)
            var causes: Set<NotificationCause> = []
            var (now, steps) = (noon, 0)
            func move(_ event: DeliveryEvent) {
                let step = delivery.after(event, rules: rules, now: now)
                if let next = step.delivery { delivery = next }
                if let cause = NotificationCause(of: delivery) { causes.insert(cause) }
                steps += 1
                if step.actions.contains(.lookUp) { move(.lookedUp(isDown ? .unclear("Down.") : .absent)) }
                guard step.actions.contains(.prepare) else { return }
                if isDown { return move(.unprepared(.unsent("Down."))) }
                move(.armed(boot: thisBoot))
                move(.answered(.unknown("500")))
            }
            move(.answered(.unknown("Lost.")))
            while let next = delivery.wakeAt, steps < 2000 {
                now = max(next, now + .seconds(1))
                move(.timeCame(met { $0.lateSlot = now }))
            }
            let note: Comment = "\(kind) in class \(idempotency.letter), \(isDown ? "down" : "never done")"
            #expect(delivery.state.word == .uncertain && delivery.wakeAt == nil && steps < 2000, note)
            #expect((1...2).contains(causes.count), note)
        }
    }

    @Test("stays the same while retries repeat it, and changes when it occurs again")
    func same() throws {
        let first = try delivery(.uncertain(since: noon, settleAt: noon, reason: "a"))
        let later = try delivery(.uncertain(since: noon, settleAt: nil, reason: "b"))
        let again = try delivery(.uncertain(since: noon + .hours(1), settleAt: nil, reason: "b"))
        #expect(NotificationCause(of: first) == NotificationCause(of: later))
        #expect(NotificationCause(of: first) != NotificationCause(of: again))
        // It began with the first send, however often the attempts to settle it end in doubt.
        var (settling, resent) = (first, again)
        settling.history.firstSentAt = noon - .minutes(1)
        resent.history.firstSentAt = noon - .minutes(1)
        #expect(NotificationCause(of: settling) == NotificationCause(of: resent))
        resent.history.isResent = true
        #expect(NotificationCause(of: settling) != NotificationCause(of: resent))
        let one = try delivery(.blocked(.auth, reason: "x"), id: 1)
        let other = try delivery(.blocked(.auth, reason: "x"), id: 2)
        #expect(NotificationCause(of: one) == NotificationCause(of: other))
        let late = try delivery(.blocked(.late, reason: "x"), id: 1)
        let otherLate = try delivery(.blocked(.late, reason: "x"), id: 2)
        #expect(NotificationCause(of: late) != NotificationCause(of: otherLate))
    }
}
