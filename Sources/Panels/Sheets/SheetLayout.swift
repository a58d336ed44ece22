/// The behaviour of a sheet from one edge of a window: where it rests, and what a drag may do. The page decides at
/// which of its places a released sheet comes to rest.
package struct SheetLayout: Hashable, Sendable {
    package let edge: Side
    /// The name of the state in which it appears.
    package let initial: String
    var detents: [SheetDetent]
    package var span = SheetSpan.whole
    package var contentMode = SheetContentMode.fitToBounds
    /// Whether everything behind it is blocked until it is closed.
    package var isModal = false
    /// Whether a fling toward its edge closes it.
    package var isRemovable = false
    /// The ends where a drag stretches a rubber band.
    package var rubberBand: Set<SheetEnd> = []
    /// Whether a drag keeps it between the container and its hidden location.
    package var isBounded = false
    /// The states in which a finger scrolls the content; in the others it moves the sheet.
    package var scrolls: Set<String> = []
}

/// One location where a sheet rests.
package struct SheetDetent: Hashable, Sendable {
    package let state: SheetState
    package let anchor: SheetAnchor
    /// The opacity of the dark backdrop, 0 to 1.
    package let backdrop: Double

    package init(_ state: SheetState, _ anchor: SheetAnchor, backdrop: Double = 0) {
        self.state = state
        self.anchor = anchor
        self.backdrop = backdrop
    }
}

/// How the content behaves while the sheet moves.
package enum SheetContentMode: String, Hashable, Sendable {
    /// Its length is that of the most expanded state; a part is beyond the edge.
    case fixed = "static"
    /// Its length is the visible length.
    case fitToBounds
}

/// An end of the way by its coordinate: low is left or top, whichever edge the sheet comes from.
package enum SheetEnd: String, CaseIterable, Hashable, Sendable {
    case low, high
}

/// The sheet's extent on the other axis.
package enum SheetSpan: Hashable, Sendable {
    case whole
    /// This width, at this distance from the leading edge of the safe area.
    case wide(Double, leading: Double)

    /// The start and length on the other axis.
    func interval(in space: SheetSpace, for edge: Side) -> (start: Double, length: Double) {
        let area = space.area(of: .container)
        let safe = space.area(of: .safeArea)
        let (start, whole, safeStart) =
            edge.isColumn ? (area.y, area.height, safe.y) : (area.x, area.width, safe.x)
        switch self {
        case .whole: return (start, whole)
        case .wide(let width, let leading):
            let from = min(safeStart + leading, start + whole)
            let length = max(0, min(width, start + whole - from - leading))
            guard space.isMirrored, !edge.isColumn else { return (from, length) }
            return (max(start, safe.maxX - leading - length), length)
        }
    }
}
