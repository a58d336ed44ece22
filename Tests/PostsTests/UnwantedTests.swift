import Posts
import Testing

/// What may have arrived of a post that was unpublished or deleted since.
@Suite("A doubt about a post that is no longer published")
struct UnwantedTests {
    private static let askable = IdempotencyClass.everyClass.filter { $0 != .blind }

    private func rules(_ idempotency: IdempotencyClass, isPage: Bool = false) -> DeliveryRules {
        var rules = idempotency.rules
        (rules.changes, rules.deletions) = (idempotency, idempotency)
        (rules.isWanted, rules.isPage) = (false, isPage)
        return rules
    }

    private func doubtful(_ kind: DeliveryKind, _ state: DeliveryState? = nil) throws -> Delivery {
        var delivery = try aDelivery(
            state ?? .uncertain(since: noon, settleAt: noon, reason: "Lost."), kind: kind,
            parent: try TargetName("blog"))
        (delivery.history.isInDoubt, delivery.history.attempts, delivery.history.firstSentAt) = (true, 1, noon)
        return delivery
    }

    /// Lets time pass, with the same finding for each look-up, until nothing happens by itself.
    private func settled(_ delivery: Delivery, _ rules: DeliveryRules, _ finding: LookUpResult) throws -> Delivery {
        var (next, now) = (delivery, noon)
        for _ in 0..<400 {
            switch next.state {
            case .reconciling: next = try #require(next.after(.lookedUp(finding), rules: rules, now: now).delivery)
            default:
                guard let wakeAt = next.wakeAt else { return next }
                now = max(now, wakeAt)
                let lost = met { $0.parent = .lost(reason: "It was taken back there.") }
                let step = next.after(.timeCame(lost), rules: rules, now: now)
                #expect(!step.actions.contains(.prepare), "It is sent again.")
                next = try #require(step.delivery)
            }
        }
        Issue.record("It never comes to an end: \(next.state)")
        return next
    }

    @Test("is settled by looking only, whatever has become of the parent", arguments: [DeliveryKind.create, .edit])
    func looks(kind: DeliveryKind) throws {
        for idempotency in Self.askable {
            let rules = rules(idempotency)
            let found = try settled(doubtful(kind), rules, .found(RemotePost(id: "1")))
            #expect(found.state.word == .delivered, "\(idempotency.letter)")
            let absent = try settled(doubtful(kind), rules, .absent)
            #expect(absent.state.word == .cancelled && !absent.history.isInDoubt, "\(idempotency.letter)")
            let unclear = try settled(doubtful(kind), rules, .unclear("503."))
            #expect(unclear.state.word == .uncertain && unclear.wakeAt == nil, "\(idempotency.letter)")
            let unseeable = try settled(doubtful(kind), rules, .unseeable("Not listed."))
            #expect(unseeable.state.word == (kind == .edit ? .cancelled : .uncertain), "\(idempotency.letter)")
        }
        let diverged = try settled(doubtful(.edit), rules(.searchable), .diverged(Standing([:]), "Changed."))
        #expect(diverged.state.word == .cancelled)
    }

    @Test("goes on waiting for the deletion that follows until the end is certain: one absence is not enough")
    func secondLook() throws {
        let rules = rules(.deterministic)
        var delivery = try doubtful(.create, .reconciling(since: noon, boot: thisBoot, reason: "Lost."))
        delivery = try #require(delivery.after(.lookedUp(.absent), rules: rules, now: noon).delivery)
        #expect(delivery.isUnsettled && delivery.wakeAt == noon + rules.settle)
        delivery.state = .reconciling(since: noon, boot: thisBoot, reason: "Lost.")
        let end = delivery.after(.lookedUp(.absent), rules: rules, now: noon + rules.settle)
        #expect(end.state?.word == .cancelled && end.actions == [.releaseChildren])
    }

    @Test("is resumed as before once the post is published again", arguments: IdempotencyClass.everyClass)
    func publishedAgain(idempotency: IdempotencyClass) throws {
        let step = try doubtful(.create).after(.timeCame(met()), rules: idempotency.rules, now: noon)
        let expected: DeliveryState.Word =
            switch idempotency {
            case .deterministic, .natural: .preparing
            case .windowed, .searchable: .reconciling
            case .blind: .uncertain
            }
        #expect(step.state?.word == expected)
    }

    @Test("is left to its author where nothing can be asked; sites and deletions go on, because they show nothing")
    func others() throws {
        let blind = try doubtful(.create).after(.timeCame(met()), rules: rules(.blind), now: noon)
        #expect(blind.state?.word == .uncertain && blind.delivery?.wakeAt == nil)
        let page = try doubtful(.create).after(.timeCame(met()), rules: rules(.deterministic, isPage: true), now: noon)
        #expect(page.actions == [.prepare])
        let deletion = try doubtful(.delete).after(.timeCame(met()), rules: rules(.deterministic), now: noon)
        #expect(deletion.actions == [.prepare])
    }

    @Test("a look is offered although the post is not published; to send it is not")
    func offers() throws {
        let story = DeliveryStory(try doubtful(.create), isWanted: false)
        #expect(story.verbs == ["retry", "confirm-sent", "abandon"])
        let failed = DeliveryStory(try aDelivery(.failed(at: noon, reason: "No.")), isWanted: false)
        #expect(failed.verbs == [])
    }

    @Test("a repetition waits for no parent: the request has its address", arguments: [true, false])
    func parent(isLost: Bool) throws {
        var delivery = try doubtful(.create, .scheduled)
        delivery.history.hasLeft = true
        let circumstances = met { $0.parent = isLost ? .lost(reason: "Taken back.") : .waiting }
        let rules = IdempotencyClass.deterministic.rules
        #expect(delivery.after(.timeCame(circumstances), rules: rules, now: noon).state == .due(at: noon))
        delivery.history.hasLeft = false
        #expect(delivery.after(.timeCame(circumstances), rules: rules, now: noon).state?.word == .blocked)
    }
}
