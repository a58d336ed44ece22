package import Wire

/// A post read from a format, with notes about parts that could not be converted.
package struct ReadPost {
    package var item: ImportItemBody
    package var notes: [ImportNoteBody] = []

    mutating func note(_ what: String, _ words: String) {
        notes.append(ImportNoteBody(what: what, words: words))
    }

    /// Adds a note for each element that stayed as HTML, and for each of which only the text stayed.
    mutating func note(kept elements: Set<String>, plain: Set<String>) {
        for name in elements.sorted() {
            guard name != "script" else {
                note("<script>", "Its <script> was left out. Nothing in a post can run.")
                continue
            }
            note("<\(name)>", "Markdown has no <\(name)>. It stays as HTML, which pages show if `raw_html` allows it.")
        }
        for name in plain.sorted() {
            note("<\(name)>", "Markdown has no <\(name)>. Only its text stays.")
        }
    }

    /// Adds a note for each file that belongs to the post but that its text does not show.
    mutating func note(attached addresses: [String]) {
        for address in addresses {
            note("an attachment", "It has a file, \(address), which stays where it is.")
        }
    }
}

/// What one item of an export is.
package enum ItemReading {
    case post(ReadPost)
    /// Not a post; the reason, in words.
    case leftOut(String)
    /// A file that posts show, with its address.
    case attachment(String)
}
