// Views that temporarily cover the arrangement: one panel fills the window, all panels side by side, or no panels.
extension ViewState {
    static let covering: [any ViewDeed.Type] = [Maximise.self, Expose.self, Zen.self]
}

extension ViewCommand {
    /// Fills the room with the panel, or restores it if it does already; nil restores any.
    package static func maximise(_ panel: PanelID?) -> ViewCommand { ViewCommand(Maximise(panel: panel)) }
    /// Shows all panels side by side, or ends that; with a panel, ends it and brings that panel to the front.
    package static func expose(_ panel: PanelID?) -> ViewCommand { ViewCommand(Expose(panel: panel)) }
    /// Moves all panels off screen, or back.
    package static let zen = ViewCommand(Zen())
}

struct Maximise: ViewDeed {
    static let word = "maximise"
    let panel: PanelID?

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        let shown = scene.shown
        var next = view
        next.isExposed = false
        guard let panel = panel ?? view.maximised else { throw Refusal("No panel fills the window.") }
        guard shown.leader(of: panel) != view.maximised else {
            next.maximised = nil
            return ViewChange(view: next, announcement: "\(shown.title(of: panel)) is where it was.", panel: panel)
        }
        let found = try shown.onScreen(panel)
        // A stack is maximised as a whole.
        next.maximised = shown.leader(of: panel)
        next.isZen = false
        return ViewChange(view: next, announcement: "\(found.title) fills the window.", panel: panel)
    }
}

struct Expose: ViewDeed {
    static let word = "expose"
    let panel: PanelID?

    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        view.isExposed ? try leave(view, scene.shown) : try enter(view, scene.shown)
    }

    private func enter(_ view: ViewState, _ shown: Frames) throws(Refusal) -> ViewChange {
        guard panel == nil else { throw Refusal("The panels are not spread out.") }
        let count = shown.onScreen.count
        guard count > 0 else { throw Refusal("No panel is open.") }
        var next = view
        (next.isExposed, next.isZen) = (true, false)
        let all = count == 1 ? "One panel" : "\(Words.capital(Words.count(count))) panels"
        return ViewChange(view: next, announcement: "\(all) side by side. Choose one.", panel: nil)
    }

    private func leave(_ view: ViewState, _ shown: Frames) throws(Refusal) -> ViewChange {
        var next = view
        next.isExposed = false
        guard let panel else {
            return ViewChange(view: next, announcement: "The panels are where they were.", panel: nil)
        }
        let found = try shown.onScreen(panel)
        if shown.leader(of: panel) != view.maximised { next.maximised = nil }
        return ViewChange(
            view: next, announcement: "\(found.title).", panel: panel,
            follows: found.place == .floating ? .raise(panel) : nil)
    }
}

struct Zen: ViewDeed {
    static let word = "zen"
    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange {
        var next = view
        next.isZen = !view.isZen
        guard next.isZen else {
            return ViewChange(view: next, announcement: "The panels are where they were.", panel: nil)
        }
        guard !scene.shown.onScreen.isEmpty else {
            throw Refusal("No panel is open: the text has the window already.")
        }
        (next.isExposed, next.maximised) = (false, nil)
        return ViewChange(view: next, announcement: "Only the text. The panels come back as they were.", panel: nil)
    }
}
