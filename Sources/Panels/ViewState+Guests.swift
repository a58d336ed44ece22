// Peek, popover, pop-out: panels that are for a while elsewhere than their arrangement says.
extension ViewState {
    func peeking(_ panel: PanelID?, _ shown: Frames, in container: Container) throws(Refusal) -> ViewChange {
        var next = self
        guard let panel, panel != peek else {
            guard let peek else { throw Refusal("No panel of a strip is shown.") }
            next.peek = nil
            return ViewChange(view: next, announcement: "\(shown.title(of: peek)) is back in its strip.", panel: nil)
        }
        let found = try shown.known(panel)
        guard let strip = shown.strips.first(where: { $0.panels.contains(panel) }) else {
            throw Refusal("\(found.title) is in no strip.", instead: found.frame == nil ? .open(panel) : nil)
        }
        next = next.uncovered
        next.peek = panel
        return ViewChange(
            view: next, announcement: "\(found.title), beside the \(strip.side.rawValue) strip.", panel: panel)
    }

    func popping(_ popover: Popover?, _ shown: Frames, in container: Container) throws(Refusal) -> ViewChange {
        var next = self
        guard let popover else {
            guard let open = self.popover else { throw Refusal("No popover is open.") }
            next.popover = nil
            return ViewChange(view: next, announcement: "\(shown.title(of: open.panel)) closed.", panel: nil)
        }
        let found = try shown.known(popover.panel)
        guard container.sizeClass != .compact else { throw Refusal(Words.oneAtATime, instead: .open(found.id)) }
        guard found.frame == nil, !found.isTabOnScreen else { throw Refusal("\(found.title) is open already.") }
        guard found.place != .away else { throw Refusal("\(found.title) has a window of its own.") }
        next = next.uncovered
        next.popover = popover
        return ViewChange(view: next, announcement: "\(found.title).", panel: found.id)
    }

    func movingOut(_ panel: PanelID, _ shown: Frames, in container: Container) throws(Refusal) -> ViewChange {
        let found = try shown.known(panel)
        guard container.sizeClass != .compact else {
            throw Refusal(Words.oneAtATime, instead: found.place == .open ? nil : .open(panel))
        }
        guard !away.contains(panel) else { throw Refusal("\(found.title) has a window of its own already.") }
        var next = uncovered
        next.away.append(panel)
        return ViewChange(view: next, announcement: "\(found.title) has a window of its own.", panel: nil)
    }

    func returning(_ panel: PanelID, _ shown: Frames) throws(Refusal) -> ViewChange {
        let found = try shown.known(panel)
        guard away.contains(panel) else { throw Refusal("\(found.title) has no window of its own.") }
        var next = self
        next.away.removeAll { $0 == panel }
        return ViewChange(view: next, announcement: "\(found.title) is back where it was.", panel: panel)
    }
}

extension Frames {
    func known(_ panel: PanelID) throws(Refusal) -> PanelFrame {
        if let found = panels.first(where: { $0.id == panel }) { return found }
        let known = panels.prefix(20).map(\.id.text).joined(separator: ", ")
        throw Refusal("There is no panel “\(panel.text.prefix(60))”. There are \(known).")
    }
}
