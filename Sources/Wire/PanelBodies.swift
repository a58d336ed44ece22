/// Panels stacked as tabs. They share the frame of the first.
package struct StackBody: Codable, Hashable, Sendable {
    /// In the order of the tabs, the leader first.
    package let panels: [String]
    /// The panel in front.
    package let selected: String

    package init(panels: [String], selected: String) {
        self.panels = panels
        self.selected = selected
    }
}

/// Temporary display states of a window. They belong to the window, so other windows get no event for them.
package struct ViewBody: Codable, Hashable, Sendable {
    /// The panel that fills the whole area; null when none does.
    @OrNull package var maximised: String?
    /// Whether all panels are spread out for a choice, each at its `exposed` frame.
    package var isExposed = false
    /// Whether all panels are hidden.
    package var isZen = false

    /// The panel that is shown from a strip without expanding it.
    @OrNull package var peek: String?
    /// The panel shown as a popover at a button.
    package var popover: PopoverBody?
    /// The panels with their own browser windows.
    package var away: [String] = []

    package init() {
        maximised = nil
        peek = nil
    }
}

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

/// The division of a panel into an index and the detail of the chosen item.
package struct InsideBody: Codable, Hashable, Sendable {
    /// In the window's coordinates, like the panel's frame; null while the other part covers it.
    @OrNull package var index: RectangleBody?
    @OrNull package var detail: RectangleBody?
    /// Whether only one part is shown, because there is no room for both or the user prefers it.
    package let isCollapsed: Bool
    package let isFolded: Bool
    /// The ids of the chosen item and of items opened from it. The last one is shown. Empty: the index, or a
    /// placeholder.
    package let items: [String]
    /// `horizontal`: side by side; `vertical`: the index above.
    package let axis: String
    /// The detail's share of the length.
    package let fraction: Double
    /// The shortest panel with room for both parts, in CSS pixels along the axis.
    package let splitFrom: Double
    /// The scroll position of the index.
    package let scroll: Double

    package init(
        index: RectangleBody?, detail: RectangleBody?, isCollapsed: Bool, isFolded: Bool, items: [String], axis: String,
        fraction: Double, splitFrom: Double, scroll: Double
    ) {
        self.isCollapsed = isCollapsed
        self.isFolded = isFolded
        self.items = items
        self.axis = axis
        self.fraction = fraction
        self.splitFrom = splitFrom
        self.scroll = scroll
        self.index = index
        self.detail = detail
    }
}

/// The page's choices in a panel with an index; see ``InsideBody``.
package struct ChoiceBody: Codable, Hashable, Sendable {
    package var items: [String]
    package var fraction: Double?
    package var isFolded: Bool?
    package var scroll: Double?
}

/// A panel shown as a sheet: its states, and its behaviour during a drag. Positions are those of its moving edge, in
/// CSS pixels from the container's left or top.
package struct SheetBody: Codable, Hashable, Sendable {
    /// The edge to which the sheet belongs: left, right, top or bottom.
    package let edge: String
    /// The name of the current state.
    package let state: String
    /// The states, the most expanded first.
    package let states: [StateBody]
    /// The position of the moving edge when the sheet is hidden.
    package let hiddenPosition: Double
    /// `static`: the surface keeps the length of the most expanded state; `fitToBounds`: it has the visible length.
    package let contentMode: String
    /// Whether the sheet blocks everything else while it is shown.
    package let isModal: Bool
    /// Whether a fling toward its edge closes it.
    package let isRemovable: Bool
    /// The ends with a rubber band: `low` (left, top) and `high`.
    package let rubberBand: [String]
    /// The range of the moving edge; null for no limit.
    @OrNull package var boundary: BoundaryBody?
    /// The states in which a finger scrolls the content. In other states it moves the sheet.
    package let scrolls: [String]
    /// The whole surface, part of which may be beyond the edge.
    package let surface: RectangleBody
    /// The length beyond the edge.
    package let concealed: Double
    /// How much further the background of the surface extends there, so that the rubber band shows no gap.
    package let overflow: Double

    package struct StateBody: Codable, Hashable, Sendable {
        package let name: String
        /// A larger number is more expanded.
        package let order: Int
        package let position: Double
        /// The darkness behind the sheet, from 0 to 1.
        package let backdrop: Double

        package init(name: String, order: Int, position: Double, backdrop: Double) {
            self.name = name
            self.order = order
            self.position = position
            self.backdrop = backdrop
        }
    }

    package struct BoundaryBody: Codable, Hashable, Sendable {
        package let low, high: Double

        package init(low: Double, high: Double) {
            self.low = low
            self.high = high
        }
    }

    package init(
        edge: String, state: String, states: [StateBody], hiddenPosition: Double, contentMode: String, isModal: Bool,
        isRemovable: Bool, rubberBand: [String], boundary: BoundaryBody?, scrolls: [String], surface: RectangleBody,
        concealed: Double, overflow: Double
    ) {
        self.edge = edge
        self.state = state
        self.states = states
        self.hiddenPosition = hiddenPosition
        self.contentMode = contentMode
        self.isModal = isModal
        self.isRemovable = isRemovable
        self.rubberBand = rubberBand
        self.scrolls = scrolls
        self.surface = surface
        self.concealed = concealed
        self.overflow = overflow
        self.boundary = boundary
    }
}
