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

    package init(items: [String]) { self.items = items }
}
