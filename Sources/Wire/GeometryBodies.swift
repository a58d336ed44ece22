// Lengths and positions are in CSS pixels from the top left of the window's container; x grows to the right, y down.

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

/// The space that toolbars, safe areas and an on-screen keyboard take from a window. An absent edge takes nothing.
package struct InsetsBody: Codable, Hashable, Sendable {
    package var top, left, bottom, right: Double?

    package init(top: Double? = nil, left: Double? = nil, bottom: Double? = nil, right: Double? = nil) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}
