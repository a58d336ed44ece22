import Foundation
import Testing

@testable import Site

@Suite struct SiteTests {
    @Test("the same entries in any order give the same bytes")
    func isDeterministic() throws {
        let site = try Example.site()
        let entries = (1...25).map { number in
            var entry = Example.post(number)
            entry.tags = ["tag \(number % 3)", "Swift"]
            return entry
        }

        let one = try site.files(for: entries)
        let other = try site.files(for: entries.reversed().map { try SiteEntry(encoded: $0.encoded()) })

        #expect(one == other)
        #expect(try entries[0].encoded() == SiteEntry(encoded: entries[0].encoded()).encoded())
    }

    @Test("a title with markup, quotes, accents and direction marks changes nothing around it")
    func escapesTitles() throws {
        let hostile = "</title><script>alert(1)</script>\u{202E}\"\u{301} onload=x '\u{308} <\u{338} \u{600}\" &\u{7}"
        var entry = Example.post(title: hostile)
        entry.summary = hostile
        entry.tags = [hostile]
        entry.author = hostile

        let page = try #require(try Example.site().files(for: [entry]).text("2026/01/post-1/index.html"))

        #expect(!page.contains("<script"))
        let scalars = Array(page.unicodeScalars)
        // By scalars, as a browser sees it: no quotation mark of ours is left raw before a combining one.
        for (mark, following) in zip(scalars, scalars.dropFirst()) where mark == "\"" || mark == "<" {
            #expect(![0x301, 0x338].contains(following.value))
        }
        #expect(!scalars.contains("\u{7}"))
        let windowTitle = page.components(separatedBy: "<title>")[1].components(separatedBy: "</title>")[0]
        #expect(!windowTitle.unicodeScalars.contains("\u{202E}"))
    }

    @Test("ordinary text reaches the page unchanged")
    func leavesTextAlone() {
        for text in ["Ordinary “text” & more", "Ça va? 'Oui'", "日本語 <b>", "👩‍👩‍👧 \"x\"", "نص & نص"] {
            #expect(text.templateSafe == text)
        }
    }

