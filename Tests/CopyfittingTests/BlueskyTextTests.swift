import Rendering
import Testing

@testable import Copyfitting

@Suite("A text as Bluesky shows it")
struct BlueskyTextTests {
    private func shown(_ markdown: String) throws -> BlueskyText {
        BlueskyText(PlainText(try DocumentTree(markdown), marksLinks: true).text)
    }

    private func links(_ text: BlueskyText) -> [String] {
        let bytes = Array(text.text.utf8)
        return text.facets.map { facet in
            "\(String(decoding: bytes[facet.bytes], as: UTF8.self)) = \(facet.feature)"
        }
    }

    @Test("words of a link stay, and the link has its whole address, parentheses included")
    func words() throws {
        let text = try shown(
            "Read *é* [my **essay**](https://en.wikipedia.org/wiki/Sea_(water)), and https://example.org/.")
        #expect(text.text == "Read é my essay, and example.org.")
        #expect(
            links(text) == [
                "my essay = link(\"https://en.wikipedia.org/wiki/Sea_(water)\")",
                "example.org = link(\"https://example.org/\")",
            ])
        #expect(text.count == text.text.count)
    }

    @Test(
        "an address ends with a parenthesis only if it contains the opening one",
        arguments: [
            ("(https://a.example/b_(c))", "https://a.example/b_(c)"),
            ("(https://a.example/b_(c)).", "https://a.example/b_(c)"),
            ("https://a.example/b_(c).", "https://a.example/b_(c)"), ("(https://a.example/b)", "https://a.example/b"),
            ("((https://a.example/b))", "https://a.example/b"),
            ("(a.example.com/b_(c_(d)))", "a.example.com/b_(c_(d))"),
            ("https://a.example/(b", "https://a.example/(b"), ("https://a.example/b)c", "https://a.example/b)c"),
        ])
    func parentheses(text: String, address: String) {
        let links = BlueskyFacet.detected(in: "See \(text) now").map { facet in
            String(decoding: Array("See \(text) now".utf8)[facet.bytes], as: UTF8.self)
        }
        #expect(links == [address])
        let shown = BlueskyText("See \(text) now")
        guard case .link(let whole)? = shown.facets.first?.feature else {
            Issue.record("There is no link.")
            return
        }
        #expect(whole.hasSuffix(address))
        let ends = { (text: String) in text.count { $0 == ")" } - text.count { $0 == "(" } }
        #expect(ends(shown.text) == ends(text))
    }

    @Test("a link without words, to a mail or to nowhere is as in every plain text")
    func plain() throws {
        #expect(try shown("[](https://example.org/)").text == "example.org")
        #expect(try shown("[me](mailto:ada@example.org)").text == "me (ada@example.org)")
        #expect(try shown("[here](/about)").text == "here")
    }

    @Test("a link that was cut keeps its words and the ellipsis")
    func cut() {
        let marked = "See \u{F0001}my essay\u{F0002}https://example.org/\u{F0003}."
        for count in 0...marked.unicodeScalars.count {
            let text = BlueskyText(String(String.UnicodeScalarView(marked.unicodeScalars.prefix(count))) + "…")
            #expect(text.text.hasSuffix("…"))
            #expect(!text.text.unicodeScalars.contains { $0.value >= 0xF0000 })
        }
    }

    @Test("a word of many mentions takes linear time", arguments: ["(@a.com", "(@é.com(@a.com"])
    func manyMentions(unit: String) {
        let text = String(repeating: unit, count: 50_000)
        var facets: [BlueskyFacet] = []
        let spent = ContinuousClock().measure { facets = BlueskyFacet.detected(in: text) }
        #expect(facets.count == 50_000 && facets.last?.bytes.upperBound == text.utf8.count)
        #expect(spent < .seconds(30))
    }

    @Test("marks that an author types are not marks")
    func typed() throws {
        #expect(try shown("a\u{F0001}b\u{F0002}c\u{F0003}d").text == "abcd")
    }
}
