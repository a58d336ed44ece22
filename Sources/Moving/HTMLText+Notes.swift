import Posts

/// What is known of the footnotes of an HTML, which word processors and blogs write as links that lead to and fro.
struct HTMLNotes {
    /// The labels of the notes that the HTML contains; nil until one is asked for.
    var contained: Set<String>?
    /// The labels to which the text referred so far.
    var referred: Set<String> = []
    /// The labels whose notes began.
    var begun: Set<String> = []
    /// The note that is being written.
    var open: Open?

    struct Open {
        /// The piece that ends it; nil for the end of its paragraph.
        let end: Int?
        let prefixes: [String]
        let lists: [HTMLText.List]
    }
}

/// The name of a footnote, or of the place that refers to it.
///
/// | program | note | place |
/// |---|---|---|
/// | Word | `_ftn1`, `_edn1` | `_ftnref1`, `_ednref1` |
/// | LibreOffice | `sdfootnote1sym`, `sdendnote1sym` | `sdfootnote1anc`, `sdendnote1anc` |
/// | Google Docs | `ftnt1` | `ftnt_ref1` |
/// | Pandoc, kramdown, Hugo, GitHub | `fn1`, `fn:1`, `user-content-fn-1` | `fnref1`, `fnref:1`, `user-content-fnref-1` |
/// | Substack | `footnote-1` | `footnote-anchor-1` |
struct NoteName: Equatable {
    /// The label in Markdown: `1`, or `e1` for an endnote.
    let label: String
    /// Whether it names the place.
    let isPlace: Bool

    private static let kinds = ["sdfootnote", "sdendnote", "footnote", "endnote", "ftnt", "ftn", "edn", "fn"]
    private static let places = ["ref", "anchor", "anc", "back", "return"]
    private static let labelMax = 20

    init?(_ name: String) {
        guard name.utf8.count <= 60 else { return nil }
        var rest = name.lowercased().replacing("%3a", with: ":")[...]
        let isUsers = rest.hasPrefix("user-content-")
        if isUsers { rest = rest.dropFirst("user-content-".count) }
        rest = rest.drop { $0 == "_" }
        guard let kind = NoteName.kinds.first(where: rest.hasPrefix) else { return nil }
        rest = rest.dropFirst(kind.count)
        var isPlace = false
        let isNamed = isUsers || rest.contains(":")
        rest = rest.drop { "-_:.".contains($0) }
        if let place = NoteName.places.first(where: rest.hasPrefix) {
            isPlace = true
            rest = rest.dropFirst(place.count).drop { "-_:.".contains($0) }
        }
        for (end, isEndOfPlace) in [("sym", false), ("anc", true)] where kind.hasPrefix("sd") && rest.hasSuffix(end) {
            rest = rest.dropLast(end.count)
            isPlace = isPlace || isEndOfPlace
        }
        // A second place that refers to the same note.
        let label = rest.prefix { $0 != ":" }
        guard let first = label.first, first.isASCII, first.isNumber || isNamed && first.isLetter,
            label.count <= NoteName.labelMax,
            label.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        else { return nil }
        self.label = (kind.hasSuffix("endnote") || kind == "edn" ? "e" : "") + label
        self.isPlace = isPlace
    }

    /// The name at the end of an address, and whether that is all of the address.
    static func inAddress(_ address: String) -> (name: NoteName, isWhole: Bool)? {
        guard let sign = address.lastIndex(of: "#") else { return nil }
        let isWhole = !["http:", "https:"].contains { address.lowercased().hasPrefix($0) }
        return NoteName(String(address[sign...].dropFirst())).map { ($0, isWhole) }
    }

    /// The name of an element.
    init?(of tag: HTMLTag) {
        guard let name = (tag.attributes["id"] ?? tag.attributes["name"]).flatMap(NoteName.init) else { return nil }
        self = name
    }
}

extension HTMLText {
    private static let noteElements: Set<String> = ["div", "li", "p", "aside", "dd"]
    /// The most bytes between the tags of a link that is the sign of a note.
    private static let signMax = 1500

