import Wire

/// What HTML became, and what a report says of it.
struct ConvertedHTML {
    /// In Markdown.
    var text = ""
    /// The names of elements that stayed as HTML.
    var kept: Set<String> = []
    /// The names of elements with a meaning of which only the text stayed.
    var plain: Set<String> = []
    /// The pictures that the HTML itself contained. The text refers to them by their names.
    var pictures: [EmbeddedPicture] = []
    var notes: [ImportNoteBody] = []

    mutating func note(_ what: String, _ words: String) { notes.append(ImportNoteBody(what: what, words: words)) }

    /// Takes up what a part of the HTML became, apart from its text.
    mutating func add(_ part: ConvertedHTML) {
        kept.formUnion(part.kept)
        plain.formUnion(part.plain)
        pictures += part.pictures
        notes += part.notes
    }
}
