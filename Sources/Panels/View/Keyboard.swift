// The keyboard on the screen (PanelKit; golden rows `pk.keyboard.*`). It changes what is shown and nothing that is
// wanted, so everything is as before once it is gone.
extension Rectangle {
    /// Above the keyboard when it lies on the panel: not higher than the container leaves, and standing on the keyboard.
    /// - Parameter insetTop: what stays free at the container's top.
    package func avoiding(keyboard: Rectangle, in container: Size, insetTop: Double) -> Rectangle {
        guard overlaps(keyboard) else { return self }
        let height = min(height, container.height - keyboard.height, keyboard.y)
        let top = keyboard.y - height + insetTop
        guard height - insetTop >= Size.titleStrip.height else { return self }
        return Rectangle(x: x, y: top, width: width, height: height - insetTop)
    }

    /// What of it is above the keyboard, unless that is too little to be of use.
    func above(_ keyboard: Rectangle?) -> Rectangle {
        guard let keyboard, overlaps(keyboard), keyboard.y - y >= Size.titleStrip.height else { return self }
        return Rectangle(x: x, y: y, width: width, height: keyboard.y - y)
    }

    /// Not when they only touch.
    private func overlaps(_ other: Rectangle) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }
}

extension Frames {
    /// Panels in which one writes go above the keyboard and in front of the others; the body ends where it begins. In a
    /// compact window the room ends there already (`Container.room`).
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