    /// A link to a note, or back from one.
    /// - Returns: false if it is another link.
    mutating func addNoteLink(_ tag: HTMLTag) -> Bool {
        guard let (name, isWhole) = NoteName.inAddress(tag.attributes["href"] ?? ""),
            let end = scanner.end(of: tag), end - tag.start <= HTMLText.signMax
        else { return false }
        let before = scanner
        let sign = (scanner.content(of: tag) ?? "").withoutTags(lineBreak: " ").referencesResolved.trimmed
        if sign.count <= 8, name.isPlace ? addWayBack(name, tag) : refer(to: name.label, isWhole) {
            return true
        }
        scanner = before
        return false
    }

    private mutating func refer(to label: String, _ isWhole: Bool) -> Bool {
        guard isPasted && isWhole || contains(note: label) else { return false }
        notes.referred.insert(label)
        showMarks()
        line += "[^\(label)]"
        return true
    }

    /// At the beginning of a paragraph, it begins its note.
    private mutating func addWayBack(_ name: NoteName, _ tag: HTMLTag) -> Bool {
        if notes.open != nil { return true }
        guard let own = NoteName(of: tag), !own.isPlace, own.label == name.label, line.isEmpty else { return false }
        return beginNote(own.label, end: nil)
    }

    // MARK: - Notes

    /// - Returns: whether the element is a note to which the text referred.
    mutating func openNote(_ tag: HTMLTag) -> Bool {
        guard HTMLText.noteElements.contains(tag.name), tag.end != nil, let name = NoteName(of: tag), !name.isPlace,
            notes.open == nil, notes.referred.contains(name.label)
        else { return false }
        return beginNote(name.label, end: tag.end)
    }

    /// Markdown shows no note without a reference, and none twice: such a one stays a paragraph.
    private mutating func beginNote(_ label: String, end: Int?) -> Bool {
        guard notes.referred.contains(label), notes.begun.insert(label).inserted else { return false }
        endBlock()
        endCode()
        closeWordLists(to: 0)
        if notes.begun.count == 1 { removeRule() }
        notes.open = HTMLNotes.Open(end: end, prefixes: prefixes, lists: lists)
        (prefixes, lists) = (["    "], [])
        (bullet, bulletDepth, isGap, lastDepth) = ("[^\(label)]: ", 0, true, 0)
        return true
    }

    /// Ends the note that is open.
    /// - Parameter piece: the one that was read last; nil at the end of a paragraph.
    mutating func endNote(at piece: Int?) {
        guard let open = notes.open else { return }
        // Tags may overlap.
        guard piece.map({ open.end ?? .max <= $0 }) ?? (open.end == nil) else { return }
        endBlock()
        endCode()
        (prefixes, lists, bullet, notes.open) = (open.prefixes, open.lists, nil, nil)
        (isGap, lastDepth) = (true, 0)
    }

    /// Word processors draw a line before the notes, as a page of Galley does by itself.
    private mutating func removeRule() {
        guard result.text.hasSuffix("\n* * *\n") || result.text == "* * *\n" else { return }
        result.text.removeLast("* * *\n".count)
        if result.text.hasSuffix("\n\n") { result.text.removeLast() }
    }

    mutating func contains(note label: String) -> Bool {
        if notes.contained == nil { notes.contained = scanner.notes(in: HTMLText.noteElements) }
        return notes.contained?.contains(label) == true
    }
}

extension HTMLScanner {
    /// The labels of all notes, also of those that were read already.
    fileprivate func notes(in elements: Set<String>) -> Set<String> {
        var (scanner, labels) = (self, Set<String>())
        scanner.rewind()
        while let token = scanner.next() {
            guard case .open(let tag) = token, tag.end != nil, let name = NoteName(of: tag), !name.isPlace else {
                continue
            }
            let isWayBack = tag.name == "a" && NoteName.inAddress(tag.attributes["href"] ?? "")?.name.isPlace == true
            if isWayBack || elements.contains(tag.name) { labels.insert(name.label) }
        }
        return labels
    }
}
