import Testing

@testable import Rendering

@Suite struct AnchorTests {
    @Test(
        "a heading's anchor follows GitHub's rule",
        arguments: [
            ("Hello World", "hello-world"), ("  Spaces   inside ", "spaces---inside"),
            ("C++ & Swift: a *love* story!", "c--swift-a-love-story"),
            ("`code` in it", "code-in-it"), ("under_score and-hyphen", "under_score-and-hyphen"),
            ("1. First", "1-first"),
            ("Ünïcödé ÇA", "ünïcödé-ça"), ("Привет, мир", "привет-мир"), ("日本語 見出し", "日本語-見出し"), ("नमस्ते दुनिया", "नमस्ते-दुनिया"),
            ("café ☕ time", "café--time"), ("İstanbul", "i\u{307}stanbul"), ("ǅ title case", "ǆ-title-case"),
            ("½ and ²", "-and-"),
            ("don't \"quote\"", "dont-quote"), ("a — b", "a--b"), ("[link](https://a.example) text", "link-text"),
            ("![picture](a.png)", "picture"), ("<b>raw</b>", "raw"), ("a&amp;b &lt;", "ab-"), ("!?…", "section"),
            ("👩‍👩‍👧", "section"),
        ])
    func rule(heading: String, anchor: String) throws {
        #expect(try render("# \(heading)").outline.map(\.anchor) == [anchor])
    }

    @Test("equal headings get numbers, and a heading that looks numbered does not clash")
    func unique() throws {
        let rendered = try render("# A\n# a\n# A-1\n# a!\n## !\n## ?\n# A\n")
        #expect(rendered.outline.map(\.anchor) == ["a", "a-1", "a-1-1", "a-2", "section", "section-1", "a-3"])
        #expect(Set(rendered.outline.map(\.anchor)).count == 7)
    }

    @Test("no anchor is that of a footnote")
    func footnotes() throws {
        let rendered = try render("# fn 1\n\n# fnref 1\n\n# Section fn 1\n\na[^1] b[^1-1]\n\n[^1]: c\n\n[^1-1]: d\n")
        #expect(rendered.outline.map(\.anchor) == ["section-fn-1", "section-fnref-1", "section-fn-1-1"])
        #expect(rendered.html.contains("id=\"fn-1\"") && rendered.html.contains("id=\"fn-1-1\""))
    }

    @Test("an empty heading has an anchor, too, and cannot end its attribute")
    func edges() throws {
        #expect(try render("#\n").html == "<h1 id=\"section\"></h1>\n")
        #expect(try render("# \"><script>\n").html.hasPrefix("<h1 id=\"section\">"))
        #expect(try render("# a\" onclick=\"b\n").html.hasPrefix("<h1 id=\"a-onclickb\">"))
    }

    @Test("the outline holds level, text and line, even of headings in quotes and over two lines")
    func outline() throws {
        let outline = try render("# One *two*\n\n> ## In `quote`\n\nOver\ntwo\n---\n").outline
        #expect(
            outline == [
                Heading(level: 1, text: "One two", anchor: "one-two", line: 1),
                Heading(level: 2, text: "In quote", anchor: "in-quote", line: 3),
                Heading(level: 2, text: "Over two", anchor: "over-two", line: 5),
            ])
    }
}

@Suite struct LinkMarkupTests {
    @Test(
        "links to other hosts are marked, and only those",
        arguments: [
            ("https://b.example/x", true), ("HTTP://B.example", true), ("//b.example/x", true),
            ("https://a.example@b.example/", true),
            ("https://a.example", false), ("https://A.EXAMPLE:8080/x?y#z", false), ("//a.example", false),
            ("https://me@a.example/", false),
            ("/local", false), ("#anchor", false), ("relative/http://b.example", false), ("mailto:a@b.example", false),
            ("", false),
            ("?q=https://b.example", false), ("https://a.example.b.example/", true),
            ("https://b.example\\@a.example/", true),
        ])
    func outside(url: String, isOutside: Bool) throws {
        let html = try render("[x](<\(url.replacing("\\", with: "\\\\"))>)", RenderOptions(ownHosts: ["a.example"]))
            .html
        #expect(html.contains(" rel=\"external noopener\">") == isOutside)
    }

    @Test("a marked link keeps address and title as cmark writes them")
    func escaping() throws {
        let html = try render("[x](<https://b.example/ä b&c'\"> \"a \\\"t\\\" <&>\") www.c.example").html
        #expect(
            html.hasPrefix(
                "<p><a href=\"https://b.example/%C3%A4%20b&amp;c&#x27;%22\" title=\"a &quot;t&quot; &lt;&amp;&gt;\""
                    + " rel=\"external noopener\">x</a>"
            ))
        #expect(html.contains("<a href=\"http://www.c.example\" rel=\"external noopener\">www.c.example</a>"))
    }

    @Test("images load lazily, and their alternative text is plain")
    func images() throws {
        let html = try render("![a *b* [c](https://d.example) `<e>`](/f.png \"g\")").html
        #expect(html == "<p><img src=\"/f.png\" alt=\"a b c &lt;e&gt;\" title=\"g\" loading=\"lazy\" /></p>\n")
    }

    @Test("an image within a link, a link within a heading")
    func nested() throws {
        #expect(
            try render("[![a](b)](https://c.example)").html == """
                <p><a href="https://c.example" rel="external noopener"><img src="b" alt="a" loading="lazy" /></a></p>

                """)
        #expect(
            try render("# [a](https://c.example)").html == """
                <h1 id="a"><a href="https://c.example" rel="external noopener">a</a></h1>

                """)
    }

    @Test(
        "code has its language as a class",
        arguments: [
            ("swift", "<code class=\"language-swift\">"), ("c++ title=x", "<code class=\"language-c++\">"),
            ("", "<code>"),
            ("\"><b>", "<code class=\"language-&quot;&gt;&lt;b&gt;\">"),
        ])
    func code(info: String, tag: String) throws {
        #expect(try render("```\(info)\na\n```\n").html == "<pre>\(tag)a\n</code></pre>\n")
    }
}
