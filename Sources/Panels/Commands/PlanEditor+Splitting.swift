// Keyboard control of a splitter (ARIA Authoring Practices, window splitter): step, move to an end, collapse and
// restore.
extension PanelCommand {
    static let splitting: [any PanelDeed.Type] = [Split.self]

    /// - Parameters:
    ///   - step: in pixels.
    ///   - remembered: the value that `toggle` restores; nil for the thickness that its panels want.
    package static func splitter(
        _ id: SeparatorID, _ move: SplitterMove, step: Double? = nil, remembered: Double? = nil
    ) -> PanelCommand { PanelCommand(Split(separator: id, move: move, step: step, remembered: remembered)) }
}

/// A change of a splitter's value.
package enum SplitterMove: String, WordField, Sendable {
    static let sample = SplitterMove.more
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
    let separator: SeparatorID
    let move: SplitterMove
    /// In pixels; absent for the usual one.
    let step: Double?
    /// The value that `toggle` restores.
    let remembered: Double?
    var subject: PanelID? { nil }

    func title(_ name: String) -> String { "Resize the side" }

    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        guard let found = editor.frames.separators.first(where: { $0.id == separator }) else {
            throw Refusal("There is no splitter “\(separator)” at the moment.")
        }
        let value = move.value(
            after: found.value, in: found.minimum...found.maximum, step: step ?? PlanEditor.step,
            remembered: remembered)
        switch separator {
        case .thickness(let side): return try editor.setThickness(of: side, to: value)
        case .border:
            guard let value else { throw Refusal("The former length of \(found.label) is unknown.") }
            return (try editor.share(found.controls, length: value), found.controls)
        }
    }
}
