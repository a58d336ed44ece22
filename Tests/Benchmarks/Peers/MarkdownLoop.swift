import CCMarkGFM
import Glibc

/// cmark-gfm as its own program uses it, with a post's extensions and smart punctuation.
enum MarkdownLoop {
    static func run(text: [UInt8], count: Int) {
        cmark_gfm_core_extensions_ensure_registered()
        var bytes = 0
        for _ in 0..<max(1, count / 10) { bytes = render(text) }
        let start = Time.computed
        for _ in 0..<count { bytes = render(text) }
        report(#"{"cpu": \#(Time.computed - start), "bytes": \#(bytes)}"#)
    }

    /// - Returns: the length of the HTML.
    private static func render(_ text: [UInt8]) -> Int {
        let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_SMART
        let parser = cmark_parser_new(options)
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        text.withUnsafeBytes { cmark_parser_feed(parser, $0.bindMemory(to: CChar.self).baseAddress, $0.count) }
        let root = cmark_parser_finish(parser)
        defer { cmark_node_free(root) }
        guard let html = cmark_render_html(root, options, cmark_parser_get_syntax_extensions(parser)) else { return 0 }
        defer { free(html) }
        return strlen(html)
    }
}
