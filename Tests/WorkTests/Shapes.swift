/// Inputs that are small in kind and large in size: one part of a format, repeated.
enum Shapes {
    /// What opens, closes, separates or escapes something in one of the formats, and what stands between.
    static let parts = [
        "[", "{", "(", "{\"a\":", "[1],", "{},", "\"a\":1,", "\\n", "\\u00e9", "\"", "'", "1,", "1.5,", "<", "</",
        "<a ", "<a b=\"", "<b>",
        "<b>x</b>", "<i>a<b>b</b></i>.", "<p>x", "<ul><li>x", "<blockquote>x", "<table><tr><td>x", "<pre>x</pre>",
        "<code>",
        "<!--", "<![CDATA[", "<item>", "<br>", "<a href=#fn1>1</a>", "<div id=fn1>",
        "<div style='font:mono;white-space:pre'>a",
        "<p style='mso-list:l0 level9'><span style='mso-list:ignore'>1.</span>",
        "<p class=MsoListParagraph>1.<span>", "&", "&amp;", "&#38;", "*", "**a", "*a **b", "_", "`", "``a", "~~", "![",
        "[a](", "[a]: b\n", "[^a]",
        "> ", "- ", "1. ", "    ", "\t", "#", "|", "|a", "---\n", "a: &b ", "*b ", "a: b\n", "- a\n", "a = 1\n",
        "[[a]]\n", "a.", "a.b = 1\n", "{{<",
        "{{< a >}}", "[a]", "[caption]", "%%", "![[a]]", "$", "\\", "\n", "\r", "\r\n", " ", "\u{301}",
        "\u{301}\u{327}", "\u{A0}", "é", "漢", "😀", "0", "x", "word ",
        "http://a.b/", "a@b.c ", "www.a.b ", "\"\"\"", "'''",
    ]

    /// What leads into the part of each format that takes a text.
    static let beginnings: [String: [String]] = [
        "arrangement": ["", #"{"version":1,"classes":["#], "atom": ["", "<feed xmlns='http://www.w3.org/2005/Atom'>"],
        "feed": ["", #"{"items":["#], "front-matter": ["", "---\n", "+++\n", "---\na: "],
        "ghost": ["", #"{"db":[{"data":"#],
        "python": ["", "A = ", "A = {", "ARTICLE_URL = '"],
        "request": ["", #"{"items":["#, #"{"title":""#], "shortcodes": ["", "[gallery "],
        "wxr": ["", "<rss><channel><item>"],
    ]

    static func inputs(of reader: String, bytes: Int) -> [(name: String, bytes: [UInt8])] {
        (beginnings[reader] ?? [""]).flatMap { start in
            parts.map { part in
                let count = max(0, bytes - start.utf8.count) / part.utf8.count
                return (start + part, Array((start + String(repeating: part, count: count)).utf8))
            }
        }
    }
}
