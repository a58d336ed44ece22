import Foundation
import Rendering
import TestSupport
import Testing
import Wire

@testable import Moving

/// Whole posts in the shapes of real blogs: readers see the same words before and after, but for what the report names.
@Suite("The words of imported posts")
struct BlogTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Samples/Blogs")

    private func read(_ path: String) throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent(path), encoding: .utf8)
    }

    private func html(_ markdown: String, hasSmartQuotes: Bool = false) throws -> String {
        try render(markdown, RenderOptions(smartPunctuation: hasSmartQuotes, headingAnchors: false)).html
    }

    @Test(
        "a file of Hugo, Jekyll or Zola shows what its own program shows", arguments: ["hugo", "jekyll", "zola"])
    func markdown(blog: String) throws {
        let markdown = Shortcodes.resolved(in: try read("\(blog)/harbour.md")).text
        #expect(
            words(ofHTML: try html(markdown, hasSmartQuotes: true)) == words(ofHTML: try read("\(blog)/harbour.html")),
            "\(markdown)")
    }

    @Test("a post of WordPress shows the same words, whichever editor wrote it")
    func wordPress() throws {
        let bytes = Array(try read("wordpress.xml").utf8)
        var pictures = WordPressPictures()
        try WXRFile { item, _ in pictures.add(item) }.read(bytes, isLast: true)
        var count = 0
        try WXRFile { item, channel in
            guard case .post(let post) = WordPressPosts.reading(item, in: channel, address: nil, pictures) else {
                return
            }
            count += 1
            // Of the codes, WordPress shows the captions of the gallery's pictures, and the embedded page.
            let before = item["content:encoded"]
                .replacing("[gallery ids=\"31,32\" link=\"file\"]", with: "<p>The first</p>")
                .replacing(/\[\/?(embed|caption)[^\]]*\]/, with: " ")
                .replacing("<sub>2</sub>", with: "₂")
            let after = try html(post.item.draft?.body ?? "")
            #expect(words(ofHTML: after) == words(ofHTML: before), "\(post.item.draft?.body ?? "")")
            let lost = count == 1 ? ["the shortcode “contact-form-7”", "<kbd>"] : ["<details>", "<mark>"]
            #expect(post.notes.map(\.what) == lost)
        }.read(bytes, isLast: true)
        #expect(count == 2)
    }

    @Test(
        "plain text of a JSON Feed shows the same words and lines, and its addresses stay links",
        arguments: [
            ("A_b *c* <d> & e &amp; f\n# no\n\n1. x", "A_b *c* &lt;d> & e &amp;amp; f<br># no<p>1. x"),
            ("- a\r\n> b\n=====\n[c](d) `e` ~~f~~ \\g", "- a<br>> b<br>=====<br>[c](d) `e` ~~f~~ \\g"),
            (
                "See (https://a.example/x_1~y).",
                "See (<a href=\"https://a.example/x_1~y\">https://a.example/x_1~y</a>)."
            ),
            (
                "https://a.example/?a=1&b=2",
                "<a href=\"https://a.example/?a=1&amp;b=2\">https://a.example/?a=1&amp;b=2</a>"
            ),
        ])
    func plainText(text: String, shown: String) throws {
        let content = String(decoding: try JSONEncoder().encode(["content_text": text]), as: UTF8.self)
        let item = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1",\#(content.dropFirst())]}"#
        let body = try #require(try JSONFeedFile(Array(item.utf8), address: nil).posts.first?.item.draft?.body)
        let html = try html(body)
        #expect(words(ofHTML: html) == words(ofHTML: shown), "\(body)")
        #expect(html.matches(of: /<br/).count == shown.matches(of: /<br/).count, "\(body)")
        #expect(
            html.matches(of: /href="[^"]*"/).map { $0.output } == shown.matches(of: /href="[^"]*"/).map { $0.output })
    }

    @Test("any HTML that becomes Markdown shows the same words", arguments: 0..<8)
    func property(round: UInt64) throws {
        for seed in round * 150..<(round + 1) * 150 {
            var author = HTMLAuthor(seed: seed)
            let html = author.text()
            let found = HTMLText.markdown(html)
            let markdown = found.text
            #expect(found.kept.isEmpty, "seed \(seed)")
            let after = words(ofHTML: try self.html(markdown))
            #expect(after == words(ofHTML: html), "seed \(seed)\n\(html)\n-----\n\(markdown)")
        }
    }
}

