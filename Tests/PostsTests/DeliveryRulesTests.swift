import Posts
import Testing

let noon = Instant(seconds: 1_800_000_000)
let thisBoot = BootID("this")
let otherBoot = BootID("other")

func aDelivery(
    _ state: DeliveryState, kind: DeliveryKind = .create, dueAt: Instant = noon, parent: TargetName? = nil,
    delay: Span = .zero
) throws -> Delivery {
    Delivery(
        id: DeliveryID(7), postID: PostID(bits: 1), target: try TargetName("fediverse"), kind: kind, key: "key",
        dueAt: dueAt,
        parent: parent, delay: delay, state: state)
}

func met(_ change: (inout Circumstances) -> Void = { _ in }) -> Circumstances {
    var circumstances = Circumstances(boot: thisBoot, lateSlot: noon)
    change(&circumstances)
    return circumstances
}

extension IdempotencyClass {
    static let everyClass: [IdempotencyClass] = [
        .deterministic, .windowed(.hours(1)), .natural, .searchable, .blind,
    ]
    var rules: DeliveryRules { DeliveryRules(idempotency: self, late: .ask(after: .hours(2))) }
}

extension DeliveryStep {
    var delivery: Delivery? { if case .moved(let delivery, _) = self { delivery } else { nil } }
    var state: DeliveryState? { delivery?.state }
    var actions: [DeliveryAction] { if case .moved(_, let actions) = self { actions } else { [] } }
}

@Suite("A delivery")
struct DeliveryRulesTests {
    @Test("leaves when its time comes")
    func leaves() throws {
        let due = try aDelivery(.scheduled).after(.timeCame(met()), rules: IdempotencyClass.blind.rules, now: noon)
        #expect(due.state == .due(at: noon))
        let taken = try #require(due.delivery).after(.timeCame(met()), rules: IdempotencyClass.blind.rules, now: noon)
        #expect(taken.state == .preparing(boot: thisBoot))
        #expect(taken.actions == [.prepare])
    }

    @Test("does not leave before its time")
    func waits() throws {
        let early = try aDelivery(.scheduled, dueAt: noon + .seconds(1))
        #expect(early.after(.timeCame(met()), rules: IdempotencyClass.blind.rules, now: noon) == .unmoved)
    }

