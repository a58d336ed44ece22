import Testing

@testable import Moving

/// Small texts in the forms in which programs put them on the clipboard, written after what is documented of these forms.
@Suite("What programs put on the clipboard")
struct ClipboardTests {
    private static let visualStudioCode = """
        <meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: 'Droid Sans Mono', monospace;\
        font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #c586c0;font-style: \
        italic;">if</span><span style="color: #d4d4d4;"> (a &lt; b_c) {</span></div><div><span>    </span><span style="font-weight:\
         bold;">run</span><span>(*x)</span></div><br><div><span>}</span></div></div>
        """

    private static let jetBrains = """
        <html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:\
        #2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">class </span>A {\
        <br>    <span style="color:#808080;font-style:italic;">// a_b<br></span><span style="color:#808080;font-style:italic;">\
        </span>}</pre></body></html>
        """

    private static let xcode = """
        <html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
        p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Menlo; color: #9b2393}
        p.p2 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Menlo; min-height: 14.0px}
        span.s1 {color: #000000}
        </style></head><body><p class="p1"><b>func</b><span class="s1"> a() {</span></p><p class="p2"><br></p>
        <p class="p1"><span class="Apple-converted-space">&nbsp; &nbsp; </span>b_(c)</p><p class="p1">}</p></body></html>
        """

    private static let notepadPlusPlus = """
        <html><head><style type="text/css">span { font-family: 'Courier New'; } .sc5 { font-weight: bold; }</style></head><body>
        <div style="float: left; white-space: pre; line-height: 1; background: #FFFFFF; "><span class="sc5">def</span> f():
            return *x</div></body></html>
        """

    private static let codeRows: [(String, String)] = [
        (visualStudioCode, "```\nif (a < b_c) {\n    run(*x)\n\n}\n```"),
        (jetBrains, "```\nclass A {\n    // a_b\n}\n```"), (xcode, "```\nfunc a() {\n\n    b_(c)\n}\n```"),
        (notepadPlusPlus, "```\ndef f():\n    return *x\n```"),
        // A part of a listing on a page, as Chromium copies it; in a sentence; and one line alone.
        (
            "<span style=\"font-family: ui-monospace, &quot;SF Mono&quot;; white-space-collapse: preserve;\">a\n  <i>b</i></span>",
            "```\na\n  b\n```"
        ),
        (
            "<p>Say <span style=\"font-family:'Courier New',monospace;white-space:pre-wrap\">a_b *c*</span> twice.</p>",
            "Say `a_b *c*` twice."
        ),
        (
            "<div style=\"font-family: Menlo, Monaco; white-space: pre;\"><div><span style=\"font-style:italic\">a</span>*b</div></div>",
            "`a*b`"
        ),
        // An address is no code, nor is a page in such a font with more than code.
        (
            "<div style=\"font-family: monospace; white-space: pre;\"><div>https://x.example/a_b?c=1&amp;d</div></div>",
            "https://x.example/a_b?c=1&d"
        ),
        (
            "<div style=\"font-family: monospace; white-space: pre-wrap;\"><h2>A</h2><p>b <i>c</i></p></div>",
            "## A\n\nb *c*"
        ),
        // Lines that are elements of their own, as Google Docs has them, and in an item.
        (
            "<p dir=ltr><span style=\"font-family:'Roboto Mono',monospace;white-space:pre-wrap;\">a {</span></p><p dir=ltr><span "
                + "style=\"font-family:'Roboto Mono',monospace;white-space:pre-wrap;\">  b</span></p><p>c</p>",
            "```\na {\n  b\n```\n\nc"
        ),
        (
            "<ul><li><span style=\"font-family:monospace;white-space:pre\">a\n b</span></li><li>c</li></ul>",
            "- ```\n  a\n   b\n  ```\n- c"
        ),
        // No code: the text of a word processor, or of a manuscript in Courier.
        (
            "<p><span style=\"font-family:Arial,sans-serif;white-space:pre-wrap;\">a *</span></p>", "a \\*"
        ),
        ("<p style='font-family:\"Courier New\"'>A <i>b</i></p><p>c</p>", "A *b*\n\nc"),
    ]

