import Posts
import Testing

@Suite("Texts in the forms that addresses and HTML need")
struct TextFormTests {
    @Test(
        "what is percent-encoded comes back, and keeps what it may",
        arguments: ["", "a-Z_0.~x", "été 日本", "%41&=/?", "👩‍🚀\n"])
    func percent(text: String) {
        let encoded = text.percentEncoded()
        #expect(encoded.percentDecoded == text)
        #expect(encoded.utf8.allSatisfy { $0 < 0x7F && $0 > 0x20 })
        #expect(text.percentEncoded(keeping: "/?").percentDecoded == text)
    }

    @Test(
        "what is no percent-encoded text is told from one, and left as it is",
        arguments: ["%", "%4", "%zz", "100%", "%FF"])
    func broken(text: String) {
        #expect(text.percentDecoded == nil)
        #expect(text.percentRead == text)
    }

    @Test("white space of any kind goes at both ends only")
    func trimming() {
        #expect(" \t\r\n\u{A0}a b\u{2003}\n".trimmed == "a b")
        #expect("\u{3000}\n ".trimmed == "")
        #expect("ab c".dropLast(2).trimmed == "ab")
    }

    @Test(
        "references become characters, and what is none stays",
        arguments: [
            ("a &amp; b &#8217;&#x2019;&#X41;", "a & b ’’A"), ("&unknown; &", "&unknown; &"),
            ("&#0;&#xD800;", "&#0;&#xD800;"),
            ("&#99999999999;&lt&amp;lt;", "&#99999999999;&lt&lt;"), ("&nbsp;", "\u{A0}"),
        ])
    func references(written: String, read: String) {
        #expect(written.referencesResolved == read)
    }

    @Test("escaped text comes back through its references", arguments: ["<a href='x'>\"&amp;\"</a>", "plain"])
    func escaping(text: String) {
        #expect(text.htmlEscaped.referencesResolved == text)
        #expect(!text.htmlEscaped.contains { "<>\"'".contains($0) })
    }
}
