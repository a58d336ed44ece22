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
        inside(area) + others.flatMap { facing($0) + aligned($0) }
    }

    private static func inside(_ area: Rectangle) -> [SnapLine] {
        [
            SnapLine(area, isVertical: true, area.x, isNear: true),
            SnapLine(area, isVertical: true, area.maxX, isNear: false),
            SnapLine(area, isVertical: false, area.y, isNear: true),
            SnapLine(area, isVertical: false, area.maxY, isNear: false),
        ]
    }

    private static func facing(_ other: Rectangle) -> [SnapLine] {
        [
            SnapLine(other, isVertical: true, other.maxX, isNear: true),
            SnapLine(other, isVertical: true, other.x, isNear: false),
            SnapLine(other, isVertical: false, other.maxY, isNear: true),
            SnapLine(other, isVertical: false, other.y, isNear: false),
        ]
    }

    private static func aligned(_ other: Rectangle) -> [SnapLine] {
        [
            SnapLine(other, isVertical: true, other.x, isNear: true, isAligned: true),
            SnapLine(other, isVertical: true, other.maxX, isNear: false, isAligned: true),
            SnapLine(other, isVertical: false, other.y, isNear: true, isAligned: true),
            SnapLine(other, isVertical: false, other.maxY, isNear: false, isAligned: true),
        ]
    }
}

extension SnapLine {
    fileprivate init(
        _ frame: Rectangle, isVertical: Bool, _ position: Double, isNear: Bool, isAligned: Bool = false
    ) {
        self.init(
            isVertical: isVertical, position: position, from: isVertical ? frame.y : frame.x,
            to: isVertical ? frame.maxY : frame.maxX, isNear: isNear, isAligned: isAligned)
    }
}

extension PlanEditor {
    /// The lines that a moved or resized panel snaps to.
    func snaps(for panel: PanelID, in area: Rectangle) -> [SnapLine] {
        let shown = Frames(plan, in: container, of: catalogue).panels
        let others = shown.filter { $0.place == .floating && $0.id != panel }.compactMap(\.frame)
        return DragHints.snaps(in: area, among: others)
    }
}
