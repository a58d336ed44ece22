import Posts

extension Output {
    /// A table with aligned columns and a row for each item; empty without items.
    /// - Parameter flexible: the heading of the column that is shortened on a narrow terminal.
    func table<Item>(_ items: [Item], _ headings: String..., flexible: String, row: (Item) -> [Table.Cell]) -> String {
        table(items, headings, flexible: flexible, row: row)
    }

    func table<Item>(_ items: [Item], _ headings: [String], flexible: String, row: (Item) -> [Table.Cell]) -> String {
        Table(headings: headings, flexible: headings.firstIndex(of: flexible) ?? 0, rows: items.map(row)).text(
            for: self)
    }
}

/// A table with aligned columns.
struct Table {
    struct Cell {
        let text: String
        let ink: Ink
        /// The limit applies to pipes too; `--json` has the full text.
        private static let columnsMax = 200

        /// - Parameter name: given by a user; if it breaks the rule for names, it is shown as a shell needs it.
        init(name: String, _ ink: Ink = .plain) { self.init(name.shownName, ink) }

        init(_ text: String, _ ink: Ink = .plain) {
            self.text = text.oneLine.cut(toColumns: Cell.columnsMax)
            self.ink = ink
        }
    }

    fileprivate let headings: [String]
    /// The index of the column that is shortened.
    fileprivate let flexible: Int
    fileprivate let rows: [[Cell]]
    private static let gap = 2

    fileprivate func text(for output: Output) -> String {
        guard !rows.isEmpty else { return "" }
        let widths = widths(within: output.width)
        let heading = headings.map { Cell($0, .faint) }
        return ([heading] + rows).map { line($0, widths, output.style) + "\n" }.joined()
    }

    private func widths(within total: Int?) -> [Int] {
        var widths = headings.map(\.columns)
        for row in rows {
            for (index, cell) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], cell.text.columns)
            }
        }
        guard let total, widths.indices.contains(flexible) else { return widths }
        let used = widths.reduce(0, +) + Self.gap * (widths.count - 1)
        // Fewer than 12 columns are useless. The terminal may then wrap the line.
        if used > total { widths[flexible] = max(min(12, widths[flexible]), widths[flexible] - (used - total)) }
        return widths
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
        var line = ""
        for (index, (cell, width)) in zip(cells, widths).enumerated() {
            let text = index == flexible ? cell.text.cut(toColumns: width) : cell.text
            let isLast = index == cells.count - 1
            let blanks = isLast ? 0 : width - text.columns + Self.gap
            line += style.paint(text, cell.ink) + String(repeating: " ", count: max(0, blanks))
        }
        return line.trimmedAtEnd
    }
}