    @Test("waits for its parent, and counts its delay from the parent's arrival")
    func parent() throws {
        let blog = try TargetName("blog")
        let rules = IdempotencyClass.blind.rules
        let waiting = try aDelivery(.scheduled, dueAt: noon - .hours(1), parent: blog)
        let blocked = waiting.after(.timeCame(met { $0.parent = .waiting }), rules: rules, now: noon)
        #expect(blocked.state?.word == .blocked)
        let again = try #require(blocked.delivery?.after(.parentMoved, rules: rules, now: noon).delivery)
        let circumstances = met { $0.parent = .arrived(at: noon - .seconds(5)) }
        #expect(again.after(.timeCame(circumstances), rules: rules, now: noon).state == .due(at: noon))

        let delayed = try aDelivery(.scheduled, dueAt: noon - .hours(1), parent: blog, delay: .hours(1))
        #expect(
            delayed.after(.timeCame(circumstances), rules: rules, now: noon).state
                == .due(at: noon + .hours(1) - .seconds(5)))
    }

    @Test(
        "is as late as its parent made it, counted without its own delay",
        arguments: [Span.zero, .hours(1)],
        [
            (LatePolicy.post, DeliveryState.Word.due), (.ask(after: .hours(2)), .blocked),
            (.ask(after: .hours(4)), .due), (.skip(after: .hours(2)), .missed), (.skip(after: .hours(4)), .due),
        ])
    func lateParent(delay: Span, outcome: (policy: LatePolicy, expected: DeliveryState.Word)) throws {
        var rules = IdempotencyClass.searchable.rules
        rules.late = outcome.policy
        let child = try aDelivery(
            .scheduled, dueAt: noon - .hours(3), parent: try TargetName("blog"), delay: delay)
        let step = child.after(.timeCame(met { $0.parent = .arrived(at: noon) }), rules: rules, now: noon)
        #expect(step.state?.word == outcome.expected)
        if outcome.expected == .due { #expect(step.state == .due(at: noon + delay)) }
    }

    @Test(
        "is late after an outage that began during its delay, counted from the planned end of the delay",
        arguments: [
            (LatePolicy.post, DeliveryState.Word.due), (.ask(after: .hours(2)), .blocked),
            (.ask(after: .hours(4)), .due), (.skip(after: .hours(2)), .missed), (.skip(after: .hours(4)), .due),
        ])
    func outageDuringDelay(policy: LatePolicy, expected: DeliveryState.Word) throws {
        var rules = IdempotencyClass.searchable.rules
        rules.late = policy
        let arrivedAt = noon - .hours(4)
        let circumstances = met {
            $0.parent = .arrived(at: arrivedAt)
            $0.lateSlot = noon + .minutes(1)
        }
        let child = try aDelivery(.scheduled, dueAt: arrivedAt, parent: try TargetName("blog"), delay: .hours(1))
        let waiting = try #require(child.after(.timeCame(circumstances), rules: rules, now: arrivedAt).delivery)
        #expect(waiting.state == .due(at: noon - .hours(3)))
        let step = waiting.after(.timeCame(circumstances), rules: rules, now: noon)
        #expect(step.state?.word == expected)
        if expected == .due { #expect(step.state == .due(at: noon + .minutes(1))) }
        // The author's “retry” is not asked about again, nor is a delay that ended in time.
        let retried = step.delivery?.after(.asked(.retry), rules: rules, now: noon).delivery
        let sent = retried?.after(.timeCame(circumstances), rules: rules, now: noon + .minutes(5))
        if expected != .due { #expect(sent?.state?.word == .preparing) }
        let inTime = waiting.after(.timeCame(circumstances), rules: rules, now: noon - .hours(3))
        #expect(inTime.state?.word == .preparing)
    }

    @Test("is late after an outage that outlasts its retries, and is then tried as if for the first time")
    func outageDuringRetries() throws {
        for (policy, expected) in [
            (LatePolicy.post, DeliveryState.Word.due), (.ask(after: .hours(2)), .blocked),
            (.skip(after: .hours(2)), .missed),
        ] {
            var rules = IdempotencyClass.searchable.rules
            rules.late = policy
            let sending = try aDelivery(.armed(boot: thisBoot))
            let retrying = try #require(sending.after(.answered(.unsent("")), rules: rules, now: noon).delivery)
            let inTime = retrying.after(.timeCame(met()), rules: rules, now: noon + rules.retry.deadline)
            #expect(inTime.state?.word == .preparing)
            let later = noon + .days(3)
            let step = retrying.after(.timeCame(met { $0.lateSlot = later }), rules: rules, now: later)
            #expect(step.state?.word == expected)
            if expected == .due { #expect(step.delivery?.history.tries == 0) }
        }
    }

    @Test(
        "after an outage follows the target's late policy",
        arguments: [
            (LatePolicy.post, DeliveryState.Word.due), (.ask(after: .hours(2)), .blocked),
            (.ask(after: .hours(4)), .due), (.skip(after: .hours(2)), .missed), (.skip(after: .hours(4)), .due),
        ])
    func late(policy: LatePolicy, expected: DeliveryState.Word) throws {
        var rules = IdempotencyClass.searchable.rules
        rules.late = policy
        let late = try aDelivery(.scheduled, dueAt: noon - .hours(3))
        let slot = noon + .seconds(180)
        let step = late.after(.timeCame(met { $0.lateSlot = slot }), rules: rules, now: noon)
        #expect(step.state?.word == expected)
        if expected == .due { #expect(step.state == .due(at: slot)) }
    }

    @Test("is armed only by the boot that prepared it")
    func arming() throws {
        let rules = IdempotencyClass.blind.rules
        let mine = try aDelivery(.preparing(boot: thisBoot))
        #expect(mine.after(.armed(boot: otherBoot), rules: rules, now: noon) == .unmoved)
        let armed = mine.after(.armed(boot: thisBoot), rules: rules, now: noon)
        #expect(armed.state == .armed(boot: thisBoot))
        #expect(armed.delivery?.history.attempts == 1)
        #expect(armed.delivery?.history.firstSentAt == noon)
    }

    @Test("is uncertain if the daemon crashed while it was armed, in any class", arguments: IdempotencyClass.everyClass)
    func interrupted(idempotency: IdempotencyClass) throws {
        let armed = try aDelivery(.armed(boot: otherBoot))
        let step = armed.after(.booted(thisBoot), rules: idempotency.rules, now: noon)
        #expect(step.state?.word == .uncertain)
        #expect(step.delivery?.history.isInDoubt == true)
        #expect(step.delivery?.wakeAt == (idempotency == .blind ? nil : noon))
    }

    @Test("is simply sent again if the daemon crashed while preparing it, unless it is late by then")
    func interruptedEarly() throws {
        let rules = IdempotencyClass.blind.rules
        for (wait, expected) in [(Span.minutes(1), DeliveryState.Word.due), (.days(1), .blocked)] {
            let preparing = try aDelivery(.preparing(boot: otherBoot))
            let again = try #require(preparing.after(.booted(thisBoot), rules: rules, now: noon + wait).delivery)
            #expect(again.after(.timeCame(met()), rules: rules, now: noon + wait).state?.word == expected)
        }
    }

    @Test("asks once whether it shall leave late: neither a crash nor a pause repeats the question for a day")
    func interruptedAfterRetry() throws {
        let rules = IdempotencyClass.searchable.rules
        let ends: [DeliveryState] = [
            .blocked(.late, reason: ""), .missed(at: noon, reason: ""), .failed(at: noon, reason: ""),
        ]
        for (end, hold) in zip(ends + ends, [false, false, false, true, true, true]) {
            let late = try aDelivery(end, dueAt: noon - .hours(5))
            let due = try #require(late.after(.asked(.retry), rules: rules, now: noon).delivery)
            let held = try #require(
                due.after(.timeCame(met { $0.isPaused = hold }), rules: rules, now: noon).delivery)
            let event = hold ? DeliveryEvent.resumed : .booted(otherBoot)
            for (wait, expected) in [(Span.hours(20), DeliveryState.Word.preparing), (.days(2), .blocked)] {
                let now = noon + wait
                let free = try #require(held.after(event, rules: rules, now: now).delivery)
                #expect(free.after(.timeCame(met()), rules: rules, now: now).state?.word == expected, "\(end)")
            }
        }
    }

    @Test("is late if the way is free again only after days, be it by a new token, a setting or the end of a pause")
    func heldUpForDays() throws {
        let (rules, later) = (IdempotencyClass.blind.rules, noon + .days(3))
        let retried = try aDelivery(.armed(boot: thisBoot)).after(.answered(.unsent("")), rules: rules, now: noon)
        let paused = met { $0.isPaused = true }
        let held = retried.delivery?.after(.timeCame(paused), rules: rules, now: noon + .hours(1)).delivery
        let all: [(Delivery?, DeliveryEvent)] = [
            (try aDelivery(.blocked(.auth, reason: "")), .booted(thisBoot)),
            (try aDelivery(.blocked(.target, reason: "")), .booted(thisBoot)),
            (try aDelivery(.blocked(.paused, reason: "")), .resumed), (held, .resumed),
        ]
        for (blocked, event) in all {
            let free = try #require(blocked?.after(event, rules: rules, now: later).delivery)
            #expect(free.after(.timeCame(met()), rules: rules, now: later).state?.word == .blocked)
        }
        // A pause that is shorter than its retries does not end them.
        let soon = held?.after(.resumed, rules: rules, now: noon + .hours(3))
        #expect(soon?.state == .due(at: noon + .hours(3)))
    }

    @Test(
        "with an unknown result is settled by class",
        arguments: [
            (IdempotencyClass.deterministic, DeliveryState.Word.preparing), (.windowed(.hours(1)), .reconciling),
            (.natural, .preparing), (.searchable, .reconciling),
        ])
    func settles(idempotency: IdempotencyClass, expected: DeliveryState.Word) throws {
        let doubt = try doubtful(idempotency)
        let at = try #require(doubt.wakeAt)
        #expect(doubt.after(.timeCame(met()), rules: idempotency.rules, now: at).state?.word == expected)
    }

    @Test("is never repeated automatically if it cannot be looked up")
    func blind() throws {
        let doubt = try doubtful(.blind)
        #expect(doubt.wakeAt == nil)
        #expect(doubt.after(.timeCame(met()), rules: IdempotencyClass.blind.rules, now: noon + .days(9)) == .unmoved)
    }

    @Test("is resent within four fifths of the key's window after one absence, later after two")
    func windowed() throws {
        let rules = IdempotencyClass.windowed(.hours(1)).rules
        let looking = try lookingUp(.windowed(.hours(1)))
        let inside = looking.after(.lookedUp(.absent), rules: rules, now: noon + .minutes(47))
        #expect(inside.state == .due(at: noon + .minutes(47)))
        #expect(inside.delivery?.history.isInDoubt == true)
        let outside = looking.after(.lookedUp(.absent), rules: rules, now: noon + .minutes(48))
        #expect(outside.state?.word == .uncertain)
    }

    @Test("a wait that began by a clock which was ahead lasts as long as it was meant to")
    func clockSetBack() throws {
        let (at, meant) = (noon + .days(365) + .minutes(4), noon + .minutes(4))
        let waits: [(DeliveryState, DeliveryState)] = [
            (.due(at: at), .due(at: meant)), (.retrying(at: at, reason: "x"), .retrying(at: meant, reason: "x")),
            (
                .uncertain(since: noon + .days(365), settleAt: at, reason: "x"),
                .uncertain(since: noon, settleAt: meant, reason: "x")
            ),
            (.blocked(.target, reason: "x"), .blocked(.target, reason: "x")),
        ]
        for (state, expected) in waits {
            var delivery = try aDelivery(state)
            if case .blocked = state { delivery.history.askAt = at }
            (delivery.history.deadlineAt, delivery.history.firstSentAt) = (at + .days(1), at)
            let step = delivery.after(
                .clockSetBack(by: .days(365)), rules: IdempotencyClass.searchable.rules, now: noon)
            let next = try #require(step.delivery)
            #expect(next.state == expected && next.wakeAt == meant)
            #expect(next.history.deadlineAt == meant + .days(1) && next.history.firstSentAt == at)
        }
    }

    @Test("no look-up waits for the time of an absence or a doubt by a clock which was ahead")
    func lookUpsByWrongClock() throws {
        let ahead = noon + .days(365)
        var delivery = try aDelivery(.reconciling(since: ahead, boot: thisBoot, reason: "x"))
        (delivery.history.isInDoubt, delivery.history.absentAt, delivery.history.firstSentAt) = (true, ahead, ahead)
        for (finding, idempotency) in [
            (LookUpResult.absent, IdempotencyClass.searchable), (.unseeable("x"), .windowed(.hours(1))),
        ] {
            let step = delivery.after(.lookedUp(finding), rules: idempotency.rules, now: noon)
            guard case .uncertain(let since, let settleAt, _) = try #require(step.delivery).state else {
                Issue.record("\(step)")
                continue
            }
            #expect(since == noon && settleAt == noon + idempotency.rules.settle)
        }
    }

    @Test(
        "a change of a copy that arrived by a clock which was ahead leaves now",
        arguments: [.edit, .delete] as [DeliveryKind])
    func arrivedAhead(kind: DeliveryKind) throws {
        let change = try aDelivery(.scheduled, kind: kind)
        let circumstances = met { $0.parent = .arrived(at: noon + .days(365)) }
        let step = change.after(.timeCame(circumstances), rules: IdempotencyClass.searchable.rules, now: noon)
        #expect(step.delivery?.state == .due(at: noon))
    }

    @Test("a clock that was set back since the first attempt does not lengthen the window")
    func setBack() throws {
        let rules = IdempotencyClass.windowed(.hours(1)).rules
        let looking = try lookingUp(.windowed(.hours(1)))
        let first = try #require(looking.history.firstSentAt)
        let step = looking.after(.lookedUp(.absent), rules: rules, now: first - .minutes(1))
        #expect(step.state?.word == .uncertain)
    }

    @Test("released within the window but delayed beyond it, is looked up again before it leaves")
    func heldUp() throws {
        let rules = IdempotencyClass.windowed(.hours(1)).rules
        let looking = try lookingUp(.windowed(.hours(1)))
        let letGo = try #require(looking.after(.lookedUp(.absent), rules: rules, now: noon + .minutes(40)).delivery)
        let step = letGo.after(.timeCame(met()), rules: rules, now: noon + .hours(5))
        #expect(step.state?.word == .uncertain)
        #expect(step.delivery?.wakeAt == noon + .hours(5))
    }

    @Test("two clear absences far enough apart permit one repetition, and only one")
    func searchable() throws {
        let rules = IdempotencyClass.searchable.rules
        var delivery = try lookingUp(.searchable)
        delivery = try #require(delivery.after(.lookedUp(.absent), rules: rules, now: noon).delivery)
        #expect(delivery.wakeAt == noon + rules.settle)
        delivery.state = .reconciling(since: noon, boot: thisBoot, reason: "lost")
        // A second look-up too soon proves nothing new.
        let soon = delivery.after(.lookedUp(.absent), rules: rules, now: noon + .seconds(1))
        #expect(soon.delivery?.wakeAt == noon + rules.settle)
        let later = noon + rules.settle
        delivery = try #require(delivery.after(.lookedUp(.absent), rules: rules, now: later).delivery)
        #expect(delivery.state == .due(at: later))
        #expect(!delivery.history.isInDoubt && delivery.history.isResent)

        delivery.state = .armed(boot: thisBoot)
        delivery = try #require(delivery.after(.answered(.unknown("lost")), rules: rules, now: later).delivery)
        delivery.history.absentAt = later
        delivery.state = .reconciling(since: later, boot: thisBoot, reason: "lost")
        let end = delivery.after(.lookedUp(.absent), rules: rules, now: later + .hours(1))
        #expect(end.state?.word == .uncertain)
        #expect(end.delivery?.wakeAt == nil)
    }

    @Test("a clear failure never cancels an earlier doubt", arguments: IdempotencyClass.everyClass)
    func doubtStays(idempotency: IdempotencyClass) throws {
        for outcome in [Outcome.unsent("no route"), .denied("token"), .refused("422"), .busy(until: noon, "429")] {
            var delivery = try doubtful(idempotency)
            delivery.state = .armed(boot: thisBoot)
            let step = delivery.after(.answered(outcome), rules: idempotency.rules, now: noon)
            #expect(step.state?.word == .uncertain, "\(outcome)")
            delivery.state = .preparing(boot: thisBoot)
            let early = delivery.after(.unprepared(outcome), rules: idempotency.rules, now: noon)
            #expect(early.state?.word == .uncertain, "\(outcome)")
        }
    }

    @Test("a delivery that never left is retried for a day; waiting for 429 does not count")
    func deadline() throws {
        let rules = IdempotencyClass.searchable.rules
        var delivery = try aDelivery(.armed(boot: thisBoot))
        delivery = try #require(delivery.after(.answered(.unsent("down")), rules: rules, now: noon).delivery)
        #expect(delivery.state.word == .retrying)
        #expect(delivery.history.deadlineAt == noon + .hours(24))
        delivery.state = .armed(boot: thisBoot)
        let wait = noon + .hours(2)
        delivery = try #require(delivery.after(.answered(.busy(until: wait, "429")), rules: rules, now: noon).delivery)
        #expect(delivery.history.deadlineAt == noon + .hours(26))
        // It still makes the next wait longer, so that no answer makes Galley ask a server every second for ever.
        #expect(delivery.history.tries == 2)
        delivery.state = .armed(boot: thisBoot)
        let end = delivery.after(.answered(.unsent("down")), rules: rules, now: noon + .hours(26))
        #expect(end.state?.word == .failed)
    }

    @Test("no header delays a delivery for years")
    func farFuture() throws {
        let delivery = try aDelivery(.armed(boot: thisBoot))
        let outcome = Outcome.busy(until: .distantFuture, "429")
        let step = delivery.after(.answered(outcome), rules: IdempotencyClass.blind.rules, now: noon)
        #expect(step.delivery?.wakeAt == noon + .hours(24))
    }

    @Test("a delivery that a setting forbids waits for other settings, and continues after they are reloaded")
    func misconfigured() throws {
        let preparing = try aDelivery(.preparing(boot: thisBoot))
        let armed = try aDelivery(.armed(boot: thisBoot))
        for (delivery, event) in [
            (preparing, DeliveryEvent.unprepared(.misconfigured("No category."))),
            (armed, .answered(.misconfigured("No category."))),
        ] {
            let waiting = try #require(
                delivery.after(event, rules: IdempotencyClass.searchable.rules, now: noon).delivery)
            #expect(waiting.state == .blocked(.target, reason: "No category."))
            #expect(DeliveryStory(waiting).next?.contains("galley config check") == true)
            let again = waiting.after(.booted(thisBoot), rules: IdempotencyClass.searchable.rules, now: noon).delivery
            #expect(again?.state == .scheduled)
            #expect(again?.history.askAt == nil)
        }
    }

    @Test(
        "an edit that would do harm at its server waits for its author, and is checked again only by a start or by “retry”"
    )
    func harmful() throws {
        let rules = IdempotencyClass.searchable.rules
        let preparing = try aDelivery(.preparing(boot: thisBoot), kind: .edit)
        let waiting = try #require(preparing.after(.unprepared(.harmful("Public.")), rules: rules, now: noon).delivery)
        #expect(waiting.state == .blocked(.target, reason: "Public.") && waiting.wakeAt == nil)
        let next = try #require(DeliveryStory(waiting).next)
        for command in ["queue retry 7", "queue cancel 7", "unpublish \(PostID(bits: 1).text)", "--to fediverse"] {
            #expect(next.contains("galley \(command)") || next.contains(command), "\(next)")
        }
        #expect(waiting.after(.booted(thisBoot), rules: rules, now: noon).delivery?.state == .scheduled)
        #expect(waiting.after(.asked(.retry), rules: rules, now: noon).delivery?.state == .due(at: noon))
        var doubtful = preparing
        doubtful.history.isInDoubt = true
        let doubt = doubtful.after(.unprepared(.harmful("Public.")), rules: rules, now: noon).delivery
        #expect(doubt?.state.word == .uncertain)
    }

    @Test("what waits for another target's address says how to send it without; a change has no such way")
    func waitsForAnAddress() throws {
        let site = try TargetName("site")
        let waits = DeliveryState.blocked(.parent, reason: "Waits.")
        let next = try #require(DeliveryStory(try aDelivery(waits, parent: site)).next)
        let publish = "galley publish \(PostID(bits: 1).text) --to fediverse"
        #expect(
            next.hasPrefix("galley queue --target site;") && next.hasSuffix("galley queue cancel 7, then \(publish)"))
        let edit = DeliveryStory(try aDelivery(waits, kind: .edit, parent: site)).next
        #expect(edit == "galley queue --target site, or galley queue cancel 7")
    }

    /// The waits between look-ups at a server that keeps giving this answer, and the delivery at their end.
    private func looks(_ rules: DeliveryRules) throws -> (waits: [Span], end: Delivery) {
        var now = noon
        var delivery = try aDelivery(.preparing(boot: thisBoot))
        var waits: [Span] = []
        while waits.count < 1000 {
            let blocked = delivery.after(.unprepared(.misconfigured("No category.")), rules: rules, now: now)
            delivery = try #require(blocked.delivery)
            guard let wakeAt = delivery.wakeAt else { break }
            #expect(delivery.state == .blocked(.target, reason: "No category."))
            #expect(delivery.after(.timeCame(met()), rules: rules, now: wakeAt - .seconds(1)) == .unmoved)
            waits.append(wakeAt - now)
            now = wakeAt
            let woken = delivery.after(.timeCame(met()), rules: rules, now: now)
            #expect(woken.actions == [.prepare])
            delivery = try #require(woken.delivery)
            #expect(delivery.state == .preparing(boot: thisBoot))
        }
        return (waits, delivery)
    }

    @Test("an obstacle at the server is checked again, at intervals up to an hour, and not for ever")
    func looksAgain() throws {
        let (waits, end) = try looks(DeliveryRules(idempotency: .searchable, late: .post))
        #expect(waits.prefix(3) == [.seconds(30), .seconds(60), .seconds(120)])
        #expect(waits.max() == .hours(1))
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(waits.count == RetryPolicy.busyMax - 1)
        #expect(end.history.deadlineAt == nil)
        guard case .blocked(.target, let words) = end.state else { return #expect(Bool(false)) }
        #expect(
            words
                == "No category. Galley checked 200 times, and does not check again by itself. Once it is fixed, use “retry”."
        )
        #expect(DeliveryStory(end).next?.contains("galley queue retry 7") == true)
        // “retry” starts over.
        let retried = end.after(.asked(.retry), rules: IdempotencyClass.searchable.rules, now: noon).delivery
        #expect(retried?.state == .due(at: noon) && retried?.history.tries == 0)
    }

    @Test("nothing leaves late because its target was repaired late: the checks end before that")
    func looksUntilLate() throws {
        for late in [LatePolicy.ask(after: .hours(2)), .skip(after: .hours(2))] {
            let (waits, end) = try looks(DeliveryRules(idempotency: .searchable, late: late))
            #expect(!waits.isEmpty)
            #expect(waits.reduce(Span.zero, +) <= .hours(2))
            guard case .blocked(.target, let words) = end.state else { return #expect(Bool(false)) }
            #expect(words.contains("It would be late"))
        }
    }

    @Test("a check of a paused target waits for the pause, and one of a missing target for its return")
    func looksWhilePaused() throws {
        let rules = IdempotencyClass.searchable.rules
        let preparing = try aDelivery(.preparing(boot: thisBoot))
        let blocked = try #require(
            preparing.after(.unprepared(.misconfigured("No category.")), rules: rules, now: noon).delivery)
        let later = try #require(blocked.wakeAt)
        let paused = blocked.after(.timeCame(met { $0.isPaused = true }), rules: rules, now: later).delivery
        #expect(paused?.state.word == .blocked && paused?.wakeAt == nil)
        let gone = blocked.after(.timeCame(met { $0.isTargetKnown = false }), rules: rules, now: later).delivery
        #expect(gone?.state.word == .blocked && gone?.wakeAt == nil)
        // A target that is not configured is not asked at all.
        #expect(gone?.after(.timeCame(met()), rules: rules, now: later + .days(1)) == .unmoved)
    }

    @Test(
        "a server that says when it is back is not asked before: to send if nothing left, else to look"
    )
    func away() throws {
        let back = noon + .minutes(20)
        let away = Outcome.unknown("Maintenance.", until: back)
        let unsent = try aDelivery(.preparing(boot: thisBoot)).after(
            .unprepared(away), rules: IdempotencyClass.searchable.rules, now: noon)
        #expect(unsent.delivery?.state == .retrying(at: back, reason: "Maintenance."))
        let sent = try aDelivery(.armed(boot: thisBoot)).after(
            .answered(away), rules: IdempotencyClass.searchable.rules, now: noon)
        #expect(sent.delivery?.state == .uncertain(since: noon, settleAt: back, reason: "Maintenance."))
        #expect(sent.delivery?.history.isInDoubt == true)
        let never = Outcome.unknown("", until: noon + .days(900))
        let kept = try aDelivery(.armed(boot: thisBoot)).after(
            .answered(never), rules: IdempotencyClass.searchable.rules, now: noon)
        #expect(kept.delivery?.wakeAt == noon + .hours(24))
    }

    @Test(
        "a look-up that is asked to wait obeys, in every class, a day at most, without using up its deadline"
    )
    func patientLookUp() throws {
        for idempotency in IdempotencyClass.everyClass {
            for (wait, kept) in [(Span.hours(3), Span.hours(3)), (.days(900), .hours(24)), (.days(-1), .zero)] {
                // Given a delivery whose look-up is unclear, even if a key would let it leave at once
                for since in [noon, noon - .minutes(6)] {
                    var delivery = try aDelivery(.reconciling(since: since, boot: thisBoot, reason: ""))
                    delivery.history.isInDoubt = true
                    delivery.history.firstSentAt = since
                    let step = delivery.after(
                        .lookedUp(.unclear("Maintenance.", until: noon + wait)), rules: idempotency.rules, now: noon)
                    let next = try #require(step.delivery)
                    let wakeAt = try #require(next.wakeAt)
                    #expect(wakeAt >= noon + kept && wakeAt <= noon + kept + .hours(1), "\(idempotency.letter)")
                    if let deadlineAt = next.history.deadlineAt { #expect(deadlineAt == noon + .hours(24) + kept) }
                }
            }
        }
    }

    @Test("a text that turns out not to fit waits for its author")
    func unfit() throws {
        let delivery = try aDelivery(.preparing(boot: thisBoot))
        let step = delivery.after(.unprepared(.refused("too long")), rules: IdempotencyClass.blind.rules, now: noon)
        #expect(step.state == .blocked(.content, reason: "too long"))
    }

    @Test("the author decides what the state machine must not: resend, confirm-sent, abandon")
    func verbs() throws {
        let rules = IdempotencyClass.blind.rules
        let doubt = try doubtful(.blind)
        let record = RemotePost(url: "https://social.example/1")
        #expect(
            doubt.after(.asked(.confirmSent(record)), rules: rules, now: noon).state == .delivered(at: noon, record))
        #expect(doubt.after(.asked(.abandon), rules: rules, now: noon).state?.word == .cancelled)
        let resent = doubt.after(.asked(.resend), rules: rules, now: noon)
        #expect(resent.state == .due(at: noon))
        #expect(resent.delivery?.history.isInDoubt == false)
        guard case .refused = doubt.after(.asked(.cancel), rules: rules, now: noon) else {
            Issue.record("what may have arrived cannot be cancelled")
            return
        }
    }

    @Test("a newer payload replaces only what has not left")
    func replaced() throws {
        let rules = IdempotencyClass.searchable.rules
        #expect(try aDelivery(.scheduled).after(.replaced(), rules: rules, now: noon).state == .superseded(at: noon))
        for state in [DeliveryState.armed(boot: thisBoot), .delivered(at: noon, RemotePost())] {
            #expect(try aDelivery(state).after(.replaced(), rules: rules, now: noon) == .unmoved)
        }
        var letGo = try doubtful(.searchable)
        letGo.state = .due(at: noon)
        #expect(letGo.after(.replaced(), rules: rules, now: noon) == .unmoved)
    }

    @Test("where a repetition replaces the content, a newer payload replaces everything that has not ended")
    func overwritten() throws {
        let rules = IdempotencyClass.deterministic.rules
        let over = DeliveryEvent.replaced(overwriting: true)
        for state in [
            DeliveryState.scheduled, .armed(boot: thisBoot), .uncertain(since: noon, settleAt: noon, reason: ""),
        ] {
            #expect(try aDelivery(state).after(over, rules: rules, now: noon).state == .superseded(at: noon))
        }
        #expect(try aDelivery(.delivered(at: noon, RemotePost())).after(over, rules: rules, now: noon) == .unmoved)
    }

    private func doubtful(_ idempotency: IdempotencyClass) throws -> Delivery {
        let sent = try #require(
            try aDelivery(.preparing(boot: thisBoot)).after(.armed(boot: thisBoot), rules: idempotency.rules, now: noon)
                .delivery)
        let step = sent.after(.answered(.unknown("the answer was lost")), rules: idempotency.rules, now: noon)
        #expect(step.state?.word == .uncertain)
        return try #require(step.delivery)
    }

    private func lookingUp(_ idempotency: IdempotencyClass) throws -> Delivery {
        var delivery = try doubtful(idempotency)
        delivery.state = .reconciling(since: noon, boot: thisBoot, reason: "the answer was lost")
        return delivery
    }
}
