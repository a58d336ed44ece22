/// A collapsed side: a strip of names.
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

/// The panel that is shown at a button.
package struct PopoverBody: Codable, Hashable, Sendable {
    package let panel: String
    /// The button's name, as the page gave it.
    package let anchor: String

    package init(panel: String, anchor: String) {
        self.panel = panel
        self.anchor = anchor
    }
}

/// A line on which an edge of a moving panel comes to rest.
package struct SnapBody: Codable, Hashable, Sendable {
    /// `x`: it runs up and down; `y`: across.
    package let axis: String
    package let position, from, to: Double
    /// `near` holds a left or top edge, `far` a right or bottom one.
    package let edge: String
    /// The same edge of another panel: only for what lies flush beside that one.
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
