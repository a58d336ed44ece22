import Posts
import Testing

@Suite("A thread whose parts are sent one by one")
struct ThreadRulesTests {
    private let root = RemotePost(id: "1", url: "https://social.example/1")

    /// A thread of three parts, of which the first is there.
    private func begun(_ state: DeliveryState, kind: DeliveryKind = .create, part: Int = 2) throws -> Delivery {
        var delivery = try aDelivery(state, kind: kind)
        (delivery.part, delivery.parts, delivery.root) = (part, 3, kind == .create ? root : nil)
        delivery.history.attempts = part - 1
        return delivery
    }

    private let arrivals: [DeliveryEvent] = [
        .answered(.accepted(RemotePost(id: "2"))), .lookedUp(.found(RemotePost(id: "2"))),
        .asked(.confirmSent(RemotePost(id: "2"))),
    ]

    @Test("whatever says that a part is there makes the next one due, and the last one delivers the thread by its root")
    func goesOn() throws {
        for part in 1...3 {
            for (_, state) in try DeliveryMatrixTests.states {
                for event in arrivals {
                    var old = try begun(state, part: part)
                    (old.history.isInDoubt, old.history.tries, old.history.deadlineAt) = (true, 4, noon)
                    (old.history.firstSentAt, old.history.absences, old.history.isResent) = (noon, 1, true)
                    let step = old.after(event, rules: IdempotencyClass.searchable.rules, now: noon)
                    guard let next = step.delivery else { continue }
                    #expect(step.actions.contains(.recordPart(RemotePost(id: "2"))))
                    if part == 3 {
                        #expect(next.state == .delivered(at: noon, root) && next.part == 3 && !next.mayHaveArrived)
                        continue
                    }
                    #expect(next.state == .due(at: noon + Delivery.spacingOfParts) && next.part == part + 1)
                    #expect(next.root == (part == 1 ? RemotePost(id: "2") : root))
                    var fresh = Delivery.History()
                    fresh.attempts = old.history.attempts
                    fresh.hasLeft = next.history.hasLeft
                    #expect(next.history == fresh)
                }
            }
        }
    }

    @Test(
        "a thread that has begun is never scheduled again, replaced, or called missed",
        arguments: IdempotencyClass.everyClass)
    func stays(idempotency: IdempotencyClass) throws {
        for (word, state) in try DeliveryMatrixTests.states where word != "scheduled" {
            for (name, event) in try DeliveryMatrixTests.events + [("replaced", .replaced())] {
                for (isInDoubt, backup) in [(false, nil), (true, nil), (true, noon - .days(1))] {
                    var delivery = try begun(state)
                    (delivery.history.isInDoubt, delivery.history.restoredFrom) = (isInDoubt, backup)
                    delivery.history.firstSentAt = noon
                    let next = delivery.after(event, rules: idempotency.rules, now: noon + .days(3)).delivery
                    let wrong: [DeliveryState.Word] = [.scheduled, .superseded, .missed]
                    if let next, next.state.word != state.word {
                        #expect(!wrong.contains(next.state.word), "\(word) × \(name)")
                    }
                }
            }
        }
    }

    @Test("while parts are there without the rest, the post may be there, until a deletion removed them")
    func mayBeThere() throws {
        for (word, state) in try DeliveryMatrixTests.states where word != "delivered" {
            #expect(try begun(state).mayHaveArrived, "\(word)")
        }
        let gone = Delivery(
            id: DeliveryID(7), postID: PostID(bits: 1), target: try TargetName("fediverse"), key: "key", dueAt: noon,
            state: .failed(at: noon, reason: ""), takenBackAt: noon, part: 2, parts: 3, root: root)
        #expect(!gone.mayHaveArrived)
        let retried = gone.after(.asked(.retry), rules: IdempotencyClass.searchable.rules, now: noon)
        #expect(retried.delivery == nil && retried != .unmoved)
    }

    @Test("the rest of a thread is cancelled, goes on with a retry, and does not if a part is in doubt")
    func cancelled() throws {
        let rules = IdempotencyClass.windowed(.hours(1)).rules
        let waiting = try begun(.retrying(at: noon, reason: ""))
        let cancelled = try #require(waiting.after(.asked(.cancel), rules: rules, now: noon).delivery)
        #expect(cancelled.state.word == .cancelled && cancelled.hasBegun)
        #expect(DeliveryStory(cancelled).reason?.hasPrefix("1 of 3 parts are there.") == true)
        #expect(cancelled.after(.asked(.retry), rules: rules, now: noon).state == .due(at: noon))
        let lost = try begun(.uncertain(since: noon, settleAt: nil, reason: ""))
        let abandoned = try #require(lost.after(.asked(.abandon), rules: rules, now: noon).delivery)
        var doubtful = abandoned
        doubtful.history.isInDoubt = true
        #expect(doubtful.after(.asked(.retry), rules: rules, now: noon).delivery == nil)
    }

