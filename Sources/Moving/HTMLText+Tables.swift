extension HTMLText {
    private static let columnsMax = 50

    /// Converts a table without spans whose cells have one line each, as GFM requires. Any other table stays HTML.
    mutating func addTable(_ tag: HTMLTag) {
        guard tag.end != nil else { return endBlock() }
        let html = scanner.whole(tag)
        if let listing = CodeListing.text(ofTable: html, language) {
            endBlock()
            language = nil
            return write(listing)
        }
        let before = (result, notes)
        if notes.contained == nil, html.contains("#") { _ = contains(note: "") }
        // One pasted column is no table, but the box around a text.
        let widths = (isPasted ? 2 : 1)...HTMLText.columnsMax
        guard !isCell, let rows = rows(of: html), let width = rows.map(\.cells.count).max(), widths.contains(width)
        else {
            (result, notes) = before
            return isPasted ? addCells(html) : keep(html, of: tag)
        }
        endBlock()
        func line(_ cells: [String]) -> String {
            "| " + (cells + Array(repeating: "", count: width - cells.count)).joined(separator: " | ")
                + " |"
        }
        // Word processors have no element for the cells of a head.
        let hasHead = rows[0].isHead || isPasted
        let rule = "|" + String(repeating: " --- |", count: width)
        let lines =
            [line(hasHead ? rows[0].cells : []), rule]
            + rows.dropFirst(hasHead ? 1 : 0).map { line($0.cells) }
        write(lines.joined(separator: "\n"))
    }

    /// The texts of a pasted table that GFM cannot express, such as one for layout: a paragraph for each row.
    private mutating func addCells(_ html: String) {
        endBlock()
        var text = HTMLText(html, hasLines: false, isCell: true, isPasted: true)
        text.sheet = sheet
        text.notes = notes
        text.notes.open = nil
        text.run()
        let open = notes.open
        notes = text.notes
        notes.open = open
        result.add(text.result)
        if !text.result.text.isEmpty { write(String(text.result.text.dropLast())) }
    }

    /// - Returns: the text of a cell, or nil when it needs more than one line, which GFM has no room for.
    private mutating func cell(_ html: String) -> String? {
        var text = HTMLText(html, hasLines: false, isCell: true, isPasted: isPasted)
        (text.base, text.sheet) = (base, sheet)
        // A cell may refer to notes and contains none.
        text.notes.contained = notes.contained
        text.run()
        // A pasted line that breaks in a cell goes on.
        let words = isPasted ? text.result.text.replacing("\\\n", with: " ") : text.result.text
        let lines = words.split(separator: "\n")
        guard text.result.kept.isEmpty, lines.count <= 1, lines.first?.hasPrefix("```") != true,
            text.notes.begun.isEmpty
        else { return nil }
        result.add(text.result)
        notes.referred.formUnion(text.notes.referred)
        return lines.first.map(String.init) ?? ""
    }

    /// - Returns: nil for a table that GFM cannot express.
    private mutating func rows(of html: String) -> [(cells: [String], isHead: Bool)]? {
        var scanner = HTMLScanner(html)
        var rows: [(cells: [String], isHead: Bool)] = []
        // Skips the table's own tag.
        _ = scanner.next()
        while let token = scanner.next() {
            switch token {
            case .open(let tag) where tag.name == "tr": rows.append(([], true))
            case .open(let tag) where tag.name == "td" || tag.name == "th":
                let hasSpan = ["colspan", "rowspan"].contains {
                    tag.attributes[$0].map { $0 != "1" } ?? false
                }
                guard !hasSpan, !rows.isEmpty else { return nil }
                guard let content = scanner.content(of: tag), let words = cell(content) else { return nil }
                rows[rows.count - 1].cells.append(words.pipesEscaped)
                if tag.name == "td" { rows[rows.count - 1].isHead = false }
            case .open(let tag) where ["thead", "tbody", "tfoot", "colgroup", "col"].contains(tag.name):
                break
            case .close, .comment, .unendedComment: break
            case .text(let text): guard text.allSatisfy(\.isWhitespace) else { return nil }
            case .open: return nil
            }
        }
        return rows.isEmpty ? nil : rows
    }
}

extension String {
    /// As in a cell: with a backslash before each pipe that has none. Two backslashes are one of the text itself.
    fileprivate var pipesEscaped: String {
        var (result, backslashes) = ("", 0)
        for character in self {
            if character == "|", backslashes.isMultiple(of: 2) { result.append("\\") }
            backslashes = character == "\\" ? backslashes + 1 : 0
            result.append(character)
        }
        return result
    }
}
