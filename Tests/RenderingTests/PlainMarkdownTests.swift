import Testing

@testable import Rendering

@Suite("Markdown for services of another dialect")
struct PlainMarkdownTests {
    private func plain(
        _ text: String, _ policy: RawHTMLPolicy = .filter, words: (String, String) -> String? = { _, _ in nil }
    ) throws -> PlainMarkdown {
        try PlainMarkdown(of: text, policy, inPlaceOfPictures: words)
    }

    @Test(
        "what pages do not show is not in the source, either",
        arguments: [
            "Before <!-- a secret --> after.", "<!-- a secret -->\n\nBefore", "Before\n\n[//]: # (a secret)",
            "Before\n\n[unused]: https://secret.example (a secret)", "<script>secret()</script>\n\nBefore",
            "Before <span data-x=\"secret\">x</span>", "Before\n\n[^unused]: a secret",
            "Before\n\n```python for=secret\nx\n```",
        ])
    func hidden(text: String) throws {
        for policy in [RawHTMLPolicy.filter, .omit] {
            let found = try plain(text, policy).text
            #expect(!found.contains("secret") && found.contains("Before"), "\(found)")
        }
    }

    @Test(
        "a text means the same after it",
        arguments: [
            "# A heading\n\nSome *words*, **strong** ones, `co#de` and ~~gone~~ ones!",
            "- one\n- two\n  - inner\n\nThen\n\n1. first\n2. second", "> A quote\n>\n> of two.",
            "```swift\nlet a = \"#x!\"\n```",
            "| a | b |\n|---|--:|\n| 1 | 2 |", "A line  \nbroken, and\none not.",
            "a#b #tag C# 5*5*5 snake_case [x] <3 !",
            "![A cat](https://example.org/cat.jpg) and [a link](https://example.org \"title\")!",
            "- [x] done\n- [ ] open",
            "Hello!\n\n![x](https://example.org/a.png)", "Wow![^no] \\# no heading\n\\- no list", "1986\\. A year",
        ])
    func same(text: String) throws {
        let again = try plain(text).text
        #expect(
            try DocumentTree(again, smartPunctuation: false).text == DocumentTree(text, smartPunctuation: false).text)
        #expect(try render(again, .plain).html == render(text, .plain).html)
    }

    @Test("hashtags and exclamation marks have no backslash, except where they would mean something else")
    func marks() throws {
        #expect(try plain("Hi! #swift and #другое!").text == "Hi! #swift and #другое!\n")
        #expect(try plain("\\# not a heading").text == "\\# not a heading\n")
        #expect(try render(try plain("Wow\\![x](https://example.org)").text, .plain).html.contains("<a href"))
        // A mark stays under a sign that combines with it.
        #expect(try plain("Hi! Hello!\u{301} wow!\u{FE0F} ok").text == "Hi! Hello!\u{301} wow!\u{FE0F} ok\n")
        #expect(try plain("Hi!\n\n    \u{F8F1} #").text.contains("\u{F8F1}"))
        // A text that has the characters already keeps them.
        #expect(try plain("\u{F8F0} #a").text.contains("\u{F8F0}"))
    }

    @Test("footnotes stand after the text with their numbers")
    func footnotes() throws {
        let found = try plain("One[^a] and two[^b].\n\n[^b]: Second *note*.\n\n[^a]: First.\n\n    More of it.")
        #expect(found.hasFootnotes)
        let html = try render(found.text, .plain).html
        #expect(
            html.hasPrefix("<p>One[1] and two[2].</p>\n<hr />\n<p>[1] First.</p>\n<p>More of it.</p>\n<p>[2] Second"))
    }

    @Test("what would take minutes to write is refused in a moment")
    func work() throws {
        let count = 2000
        let emphasis = String(repeating: "*a **b ", count: count) + "x" + String(repeating: " c** d*", count: count)
        for text in [emphasis, String(repeating: "1. a\n", count: 30_000)] {
            #expect(throws: RenderError.self) { try plain(text) }
        }
        #expect(throws: Never.self) { try plain(String(repeating: "1. a\n", count: 3000)) }
    }

    @Test("what only looks like HTML stays text, and text as written keeps its lines")
    func odd() throws {
        let box = try plain("<x-box>\n# no heading *stars* &amp; [t](/evil)\n</x-box>").text
        #expect(try render(box, .plain).html == "<p># no heading *stars* &amp; [t](/evil)</p>\n")
        let main = try plain("<main>\nRead <a href=\"https://example.org\">the rest</a>.\n</main>").text
        #expect(main.contains("<div>") && main.contains("https://example.org"))
        #expect(try !plain("a\tb").text.contains("&#9;"))
        let tasks = try plain("3. [ ] a\n4. [x] b").text
        #expect(try render(tasks, .plain).html == "<ol start=\"3\">\n<li>[ ] a</li>\n<li>[x] b</li>\n</ol>\n")
        let deep = String(repeating: "> ", count: 300) + "deep\nand *more*"
        #expect(try !plain(deep).text.contains("&#10;"))
    }

    @Test("a picture's words break nothing around them")
    func adjacent() throws {
        let text = "![ The harbour ](media:1)\n\n![one](media:1)![two](media:2) *em*![three](media:3)"
        let found = try plain(text) { _, alt in alt }
        #expect(try render(found.text, .plain).html == "<p>(The harbour)</p>\n<p>(one)(two) <em>em</em>(three)</p>\n")
    }

    @Test("a picture gives way to its words")
    func pictures() throws {
        let text = "![a *red* boat](media:1) ![](media:2) ![kept](https://example.org/a.png)"
        let found = try plain(text) { address, alt in address.hasPrefix("media:") ? alt : nil }
        #expect(
            try render(found.text, .plain).html.contains("(a red boat)  <img src=\"https://example.org/a.png\""))
        #expect(!found.text.contains("media:"))
    }
}

extension DocumentTree {
    /// All texts, without their lines.
    fileprivate var text: String { blocks.map(\.shape).joined(separator: "|") }
}

extension Node {
    fileprivate var shape: String { "\(kind)(\(children.map(\.shape).joined(separator: ",")))" }
}