    @Test("slugs in any script are percent-encoded in addresses and plain in file names")
    func anyScript() throws {
        let entry = Example.post(slug: "שלום-100%")
        let site = try Example.site(Example.settings(address: "https://example.org/blog/"))

        #expect(
            try site.address(of: entry)
                == "https://example.org/blog/2026/01/%D7%A9%D7%9C%D7%95%D7%9D-100%25/")
        let files = try site.files(for: [entry])
        #expect(files.paths.contains("2026/01/שלום-100%/index.html"))
        #expect(try #require(files.text("index.html")).contains(#"href="/blog/style.css""#))
    }

    @Test(
        "slugs that would leave the folder or cannot be file names are refused",
        arguments: [
            "", "..", ".git", "a/b", "../../etc/passwd", "nul\u{0}", String(repeating: "あ", count: 84),
        ])
    func refusesSlugs(slug: String) throws {
        let site = try Example.site()
        #expect(throws: SiteError.self) { try site.files(for: [Example.post(slug: slug)]) }
    }

    @Test("two entries with one address, and entries at the site's own, are refused by name")
    func refusesCollisions() throws {
        let site = try Example.site()
        let pages = ["tags", "page"].map { Example.page(slug: $0) }

        let error = #expect(throws: SiteError.self) {
            try site.files(for: [Example.post(1, slug: "x", title: "One"), Example.post(2, slug: "x", title: "Two")])
        }
        #expect("\(try #require(error))".contains("“One” and “Two” would both be at /2026/01/x/"))
        for page in pages { #expect(throws: SiteError.self) { try site.files(for: [page]) } }
    }

    @Test("a page at the address of one of the site's files is refused early, and never redirects there")
    func ownFiles() throws {
        let site = try Example.site()
        for file in try site.files(for: []).paths where file != "index.html" {
            #expect(throws: SiteError.self) { try site.address(of: Example.page(slug: file)) }
            var moved = Example.page(slug: "moved")
            moved.formerSlugs = [file]
            #expect(try site.files(for: [moved]).paths.contains("moved/index.html"), "\(file)")
        }
    }

    @Test("of two entries with one address the second gets none, and everything else stays")
    func misfits() throws {
        let site = try Example.site()
        let entries = [
            Example.post(1, slug: "x", title: "One"), Example.post(2, slug: "x", title: "Two"),
            Example.post(3, slug: ".hidden"), Example.post(4, slug: "y"),
        ]

        let misfits = site.misfits(among: entries)

        #expect(misfits.keys.sorted() == [1, 2])
        #expect("\(try #require(misfits[1]))".contains("“One” and “Two” would both be at /2026/01/x/"))
    }

    @Test("a former slug redirects, unless something else is there now")
    func redirects() throws {
        var moved = Example.post(1, slug: "new")
        moved.formerSlugs = ["old", "taken", "new", "../evil"]
        let files = try Example.site().files(for: [moved, Example.post(2, slug: "taken", title: "Other")])

        let page = try #require(files.text("2026/01/old/index.html"))
        #expect(page.contains(#"<meta http-equiv="refresh" content="0; url=/2026/01/new/">"#))
        #expect(page.contains(#"<link rel="canonical" href="https://example.org/2026/01/new/">"#))
        #expect(page.contains("noindex"))
        #expect(try #require(files.text("2026/01/taken/index.html")).contains("Other"))
        #expect(!files.paths.contains { $0.contains("evil") })
    }

    @Test("a former address redirects, whether a date, a slug or a permalink pattern changed it")
    func formerAddresses() throws {
        var moved = Example.post(1, slug: "new")
        moved.formerAddresses = [
            "https://example.org/blog/2025/12/%E6%97%A5/", "https://example.org/blog/old.html",
            "https://example.org/blog/2026/01/new/", "https://example.org/blog/2026/01/taken/",
            "https://example.org/elsewhere/", "https://other.example/blog/x/", "https://example.org/blog/../evil/",
            "https://example.org/blog/%2E%2E/evil/", "https://example.org/blog/.git/",
            "https://example.org/blog/feed.xml/",
            "https://example.org/blog/a%2Fb/", "https://example.org/blog/", "https://example.org/blog/picture.png",
        ]
        let site = try Example.site(Example.settings(address: "https://example.org/blog"))
        let files = try site.files(for: [moved, Example.post(2, slug: "taken", title: "Other")])
        let own = try site.files(for: [Example.post(1, slug: "new"), Example.post(2, slug: "taken", title: "Other")])

        let pages = files.paths.filter { !$0.hasPrefix(".redirects/") }
        #expect(Set(pages).subtracting(own.paths) == ["2025/12/日/index.html", "old.html"])
        #expect(try #require(files.text("old.html")).contains(#"content="0; url=/blog/2026/01/new/">"#))
        #expect(try #require(files.text("2026/01/taken/index.html")).contains("Other"))
    }

    @Test("a note has no heading, but a window title and a feed title from its first words")
    func notes() throws {
        let note = Example.post(title: nil)
        let files = try Example.site().files(for: [note])

        let page = try #require(files.text("2026/01/post-1/index.html"))
        #expect(!page.contains("p-name"))
        #expect(page.contains("<title>Text. · Hot Metal</title>"))
        #expect(try #require(files.text("feed.xml")).contains("<title>Text.</title>"))
        let json = try JSONSerialization.jsonObject(
            with: Data(try #require(files.first { $0.path == "feed.json" }).bytes))
        let items = try #require((json as? [String: Any])?["items"] as? [[String: Any]])
        #expect(items[0]["title"] == nil)
    }

    @Test("the page's metadata matches its visible text")
    func microformats() throws {
        var entry = Example.post()
        entry.tags = ["Type"]
        entry.syndication = ["https://social.example/@ada/1", "javascript:alert(1)"]
        let site = try Example.site(Example.settings(relMe: ["https://social.example/@ada"]))
        let page = try #require(try site.files(for: [entry]).text("2026/01/post-1/index.html"))

        for part in [
            #"class="h-entry"#, #"class="p-name""#, #"class="e-content"#,
            #"class="u-url" href="https://example.org/2026"#,
            #"class="dt-published" datetime="2026-01-02T10:00:00+01:00""#, #"class="dt-updated""#,
            #"class="p-category""#, #"class="p-author h-card""#,
            #"class="u-syndication" rel="syndication" href="https://social.example/@ada/1""#,
            #"<link rel="me" href="https://social.example/@ada">"#, #"property="og:type" content="article""#,
            #"property="og:description" content="Text.""#, #"rel="alternate" type="application/atom+xml""#,
            #"<html lang="en" dir="ltr">"#,
        ] { #expect(page.contains(part), "\(part)") }
        #expect(!page.contains("javascript:"))
    }

    @Test("an address learned later changes only the post's own page")
    func syndicationLater() throws {
        let site = try Example.site()
        var entries = (1...3).map { Example.post($0) }
        let before = try site.files(for: entries)
        entries[1].syndication = ["https://social.example/1"]
        let after = try site.files(for: entries)

        #expect(Set(after).subtracting(before).map(\.path) == ["2026/01/post-2/index.html"])
    }

    @Test("right-to-left posts are marked as such within a left-to-right site")
    func directions() throws {
        var entry = Example.post(title: "שלום")
        entry.language = "he"
        let page = try #require(try Example.site().files(for: [entry]).text("2026/01/post-1/index.html"))
        #expect(page.contains(#"<html lang="he" dir="rtl">"#))
        #expect(direction(of: "az-Arab") == "rtl")
        #expect(direction(of: "ar-Latn") == "ltr")
    }

    @Test("an empty site is a site")
    func empty() throws {
        let files = try Example.site().files(for: [])
        #expect(
            files.paths.sorted() == [
                "404.html", "favicon.svg", "feed.json", "feed.xml", "index.html", "robots.txt", "sitemap.xml",
                "style.css",
            ])
        #expect(try #require(files.text("feed.xml")).contains("<updated>1970-01-01T00:00:00Z</updated>"))
    }
}
