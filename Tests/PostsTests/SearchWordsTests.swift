import Posts
import Testing

/// The page reads the same rows, for searches while the daemon is away.
@Suite struct SearchWordsTests {
    struct Row: Decodable, CustomStringConvertible {
        let text, words: String
        var tag, state, kind: String?
        var notes: [String]?
        var description: String { text }
    }

    static let rows: [Row] = vectorRows("search-words")

    @Test("what a user types is split into words, tag, state and kind", arguments: rows)
    func row(_ row: Row) {
        let found = SearchWords(row.text)
        #expect(found.words == row.words)
        #expect(found.tag?.text == row.tag)
        #expect(found.state?.rawValue == row.state)
        #expect(found.kind?.rawValue == row.kind)
        #expect(found.notes == row.notes ?? [])
    }

    @Test("the rows are read, and a tag that cannot be one is noted")
    func badTag() {
        #expect(Self.rows.count > 15)
        let found = SearchWords("tag:a,b boats")
        #expect(found.tag == nil && found.words == "boats" && found.notes.count == 1)
    }
}