/// Writes HTML as people and editors do, from a seed.
private struct HTMLAuthor {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    private mutating func number(_ limit: Int) -> Int { numbers.below(limit) }

    private mutating func pick(_ texts: [String]) -> String { texts[number(texts.count)] }
    private mutating func few(_ limit: Int, _ part: (inout HTMLAuthor) -> String) -> String {
        (0...number(limit)).map { _ in part(&self) }.joined()
    }

    mutating func text() -> String { few(4) { $0.block(depth: 0) } }

    private mutating func block(depth: Int) -> String {
        switch number(depth < 3 ? 12 : 4) {
        case 0, 1, 2: "<p>" + inline(depth: 0) + "</p>" + pick(["", "\n", "\n\n"])
        case 3: "<h\(1 + number(6))>" + inline(depth: 1) + "</h2>\n"
        case 4: "<ul>" + items(depth) + "</ul>"
        case 5: "<ol>\n" + items(depth) + "</ol>\n"
        case 6: "<blockquote>" + few(2) { $0.block(depth: depth + 1) } + "</blockquote>"
        case 7:
            "<pre><code class=\"language-c\">" + few(3) { $0.word() + $0.pick([" ", "\n", "\n\n    "]) }
                + "</code></pre>"
        case 8: "<div>" + few(1) { $0.block(depth: depth + 1) } + inline(depth: 0) + "</div>"
        case 9: table()
        case 10: "<figure><img src=\"a.png\" alt=\"\"><figcaption>" + inline(depth: 1) + "</figcaption></figure>"
        default: "<dl><dt>" + inline(depth: 1) + "</dt><dd>" + inline(depth: 0) + "</dd></dl><hr/>"
        }
    }

    private mutating func items(_ depth: Int) -> String {
        few(2) { author in
            "<li>" + author.inline(depth: 0) + (author.number(3) == 0 ? author.block(depth: depth + 1) : "") + "</li>"
        }
    }

    private mutating func table() -> String {
        let width = 1 + number(3)
        return "<table>"
            + few(2) { author in
                "<tr>" + (0..<width).map { _ in "<td>" + author.words() + "</td>" }.joined() + "</tr>"
            } + "</table>"
    }

    private mutating func inline(depth: Int) -> String {
        guard depth < 3 else { return words() }
        return few(3) { author in
            switch author.number(10) {
            case 0: author.pick([" ", ""]) + "<em>" + author.inline(depth: depth + 1) + "</em>"
            case 1: "<strong>" + author.inline(depth: depth + 1) + author.pick([" ", ""]) + "</strong>"
            case 2: "<a href=\"/a\">" + author.inline(depth: depth + 1) + "</a>"
            case 3: " <code>" + author.words() + "</code>"
            case 4: author.pick(["<br>", "<br/>\n"])
            case 5: "<span> " + author.inline(depth: depth + 1) + "</span>"
            default: author.words()
            }
        }
    }

    private mutating func words() -> String { few(3) { $0.word() + $0.pick([" ", " ", "\n", ""]) } }

    private mutating func word() -> String {
        pick([
            "boat", "tide", "Ünder", "日本", "1.", "2)", "-", "+", "*", "**", "_x_", "a_b", "#", "##", "`", "``", "[x]",
            "[x](y)", "![", "&lt;b&gt;", "&amp;", "&amp;amp;", "\\", "|", "||", "~~", "~", "---", "===", ":", "!",
            "http", "a*b", ">", "&gt;", "(c)", "x", "y", "{", "}", "10.", "&#35;", "&#42;", "\u{A0}", "^", "[^1]", "1",
        ])
    }
}
