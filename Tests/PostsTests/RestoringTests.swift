import Posts
import Testing

@Suite("A delivery whose store is restored from a backup")
struct RestoringTests {
    private let backup = noon - .days(1)

    private func restored(dueAt: Instant = noon - .hours(1), parent: TargetName? = nil) throws -> Delivery {
        let delivery = try aDelivery(.scheduled, dueAt: dueAt, parent: parent)
        let step = delivery.after(.restored(from: backup), rules: IdempotencyClass.blind.rules, now: noon)
        return try #require(step.delivery)
    }

    /// Applies every internal event until nothing changes; look-ups find nothing.
    private func end(
        of delivery: Delivery, in idempotency: IdempotencyClass, late: LatePolicy = .post, isPage: Bool = false
    ) -> (delivery: Delivery, sent: [Instant]) {
        var (next, sent) = (delivery, [Instant]())
        var rules = idempotency.rules
        (rules.late, rules.isPage) = (late, isPage)
        var now = noon
        while now < noon + .hours(48) {
            var circumstances = met()
            circumstances.lateSlot = now
            if let moved = next.after(.timeCame(circumstances), rules: rules, now: now).delivery {
                next = moved
            } else if case .reconciling = next.state {
                next = next.after(.lookedUp(.absent), rules: rules, now: now).delivery ?? next
            } else if case .preparing = next.state {
                sent.append(now)
                next = next.after(.armed(boot: thisBoot), rules: rules, now: now).delivery ?? next
                next = next.after(.answered(.accepted(RemotePost())), rules: rules, now: now).delivery ?? next
            } else {
                now = now + .minutes(1)
            }
        }
        return (next, sent)
    }

    @Test("is uncertain if it was due by now, whatever its state", arguments: 0..<18)
    func doubt(index: Int) throws {
        let (word, state) = try DeliveryMatrixTests.states[index]
        let step = try aDelivery(state).after(
            .restored(from: backup), rules: IdempotencyClass.blind.rules, now: noon)
        let stays = ["content", "delivered", "failed", "missed", "cancelled", "superseded"]
        guard !stays.contains(word) else {
            #expect(step == .unmoved, "\(word)")
            return
        }
        let next = try #require(step.delivery)
        #expect(next.state.word == .uncertain && next.history.isInDoubt && next.mayHaveArrived, "\(word)")
        #expect(next.history.restoredFrom == backup && next.history.firstSentAt == backup, "\(word)")
        #expect(next.wakeAt == noon, "\(word)")
    }

