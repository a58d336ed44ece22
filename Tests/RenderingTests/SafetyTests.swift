import Testing

@testable import Rendering

@Suite struct SafetyTests {
    @Test("a dangerous address never survives in a link or an image, raw HTML or not", arguments: dangerousAddresses)
    func dangerous(address: String) throws {
        for rawHTML in RawHTML.allCases {
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
        "what only looks dangerous stays",
        arguments: [
            "/javascript:a", "https://a.example/javascript:a", "javascripts:a", "#javascript:",
            "data:image/png;base64,AAAA",
            "DATA:IMAGE/GIF;base64,AAAA", "mailto:a@b.example", "filet:mignon", "datafile", "tel:+351123",
        ])
    func harmless(address: String) throws {
        #expect(try render("[x](\(address))").html.contains("href=\"\(address)\""))
    }

    @Test("raw HTML is omitted by default, filtered or kept on request")
    func rawHTML() throws {
        let text = "<script>a</script>\n\n<b onclick=x>b</b> <iframe src=y>\n"
        #expect(
            try render(text).html == """
                <!-- raw HTML omitted -->
                <p><!-- raw HTML omitted -->b<!-- raw HTML omitted --> <!-- raw HTML omitted --></p>

                """)
        #expect(
            try render(text, RenderOptions(rawHTML: .filter)).html == """
                &lt;script>a&lt;/script>
                <p><b onclick=x>b</b> &lt;iframe src=y></p>

                """)
        #expect(
            try render(text, RenderOptions(rawHTML: .allow)).html == """
                <script>a</script>
                <p><b onclick=x>b</b> <iframe src=y></p>

                """)
    }

    @Test(
        "nothing but omitted raw HTML can put an element of the author's into the page",
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

/// Addresses that a browser would run or open, written in every way that Markdown lets one write them.
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
]
