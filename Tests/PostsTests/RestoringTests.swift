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
        of delivery: Delivery, in idempotency: IdempotencyClass, late: LatePolicy = .post, hours: Int64 = 48
    ) -> (delivery: Delivery, sent: [Instant]) {
        var (next, sent) = (delivery, [Instant]())
        var rules = idempotency.rules
        rules.late = late
        var now = noon
        while now < noon + .hours(hours) {
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

    @Test("stays as planned if it is due later")
    func later() throws {
        let later = try aDelivery(.scheduled, dueAt: noon + .seconds(1))
        #expect(later.after(.restored(from: backup), rules: IdempotencyClass.blind.rules, now: noon) == .unmoved)
    }

    @Test("is looked up from the time of its earlier attempt on")
    func sentBefore() throws {
        var delivery = try aDelivery(.retrying(at: noon, reason: ""))
        delivery.history.firstSentAt = noon - .days(3)
        let step = delivery.after(.restored(from: backup), rules: IdempotencyClass.blind.rules, now: noon)
        #expect(step.delivery?.history.firstSentAt == noon - .days(3))
    }

    @Test("is resent where the same request converges", arguments: [IdempotencyClass.deterministic, .natural])
    func converges(idempotency: IdempotencyClass) throws {
        let (delivery, sent) = end(of: try restored(), in: idempotency)
        #expect(delivery.state.word == .delivered && sent.count == 1)
        #expect(!delivery.history.isInDoubt && delivery.history.restoredFrom == nil)
    }

    @Test("is resent after two look-ups that miss it, far enough apart, where look-ups work")
    func looksTwice() throws {
        let (delivery, sent) = end(of: try restored(), in: .searchable)
        #expect(delivery.state.word == .delivered && sent.count == 1)
        #expect(try #require(sent.first) >= noon + IdempotencyClass.searchable.rules.settle)
        // A key whose window is over no longer protects.
        let (_, late) = end(of: try restored(), in: .windowed(.hours(1)))
        #expect(try #require(late.first) >= noon + IdempotencyClass.searchable.rules.settle)
    }

    @Test("needs only one look-up while its key is valid")
    func key() throws {
        let (delivery, sent) = end(of: try restored(), in: .windowed(.days(2)))
        #expect(delivery.state.word == .delivered && sent.count == 1 && sent.first == noon)
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

    @Test("is judged by the rules of lateness if it turns out to be absent", arguments: IdempotencyClass.everyClass)
    func late(idempotency: IdempotencyClass) throws {
        guard idempotency != .blind else { return }
        let dueAt = noon - .hours(9)
        let asked = end(of: try restored(dueAt: dueAt), in: idempotency, late: .ask(after: .hours(2)))
        #expect(asked.delivery.state.word == .blocked && asked.sent.isEmpty)
        let skipped = end(of: try restored(dueAt: dueAt), in: idempotency, late: .skip(after: .hours(2)))
        #expect(skipped.delivery.state.word == .missed && skipped.sent.isEmpty)
        let sent = end(of: try restored(dueAt: dueAt), in: idempotency, late: .post)
        #expect(sent.delivery.state.word == .delivered && sent.sent.count == 1)
    }

    @Test("is never called missed while late and uncertain, and the author can end it")
    func lateInDoubt() throws {
        let delivery = try restored(dueAt: noon - .hours(9))
        let window = IdempotencyClass.windowed(.days(2))
        let skipped = end(of: delivery, in: window, late: .skip(after: .hours(2)))
        #expect(skipped.delivery.state.word == .uncertain && skipped.sent.isEmpty)
        let asked = end(of: delivery, in: window, late: .ask(after: .hours(2))).delivery
        #expect(asked.state.word == .blocked && asked.history.isInDoubt)
        #expect(asked.after(.asked(.cancel), rules: window.rules, now: noon).delivery == nil)
        let abandoned = asked.after(.asked(.abandon), rules: window.rules, now: noon).delivery
        #expect(abandoned?.state.word == .cancelled)
        let retried = try #require(asked.after(.asked(.retry), rules: window.rules, now: noon).delivery)
        #expect(end(of: retried, in: window, late: .ask(after: .hours(2))).delivery.state.word == .delivered)
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
