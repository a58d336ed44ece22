import Testing

@testable import Rendering

@Suite struct SafetyTests {
    @Test("a dangerous address never survives in a link or an image, raw HTML or not", arguments: dangerousAddresses)
    func dangerous(address: String) throws {
        for rawHTML in RawHTMLPolicy.allCases {
            for options in [RenderOptions(rawHTML: rawHTML), RenderOptions.plain.with(rawHTML)] {
                #expect(
                    try render("[x](<\(address.replacing("<", with: "\\<").replacing(">", with: "\\>"))>)", options)
                        .html.contains("<a href=\"\">"))
                #expect(
                    try render(
                        "![x][r]\n\n[r]: <\(address.replacing("<", with: "\\<").replacing(">", with: "\\>"))>", options
                    ).html.contains("<img src=\"\""))
            }
        }
        let tree = try DocumentTree("[x](<\(address.replacing("<", with: "\\<").replacing(">", with: "\\>"))>)")
        #expect(tree.blocks.first?.children.first?.kind == .link(url: "", title: ""))
    }

    @Test("an autolink in angle brackets is a link like any other")
    func autolink() throws {
        #expect(
            try render("<javascript:alert(1)>", RenderOptions(rawHTML: .allow)).html
                == "<p><a href=\"\">javascript:alert(1)</a></p>\n")
        #expect(try render("<FILE:///etc/passwd>").html.contains("href=\"\""))
    }

    @Test(
        "text that only looks dangerous stays, and so do addresses with known schemes",
        arguments: [
            "/javascript:a", "https://a.example/javascript:a", "#javascript:", "./view-source:a", "?blob:a", "12:30",
            "data:image/png;base64,AAAA",
            "DATA:IMAGE/GIF;base64,AAAA", "mailto:a@b.example", "datafile", "tel:+351123", "HTTPS://a.example",
            "//a.example",
            "media:0123456789abcdef", "matrix:u/ada:b.example", "geo:38.7,-9.1", "magnet:?xt=a", "gemini://a.example/",
            "",
            "a-long-name-of-a-page-without-any-colon-or-slash-in-it-of-more-than-forty-letters",
        ])
    func harmless(address: String) throws {
        #expect(try render("[x](\(address))").html.contains("href=\"\(address)\""))
    }

    @Test(
        "control characters never reach a page, in any notation",
        arguments: [
            "a\u{1}b", "a&#1;b", "a&#x7F;b", "a\u{7F}b", "a\u{85}b", "a&#x9F;b", "a\u{FFFE}b", "a&#xFFFF;b", "a\u{C}b",
            "a\u{B}b",
        ])
    func controls(text: String) throws {
        let allowed = RenderOptions(rawHTML: .allow)
        let html = try render("\(text)\n\n![\(text)](a \"\(text)\")\n\n<b title=\"\(text)\">", allowed).html
        #expect(html.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F) })
        #expect(
            !html.unicodeScalars.contains { (0x80...0x9F).contains($0.value) || (0xFFFE...0xFFFF).contains($0.value) })
    }

    @Test("letters next to the forbidden ones stay")
    func lettersStay() throws {
        #expect(
            try render("\u{A0}a\u{A9}é\u{FFFD}\u{FEFF}x\u{10FFFF}").html.contains("a\u{A9}é\u{FFFD}\u{FEFF}x\u{10FFFF}")
        )
    }

    @Test("raw HTML is filtered by default, omitted or kept on request")
    func rawHTML() throws {
        let text = "<script>a</script>\n\n<b onclick=x>b</b> <iframe src=y>\n"
        #expect(
            try render(text, RenderOptions(rawHTML: .omit)).html == """
                <!-- raw HTML omitted -->
                <p><!-- raw HTML omitted -->b<!-- raw HTML omitted --> <!-- raw HTML omitted --></p>

                """)
        #expect(
            try render(text).html == """

                <p><b>b</b> </p>

                """)
        #expect(
            try render(text, RenderOptions(rawHTML: .allow)).html == """
                <script>a</script>
                <p><b onclick=x>b</b> <iframe src=y></p>

                """)
    }

    @Test(
        "an element that is not kept reaches no page, in any notation",
        arguments: [
            "`<script>`", "    <script>", "```\n<script>\n```", "\\<script>", "&lt;script>", "[<script>](a)",
            "![<script>](a)",
            "[a](b \"<script>\")", "# <script>", "|<script>|\n|-|\n|<script>|", "[^<script>]\n\n[^<script>]: a",
            "~~<script>~~", "<script",
            "a\n<script>", "- <script>", "> <script>", "<scr\0ipt>", "[a]: <b> \"<script>\"\n[a]", "``` <script>\n```",
            "www.a.b/<script>",
        ])
    func escapes(text: String) throws {
        #expect(!(try render(text).html.lowercased().contains("<script")))
    }
}

/// Addresses that a browser would run or open, in every notation that Markdown permits.
private let dangerousAddresses = [
    "javascript:alert(1)", "JAVASCRIPT:alert(1)", "JaVaScRiPt:alert(1)", "java&#115;cript:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;avascript:alert(1)", "&#0000106;avascript:alert(1)", "javascript&colon;alert(1)",
    "javascript&#58;alert(1)",
    "javascript\\:alert(1)", "java&Tab;script:alert(1)", "java&NewLine;script:alert(1)", "java&#9;script:alert(1)",
    "java&#10;script:alert(1)", "java&#13;script:alert(1)", "&#1;javascript:alert(1)", "&#32;javascript:alert(1)",
    "&#x20;&#x20;javascript:alert(1)", "&#127;javascript:alert(1)", "vbscript:msgbox(1)", "VBScript:msgbox(1)",
    "vb&#x73;cript:a",
    "livescript:a", "file:///etc/passwd", "FILE:///etc/passwd", "file&colon;///etc/passwd", "data:text/html,<b>",
    "data:text/html;base64,PHNjcmlwdD4", "DATA:text/html,a", "data:image/svg+xml,<svg/onload=a>", "data:,a",
    "data&colon;text/html,a",
    "da&#x9;ta:text/html,a", "data:application/javascript,a", "data:imag/png,a",
    "blob:https://a.example/0", "BLOB:null/0", "feed:https://a.example", "feed:javascript:alert(1)",
    "view-source:https://a.example", "view&#45;source:a", "jar:https://a.example!/b", "about:blank",
    "chrome://settings",
    "resource://a", "filesystem:https://a.example/b", "ms-word:ofe%7Cu%7Chttps://a.example", "intent://a",
    "search-ms:query=a",
    "javascripts:a", "filet:mignon", "x:a",
]
