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

    /// In pixels, the distance at which a line attracts and the additional distance at which it releases; then the part
    /// of the shorter length that must overlap (dockview 8, 4, half).
    package static let reach = 8.0, release = 4.0, overlap = 0.5
}

extension DragHints {
    /// The edges of the room and of every other floating panel.
    static func snaps(in area: Rectangle, among others: [Rectangle]) -> [SnapLine] {
        edges(of: area) + others.flatMap { edges(of: $0, fromOutside: true) + edges(of: $0, isAligned: true) }
    }

    /// - Parameter fromOutside: whether the panel is beside the frame, so that its near edge meets the far one.
    private static func edges(
        of frame: Rectangle, fromOutside: Bool = false, isAligned: Bool = false
    ) -> [SnapLine] {
        [(true, frame.x, frame.maxX), (false, frame.y, frame.maxY)].flatMap { isVertical, low, high in
            [(true, fromOutside ? high : low), (false, fromOutside ? low : high)].map { isNear, position in
                SnapLine(frame, isVertical: isVertical, position, isNear: isNear, isAligned: isAligned)
            }
        }
    }
}

extension SnapLine {
    fileprivate init(
        _ frame: Rectangle, isVertical: Bool, _ position: Double, isNear: Bool, isAligned: Bool
    ) {
        self.init(
            isVertical: isVertical, position: position, from: isVertical ? frame.y : frame.x,
            to: isVertical ? frame.maxY : frame.maxX, isNear: isNear, isAligned: isAligned)
    }
}

extension PlanEditor {
    /// The lines that a moved or resized panel snaps to.
    func snaps(for panel: PanelID, in area: Rectangle) -> [SnapLine] {
        let others = frames.panels.filter { $0.place == .floating && $0.id != panel }.compactMap(\.frame)
        return DragHints.snaps(in: area, among: others)
    }
}
