import Posts
import Rendering
import TestSupport
import Testing

@testable import Copyfitting

@Suite struct PlainTextTests {
    private func plain(_ markdown: String) throws -> PlainText {
        PlainText(try DocumentTree(markdown, smartPunctuation: false))
    }

    @Test(
        "every construct has a plain form",
        arguments: [
            ("", ""),
            ("One\ntwo\n\nthree", "One two\n\nthree"),
            ("一行\n二行\nand", "一行二行 and"),
            ("hard  \nbreak and<br>too", "hard\nbreak and\ntoo"),
            ("# Title\n\ntext", "Title\n\ntext"),
            ("*a* **b** ~~c~~ `d*`", "a b c d*"),
            ("- a\n- b\n  - c\n  - d\n\n    more\n- e", "• a\n• b\n  • c\n  • d\n    more\n• e"),
            ("3. a\n4. b", "3. a\n4. b"),
            ("9. a\n10. b\n    - c", "9. a\n10. b\n    • c"),
            ("- [x] done\n- [ ] open", "☑ done\n☐ open"),
            ("- \n- b", "• b"),
            ("> a\n>\n> b\n\nc", "> a\n>\n> b\n\nc"),
            ("> - a\n>   > b", "> • a\n>   > b"),
            ("```swift\nlet a = 1\n\n  let b\n```\nend", "let a = 1\n\n  let b\n\nend"),
            ("> ```\n> a\n>\n> b\n> ```", "> a\n>\n> b"),
            ("a\n\n---\n\nb", "a\n\n* * *\n\nb"),
            ("|a|b|\n|-|-|\n|c|**d**|", "a | b\nc | d"),
            ("a ![alt](x.png) b", "a b"),
            ("![alt](x.png)\n\nb ![c](d)", "b"),
            ("- ![alt](x.png)\n\n  b", "• b"),
            ("x[^a] y[^b]\n\n[^b]: two\n[^a]: one\n\n    more", "x[1] y[2]\n\n[1] one\n    more\n[2] two"),
            ("x <b>y</b> <!-- no --> z", "x y z"),
            ("<div>\nhi\n</div>\n\na", "a"),
        ] as [(String, String)])
    func constructs(markdown: String, text: String) throws {
        #expect(try plain(markdown).text == text)
    }

    @Test(
        "a link keeps its text and its address",
        arguments: [
            ("[Galley](https://galley.example/a)", "Galley (https://galley.example/a)"),
            ("<https://a.com/b>", "https://a.com/b"),
            ("[https://a.com/b](https://a.com/b)", "https://a.com/b"),
            ("[a.com](https://a.com/)", "a.com (https://a.com/)"),
            ("www.a.com", "http://www.a.com"),
            ("<me@a.com>", "me@a.com"),
            ("[write](mailto:me@a.com)", "write (me@a.com)"),
            ("[](https://a.com)", "https://a.com"),
            ("[![alt](x.png)](https://a.com)", "https://a.com"),
            ("[a *b*](https://a.com \"T\")", "a b (https://a.com)"),
            ("[w](https://a.com/x_\\(y\\))", "w (https://a.com/x_(y))"),
            ("[w](<https://a.com/x y(>)", "w (https://a.com/x%20y%28)"),
            ("[w](/about)", "w"),
            ("[w](#top)", "w"),
            ("[w](javascript:alert)", "w"),
        ] as [(String, String)])
    func links(markdown: String, text: String) throws {
        #expect(try plain(markdown).text == text)
    }

    @Test(
        "every loss is reported with its line, once per kind",
        arguments: [
            ("a\n\n![one](1.png) ![](2.png)", Loss(.picture, "2 pictures are not sent: “one”, “2.png”.", line: 3)),
            ("|a|\n|-|\n|b|", Loss(.table, "A table became lines of text.", line: 1)),
            ("<video src=x>\n", Loss(.html, "HTML is not sent: “<video src=x>”.", line: 1)),
            ("a <kbd>b</kbd>", Loss(.html, "HTML is not sent: “<kbd>”.", line: 1)),
            ("\n*a* _b_ **c** *d*", Loss(.emphasis, "Emphasis is not shown: “a”, “b”, “c” and 1 more.", line: 2)),
            ("~~a~~", Loss(.strikethrough, "Struck-out text stands as if it still held: “a”.", line: 1)),
            ("## a\n## b", Loss(.heading, "2 headings became lines of text.", line: 1)),
            ("    a", Loss(.code, "A block of code became lines of text.", line: 1)),
            (
                "[a](/b)",
                Loss(
                    .link, "A link is not sent, because only a whole address leads somewhere from there: “a”.", line: 1)
            ),
            ("[a](https://b.com 'T')", Loss(.linkTitle, "The title of a link is not sent: “T”.", line: 1)),
        ] as [(String, Loss)])
    func losses(markdown: String, loss: Loss) throws {
        #expect(try plain(markdown).losses == [loss])
    }

