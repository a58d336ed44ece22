import Posts

/// Links, pictures, ruby, code, blocks and tables: what Markdown writes otherwise than HTML, and what stays HTML.
extension HTMLText {
    mutating func openLink(_ tag: HTMLTag) {
        let address = (tag.attributes["href"] ?? "").resolved(against: base)
        links.append(!address.isEmpty)
        guard !address.isEmpty else { return }
        openMark(
            "[", end: "](" + HTMLText.address(address) + HTMLText.title(tag.attributes["title"]) + ")")
    }

    mutating func closeLink() { if links.popLast() == true { closeMark("[") } }

    mutating func addImage(_ tag: HTMLTag) {
        // Pages that load pictures late keep the address elsewhere.
        let sources = ["src", "data-src", "data-lazy-src"].compactMap { tag.attributes[$0] }
        guard let source = sources.first(where: { !$0.isEmpty && !$0.hasPrefix("data:") }) else {
            return
        }
        showMarks()
        line += HTMLText.picture(
            source.resolved(against: base), alt: tag.attributes["alt"], title: tag.attributes["title"])
    }

    /// A picture in Markdown.
    static func picture(_ source: String, alt: String?, title: String?) -> String {
        let words = (alt ?? "").replacing("\n", with: " ").filter { !EmphasisMarks.isMark($0) }
        let alt = words.unicodeScalars.map { "\\[]".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
            .joined()
        return "![\(alt)](\(address(source))\(self.title(title)))"
    }

    static func address(_ text: String) -> String {
        let address = text.replacing("\n", with: "").referencesResolved.filter {
            !EmphasisMarks.isMark($0)
        }
        let isPlain = !address.contains { $0.isWhitespace || $0 == "(" || $0 == ")" || $0 == "<" }
        return isPlain
            ? address : "<\(address.replacing("<", with: "%3C").replacing(">", with: "%3E"))>"
    }

    static func title(_ title: String?) -> String {
        guard let title, !title.isEmpty else { return "" }
        return " \""
            + title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: " ")
            + "\""
    }

    /// A script has no place in a post. A gist's is a link, and any other is left out and reported.
    mutating func addScript(_ tag: HTMLTag) {
        _ = content(of: tag)
        let source = tag.attributes["src"] ?? ""
        guard source.contains("//gist.github.com/"), let end = source.firstRange(of: ".js") else {
            kept.insert("script")
            return
        }
        endBlock()
        let address = source[..<end.lowerBound]
        write("<" + (address.hasPrefix("//") ? "https:" : "") + address + ">")
    }

    /// `<ruby>漢<rt>かん</rt></ruby>` is 漢(かん), as a browser without ruby shows it.
    mutating func addRuby(_ tag: HTMLTag) {
        closeReading()
        switch tag.name {
        case "rt":
            add(words: "(")
            isInReading = true
        case "rp":
            // Its parentheses stand there already.
            let before = scanner
            guard case .text(let text)? = scanner.next(), text.count < 10,
                !text.contains(where: \.isLetter)
            else {
                scanner = before
                return
            }
        default: break
        }
    }

    mutating func closeReading() {
        if isInReading { add(words: ")") }
        isInReading = false
    }

    /// “10<sup>6</sup>” is 10⁶ and “H<sub>2</sub>O” is H₂O. Other raised and lowered text becomes plain.
    mutating func addRaised(_ tag: HTMLTag) {
        let before = scanner
        let raised = tag.name == "sup" ? "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾" : "₀₁₂₃₄₅₆₇₈₉₊₋₍₎"
        let forms = Dictionary(uniqueKeysWithValues: zip("0123456789+-()", raised))
        guard case .text(let text)? = scanner.next(), text.allSatisfy({ forms[$0] != nil }),
            case .close(tag.name)? = scanner.next()
        else {
            scanner = before
            plain.insert(tag.name)
            return
        }
        add(words: String(text.compactMap { forms[$0] }))
    }

    mutating func addCode(_ tag: HTMLTag) {
        let code = content(of: tag).withoutTags(lineBreak: " ").referencesResolved.replacing(
            "\n", with: " "
        )
        .filter { !EmphasisMarks.isMark($0) }
        let fence = String(repeating: "`", count: code.longestRun(of: "`") + 1)
        let space = code.hasPrefix("`") || code.hasSuffix("`") ? " " : ""
        guard !code.isEmpty else { return }
        showMarks()
        line += fence + space + code + space + fence
    }

