import Testing

@testable import Rendering

@Suite("HTML in a text") struct HTMLFilterTests {
    private func shown(_ text: String) throws -> String {
        var options = RenderOptions.plain
        options.rawHTML = .filter
        return try render(text, options).html
    }

    @Test(
        "of its elements and attributes those stay that show text",
        arguments: [
            ("H<sub>2</sub>O <KBD>a</KBD>", "<p>H<sub>2</sub>O <kbd>a</kbd></p>\n"),
            (
                "<img src=a.png alt='x \"y\"' width=5 onerror=z class=c style=d id=e>",
                #"<img src="a.png" alt="x &quot;y&quot;" width="5" />"# + "\n"
            ),
            (
                "<a href=\"/b?c&amp;d\" title=t target=_blank rel=x>e</a>",
                #"<p><a href="/b?c&amp;d" title="t">e</a></p>"# + "\n"
            ),
            (
                "<details open><summary>a</summary>\n\nb *c*\n\n</details>\n",
                "<details open=\"\"><summary>a</summary>\n<p>b <em>c</em></p>\n</details>\n"
            ),
            (
                "<table><tr><td align=left colspan=2>a<td>b</table>",
                #"<table><tr><td align="left" colspan="2">a</td><td>b</td></tr></table>"# + "\n"
            ),
            ("<div>gone words</div>", "<div>gone words</div>\n"),
            ("<font color=red>a</font> <o-p>b</o-p>", "<p>a b</p>\n"),
            ("<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>\n"),
            ("a<br>b<wbr/>c", "<p>a<br />b<wbr />c</p>\n"), ("<a name=\"x\"/>b", "<p><a></a>b</p>\n"),
            ("<!-- a --><b>c</b>", "<b>c</b>\n"), ("<svg><text>a</text></svg>", "<p>a</p>\n"),
        ])
    func keeps(text: String, html: String) throws { #expect(try shown(text) == html) }

    @Test(
        "what is left open ends where its paragraph, item or text ends, and a stray closing tag goes",
        arguments: [
            ("<details>\n\na\n", "<details>\n<p>a</p>\n</details>\n"), ("</div>\n\na", "\n<p>a</p>\n"),
            ("a <b>b\n\nc</b>", "<p>a <b>b</b></p>\n<p>c</p>\n"),
            ("- <div>\n  a\n\nb</div>", "<ul>\n<li>\n<div>\na\n</div>\n</li>\n</ul>\n<p>b</p>\n"),
            ("> <section>\n\na", "<blockquote>\n<section>\n</section>\n</blockquote>\n<p>a</p>\n"),
            ("*a <i>b* c</i>", "<p><em>a <i>b</i></em> c</p>\n"),
            ("<i>a <b>b</i> c</b>", "<p><i>a <b>b</b></i> c</p>\n"),
            (
                "|<b>a|\n|-|\n|c</b>|\n",
                "<table>\n<thead>\n<tr>\n<th><b>a</b></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n"
            ),
            ("![a <b>b](c)", "<p><img src=\"c\" alt=\"a b\" /></p>\n"),
        ])
    func closes(text: String, html: String) throws { #expect(try shown(text) == html) }

    @Test("an element that is open at the end of the text ends before its footnotes")
    func footnotes() throws {
        let html = try shown("<div>\n\na[^1]\n\n[^1]: b\n")
        let end = try #require(html.firstRange(of: "</div>"))
        #expect(html[end.upperBound...].contains("<section class=\"footnotes\""))
    }

    @Test(
        "a script or a style goes with its content, whatever quotes are in it; words behind it stay",
        arguments: ["script", "STYLE"])
    func code(name: String) throws {
        #expect(try shown("<div>a<\(name)>if (a<b && '\">) x</\(name)> c</div>") == "<div>a c</div>\n")
    }

    @Test(
        "an address that Markdown's own links may not have goes, in every notation",
        arguments: [
            "javascript:a", "JaVa&#83;cript:a", "&#x6A;avascript:a", "javascript&colon;a", " \u{1}javascript:a",
            "java\tscript:a", "data:text/html,a", "vbscript:a", "file:///a",
        ])
    func addresses(address: String) throws {
        #expect(try !shown("<a href=\"\(address)\">b</a>").contains("href"))
        #expect(try !shown("<img src='\(address)'>").contains("src"))
    }

    @Test("a reference without its end stays what it is")
    func references() throws {
        #expect(try shown("<a href=\"&#106avascript&#58a\">b</a>").contains("\"&amp;#106avascript&amp;#58a\""))
    }

    @Test("raw links and pictures get what Markdown's own have")
    func relations() throws {
        let html = try render("<a href='https://a.example/'>b</a> <img src=c>", RenderOptions(ownHosts: ["b.example"]))
            .html
        #expect(html.contains(#"<a href="https://a.example/" rel="external noopener">b</a>"#))
        #expect(html.contains(#"<img src="c" loading="lazy" />"#))
    }

    @Test("what a page leaves out is told with its line and its words")
    func omitted() throws {
        let text = "a\n\n<div>\ngone <b>words</b></div>\n\n<iframe src=x></iframe> H<sub>2</sub> <img src=p>\n"
        let all = try render(text, RenderOptions(rawHTML: .omit)).omitted
        #expect(all.map(\.element) == ["div", "b", "iframe", "sub", "img"])
        #expect(all.map(\.line) == [3, 4, 6, 6, 6] && all.map(\.words) == ["gone", "words", "H", "2", ""])
        #expect(all.map(\.wordCount) == [1, 1, 1, 1, 0])
        #expect(try render(text).omitted.map(\.element) == ["iframe"])
        #expect(try render(text, RenderOptions(rawHTML: .allow)).omitted == [])
        // A line break is one under each setting.
        for policy in RawHTMLPolicy.allCases {
            let page = try render("a<br>b<BR/>c\n\n<br>\n\nd", RenderOptions(rawHTML: policy))
            #expect(page.html.matches(of: /(?i)<br ?\/?>/).count >= 2 && page.omitted == [], "\(page.html)")
        }
        #expect(
            try render("`<b>` <https://a.example> 1 < 2 \\<i> a<b\n\n```\n<u>\n```\n", RenderOptions(rawHTML: .omit))
                .omitted == [])
    }

    @Test("a thousand variations of attacks become well-formed HTML of the kept elements only", arguments: 1...20)
    func attacks(seed: UInt64) throws {
        var random = Seeded(state: seed)
        for _ in 0..<50 {
            let html = try render(attack(&random)).html
            let fault = WellFormed.fault(in: html)
            #expect(fault == nil, "\(fault ?? ""): \(html)")
        }
    }

    private func attack(_ random: inout Seeded) -> String {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
            var piece = HTMLFilterTests.pieces.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<4, using: &random) == 0, !piece.isEmpty {
                let place = piece.indices.randomElement(using: &random) ?? piece.startIndex
                let extra = HTMLFilterTests.marks.randomElement(using: &random) ?? ""
                if Bool.random(using: &random) {
                    piece.remove(at: place)
                } else {
                    piece.insert(contentsOf: extra, at: place)
                }
            }
            return piece
        }.joined(separator: ["", " ", "\n", "\n\n", "\n- ", "\n> ", "|"].randomElement(using: &random) ?? "")
    }

    private static let marks = ["<", ">", "\"", "'", "/", "=", "&", "\n", "\0", "`", "--", "]]>", "\u{C}", "é", ";"]
    private static let pieces = [
        "<script>alert(1)</script>", "<ScRiPt\n>x", "</script>", "<img src=x onerror=alert(1)>",
        "<img/src='x'/onerror=y>",
        "<svg/onload=alert(1)>", "<svg><style><img src=x onerror=y></style></svg>",
        "<math><mi//xlink:href=\"data:x,<script>\">",
        "<a href=\"javascript:alert(1)\">a", "<a href=jav&#x09;ascript:x>", "<iframe srcdoc=\"<script>x</script>\">",
        "<noscript><p title=\"</noscript><img src=x onerror=y>\">", "<textarea><img title=\"</textarea><b>",
        "<title><a id=x>",
        "<form action=javascript:x><input name=innerHTML>", "<table><td><form></td><td>",
        "<select><option></select><svg>",
        "<!--><img src=x onerror=y>-->", "<!-- --!><b>", "<![CDATA[<b>]]>", "<?php echo '<b>' ?>",
        "<!DOCTYPE html [<!ENTITY a \"<b>\">]>",
        "<b <i>", "<b\"<i>\">", "<p style=\"x:url(javascript:y)\">", "<div class=theme id=top>", "</div></body></html>",
        "<base href=//x>",
        "<meta http-equiv=refresh content=0>", "<link rel=stylesheet href=x>", "<object data=x>", "<embed src=x>",
        "<template><b>",
        "<details><summary>", "</details>", "<ul><li>a<li>", "<h1><h2>", "<a><a>", "<b><i></b></i>", "<x:y z>",
        "<a href=\"a\nb\"c>",
        "[x](<javascript:y>)", "![<b>](y)", "*<i>*", "`<b>`", "# <h1>", "|<b>|\n|-|\n|</b>|", "[^1]\n\n[^1]: <div>",
        "&lt;script>", "&amp;#60;b>",
    ]
}

