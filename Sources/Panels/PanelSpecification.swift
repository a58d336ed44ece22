/// What the program knows about one panel. It is code and never saved.
package struct PanelSpecification: Hashable, Sendable {
    package let id: PanelID
    package let title: String
    package let preferred, minimum, maximum: Size
    /// The width it wants in a column, and the height it wants in a row.
    package let pinned: Size
    package let canFloat: Bool
    package let allowedSides: Set<Side>

    /// What is not given follows the preferred size, as in PanelKit: such a panel cannot be resized.
    package init(
        id: PanelID, title: String, preferred: Size, minimum: Size? = nil, maximum: Size? = nil, pinned: Size? = nil,
        canFloat: Bool = true, allowedSides: Set<Side> = Set(Side.allCases)
    ) {
        self.id = id
        self.title = title
        self.preferred = preferred
        self.minimum = minimum ?? preferred
        self.maximum = maximum ?? preferred
        self.pinned = pinned ?? preferred
        self.canFloat = canFloat
        self.allowedSides = allowedSides
    }

    package var isResizable: Bool { minimum.width < maximum.width || minimum.height < maximum.height }
}
