/// The exposé: a map of a window's panels, scaled down together until they fit.
///
/// Panels that do not overlap stay where they are, each with some space around it. PanelKit pushes panels that are near
/// each other apart, always right and down, in unbounded steps. Here, if some overlap, all are laid in rows instead:
/// what stands higher in an upper row, and from left to right as they stand. They are scaled to fit as in PanelKit
/// (`reference/panels.md` 6.12; golden rows `pk.expose.*`).
package struct Exposure: Hashable, Sendable {
    /// At most 1.
    package let scale: Double
    /// The bounds of all panels before scaling.
    package let union: Rectangle
    /// The scaled frames, in the order of the input.
    package let visible: [Rectangle]

    /// The space between panels before scaling.
    private static let spacing = 20.0
    /// The free space around all of them, both sides together.
    private static let padding = 44.0

    /// - Parameters:
    ///   - frames: of the panels, lowest first.
    ///   - width: of the container.
    ///   - body: whose height they may use.
    package init(of frames: [Rectangle], width: Double, body: Rectangle) {
        let free = Size(width: width - Self.padding, height: body.height - Self.padding)
        let isMap = Self.areApart(frames, by: 0)
        let spread = isMap ? frames : Self.packed(frames, into: free)
        let space = isMap && !Self.areApart(frames, by: Self.spacing) ? Self.spacing : 0
        let union = Self.union(of: spread)
        let scale = Self.scale(of: union.size, in: free)
        let left = max(width - union.width * scale, 0) / 2
        let top = body.y + max(body.height - union.height * scale, 0) / 2
        visible = spread.map { frame in
            let inner = frame.leaving(space)
            return Rectangle(
                x: (inner.x - union.x) * scale + left, y: (inner.y - union.y) * scale + top,
                width: inner.width * scale, height: inner.height * scale)
        }
        self.scale = scale
        self.union = union
    }

    private static func scale(of size: Size, in free: Size) -> Double {
        min(1, max(free.width, 1) / max(size.width, 1), max(free.height, 1) / max(size.height, 1))
    }

    /// Whether any two have at least this distance. Sorted by their left edges, so that only neighbours are compared.
    private static func areApart(_ frames: [Rectangle], by spacing: Double) -> Bool {
        let sorted = frames.sorted { $0.x < $1.x }
        for (index, one) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                if other.x >= one.maxX + spacing { break }
                if other.y < one.maxY + spacing && one.y < other.maxY + spacing { return false }
            }
        }
        return true
    }

    /// The row length is the one that gives the largest scale; among equal ones, the longer rows win.
    /// - Returns: in the order of `frames`.
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
        var rows: [[Int]] = [[]]
        var width = 0.0
        for index in frames.indices.sorted(by: { (frames[$0].center.y, $0) < (frames[$1].center.y, $1) }) {
            if width > 0, width + frames[index].width > length {
                rows.append([])
                width = 0
            }
            rows[rows.count - 1].append(index)
            width += frames[index].width + spacing
        }
        let widths = rows.map { row in row.reduce(-spacing) { $0 + frames[$1].width + spacing } }
        let longest = widths.max() ?? 0
        var result = frames
        var top = 0.0
        for (row, width) in zip(rows, widths) {
            // Each row is centred on the longest.
            var left = (longest - width) / 2
            for index in row.sorted(by: { (frames[$0].center.x, $0) < (frames[$1].center.x, $1) }) {
                result[index] = Rectangle(Point(x: left, y: top), frames[index].size)
                left += frames[index].width + spacing
            }
            top += row.reduce(0) { max($0, frames[$1].height) } + spacing
        }
        return result
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

extension Rectangle {
    /// The same proportions about the same centre, with half of `space` free on each side.
    fileprivate func leaving(_ space: Double) -> Rectangle {
        let part = max(min(1 - space / max(width, 1), 1 - space / max(height, 1)), 0.1)
        let (width, height) = (width * part, height * part)
        return Rectangle(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    }
}
