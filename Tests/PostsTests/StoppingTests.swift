import Posts
import Testing

/// Publishing, editing, unpublishing, deleting, undeleting and “cancel” ask one question, so they cannot disagree.
@Suite("Whether it is too late to stop a delivery")
struct StoppingTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        let word: String
        let state: DeliveryState
        let kind: DeliveryKind
        let isInDoubt: Bool
        let part: Int

        var testDescription: String { "\(word) of \(kind), part \(part)\(isInDoubt ? ", in doubt" : "")" }

        var isTooLate: Bool {
            if state.isFinal { return false }
            return ["armed", "uncertain", "reconciling"].contains(word) || isInDoubt || (kind == .delete && part > 1)
        }

        func delivery() throws -> Delivery {
            var delivery = try aDelivery(state, kind: kind)
            (delivery.part, delivery.parts, delivery.history.isInDoubt) = (part, 3, isInDoubt)
            return delivery
        }
    }

    private static func cases() throws -> [Case] {
        try DeliveryMatrixTests.states.flatMap { word, state in
            DeliveryKind.allCases.flatMap { kind in
                [(false, 1), (true, 1), (false, 2), (true, 2)].map {
                    Case(word: word, state: state, kind: kind, isInDoubt: $0, part: $1)
                }
            }
        }
    }

    private let rules = IdempotencyClass.searchable.rules

    @Test("every state, kind, doubt and part has one answer, which “cancel”, a newer payload and a withdrawal follow")
    func oneNotion() throws {
        for one in try Self.cases() {
            let (delivery, note) = (try one.delivery(), Comment(rawValue: one.testDescription))
            #expect(delivery.isTooLateToStop == one.isTooLate, note)
            #expect(delivery.canBeStopped == (!one.isTooLate && !one.state.isFinal), note)
            #expect(delivery.isUnsettled == (one.isTooLate || one.word == "preparing"), note)
            #expect(delivery.mayHaveArrived == (one.isTooLate || delivery.hasBegun), note)
            let cancelled = delivery.after(.asked(.cancel), rules: rules, now: noon)
            #expect((cancelled.state?.word == .cancelled) == delivery.canBeStopped, note)
            let replaced = delivery.after(.replaced(), rules: rules, now: noon)
            #expect((replaced.state?.word == .superseded) == (delivery.canBeStopped && !delivery.hasBegun), note)
            let withdrawn = delivery.after(.withdrawn, rules: rules, now: noon)
            #expect(
                (withdrawn.state?.word == .cancelled) == (delivery.canBeStopped && one.kind != .delete), note)
        }
    }

    @Test("what is withdrawn while it may have arrived is looked up at once, and a request under way comes to its end")
    func withdrawn() throws {
        for one in try Self.cases() where one.isTooLate && one.kind != .delete {
            let step = try one.delivery().after(.withdrawn, rules: rules, now: noon)
            let note = Comment(rawValue: one.testDescription)
            if ["armed", "uncertain", "reconciling"].contains(one.word) {
                #expect(step == .unmoved, note)
                continue
            }
            #expect(step.state?.word == .uncertain && step.delivery?.wakeAt == noon, note)
            // Nothing that was being prepared is armed after it.
            #expect(step.delivery?.after(.armed(boot: otherBoot), rules: rules, now: noon) == .unmoved, note)
        }
    }
}
