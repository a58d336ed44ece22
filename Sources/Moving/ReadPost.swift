import Posts
package import Wire

/// A post read from a format, with notes about parts that could not be converted.
package struct ReadPost {
    package var item: ImportItemBody
    package var notes: [ImportNoteBody] = []
    /// The pictures that its text refers to by their names.
    package private(set) var pictures: [EmbeddedPicture] = []

    /// - Parameters:
    ///   - source: identifies the post in every import, and may be of any length.
    ///   - parts: the fields of the format. The post counts as changed when one of them is.
    ///   - path: names the post in the report.
    init(source: String, parts: [String], path: String) {
        item = ImportItemBody(source: source.boundedSource, fingerprint: Fingerprint(parts).text, path: path)
    }

    /// Makes a draft of a post that its source does not show to everyone.
    mutating func keepBack(by marks: [PrivacyMark]) {
        guard !marks.isEmpty else { return }
        item.isPublished = false
        for mark in marks { note(mark.subject, mark.sentence) }
    }

    mutating func note(_ what: String, _ words: String) {
        notes.append(ImportNoteBody(what: what, words: words))
    }

    /// Takes up the pictures of converted HTML, and adds a note for each element that stayed as HTML, and for each of which
    /// only the text stayed.
    mutating func take(_ converted: ConvertedHTML) {
        pictures += converted.pictures
        for name in converted.kept.sorted() {
            guard name != "script" else {
                note("<script>", "Its <script> was left out. Nothing in a post can run.")
                continue
            }
            note("<\(name)>", "Markdown has no <\(name)>. It stays as HTML, which pages show if `raw_html` allows it.")
        }
        for name in converted.plain.sorted() {
            note("<\(name)>", "Markdown has no <\(name)>. Only its text stays.")
        }
        notes += converted.notes
    }

    /// Adds a note if the reader of the format cut a part of the post.
    mutating func note(cut isCut: Bool) {
        if isCut { note("a long text", "A part of it has more than 8 MB. That part was left out.") }
    }

    /// Adds a note if characters of its part of the file were left out or guessed.
    mutating func note(badCharacters count: Int) {
        guard count > 0 else { return }
        note(
            "a bad character",
            "\(counted(count, "character")) in it could not be read, because the file is not XML or not UTF-8 there. "
                + "Control characters were left out; others may be wrong.")
    }

    /// Adds a note for each file that belongs to the post but that its text does not show.
    mutating func note(attached addresses: [String]) {
        for address in addresses {
            note("an attachment", "It has a file, \(address), which stays where it is.")
        }
    }
}

extension [String: String] {
    /// The elements of an item by their names without those of namespaces, as far as privacy needs them.
    var elements: [SourceEntry] {
        sorted { $0.key < $1.key }.map { name, text in
            let local = name.split(separator: ":").last.map(String.init) ?? name
            return SourceEntry(key: local, value: .text(text))
        }
    }
}

extension String {
    /// The source of an item, which has at most 1,000 bytes: the text itself, or a fingerprint of a longer one.
    package var boundedSource: String { utf8.count <= 1000 ? self : "long:" + Fingerprint(utf8).text }
}

/// What one item of an export is.
package enum ItemReading {
    case post(ReadPost)
    /// Not a post; the reason, in words.
    case leftOut(String)
    /// A file that posts show, with its address.
    case attachment(String)
}
