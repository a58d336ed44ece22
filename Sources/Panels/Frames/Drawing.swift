/// Draws the frames for the terminal: the body and each panel as a box with its name, floating panels above pinned
/// ones. Below the drawing it lists Meta's panels with the reasons.
/// - Parameters:
///   - columns: the drawing's width in characters, at least 20; the window is scaled to it.
///   - rows: its height in characters, at least 6.
package func drawing(of frames: Frames, in container: Container, columns: Int, rows: Int) -> String {
    var canvas = Canvas(size: container.size, columns: min(max(columns, 20), 400), rows: min(max(rows, 6), 200))
    canvas.box(frames.body, title: "Text")
    for panel in frames.panels.sorted(by: { ($0.z ?? 0) < ($1.z ?? 0) }) {
        if let frame = panel.frame { canvas.box(frame, title: frames.caption(of: panel)) }
    }
    let absent = frames.panels.filter { $0.place == .meta }.map { panel in
        "Meta: \(frames.caption(of: panel))" + (panel.reason.map { " – \($0)" } ?? "")
    }
    return (canvas.lines + absent).joined(separator: "\n") + "\n"
}

extension Frames {
    /// The titles of a stack's tabs, the front one in brackets: “[Date] Tags”.
    fileprivate func caption(of panel: PanelFrame) -> String {
        guard let stack = panel.stack else { return panel.title }
        return stack.panels.map { $0 == stack.selected ? "[\(title(of: $0))]" : title(of: $0) }
            .joined(separator: " ")
    }
}

/// A grid of characters.
private struct Canvas {
    let size: Size
    let columns, rows: Int
    private var cells: [[Character]]

    init(size: Size, columns: Int, rows: Int) {
        self.size = size
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    var lines: [String] { cells.map { String($0).trimmingEnd } }

    /// Adjacent boxes share no line: each draws its own, so that gaps and overlaps are visible.
    mutating func box(_ frame: Rectangle, title: String) {
        let left = column(frame.x, columns, size.width)
        let top = column(frame.y, rows, size.height)
        let right = max(left + 1, column(frame.maxX, columns, size.width) - 1)
        let bottom = max(top + 1, column(frame.maxY, rows, size.height) - 1)
        for y in top...bottom { for x in left...right { put(" ", x, y) } }
        for x in left...right {
            put("─", x, top)
            put("─", x, bottom)
        }
        for y in top...bottom {
            put("│", left, y)
            put("│", right, y)
        }
        put("┌", left, top)
        put("┐", right, top)
        put("└", left, bottom)
        put("┘", right, bottom)
        for (index, character) in title.prefix(max(0, right - left - 3)).enumerated() {
            put(character, left + 2 + index, min(top + 1, bottom))
        }
    }

    private mutating func put(_ character: Character, _ x: Int, _ y: Int) {
        guard cells.indices.contains(y), cells[y].indices.contains(x) else { return }
        cells[y][x] = character
    }

    private func column(_ position: Double, _ count: Int, _ length: Double) -> Int {
        let cell = position / max(length, 1) * Double(count)
        return Int(min(max(cell, 0), Double(count)).rounded())
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
