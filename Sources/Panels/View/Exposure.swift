/// The exposé: all panels of a window side by side, scaled down together until they fit.
///
/// PanelKit pushes panels that are near each other apart, always right and down, in unbounded steps. Here such panels
/// are laid in rows instead. They are scaled to fit as in PanelKit (`reference/panels.md` 6.12; golden rows
/// `pk.expose.*`).
package struct Exposure: Hashable, Sendable {
    /// At most 1.
    package let scale: Double
    /// The bounds of all panels before scaling.
    package let union: Rectangle
    /// The scaled frames, in the order of the input.
    package let visible: [Rectangle]

    /// The space between panels in rows, and the minimum distance for leaving panels where they are.
    private static let spacing = 20.0
    /// The free space around all of them, both sides together.
    private static let padding = 44.0

    /// - Parameters:
    ///   - frames: of the panels, lowest first.
    ///   - width: of the container.
    ///   - body: whose height they may use.
    package init(of frames: [Rectangle], width: Double, body: Rectangle) {
        let free = Size(width: width - Self.padding, height: body.height - Self.padding)
        let spread = Self.isApart(frames) ? frames : Self.packed(frames, into: free)
        let union = Self.union(of: spread)
        let scale = Self.scale(of: union.size, in: free)
        let left = max(width - union.width * scale, 0) / 2
        let top = body.y + max(body.height - union.height * scale, 0) / 2
        visible = spread.map { frame in
            Rectangle(
                x: (frame.x - union.x) * scale + left, y: (frame.y - union.y) * scale + top,
                width: frame.width * scale, height: frame.height * scale)
        }
        self.scale = scale
        self.union = union
    }

    private static func scale(of size: Size, in free: Size) -> Double {
        min(1, max(free.width, 1) / max(size.width, 1), max(free.height, 1) / max(size.height, 1))
    }

    /// Whether no two are near each other. Sorted by their left edges, so that only neighbours are compared.
    private static func isApart(_ frames: [Rectangle]) -> Bool {
        let sorted = frames.sorted { $0.x < $1.x }
        for (index, one) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                if other.x >= one.maxX + spacing { break }
                if other.y < one.maxY + spacing && one.y < other.maxY + spacing { return false }
            }
        }
        return true
    }

    /// Rows from the top, each from the left, in the given order. The row length is the one that gives the largest
    /// scale; among equal ones, the longer rows win.
    private static func packed(_ frames: [Rectangle], into free: Size) -> [Rectangle] {
        let total = frames.reduce(0) { $0 + $1.width + spacing }
        let widest = frames.reduce(0) { max($0, $1.width) }
        var best: (scale: Double, rows: [Rectangle]) = (-1, frames)
        for count in 1...max(1, min(frames.count, 24)) {
            let rows = laid(frames, inRowsOf: max(total / Double(count), widest))
            let scale = scale(of: union(of: rows).size, in: free)
            if scale > best.scale { best = (scale, rows) }
        }
        return best.rows
    }

    private static func laid(_ frames: [Rectangle], inRowsOf length: Double) -> [Rectangle] {
        var rows: [[Rectangle]] = [[]]
        var corner = Point.zero
        var height = 0.0
        for frame in frames {
            if corner.x > 0, corner.x + frame.width > length {
                corner = Point(x: 0, y: corner.y + height + spacing)
                height = 0
                rows.append([])
            }
            rows[rows.count - 1].append(Rectangle(corner, frame.size))
            corner.x += frame.width + spacing
            height = max(height, frame.height)
        }
        // Centres each row on the longest.
        let longest = rows.reduce(0) { max($0, $1.last?.maxX ?? 0) }
        return rows.flatMap { row in
            let shift = (longest - (row.last?.maxX ?? 0)) / 2
            return row.map { Rectangle(Point(x: $0.x + shift, y: $0.y), $0.size) }
        }
    }

    private static func union(of frames: [Rectangle]) -> Rectangle {
        guard let first = frames.first else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        let left = frames.reduce(first.x) { min($0, $1.x) }
        let top = frames.reduce(first.y) { min($0, $1.y) }
        let right = frames.reduce(first.maxX) { max($0, $1.maxX) }
        let bottom = frames.reduce(first.maxY) { max($0, $1.maxY) }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}
