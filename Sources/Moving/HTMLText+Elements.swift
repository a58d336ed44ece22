import Posts

/// Links, pictures, ruby, raised text and comments: what Markdown writes otherwise than HTML, and what stays HTML.
extension HTMLText {
    mutating func openLink(_ tag: HTMLTag) {
        // A link that is left open ends where another one begins.
        if marks.contains(where: { $0.text == "[" && $0.isLoose }) { closeMark("[") }
        var address = (tag.attributes["href"] ?? "").resolved(against: base)
        // The place to which it leads was not pasted, or has no name in Markdown.
        if isPasted, address.hasPrefix("#") { address = "" }
        // The address of a whole file has no place in a text, and pages refuse it.
        let isFile = EmbeddedPicture.isOne(address)
        if isFile {
            result.note("a file in a link", "A link contains a whole file instead of an address. Its words stay.")
        }
        if tag.end != nil { links.append(!address.isEmpty && !isFile) }
        guard !address.isEmpty, !isFile else { return }
        openMark(
            "[", end: "](" + HTMLText.address(address) + HTMLText.title(tag.attributes["title"]) + ")",
            isLoose: tag.end == nil)
    }

    mutating func closeLink() { if links.popLast() == true { closeMark("[") } }

    mutating func addImage(_ tag: HTMLTag) {
        // Google Docs draws the box of a task.
        if isPasted, tag.attributes["aria-roledescription"] == "checkbox" { return }
        // Pages that load pictures late keep the address elsewhere.
        var sources = ["src", "data-src", "data-lazy-src", "data-original", "data-orig-file"].compactMap {
            tag.attributes[$0]
        }
        sources += ["srcset", "data-srcset"].compactMap {
            tag.attributes[$0]?.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        if isPasted { sources.removeAll(where: \.isOfOneMachine) }
        if let source = sources.first(where: { !$0.isEmpty && !EmbeddedPicture.isOne($0) }) {
            add(picture: source.resolved(against: base), of: tag)
        } else if isPasted {
            // The page takes such pictures out of what it asks about.
            add(words: tag.attributes["alt"] ?? "")
        } else if let source = sources.first(where: EmbeddedPicture.isOne), let name = take(embedded: source) {
            add(picture: name, of: tag)
        }
    }

    private mutating func add(picture source: String, of tag: HTMLTag) {
        showMarks()
        line += HTMLText.picture(source, alt: tag.attributes["alt"], title: tag.attributes["title"])
    }

    /// Takes a picture out of its address.
    /// - Returns: the name by which the text refers to it; nil, with a note, if it is none that Galley takes.
    private mutating func take(embedded address: String) -> String? {
        guard let picture = EmbeddedPicture(address: address.referencesResolved) else {
            let kind = address.dropFirst(5).prefix { $0 != ";" && $0 != "," }.prefix(40)
            result.note(
                "a picture in the text",
                "A picture in its text (“\(kind)”) is damaged, or of a kind that Galley does not take. It was left out."
            )
            return nil
        }
        if !result.pictures.contains(picture) { result.pictures.append(picture) }
        return picture.name
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
            // The sign of a footnote is raised by itself.
            if case .open(let inner)? = before.peek, inner.name == "a" { return }
            result.plain.insert(tag.name)
            return
        }
        add(words: String(text.compactMap { forms[$0] }))
    }

    /// Counts the blocks of WordPress: `<!-- wp:name {…} -->`, `<!-- /wp:name -->` and `<!-- wp:name /-->`. Its block
    /// “freeform” holds text of the old editor.
    mutating func passComment(_ comment: String) {
        let words = comment.split(whereSeparator: \.isWhitespace)
        guard let name = words.first, !name.hasSuffix("wp:freeform"),
            name.hasPrefix("wp:") || name.hasPrefix("/wp:") || name == "more" || name == "nextpage"
        else { return }
        if name.hasPrefix("wp:") { language = CodeLanguage.name(inBlock: comment) }
        if name.hasPrefix("/wp:") {
            openBlocks = max(0, openBlocks - 1)
        } else if name.hasPrefix("wp:"), words.last?.hasSuffix("/") != true {
            openBlocks += 1
        }
        if openBlocks == 0 { endBlock() }
    }

    // MARK: - What stays HTML

    /// Keeps an element. One that is left open ends at once, so that it swallows nothing on a page either.
    mutating func keep(_ tag: HTMLTag) {
        let html = scanner.whole(tag)
        keep(tag.isVoid || tag.end != nil ? html : html + "</\(tag.name)>", of: tag)
    }

    /// Removes empty lines, which would end a block of HTML.
    mutating func keep(_ html: String, of tag: HTMLTag) {
        result.kept.insert(tag.name)
        endBlock()
        let lines = withoutEmbedded(html).split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        write(lines.joined(separator: "\n"))
    }

    /// The HTML with names in place of the pictures that it contains.
    private mutating func withoutEmbedded(_ html: String) -> String {
        guard html.lowercased().contains("data:") else { return html }
        var (scanner, names) = (HTMLScanner(html), [String: String]())
        while let token = scanner.next() {
            guard case .open(let tag) = token else { continue }
            for address in tag.attributes.values where EmbeddedPicture.isOne(address) && names[address] == nil {
                names[address] = take(embedded: address) ?? ""
            }
        }
        // Of two addresses the longer one may begin with the other.
        return names.sorted { $0.key.utf8.count > $1.key.utf8.count }.reduce(html) { html, name in
            html.replacing(name.key, with: name.value)
        }
    }

    /// Browsers show nothing of a comment without an end, so it stays one.
    mutating func keepComment(_ comment: String) {
        guard !isPasted, !comment.allSatisfy(\.isWhitespace) else { return }
        result.note(
            "a comment",
            "A comment in it has no end, so browsers show nothing of the rest. The rest stays a comment here.")
        endBlock()
        write("<!--\(comment)-->")
    }
}

extension String {
    /// Whether it is an address that leads to nothing on another machine, such as Word's `file:///C:/…/image001.png`.
    fileprivate var isOfOneMachine: Bool {
        let scheme = prefix(24).prefix { $0 != ":" }.lowercased()
        return ["file", "blob", "cid", "about", "webkit-fake-url", "x-apple-ql-id"].contains(scheme) && contains(":")
    }
}
