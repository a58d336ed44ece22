import Foundation
import Posts
import TestSupport
import Testing

@testable import Site

@Suite("What the theme shows beside the text")
struct ThemePagesTests {
    @Test("the archive lists all posts by year, and a page for each year when there are many")
    func archive() throws {
        let site = try Example.site()
        let entries = [1, 2, 400].map { Example.post($0, title: "Post \($0)") }
        let page = try #require(try site.files(for: entries).text("archive/index.html"))
        #expect(page.contains(#"<h2>2027 <span class="count">1</span></h2>"#))
        #expect(page.contains(#"<h2>2026 <span class="count">2</span></h2>"#))
        #expect(page.contains(">5 Feb</time>") && page.contains(#"<a href="/2026/01/post-1/" dir="auto">Post 1</a>"#))
        // then
        let many = try site.files(for: (1...501).map { Example.post($0) })
        let years = try #require(many.text("archive/index.html"))
        #expect(years.contains(#"<a href="/archive/2026/">2026</a>"#) && !years.contains("<time"))
        #expect(try #require(many.text("archive/2027/index.html")).contains("<time"))
    }

    @Test("a year with many posts has pages of 200, of which a new post changes only the first")
    func pagesOfYear() throws {
        let site = try Example.site()
        func posts(_ count: Int) -> [SiteEntry] {
            (1...count).map { number in
                var post = Example.post(number, title: "Post \(number)")
                post.published = SiteDate(Instant(seconds: 1_767_258_000 + Int64(number) * 3_600), offset: .zero)
                return post
            }
        }
        let files = try site.files(for: posts(650))
        func shown(_ files: [SiteFile], _ path: String) throws -> Int {
            try #require(files.text(path)).components(separatedBy: "<time").count - 1
        }
        #expect(try shown(files, "archive/2026/index.html") == 250)
        #expect(try (1...2).map { try shown(files, "archive/2026/page/\($0)/index.html") } == [200, 200])
        #expect(files.text("archive/2026/page/3/index.html") == nil)
        let year = try #require(files.text("archive/2026/index.html"))
        #expect(year.contains(#"<a href="/archive/2026/page/2/">2026 · Page 2</a> <span class="count">200</span>"#))
        let later = try site.files(for: posts(651))
        let changed = later.filter { $0.path.hasPrefix("archive") && files.text($0.path) != later.text($0.path) }
        #expect(changed.paths == ["archive/2026/index.html", "archive/index.html"])
    }

    @Test("a page of the author's, or a former address, takes the place of the archive, the icon and robots.txt")
    func givesWay() throws {
        let site = try Example.site()
        for (slug, former) in [("archive", nil), ("about", "https://example.org/archive/")] {
            var page = Example.page(slug: slug)
            page.formerAddresses = former.map { [$0] }
            let files = try site.files(for: [page, Example.post(2)])
            #expect(try !#require(files.text("archive/index.html")).contains(#"class="archive""#))
            #expect(try !#require(files.text("index.html")).contains(">Archive</a>"))
        }
        let theme = try TemporaryFolder()
        try theme.write("icon", to: "favicon.ico")
        try theme.write("User-agent: *", to: "robots.txt")
        let files = try Example.site(Example.settings(theme: theme.path)).files(for: [])
        #expect(files.text("robots.txt") == "User-agent: *")
        #expect(!files.paths.contains("favicon.svg"))
        #expect(try #require(files.text("index.html")).contains(#"<link rel="icon" href="/favicon.ico">"#))
        let below = try Example.site(Example.settings(address: "https://example.org/blog"))
        #expect(try !below.files(for: []).paths.contains("robots.txt"))
    }

