extension Arrangement {
    /// The arrangement after `command` in the plan of the container's class.
    package func applying(
        _ command: PanelCommand, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> Change {
        do {
            return try carryingOut(command, in: container, of: catalogue)
        } catch {
            throw Refusal(error.reason, instead: possible(error.alternative, in: container, of: catalogue))
        }
    }

    private func carryingOut(
        _ command: PanelCommand, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> Change {
        if command == .reset(.all) { return try resettingAll(of: catalogue) }
        var editor = PlanEditor(plan: self[container.sizeClass], container: container, catalogue: catalogue)
        let (announcement, panel) = try editor.apply(command)
        var next = self
        next[container.sizeClass] = editor.plan
        return Change(arrangement: next, announcement: announcement, kind: command.kind, panel: panel)
    }

    /// Only what can be done is offered: when the nearest thing is refused, too, the nearest to that.
    private func possible(
        _ alternative: BookCommand?, in container: Container, of catalogue: PanelCatalogue
    ) -> PanelCommand? {
        var next = alternative
        for _ in 0..<3 {
            guard case .arrange(let command)? = next else { return nil }
            do {
                _ = try carryingOut(command, in: container, of: catalogue)
                return command
            } catch { next = error.alternative }
        }
        return nil
    }

    private func resettingAll(of catalogue: PanelCatalogue) throws(Refusal) -> Change {
        var next = Arrangement.standard(of: catalogue)
        next.unknown = unknown
        guard next != self else { throw Refusal("Everything is at its default place already.") }
        return Change(
            arrangement: next, announcement: "Everything is at its default place, in windows of every width.",
            kind: .reset, panel: nil)
    }
}

extension PlanEditor {
    /// - Returns: what was done, in words, and the panel concerned.
    fileprivate mutating func apply(_ command: PanelCommand) throws(Refusal) -> (String, PanelID?) {
        switch command {
        case .open(let panel): return (try open(panel), panel)
        case .close(let panel): return (try close(panel), panel)
        case .closeAllPinned: return (try closeAllPinned(), nil)
        case .closeAllFloating: return (try closeAllFloating(), nil)
        case .float(let panel, let frame, let isOverSides):
            return (try float(panel, frame: frame, isOverSides: isOverSides), panel)
        case .pin(let panel, let side, let index): return (try pin(panel, to: side, index: index), panel)
        case .move(let panel, let dx, let dy): return (try move(panel, dx: dx, dy: dy), panel)
        case .moveToward(let panel, let direction): return (try move(panel, toward: direction), panel)
        case .resize(let panel, let dw, let dh, let edge):
            return (try resize(panel, dw: dw, dh: dh, edge: edge), panel)
        case .resizeTo(let panel, let width, let height, let edge):
            return (try resize(panel, width: width, height: height, edge: edge), panel)
        case .thickness(let side, let value): return try setThickness(of: side, to: value)
        case .share(let panel, let length): return (try share(panel, length: length), panel)
        case .raise(let panel): return (try raise(panel), panel)
        case .collapse(let panel): return (try collapse(panel), panel)
        case .restore(let panel): return (try restore(panel), panel)
        case .takeOut(let panel): return (try takeOut(panel), panel)
        case .nextPanel(let after): return try step(from: after, isForward: true)
        case .previousPanel(let before): return try step(from: before, isForward: false)
        case .reset(.panel(let panel)): return (try reset(panel), panel)
        case .reset(.sizeClass), .reset(.all): return (try resetAll(), nil)
        }
    }
}

extension PanelCommand {
    package var kind: CommandKind {
        switch self {
        case .open: .open
        case .close: .close
        case .closeAllPinned: .closeAllPinned
        case .closeAllFloating: .closeAllFloating
        case .float: .float
        case .pin: .pin
        case .move, .moveToward: .move
        case .resize, .resizeTo: .resize
        case .thickness: .thickness
        case .share: .share
        case .raise: .raise
        case .collapse: .collapse
        case .restore: .restore
        case .takeOut: .takeOut
        case .nextPanel: .nextPanel
        case .previousPanel: .previousPanel
        case .reset: .reset
        }
    }
}
