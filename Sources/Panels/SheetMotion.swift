/// The arithmetic of dragged sheets (FloatingPanel; `reference/panels.md`, 6.2, 6.5 and 6.6).
package enum SheetMotion {
    /// What is left of a velocity after one millisecond, as scroll views have it.
    package static let rate = 0.998
    /// How fast, in container lengths left to the hidden place per second, a fling has to be to close the sheet.
    package static let removal = 5.5
    /// How stiff the rubber band is.
    package static let stiffness = 0.55

    /// How far something goes that is let go at `velocity` (px/s) and slows down by itself.
    package static func projection(of velocity: Double, rate: Double) -> Double {
        let rate = min(max(rate, 0), 0.9999)
        return velocity / 1000 * rate / (1 - rate)
    }

    /// How much of a pull beyond the end is seen: less and less, and never more than `dimension`.
    package static func stretched(
        _ excess: Double, over dimension: Double, stiffness: Double = SheetMotion.stiffness
    ) -> Double {
        guard dimension > 0 else { return 0 }
        return (1 - 1 / (stiffness * excess / dimension + 1)) * dimension
    }
}