    mutating func addPre(_ tag: HTMLTag) {
        endBlock()
        var code = content(of: tag)
        var language = tag.attributes["class"] ?? ""
        let begun = code.drop(while: \.isWhitespace)
        if begun.prefix(5).lowercased() == "<code", let end = begun.firstIndex(of: ">") {
            let attributes = begun[..<end].dropFirst(5)
            if attributes.contains("lang") { language = String(attributes) }
            code = String(begun[end...].dropFirst())
        }
        code = code.withoutTags(lineBreak: "\n").referencesResolved
        while code.hasSuffix("\n") { code.removeLast() }
        if code.hasPrefix("\n") { code.removeFirst() }
        let name = language.codeLanguage
        let fence = String(repeating: "`", count: max(3, code.longestRun(of: "`") + 1))
        write(fence + name + "\n" + code + "\n" + fence)
    }

    mutating func content(of tag: HTMLTag) -> String {
        let start = scanner.position
        let whole = scanner.rest(of: tag.name, from: start)
        return whole.hasSuffix(">")
            ? String(whole[..<(whole.lastIndex(of: "<") ?? whole.endIndex)]) : whole
    }

    /// Counts the blocks of WordPress: `<!-- wp:name {…} -->`, `<!-- /wp:name -->` and `<!-- wp:name /-->`. Its block
    /// “freeform” holds text of the old editor.
    mutating func passComment(_ comment: String) {
        let words = comment.split(whereSeparator: \.isWhitespace)
        guard let name = words.first, !name.hasSuffix("wp:freeform") else { return }
        if name.hasPrefix("/wp:") {
            openBlocks = max(0, openBlocks - 1)
        } else if name.hasPrefix("wp:"), words.last?.hasSuffix("/") != true {
            openBlocks += 1
        }
        if openBlocks == 0 { endBlock() }
    }

    // MARK: - Tables

    private static let columnsMax = 50

    /// Converts a table without spans whose cells have one line each, as GFM requires. Any other table stays HTML.
    mutating func addTable(_ tag: HTMLTag) {
        let html = scanner.rest(of: tag.name, from: tag.start)
        let before = plain
        guard !isCell, let rows = rows(of: html), let width = rows.map(\.cells.count).max(),
            (1...HTMLText.columnsMax).contains(width)
        else {
            plain = before
            return isPasted ? addCells(html) : keep(html, of: tag)
        }
        endBlock()
        func line(_ cells: [String]) -> String {
            "| " + (cells + Array(repeating: "", count: width - cells.count)).joined(separator: " | ")
                + " |"
        }
        let hasHead = rows[0].isHead
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
        text.run()
        if !text.out.isEmpty { write(String(text.out.dropLast())) }
    }

    /// - Returns: the text of a cell, or nil when it needs more than one line, which GFM has no room for.
    private mutating func cell(_ html: String) -> String? {
        var text = HTMLText(html, hasLines: false, isCell: true, isPasted: isPasted)
        text.base = base
        text.run()
        let lines = text.out.split(separator: "\n")
        guard text.kept.isEmpty, lines.count <= 1, lines.first?.hasPrefix("```") != true else {
            return nil
        }
        plain.formUnion(text.plain)
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
                let start = scanner.position
                let whole = scanner.rest(of: tag.name, from: start)
                guard whole.hasSuffix(">"), let end = whole.lastIndex(of: "<") else { return nil }
                guard let words = cell(String(whole[..<end])) else { return nil }
                rows[rows.count - 1].cells.append(words.pipesEscaped)
                if tag.name == "td" { rows[rows.count - 1].isHead = false }
            case .open(let tag) where ["thead", "tbody", "tfoot", "colgroup", "col"].contains(tag.name):
                break
            case .close, .comment: break
            case .text(let text): guard text.allSatisfy(\.isWhitespace) else { return nil }
            case .open: return nil
            }
        }
        return rows.isEmpty ? nil : rows
    }

    mutating func keep(_ tag: HTMLTag) {
        keep(
            tag.isVoid
                ? scanner.slice(tag.start..<scanner.position) : scanner.rest(of: tag.name, from: tag.start),
            of: tag)
    }

    /// Removes empty lines, which would end a block of HTML.
    mutating func keep(_ html: String, of tag: HTMLTag) {
        kept.insert(tag.name)
        endBlock()
        write(
            html.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n"))
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

    /// The name behind the first `lang-` or `language-`; empty if there is none.
    fileprivate var codeLanguage: Substring {
        var rest = self[...]
        while let found = rest.firstRange(of: "lang") {
            rest = rest[found.upperBound...]
            let name = rest.hasPrefix("uage") ? rest.dropFirst(4) : rest
            let letters = name.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+#-".contains($0)) }
            if name.hasPrefix("-"), !letters.isEmpty { return letters }
        }
        return ""
    }

    func longestRun(of character: Character) -> Int {
        var (longest, run) = (0, 0)
        for one in self {
            run = one == character ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
