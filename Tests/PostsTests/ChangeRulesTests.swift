import Posts
import Testing

@Suite("An edit or a deletion of a copy")
struct ChangeRulesTests {
    private let rules = DeliveryRules(idempotency: .blind, late: .ask(after: .hours(2)))

    private func change(
        _ kind: DeliveryKind = .edit, _ state: DeliveryState = .scheduled, dueAt: Instant = noon
    ) throws -> Delivery {
        let target = try TargetName("fediverse")
        return Delivery(
            id: DeliveryID(7), postID: PostID(bits: 1), target: target, kind: kind, key: "key", dueAt: dueAt,
            parent: target, state: state)
    }

    @Test("waits until the result of the previous request is known")
    func waits() throws {
        let blocked = try change().after(.timeCame(met { $0.parent = .waiting }), rules: rules, now: noon)
        #expect(blocked.state?.word == .blocked)
        let again = try #require(blocked.delivery?.after(.parentMoved, rules: rules, now: noon).delivery)
        let arrived = met { $0.parent = .arrived(at: noon - .hours(50)) }
        #expect(again.after(.timeCame(arrived), rules: rules, now: noon).state == .due(at: noon))
    }

    @Test("is complete if the post never arrived", arguments: [DeliveryKind.edit, .delete])
    func lost(kind: DeliveryKind) throws {
        let step = try change(kind).after(
            .timeCame(met { $0.parent = .lost(reason: "Refused there.") }), rules: rules, now: noon)
        #expect(step.state?.word == .cancelled)
        #expect(step.actions == [.releaseChildren])
    }

    @Test("is never too late, because the author's newest wish counts")
    func late() throws {
        let step = try change(dueAt: noon - .hours(90)).after(
            .timeCame(met { $0.parent = .arrived(at: noon - .hours(99)) }), rules: rules, now: noon)
        #expect(step.state == .due(at: noon))
    }

