extension Layout {
    /// The bars that set a side's thickness and divide its length among its panels.
    func separators(on side: Side) -> [Separator] {
        let shown = Array(panels(on: side))
        guard let first = shown.first, let specification = catalogue[first.0.panel] else { return [] }
        let value = fit.thickness[side]
        let range = thicknessRange(of: side)
        let label = shown.count == 1 ? specification.title : "\(Words.capital(side.rawValue)) side"
        let bar = Separator(
            id: .thickness(side), side: side, isVertical: side.isColumn, frame: bar(along: side), value: value,
            minimum: range.lowerBound, maximum: range.upperBound, controls: first.0.panel, label: label)
        return [bar]
            + zip(shown, shown.dropFirst()).enumerated().compactMap { index, pair in
                border(on: side, after: index, pair.0, pair.1)
            }
    }

    /// The limits of a side's thickness. Its present value is always within.
    func thicknessRange(of side: Side) -> ClosedRange<Double> {
        let value = fit.thickness[side]
        var low = 0.0
        var high = 0.0
        for slot in fit.staying[side] {
            guard let specification = catalogue[slot.panel] else { continue }
            low = max(low, side.thickness(of: specification.minimum))
            high = max(high, side.thickness(of: specification.maximum))
        }
        let spare = side.thickness(of: body.size) - side.thickness(of: catalogue.bodyMinimum)
        let strip = side.thickness(of: .titleStrip)
        return min(max(low, strip), value)...max(value, min(high, value + max(spare, 0)))
    }

    /// The limits of a panel's length, if `neighbour` comes after it (or, at the end, before it).
    func lengthRange(
        of panel: (SidePlan.Slot, Rectangle), beside neighbour: (SidePlan.Slot, Rectangle), on side: Side
    ) -> ClosedRange<Double> {
        let value = side.length(of: panel.1.size)
        let other = side.length(of: neighbour.1.size)
        let low = min(value, minimumLength(of: panel.0.panel, on: side))
        return low...max(value, value + other - min(other, minimumLength(of: neighbour.0.panel, on: side)))
    }

    private func minimumLength(of panel: PanelID, on side: Side) -> Double {
        let whole = side.isColumn ? room.height : body.width
        let part = whole / Double(max(fit.staying[side].count, 1))
        return min(Self.minimumLength(of: panel, on: side, catalogue), part)
    }

    private func border(
        on side: Side, after index: Int, _ one: (SidePlan.Slot, Rectangle), _ next: (SidePlan.Slot, Rectangle)
    ) -> Separator? {
        guard let specification = catalogue[one.0.panel] else { return nil }
        let range = lengthRange(of: one, beside: next, on: side)
        let half = Separator.thickness / 2
        let frame =
            side.isColumn
            ? Rectangle(x: one.1.x, y: one.1.maxY - half, width: one.1.width, height: Separator.thickness)
            : Rectangle(x: one.1.maxX - half, y: one.1.y, width: Separator.thickness, height: one.1.height)
        return Separator(
            id: .border(side, index + 1), side: side, isVertical: !side.isColumn, frame: frame,
            value: side.length(of: one.1.size), minimum: range.lowerBound, maximum: range.upperBound,
            controls: specification.id, label: specification.title)
    }

    private func bar(along side: Side) -> Rectangle {
        let half = Separator.thickness / 2
        return switch side {
        case .left: Rectangle(x: body.x - half, y: room.y, width: Separator.thickness, height: room.height)
        case .right: Rectangle(x: body.maxX - half, y: room.y, width: Separator.thickness, height: room.height)
        case .top: Rectangle(x: body.x, y: body.y - half, width: body.width, height: Separator.thickness)
        case .bottom: Rectangle(x: body.x, y: body.maxY - half, width: body.width, height: Separator.thickness)
        }
    }
}
