/// How a panel is divided into an index and the detail of what was chosen in it.
package struct InsideBody: Codable, Hashable, Sendable {
    /// In the window, as the panel's frame; null while the other one covers it.
    @OrNull package var index: RectangleBody?
    @OrNull package var detail: RectangleBody?
    /// There is no room for both, or the user wants one at a time.
    package let isCollapsed: Bool
    package let isFolded: Bool
    /// What was chosen, and what was opened from there: ids. The last one is seen; none: the index, or a placeholder.
    package let items: [String]
    /// `horizontal`: side by side; `vertical`: the index above.
    package let axis: String
    /// The detail's part of the length.
    package let fraction: Double
    /// In CSS pixels along the axis: a shorter panel has no room for both.
    package let splitFrom: Double
    /// How far the index is scrolled.
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

/// What a page brings along of a panel with an index; see ``InsideBody``.
package struct ChoiceBody: Codable, Hashable, Sendable {
    package var items: [String]
    package var fraction: Double?
    package var isFolded: Bool?
    package var scroll: Double?

    package init(items: [String]) { self.items = items }
}
