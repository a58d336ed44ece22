/// A point in the container in CSS pixels: x to the right, y down, the origin at the container's top left.
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

    /// The part of a title bar that always stays visible: enough to read and to grab.
    static let titleStrip = Size(width: 44, height: 24)

    /// At least `low` and at most `high`; if they conflict, `low` wins.
    func bounded(_ low: Size, _ high: Size) -> Size {
        Size(
            width: max(low.width, min(width, high.width)), height: max(low.height, min(height, high.height)))
    }
}

package struct Rectangle: Codable, Hashable, Sendable {
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
    var maxX: Double { x + width }
    var maxY: Double { y + height }
    package var center: Point { Point(x: x + width / 2, y: y + height / 2) }

    package func contains(_ other: Rectangle) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    func contains(_ point: Point) -> Bool { point.x >= x && point.y >= y && point.x < maxX && point.y < maxY }

    /// Shrunk to `area` but not below `minimum`, then moved into it. If it is still too large, its near edge and thus
    /// its title stay inside; in PanelKit the far edge wins and the title is lost.
    func placed(in area: Rectangle, minimum: Size) -> Rectangle {
        let width = min(width, max(minimum.width, area.width))
        let height = min(height, max(minimum.height, area.height))
        return Rectangle(
            x: max(area.x, min(x, area.maxX - width)), y: max(area.y, min(y, area.maxY - height)), width: width,
            height: height)
    }

    /// False if they only touch.
    func overlaps(_ other: Rectangle) -> Bool {
        x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
}

/// The space at the container's edges that panels cannot use: toolbars, safe areas, the on-screen keyboard.
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