    @Test("code from an editor stays code with its lines and blanks", arguments: codeRows)
    func code(html: String, markdown: String) { #expect(RichText.markdown(html) == markdown) }

    // MARK: - Word processors

    private static func wordItem(_ mark: String, _ words: String, level: Int = 1, list: String = "l0") -> String {
        "<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:\(list) level\(level) lfo1'>"
            + "<![if !supportLists]><span lang=EN style='mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>\(mark)"
            + "<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>\(words)<o:p></o:p></p>"
    }

    private static func bareItem(_ mark: String, _ words: String, margin: String = "36.0pt") -> String {
        "<p class=MsoListParagraph style='margin-left:\(margin);text-indent:-18.0pt'><span lang=EN>\(mark)<span "
            + "style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span>\(words)</p>"
    }

    private static let listsRows: [(String, String)] = [
        (wordItem("1.", "a") + wordItem("2.", "b") + "<p>c</p>", "1. a\n2. b\n\nc"),
        (
            wordItem("<span style='font-size:9pt'>&nbsp;&nbsp;3.</span>", "a")
                + wordItem("(b)", "b", level: 2) + wordItem("(c)", "c", level: 2)
                + wordItem("4.", "d"), "3. a\n   1. b\n   2. c\n4. d"
        ),
        (
            wordItem("1)", "a") + wordItem("1.1.", "b", level: 2) + wordItem("1.2.", "c", level: 2),
            "1. a\n   1. b\n   2. c"
        ),
        (wordItem("·", "a") + wordItem("1.", "b", list: "l1") + wordItem("§", "c"), "- a\n\n1. b\n\n- c"),
        (wordItem("iv.", "a") + wordItem("v.", "b"), "1. a\n2. b"),
        (wordItem("一、", "甲") + wordItem("二、", "乙"), "1. 甲\n2. 乙"),
        (wordItem("٣.", "ا"), "3. ا"),
        (wordItem("o", "a", level: 2) + wordItem("·", "b"), "- a\n- b"),
        (wordItem("Article 1.", "a"), "Article 1. a"),
        // Word's own styles were removed, as by Outlook on the web.
        (
            bareItem("1.", "a") + bareItem("a.", "b", margin: "1.0in") + bareItem("2.", "c <b>d</b>"),
            "1. a\n   1. b\n2. c **d**"
        ),
        (bareItem("<span style='font-family:Symbol'>·</span>", "a"), "- a"),
        ("<p class=MsoListParagraph>a <span>b</span></p>", "a b"),
        (bareItem("1.", "a", margin: String(repeating: "9", count: 400) + "in"), "1. a"),
        // LibreOffice Writer, and Pages and Notes through Cocoa.
        (
            "<ol start=\"2\">\n\t<li><p style=\"line-height: 100%\">a</p>\n\t<ol type=\"a\">\n\t\t<li><p>b</p></li>\n\t</ol></li>\n</ol>",
            "2. a\n   1. b"
        ),
        (
            "<ul class=\"ul1\"><li class=\"li1\"><span class=\"s1\"></span>a</li><ul class=\"ul1\"><li class=\"li1\"><b>b</b></li></ul>"
                + "<li class=\"li1\">c</li></ul>", "- a\n  - **b**\n- c"
        ),
    ]

    @Test("the lists of a word processor keep their numbers, bullets and levels", arguments: listsRows)
    func lists(html: String, markdown: String) { #expect(RichText.markdown(html) == markdown) }

    private static let nestedRows: [(String, String)] = [
        ("<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ol><li>a</li><ol><li>b</li><ul><li>c</li></ul></ol><li>d</li></ol>", "1. a\n   1. b\n      - c\n2. d"),
        ("<ul><ul><li>a</li></ul><li>b</li></ul>", "- a\n- b"),
        ("<ul><li>a<ul><li>b</li></ul></li><ul><li>c</li></ul></ul>", "- a\n  - b\n  - c"),
        (
            "<ul><li dir=\"ltr\" aria-level=\"1\"><p dir=\"ltr\"><span>a</span></p></li><ul><li aria-level=\"2\"><p><span>b</span></p>"
                + "</li></ul></ul><p>c</p>", "- a\n  - b\n\nc"
        ),
    ]

    @Test("a list directly in a list belongs to the item before", arguments: nestedRows)
    func nested(html: String, markdown: String) {
        #expect(RichText.markdown(html) == markdown)
        #expect(HTMLText.markdown(html).text == markdown + "\n")
    }

    // MARK: - Footnotes

    private static let word = """
        <p class=MsoNormal>Tides<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span \
        class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span \
        class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a> turn<a \
        href="#_edn1" name="_ednref1"><sup>[i]</sup></a>.</p>
        <div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%">\
        <![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1" \
        title=""><span class=MsoFootnoteReference>[1]</span></a> At <i>noon</i>.</p><p>Twice.</p></div></div>
        <div id=edn1><p><a href="#_ednref1" name="_edn1">[i]</a> End</p></div><p>After</p>
        """

    private static let writer = """
        <p>Tides<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>
        <div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>\
        Note</p></div>
        """

    private static let googleDocs = """
        <p><span>Tides</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" \
        id="ftnt1">[1]</a><span>&nbsp;Note</span></p></div>
        """

    private static let pandoc = """
        <p>Tides<a href="https://x.example/#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> and<sup \
        id="fnref:b"><a href="#fn:b">2</a></sup></p><section class="footnotes"><hr><ol><li id="fn1"><p>One <a \
        href="https://x.example/#fnref1" class="footnote-back">↩︎</a></p></li><li id="fn:b"><p>Two</p><ul><li>c</li></ul><p><a \
        href="#fnref:b">↩</a></p></li></ol></section><p>After</p>
        """

    private static let notesRows: [(String, String)] = [
        (
            word,
            "Tides[^1] turn[^e1].\n\n[^1]: At *noon*.\n\n    Twice.\n\n[^e1]: End\n\nAfter"
        ),
        (writer, "Tides[^1]\n\n[^1]: Note"), (googleDocs, "Tides[^1]\n\n[^1]: \u{A0}Note"),
        (pandoc, "Tides[^1] and[^b]\n\n[^1]: One\n\n[^b]: Two\n\n    - c\n\nAfter"),
    ]

    @Test("the footnotes of word processors and pages are footnotes", arguments: notesRows)
    func notes(html: String, markdown: String) {
        #expect(RichText.markdown(html) == markdown)
        #expect(HTMLText.markdown("<p></p>" + html).text == markdown.replacing("\u{A0}", with: "&nbsp;") + "\n")
    }

    private static let othersRows: [(String, String, String?)] = [
        // The selection ends before the note.
        ("<p>a<a href=\"#_ftn2\">[2]</a> b</p>", "a[^2] b", "a[\\[2\\]](#_ftn2) b"),
        // It begins behind the reference.
        ("<div id=ftn1><p><a href=\"#_ftnref1\" name=\"_ftn1\">[1]</a> b</p></div>", "\\[1\\] b", nil),
        ("<p>a<a href=\"https://x.example/#fn1\">1</a></p>", "a[1](https://x.example/#fn1)", nil),
        ("<p><a href=\"#fname\">a</a> <a href=\"#fn1\">see note one</a></p>", "a see note one", nil),
        (
            "<p>a<a href=#fn1>1</a></p><p id=fn1>b</p><p id=fn1>c</p>", "a[^1]\n\n[^1]: b\n\nc",
            "a[^1]\n\n[^1]: b\n\nc"
        ),
        ("<p id=footnote-text>a</p><p><a href=\"#footnotes\">b</a></p>", "a\n\nb", nil),
        (
            "<table><tr><td>a<a href=#fn1>1</a></td><td>b</td></tr></table><p id=fn1>c</p>",
            "| a[^1] | b |\n| --- | --- |\n\n[^1]: c", nil
        ),
    ]

    @Test("a note is one only with its reference, and a reference only to a note", arguments: othersRows)
    func others(html: String, pasted: String, imported: String?) {
        #expect(RichText.markdown(html) == pasted)
        if let imported { #expect(HTMLText.markdown(html).text == imported + "\n") }
    }

    // MARK: - Other programs

    private static let mixed = """
        <meta charset='utf-8'><h2>Tides</h2><p>High <b>water</b>, <a href="https://example.org/t">low</a>.</p><ul><li>a</li><li>b</li>\
        </ul><table><tbody><tr><td>day</td><td>high</td></tr><tr><td>Mon</td><td>3<br>4</td></tr></tbody></table><p>End</p>
        """

    private static let programsRows: [(String, String)] = [
        (
            mixed,
            "## Tides\n\nHigh **water**, [low](https://example.org/t).\n\n- a\n- b\n\n| day | high |\n| --- | --- |\n| Mon | 3 4 |\n\nEnd"
        ),
        // Gmail.
        (
            "<div dir=\"ltr\">One<div><br></div><div>Two <b>b</b></div><blockquote class=\"gmail_quote\"><div>Old</div></blockquote></div>",
            "One\n\nTwo **b**\n\n> Old"
        ),
        // Outlook: a picture that is a file of that machine.
        (
            "<p class=MsoNormal>A<img width=9 src=\"file:///C:/Users/a/AppData/clip_image001.png\" alt=\"tide table\">b<o:p></o:p></p>",
            "Atide tableb"
        ),
        // Notion, GitHub and Google Docs: tasks.
        (
            "<!-- notionvc: 1f --><h3>T</h3><ul>\n<li>[ ] a</li>\n<li>[x] b</li></ul><pre><code class=\"language-js\">c\n</code></pre>",
            "### T\n\n- [ ] a\n- [x] b\n\n```js\nc\n```"
        ),
        (
            "<ul><li><input type=\"checkbox\" disabled> a</li><li><input type=checkbox checked=\"\"> b</li></ul>",
            "- [ ] a\n- [x] b"
        ),
        (
            "<ul><li role=\"checkbox\" aria-checked=\"true\"><img src=\"data:image/png;base64,aGk=\" alt=\"checked\" "
                + "aria-roledescription=\"checkbox\"><p>a</p></li></ul>", "- [x] a"
        ),
        ("<p>a [ ] b</p>", "a \\[ \\] b"),
        // Word: a table, and a box of one cell.
        (
            "<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>a</b></p></td><td><p class=MsoNormal>b</p></td></tr><tr><td><p>1</p>"
                + "</td><td><p>2</p></td></tr></table>", "| **a** | b |\n| --- | --- |\n| 1 | 2 |"
        ),
        ("<table><tr><td><p>a</p><ul><li>b</li></ul></td></tr></table>", "a\n\n- b"),
        // A link within a page of which a part was selected leads nowhere.
        ("<p><a href=\"#_Toc12\">a</a> b</p>", "a b"),
    ]

    @Test("texts of mail programs, notes and pages", arguments: programsRows)
    func programs(html: String, markdown: String) { #expect(RichText.markdown(html) == markdown) }

    @Test("hostile repetition loses no words; its work has a bound in WorkTests")
    func hostile() {
        let style = "style=\"font-family:mono;white-space:pre\""
        for unit in [
            "<div \(style)>", "<div \(style)><table>", "<span \(style)>x<h2>", "<p class=MsoListParagraph>1.<span>",
            "<a href=#fn1>", "<a href=#fn1>1</a><p id=fn1>", "<div id=fn1><a href=#fn1>1</a>", "<ul><li>a</li><ul>",
            "<p style='mso-list:l0 level9 lfo1'><span style='mso-list:ignore'>1.</span>", "<li>[ ] ",
            "<a href=#fnref1 id=fn1>1</a>", "<div \(style)>x</div>",
        ] {
            let html = String(repeating: unit, count: 200) + "word"
            #expect(RichText.markdown(html).contains("word"), "\(unit)")
            #expect(
                RichText.markdown(
                    String(repeating: unit, count: 50) + String(repeating: "</div></a></span>", count: 50) + "word"
                ).contains("word"), "\(unit)")
        }
    }
}
