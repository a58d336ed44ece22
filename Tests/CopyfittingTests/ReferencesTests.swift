import Testing

@testable import Copyfitting

@Suite("Parts of a word that stay whole")
struct ReferencesTests {
    @Test(
        "addresses, mentions and tags are found, whatever the form of their signs",
        arguments: [
            ("#tag", ["#tag"]), ("＃タグ", ["＃タグ"]), ("＃tag", ["＃tag"]), ("＠ana", ["＠ana"]), ("@ana", ["@ana"]),
            ("(@ana@example.org)", ["@ana@example.org"]), ("ana@example.org,", ["ana@example.org"]),
            ("see:https://example.org/a", ["https://example.org/a"]), ("#a#b", ["#a#b"]), ("“＃tag”", ["＃tag"]),
            ("word", []), ("w:ord", []), ("日本語", []), ("#", []),
        ])
    func found(word: String, parts: [String]) {
        #expect(References.ranges(in: word[...]).map { String(word[$0]) } == parts)
    }
}
