// Rounds frames to device pixels, because edges between pixels would be blurred.
extension Rectangle {
    /// Rounds edge by edge, so that adjacent rectangles stay adjacent and do not overlap.
    func rounded(to grid: PixelGrid) -> Rectangle {
        let (left, top) = (grid.rounded(x), grid.rounded(y))
        return Rectangle(x: left, y: top, width: grid.rounded(maxX) - left, height: grid.rounded(maxY) - top)
    }
}

extension Frames {
    /// Rounds to the display's pixels; unchanged if the window did not report its scale.
    func rounded(to grid: PixelGrid) -> Frames {
        guard grid.scale != nil else { return self }
        var next = self
        next.body = body.rounded(to: grid)
        for index in next.panels.indices {
            next.panels[index].frame = next.panels[index].frame?.rounded(to: grid)
        }
        for index in next.strips.indices { next.strips[index].frame = next.strips[index].frame.rounded(to: grid) }
        for index in next.separators.indices {
            next.separators[index].frame = next.separators[index].frame.rounded(to: grid)
        }
        return next
    }
}

/// A display's pixel grid, for rounding.
package struct PixelGrid: Hashable, Sendable {
    /// Device pixels per CSS pixel; nil to round nothing.
    package let scale: Double?

    /// An impossible scale (zero, negative, not finite) counts as unknown.
    package init(scale: Double? = nil) {
        self.scale = scale.flatMap { $0.isFinite && $0 > 0 ? min($0, 100) : nil }
    }

    /// Rounds to the nearest device pixel, halves away from zero. Digits after the ninth decimal are summation errors
    /// and are cut first (FloatingPanel; golden rows `fp.round.*`).
    package func rounded(_ value: Double) -> Double {
        guard let scale, abs(value) < Measure.limit * 10 else { return value }
        let cut = (value * 1e9).rounded(.towardZero) / 1e9
        return (cut * scale).rounded(.toNearestOrAwayFromZero) / scale
    }

    /// Whether both fall on the same pixel.
    package func isEqual(_ one: Double, _ other: Double) -> Bool { rounded(one) == rounded(other) }
}
