/// A collapsed side, shown as a strip of names.
package struct StripBody: Codable, Hashable, Sendable {
    package let side: String
    package let frame: RectangleBody
    /// From the top or from the left.
    package let panels: [String]

    package init(side: String, frame: RectangleBody, panels: [String]) {
        self.side = side
        self.frame = frame
        self.panels = panels
    }
}

/// A panel shown as a popover at a button.
package struct PopoverBody: Codable, Hashable, Sendable {
    package let panel: String
    /// The page's name for the button.
    package let anchor: String

    package init(panel: String, anchor: String) {
        self.panel = panel
        self.anchor = anchor
    }
}

/// A line to which an edge of a moving panel snaps.
package struct SnapBody: Codable, Hashable, Sendable {
    /// The coordinate that the line fixes: `x` for a vertical line, `y` for a horizontal one.
    package let axis: String
    package let position, from, to: Double
    /// `near` attracts a left or top edge, `far` a right or bottom one.
    package let edge: String
    /// Whether the line is the same edge of another panel. It then attracts only panels that lie flush next to that
    /// one.
    package let isAligned: Bool

    package init(axis: String, position: Double, from: Double, to: Double, edge: String, isAligned: Bool) {
        self.axis = axis
        self.position = position
        self.from = from
        self.to = to
        self.edge = edge
        self.isAligned = isAligned
    }
}