    @Test("after a lost answer a deletion is resent automatically, an edit is read back, the post itself is neither")
    func lostAnswer() throws {
        for (kind, word) in [(DeliveryKind.delete, DeliveryState.Word.preparing), (.edit, .reconciling)] {
            let armed = try change(kind, .armed(boot: thisBoot))
            let doubted = try #require(
                armed.after(.answered(.unknown("No answer.")), rules: rules, now: noon).delivery)
            let wakeAt = try #require(doubted.wakeAt)
            #expect(doubted.after(.timeCame(met()), rules: rules, now: wakeAt).state?.word == word)
        }
        let post = try aDelivery(.armed(boot: thisBoot))
        let unsure = try #require(post.after(.answered(.unknown("No answer.")), rules: rules, now: noon).delivery)
        #expect(unsure.wakeAt == nil)
    }

    @Test("at a webhook that recognises nothing is left to the author if its answer is lost")
    func blind() throws {
        var rules = rules
        rules.deletions = .blind
        let armed = try change(.delete, .armed(boot: otherBoot))
        let doubted = try #require(armed.after(.booted(thisBoot), rules: rules, now: noon).delivery)
        #expect(doubted.state.word == .uncertain && doubted.wakeAt == nil)
    }

    @Test("an edit whose copy is gone has failed and says so; a deletion is complete")
    func gone() throws {
        let edit = try change(.edit, .preparing(boot: thisBoot))
        let step = edit.after(.unprepared(.gone("It was deleted there.")), rules: rules, now: noon)
        #expect(step.state == .failed(at: noon, reason: "It was deleted there."))
        let story = DeliveryStory(try #require(step.delivery))
        #expect(story.next?.contains("galley publish") == true)
        let deletion = try change(.delete, .preparing(boot: thisBoot))
        #expect(deletion.after(.unprepared(.gone("")), rules: rules, now: noon).state?.word == .delivered)
    }

    @Test("what the state of its post forbids to send is not offered", arguments: DeliveryKind.allCases)
    func withheld(kind: DeliveryKind) throws {
        let ends: [DeliveryState] = [
            .uncertain(since: noon, settleAt: noon, reason: ""), .uncertain(since: noon, settleAt: nil, reason: ""),
            .failed(at: noon, reason: ""), .missed(at: noon, reason: ""),
        ]
        for state in ends {
            let delivery = try aDelivery(state, kind: kind)
            let (mine, other) = (kind == .delete, kind != .delete)
            let offered = DeliveryStory(delivery, isWanted: other)
            #expect(offered.next?.contains("queue re") == true && offered.verbs.contains("retry"))
            let withheld = DeliveryStory(delivery, isWanted: mine)
            #expect(withheld.next?.contains("queue resend") != true && !withheld.verbs.contains("resend"))
            // To look whether it arrived sends nothing.
            #expect(withheld.verbs.contains("retry") == (state.word == .uncertain && kind != .delete))
            if state.word == .uncertain { #expect(withheld.next?.contains("galley queue abandon 7") == true) }
        }
    }

    @Test("a copy that a person changed there blocks the edit until its author retries")
    func diverged() throws {
        let edit = try change(.edit, .preparing(boot: thisBoot))
        let step = edit.after(.unprepared(.diverged(Standing([:]), "It was changed there.")), rules: rules, now: noon)
        #expect(step.state == .blocked(.content, reason: "It was changed there."))
        let blocked = try #require(step.delivery)
        #expect(blocked.after(.asked(.retry), rules: rules, now: noon).state == .due(at: noon))
        #expect(DeliveryStory(blocked).next == "galley queue retry 7 or galley queue cancel 7")
    }

    @Test("another person's change found by a look-up counts once the server has had its time")
    func divergedInDoubt() throws {
        var edit = try change(.edit, .reconciling(since: noon, boot: thisBoot, reason: ""))
        edit.history.isInDoubt = true
        let finding = DeliveryEvent.lookedUp(.diverged(Standing([:]), "Changed."))
        let first = try #require(edit.after(finding, rules: rules, now: noon).delivery)
        #expect(first.state.word == .uncertain)
        let later = noon + rules.settle
        let looking = try #require(first.after(.timeCame(met()), rules: rules, now: later).delivery)
        let second = looking.after(finding, rules: rules, now: later)
        #expect(second.state == .blocked(.content, reason: "Changed."))
        #expect(second.delivery?.history.isInDoubt == false)
    }

    @Test("an edit accepted after a request with an unknown result is read back once more after the settle time")
    func rereads() throws {
        let armed = try change(.edit, .armed(boot: thisBoot))
        let next = try #require(armed.after(.acceptedAfterDoubt(RemotePost(id: "1")), rules: rules, now: noon).delivery)
        #expect(next.wakeAt == noon + rules.settle)
        let looking = next.after(.timeCame(met()), rules: rules, now: noon + rules.settle)
        #expect(looking.state?.word == .reconciling && looking.actions == [.lookUp])
        let found = looking.delivery?.after(
            .lookedUp(.found(RemotePost(id: "1"))), rules: rules, now: noon + rules.settle)
        #expect(found?.state?.word == .delivered)
    }
}

@Suite("A request that others overtake")
struct OvertakenTests {
    private let rules = DeliveryRules(idempotency: .deterministic, late: .post)

    @Test("is made again five times, then the author decides, and a retry begins again")
    func bound() throws {
        var delivery = try aDelivery(.armed(boot: thisBoot), kind: .delete)
        var waits: [Span] = []
        while waits.count < 20 {
            let step = delivery.after(.answered(.overtaken("Commit was at b.")), rules: rules, now: noon)
            let next = try #require(step.delivery)
            guard case .retrying(let at, _) = next.state else {
                #expect(next.state.word == .blocked && step.actions.isEmpty)
                let again = next.after(.asked(.retry), rules: rules, now: noon).delivery
                #expect(again?.history.tries == 0)
                break
            }
            waits.append(at - noon)
            delivery = next
            delivery.state = .armed(boot: thisBoot)
        }
        #expect(waits.count == RetryPolicy.overtakenMax)
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $0 < $1 })
    }
}

@Suite("Every repetition backs off and ends")
struct RepetitionTests {
    private static let endings: [(String, IdempotencyClass, DeliveryKind)] = IdempotencyClass.everyClass.flatMap {
        kind in
        [("create", kind, DeliveryKind.create), ("edit", kind, .edit), ("delete", kind, .delete)]
    }