    @Test("text without markup loses nothing")
    func nothingLost() throws {
        #expect(try plain("a<br class=x>b\n\n<br>\n<br/>\n\nc").losses == [])
        #expect(try plain("a\n\n- b\n- [x] c\n\n> d[^1] `e` https://f.com <!-- g -->\n\n[^1]: h").losses == [])
    }

    @Test("a quote in a message is short and on one line")
    func quotes() throws {
        let long = String(repeating: "word ", count: 50)
        let loss = try #require(try plain("*\(long.trimmed)*").losses.first)
        #expect(loss.message.count < 80)
        #expect(loss.description.hasPrefix("Line 1: "))
    }

    @Test("deep nesting repeats its marks a bounded number of times, and loses no words")
    func deepMarks() throws {
        let text = String(repeating: "100000000. ", count: 45) + String(repeating: "a\\\n", count: 1000)
        let plain = PlainText(try DocumentTree(text)).text
        #expect(plain.split(separator: "\n").count == 1000 && plain.count { $0 == "a" } == 1000)
        #expect(plain.utf8.count < 180_000)
    }

    @Test(
        "100 KB of any text become plain text in linear time",
        arguments: [
            "a", "*a*", "*a\n", "> ", "- ", "🇵🇹*🇵🇹*", "a\n", "![", "[a](b)", "|", "<b>", "\u{301}", "`a` ",
            "[a](https://b.c)",
            "~~a~~ ", "1. a\n", "一\n",
        ])
    func hostile(unit: String) throws {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let tree = try DocumentTree(text)
        #expect(hashings(of: Array(text.utf8), within: 10_000) { _ = PlainText(tree).losses } <= 10_000)
    }

    @Test(
        "an excerpt is the text of the first paragraphs on one line",
        arguments: [
            (
                "# T\n\nOne *two*\n[three](https://a.com)[^1] ![x](y).\n\nFour.\n\n[^1]: no", 100,
                "One two three . Four."
            ),
            ("Three things:\n\n- a\n- b\n\nThey matter.", 100, "Three things: …"),
            ("One.\n\nTwo.\n\n> Three.\n\nFour.", 100, "One. Two. …"),
            ("One.\n\n```\ncode\n```\n\nTwo.", 100, "One. …"),
            ("One.\n\n| a |\n|---|\n| b |\n\nTwo.", 100, "One. …"), ("One.\n\n## Two\n\nThree.", 100, "One. …"),
            ("One.\n\n<div>x</div>\n\nTwo.", 100, "One. …"), ("One.\n\n1. Two", 100, "One. …"),
            ("- a\n\nOne.", 100, "One."), ("One.\n\n![alt](x)\n\n* * *\n\n<!-- x -->\n\nTwo.", 100, "One. Two."),
            ("Word after word:\n\n- a", 17, "Word after word…"), ("Word after word:\n\n- a", 18, "Word after word: …"),
            ("- a\n- b", 100, "a b"),
            ("```\ncode\n```", 100, "code"),
            ("![alt](x)", 100, ""),
            ("", 100, ""),
            ("One sentence. Another sentence that is longer.", 25, "One sentence. …"),
            ("Word after word after word", 12, "Word after…"),
            (String(repeating: "🏳️‍⚧️", count: 20), 5, "🏳️‍⚧️🏳️‍⚧️🏳️‍⚧️🏳️‍⚧️…"),
        ] as [(String, Int, String)])
    func excerpts(markdown: String, lengthMax: Int, text: String) throws {
        let excerpt = Excerpt(try DocumentTree(markdown, smartPunctuation: false), lengthMax: lengthMax)
        #expect(excerpt.text == text)
        #expect(excerpt.isCut == excerpt.text.hasSuffix("…"))
    }
}
