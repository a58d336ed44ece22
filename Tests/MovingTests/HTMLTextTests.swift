import Testing
import Wire

@testable import Moving

@Suite("HTML becomes Markdown")
struct HTMLTextTests {
    @Test(
        "everything that Markdown can express becomes Markdown",
        arguments: [
            ("<p>Two <em>old</em> <strong>boats </strong>here</p><p>x</p>", "Two *old* **boats** here\n\nx\n"),
            ("<h2>A</h2><hr><p>a<br />b</p>", "## A\n\n* * *\n\na\\\nb\n"),
            ("<ul><li>one</li><li>two</li></ul><p>x</p>", "- one\n- two\n\nx\n"),
            ("<ol start=\"3\"><li>a<ul><li>b</li></ul></li><li>c</li></ol>", "3. a\n   - b\n4. c\n"),
            ("<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n>\n> b\n\nc\n"),
            ("<p><a href=\"/x y\"><img src=\"a.png\" alt=\"A [b]\"></a></p>", "[![A \\[b\\]](a.png)](</x y>)\n"),
            ("<pre><code class=\"language-swift\">a &lt; b\n*c*\n</code></pre>", "```swift\na < b\n*c*\n```\n"),
            ("<p>&#8217; &#146;tis R&#38;D&#x97;</p>", "&#8217; ’tis R&#38;D—\n"),
            (
                "<p>Use <code>a `b`</code> &amp; *stars* snake_case _x</p>",
                "Use `` a `b` `` &amp; \\*stars\\* snake_case \\_x\n"
            ),
            ("<p><code>a &rarr; b</code> &rarr;</p><pre>c &hellip; d</pre>", "`a → b` &rarr;\n\n```\nc … d\n```\n"),
            ("<p>\u{3000}段落\u{2028} Quoi\u{202F}?</p>", "\u{3000}段落 Quoi\u{202F}?\n"),
            ("<p><b>a\u{202F}</b>: b<i>\u{3000}c</i></p>", "**a**\u{202F}: b\u{3000}*c*\n"),
            ("<p><b><i>\u{3000}x</i></b></p>", "\u{3000}***x***\n"),
            ("<p># no heading</p><p>1. no list</p><p>- none</p>", "\\# no heading\n\n1\\. no list\n\n\\- none\n"),
            ("<p><em><strong>x</strong></em> y</p>", "***x*** y\n"),
            ("<p>a<strong> x</strong>b</p>", "a **x**b\n"), ("<p>a <b> </b>c<i></i></p>", "a c\n"),
            ("<p><b>a</b><strong>b</strong> <b><strong>c</strong></b></p>", "**ab** **c**\n"),
            ("<p><b>a<i>b</b>c</i></p>", "**a*b***c\n"),
            ("<p><em>a</p><p>b</em></p>", "*a*\n\n*b*\n"), ("<p><b>a<br></b>b</p>", "**a**\\\nb\n"),
            ("<dl><dt>Boat</dt><dd>It floats.</dd></dl>", "**Boat**\n\nIt floats.\n"),
            ("<p>Press <kbd>Ctrl</kbd>, H<sub>2</sub>O, <abbr title=\"x\">W3C</abbr></p>", "Press Ctrl, H₂O, W3C\n"),
            (
                "<p>10<sup>6</sup>, the 1<sup>st</sup>, x<sup>(-2)</sup>, <sup>a<b>1</b></sup></p>",
                "10⁶, the 1st, x⁽⁻²⁾, a**1**\n"
            ),
            ("<p>Press*️⃣and*️⃣x</p>", "Press\\*️⃣and\\*️⃣x\n"),
            ("<img src=\"a.png\" alt=\"x]\u{301}y\">", "![x\\]\u{301}y](a.png)\n"),
            ("<ul><li>x<pre>a\r\nb</pre></li></ul>", "- x\n\n  ```\n  a\n  b\n  ```\n"),
            ("<pre>a<BR>b<br class=\"x\">c</pre>", "```\na\nb\nc\n```\n"),
            (
                "<pre>x <- a < b && c > <b>d</b></pre><code>1 < 2 > 0</code>",
                "```\nx <- a < b && c > d\n```\n\n`1 < 2 > 0`\n"
            ),
            ("<PRE><CODE class=\"language-swift\">a</CODE></PRE>", "```swift\na\n```\n"),
            (
                "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td><b>x</b></td></tr></table>",
                "| A | B |\n| --- | --- |\n| 1\\|2 | **x** |\n"
            ),
            ("<table>\n<tr><td>1</td></tr>\n</table>", "|  |\n| --- |\n| 1 |\n"),
            (
                "<a href=\"u\"><div>One <b>two</b></div><div>three</div></a>",
                "[One **two**](u)\n\n[three](u)\n"
            ),
            (
                "<p>Hi!<a href=\"u\">x</a> <a href=\"u\"></a>y <b><a href=\"u\"> z </a></b></p>",
                "Hi\\![x](u) y **[z](u)**\n"
            ),
            ("<p>a<br><br>b<br/>c</p>", "a\n\nb\\\nc\n"), ("<h2>a<br>b #</h2>", "## a b \\#\n"),
            ("<p>a ~~b~~ <code><b>c</b>&lt;</code></p>", "a \\~\\~b\\~\\~ `c<`\n"),
            (
                "<pre><code class=\"lang-c\">a\n</code>\n<code>b</code></pre>",
                "```c\na\n\nb\n```\n"
            ),
            (
                "<img src=\"data:x\" data-src=\"a.png\"><script src=\"https://gist.github.com/ann/1.js\"></script>",
                "![](a.png)\n\n<https://gist.github.com/ann/1>\n"
            ),
            ("<p><b>Note:</b>text a<em>(b)</em>c x<b>.</b>y</p>", "**Note**:text a(b)c x.y\n"),
            ("<p>a<br>1. b<br><b>2.</b> c</p>", "a\\\n1\\. b\\\n**2\\.** c\n"),
            ("<p><b>x<i>a</i></b><i>b</i> <b><code>c</code></b>d</p>", "**x*a***b `c`d\n"),
            ("<ul><li><blockquote>a</blockquote>b</li></ul>", "- > a\n\n  b\n"),
            ("<ol><li>a<ol start=\"2\"><li>b</li></ol></li></ol>", "1. a\n\n   2. b\n"),
            ("<table><tr><td>|\\|</td></tr></table>", "|  |\n| --- |\n| \\|\\\\\\| |\n"),
            ("<p><b>a</b><br><b>b</b></p>", "**a**\\\n**b**\n"),
            ("One\ntwo\n\nthree", "One\\\ntwo\n\nthree\n"), ("a < b > c", "a \\< b > c\n"), ("", ""),
        ])
    func converts(html: String, markdown: String) { #expect(HTMLText.markdown(html).text == markdown) }

    @Test(
        "the reading of a ruby stands in parentheses behind its words",
        arguments: [
            ("<p><ruby>漢<rt>かん</rt></ruby>x</p>", "漢(かん)x\n"),
            ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>（</rp><rt>じ</rt><rp>）</rp></ruby>x", "漢(かん)字(じ)x\n"),
            ("<ruby><rb>漢<rt>かん<rb>字<rt>じ</ruby>x", "漢(かん)字(じ)x\n"),
            ("<ruby>漢<rp>word</rp></ruby> <rt>x", "漢word (x\n"), ("</rt>x</ruby>", "x\n"),
        ])
    func rubies(html: String, markdown: String) { #expect(HTMLText.markdown(html).text == markdown) }

    @Test(
        "an element of which only the text stays is named",
        arguments: [
            ("<p>Press <kbd>Ctrl</kbd> <kbd>C</kbd></p>", ["kbd"]), ("<p><ins>a</ins> <u>b</u></p>", ["ins", "u"]),
            ("<abbr title=\"World\">W</abbr> <mark>m</mark>", ["abbr", "mark"]), ("<abbr>W</abbr> <big>b</big>", []),
            ("<details><summary>a</summary>b</details>", ["details"]), ("1<sup>st</sup> H<sub>2</sub>O", ["sup"]),
            ("<table><tr><td><kbd>a</kbd></td></tr></table>", ["kbd"]),
            ("<table><tr><td><kbd>a</kbd></td><td colspan=\"2\">b</td></tr></table>", []),
            ("<pre><kbd>a</kbd></pre><ruby>漢<rt>かん</rt></ruby>", []),
        ])
    func losses(html: String, names: [String]) { #expect(HTMLText.markdown(html).plain.sorted() == names) }

    @Test("everything else stays HTML, with a note")
    func keeps() {
        let found = HTMLText.markdown(
            "<p>a</p><table><tr>\n\n<td colspan=\"2\">1</td></tr></table><p>b</p>")
        #expect(found.text == "a\n\n<table><tr>\n<td colspan=\"2\">1</td></tr></table>\n\nb\n")
        #expect(found.kept == ["table"])
    }

    @Test("one WordPress paragraph does not join the lines around it")
    func mixesParagraphs() {
        let html = "One\n\nTwo\nlines\n\n<p>Three</p>\n\nFour\n\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n\nFive"
        let text = "One\n\nTwo\\\nlines\n\nThree\n\nFour\n\n- a\n- b\n\nFive\n"
        #expect(HTMLText.markdown(html, isWordPress: true).text == text)
        let blocks = "<!-- wp:paragraph -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->"
        #expect(HTMLText.markdown(blocks, isWordPress: true).text == "One two\n")
    }

    @Test("text of WordPress's old editor keeps its paragraphs beside blocks, whichever comes first")
    func mixesEditors() {
        let block = "<!-- wp:paragraph {\"a\":1} -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->"
        let nested = "<!-- wp:group --><div>\n<!-- wp:more /-->\n\(block)\n</div><!-- /wp:group -->"
        let classic = "Three\n\nFour\nlines\n\n<p>Five</p>"
        let (first, second) = ("One two\n", "Three\n\nFour\\\nlines\n\nFive\n")
        for html in [block, nested] {
            #expect(HTMLText.markdown("\(html)\n\n\(classic)", isWordPress: true).text == first + "\n" + second)
            #expect(HTMLText.markdown("\(classic)\n\n\(html)", isWordPress: true).text == second + "\n" + first)
        }
        let freeform = "<!-- wp:freeform -->\n\(classic)\n<!-- /wp:freeform -->"
        #expect(HTMLText.markdown("\(block)\n\(freeform)", isWordPress: true).text == first + "\n" + second)
    }

    @Test(
        "broken and malicious HTML is still read",
        arguments: [
            "<", "<a", "<a href=\"", "<!--", "</p></li></ul></blockquote></a>", "<li>x</li>", "<pre>x", "<code>",
            "<table><table>", "&#x110000;&#0;&bogus;", "<p \u{0}>",
            String(repeating: "<a ", count: 20_000), String(repeating: "<a x=\"<a \" ", count: 5_000) + "<>",
            String(repeating: "<T>", count: 20_000), String(repeating: "<code>", count: 20_000),
            String(repeating: "<pre>x\n", count: 10_000), String(repeating: "<title>", count: 10_000) + "</x>",
            String(repeating: "<table>", count: 10_000) + "</table>", String(repeating: "<iframe x>", count: 10_000),
            String(repeating: "<code>a\n\n", count: 10_000), String(repeating: "<!-", count: 20_000),
            String(repeating: "https://", count: 10_000), String(repeating: "www.a_", count: 10_000),
            String(repeating: "&", count: 20_000) + "https://x.org/" + String(repeating: "&amp", count: 10_000),
            "<pre>" + String(repeating: "<", count: 100_000),
            String(repeating: "<blockquote>x", count: 12_000),
            String(repeating: "<ul><li>x", count: 12_000), String(repeating: "<div>", count: 20_000),
            String(repeating: "<b>x.</b>y<i>(</i>", count: 20_000),
            String(repeating: "<a href=u><b>x</b>", count: 5_000),
            String(repeating: "<table><tr><td>", count: 50_000) + "x"
                + String(repeating: "</td></tr></table>", count: 50_000),
        ])
    func survives(html: String) { #expect(HTMLText.markdown(html).text.utf8.count < 2_000_000) }
}
