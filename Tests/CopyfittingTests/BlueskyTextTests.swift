import Rendering
import TestSupport
import Testing

@testable import Copyfitting

@Suite("A text as Bluesky shows it")
struct BlueskyTextTests {
    private func shown(_ markdown: String) throws -> BlueskyText {
        BlueskyText(PlainText(try DocumentTree(markdown), isMarked: true).text)
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

    @Test(
        "a tag has at most 64 characters and 640 bytes, as Bluesky counts them",
        arguments: [("🦋", 64), ("e\u{301}", 64), ("日", 64), ("e\u{301}\u{301}\u{301}\u{301}\u{301}", 58), ("a", 64)])
    func longTags(character: String, most: Int) {
        let tag = String(repeating: character, count: most)
        #expect(BlueskyFacet.detected(in: "#\(tag)!").map(\.feature) == [.tag(tag)])
        #expect(BlueskyFacet.detected(in: "#\(tag)\(character)").isEmpty)
    }

    /// bluesky-social/atproto, packages/api/tests/rich-text-detection.test.ts, “correctly detects cashtags inline”.
    @Test(
        "a ticker symbol after “$” is a tag in capitals",
        arguments: [
            ("$AAPL", ["$AAPL = $AAPL"]), ("$aapl", ["$aapl = $AAPL"]), ("$a", ["$a = $A"]),
            ("$BTC $ETH", ["$BTC = $BTC", "$ETH = $ETH"]), ("check $LEGO now", ["$LEGO = $LEGO"]),
            ("($GOOG)", ["$GOOG = $GOOG"]), ("$AAPL, $MSFT!", ["$AAPL = $AAPL", "$MSFT = $MSFT"]),
            ("é\n$AAPL’s “$X”", ["$AAPL = $AAPL"]), ("$ABC12", ["$ABC12 = $ABC12"]), ("$GOOGL", ["$GOOGL = $GOOGL"]),
            ("foo($A)", ["$A = $A"]), ("#a $B", ["#a = a", "$B = $B"]), ("$100", []), ("$TOOLONG", []),
            ("no$SPACE", []), ("$", []), ("$ AAPL", []), ("$123ABC", []), ("$ABC123", []), ("$é", []), ("$A-B", []),
            ("#a($B)", ["#a($B = a($B"]),
        ])
    func tickers(text: String, tags: [String]) throws {
        let found = BlueskyText(text)
        let bytes = Array(found.text.utf8)
        let shown = found.facets.map { facet in
            let words = String(decoding: bytes[facet.bytes], as: UTF8.self)
            return if case .tag(let tag) = facet.feature { "\(words) = \(tag)" } else { words }
        }
        #expect(found.text == text && shown == tags)
    }

    @Test("a ticker symbol inside an address belongs to the address")
    func tickerInAddress() {
        let features = BlueskyFacet.detected(in: "https://a.example/($AAPL)").map(\.feature)
        #expect(features == [.link("https://a.example/($AAPL)")])
    }

    @Test(
        "an address without a host is plain text, because servers refuse a record with a link to it",
        arguments: [
            "Write https://, never http://.", "(https://)", "https://.", "file https:///etc/hosts", "http:///a",
        ])
    func hostless(text: String) throws {
        #expect(BlueskyFacet.detected(in: text).isEmpty)
        #expect(BlueskyText(text).text == text)
    }

    @Test("a link to an address without a host shows it, and one with an invisible character stays a link")
    func strangeLinks() throws {
        let text = try shown("[a](https://) [b](https:///c) [d](<https://e.example/\u{FEFF}f>)")
        #expect(text.text == "a (https://) b (https:///c) d")
        #expect(links(text) == ["d = link(\"https://e.example/%20f\")"])
    }

    @Test("names below a recent top-level domain are addresses and handles")
    func recentDomains() {
        let features = BlueskyFacet.detected(in: "@ada.music (play.kids/x) e.g. a.jpg").map(\.feature)
        #expect(features == [.mention("ada.music"), .link("https://play.kids/x")])
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
        let work = hashings(of: Array(text.utf8), within: 10_000) { facets = BlueskyFacet.detected(in: text) }
        #expect(facets.count == 50_000 && facets.last?.bytes.upperBound == text.utf8.count)
        #expect(work <= 10_000)
    }

    @Test("marks that an author types are not marks", arguments: ["", "`", "```\n"])
    func typed(fence: String) throws {
        let text = "a\u{F0001}b\u{F0002}c\u{F0003}d\u{F0004}e\u{F0005}f"
        #expect(try shown(fence + text + String(fence.reversed())).text == "abcdef")
    }

    @Test(
        "code has no facets, and what stands next to it keeps its own",
        arguments: [
            ("Not `@ada.example.com`, `#pragma` or `https://a.example/b`.", [String]()),
            ("(`@ada.example.com`) @`ada.example.com` `ada`@ada.example.com", []),
            ("`a #b @c.example.com` #tag", ["#tag = tag(\"tag\")"]), ("`$HOME` and (`$PATH`)", []),
            ("`f`(https://a.example/) `#x`", ["a.example = link(\"https://a.example/\")"]),
            ("[see `#x`](https://a.example/) #y", ["see #x = link(\"https://a.example/\")", "#y = tag(\"y\")"]),
            ("```\n@ada.example.com\n\n#include <x>\thttps://a.example/\n```\n\n#tag", ["#tag = tag(\"tag\")"]),
            ("    # comment\n    @ada.example.com＃x", []),
            ("| `@ada.example.com` | #a |\n|-|-|\n| `#b` | c |", ["#a = tag(\"a\")"]),
        ])
    func code(markdown: String, facets: [String]) throws {
        let text = try shown(markdown)
        #expect(links(text) == facets)
        #expect(!text.text.unicodeScalars.contains { $0.value >= 0xF0000 })
        // The same words as without marks.
        if !markdown.contains("](") {
            let plain = PlainText(try DocumentTree(markdown)).text
            #expect(
                text.text.replacing("https://", with: "")
                    == plain.replacing("https://", with: "").replacing("/)", with: ")"))
        }
    }

