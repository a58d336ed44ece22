import Rendering
import Testing
import Wire

@testable import Moving

/// What browsers would swallow, and what they show.
@Suite("HTML swallows nothing")
struct WordsOfHTMLTests {
    private static let wordsRows: [(String, String)] = [
        (
            "<p>Vector<int> is used.</p><p>Two.</p><p>Three.</p>", "Vector\\<int> is used.\n\nTwo.\n\nThree.\n"
        ),
        ("Use a List<String> here.\n\nRest.\n\nMore.", "Use a List\\<String> here.\n\nRest.\n\nMore.\n"),
        ("<p>Dear <your-name>, <b>hi</b> <T> x</p><p>y</p>", "Dear \\<your-name>, **hi** \\<T> x\n\ny\n"),
        (
            "<p>std::vector<std::string> v; Map<K, V> m; f<a,b></p>",
            "std::vector\\<std::string> v; Map\\<K, V> m; f\\<a,b>\n"
        ),
        (
            "<p><ann@example.org> and <https://example.org/a_b></p>",
            "\\<ann@example.org> and \\<<https://example.org/a_b>>\n"
        ),
        (
            "<p>List<I> and Vec<Option> and List<Object></p><p>x</p>",
            "List\\<I> and Vec\\<Option> and List\\<Object>\n\nx\n"
        ),
        ("<p>if (a<b && c>d) x;</p><p>y</p>", "if (a\\<b && c>d) x;\n\ny\n"),
        (
            "<p>The <title> element, <img> and <script> too.</p><p>x</p>",
            "The \\<title> element, \\<img> and \\<script> too.\n\nx\n"
        ),
        ("<p>JSX: <Button /> and </Button></p><p>x</p>", "JSX: \\<Button /> and\n\nx\n"),
        ("<p>a <o:p/><o:p></o:p>b</o:p> <x-y>c</x-y></p>", "a b c\n"), ("a <3 b <- c <> d", "a \\<3 b \\<- c \\<> d\n"),
    ]

    @Test("a word that looks like a tag stays a word", arguments: wordsRows)
    func words(html: String, markdown: String) {
        #expect(HTMLText.markdown(html).text == markdown)
    }

    @Test(
        "an element that is left open takes nothing with it",
        arguments: [
            "<a", "<a href=\"x", "<a href=\"x>", "<a href=x>", "<code>", "<pre>", "<script", "<script>", "<style>",
            "<style type=x>",
            "<textarea>", "<textarea rows=2>", "<title>", "<iframe src=\"https://m.example/\">", "<table>",
            "<table><tr><td>",
            "<svg>", "<svg width=1>", "<video src=\"a.mp4\">", "<audio controls>", "<object data=x>", "<select>",
            "<button>",
            "<template>", "<noscript>", "<b>", "<i>", "<em>", "<h2>", "<blockquote>", "<ul><li>",
            "<figure><figcaption>", "<math>",
            "<canvas>", "<form>", "<details>", "<span class=\"x>", "<!x", "<?php", "</", "<map>", "<dialog open>",
            "<b title='",
            "<xmp>", "<plaintext>", "<marquee>", "<frameset>", "<noembed>", "<u>", "<sup>", "<ruby>", "<q>", "<dl><dt>",
        ])
    func leftOpen(start: String) throws {
        let html = "<p>One \(start) two</p>\n<p>three <b>four</b></p><p><img src=\"five.png\"> six</p>"
        for text in [HTMLText.markdown(html).text, RichText.markdown(html)] {
            let page = try render(text, RenderOptions()).html
            for word in ["One", "two", "three", "four", "six"] {
                #expect(page.contains(word), "\(word) of \(start): \(text)")
            }
            #expect(page.contains("src=\"five.png\""), "\(start): \(text)")
        }
    }

