// The next and previous panel.
extension PanelCommand {
    static let focus: [any PanelDeed.Type] = [NextPanel.self, PreviousPanel.self]

    /// - Parameter after: the panel that has the focus; nil for the body.
    package static func nextPanel(after panel: PanelID?) -> PanelCommand { PanelCommand(NextPanel(panel: panel)) }
    package static func previousPanel(before panel: PanelID?) -> PanelCommand {
        PanelCommand(PreviousPanel(panel: panel))
    }
}

/// Moves the focus from a panel, or from the body, to another.
private protocol StepDeed: PanelDeed {
    static var isForward: Bool { get }
    /// The panel that has the focus; nil for the body.
    var panel: PanelID? { get }
}

extension StepDeed {
    static var doing: String { "going to" }
    var subject: PanelID? { nil }

    func title(_ name: String) -> String { "Go to the \(Self.isForward ? "next" : "previous") panel" }
    func perform(with editor: inout PlanEditor) throws(Refusal) -> (String, PanelID?) {
        try editor.step(from: panel, isForward: Self.isForward)
    }
}

struct NextPanel: StepDeed {
    static let word = "nextPanel", isForward = true
    let panel: PanelID?
}

struct PreviousPanel: StepDeed {
    static let word = "previousPanel", isForward = false
    let panel: PanelID?
}

extension PlanEditor {
    /// The panel after `current` in reading order: left, top, right, bottom, then floating panels, then sheets; the
    /// body comes after the last. A floating panel comes to the front.
    mutating func step(from current: PanelID?, isForward: Bool) throws(Refusal) -> (String, PanelID?) {
        let ring = isCompact ? compactRing : ring
        guard !ring.isEmpty else { throw Refusal(isCompact ? "There is no panel to open." : "No panel is open.") }
        let from = isCompact ? plan.open : current.map { carrier(of: $0) }
        let index = from.flatMap { ring.firstIndex(of: $0) }
        let next = index.map { $0 + (isForward ? 1 : -1) } ?? (isForward ? 0 : ring.count - 1)
        let target = ring.indices.contains(next) ? ring[next] : nil
        if isCompact { plan.open = target }
        let panel = isCompact ? target : target.map { layout.stack(ledBy: $0, plan)?.selected ?? $0 }
        guard let target, let panel, let title = catalogue[panel]?.title else { return ("The text.", nil) }
        plan.raise(target)
        return ("\(title)\(Words.rank(next, of: ring.count)).", panel)
    }

    /// A stack counts as one panel.
    private var ring: [PanelID] {
        let layout = layout
        let sides: [Side] = container.isMirrored ? [.right, .top, .left, .bottom] : [.left, .top, .right, .bottom]
        let pinned = sides.flatMap { side in
            let panels = layout.panels(on: side).map(\.0.panel)
            return container.isMirrored && !side.isColumn ? panels.reversed() : panels
        }
        // Not by depth: raising a panel would reorder the ring while the user goes around it.
        let floating = Set(plan.stack)
        let sheets = Set(sheetFit.shown.map(\.panel))
        let panels = catalogue.panels.map(\.id)
        return pinned + panels.filter(floating.contains) + panels.filter(sheets.contains)
    }

    private var compactRing: [PanelID] {
        catalogue.panels.map(\.id).filter { plan.place(of: $0) == .meta || plan.open == $0 }
    }
}
