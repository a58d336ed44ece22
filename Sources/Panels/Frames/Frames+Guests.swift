// Panels that are for a while elsewhere than their arrangement says: in a browser window of their own, in front of their
// strip, at a button. The arrangement is looked at, and stays as it is.
extension ClassPlan {
    /// What is left for the others while some panels have windows of their own.
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
    /// What a window shows of it: nothing of the panels that are in windows of their own.
    package func without(_ away: [PanelID]) -> Arrangement {
        guard !away.isEmpty else { return self }
        var next = self
        for sizeClass in SizeClass.allCases { next[sizeClass] = self[sizeClass].without(away) }
        return next
    }
}

extension Frames {
    /// With what a window shows for a while.
    /// - Parameter plan: without what is away.
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

/// A panel that is shown at a button for as long as it is needed.
package struct Popover: Hashable, Sendable {
    package let panel: PanelID
    /// What it stands at, by the name that the page gave it.
    package let anchor: String
    /// Where that is; nil: at the top, toward the end of the line.
    package let at: Rectangle?

    /// Below what it stands at, above it where that is the larger part, as large as it prefers and as there is room.
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
    /// Smaller by `margin` on each side, where there is so much.
    func inset(by margin: Double) -> Rectangle {
        guard width > 4 * margin, height > 4 * margin else { return self }
        return Rectangle(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}
