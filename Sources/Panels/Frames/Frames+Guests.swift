// Panels that are temporarily elsewhere than in their arrangement: in a separate browser window, peeking out of their
// strip, or in a popover. The arrangement does not change.
extension ClassPlan {
    /// The plan for the other panels while some are in separate windows.
    func without(_ away: [PanelID]) -> ClassPlan {
        guard !away.isEmpty else { return self }
        var next = self
        for panel in away {
            next.part(panel)
            if next.open == panel { next.open = nil }
        }
        return next
    }
}

extension Arrangement {
    /// The arrangement as a window shows it: without the panels in separate windows.
    package func without(_ away: [PanelID]) -> Arrangement {
        guard !away.isEmpty else { return self }
        var next = self
        for sizeClass in SizeClass.allCases { next[sizeClass] = self[sizeClass].without(away) }
        return next
    }
}

extension Frames {
    /// Adds the panels that a window shows temporarily.
    /// - Parameter plan: without the panels in separate windows.
    func hosting(
        _ view: ViewState, of plan: ClassPlan, in container: Container, _ catalogue: PanelCatalogue
    ) -> Frames {
        var panels = panels
        for away in view.away {
            guard let index = catalogue.index(of: away), panels.indices.contains(index) else { continue }
            panels[index] = PanelFrame(catalogue.panels[index], .away)
        }
        if container.sizeClass != .compact {
            let front = 1 + (panels.compactMap(\.z).max() ?? 0)
            if let peek = view.peek, let index = catalogue.index(of: peek) {
                let layout = Layout(plan, in: container, of: catalogue)
                if let (side, frame) = layout.peek(at: peek, plan) {
                    panels[index] = PanelFrame(catalogue.panels[index], .strip, side: side, frame: frame, z: front)
                }
            }
            if let popover = view.popover, let index = catalogue.index(of: popover.panel), panels[index].frame == nil,
                panels[index].place != .away
            {
                let frame = popover.frame(of: catalogue.panels[index], in: container.room)
                panels[index] = PanelFrame(catalogue.panels[index], .popover, frame: frame, z: front + 1)
            }
        }
        return Frames(body: body, panels: panels, separators: separators, strips: strips)
    }
}

/// A panel that is temporarily shown at a button.
package struct Popover: Hashable, Sendable {
    package let panel: PanelID
    /// The page's name of the button.
    package let anchor: String
    /// The button's frame; nil for the top of the trailing edge.
    package let at: Rectangle?

    /// Below the button, or above it if there is more room; in its preferred size as far as that fits.
    func frame(of panel: PanelSpecification, in room: Rectangle) -> Rectangle {
        let at = at ?? Rectangle(x: room.maxX, y: room.y, width: 0, height: 0)
        let below = room.maxY - at.maxY - 2 * Self.gap
        let above = at.y - room.y - 2 * Self.gap
        let isBelow = below >= panel.preferred.height || below >= above
        let most = Size(width: room.width - 2 * Self.gap, height: min(max(below, above), room.height - 2 * Self.gap))
        let size = panel.preferred.bounded(Size(width: 0, height: 0), most).bounded(.titleStrip, room.size)
        let y = isBelow ? at.maxY + Self.gap : at.y - Self.gap - size.height
        return Rectangle(Point(x: at.x, y: y), size).placed(in: room.inset(by: Self.gap), minimum: size)
    }

    private static let gap = 4.0
}

extension Rectangle {
    /// Smaller by `margin` on each side, if it is large enough.
    func inset(by margin: Double) -> Rectangle {
        guard width > 4 * margin, height > 4 * margin else { return self }
        return Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}