    @Test("the navigation has the chosen pages in the chosen order")
    func navigation() throws {
        let entries = [Example.page(slug: "about"), Example.page(slug: "now"), Example.post(3)]
        func labels(_ navigation: [String]?) throws -> [String] {
            let settings = try SiteSettings(
                name: "Hot Metal", address: "https://example.org", folder: "/srv/www", navigation: navigation)
            let page = try #require(try Example.site(settings).files(for: entries).text("index.html"))
            let menu = page.components(separatedBy: "<nav aria-label=\"Site\">")[1].components(separatedBy: "</nav>")[0]
            return menu.matches(of: /href="([^"]*)"/).map { String($0.1) }
        }
        #expect(try labels(["feed", "now", "missing", "archive"]) == ["/feed.xml", "/now/", "/archive/"])
        #expect(try labels([]) == [])
        #expect(try labels(nil) == ["/about/", "/now/", "/archive/", "/feed.xml"])
        #expect(throws: SiteSettingsError.self) { try labels([""]) }
    }

    @Test("tags are listed by use, then by name")
    func tags() throws {
        let entries = [["b", "a"], ["b", "c"], ["c", "b"]].enumerated().map { number, tags in
            var post = Example.post(number)
            post.tags = tags
            return post
        }
        let page = try #require(try Example.site().files(for: entries).text("tags/index.html"))
        let order = page.matches(of: /href="\/tags\/(.)\/" dir/).map { String($0.1) }
        #expect(order == ["b", "c", "a"])
    }

    @Test("a browser can choose among the sizes of a picture, and new sizes make only the pages that show it again")
    func sizes() throws {
        let temporary = try TemporaryFolder()
        let digest = String(repeating: "a", count: 64)
        let small = "\(temporary.path)/\(digest)-480.jpg"
        for name in [small, "\(temporary.path)/\(digest)-960.jpg"] { try Data([1]).write(to: URL(filePath: name)) }
        try Data().write(to: URL(filePath: "\(temporary.path)/\(digest)-1920.jpg"))
        let sizes = ["-480.jpg", "-960.jpg", "-1920.jpg", "-48.jpg", ".jpg"].compactMap {
            SitePictureSize(path: "\(temporary.path)/\(digest)\($0)")
        }
        #expect(sizes.map(\.width) == [480, 960])
        var entry = Example.post(1)
        entry.contentHTML = #"<p><img src="/media/x.jpg" width="2000" height="9" alt="" loading="lazy" /></p>"#
        entry.pictures = [SitePicture(address: "media:x", digest: digest, file: "x.jpg", bytes: 9)]
        let site = try Example.site()
        let items = [entry, Example.post(2)].map { SiteItem($0, at: site.settings) }
        let plain = try site.parts(for: items) { $0 }
        let parts = try site.parts(for: items, sizes: [digest: sizes]) { $0 }
        let page = try #require(parts.first { $0.path == "2026/01/post-1/index.html" })
        let bytes = try page.file().bytes
        #expect(
            String(decoding: bytes, as: UTF8.self).contains(
                #"<img src="/media/x.jpg" srcset="/media/x-480.jpg 480w, /media/x-960.jpg 960w, /media/x.jpg 2000w""#
                    + #" sizes="auto, (min-width: 60rem) 60rem, 100vw" width="2000""#))
        let known = Dictionary(uniqueKeysWithValues: plain.map { ($0.path, $0.inputs) })
        let changed = parts.filter { known[$0.path] != $0.inputs }.map(\.path)
        #expect(changed.contains("2026/01/post-1/index.html") && changed.contains("media/x-960.jpg"))
        #expect(!changed.contains("2026/01/post-2/index.html"))
    }

    @Test("a link to a post is previewed with its first own picture and the picture's description")
    func picture() throws {
        var entry = Example.post(
            html: #"<p><img src="/media/a.svg" alt=""/><img src="/media/b.jpg" alt="A &quot;b&quot; &amp; c"></p>"#)
        entry.pictures = ["a.svg", "b.jpg"].map { SitePicture(address: "media:\($0)", digest: $0, file: $0, bytes: 1) }
        let page = try #require(try Example.site().files(for: [entry]).text("2026/01/post-1/index.html"))
        #expect(page.contains(#"<meta property="og:image" content="https://example.org/media/b.jpg">"#))
        #expect(page.contains(#"<meta property="og:image:alt" content="A &quot;b&quot; &amp; c">"#))
        #expect(page.contains("summary_large_image"))
    }

    @Test(
        "code can be scrolled with the keyboard, and headings have links to themselves, on the post's own page only",
        arguments: [
            ("<pre><code>a</code></pre>", #"<pre tabindex="0"><code>a</code></pre>"#),
            (#"<pre lang="c">x</pre>"#, #"<pre tabindex="0" lang="c">x</pre>"#),
            (#"<pre tabindex="0">x</pre>"#, #"<pre tabindex="0">x</pre>"#), ("<pretty>", "<pretty>"),
            (
                #"<h2 id="the-end">The <em>end</em></h2>"#,
                ##"<h2 id="the-end">The <em>end</em> <a class="anchor" href="#the-end" aria-label="Link to this section">#</a></h2>"##
            ),
            (#"<h2>x</h2><hr id="x">"#, #"<h2>x</h2><hr id="x">"#),
            (#"<h3 id="x" class="y">z</h3>"#, #"<h3 id="x" class="y">z</h3>"#),
            ("<", "<"), ("<pre ", "<pre tabindex=\"0\" "), ("<h2 id=\"", "<h2 id=\""), ("", ""),
        ])
    func markup(html: String, page: String) {
        #expect(ContentMarkup.finished(html, hasAnchors: true) == page)
        #expect(!ContentMarkup.finished(html, hasAnchors: false).contains("anchor"))
    }

    @Test("tags without an end take linear time")
    func unclosedTags() {
        for unit in ["<pre ", "<h2 id=", "<li id=", "<a href=\"", "<img src=", "</h2", "<pre><code class="] {
            let html = String(repeating: unit, count: 10_000)
            let page = ContentMarkup.finished(html, hasAnchors: true, sizes: ["a.jpg": []])
            #expect(page.replacing(" tabindex=\"0\"", with: "") == html)
            #expect(html.withAddresses(hasAnchors: false) { $0 } == html)
            let broken = html.replacing("id=", with: "id=\"")
            #expect(broken.withAddresses(hasAnchors: false) { $0 }.utf8.count <= broken.utf8.count)
        }
    }

    @Test("only the post's own page has links to its headings")
    func anchors() throws {
        let files = try Example.site().files(for: [Example.post(html: #"<h2 id="the-end">The end</h2>"#)])
        let linked = files.filter { String(decoding: $0.bytes, as: UTF8.self).contains(##"href="#the-end""##) }
        #expect(linked.paths == ["2026/01/post-1/index.html"])
    }

    @Test("no column of the default theme is at least as wide as its longest word")
    func narrowColumns() throws {
        let style = try #require(try Example.site().files(for: []).text("style.css"))
        let columns = style.split(separator: "1fr").dropLast()
        #expect(
            !columns.isEmpty
                && columns.allSatisfy { $0.hasSuffix("minmax(0, ") || $0.hasSuffix("minmax(min(100%, 14rem), ") })
    }

    @Test("no heading has the anchor of the link that skips the navigation")
    func skipLink() throws {
        let files = try Example.site().files(for: [Example.post(html: #"<h2 id="content">Content</h2>"#)])
        let page = try #require(files.text("2026/01/post-1/index.html"))
        let target = try #require(page.firstMatch(of: /<a class="skip" href="#([^"]+)"/)).output.1
        #expect(page.contains(#"<main id="\#(target)""#))
        // Anchors of headings are in lower case.
        #expect(target != target.lowercased())
    }

    @Test("links of notes in a list lead where they do on the note's page, and no two anchors are the same")
    func notesInLists() throws {
        let html = ##"""
            <h2 id="top">Top</h2><p><sup class="footnote-ref"><a href="#fn-1" id="fnref-1" data-footnote-ref>1</a></sup>
            <a href="other/">a</a> <a href="../b?c=1&amp;d">b</a> <a href="/c">c</a> <a href="//d.example/">d</a>
            <a href="https://e.example/" rel="external">e</a> <a href="">f</a> <img src="g.png" alt="" />
            <code>&lt;a href="h" id="h"</code></p><ol><li id="fn-1">1 <a href="#fnref-1" class="footnote-backref">↩</a></li></ol>
            """##
        let site = try Example.site(try Example.settings(address: "https://example.org/blog"))
        let files = try site.files(for: [1, 2].map { Example.post($0, title: nil, html: html) })
        #expect(
            try #require(files.text("2026/01/post-1/index.html")).contains(##"<li id="fn-1">1 <a href="#fnref-1""##))
        let list = try #require(files.text("index.html"))
        for written in [
            "<h2>Top</h2>", ##"<a href="/blog/2026/01/post-1/#fn-1" data-footnote-ref>"##,
            ##"<li>1 <a href="/blog/2026/01/post-2/#fnref-1" class="##, #"<a href="/blog/2026/01/post-2/other/">"#,
            #"<a href="/blog/2026/01/b?c=1&amp;d">"#, #"<a href="/c">"#, #"<a href="https://d.example/">"#,
            #"<a href="https://e.example/" rel="external">"#, #"<a href="">"#,
            #"<img src="/blog/2026/01/post-1/g.png" alt="" />"#, #"<code>&lt;a href="h" id="h"</code>"#,
        ] {
            #expect(list.contains(written), "\(written)")
        }
        let anchors = list.matches(of: /\ id="([^"]*)"/).map(\.output.1)
        #expect(Set(anchors).count == anchors.count - 1, "only the text in the code is there twice")
    }

    @Test(
        "reading takes at least a minute, at 220 words or 500 ideographs a minute",
        arguments: [
            ("", 1), (String(repeating: "<p>word</p> ", count: 660), 3), (String(repeating: "字", count: 2000), 4),
            ("<p " + String(repeating: "a ", count: 9000) + ">x</p>", 1),
        ])
    func minutes(html: String, minutes: Int) { #expect(ContentMarkup.minutes(of: html) == minutes) }
}

@Suite struct PreviewPageTests {
    @Test(
        "the page of an entry that the site does not have yet is whole: the theme's styles in it, pictures from the desk"
    )
    func page() throws {
        let site = try Example.site()
        var entry = Example.post(html: #"<p><img src="/media/a.png" alt="" /> <a href="/media/a.png">Large</a></p>"#)
        entry.pictures = [SitePicture(address: "media:a", digest: "d", file: "a.png", bytes: 1)]
        let page = try site.page(of: entry) { "/desk/\($0.file)" }
        #expect(page.contains(#"<img src="/desk/a.png" alt="" />"#) && page.contains(#"<a href="/desk/a.png">"#))
        #expect(!page.contains("rel=\"stylesheet\"") && page.contains("<style>"))
        #expect(page.contains(">A post</h1>") && page.contains("Hot Metal"))
        // With the address of a picture on the site it is the page that the site gets, but for the styles.
        let file = try #require(try site.files(for: [entry]).first { $0.path.hasSuffix("post-1/index.html") })
        let written = String(decoding: file.bytes, as: UTF8.self)
        #expect(try site.page(of: entry) { _ in nil }.withoutStyles == written.withoutStyles)
    }

    @Test("an entry whose address is the site's own has no page, but an error") func reserved() throws {
        let site = try Example.site(try Example.settings(permalink: "/{slug}/"))
        #expect(throws: SiteError.self) { try site.page(of: Example.post(slug: "tags")) { _ in nil } }
    }
}

extension String {
    fileprivate var withoutStyles: String {
        var lines = split(separator: "\n", omittingEmptySubsequences: false)
        lines.removeAll { $0.hasPrefix("<link rel=\"stylesheet\"") }
        guard let start = lines.firstIndex(where: { $0.hasPrefix("<style>") }),
            let end = lines.lastIndex(where: { $0.hasSuffix("</style>") })
        else { return lines.joined(separator: "\n") }
        lines.removeSubrange(start...end)
        return lines.joined(separator: "\n")
    }
}
