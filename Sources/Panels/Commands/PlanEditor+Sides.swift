// The thickness of a side, and how its panels divide its length.
extension PanelCommand {
    static let sides: [any PanelDeed.Type] = [Thickness.self, Share.self]

    /// Sets the thickness of a side; nil for what its panels want.
    package static func thickness(_ side: Side, _ value: Double?) -> PanelCommand {
        PanelCommand(Thickness(side: side, value: value))
    }

    /// Sets a panel's length along its side in pixels; its neighbour gives or takes the difference.
    package static func share(_ panel: PanelID, _ length: Double) -> PanelCommand {
        PanelCommand(Share(panel: panel, value: length))
    }
}

struct Thickness: PanelDeed {
    static let word = "thickness", doing = "resizing the side of"
    let side: Side
    /// Absent for what its panels want.
    let value: Double?
    var subject: PanelID? { nil }

    func title(_ name: String) -> String { "Resize the side" }
    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        try editor.setThickness(of: side, to: value)
    }
}

struct Share: SinglePanelDeed {
    static let word = "share", doing = "resizing"
    let panel: PanelID
    /// Its length along the side.
    let value: Double

    func title(_ name: String) -> String { "Resize \(name)" }
    func sentence(with editor: inout PlanEditor) throws(Refusal) -> String {
        try editor.share(panel, length: value)
    }
}

extension PlanEditor {
    /// - Returns: also the panel that identifies the side.
    mutating func setThickness(of side: Side, to value: Double?) throws(Refusal) -> (String, PanelID) {
        try refuseInCompact(nil)
        guard !plan.sides[side].isCollapsed || plan.sides[side].slots.isEmpty else {
            throw Refusal(Words.collapsed(side), instead: .expandSide(side))
        }
        let layout = layout
        guard let first = layout.fit.staying[side].first?.panel else {
            throw Refusal("Nothing is \(Words.pinned(side)).")
        }
        guard let value else { return (try forgetThickness(of: side), first) }
        guard let value = Measure.coordinate(value) else { throw Refusal(Words.notANumber) }
        let range = layout.thicknessRange(of: side)
        let next = min(max(value, range.lowerBound), range.upperBound)
        guard next != layout.fit.thickness[side] else {
            throw Refusal(Words.sameThickness(side, value, next))
        }
        plan.update(side) { $0.thickness = next }
        return ("\(Words.capital(side.rawValue)) side is \(Words.thickness(next, side)).", first)
    }

    mutating func share(_ id: PanelID, length: Double) throws(Refusal) -> String {
        let panel = try moved(id)
        try refuseInCompact(id)
        let layout = layout
        guard case .pinned(let side, let index, let frame) = currentPlace(of: panel) else {
            throw Refusal("\(panel.title) is not pinned.", instead: sideFor(panel).map { .pin(panel.id, $0) })
        }
        guard let length = Measure.coordinate(length) else { throw Refusal(Words.notANumber) }
        let shown = Array(layout.panels(on: side))
        guard shown.count > 1 else { throw Refusal("\(panel.title) has the whole side.") }
        let neighbour = index + 1 < shown.count ? index + 1 : index - 1
        let range = layout.lengthRange(of: shown[index], beside: shown[neighbour], on: side)
        let value = side.length(of: frame.size)
        let next = min(max(length, range.lowerBound), range.upperBound)
        guard next != value else {
            throw Refusal(
                "\(panel.title) cannot be \(length < value ? "shorter" : "longer"): its neighbour needs the rest.")
        }
        var lengths = shown.map { side.length(of: $0.1.size) }
        lengths[index] = next
        lengths[neighbour] += value - next
        setShares(to: lengths, of: shown.map(\.0), on: side)
        return "\(name(of: panel)) is \(Words.pixels(next)) \(side.isColumn ? "high" : "wide")."
    }

    /// Sets shares to pixels. The shares of panels without room keep their proportion to the others.
    private mutating func setShares(to lengths: [Double], of shown: [SidePlan.Slot], on side: Side) {
        let sum = max(shown.reduce(0) { $0 + $1.share }, .leastNormalMagnitude)
        let factor = lengths.reduce(0, +) / sum
        let byPanel = Dictionary(zip(shown.map(\.panel), lengths), uniquingKeysWith: { first, _ in first })
        plan.setShares(plan.sides[side].slots.map { byPanel[$0.panel] ?? $0.share * factor }, of: side)
    }

    private mutating func forgetThickness(of side: Side) throws(Refusal) -> String {
        guard plan.sides[side].thickness != nil else {
            throw Refusal(
                "The \(side.rawValue) side is as \(side.isColumn ? "wide" : "high") as its panels ask for.")
        }
        plan.update(side) { $0.thickness = nil }
        return "\(Words.capital(side.rawValue)) side is \(Words.thickness(layout.fit.thickness[side], side))."
    }
}