/// A small generator of random numbers, so that a failure can be repeated.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// Reads HTML as strictly as XML, so that no browser reads it otherwise.
private enum WellFormed {
    /// - Returns: nil if there is none.
    static func fault(in html: String) -> String? {
        let tag = #/<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)( ?\/)?>/#
        let attribute = #/ ([a-z-]+)(?:="([^"<>]*)")?/#
        var (rest, open) = (html[...], [String]())
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            guard let match = rest.prefixMatch(of: tag) else { return "no tag: \(rest.prefix(40))" }
            let name = String(match.2)
            guard elements.contains(name) else { return "<\(name)>" }
            for found in match.3.matches(of: attribute) {
                guard attributes.contains(String(found.1)) else { return "\(found.1) of <\(name)>" }
                let value = (found.2 ?? "").lowercased().filter { $0 > " " }
                let isAddress = found.1 == "href" || found.1 == "src" || found.1 == "cite"
                if isAddress, ["javascript:", "data:x", "data:t", "vbscript:"].contains(where: value.hasPrefix) {
                    return value
                }
            }
            if !match.1.isEmpty {
                guard open.popLast() == name else { return "</\(name)> ends another element" }
            } else if match.4 == nil {
                open.append(name)
            }
            rest = rest[match.range.upperBound...]
        }
        return open.isEmpty ? nil : "<\(open)> stays open"
    }

    private static let elements = Set(
        """
        p div h1 h2 h3 h4 h5 h6 ul ol li b i em strong a img code pre blockquote table thead tbody tr th td td details summary
        section sup br hr input del s u q
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let attributes: Set<String> = [
        "href", "src", "alt", "title", "rel", "loading", "id", "class", "open", "align", "data-footnote-ref",
        "data-footnote-backref", "data-footnotes", "data-footnote-backref-idx", "aria-label", "start", "type",
        "checked",
        "disabled",
    ]
}
