// Whatever is drawn begins and ends on a device pixel, else its edges are blurred.
extension Rectangle {
    /// Edge by edge, so that what touched still touches, and nothing overlaps.
    func rounded(to grid: PixelGrid) -> Rectangle {
        let (left, top) = (grid.rounded(x), grid.rounded(y))
        return Rectangle(x: left, y: top, width: grid.rounded(maxX) - left, height: grid.rounded(maxY) - top)
    }
}

extension Frames {
    /// As the display can show it; as it is when the window did not say how fine it is.
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

/// The pixels of a display, to which places are rounded where a window says how fine its display is.
package struct PixelGrid: Hashable, Sendable {
    /// Device pixels per CSS pixel; nil: nothing is rounded.
    package let scale: Double?

    /// A scale that no display has (zero, negative, not finite) counts as unknown.
    package init(scale: Double? = nil) {
        self.scale = scale.flatMap { $0.isFinite && $0 > 0 ? min($0, 100) : nil }
    }

    /// To the nearest device pixel, halves away from zero. What lies behind the ninth decimal is an error of sums and
    /// is cut first (FloatingPanel; golden rows `fp.round.*`).
    package func rounded(_ value: Double) -> Double {
        guard let scale, abs(value) < Measure.limit * 10 else { return value }
        let cut = (value * 1e9).rounded(.towardZero) / 1e9
        return (cut * scale).rounded(.toNearestOrAwayFromZero) / scale
    }

    /// Whether both are drawn at the same pixel.
    package func isEqual(_ one: Double, _ other: Double) -> Bool { rounded(one) == rounded(other) }
}
