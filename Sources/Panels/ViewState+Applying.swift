extension ViewState {
    /// The view after `command`, of an arrangement that stays as it is.
    package func applying(
        _ command: ViewCommand, to arrangement: Arrangement, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> ViewChange {
        let shown = frames(of: arrangement.without(away), in: container, catalogue: catalogue)
        switch command {
        case .maximise(let panel): return try maximising(panel, shown)
        case .expose(let panel): return try exposing(panel, shown)
        case .zen: return try movingOff(shown)
        case .peek(let panel): return try peeking(panel, shown, in: container)
        case .popover(let popover): return try popping(popover, shown, in: container)
        case .popOut(let panel): return try movingOut(panel, shown, in: container)
        case .comeBack(let panel): return try returning(panel, shown)
        case .deed(let deed): return try deed.deed.look(self, at: ViewScene(shown: shown, catalogue: catalogue))
        }
    }

    private func maximising(_ panel: PanelID?, _ shown: Frames) throws(Refusal) -> ViewChange {
        var next = self
        next.isExposed = false
        guard let panel = panel ?? maximised else { throw Refusal("No panel fills the window.") }
        guard shown.leader(of: panel) != maximised else {
            next.maximised = nil
            return ViewChange(view: next, announcement: "\(shown.title(of: panel)) is where it was.", panel: panel)
        }
        let found = try shown.onScreen(panel)
        // A stack of tabs fills it as a whole.
        next.maximised = shown.leader(of: panel)
        next.isZen = false
        return ViewChange(view: next, announcement: "\(found.title) fills the window.", panel: panel)
    }

    private func exposing(_ panel: PanelID?, _ shown: Frames) throws(Refusal) -> ViewChange {
        var next = self
        if isExposed {
            next.isExposed = false
            guard let panel else {
                return ViewChange(view: next, announcement: "The panels are where they were.", panel: nil)
            }
            let found = try shown.onScreen(panel)
            if shown.leader(of: panel) != maximised { next.maximised = nil }
            return ViewChange(
                view: next, announcement: "\(found.title).", panel: panel,
                follows: found.place == .floating ? .raise(panel) : nil)
        }
        guard panel == nil else { throw Refusal("The panels are not spread out.") }
        let count = shown.onScreen.count
        guard count > 0 else { throw Refusal("No panel is open.") }
        next.isExposed = true
        next.isZen = false
        let all = count == 1 ? "One panel" : "\(Words.capitalCount(count)) panels"
        return ViewChange(view: next, announcement: "\(all) side by side. Choose one.", panel: nil)
    }

    private func movingOff(_ shown: Frames) throws(Refusal) -> ViewChange {
        var next = self
        if isZen {
            next.isZen = false
            return ViewChange(view: next, announcement: "The panels are where they were.", panel: nil)
        }
        guard !shown.onScreen.isEmpty else { throw Refusal("No panel is open: the text has the window already.") }
        next.isZen = true
        next.isExposed = false
        next.maximised = nil
        return ViewChange(view: next, announcement: "Only the text. The panels come back as they were.", panel: nil)
    }
}

extension Frames {
    /// The panels that are seen, in the catalogue's order.
    var onScreen: [PanelFrame] { panels.filter { $0.frame != nil } }

    /// The panel in whose frame it is shown.
    fileprivate func leader(of panel: PanelID) -> PanelID {
        panels.first { $0.id == panel }?.stack?.panels.first ?? panel
    }

    func title(of panel: PanelID) -> String { panels.first { $0.id == panel }?.title ?? panel.text }

    fileprivate func onScreen(_ panel: PanelID) throws(Refusal) -> PanelFrame {
        guard let found = panels.first(where: { $0.id == panel }) else {
            let known = panels.prefix(20).map(\.id.text).joined(separator: ", ")
            throw Refusal("There is no panel “\(panel.text.prefix(60))”. There are \(known).")
        }
        guard found.frame != nil || found.isTabOnScreen else {
            throw Refusal(found.reason ?? "\(found.title) is not open.", instead: .open(panel))
        }
        return found
    }
}
