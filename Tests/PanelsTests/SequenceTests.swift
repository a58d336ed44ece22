import Testing

@testable import Panels

/// Seeded sequences of commands in changing windows. After each command all invariants hold.
@Suite("Sequences of commands")
struct SequenceTests {
    /// Enough for each command to be tried thoroughly, however many there are.
    static let sequences = 205 * CommandKind.allCases.count
    static let commandsEach = 50

    /// The sequences are independent, so all cores share them. Small slices, so that no core waits long for the last.
    private static let slices = 41

    @Test("after any commands in any window, every invariant holds, and every command is tried thoroughly")
    func invariants() async {
        let tally = await withTaskGroup(of: Tally?.self) { group in
            for slice in 0..<Self.slices {
                group.addTask { Self.tried(stride(from: slice, to: Self.sequences, by: Self.slices)) }
            }
            return await group.reduce(Tally() as Tally?) { all, slice in slice.flatMap { all?.with($0) } }
        }
        guard let tally else { return }
        #expect(tally.commands >= 100_000)
        for kind in CommandKind.allCases where kind != .write {
            #expect(tally.applied[kind, default: 0] >= 500, "\(kind) was applied too seldom")
            #expect(tally.refused[kind, default: 0] >= 50, "\(kind) was refused too seldom")
        }
        print("\(tally.commands) commands in \(Self.sequences) sequences: \(tally)")
    }

    /// - Returns: nil if a sequence violates an invariant, which is recorded.
    private static func tried(_ seeds: StrideTo<Int>) -> Tally? {
        var tally = Tally()
        for seed in seeds {
            var dice = Dice(seed: UInt64(seed))
            let catalogue = dice.happens(70) ? PanelCatalogue.titled : .careless(&dice)
            let steps = Step.sequence(commandsEach, &dice, catalogue)
            guard let violation = Run(catalogue).violation(in: steps, &tally) else { continue }
            let least = shrunk(steps, catalogue)
            Issue.record(
                """
                Seed \(seed): \(violation)
                The least that fails: \(least.map(\.description).joined(separator: "\n"))
                """)
            return nil
        }
        return tally
    }

    /// Removes commands as long as the rest still fails.
    private static func shrunk(_ steps: [Step], _ catalogue: PanelCatalogue) -> [Step] {
        var steps = steps
        var tally = Tally()
        var index = 0
        while index < steps.count {
            var fewer = steps
            fewer.remove(at: index)
            if Run(catalogue, isThorough: true).violation(in: fewer, &tally) != nil {
                steps = fewer
                index = 0
            } else {
                index += 1
            }
        }
        return steps
    }
}

/// One command in one window.
struct Step: CustomStringConvertible {
    let command: BookCommand
    let container: Container

    var description: String {
        let size = container.size
        return "in \(size.width)×\(size.height) (\(container.sizeClass), insets \(container.insets)): \(command)"
    }

    static func sequence(_ count: Int, _ dice: inout Dice, _ catalogue: PanelCatalogue) -> [Step] {
        var container = dice.container(after: nil)
        // Mostly a few panels, which interact often.
        let all = catalogue.panels.map(\.id)
        let panels = dice.happens(75) ? Array(all.shuffled(using: &dice).prefix(4)) : all
        let opening = dice.opening(with: panels.prefix(4))
        return (0..<count).map { number in
            if dice.happens(15) { container = dice.container(after: container) }
            let command = number < opening.count ? .arrange(opening[number]) : dice.command(on: panels)
            return Step(command: command, container: container)
        }
    }
}

struct Tally: CustomStringConvertible {
    var commands = 0
    var applied: [CommandKind: Int] = [:]
    var refused: [CommandKind: Int] = [:]

    func with(_ other: Tally) -> Tally {
        Tally(
            commands: commands + other.commands, applied: applied.merging(other.applied, uniquingKeysWith: +),
            refused: refused.merging(other.refused, uniquingKeysWith: +))
    }

    var description: String {
        CommandKind.allCases.map { "\($0) \(applied[$0, default: 0])+\(refused[$0, default: 0])" }
            .joined(separator: ", ")
    }
}

/// Applies steps to a book and looks for violations after each.
struct Run {
    let catalogue: PanelCatalogue
    /// Checks documents and drags after every command, instead of some.
    let isThorough: Bool

    init(_ catalogue: PanelCatalogue, isThorough: Bool = false) {
        self.catalogue = catalogue
        self.isThorough = isThorough
    }

    func violation(in steps: [Step], _ tally: inout Tally) -> String? {
        var book = ArrangementBook(revision: 1, present: .standard(of: catalogue))
        for (number, step) in steps.enumerated() {
            tally.commands += 1
            do {
                let change = try perform(step, on: book, at: number)
                tally.applied[step.command.kind, default: 0] += 1
                if let violation = violation(of: change, after: book, step, number) {
                    return "\(step): \(violation)"
                }
                book = change.book
            } catch {
                tally.refused[step.command.kind, default: 0] += 1
                if let violation = violation(of: error, book, step, number) { return "\(step): \(violation)" }
            }
            if let violation = Invariants.violation(of: book.present, in: step.container, catalogue)
                ?? dragViolation(book.present, step, number)
                ?? (isThorough || number % 10 == 9 ? documentViolation(book.present) : nil)
            {
                return "\(step): \(violation)"
            }
        }
        return nil
    }

