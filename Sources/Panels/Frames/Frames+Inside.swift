// The insides of panels: index and detail, and in Meta the chosen panel, which may be divided too, to any depth.
extension Frames {
    func divided(_ view: ViewState, of catalogue: PanelCatalogue) -> Frames {
        var panels = panels
        if !view.isExposed, let meta = catalogue.meta.flatMap(catalogue.index), panels.indices.contains(meta) {
            show(chosenIn: meta, view, catalogue, &panels)
        }
        for (index, panel) in panels.enumerated() {
            guard let rule = catalogue[panel.id]?.index, let room = panel.contentRoom else { continue }
            // Meta's inside is already computed, without panels that have left it.
            panels[index].inside = panel.inside ?? view.inside(panel.id).frames(in: room, by: rule)
        }
        var next = self
        next.panels = panels
        return next
    }

    /// Shows the panel chosen in Meta, unless it has left Meta; the window may still remember that choice.
    private func show(
        chosenIn meta: Int, _ view: ViewState, _ catalogue: PanelCatalogue, _ panels: inout [PanelFrame]
    ) {
        // A compact window opens one panel at a time; Meta is its list.
        guard panels[meta].place != .open, let room = panels[meta].contentRoom,
            let rule = catalogue[panels[meta].id]?.index
        else { return }
        var chosen = view.inside(panels[meta].id)
        _ = chosen.drop { item in
            !panels.contains { $0.id.text == item && $0.place == .meta }
        }
        let frames = chosen.frames(in: room, by: rule)
        panels[meta].inside = frames
        guard case .item(let item) = frames.seen, let detail = frames.detail,
            let index = panels.firstIndex(where: { $0.id.text == item })
        else { return }
        let found = panels[index]
        panels[index] = PanelFrame(
            id: found.id, title: found.title, place: .inside, side: found.side, index: nil, frame: detail,
            z: panels[meta].z, resize: [], isWanted: found.isWanted, reason: found.reason)
    }
}

extension PanelFrame {
    /// The frame below the title bar; nil while the panel is not shown.
    fileprivate var contentRoom: Rectangle? {
        frame.map { frame in
            let bar = min(Frames.titleBar, frame.height)
            return Rectangle(x: frame.x, y: frame.y + bar, width: frame.width, height: frame.height - bar)
        }
    }
}
