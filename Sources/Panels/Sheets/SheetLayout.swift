/// How a sheet behaves that comes from one edge of a window: where it stays, and what moves it on.
package struct SheetLayout: Hashable, Sendable {
    package let edge: Side
    /// The state in which it appears, by name.
    package let initial: String
    package let detents: [SheetDetent]
    package var span = SheetSpan.whole
    package var contentMode = SheetContentMode.fitToBounds
    /// What is behind it waits until it is gone.
    package var isModal = false
    /// A fling toward its edge closes it.
    package var isRemovable = false
    /// How fast that fling has to be: ways left to the hidden place per second.
    package var removalThreshold = SheetMotion.removal
    /// A fling may pass several anchors; else it ends at the next.
    package var momentum = false
    /// What is left of a velocity after a millisecond.
    package var rate = SheetMotion.rate
    /// How much of the way to the next anchor counts as going there, 0 to 1.
    package var threshold = 0.5
    /// The ends at which a drag pulls against a rubber band.
    package var rubberBand: Set<SheetEnd> = []
    /// Whether it stays within the container and its hidden place, however it is dragged.
    package var isBounded = false
    /// The states in which a finger scrolls the content; in the others it moves the sheet.
    package var scrolls: Set<String> = []

    package init(edge: Side, initial: String, detents: [SheetDetent]) {
        self.edge = edge
        self.initial = initial
        self.detents = detents
    }

    /// The same for another edge, seen from that edge.
    func turned(to other: Side) -> SheetLayout {
        guard other != edge else { return self }
        var turned = SheetLayout(
            edge: other, initial: initial,
            detents: detents.map { detent in
                SheetDetent(
                    detent.state, detent.anchor.turned(from: edge, to: other), backdrop: detent.backdrop)
            })
        turned.span = span
        turned.contentMode = contentMode
        turned.isModal = isModal
        turned.isRemovable = isRemovable
        turned.removalThreshold = removalThreshold
        turned.momentum = momentum
        turned.rate = rate
        turned.threshold = threshold
        turned.rubberBand = other.isFar == edge.isFar ? rubberBand : Set(rubberBand.map(\.opposite))
        turned.isBounded = isBounded
        turned.scrolls = scrolls
        return turned
    }
}

/// One place at which a sheet stays.
package struct SheetDetent: Hashable, Sendable {
    package let state: SheetState
    package let anchor: SheetAnchor
    /// How dark it is behind the sheet, 0 to 1.
    package let backdrop: Double

    package init(_ state: SheetState, _ anchor: SheetAnchor, backdrop: Double = 0) {
        self.state = state
        self.anchor = anchor
        self.backdrop = backdrop
    }
}

/// What happens to the content while the sheet moves.
package enum SheetContentMode: String, Hashable, Sendable {
    /// It is as long as in the most expanded state; the rest is beyond the edge.
    case fixed = "static"
    /// It is as long as can be seen.
    case fitToBounds
}

/// An end of the way, by its coordinate: low is left or top whichever edge the sheet comes from.
package enum SheetEnd: String, CaseIterable, Hashable, Sendable {
    case low, high
    var opposite: SheetEnd { self == .low ? .high : .low }
}

/// How much of the other axis it takes.
package enum SheetSpan: Hashable, Sendable {
    case whole
    /// So wide, so far from the leading edge of the safe area.
    case wide(Double, leading: Double)

    /// The place on the other axis.
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
