/// A kind of view command with everything that belongs to it, as ``PanelDeed`` is for arrangements: adding one touches
/// only its own file.
protocol ViewDeed: Deed {
    func perform(on view: ViewState, in scene: ViewScene) throws(Refusal) -> ViewChange
}

extension ViewDeed {
    var command: ArrangementCommand { .view(ViewCommand(self)) }
}

/// The context of a view command.
struct ViewScene {
    /// The frames without any view.
    let shown: Frames
    let container: Container
    let catalogue: PanelCatalogue

    func specification(of panel: PanelID) throws(Refusal) -> PanelSpecification {
        if let found = catalogue[panel] { return found }
        throw shown.unknown(panel)
    }
}

extension ViewState {
    /// Returns the view after `command`; the arrangement does not change.
    package func applying(
        _ command: ViewCommand, to arrangement: Arrangement, in container: Container, of catalogue: PanelCatalogue
    ) throws(Refusal) -> ViewChange {
        let shown = frames(of: arrangement.without(away), in: container, catalogue: catalogue)
        let scene = ViewScene(shown: shown, container: container, catalogue: catalogue)
        do { return try command.deed.perform(on: self, in: scene) } catch {
            throw arrangement.checking(error, in: container, of: catalogue)
        }
    }
}

extension Frames {
    /// The visible panels, in the catalogue's order.
    var onScreen: [PanelFrame] { panels.filter { $0.frame != nil } }

    /// The panel in whose frame it is shown.
    func leader(of panel: PanelID) -> PanelID {
        self[panel]?.stack?.panels.first ?? panel
    }

    func title(of panel: PanelID) -> String { self[panel]?.title ?? panel.text }

    func known(_ panel: PanelID) throws(Refusal) -> PanelFrame {
        if let found = self[panel] { return found }
        throw unknown(panel)
    }

    func onScreen(_ panel: PanelID) throws(Refusal) -> PanelFrame {
        let found = try known(panel)
        guard found.frame != nil || found.isTabOnScreen else {
            throw Refusal(found.reason ?? Words.notOpen(found.title), instead: .open(panel))
        }
        return found
    }

    fileprivate func unknown(_ panel: PanelID) -> Refusal {
        Refusal(Words.noPanel(panel, among: panels.map(\.id)))
    }
}
