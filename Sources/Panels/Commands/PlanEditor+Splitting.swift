import JSONTree

// Keyboard control of a splitter (ARIA Authoring Practices, window splitter): step, move to an end, collapse and
// restore.
extension PanelCommand {
    static let splitting: [any PanelDeed.Type] = [Split.self]

    /// - Parameters:
    ///   - step: in pixels.
    ///   - remembered: the value that `toggle` restores; nil for the thickness that its panels want.
    package static func splitter(
        _ id: SeparatorID, _ move: SplitterMove, step: Double? = nil, remembered: Double? = nil
    ) -> PanelCommand { PanelCommand(Split(id: id, move: move, step: step, remembered: remembered)) }
}

/// A change of a splitter's value.
package enum SplitterMove: String, CaseIterable, Sendable {
    case less, more, least, most
    /// Collapses to the minimum, or restores the former value.
    case toggle

    /// - Returns: the next value; nil if `toggle` has no value to restore.
    package func value(
        after value: Double, in range: ClosedRange<Double>, step: Double, remembered: Double?
    ) -> Double? {
        switch self {
        case .less: max(range.lowerBound, value - step)
        case .more: min(range.upperBound, value + step)
        case .least: range.lowerBound
        case .most: range.upperBound
        case .toggle where value > range.lowerBound: range.lowerBound
        case .toggle: remembered.map { min(max($0, range.lowerBound), range.upperBound) }
        }
    }
}

struct Split: PanelDeed {
    static let word = "splitter", doing = "resizing"
    static let fields: [CommandForm.Field] = [
        .word("separator", ["left", "right", "top", "bottom", "right/1", "top/1"]),
        .word("move", of: SplitterMove.self), .number("step").optional, .number("remembered").optional,
    ]
    let id: SeparatorID
    let move: SplitterMove
    let step, remembered: Double?
    var panel: PanelID? { nil }

    func offer(_ title: String) -> String { "Resize the side" }

    func carryOut(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        guard let found = editor.frames.separators.first(where: { $0.id == id }) else {
            throw Refusal("There is no splitter “\(id)” at the moment.")
        }
        let value = move.value(
            after: found.value, in: found.minimum...found.maximum, step: step ?? PlanEditor.step,
            remembered: remembered)
        switch id {
        case .thickness(let side): return try editor.setThickness(of: side, to: value)
        case .border:
            guard let value else { throw Refusal("The former length of \(found.label) is unknown.") }
            return (try editor.share(found.controls, length: value), found.controls)
        }
    }
}

extension Split {
    init(_ fields: CommandFields) throws(CommandError) {
        let text = try fields.text("separator")
        guard let id = SeparatorID(text) else {
            throw CommandError(
                reason: "“separator” is “\(text.prefix(60))”. Use one that the window lists, such as right or right/1.",
                field: "separator")
        }
        self.init(
            id: id, move: try fields.word("move"), step: try fields.number("step"),
            remembered: try fields.number("remembered"))
    }

    var document: [String: JSON?] {
        [
            "separator": .text("\(id)"), "move": .text(move.rawValue), "step": step.map { .number($0) },
            "remembered": remembered.map { .number($0) },
        ]
    }
}
