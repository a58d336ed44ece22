/// All panels of a program in their order, and the rules of the container they share.
package struct PanelCatalogue: Sendable {
    package let panels: [PanelSpecification]
    /// The most panels each side takes; a side that is missing takes none.
    package let maximumPinned: [Side: Int]
    /// Pinning is possible in containers wider than this.
    package let pinningWiderThan: Double
    /// What panels always leave to the body.
    package let bodyMinimum: Size
    package let defaults: [SizeClass: [DefaultPlace]]

    private let indices: [PanelID: Int]

    package init(
        panels: [PanelSpecification], maximumPinned: [Side: Int], pinningWiderThan: Double = 350,
        bodyMinimum: Size = Size(width: 320, height: 200), defaults: [SizeClass: [DefaultPlace]] = [:]
    ) {
        self.panels = panels
        self.maximumPinned = maximumPinned
        self.pinningWiderThan = pinningWiderThan
        self.bodyMinimum = bodyMinimum
        self.defaults = defaults
        // Of two panels with one name, the first is meant.
        indices = Dictionary(panels.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    package subscript(panel: PanelID) -> PanelSpecification? { indices[panel].map { panels[$0] } }
    func index(of panel: PanelID) -> Int? { indices[panel] }
}

/// One line of a default plan. The order of the lines is the order of pinning.
package struct DefaultPlace: Hashable, Sendable {
    package let panel: PanelID
    package let place: Place

    package init(_ panel: PanelID, _ place: Place) {
        self.panel = panel
        self.place = place
    }
}

/// Where the user wants a panel.
package enum Place: Hashable, Sendable {
    case floating
    case pinned(Side)
    case meta
    case closed
}
