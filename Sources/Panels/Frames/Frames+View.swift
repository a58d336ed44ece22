// Applies a window's view to the frames of its arrangement. Without the view the frames are as before.
extension Frames {
    func seen(_ view: ViewState, in container: Container) -> Frames {
        if view.isZen { return offScreen(in: container) }
        if view.isExposed { return exposed(in: container) }
        return view.maximised.map { maximising($0, in: container) } ?? self
    }

    /// The panel fills the room in front of all; the body and the others keep their frames behind it.
    private func maximising(_ panel: PanelID, in container: Container) -> Frames {
        guard let index = panels.firstIndex(where: { $0.id == panel && $0.frame != nil }) else { return self }
        var next = self
        next.panels[index].frame = container.clearRoom
        next.panels[index].z = 1 + panels.reduce(0) { max($0, $1.z ?? 0) }
        next.panels[index].resize = []
        // A maximised panel has no sheet behaviour.
        next.panels[index].sheet = nil
        next.separators = []
        return next
    }

    /// Every panel leaves by the nearer of the left and right edge, with some extra distance (PanelKit; golden rows
    /// `pk.offscreen.*`). The body gets the whole room.
    private func offScreen(in container: Container) -> Frames {
        var next = self
        (next.body, next.separators, next.strips) = (container.clearRoom, [], [])
        for index in panels.indices {
            next.panels[index].frame = panels[index].frame?.offScreen(of: container.size)
            next.panels[index].resize = []
            next.panels[index].sheet = nil
        }
        return next
    }

    /// Frames stay, so that no content reflows; `exposed` has the smaller frame where each panel is drawn.
    private func exposed(in container: Container) -> Frames {
        let shown = panels.indices.filter { panels[$0].frame != nil }.sorted { one, other in
            (panels[one].z ?? 0, one) < (panels[other].z ?? 0, other)
        }
        // Rows may leave little of the body.
        let room = container.clearRoom
        let area = body.height >= room.height / 2 ? body : room
        let exposure = Exposure(
            of: shown.compactMap { panels[$0].frame }, width: container.size.width, body: area)
        var next = self
        next.separators = []
        for (index, visible) in zip(shown, exposure.visible) {
            next.panels[index].exposed = visible
            next.panels[index].resize = []
            next.panels[index].sheet = nil
        }
        return next
    }
}

extension ViewState {
    /// The view as far as it has a visible effect: a panel that is not on screen cannot be maximised.
    package func shown(in frames: Frames) -> ViewState {
        var next = self
        if let maximised, frames[maximised]?.frame == nil { next.maximised = nil }
        if frames.onScreen.isEmpty { next.isExposed = false }
        return next
    }
}

extension Rectangle {
    /// Beyond the nearer of the left and right edge, by the panel's width more than necessary and 8 px for its shadow.
    fileprivate func offScreen(of container: Size) -> Rectangle {
        let isLeft = center.x < container.width / 2
        let centerX = isLeft ? -(width + 8) : container.width + width + 8
        return Rectangle(x: centerX - width / 2, y: y, width: width, height: height)
    }
}
