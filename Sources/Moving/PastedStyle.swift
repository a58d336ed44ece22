import Posts

/// The style of an element that was pasted: what its attribute says, and what a style sheet says of its class.
struct PastedStyle {
    /// By their names, in lower case.
    private var values: [String: String] = [:]

    init(of tag: HTMLTag, _ sheet: PastedStyleSheet) {
        for name in sheet.isEmpty ? [] : tag.classes { values.merge(sheet[name]) { _, last in last } }
        guard let text = tag.attributes["style"], !text.isEmpty else { return }
        // A browser writes the quotation marks around the names of fonts as references.
        values.merge(PastedStyle.declarations(of: text.referencesResolved)) { _, last in last }
    }

    subscript(_ name: String) -> String? { values[name] }

    static func declarations(of text: String) -> [String: String] {
        let declarations = text.lowercased().split(separator: ";").compactMap { declaration in
            let parts = declaration.split(separator: ":", maxSplits: 1).map(\.trimmed)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
        return Dictionary(declarations) { _, last in last }
    }

    // MARK: - Emphasis

    /// The emphasis that the element and its style ask for. Word processors wrap everything in a `b` that is not bold.
    func emphasis(of name: String) -> [EmphasisMarks.Kind] {
        let isStruck = ["text-decoration", "text-decoration-line"].contains {
            values[$0]?.contains("line-through") == true
        }
        var kinds: [EmphasisMarks.Kind] = []
        if values["font-weight"].map(PastedStyle.isBold) ?? ["b", "strong"].contains(name) { kinds.append(.strong) }
        if values["font-style"].map({ !$0.hasPrefix("normal") }) ?? ["i", "em", "cite", "dfn"].contains(name) {
            kinds.append(.em)
        }
        if isStruck || ["del", "s", "strike"].contains(name) { kinds.append(.struck) }
        return kinds
    }

    private static func isBold(_ weight: String) -> Bool {
        weight.hasPrefix("bold") || (Int(weight.prefix { $0.isNumber }) ?? 0) >= 600
    }

    // MARK: - Code

    private static let places: Set<String> = ["div", "p", "section", "article", "span", "font", "code", "tt", "samp"]

    /// Whether the element is code. An editor sets it in a font of equal widths and keeps its blanks. Apple's programs
    /// write the blanks as ones that do not break; in other fonts of equal widths than those of Xcode, people write prose.
    func isCode(in name: String, _ sheet: PastedStyleSheet) -> Bool {
        guard !values.isEmpty, PastedStyle.places.contains(name) else { return false }
        guard keepsBlanks else { return sheet.isApples && name == "p" && isSet(in: PastedStyle.applesFonts) }
        if isSet(in: PastedStyle.equalWidths) { return true }
        // Word processors keep blanks too, but let the lines of their texts break.
        return font.isEmpty && values["white-space"] == "pre" && HTMLElements.blocks.contains(name)
    }

    private var keepsBlanks: Bool {
        let space = values["white-space"] ?? "", collapse = values["white-space-collapse"] ?? ""
        return space.hasPrefix("pre") && !space.hasPrefix("pre-line") || space.hasPrefix("break-spaces")
            || collapse.hasPrefix("preserve") && !collapse.hasPrefix("preserve-breaks") || collapse.hasPrefix("break-")
    }

    private var font: String { values["font-family"] ?? values["font"] ?? "" }

    private func isSet(in fonts: [String]) -> Bool {
        let font = font.replacing("monotype", with: "")
        return fonts.contains { font.contains($0) }
    }

    private static let applesFonts = ["menlo", "monaco", "sf mono", "sfmono"]
    private static let equalWidths =
        applesFonts + [
            "mono", "consolas", "courier", "fira code", "cascadia code", "source code", "inconsolata", "lucida console",
            "iosevka",
        ]

    // MARK: - Lists

    /// How deep a paragraph is indented, in half inches, which are a level of Word; at least 1.
    var level: Int {
        guard let margin = values["margin-left"] ?? margins.last, let length = Double(margin.prefix { !$0.isLetter })
        else { return 1 }
        let points = margin.hasSuffix("in") ? length * 72 : margin.hasSuffix("cm") ? length * 28.35 : length
        return Int(max(1, min(9, (points / 36).rounded())))
    }

    /// Of the four sides, top first; the left one is the last.
    private var margins: [String] {
        let sides = (values["margin"] ?? "").split(separator: " ").map(String.init)
        return sides.count == 4 ? sides : []
    }
}

/// The fonts of classes, in the style sheet that Apple's programs put on the clipboard.
struct PastedStyleSheet {
    /// Whether it comes from Cocoa, Apple's library: from Xcode, Notes, Pages or TextEdit.
    let isApples: Bool
    private var classes: [String: [String: String]] = [:]

    var isEmpty: Bool { classes.isEmpty }

    init() { isApples = false }

    init(of html: String) {
        isApples = html.firstRange(of: "Cocoa HTML Writer") != nil
        guard isApples, let start = html.firstRange(of: "<style"), let end = html.firstRange(of: "</style>"),
            start.upperBound < end.lowerBound
        else { return }
        for rule in html[start.upperBound..<end.lowerBound].split(separator: "}") {
            let parts = rule.split(separator: "{", maxSplits: 1)
            guard parts.count == 2, let dot = parts[0].lastIndex(of: ".") else { continue }
            let name = String(parts[0][dot...].dropFirst()).trimmed
            // Apple's programs write emphasis as elements.
            classes[name] = PastedStyle.declarations(of: String(parts[1])).filter { $0.key.hasPrefix("font") }
                .filter { !["font-weight", "font-style"].contains($0.key) }
        }
    }

    subscript(_ name: String) -> [String: String] { classes[name] ?? [:] }
}