    @Test(
        "stays as planned if it is due later, and is looked for then, because it may have been published early",
        arguments: IdempotencyClass.everyClass)
    func later(idempotency: IdempotencyClass) throws {
        let delivery = try restored(dueAt: noon + .hours(1))
        #expect(delivery.state == .scheduled && !delivery.mayHaveArrived && delivery.takesNewText)
        let (absent, sent) = end(of: delivery, in: idempotency)
        #expect(absent.state.word == .delivered && sent == [noon + .hours(1)])
        guard idempotency != .blind else { return }
        let rules = idempotency.rules
        let due = try #require(
            delivery.after(.timeCame(met()), rules: rules, now: noon + .hours(1)).delivery)
        let doubt = try #require(due.after(.timeCame(met()), rules: rules, now: noon + .hours(1)).delivery)
        let looking = try #require(doubt.after(.timeCame(met()), rules: rules, now: noon + .hours(1)).delivery)
        let found = looking.after(.lookedUp(.found(RemotePost(id: "7"))), rules: rules, now: noon + .hours(1))
        #expect(found.state?.word == .delivered)
        // An edit meanwhile does not make Galley forget it.
        let frozen = FrozenDelivery(
            target: delivery.target, key: delivery.key, dueAt: noon + .hours(2), payload: Array("new".utf8))
        let changed = try #require(delivery.after(.changed(frozen), rules: rules, now: noon).delivery)
        #expect(changed.history.restoredFrom == backup)
    }

    @Test("is looked up from the time of its earlier attempt on")
    func sentBefore() throws {
        var delivery = try aDelivery(.retrying(at: noon, reason: ""))
        delivery.history.firstSentAt = noon - .days(3)
        let step = delivery.after(.restored(from: backup), rules: IdempotencyClass.blind.rules, now: noon)
        #expect(step.delivery?.history.firstSentAt == noon - .days(3))
    }

    @Test("is made again where copies come from the store, such as the pages of a site")
    func site() throws {
        let (delivery, sent) = end(of: try restored(), in: .deterministic, isPage: true)
        #expect(delivery.state.word == .delivered && sent.count == 1)
        #expect(!delivery.history.isInDoubt && delivery.history.restoredFrom == nil)
    }

    @Test(
        "is left to its author if two look-ups, far enough apart, miss it: it may have been deleted on purpose",
        arguments: IdempotencyClass.everyClass + [.windowed(.days(2))])
    func absent(idempotency: IdempotencyClass) throws {
        for late in [LatePolicy.post, .ask(after: .hours(2)), .skip(after: .hours(2))] {
            let (delivery, sent) = end(of: try restored(dueAt: noon - .hours(9)), in: idempotency, late: late)
            #expect(sent.isEmpty && delivery.isAskedAfterRestore && delivery.wakeAt == nil)
            #expect(delivery.mayHaveArrived && delivery.history.isInDoubt)
            // An answer of the author is final, whatever the rules of lateness say.
            let rules = idempotency.rules
            let resent = try #require(delivery.after(.asked(.resend), rules: rules, now: noon).delivery)
            let (arrived, once) = end(of: resent, in: idempotency, late: late)
            #expect(arrived.state.word == .delivered && once.count == 1)
            let given = try #require(delivery.after(.asked(.abandon), rules: rules, now: noon).delivery)
            #expect(given.state.word == .cancelled && !given.isAskedAfterRestore)
            #expect(!delivery.takesNewText && !given.isUnknownThere)
        }
    }

    @Test("a change of a copy is repeated, since that makes no second one", arguments: [DeliveryKind.edit, .delete])
    func change(kind: DeliveryKind) throws {
        let delivery = try aDelivery(.scheduled, kind: kind, dueAt: noon - .hours(1))
        let step = delivery.after(.restored(from: backup), rules: IdempotencyClass.blind.rules, now: noon)
        let (done, sent) = end(of: try #require(step.delivery), in: .searchable)
        #expect(done.state.word == .delivered && sent.count == 1)
    }

    @Test("counts as delivered if a look-up finds it, and is not sent")
    func found() throws {
        let rules = IdempotencyClass.searchable.rules
        let looking = try restored().after(.timeCame(met()), rules: rules, now: noon).delivery
        let record = RemotePost(id: "7", url: "https://social.example/7")
        let found = looking?.after(.lookedUp(.found(record)), rules: rules, now: noon).delivery
        #expect(found?.state == .delivered(at: noon, record) && found?.history.restoredFrom == nil)
    }

    @Test("is left to the author where no look-up is possible, and not sent")
    func blind() throws {
        let (delivery, sent) = end(of: try restored(), in: .blind)
        #expect(delivery.state.word == .uncertain && delivery.wakeAt == nil && sent.isEmpty)
        for verb in [DeliveryVerb.resend, .confirmSent(RemotePost()), .abandon] {
            let next = delivery.after(.asked(verb), rules: IdempotencyClass.blind.rules, now: noon).delivery
            #expect(next != nil && next?.history.restoredFrom == nil || verb == .abandon)
        }
    }

    @Test("is judged by the rules of lateness where it is made again")
    func late() throws {
        let dueAt = noon - .hours(9)
        let asked = end(
            of: try restored(dueAt: dueAt), in: .deterministic, late: .ask(after: .hours(2)), isPage: true)
        #expect(asked.delivery.state.word == .blocked && asked.sent.isEmpty)
        let skipped = end(
            of: try restored(dueAt: dueAt), in: .deterministic, late: .skip(after: .hours(2)), isPage: true)
        #expect(skipped.delivery.state.word == .missed && skipped.sent.isEmpty)
    }

    @Test("is not looked up while the address that it contains is unknown")
    func parent() throws {
        let delivery = try restored(parent: try TargetName("blog"))
        let rules = IdempotencyClass.searchable.rules
        let waiting = delivery.after(.timeCame(met { $0.parent = .waiting }), rules: rules, now: noon).delivery
        #expect(waiting?.state.word == .uncertain && waiting?.wakeAt == noon + rules.settle)
        let arrived = met { $0.parent = .arrived(at: noon - .minutes(1)) }
        #expect(delivery.after(.timeCame(arrived), rules: rules, now: noon).actions == [.lookUp])
    }
}
