import Testing

@testable import Moving

@Suite("Pasted text becomes Markdown")
struct RichTextTests {
    @Test(
        "what browsers and word processors put on the clipboard",
        arguments: [
            // Chromium, with the styles of the page it was copied from.
            (
                "<meta charset='utf-8'><h2 style=\"color:red\">Tides</h2><p>High <b>water</b>, "
                    + "<a href=\"https://example.org/t\">low</a>.</p>",
                "## Tides\n\nHigh **water**, [low](https://example.org/t)."
            ),
            // Google Docs: a bold element that is not bold, and bold words that are none.
            (
                "<b style=\"font-weight:normal;\" id=\"docs-internal-guid-1\"><p dir=\"ltr\"><span style=\"font-weight:400\">"
                    + "One </span><span style=\"font-weight:700;font-style:normal\">two</span><span style=\"font-style:italic\">"
                    + " three</span></p><ul><li><p><span>a</span></p></li></ul></b>", "One **two** *three*\n\n- a"
            ),
            // Word: comments, style sheets and elements with colons.
            (
                "<html xmlns:o=\"x\"><head><style>p{}</style><title>T</title></head><body><!--StartFragment--><p class=MsoNormal>"
                    + "A <i>fine</i> day<o:p></o:p></p><!--EndFragment--></body></html>", "A *fine* day"
            ),
            // Word: bold that says so for other scripts only, and references.
            (
                "<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> &amp; 10&nbsp;km &amp;lt; &lt;b&gt;</p>",
                "**Bold** & 10\u{A0}km &amp;lt; \\<b>"
            ),
            // Word: lists of paragraphs.
            (
                "<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]>"
                    + "<span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt'>&nbsp;&nbsp; "
                    + "</span></span></span><![endif]>First<o:p></o:p></p>"
                    + "<p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span>Inner</p>"
                    + "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Second</p><p>After</p>"
                    + "<p style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.</span>Third</p>",
                "- First\n  - Inner\n- Second\n\nAfter\n\n3. Third"
            ),
            ("<span style='color:red; FONT-WEIGHT : 700 !important;font-style'>a</span>", "**a**"),
            // LibreOffice.
            ("<p style=\"line-height: 100%\"><font color=\"#000\"><s>old</s> new</font></p>", "~~old~~ new"),
            (
                "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
                "| a | b |\n| --- | --- |\n| 1 | 2 |"
            ),
            (
                "<table><tr><td colspan=2>Top</td></tr><tr><td><p>x</p><p>y</p></td><td>z</td></tr></table>",
                "Top\n\nx\n\ny\n\nz"
            ),
            ("<TABLE><TR><TD COLSPAN=2>a<TABLE a='<'><TR><TD>b</TABLE>c</TABLE>", "a\n\nb\n\nc"),
            ("<div>one</div><div>two<br>three</div>", "one\n\ntwo\\\nthree"),
            ("line\nends do not count", "line ends do not count"),
            ("<p>See <svg><title>x</title><path/></svg><button>Copy</button>this</p>", "See this"),
            ("<pre><code class=\"language-sh\">ls *\n</code></pre>", "```sh\nls *\n```"),
            ("<p>2 * 3 and _x_</p>", "2 \\* 3 and \\_x_"), ("<custom-tag>in</custom-tag> it", "in it"), ("", ""),
            ("<p>&amp;lt;\u{301} &amp;b; &amp;x &#38;#38;</p>", "&amp;lt;\u{301} &amp;b; &x &amp;#38;"),
            ("<pre class=lang><code class='x language-c++ lang-d'>x</code></pre>", "```c++\nx\n```"),
            ("<b><b style=\"font-weight:normal\">a</b>b</b>", "**ab**"), ("</span></b>x", "x"),
        ])
    func converts(html: String, markdown: String) { #expect(RichText.markdown(html) == markdown) }

    @Test("nothing stays HTML, whatever the elements, and every word stays")
    func plain() {
        let names = [
            "b", "span", "table", "TABLE", "tr", "td", "td colspan=2", "svg", "p", "li", "ul", "a", "iframe", "x-y",
            "b style=\"font-weight:400\"",
        ]
        var state: UInt64 = 7
        func dice(_ below: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1
            return Int((state >> 33) % UInt64(below))
        }
        for _ in 0..<300 {
            var html = ""
            var words: [String] = []
            for number in 0..<dice(12) {
                let name = names[dice(names.count)]
                html += dice(3) == 0 ? "</\(name.prefix { $0 != " " })>" : "<\(name)>"
                // The words of pictures and frames are no part of a text.
                if dice(2) == 0, !html.contains("<svg"), !html.contains("<iframe") {
                    html += " word\(number) "
                    words.append("word\(number)")
                }
            }
            let text = RichText.markdown(html)
            #expect(!text.replacing("\\<", with: "").contains("<"), "\(html)")
            for word in words { #expect(text.contains(word), "\(html)") }
        }
    }

    @Test("tables in tables, and thousands of open elements, end soon")
    func deep() {
        for tag in ["<table><tr><td>", "<b>", "<span style=\"font-weight:bold\">", "<ul><li>", "<blockquote>"] {
            #expect(RichText.markdown(String(repeating: tag, count: 5_000) + "x").contains("x"))
        }
        let style = String(repeating: "text-decoration:mso-list:", count: 20_000)
        #expect(RichText.markdown("<span style='\(style)'>x</span>") == "x")
    }
}
