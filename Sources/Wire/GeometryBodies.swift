// Lengths and places are CSS pixels: x to the right, y down, from the top left of the window's container.

package struct RectangleBody: Codable, Hashable, Sendable {
    package let x, y, width, height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

package struct SizeBody: Codable, Hashable, Sendable {
    package let width, height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

package struct PointBody: Codable, Hashable, Sendable {
    package let x, y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// What toolbars, safe areas and a keyboard on the screen take from a window. An edge that is absent takes nothing.
package struct InsetsBody: Codable, Hashable, Sendable {
    package var top, left, bottom, right: Double?

    package init(top: Double? = nil, left: Double? = nil, bottom: Double? = nil, right: Double? = nil) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
