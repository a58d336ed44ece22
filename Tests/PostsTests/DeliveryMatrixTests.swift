import Posts
import Testing

/// Every state against every event, drawn as one table, so that a change of the rules is a readable diff.
@Suite("Every state meets every event")
struct DeliveryMatrixTests {
    @Test("matches the table", arguments: IdempotencyClass.everyClass)
    func matrix(idempotency: IdempotencyClass) throws {
        for (word, state) in try Self.states {
            let row = try Self.events.compactMap { name, event in
                let step = try aDelivery(state).after(event, rules: idempotency.rules, now: noon)
                return step == .unmoved ? nil : "\(name):\(Self.mark(step))"
            }
            let found = row.joined(separator: " ").replacing("resend:! confirm:! abandon:!", with: "settled:!!!")
            #expect(found == Self.expected(word, idempotency), "\(word) in class \(idempotency.letter)")
        }
    }

    @Test("an uncertain delivery stays uncertain unless it was found, clearly missed, or the author decided")
    func doubt() throws {
        for idempotency in IdempotencyClass.everyClass {
            for (word, state) in try Self.states {
                for (name, event) in try Self.events {
                    var delivery = try aDelivery(state)
                    delivery.history.isInDoubt = true
                    delivery.history.firstSentAt = noon
                    guard let next = delivery.after(event, rules: idempotency.rules, now: noon).delivery else {
                        continue
                    }
                    let mayClear = [
                        "accepted", "found", "absent", "gone", "after-doubt", "resend", "confirm", "abandon",
                    ]
                    .contains(name)
                    let note: Comment = "\(word) × \(name) in class \(idempotency.letter)"
                    if !mayClear { #expect(next.history.isInDoubt, note) }
                    if !mayClear, !state.isFinal { #expect(!next.state.isFinal, note) }
                }
            }
        }
    }

    @Test("every command that a delivery offers is accepted")
    func offers() throws {
        for ((word, state), kind) in try Self.states.flatMap({ one in DeliveryKind.allCases.map { (one, $0) } }) {
            for (isInDoubt, part) in [(false, 1), (true, 1), (false, 2), (true, 2)] {
                var delivery = try aDelivery(state, kind: kind, parent: try TargetName("blog"))
                (delivery.part, delivery.parts, delivery.history.isInDoubt) = (part, 2, isInDoubt)
                let next = DeliveryStory(delivery, isWanted: kind != .delete).next ?? ""
                for verb in DeliveryVerb.all where next.contains("queue \(verb.word) 7") {
                    let step = delivery.after(.asked(verb), rules: IdempotencyClass.searchable.rules, now: noon)
                    let note: Comment = "\(word) of \(kind), part \(part), \(isInDoubt ? "in doubt" : "")"
                    if case .refused(let words) = step { Issue.record("\(note): \(words)") }
                }
                if !state.isFinal { #expect(!next.isEmpty, "\(word) of \(kind), part \(part)") }
            }
        }
    }

    @Test(
        "every verb that a delivery lists is accepted, and every other one refused",
        arguments: IdempotencyClass.everyClass)
    func listed(idempotency: IdempotencyClass) throws {
        for (word, state) in try Self.states {
            let delivery = try aDelivery(state)
            let accepted = DeliveryVerb.all.filter { verb in
                if case .refused = delivery.after(.asked(verb), rules: idempotency.rules, now: noon) {
                    false
                } else {
                    true
                }
            }
            let story = DeliveryStory(delivery, isBlind: idempotency == .blind)
            #expect(story.verbs == accepted.map(\.word), "\(word) in class \(idempotency.letter)")
        }
    }

    static var states: [(String, DeliveryState)] {
        get throws {
            [
                ("scheduled", .scheduled), ("due", .due(at: noon)), ("preparing", .preparing(boot: otherBoot)),
                ("armed", .armed(boot: otherBoot)), ("retrying", .retrying(at: noon, reason: "")),
                ("parent", .blocked(.parent, reason: "")), ("paused", .blocked(.paused, reason: "")),
                ("late", .blocked(.late, reason: "")), ("auth", .blocked(.auth, reason: "")),
                ("content", .blocked(.content, reason: "")), ("target", .blocked(.target, reason: "")),
                ("uncertain", .uncertain(since: noon, settleAt: noon, reason: "")),
                ("reconciling", .reconciling(since: noon, boot: otherBoot, reason: "")),
                ("delivered", .delivered(at: noon, RemotePost())), ("failed", .failed(at: noon, reason: "")),
                ("missed", .missed(at: noon, reason: "")), ("cancelled", .cancelled(at: noon, reason: "")),
                ("superseded", .superseded(at: noon)),
            ]
        }
    }

    static var events: [(String, DeliveryEvent)] {
        get throws {
            [
                ("time", .timeCame(met())), ("time-paused", .timeCame(met { $0.isPaused = true })),
                ("armed", .armed(boot: otherBoot)), ("unprepared", .unprepared(.unsent(""))),
                ("accepted", .answered(.accepted(RemotePost()))), ("after-doubt", .acceptedAfterDoubt(RemotePost())),
                ("refused", .answered(.refused(""))),
                ("denied", .answered(.denied(""))), ("busy", .answered(.busy(until: noon, ""))),
                ("overtaken", .answered(.overtaken(""))),
                ("unsent", .answered(.unsent(""))), ("unknown", .answered(.unknown(""))),
                ("misset", .answered(.misconfigured(""))), ("away", .answered(.unknown("", until: noon))),
                ("found", .lookedUp(.found(RemotePost()))), ("absent", .lookedUp(.absent)),
                ("unclear", .lookedUp(.unclear(""))),
                ("unseeable", .lookedUp(.unseeable(""))), ("diverged", .lookedUp(.diverged(Standing([:]), ""))),
                ("gone", .lookedUp(.gone(""))),
                ("boot", .booted(thisBoot)), ("parent", .parentMoved), ("resumed", .resumed), ("replaced", .replaced()),
                (
                    "changed",
                    .changed(
                        FrozenDelivery(
                            target: try TargetName("fediverse"), key: "k", dueAt: noon + .hours(1),
                            payload: Array("new".utf8)))
                ), ("outdated", .outdated),
                ("set-back", .clockSetBack(by: .hours(1))), ("restored", .restored(from: noon - .days(1))),
                ("withdrawn", .withdrawn),
                ("retry", .asked(.retry)), ("cancel", .asked(.cancel)), ("resend", .asked(.resend)),
                ("confirm", .asked(.confirmSent(RemotePost()))), ("abandon", .asked(.abandon)),
            ]
        }
    }

    /// The word of the next state, or `!` for refused; the table omits events that change nothing.
    static func mark(_ step: DeliveryStep) -> String {
        switch step {
        case .moved(let delivery, _):
            if case .blocked(let block, _) = delivery.state { return block.rawValue }
            return delivery.state.word.rawValue
        case .unmoved: return "-"
        case .refused: return "!"
        }
    }

    /// The classes differ only in how they settle an uncertain delivery: when its time comes, when the author wants
    /// another look-up, and after a first absence.
    static func expected(_ word: String, _ idempotency: IdempotencyClass) -> String? {
        guard let row = table[word] else { return nil }
        let settled =
            switch idempotency {
            case .deterministic, .natural: "preparing"
            case .windowed, .searchable: "reconciling"
            case .blind: "uncertain"
            }
        let retried = idempotency == .blind ? "!" : "uncertain"
        let isSafeToRepeat = idempotency == .deterministic || idempotency == .natural
        let reread = idempotency == .blind ? "delivered" : "uncertain"
        return row.replacing("SETTLED", with: settled).replacing("REREAD", with: reread).replacing(
            "RETRIED", with: retried
        )
        .replacing("ABSENT", with: isSafeToRepeat ? "due" : "uncertain")
    }

    static let table: [String: String] = [
        "scheduled":
            "time:due time-paused:paused replaced:superseded changed:scheduled restored:uncertain withdrawn:cancelled retry:! cancel:cancelled settled:!!!",
        "due":
            "time:preparing time-paused:paused replaced:superseded changed:scheduled set-back:due restored:uncertain withdrawn:cancelled retry:! cancel:cancelled settled:!!!",
        "preparing":
            "armed:armed unprepared:retrying boot:scheduled replaced:superseded changed:preparing outdated:scheduled restored:uncertain withdrawn:cancelled retry:! cancel:cancelled settled:!!!",
        "armed":
            "accepted:delivered after-doubt:REREAD refused:failed denied:auth busy:retrying overtaken:retrying unsent:retrying unknown:uncertain misset:target "
            + "away:uncertain boot:uncertain restored:uncertain retry:! cancel:! settled:!!!",
        "retrying":
            "time:preparing time-paused:paused replaced:superseded changed:scheduled set-back:retrying restored:uncertain withdrawn:cancelled retry:due cancel:cancelled settled:!!!",
        "parent":
            "parent:scheduled replaced:superseded changed:scheduled restored:uncertain withdrawn:cancelled retry:! cancel:cancelled settled:!!!",
        "paused":
            "resumed:scheduled replaced:superseded changed:scheduled restored:uncertain withdrawn:cancelled retry:! cancel:cancelled settled:!!!",
        "late":
            "replaced:superseded changed:scheduled restored:uncertain withdrawn:cancelled retry:due cancel:cancelled settled:!!!",
        "auth":
            "boot:scheduled replaced:superseded changed:scheduled restored:uncertain withdrawn:cancelled retry:due cancel:cancelled settled:!!!",
        "content": "replaced:superseded changed:scheduled withdrawn:cancelled retry:due cancel:cancelled settled:!!!",
        "target":
            "boot:scheduled replaced:superseded changed:scheduled restored:uncertain withdrawn:cancelled retry:due cancel:cancelled settled:!!!",
        "uncertain":
            "time:SETTLED time-paused:uncertain set-back:uncertain restored:uncertain retry:RETRIED cancel:! resend:due confirm:delivered abandon:cancelled",
        "reconciling":
            "found:delivered absent:ABSENT unclear:uncertain unseeable:uncertain diverged:uncertain gone:failed "
            + "boot:uncertain restored:uncertain retry:! cancel:! settled:!!!",
        "delivered": "retry:! cancel:! settled:!!!",
        "failed": "retry:due cancel:! settled:!!!",
        "missed": "retry:due cancel:! settled:!!!",
        "cancelled": "retry:! cancel:! settled:!!!",
        "superseded": "retry:! cancel:! settled:!!!",
    ]
}
