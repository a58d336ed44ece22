/// The area for panels: a window's size, its insets and its size class.
package struct Container: Hashable, Sendable {
    package let size: Size
    package let insets: Insets
    package let sizeClass: SizeClass
    package let screen: Screen

    /// Impossible numbers (NaN, infinite, negative) become 0; huge ones are clamped.
    /// - Parameter sizeClass: the window's stored class, needed for its hysteresis; nil for the class of its size
    ///   alone.
    package init(size: Size, insets: Insets = .zero, sizeClass: SizeClass? = nil, screen: Screen = .plain) {
        self.size = Size(width: Measure.length(size.width), height: Measure.length(size.height))
        self.insets = Insets(
            top: Measure.length(insets.top), left: Measure.length(insets.left),
            bottom: Measure.length(insets.bottom), right: Measure.length(insets.right))
        self.sizeClass = sizeClass ?? SizeClass.of(self.size)
        self.screen = screen
    }

    /// The area within the insets. Insets that leave less than a title strip are ignored as errors.
    var room: Rectangle {
        let isWide = size.width - insets.left - insets.right >= Size.titleStrip.width
        let isHigh = size.height - insets.top - bottom >= Size.titleStrip.height
        return Rectangle(
            x: isWide ? insets.left : 0, y: isHigh ? insets.top : 0,
            width: isWide ? size.width - insets.left - insets.right : size.width,
            height: isHigh ? size.height - insets.top - bottom : size.height)
    }

    /// The room above the on-screen keyboard.
    var clearRoom: Rectangle { room.above(screen.keyboard) }

    /// A compact window is too small for anything beneath the keyboard.
    private var bottom: Double {
        guard sizeClass == .compact, let keyboard = screen.keyboard else { return insets.bottom }
        return max(insets.bottom, min(size.height - keyboard.y, size.height))
    }
}

/// Checks numbers from outside. Every length in this module is in a range whose sums cannot overflow.
enum Measure {
    /// Far larger than any screen, and small enough for exact pixels in a Double.
    static let limit = 1_000_000.0

    static func length(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), limit) : 0 }

    /// nil for a value that is not a number; huge ones are clamped.
    static func coordinate(_ value: Double) -> Double? { value.isFinite ? min(max(value, -limit), limit) : nil }

    /// The frame of a button, which may be as small as a point.
    static func anchor(_ value: Rectangle) -> Rectangle? {
        guard let x = coordinate(value.x), let y = coordinate(value.y), value.isFinite else { return nil }
        return Rectangle(x: x, y: y, width: length(value.width), height: length(value.height))
    }

    static func rectangle(_ value: Rectangle) -> Rectangle? {
        guard let x = coordinate(value.x), let y = coordinate(value.y), value.isFinite else { return nil }
        guard value.width > 0, value.height > 0 else { return nil }
        return Rectangle(x: x, y: y, width: length(value.width), height: length(value.height))
    }
}
