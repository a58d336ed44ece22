// What a window's view makes of the frames of its arrangement. Nothing of it flows back: without the view they are
// the same as before.
extension Frames {
    func seen(_ view: ViewState, in container: Container) -> Frames {
        if view.isZen { return offScreen(in: container) }
        let frames = view.maximised.map { maximising($0, in: container) } ?? self
        return frames
    }

    /// The panel takes the room, in front of all; the body and the others stay behind it, where they were.
    private func maximising(_ panel: PanelID, in container: Container) -> Frames {
        guard panels.contains(where: { $0.id == panel && $0.frame != nil }) else { return self }
        let front = 1 + (panels.compactMap(\.z).max() ?? 0)
        let changed = panels.map { found in
            found.id == panel ? found.moved(to: container.room, z: front, resize: []) : found
        }
        return Frames(body: body, panels: changed, separators: [], strips: strips)
    }

    /// Every panel leaves by the nearer edge, left or right, and a little further (PanelKit; golden rows
    /// `pk.offscreen.*`); the body has the room.
    private func offScreen(in container: Container) -> Frames {
        let changed = panels.map { found in
            found.frame.map { found.moved(to: $0.offScreen(of: container.size), z: found.z, resize: []) } ?? found
        }
        return Frames(body: container.room, panels: changed, separators: [])
    }
}

extension PanelFrame {
    func moved(to frame: Rectangle, z: Int?, resize: [ResizeHandle]) -> PanelFrame {
        PanelFrame(
            id: id, title: title, place: place, side: side, index: index, frame: frame, z: z, resize: resize,
            isWanted: isWanted, reason: reason, stack: stack)
    }
}

extension Rectangle {
    /// Beyond the nearer of the left and the right edge, further by its width than it needs, and 8 px for its shadow.
    fileprivate func offScreen(of container: Size) -> Rectangle {
        let isLeft = center.x < container.width / 2
        let centerX = isLeft ? -(width + 8) : container.width + width + 8
        return Rectangle(x: centerX - width / 2, y: y, width: width, height: height)
    }
}
