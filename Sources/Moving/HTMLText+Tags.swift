/// What each tag means.
extension HTMLText {
    mutating func open(_ tag: HTMLTag) {
        language = CodeLanguage.around(tag) ?? language
        if openNote(tag) { return }
        if isPasted, openPasted(tag) { return }
        switch tag.name {
        case "p", "div", "section", "article", "figure", "main", "header", "footer", "aside", "center",
            "address", "dl", "dd", "summary", "form", "fieldset", "legend", "nav", "hgroup":
            endBlock()
        case "figcaption":
            endBlock()
            openMark(.em, tag)
        case "br": breakLine()
        case "hr":
            endBlock()
            write("* * *")
        case "h1", "h2", "h3", "h4", "h5", "h6":
            endBlock()
            line += String(repeating: "#", count: Int(tag.name.dropFirst()) ?? 2) + " "
            isHeading = true
        case "em", "i", "cite", "dfn": openMark(.em, tag)
        case "strong", "b": openMark(.strong, tag)
        case "del", "s", "strike": openMark(.struck, tag)
        case "dt":
            endBlock()
            openMark(.strong, tag)
        case "details":
            endBlock()
            result.plain.insert(tag.name)
        case "table": if !isCell || !isPasted { addTable(tag) }
        // Of a table that is left open.
        case "caption", "colgroup", "thead", "tbody", "tfoot", "tr", "td", "th": endBlock()
        case "code", "tt": addCode(tag)
        case "pre", "listing": addPre(tag)
        case "a": if !addNoteLink(tag) { openLink(tag) }
        case "img": addImage(tag)
        case "blockquote":
            endBlock()
            endCode()
            prefixes.append("> ")
        case "ul", "ol", "menu": openList(tag)
        case "li":
            openItem()
            if tag.attributes["role"] == "checkbox" { addTaskMark(isDone: tag.attributes["aria-checked"] == "true") }
        case "input":
            if tag.attributes["type"]?.lowercased() == "checkbox" {
                addTaskMark(isDone: tag.attributes["checked"] != nil)
            }
        case "span", "font", "html", "body", "picture", "wbr", "noscript", "link", "meta", "source", "col", "head",
            "base", "param", "track":
            break
        case "q": add(words: "“")
        case "small", "big", "time", "data", "bdi", "nobr", "label": break
        case "kbd", "samp", "var", "u", "mark", "ins", "bdo": result.plain.insert(tag.name)
        case "abbr", "acronym": if tag.attributes["title"]?.isEmpty == false { result.plain.insert(tag.name) }
        case "ruby", "rb", "rt", "rtc", "rp": addRuby(tag)
        case "sup", "sub": addRaised(tag)
        case "script": addScript(tag)
        case "iframe": addFrame(tag)
        case "object", "embed": addPlayer(tag)
        case "style", "template": _ = scanner.content(of: tag)
        case _ where isPasted: break
        case let name where HTMLElements.known.contains(name): keep(tag)
        // `<o:p>` of Word means nothing.
        case let name: if !name.contains(":") || !tag.attributes.isEmpty { result.plain.insert(name) }
        }
    }

    mutating func close(_ name: String) {
        defer { if notes.open?.end != nil { endNote(at: scanner.lastPiece) } }
        if isPasted, closePasted(name) { return }
        switch name {
        case "p", "div", "section", "article", "figure", "main", "header", "footer", "aside", "center", "address", "h1",
            "h2", "h3", "h4", "h5", "h6", "dl", "dd", "details", "summary", "form", "fieldset", "legend", "nav",
            "hgroup",
            "table", "tr":
            endBlock()
        case "dt":
            closeMark(.strong)
            endBlock()
        case "figcaption":
            closeMark(.em)
            endBlock()
        case "br": breakLine()
        case "q": add(words: "”")
        case "em", "i", "cite", "dfn": closeMark(.em)
        case "strong", "b": closeMark(.strong)
        case "del", "s", "strike": closeMark(.struck)
        case "a": closeLink()
        case "ruby", "rt": closeReading()
        case "blockquote":
            endBlock()
            endCode()
            if !prefixes.isEmpty { prefixes.removeLast() }
        case "ul", "ol", "menu":
            endItem()
            if !lists.isEmpty { lists.removeLast() }
        case "li": endItem()
        default: break
        }
    }
}
