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
        "are those of the first line with words, without the backslash of a hard line break",
        arguments: [
            ("One\\\ntwo", "One"), ("\\\n# One\r\ntwo", "One"), ("\n> - \\# One", "# One"),
            ("\\*One\\*\\\n", "*One*"), ("", ""),
            ("![](media:0123)\n\n# Low tide", "Low tide"), ("![](media:0123)\n", ""),
        ])
    func line(body: String, words: String) {
        #expect(body.excerpt.withoutMarks == words)
    }

    @Test("take linear time", arguments: ["[", "<a", "](", "*", "\\", "_a", "`"])
    func hostile(unit: String) {
        #expect(String(repeating: unit, count: 5000).withoutMarks.unicodeScalars.count <= 10_000)
    }

    @Test("a post is named by its title, and without one by at most 60 characters of its first words")
    func heading() {
        let thread = String(repeating: "héllo *wörld* ", count: 40)
        let name = Post.heading(title: nil, excerpt: thread.excerpt)
        #expect(name.count == 60 && name.hasPrefix("héllo wörld héllo ") && name.hasSuffix("…"), "\(name)")
        #expect(Post.heading(title: "", excerpt: thread.excerpt) == name)
        #expect(Post.heading(title: nil, excerpt: String(repeating: "a", count: 60)).count == 60)
        #expect(Post.heading(title: nil, excerpt: String(repeating: "a", count: 60)).last == "a")
        let title = String(repeating: "t", count: 100)
        #expect(Post.heading(title: title, excerpt: "x") == title)
        #expect(Post.heading(title: nil, excerpt: "").isEmpty)
    }
}