    @Test(
        "an end in the middle says what has happened to how many parts",
        arguments: [
            (DeliveryKind.create, "1 of 3 parts are there. Full."), (.edit, "1 of 3 parts are changed. Full."),
            (.delete, "1 of 3 parts are deleted. Full."),
        ])
    func words(kind: DeliveryKind, words: String) throws {
        #expect(DeliveryStory(try begun(.failed(at: noon, reason: "Full."), kind: kind)).reason == words)
        #expect(DeliveryStory(try begun(.due(at: noon), kind: kind)).reason == "Part 2 of 3; it goes on by itself.")
    }

    @Test("a part that others answer to is confirmed only with its id")
    func confirmed() throws {
        let rules = IdempotencyClass.blind.rules
        let lost = try begun(.uncertain(since: noon, settleAt: nil, reason: ""))
        #expect(
            lost.after(.asked(.confirmSent(RemotePost(url: "https://x/2"))), rules: rules, now: noon).delivery == nil)
        let last = try begun(.uncertain(since: noon, settleAt: nil, reason: ""), part: 3)
        let ended = last.after(.asked(.confirmSent(RemotePost(url: "https://x/3"))), rules: rules, now: noon)
        #expect(ended.state == .delivered(at: noon, root))
    }

    @Test("after a restore each part that is found puts the next one in doubt, and an absent one is up to the author")
    func restored() throws {
        let (backup, rules) = (noon - .days(1), IdempotencyClass.searchable.rules)
        var next = try begun(.due(at: noon), part: 1)
        next = try #require(next.after(.restored(from: backup), rules: rules, now: noon).delivery)
        for part in 1...2 {
            #expect(next.state.word == .uncertain && next.part == part && next.history.restoredFrom == backup)
            next = try #require(next.after(.timeCame(met()), rules: rules, now: noon).delivery)
            next = try #require(
                next.after(.lookedUp(.found(RemotePost(id: "\(part)"))), rules: rules, now: noon).delivery)
        }
        #expect(next.part == 3 && next.history.firstSentAt == backup && next.wakeAt == noon)
        var now = noon
        while !next.isAskedAfterRestore {
            now = max(now, next.wakeAt ?? now)
            next = try #require(next.after(.timeCame(met()), rules: rules, now: now).delivery)
            guard next.state.word == .reconciling else { continue }
            next = try #require(next.after(.lookedUp(.absent), rules: rules, now: now).delivery)
        }
        next = try #require(next.after(.asked(.resend), rules: rules, now: now).delivery)
        #expect(next.state == .due(at: now) && next.part == 3)
        #expect(!next.history.isInDoubt && next.history.restoredFrom == nil)
    }

    @Test("the loss of a part does not end an edit: it looks at all parts again, and then asks its author")
    func lostPart() throws {
        let rules = IdempotencyClass.searchable.rules
        for event in [DeliveryEvent.answered(.gone("Deleted.")), .lookedUp(.gone("Deleted."))] {
            let state: DeliveryState =
                event == .answered(.gone("Deleted."))
                ? .armed(boot: thisBoot) : .reconciling(since: noon, boot: thisBoot, reason: "")
            var edit = try begun(state, kind: .edit)
            edit.history.isInDoubt = event != .answered(.gone("Deleted."))
            let next = try #require(edit.after(event, rules: rules, now: noon).delivery)
            #expect(next.state.word == .retrying && next.part == 2 && !next.history.isInDoubt)
            edit.history.tries = RetryPolicy.overtakenMax
            #expect(edit.after(event, rules: rules, now: noon).state == .blocked(.content, reason: "Deleted."))
        }
        // The preparation has looked at all of them.
        let whole = try begun(.preparing(boot: thisBoot), kind: .edit)
        #expect(whole.after(.unprepared(.gone("Deleted.")), rules: rules, now: noon).state?.word == .failed)
    }

    @Test("a deletion goes on to the next part also when one is gone, and cannot be cancelled in the middle")
    func deletion() throws {
        let rules = IdempotencyClass.deterministic.rules
        for event in [DeliveryEvent.answered(.accepted(RemotePost(id: "3"))), .answered(.gone(""))] {
            let next = try begun(.armed(boot: thisBoot), kind: .delete, part: 1).after(event, rules: rules, now: noon)
            #expect(next.state == .due(at: noon + Delivery.spacingOfParts) && next.delivery?.part == 2)
        }
        let middle = try begun(.due(at: noon), kind: .delete)
        #expect(middle.isUnsettled)
        #expect(middle.after(.asked(.cancel), rules: rules, now: noon).delivery == nil)
        let last = try begun(.armed(boot: thisBoot), kind: .delete, part: 3)
        #expect(last.after(.answered(.accepted(RemotePost())), rules: rules, now: noon).state?.word == .delivered)
    }
}
