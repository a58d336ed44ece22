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
