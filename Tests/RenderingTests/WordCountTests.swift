import Foundation
import Rendering
import Testing

/// The rows that the page holds, too (`ComposerTests/word-count.test.mjs`).
@Suite struct WordCountTests {
    /// The texts of a group, with the last number of each row.
    private func rows(_ group: String) throws -> [(text: String, words: Int)] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Vectors/words.json")
        let groups = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        return try #require(groups?[group] as? [[Any]]).map { row in
            (try #require(row.first as? String), try #require(row.last as? Int))
        }
    }

    @Test(
        "words of prose are counted by the rows, and those of scripts without spaces estimated",
        arguments: ["prose", "unspaced"])
    func prose(group: String) throws {
        for (text, words) in try rows(group) { #expect(wordCount(of: text) == words, "\(text)") }
    }

    @Test("a page has as many words as the text of which it is made")
    func markdown() throws {
        for (text, words) in try rows("markdown") {
            let html = try render(text).html
            #expect(wordCount(ofHTML: html) == words, "\(text)\n\(html)")
        }
    }

    @Test("hostile repetition takes time in proportion to its length")
    func linear() {
        for part in ["a", "a.", "a:", "a@", "www.", "1,", "h://", "漢", "\u{E48}", "a\u{301}", "'"] {
            let text = String(repeating: part, count: 200_000)
            #expect(wordCount(of: text) <= text.unicodeScalars.count)
            _ = wordCount(ofHTML: String(repeating: "<" + part, count: 20_000))
        }
    }
}
