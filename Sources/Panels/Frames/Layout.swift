/// The frames of the body and of pinned panels, and the rule that places floating panels.
struct Layout {
    let container: Container
    let catalogue: PanelCatalogue
    /// The container without its insets.
    let room: Rectangle
    let body: Rectangle
    let fit: Fit
    private let pinned: BySide<[Rectangle]>

    /// The distance from the top for a panel that floats for the first time (PanelKit's pop).
    static let popOffset = 12.0

    init(_ plan: ClassPlan, in container: Container, of catalogue: PanelCatalogue) {
        let catalogue = catalogue.stacking(plan)
        let room = container.room
        let fit = Fit(plan, in: room.size, of: catalogue)
        let thickness = fit.thickness
        let body = Rectangle(
            x: room.x + thickness.left, y: room.y + thickness.top, width: room.width - thickness.left - thickness.right,
            height: room.height - thickness.top - thickness.bottom)
        self.container = container
        self.catalogue = catalogue
        self.room = room
        self.fit = fit
        self.body = body
        pinned = BySide { side in
            plan.sides[side].isCollapsed
                ? []
                : Self.frames(of: fit.staying[side], on: side, thickness: thickness[side], room, body, catalogue)
        }
    }

    /// The panels shown on the side with their frames, in order.
    func panels(on side: Side) -> Zip2Sequence<[SidePlan.Slot], [Rectangle]> { zip(fit.staying[side], pinned[side]) }

    func frames(on side: Side) -> [Rectangle] { pinned[side] }

    /// The frame of a pinned panel; nil if it has no room.
    func frame(of panel: PanelID, on side: Side) -> Rectangle? {
        panels(on: side).first { $0.0.panel == panel }?.1
    }

    /// The frame of a floating panel: as wanted, but inside the room, and beside pinned panels unless the user placed
    /// it over them.
    func frame(of wanted: Wanted, _ specification: PanelSpecification) -> Rectangle {
        wanted.frame(in: container.size)
            .placed(in: area(isOverSides: wanted.isOverSides), minimum: Self.minimum(of: wanted.size, specification))
    }

    /// The area for a floating panel.
    func area(isOverSides: Bool) -> Rectangle { isOverSides ? room : body }

    /// The area for a panel that comes off this side: beside the panels of the other sides, and over those of this one.
    func area(freedFrom side: Side) -> Rectangle {
        var area = body
        switch side {
        case .left, .right:
            area.width += fit.thickness[side]
            if side == .left { area.x = room.x }
        case .top, .bottom:
            area.height += fit.thickness[side]
            if side == .top { area.y = room.y }
        }
        return area
    }

    /// The size that a floating panel keeps in a small room. A panel that is already smaller than its minimum stays so.
    static func minimum(of size: Size, _ specification: PanelSpecification) -> Size {
        specification.minimum.bounded(Size(width: 0, height: 0), size)
    }

    /// The minimum length of a panel on a side if there is room for all: its minimum, and never less than its title.
    static func minimumLength(of panel: PanelID, on side: Side, _ catalogue: PanelCatalogue) -> Double {
        let minimum = catalogue[panel].map { side.length(of: $0.minimum) } ?? 0
        return max(minimum, side.length(of: .titleStrip))
    }

    /// In a column, the measured height of the whole content; otherwise the minimum.
    private static func needed(by panel: PanelID, on side: Side, _ catalogue: PanelCatalogue) -> Double {
        let natural = side.isColumn ? catalogue[panel]?.natural : nil
        return max(natural ?? 0, minimumLength(of: panel, on: side, catalogue))
    }

    /// Columns have the whole height; rows lie between them (PanelKit's rule).
    private static func frames(
        of slots: [SidePlan.Slot], on side: Side, thickness: Double, _ room: Rectangle, _ body: Rectangle,
        _ catalogue: PanelCatalogue
    ) -> [Rectangle] {
        let length = side.isColumn ? room.height : body.width
        let minimums = slots.map { minimumLength(of: $0.panel, on: side, catalogue) }
        var start = side.isColumn ? room.y : body.x
        let needs = slots.map { needed(by: $0.panel, on: side, catalogue) }
        let measured = slots.map { side.isColumn && catalogue[$0.panel]?.natural != nil }
        let parts = lengths(
            of: length, shares: slots.map(\.share), minimums: minimums, needs: needs, measured: measured)
        return parts.map { length in
            defer { start += length }
            return switch side {
            case .left: Rectangle(x: room.x, y: start, width: thickness, height: length)
            case .right: Rectangle(x: body.maxX, y: start, width: thickness, height: length)
            case .top: Rectangle(x: start, y: room.y, width: length, height: thickness)
            case .bottom: Rectangle(x: start, y: body.maxY, width: length, height: thickness)
            }
        }
    }
}
