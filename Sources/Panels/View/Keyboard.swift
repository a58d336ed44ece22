// The on-screen keyboard (PanelKit; golden rows `pk.keyboard.*`). It changes only what is shown, so everything returns
// to its place when it closes.
extension Rectangle {
    /// Moves a panel that the keyboard covers to just above it, at most as high as the container allows.
    /// - Parameter insetTop: the height to keep free at the container's top.
    func avoiding(keyboard: Rectangle, in container: Size, insetTop: Double) -> Rectangle {
        guard overlaps(keyboard) else { return self }
        let height = min(height, container.height - keyboard.height, keyboard.y)
        let top = keyboard.y - height + insetTop
        guard height - insetTop >= Size.titleStrip.height else { return self }
        return Rectangle(x: x, y: top, width: width, height: height - insetTop)
    }

    /// The part above the keyboard, unless that is too small to use.
    func above(_ keyboard: Rectangle?) -> Rectangle {
        guard let keyboard, overlaps(keyboard), keyboard.y - y >= Size.titleStrip.height else { return self }
        return Rectangle(x: x, y: y, width: width, height: keyboard.y - y)
    }
}

extension Frames {
    /// Moves panels with text input above the keyboard and in front of the others, and ends the body at the keyboard.
    /// In a compact window the room already ends there (`Container.room`).
    func avoidingKeyboard(in container: Container, of catalogue: PanelCatalogue) -> Frames {
        guard let keyboard = container.screen.keyboard, container.sizeClass != .compact else { return self }
        var next = self
        next.body = body.above(keyboard)
        var front = panels.reduce(0) { max($0, $1.z ?? 0) }
        for index in panels.indices {
            let panel = panels[index]
            let isWriting = (panel.stack?.panels ?? [panel.id]).contains { catalogue[$0]?.adjustsForKeyboard == true }
            guard isWriting, let frame = panel.frame else { continue }
            let moved = frame.avoiding(keyboard: keyboard, in: container.size, insetTop: container.insets.top)
            guard moved != frame else { continue }
            front += 1
            next.panels[index].frame = moved
            next.panels[index].z = front
        }
        return next
    }
}