    @Test("code that was cut within a word has no facets, and what follows has")
    func cutCode() throws {
        let marked = PlainText(try DocumentTree("`@ada.example.com/#x`"), isMarked: true).text
        let scalars = marked.unicodeScalars
        for count in 0...scalars.count {
            let head = BlueskyText(String(String.UnicodeScalarView(scalars.prefix(count))) + "…\n\n#tag")
            #expect(links(head) == ["#tag = tag(\"tag\")"])
            let tail = BlueskyText("#tag " + String(String.UnicodeScalarView(scalars.suffix(count))))
            #expect(links(tail) == ["#tag = tag(\"tag\")"])
            for text in [head, tail] { #expect(!text.text.unicodeScalars.contains { $0.value >= 0xF0000 }) }
        }
    }

    @Test("code in an excerpt and in the parts of a thread has no facets")
    func longCode() throws {
        let tree = try DocumentTree(String(repeating: "Some words and `@ada.example.com` in code. ", count: 40))
        let excerpt = BlueskyText(Excerpt(tree, isMarked: true).text)
        #expect(excerpt.text.hasPrefix("Some words and @ada.example.com in code.") && excerpt.facets.isEmpty)
        #expect((250...300).contains(excerpt.count))
        let plain = PlainText(tree, isMarked: true)
        let parts = ThreadSplit(plain.text, whole: plain.whole, rule: .bluesky, avoidsPairs: true).parts
        #expect(parts.count > 4)
        #expect(parts.allSatisfy { BlueskyText($0).facets.isEmpty && CountingRule.bluesky.fits($0) })
        let torn = try DocumentTree("`" + String(repeating: "@ada.example.com ", count: 60) + "`")
        let code = PlainText(torn, isMarked: true)
        let pieces = ThreadSplit(code.text, whole: code.whole, rule: .bluesky, avoidsPairs: true).parts
        #expect(pieces.count > 3)
        #expect(pieces.allSatisfy { BlueskyText($0).facets.isEmpty && CountingRule.bluesky.fits($0) })
    }

    @Test("mentions in code are found where they are sent, each once")
    func mentionsInCode() throws {
        let tree = try DocumentTree(
            "@bob `@ada` `git@a.example` `@ada@b.example`\n\n> - `@ada`\n\n    @Override x\n\n@eve")
        let text = PlainText(tree).text
        #expect(tree.mentionsInCode(sentIn: [text]) == ["@ada", "@ada@b.example", "@Override"])
        #expect(tree.mentionsInCode(sentIn: ["@ada", "@bob @Override"]) == ["@ada", "@Override"])
        #expect(tree.mentionsInCode(sentIn: []) == [])
        #expect(try DocumentTree("@ada").mentionsInCode(sentIn: ["@ada"]) == [])
    }
}
