import Posts
import Testing

@Suite("The first words of a post without a title")
struct FirstWordsTests {
    @Test(
        "are shown without Markdown's marks",
        arguments: [
            ("One *two* **three** _four_ `five` ~~six~~", "One two three four five six"),
            (
                "See [the boats](https://a.example/x \"t\") and ![a picture](media:0123).",
                "See the boats and a picture."
            ),
            ("A [name][ref], a snake_case, 2 * 3", "A name, a snake_case, 2 * 3"),
            ("<b>Bold</b> <https://a.example/> 1 < 2 > 0", "Bold https://a.example/ 1 < 2 > 0"),
            ("\\*not this\\* \\[nor\\] this\\", "*not this* [nor] this\\"), ("", ""), ("[", ""), ("a](b", "a(b"),
            ("<a", "<a"),
            ("日本語 *語* 👩‍👩‍👧", "日本語 語 👩‍👩‍👧"),
        ])
    func plain(line: String, words: String) {
        #expect(line.withoutMarks == words)
    }

    @Test(
        "are those of the first line with text, without the backslash of a hard line break",
        arguments: [
            ("One\\\ntwo", "One"), ("\\\n# One\r\ntwo", "One"), ("\n> - \\# One", "# One"),
            ("\\*One\\*\\\n", "*One*"), ("", ""),
        ])
    func line(body: String, words: String) {
        #expect(body.excerpt.withoutMarks == words)
    }

    @Test("take linear time", arguments: ["[", "<a", "](", "*", "\\", "_a", "`"])
    func hostile(unit: String) {
        #expect(String(repeating: unit, count: 5000).withoutMarks.unicodeScalars.count <= 10_000)
    }
}
