/// A collapsed side: a strip with the names of its panels.
package struct Strip: Hashable, Sendable {
    package let side: Side
    package var frame: Rectangle
    /// From the top or the left; every tab of a stack is listed separately.
    package let panels: [PanelID]

    /// The width of a strip: room for a name and for a fingertip.
    static let thickness = 32.0
}

extension Layout {
    /// The strips of collapsed sides that have panels.
    func strips(of plan: ClassPlan) -> [Strip] {
        Side.allCases.compactMap { side in
            let panels = fit.staying[side].flatMap { plan.members(of: $0.panel) }.filter { catalogue[$0] != nil }
            guard plan.sides[side].isCollapsed, !panels.isEmpty else { return nil }
            return Strip(side: side, frame: band(side, thickness: fit.thickness[side]), panels: panels)
        }
    }

    /// Where a panel of a strip is peeked at: over the body, next to its strip, as wide as its expanded side.
    func peek(at panel: PanelID, _ plan: ClassPlan) -> (side: Side, frame: Rectangle)? {
        guard case .pinned(let side) = plan.place(of: plan.leader(of: panel)), plan.sides[side].isCollapsed,
            let strip = strips(of: plan).first(where: { $0.panels.contains(panel) })?.frame,
            let specification = catalogue[panel]
        else { return nil }
        let wanted = plan.sides[side].thickness ?? side.thickness(of: specification.pinned)
        let most = side.thickness(of: room.size) - side.thickness(of: strip.size)
        let thickness = max(min(wanted, most), min(side.thickness(of: .titleStrip), most))
        var frame = band(side, thickness: thickness)
        switch side {
        case .left: frame.x = strip.maxX
        case .right: frame.x = strip.x - thickness
        case .top: frame.y = strip.maxY
        case .bottom: frame.y = strip.y - thickness
        }
        return (side, frame)
    }

    /// A band along the outer edge of a side. Columns have the whole height; rows lie between them.
    private func band(_ side: Side, thickness: Double) -> Rectangle {
        switch side {
        case .left: Rectangle(x: room.x, y: room.y, width: thickness, height: room.height)
        case .right: Rectangle(x: room.maxX - thickness, y: room.y, width: thickness, height: room.height)
        case .top: Rectangle(x: body.x, y: room.y, width: body.width, height: thickness)
        case .bottom: Rectangle(x: body.x, y: room.maxY - thickness, width: body.width, height: thickness)
        }
    }
}
