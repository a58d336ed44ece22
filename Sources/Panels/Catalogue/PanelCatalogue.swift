/// All panels of a program in order, and the rules of their container.
package struct PanelCatalogue: Sendable {
    package private(set) var panels: [PanelSpecification]
    /// The maximum number of panels per side; 0 for a missing side.
    package let maximumPinned: [Side: Int]
    /// Pinning is possible in containers wider than this.
    let pinningWiderThan: Double
    /// The size that panels always leave to the body.
    let bodyMinimum: Size
    package let defaults: [SizeClass: [DefaultPlace]]
    /// An arrangement that everyone can load by its name, unless a user has saved another one under it.
    package let offered: OfferedArrangement?
    /// The panel that lists the collapsed ones. It cannot be collapsed.
    package let meta: PanelID?
    /// The distance from the edges for a panel that the user has not placed. PanelKit has none.
    let floatMargin: Double

    private let indices: [PanelID: Int]

    /// If two panels have the same id, the first counts.
    package init(
        panels: [PanelSpecification], maximumPinned: [Side: Int], pinningWiderThan: Double = 350,
        bodyMinimum: Size = Size(width: 320, height: 200), defaults: [SizeClass: [DefaultPlace]] = [:],
        offered: OfferedArrangement? = nil, meta: PanelID? = nil, floatMargin: Double = 0
    ) {
        var seen: [PanelID: Int] = [:]
        var unique: [PanelSpecification] = []
        for panel in panels where seen[panel.id] == nil {
            seen[panel.id] = unique.count
            unique.append(panel)
        }
        self.panels = unique
        self.maximumPinned = maximumPinned
        self.pinningWiderThan = pinningWiderThan
        self.bodyMinimum = bodyMinimum
        self.defaults = defaults
        self.offered = offered
        self.meta = meta
        self.floatMargin = floatMargin
        indices = seen
    }

    package subscript(panel: PanelID) -> PanelSpecification? { indices[panel].map { panels[$0] } }

    /// Returns the same panels in the same order, each changed by `change`.
    func replacing(_ change: (PanelSpecification) -> PanelSpecification) -> PanelCatalogue {
        var next = self
        next.panels = panels.map(change)
        return next
    }

    /// Where a panel floats for the first time, from the corner where reading starts.
    var floatOrigin: Point { Point(x: floatMargin, y: max(floatMargin, Layout.popOffset)) }

    func index(of panel: PanelID) -> Int? { indices[panel] }
    func maximum(on side: Side) -> Int { maximumPinned[side] ?? 0 }

    func defaultPlace(of panel: PanelID, in sizeClass: SizeClass) -> Place {
        defaults[sizeClass]?.first { $0.panel == panel }?.place ?? (sizeClass == .compact ? .meta : .closed)
    }
}

/// An arrangement that comes with the program.
package struct OfferedArrangement: Sendable {
    package let name: String
    package let places: [SizeClass: [DefaultPlace]]
}

/// One line of a default plan. The order of lines is the pinning order and the order on each side.
package struct DefaultPlace: Hashable, Sendable {
    package let panel: PanelID
    package let place: Place

    package init(_ panel: PanelID, _ place: Place) {
        self.panel = panel
        self.place = place
    }
}
