import Testing

@testable import Posts

@Suite struct TagTests {
    @Test(
        "text that cannot be a tag is refused",
        arguments: [
            ("", TagError.empty), ("  ", .empty), ("#", .empty), (" # ", .empty), ("a,b", .badCharacter("“,”")),
            ("a\nb", .badCharacter("U+000A")), ("a\0", .badCharacter("U+0000")),
            ("a\u{202E}b", .badCharacter("U+202E")),
            ("a\u{2028}b", .badCharacter("U+2028")), ("a\u{200B}", .badCharacter("U+200B")),
        ])
    func refuses(text: String, error: TagError) {
        #expect(throws: error) { try Tag(text) }
    }

    @Test("a tag has a maximum length", arguments: [(64, true), (100, true), (101, false), (100_000, false)])
    func bounds(count: Int, isAccepted: Bool) {
        #expect(((try? Tag(String(repeating: "a", count: count))) != nil) == isAccepted)
        #expect(throws: TagError.self) { try Tag("a" + String(repeating: "\u{316}", count: 200)) }
    }

    @Test(
        "a tag keeps its case and loses surrounding space",
        arguments: [
            (" Swift ", "Swift"), ("#Swift", "Swift"), ("# Swift", "Swift"), ("C#", "C#"), ("C++", "C++"),
            ("two \t words", "two words"), ("e\u{301}te\u{301}", "été"), ("日本", "日本"), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
        ])
    func tidies(text: String, tidied: String) throws {
        let tag = try Tag(text)
        #expect(Array(tag.text.utf8) == Array(tidied.composed.utf8))
        #expect(try Tag(tag.text) == tag)
    }

    @Test("spellings that differ in case share a key; of such a list the first remains")
    func comparesByKey() throws {
        #expect(try Tag("ÉTÉ").key == Tag("e\u{301}te\u{301}").key)
        #expect(try Tag("Swift") != Tag("swift"))
        let tags = try ["Swift", "news", "SWIFT", "swift"].map(Tag.init)
        #expect(Tag.unique(tags).map(\.text) == ["Swift", "news"])
    }
}
