/// A line on which an edge of a moving panel comes to rest.
package struct SnapLine: Hashable, Sendable {
    /// It runs up and down, and holds left and right edges.
    package let isVertical: Bool
    package let position: Double
    /// Along itself: what lies half beside this counts as along it.
    package let from, to: Double
    /// It holds the panel's left or top edge; else its right or bottom edge.
    package let isNear: Bool
    /// The same edge of another panel, which counts only for a panel that lies flush above, below or beside it.
    package let isAligned: Bool

    /// Pixels: so near it holds, and so much further it lets go; and the part of the shorter length that must lie
    /// beside it (dockview 8, 4, half).
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
    /// What a panel that is moved or resized comes to rest on.
    func snaps(for panel: PanelID, in area: Rectangle) -> [SnapLine] {
        let shown = Frames(plan, in: container, of: catalogue).panels
        let others = shown.filter { $0.place == .floating && $0.id != panel }.compactMap(\.frame)
        return DragHints.snaps(in: area, among: others)
    }
}