    private func perform(_ step: Step, on book: ArrangementBook, at number: Int) throws(Refusal) -> BookChange {
        // A second between two commands keeps them from becoming one undo step.
        try book.performing(
            step.command, by: "w1", at: Int64(number) * 1000, in: step.container, of: catalogue)
    }

    private func violation(of change: BookChange, after book: ArrangementBook, _ step: Step, _ number: Int) -> String? {
        guard change.announcement.hasSuffix(".") else { return "the announcement is “\(change.announcement)”" }
        guard change.isNewRevision == (change.book.present != book.present) else { return "the revision is wrong" }
        guard change.book.revision == book.revision + (change.isNewRevision ? 1 : 0) else {
            return "the revision is wrong"
        }
        if change.isNewRevision, step.command != .undo, step.command != .redo {
            let undo = Step(command: .undo, container: step.container)
            guard let undone = try? perform(undo, on: change.book, at: number + 1) else { return "it cannot be undone" }
            guard undone.book.present == book.present else { return "undo does not bring back what was" }
            let redo = Step(command: .redo, container: step.container)
            guard let redone = try? perform(redo, on: undone.book, at: number + 2).book.present else {
                return "it cannot be done again"
            }
            guard redone == change.book.present else { return "redo does not bring back what was done" }
        }
        guard case .arrange(let command) = step.command, let panel = command.deed.subject else { return nil }
        return othersViolation(book.present, change.book.present, step.container, panel, command.kind)
    }

    /// A refusal gives a reason, and its alternative succeeds.
    private func violation(of refusal: Refusal, _ book: ArrangementBook, _ step: Step, _ number: Int) -> String? {
        guard refusal.reason.hasSuffix(".") else { return "the reason is “\(refusal.reason)”" }
        guard let alternative = refusal.alternative else { return nil }
        do {
            _ = try perform(Step(command: alternative, container: step.container), on: book, at: number)
            return nil
        } catch {
            return "“\(refusal.reason)” offers \(alternative), which is refused: \(error.reason)"
        }
    }

    /// A command on one panel changes no other panel's preferred place.
    private func othersViolation(
        _ before: Arrangement, _ after: Arrangement, _ container: Container, _ panel: PanelID, _ kind: CommandKind
    ) -> String? {
        let sizeClass = container.sizeClass
        for other in SizeClass.allCases where other != sizeClass && before[other] != after[other] {
            return "the plan for \(other) windows has changed"
        }
        let (before, after) = (before[sizeClass], after[sizeClass])
        // A stack moves as a whole.
        let mates = Set([before, after].flatMap { $0.mates(of: panel, in: container, catalogue) })
        for other in catalogue.panels.map(\.id)
        where !mates.contains(other) && before.record(of: other) != after.record(of: other) {
            return "\(other) has changed, too"
        }
        for side in Side.allCases {
            let old = before.sides[side].slots.filter { !mates.contains($0.panel) }
            let new = after.sides[side].slots.filter { !mates.contains($0.panel) }
            guard old.map(\.panel) == new.map(\.panel) else { return "the others on the \(side) side have moved" }
            if kind != CommandKind(Share.self), old != new {
                return "the others' shares of the \(side) side have changed"
            }
            guard before.sides[side].thickness == after.sides[side].thickness else { return "\(side) has changed" }
        }
        let (low, high) = (before.stack.filter { !mates.contains($0) }, after.stack.filter { !mates.contains($0) })
        return low == high ? nil : "others were raised"
    }

    /// A drag gets hints for every side, and the command does what the preview shows.
    private func dragViolation(_ arrangement: Arrangement, _ step: Step, _ number: Int) -> String? {
        guard isThorough || number % 5 == 0 else { return nil }
        let shown = frames(of: arrangement, in: step.container, catalogue: catalogue)
        guard let panel = shown.panels.first(where: { $0.frame != nil }), let frame = panel.frame else { return nil }
        let hints: DragHints
        do {
            hints = try arrangement.beginning(.move(panel.id), at: frame.center, in: step.container, of: catalogue)
        } catch {
            guard case .arrange(let command)? = error.alternative,
                (try? arrangement.applying(command, in: step.container, of: catalogue)) == nil
            else { return nil }
            return "a drag that is refused offers \(command), which is refused too"
        }
        guard Set(hints.slots.map(\.side)).union(hints.reasons.keys) == Set(Side.allCases) else {
            return "the hints forget a side"
        }
        for slots in hints.slots {
            for (index, slot) in slots.frames.enumerated() {
                let dropped = try? arrangement.applying(
                    .pin(panel.id, slots.side, index: index), in: step.container, of: catalogue
                ).arrangement
                guard let dropped else { continue }
                let found = frames(of: dropped, in: step.container, catalogue: catalogue)[panel.id]?.frame
                guard panel.side == slots.side || found == slot else {
                    return "the preview \(slot) is not \(String(describing: found))"
                }
            }
        }
        return nil
    }

    private func documentViolation(_ arrangement: Arrangement) -> String? {
        let read = Arrangement.salvaging(arrangement.document, of: catalogue)
        guard read.diagnostics.isEmpty else { return "reading it again says \(read.diagnostics)" }
        return read.arrangement == arrangement ? nil : "reading it again gives another arrangement"
    }
}

extension ClassPlan {
    /// The panels that share a stack or a frame with this one.
    fileprivate func mates(of panel: PanelID, in container: Container, _ catalogue: PanelCatalogue) -> [PanelID] {
        let shown = Frames(self, in: container, of: catalogue)[panel]?.stack?.panels ?? []
        return members(of: leader(of: panel)) + shown
    }
}