    @Test(
        "emphasis and a link that are left open end with their paragraph",
        arguments: [
            ("<p>a <b>b</p><p>c</p>", "a **b**\n\nc\n"), ("<p>a <a href=\"u\">b</p><p>c</p>", "a [b](u)\n\nc\n"),
            ("<p>a <a href=u>b <a href=v>c</a></p>", "a [b](u) [c](v)\n"), ("<i>a</p>b<p>c</p>", "*a*\n\nb\n\nc\n"),
            ("<a href=\"u>b</a> and \"c\"", "[b](u) and \"c\"\n"),
            ("<dl><dt>a<dd>b</dl>c", "**a**\n\nb\n\nc\n"),
        ])
    func loose(html: String, markdown: String) { #expect(HTMLText.markdown(html).text == markdown) }

    @Test("a comment without an end stays a comment, and the report says so")
    func comment() throws {
        let found = HTMLText.markdown("<p>a</p><!-- b <b>c</b>\n\nd")
        #expect(found.text == "a\n\n<!-- b <b>c</b>\n\nd-->\n" && found.notes.map(\.what) == ["a comment"])
        #expect(!(try render(found.text, RenderOptions()).html.contains("c</b>")))
        #expect(HTMLText.markdown("a<!--x--!>b<!-->c<!--->d<!-- -- -->e<!--").text == "abcde\n")
    }

    @Test("an unknown element with both tags is named in the report, and its words stay")
    func unknown() {
        let found = HTMLText.markdown("<p>a <x-card>b <b>c</b></x-card> <fb:like href=\"u\"></fb:like></p>")
        #expect(found.text == "a b **c**\n" && found.plain == ["x-card", "fb:like"] && found.kept.isEmpty)
    }

    private static let addressesRows: [(String, String, String)] = [
        (
            "Watch https://www.youtube.com/watch?v=dQw4_9WgXcQ now.", "https://www.youtube.com/watch?v=dQw4_9WgXcQ",
            " now."
        ),
        ("a https://x.example/a*b*c_d_~e~f(g)h.", "https://x.example/a*b*c_d_~e~f(g)h", "."),
        ("(https://x.example/Foo_(bar)), c", "https://x.example/Foo_(bar)", "), c"),
        ("https://x.example/?a=1&amp;b_c=2&#038;copy=3 x", "https://x.example/?a=1&b_c=2&copy=3", " x"),
        ("https://x.example/a_b<br>next", "https://x.example/a_b", "<br />\nnext"),
        ("<b>https://x.example/a_b</b> c", "https://x.example/a_b", "</strong> c"),
        ("https://x.example/a_b<b>c</b>", "https://x.example/a_b", "<strong>c</strong>"),
        ("https://x.example/a_b_* c", "https://x.example/a_b", "_* c"),
        ("[https://x.example/a_b] c", "https://x.example/a_b", "] c"),
        ("&lt;https://x.example/a_b&gt; c", "https://x.example/a_b", "&gt; c"),
        ("https://x.example/a_b&nbsp;c", "https://x.example/a_b", "\u{A0}c"),
        ("“https://x.example/a_b”, c", "https://x.example/a_b", "”, c"),
        ("看https://x.example/a_b。好", "https://x.example/a_b", "。好"),
        ("https://bücher.example/ä_ö x", "https://b%C3%BCcher.example/%C3%A4_%C3%B6", " x"),
        ("<a href=\"u\"></a>HTTP://x.example/a\\b_c", "HTTP://x.example/a", "\\b_c"),
        ("www.x.example/a_b_c, d", "http://www.x.example/a_b_c", ", d"),
        ("!www.x.example/a_b", "", "!www.x.example/a_b"),
        ("x www.x.example/a_b<br>d", "http://www.x.example/a_b", "<br />\nd"),
        ("a1_b@example.org d", "mailto:a1_b@example.org", " d"),
        ("https:// x", "", "https:// x"),
        ("<table><tr><td>https://x.example/a|b_c</td></tr></table>", "https://x.example/a", "|b_c"),
    ]

    @Test("an address in a text stays whole on the page, and what follows is no part of it", arguments: addressesRows)
    func addresses(html: String, address: String, rest: String) throws {
        for isPasted in [false, true] {
            let text = isPasted ? RichText.markdown("<p>" + html) : HTMLText.markdown("<p>" + html).text
            let page = try render(text, RenderOptions(smartPunctuation: false, linkRelations: false)).html
            let links = page.matches(of: /href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
            #expect(links == (address.isEmpty ? [] : [address]), "\(text)")
            #expect(page.replacing("</a>", with: "").contains(rest), "\(page)")
        }
    }

    @Test("the words of a link are no address of their own")
    func linkWords() throws {
        let text = HTMLText.markdown("<a href=\"https://x.example/a_b\">https://x.example/a_b</a>").text
        #expect(try render(text, RenderOptions.plain).html.contains(">https://x.example/a_b</a>"), "\(text)")
    }

    @Test("control characters are left out of a text")
    func controls() { #expect(HTMLText.markdown("a\u{1}b\u{8}\u{7F}c\u{B}d").text == "abc d\n") }
}
