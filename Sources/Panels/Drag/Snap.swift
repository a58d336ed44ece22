/// A line that an edge of a moving panel snaps to.
package struct SnapLine: Hashable, Sendable {
    /// Whether it is vertical and attracts left and right edges.
    package let isVertical: Bool
    package let position: Double
    /// Its extent. A panel counts as beside the line if half of the shorter one overlaps it.
    package let from, to: Double
    /// Whether it attracts the panel's left or top edge; otherwise its right or bottom edge.
    package let isNear: Bool
    /// Whether it is the same edge of another panel; such a line counts only for a panel flush with that one.
    package let isAligned: Bool

    /// In pixels, the distance at which a line attracts and the additional distance at which it releases (as dockview).
    package static let reach = 8.0, release = 4.0
}

extension PlanEditor {
    /// The lines that a moved or resized panel snaps to: the edges of the area and of every other floating panel.
    func snaps(for panel: PanelID, in area: Rectangle) -> [SnapLine] {
        let others = frames.panels.filter { $0.place == .floating && $0.id != panel }.compactMap(\.frame)
        return area.snaps() + others.flatMap { $0.snaps(fromOutside: true) + $0.snaps(isAligned: true) }
    }
}

extension Rectangle {
    /// - Parameter fromOutside: whether a panel snaps beside the rectangle, so that its near edge meets the far one.
    fileprivate func snaps(fromOutside: Bool = false, isAligned: Bool = false) -> [SnapLine] {
        [(true, x, maxX), (false, y, maxY)].flatMap { isVertical, low, high in
            [(true, fromOutside ? high : low), (false, fromOutside ? low : high)].map { isNear, position in
                SnapLine(
                    isVertical: isVertical, position: position, from: isVertical ? y : x, to: isVertical ? maxY : maxX,
                    isNear: isNear, isAligned: isAligned)
            }
        }
    }
}
