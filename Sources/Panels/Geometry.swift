/// A place in the container, in CSS pixels: x to the right, y down, the container's top left is the origin.
package struct Point: Hashable, Sendable {
    package var x, y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    package static let zero = Point(x: 0, y: 0)
}

package struct Size: Hashable, Sendable {
    package var width, height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

package struct Rectangle: Hashable, Sendable {
    package var x, y, width, height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package init(_ origin: Point, _ size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    package var origin: Point { Point(x: x, y: y) }
    package var size: Size { Size(width: width, height: height) }
    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var center: Point { Point(x: x + width / 2, y: y + height / 2) }
}

/// What is taken from the container at its edges before anything is placed: toolbars, safe areas, the screen keyboard.
package struct Insets: Hashable, Sendable {
    package var top, left, bottom, right: Double

    package init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    package static let zero = Insets()
}

/// A side of the body to which panels are pinned. The order is the one in which a drop looks for a side.
package enum Side: String, CaseIterable, Sendable {
    case right, left, top, bottom

    /// Columns stand left and right of the body; rows lie above and below it.
    package var isColumn: Bool {
        switch self {
        case .left, .right: true
        case .top, .bottom: false
        }
    }
}
