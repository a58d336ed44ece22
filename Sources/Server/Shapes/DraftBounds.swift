import Posts
import Wire

/// How long the fields of a post may be, beside its text (`bodyBytesMax`), in Unicode scalars.
///
/// Lists hold all of them for each post, so a few requests for lists of posts with huge titles filled the memory.
enum DraftBounds {
    static let title = 1000
    static let summary = 10_000
    static let author = 200
    /// Of one tag; the tag itself sees to it.
    static let tag = Tag.scalarsMax
    static let tags = 200
}

extension Draft {
    /// - Parameter old: what is kept now. What is longer there than it may be can be saved while it does not grow.
    /// - Throws: a `Problem` that names the first field beyond its bound, with the numbers.
    func checkBounds(since old: Draft? = nil) throws {
        try Draft.check(title, since: old?.title, "title", "title", DraftBounds.title)
        try Draft.check(summary, since: old?.summary, "summary", "summary", DraftBounds.summary)
        try Draft.check(author, since: old?.author, "author", "author's name", DraftBounds.author)
        guard tags.count <= max(DraftBounds.tags, old?.tags.count ?? 0) else {
            throw Problem.badField(
                "tags", "The post has \(tags.count) tags. At most \(DraftBounds.tags) are taken; remove some.")
        }
    }

    private static func check(
        _ text: String?, since old: String?, _ field: String, _ name: String, _ max: Int
    ) throws {
        // No scalar takes less than a byte, so nearly every text is measured by its bytes alone.
        guard let text, text.utf8.count > max else { return }
        let count = text.unicodeScalars.count
        guard count > max, count > old?.unicodeScalars.count ?? 0 else { return }
        throw Problem.badField(field, "The \(name) has \(count) characters. At most \(max) are taken; shorten it.")
    }

    /// What an import does with fields that are too long: the rest of a title or summary goes to the beginning of the text, so
    /// that no word is lost; an author's name is cut, and tags beyond the last one that fits are left out.
    /// - Returns: what was done, for the report.
    mutating func fit() -> [ImportNoteBody] {
        var notes: [ImportNoteBody] = []
        if let rest = summary?.takeRest(beyond: DraftBounds.summary) {
            body = rest + "\n\n" + body
            notes.append(.tooLong("the summary", DraftBounds.summary, "The rest now begins the text."))
        }
        if let rest = title?.takeRest(beyond: DraftBounds.title) {
            body = rest + "\n\n" + body
            notes.append(.tooLong("the title", DraftBounds.title, "The rest now begins the text."))
        }
        if author?.takeRest(beyond: DraftBounds.author) != nil {
            notes.append(.tooLong("the author", DraftBounds.author, "The rest was left out."))
        }
        if tags.count > DraftBounds.tags {
            let words = "There are \(tags.count) tags; the limit is \(DraftBounds.tags). The others were left out."
            notes.append(ImportNoteBody(what: "tags", words: words))
            tags = Array(tags.prefix(DraftBounds.tags))
        }
        return notes
    }
}

extension ImportNoteBody {
    fileprivate static func tooLong(_ what: String, _ max: Int, _ then: String) -> ImportNoteBody {
        ImportNoteBody(what: what, words: "It has more than \(max) characters, the limit. \(then)")
    }
}

extension String {
    /// Keeps as many whole characters as have at most `max` scalars.
    /// - Returns: the rest; nil when there is none.
    fileprivate mutating func takeRest(beyond max: Int) -> String? {
        guard utf8.count > max, unicodeScalars.count > max else { return nil }
        var (end, count) = (startIndex, 0)
        while end < endIndex {
            count += self[end].unicodeScalars.count
            guard count <= max else { break }
            end = index(after: end)
        }
        // One “character” may have thousands of marks: then it is cut within.
        if end == startIndex { end = unicodeScalars.index(startIndex, offsetBy: max) }
        let rest = String(self[end...])
        self = String(self[..<end])
        return rest
    }
}
