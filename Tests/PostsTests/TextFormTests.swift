import Posts
import Testing

@Suite("Texts in the forms that addresses and HTML need")
struct TextFormTests {
    @Test(
        "percent-encoding is reversible, and keeps the unreserved characters",
        arguments: ["", "a-Z_0.~x", "été 日本", "%41&=/?", "👩‍🚀\n"])
    func percent(text: String) {
        let encoded = text.percentEncoded()
        #expect(encoded.percentDecoded == text)
        #expect(encoded.utf8.allSatisfy { $0 < 0x7F && $0 > 0x20 })
        #expect(text.percentEncoded(keeping: "/?").percentDecoded == text)
    }

    @Test(
        "text that is not percent-encoded is recognised, and left unchanged",
        arguments: ["%", "%4", "%zz", "100%", "%FF"])
    func broken(text: String) {
        #expect(text.percentDecoded == nil)
        #expect(text.percentRead == text)
    }

    @Test("a number has its noun in the singular or the plural")
    func numbers() {
        #expect([0, 1, 2].map { counted($0, "post") } == ["0 posts", "1 post", "2 posts"])
        #expect([1, 2].map { counted($0, "delivery", "deliveries") } == ["1 delivery", "2 deliveries"])
    }

    @Test("the folder of a path is all before its last slash")
    func folders() {
        let paths = ["/var/lib/galley.db", "/galley.db", "galley.db", "a/b/", "/a/\u{301}b"]
        #expect(paths.map(\.parentFolder) == ["/var/lib", "/", ".", "a/b", "/a"])
    }

    @Test("white space of any kind is removed at both ends only")
    func trimming() {
        #expect(" \t\r\n\u{A0}a b\u{2003}\n".trimmed == "a b")
        #expect("\u{3000}\n ".trimmed == "")
        #expect("ab c".dropLast(2).trimmed == "ab")
    }

    @Test(
        "references become characters, and invalid ones stay",
        arguments: [
            ("a &amp; b &#8217;&#x2019;&#X41;", "a & b ’’A"), ("&unknown; &", "&unknown; &"),
            ("&#0;&#xD800;", "&#0;&#xD800;"),
            ("&#99999999999;&lt&amp;lt;", "&#99999999999;&lt&lt;"), ("&nbsp;", "\u{A0}"),
            ("&rarr;&hellip;&eacute;&yuml;&thetasym;&zwj;&lang;", "→…éÿϑ\u{200D}⟨"),
            ("&hearts;\u{FE0F} &amp;\u{301} &#146;&#x96;&#129;", "♥\u{FE0F} &\u{301} ’–\u{81}"),
            ("&lbrace;&bsol;&NewLine;&quot;&check;&Rarr;", "{\\\n\"✓&Rarr;"),
        ])
    func references(written: String, read: String) {
        #expect(written.referencesResolved == read)
    }

    @Test("escaping is reversible", arguments: ["<a href='x'>\"&amp;\"</a>", "plain"])
    func escaping(text: String) {
        #expect(text.htmlEscaped.referencesResolved == text)
        #expect(!text.htmlEscaped.contains { "<>\"'".contains($0) })
    }
}
