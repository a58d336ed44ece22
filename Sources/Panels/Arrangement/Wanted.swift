/// Where a floating panel is wanted. What is shown may be smaller and elsewhere; this stays as it is.
struct Wanted: Hashable, Sendable {
    let size: Size
    let anchor: Anchor
    /// The container in which the user put it there.
    let seenIn: Size
    /// The user put it over pinned panels on purpose; else it keeps out of their way.
    let isOverSides: Bool

    enum Anchor: Hashable {
        /// Pixels from the two nearest edges of the container, so that it stays there when the container grows.
        case corner(Corner, Point)
        /// The origin as a fraction of the container, as PanelKit saves it.
        case fraction(Point)
        /// The same from the right; only in a mirror.
        case fractionFromRight(Point)
    }

    enum Corner: String, CaseIterable {
        case topLeft = "top-left"
        case topRight = "top-right"
        case bottomLeft = "bottom-left"
        case bottomRight = "bottom-right"

        init(isRight: Bool, isBottom: Bool) {
            self = isBottom ? (isRight ? .bottomRight : .bottomLeft) : (isRight ? .topRight : .topLeft)
        }

        var isRight: Bool { self == .topRight || self == .bottomRight }
        var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
    }

    /// - Parameter size: at least a title strip is kept of it.
    init(size: Size, anchor: Anchor, seenIn: Size, isOverSides: Bool = false) {
        self.size = size.bounded(.titleStrip, Size(width: Measure.limit, height: Measure.limit))
        self.anchor = anchor
        self.seenIn = seenIn
        self.isOverSides = isOverSides
    }

    /// The wish that shows `frame` in a container of `seenIn`. The nearer edge on each axis holds it; in the middle,
    /// the left and the top one. What reaches over an edge stays at that edge in every container.
    /// - Parameter size: what it would be with more room, when `frame` is smaller.
    init(frame: Rectangle, size: Size? = nil, seenIn: Size, isOverSides: Bool = false) {
        let isRight = frame.center.x > seenIn.width / 2
        let isBottom = frame.center.y > seenIn.height / 2
        let distance = Point(
            x: Measure.coordinate(isRight ? seenIn.width - frame.maxX : frame.x) ?? 0,
            y: Measure.coordinate(isBottom ? seenIn.height - frame.maxY : frame.y) ?? 0)
        self.init(
            size: size ?? frame.size, anchor: .corner(Corner(isRight: isRight, isBottom: isBottom), distance),
            seenIn: seenIn, isOverSides: isOverSides)
    }

    /// Where it would be in a container of this size if nothing were in its way.
    func frame(in container: Size) -> Rectangle {
        switch anchor {
        case .fraction(let fraction):
            Rectangle(Point(x: fraction.x * container.width, y: fraction.y * container.height), size)
        case .fractionFromRight(let fraction):
            Rectangle(
                Point(
                    x: container.width - fraction.x * container.width - size.width, y: fraction.y * container.height),
                size)
        case .corner(let corner, let distance):
            Rectangle(
                Point(
                    x: corner.isRight ? container.width - distance.x - size.width : distance.x,
                    y: corner.isBottom ? container.height - distance.y - size.height : distance.y), size)
        }
    }
}
