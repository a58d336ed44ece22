extension Arrangement {
    /// Returns the arrangement after `command` in the plan of the container's class.
    package func applying(
        _ command: PanelCommand, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> PanelChange {
        do { return try carryingOut(command, in: container, of: catalogue) } catch {
            throw checking(error, in: container, of: catalogue)
        }
    }

    private func carryingOut(
        _ command: PanelCommand, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> PanelChange {
        var editor = editor(in: container, of: catalogue)
        let before = editor.plan
        if command == .reset(.all) {
            let change = try resettingAll(of: catalogue)
            editor.plan = change.arrangement.plan(in: container)
            try editor.refuseIfLocked(since: before)
            return change
        }
        let (announcement, panel) = try command.deed.perform(with: &editor)
        if !(command.deed is any LockDeed) { try editor.refuseIfLocked(since: before) }
        var next = self
        next.setPlan(editor.plan, in: container)
        return PanelChange(arrangement: next, announcement: announcement, kind: command.kind, panel: panel)
    }

    /// Returns the refusal with an alternative that the engine accepts. If the alternative is refused too, that refusal's
    /// alternative is tried.
    func checking(_ refusal: Refusal, in container: Container, of catalogue: PanelCatalogue) -> Refusal {
        var next = refusal.alternative
        for _ in 0..<3 {
            guard case .arrange(let command)? = next else { break }
            do {
                _ = try carryingOut(command, in: container, of: catalogue)
                return Refusal(refusal.reason, instead: command)
            } catch { next = error.alternative }
        }
        return Refusal(refusal.reason)
    }

    private func resettingAll(of catalogue: PanelCatalogue) throws(Refusal) -> PanelChange {
        var next = Arrangement.standard(of: catalogue)
        next.unknown = unknown
        guard next != self else { throw Refusal("Everything is at its default place already.") }
        return PanelChange(
            arrangement: next, announcement: "Everything is at its default place, in windows of every width.",
            kind: CommandKind(Reset.self), panel: nil)
    }
}

extension Arrangement {
    /// Returns this arrangement with `other`'s plan of one class.
    package func taking(_ sizeClass: SizeClass, from other: Arrangement) -> Arrangement {
        var next = self
        next[sizeClass] = other[sizeClass]
        next.unknown.classFields[sizeClass] = other.unknown.classFields[sizeClass]
        next.unknown.panels[sizeClass] = other.unknown.panels[sizeClass]
        return next
    }
}
