import Testing

@testable import Rendering

@Suite struct RenderingTests {
    @Test("a text over the limit is refused with both numbers; one at the limit is not")
    func cap() throws {
        let most = String(repeating: "a", count: bodyBytesMax)
        #expect(try render(most).html.utf8.count == bodyBytesMax + 8)
        #expect(throws: RenderError.tooLong(bytes: 2_000_001)) { try render(most + "a") }
        #expect(throws: RenderError.tooLong(bytes: 2_000_001)) { try DocumentTree(most + "a") }
        let message = RenderError.tooLong(bytes: 2_000_001).description
        #expect(message.contains("2000001") && message.contains("2000000"))
    }

    @Test("the limit counts bytes, not characters")
    func capInBytes() {
        #expect(throws: RenderError.tooLong(bytes: 2_000_001)) { try render(String(repeating: "日", count: 666_667)) }
    }

    @Test(
        "blank text renders as nothing", arguments: ["", " ", "\n", "\n\n\n", "\t\n", "\r\n", "\r", "\u{FEFF}"])
    func empty(text: String) throws {
        #expect(try render(text) == RenderedDocument(html: "", outline: [], diagnostics: [], omitted: []))
        #expect(try DocumentTree(text).blocks == [])
    }

    @Test("line ends of all three kinds are equivalent", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let lines = ["# A", "", "b", "c", "", "|d|", "|-|", "|e|", "", "- [x] f", "", "```g", "h", "```"]
        let rendered = try render(lines.joined(separator: end), RenderOptions(sourcePositions: true))
        let expected = try render(lines.joined(separator: "\n"), RenderOptions(sourcePositions: true))
        #expect(rendered.html.replacing("\r", with: "") == expected.html)
        #expect(rendered.outline == expected.outline)
    }

    @Test("NUL becomes the replacement character")
    func nul() throws {
        #expect(try render("a\0b `c\0`").html == "<p>a\u{FFFD}b <code>c\u{FFFD}</code></p>\n")
        #expect(try render("\0").html == "<p>\u{FFFD}</p>\n")
        #expect(try DocumentTree("a\0b").blocks.first?.children.first?.kind == .text("a\u{FFFD}b"))
    }

    @Test(
        "unusual characters are preserved",
        arguments: [
            "\u{FFFD}", "\u{10FFFF}", "\u{202E}abc", "e\u{301}", "\u{200D}", "👩‍👩‍👧‍👦🇵🇹", "\u{2028}", "\u{E000}",
        ])
    func oddUnicode(text: String) throws {
        #expect(try render("x\(text)x").html == "<p>x\(text)x</p>\n")
        #expect(try DocumentTree("x\(text)x").blocks.first?.children.first?.kind == .text("x\(text)x"))
    }

    @Test("numeric references to invalid characters are replaced")
    func invalidReferences() throws {
        #expect(try render("&#xD800; &#xDFFF; &#0; &#x110000;").html == "<p>\u{FFFD} \u{FFFD} \u{FFFD} \u{FFFD}</p>\n")
    }

    @Test("bytes that are not UTF-8 arrive as replacement characters")
    func invalidBytes() throws {
        let text = String(decoding: [0x61, 0xFF, 0xED, 0xA0, 0x80, 0x62], as: UTF8.self)
        #expect(try render(text).html == "<p>\(text)</p>\n")
    }

    @Test("source positions are included on request, even on headings with anchors")
    func sourcePositions() throws {
        let html = try render("# A\n\nb\nc\n\n- d\n", RenderOptions(sourcePositions: true)).html
        #expect(
            html == """
                <h1 data-sourcepos="1:1-1:3" id="a">A</h1>
                <p data-sourcepos="3:1-4:1">b
                c</p>
                <ul data-sourcepos="6:1-6:3">
                <li data-sourcepos="6:1-6:3">d</li>
                </ul>

                """)
        #expect(!(try render("# A").html.contains("data-sourcepos")))
    }

    @Test("tasks are disabled check boxes")
    func tasks() throws {
        #expect(
            try render("- [ ] a\n- [x] b\n- c\n").html == """
                <ul>
                <li><input type="checkbox" disabled="" /> a</li>
                <li><input type="checkbox" checked="" disabled="" /> b</li>
                <li>c</li>
                </ul>

                """)
    }

    @Test("smart punctuation is on by default and can be turned off")
    func smart() throws {
        #expect(try render("\"It's\" -- a --- b...").html == "<p>“It’s” – a — b…</p>\n")
        #expect(
            try render("\"It's\" -- a", RenderOptions(smartPunctuation: false)).html == "<p>&quot;It's&quot; -- a</p>\n"
        )
    }

    @Test("concurrent rendering gives the same results")
    func concurrency() async throws {
        let texts = (0..<64).map { number in
            number % 2 == 0
                ? String(repeating: "~~a\(number)~~ www.b\(number).example *c* \"d\"\n\n", count: 50)
                : String(repeating: "\"", count: 30_000)  // a text that triggers the guard
        }
        let expected = try texts.map { try render($0).html }
        let found = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for round in 0..<4 {
                for (index, text) in texts.enumerated() {
                    group.addTask { (index, try render(text, RenderOptions(sourcePositions: round < 0)).html) }
                }
            }
            return try await group.reduce(into: [(Int, String)]()) { $0.append($1) }
        }
        #expect(found.count == 256)
        #expect(found.allSatisfy { $0.1 == expected[$0.0] })
    }
}