    /// The same answer every time, for ever.
    private static let fates: [(String, Outcome, LookUpResult)] = [
        ("silence", .unknown("No answer."), .unclear("No answer.")),
        ("refusal", .refused("No."), .unclear("No.")), ("away", .unsent("Away."), .unclear("Away.")),
        ("busy", .busy(until: noon, "Busy."), .unclear("Busy.")), ("unseen", .unknown("?"), .unseeable("?")),
        ("never there", .unknown("?"), .absent), ("denied", .denied("Who?"), .unclear("Who?")),
        ("overtaken", .overtaken("Written."), .unclear("Written.")),
        ("unset", .misconfigured("No category."), .unclear("No category.")),
        ("for ever", .unknown("Away.", until: .distantFuture), .unclear("Away.", until: .distantFuture)),
    ]

    @Test("in any class, for any kind, for any constant answer of the server", arguments: endings)
    func ends(_ name: String, idempotency: IdempotencyClass, kind: DeliveryKind) throws {
        for (fate, outcome, finding) in Self.fates {
            for isInDoubt in [false, true] {
                var delivery = try aDelivery(.due(at: noon), kind: kind)
                delivery.history.isInDoubt = isInDoubt
                delivery.history.firstSentAt = isInDoubt ? noon : nil
                let moments = try run(delivery, idempotency, outcome, finding)
                let note: Comment = "\(name) in class \(idempotency.letter), \(fate), in doubt: \(isInDoubt)"
                #expect(moments.count < 2 * RetryPolicy.busyMax + 20, note)
                // The longest waits come last: the second half takes far longer than the first.
                guard moments.count >= 16, let first = moments.first, let last = moments.last else { continue }
                // A server may ask for a day each time, which is the longest possible wait.
                if zip(moments, moments.dropFirst()).allSatisfy({ $1 - $0 >= .hours(24) }) { continue }
                let middle = moments[moments.count / 2]
                #expect(last - middle > middle - first, note)
            }
        }
    }

    /// The instants at which the state machine asks or sends, until it stops.
    private func run(
        _ start: Delivery, _ idempotency: IdempotencyClass, _ outcome: Outcome, _ finding: LookUpResult
    ) throws -> [Instant] {
        var rules = idempotency.rules
        (rules.changes, rules.deletions) = (idempotency, idempotency)
        var (delivery, now, moments) = (start, noon, [Instant]())
        while let wakeAt = delivery.wakeAt, moments.count < 1000 {
            now = max(now, wakeAt)
            guard let woken = delivery.after(.timeCame(met()), rules: rules, now: now).delivery else { break }
            delivery = woken
            switch delivery.state.word {
            case .preparing:
                moments.append(now)
                let armed = delivery.after(.armed(boot: thisBoot), rules: rules, now: now).delivery ?? delivery
                delivery = armed.after(.answered(outcome), rules: rules, now: now).delivery ?? armed
            case .reconciling:
                moments.append(now)
                delivery = delivery.after(.lookedUp(finding), rules: rules, now: now).delivery ?? delivery
            default: continue
            }
        }
        return moments
    }
}

@Suite("Class B under load")
struct WindowedDoubtTests {
    private let rules = DeliveryRules(idempotency: .windowed(.hours(1)), late: .post)

    private func unclear(at now: Instant, window: Span = .hours(1)) throws -> DeliveryState? {
        var delivery = try aDelivery(.reconciling(since: noon, boot: thisBoot, reason: ""))
        delivery.history.isInDoubt = true
        delivery.history.firstSentAt = noon
        var rules = rules
        rules.idempotency = .windowed(window)
        return delivery.after(.lookedUp(.unclear("So many posts.")), rules: rules, now: now).state
    }

    @Test("after the settle time an unclear look-up sends again under the same key, within 80 % of its window")
    func repeats() throws {
        #expect(try unclear(at: noon + .minutes(1))?.word == .uncertain)
        #expect(try unclear(at: noon + .minutes(5)) == .due(at: noon + .minutes(5)))
        #expect(try unclear(at: noon + .minutes(47))?.word == .due)
        #expect(try unclear(at: noon + .minutes(49))?.word == .uncertain)
        #expect(try unclear(at: noon + .minutes(5), window: .minutes(5))?.word == .uncertain)
    }

    @Test("the state machine looks at the settle time, however long its backoff is")
    func wakes() throws {
        guard case .uncertain(_, let at?, _) = try unclear(at: noon + .minutes(4)) else {
            Issue.record("no second look")
            return
        }
        #expect(at <= noon + .minutes(5))
    }
}
