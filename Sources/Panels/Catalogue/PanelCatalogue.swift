/// All panels of a program in their order, and the rules of the container they share.
package struct PanelCatalogue: Sendable {
    package private(set) var panels: [PanelSpecification]
    /// The most panels each side takes; a side that is missing takes none.
    package let maximumPinned: [Side: Int]
    /// Pinning is possible in containers wider than this.
    package let pinningWiderThan: Double
    /// What panels always leave to the body.
    package let bodyMinimum: Size
    package let defaults: [SizeClass: [DefaultPlace]]
    /// The panel that lists the collapsed ones. It cannot be collapsed itself.
    package let meta: PanelID?
    /// How far from the borders a panel appears that nobody has placed there; PanelKit's has no margin.
    let floatMargin: Double

    private let indices: [PanelID: Int]

    /// Of two panels with one name, the first counts.
    package init(
        panels: [PanelSpecification], maximumPinned: [Side: Int], pinningWiderThan: Double = 350,
        bodyMinimum: Size = Size(width: 320, height: 200), defaults: [SizeClass: [DefaultPlace]] = [:],
        meta: PanelID? = nil, floatMargin: Double = 0
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
        self.meta = meta
        self.floatMargin = floatMargin
        indices = seen
    }

    package subscript(panel: PanelID) -> PanelSpecification? { indices[panel].map { panels[$0] } }

    /// The same panels in the same order, each as `change` has it.
    func replacing(_ change: (PanelSpecification) -> PanelSpecification) -> PanelCatalogue {
        var next = self
        next.panels = panels.map(change)
        return next
    }

    /// Where a panel appears that floats for the first time, from the corner where one begins to read.
    var floatOrigin: Point { Point(x: floatMargin, y: max(floatMargin, Layout.popOffset)) }

    func index(of panel: PanelID) -> Int? { indices[panel] }
    func maximum(on side: Side) -> Int { maximumPinned[side] ?? 0 }

    func defaultPlace(of panel: PanelID, in sizeClass: SizeClass) -> Place {
        defaults[sizeClass]?.first { $0.panel == panel }?.place ?? (sizeClass == .compact ? .meta : .closed)
    }
}

/// One line of a default plan. The order of the lines is the order of pinning, and that of the panels of each side.
package struct DefaultPlace: Hashable, Sendable {
    package let panel: PanelID
    package let place: Place

    package init(_ panel: PanelID, _ place: Place) {
        self.panel = panel
        self.place = place
    }
}
