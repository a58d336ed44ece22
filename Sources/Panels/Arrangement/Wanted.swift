/// Where the user wants a floating panel. It may be shown smaller or elsewhere without changing this.
struct Wanted: Hashable, Sendable {
    let size: Size
    let anchor: Anchor
    /// The container in which the user placed it.
    let seenIn: Size
    /// Whether the user placed it over pinned panels on purpose; otherwise it avoids them.
    let isOverSides: Bool

    enum Anchor: Hashable {
        /// Pixels from the two nearest edges of the container, so that it stays there when the container grows.
        case corner(Corner, Point)
        /// The origin as a fraction of the container, as PanelKit saves it.
        case fraction(Point)
        /// The same from the right; used only in a mirror.
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

    /// - Parameter size: raised to the size of a title strip if it is smaller.
    init(size: Size, anchor: Anchor, seenIn: Size, isOverSides: Bool = false) {
        self.size = size.bounded(.titleStrip, Size(width: Measure.limit, height: Measure.limit))
        self.anchor = anchor
        self.seenIn = seenIn
        self.isOverSides = isOverSides
    }

    /// The wish that shows `frame` in a container of size `seenIn`. On each axis the nearer edge counts; at equal
    /// distance the left or top one. A frame that extends beyond an edge stays at that edge in every container.
    /// - Parameter size: its size with more room, if `frame` is smaller.
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

    /// Its frame in a container of this size, ignoring all other panels.
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
