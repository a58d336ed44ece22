import Foundation
import Testing

@testable import Site

@Suite struct FeedTests {
    @Test("Atom contains the whole post, escaped, without characters that XML forbids")
    func atom() throws {
        var entry = Example.post(title: "A & B", html: "<p class=\"x\">1 &lt; 2 ]]> \u{0}\u{1F}\u{FFFE}</p>")
        entry.tags = ["R&D"]
        let feed = try #require(try Example.site().files(for: [entry]).text("feed.xml"))

        #expect(feed.contains("<id>tag:example.org,2026:id-1</id>"))
        #expect(feed.contains("<title>A &amp; B</title>"))
        #expect(feed.contains(#"<category term="R&amp;D"/>"#))
        #expect(feed.contains("&lt;p class=&quot;x&quot;&gt;1 &amp;lt; 2 ]]&gt; &lt;/p&gt;</content>"))
        #expect(feed.contains("<published>2026-01-02T10:00:00+01:00</published>"))
        for scalar in feed.unicodeScalars {
            #expect(scalar == "\n" || (scalar.value >= 0x20 && scalar.value != 0xFFFE))
        }
    }

    @Test("every element of the feeds and the sitemap that is opened is closed, in order")
    func isWellFormed() throws {
        var entry = Example.post(title: "</title><entry>", html: "<p>\u{B}</p><br>")
        entry.formerSlugs = ["x"]
        let files = try Example.site().files(for: [entry, Example.post(2, slug: "ü&\"'")])
        for name in ["feed.xml", "sitemap.xml"] { #expect(balanced(try #require(files.text(name))), "\(name)") }
    }

    @Test("JSON Feed has everything that version 1.1 requires, and the same ids as Atom")
    func json() throws {
        let file = try #require(try Example.site().files(for: [Example.post()]).first { $0.path == "feed.json" })
        let feed = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
        let item = try #require((feed["items"] as? [[String: Any]])?.first)

        #expect(feed["version"] as? String == "https://jsonfeed.org/version/1.1")
        #expect(feed["title"] as? String == "Hot Metal")
        #expect(feed["feed_url"] as? String == "https://example.org/feed.json")
        #expect(item["id"] as? String == "tag:example.org,2026:id-1")
        #expect(item["content_html"] as? String == "<p>Text.</p>")
        #expect(item["date_published"] as? String == "2026-01-02T10:00:00+01:00")
    }

    @Test("pictures in feeds have whole addresses", arguments: ["https://example.org", "https://example.org/blog"])
    func pictures(address: String) throws {
        let site = try Example.site(try Example.settings(address: address))
        var entry = Example.post(html: "<p><img src=\"\(site.address(ofPicture: "a.png"))\" alt=\"/media/\" /></p>")
        entry.pictures = [SitePicture(address: "media:a", digest: "a", file: "a.png", bytes: 1)]
        let files = try site.files(for: [entry]) { "/pictures/\($0)" }
        let atom = try #require(files.text("feed.xml")), json = try #require(files.text("feed.json"))
        #expect(atom.contains("&lt;img src=&quot;\(address)/media/a.png&quot; alt=&quot;/media/&quot;"))
        #expect(json.contains(#"<img src=\"\#(address)/media/a.png\" alt=\"/media/\""#))
    }

    @Test(
        "links and pictures in feeds have whole addresses, but for links to a place in the post",
        arguments: [
            ("other/", "https://example.org/blog/2026/01/post-1/other/"),
            ("/x?a=1&amp;b", "https://example.org/x?a=1&amp;b"),
            ("../post-2/#fn", "https://example.org/blog/2026/01/post-2/#fn"), ("//b.example/x", "https://b.example/x"),
            ("https://b.example/%C3%BC/../x", "https://b.example/%C3%BC/../x"),
            ("mailto:a@b.example", "mailto:a@b.example"),
            ("#fn-1", "#fn-1"), ("", ""),
        ])
    func links(written: String, whole: String) throws {
        let site = try Example.site(try Example.settings(address: "https://example.org/blog"))
        let html = "<p>a <a href=\"\(written)\" title=\"/t\">b</a> c <img src=\"\(written)\" alt=\"/t\" /></p>"
        let file = try #require(try site.files(for: [Example.post(html: html)]).first { $0.path == "feed.json" })
        let feed = try #require(try JSONSerialization.jsonObject(with: Data(file.bytes)) as? [String: Any])
        let item = try #require((feed["items"] as? [[String: Any]])?.first)
        #expect(
            item["content_html"] as? String
                == "<p>a <a href=\"\(whole)\" title=\"/t\">b</a> c <img src=\"\(whole)\" alt=\"/t\" /></p>")
    }

    @Test("an id stays when slug, title, pattern and address change")
    func stableIDs() throws {
        let before = try Example.settings()
        let after = try SiteSettings(
            name: "Elsewhere", address: "https://other.example/x", folder: "/srv", permalink: "/{slug}.html",
            tagAuthority: "example.org,2026")
        #expect(
            SiteLinks(settings: before).id(of: Example.post())
                == SiteLinks(settings: after).id(of: Example.post(1, slug: "y")))
        let moved = try SiteSettings(name: "Elsewhere", address: "https://other.example", folder: "/srv")
        #expect(moved.identified(by: "example.org,2026").tagAuthority == "example.org,2026")
        #expect(after.identified(by: "other.example,2026").tagAuthority == "example.org,2026")
        var imported = Example.post()
        imported.feedID = "http://old.example/?p=1"
        #expect(SiteLinks(settings: before).id(of: imported) == "http://old.example/?p=1")
        var known = Example.post()
        known.id = "urn:uuid:6d1cc6f0-0000-4000-8000-000000000000"
        #expect(SiteLinks(settings: before).id(of: known) == known.id)
    }

    @Test("feeds hold the newest posts and no pages")
    func newest() throws {
        var page = Example.post(99, slug: "about", title: "About")
        page.kind = .page
        let feed = try #require(
            try Example.site().files(for: (1...30).map { Example.post($0) } + [page]).text("feed.xml"))
        #expect(feed.components(separatedBy: "<entry>").count == 21)
        #expect(feed.contains("id-30") && !feed.contains("id-10<") && !feed.contains("id-99"))
    }

    @Test("a post whose original is elsewhere has the original's canonical address")
    func canonical() throws {
        var entry = Example.post()
        entry.canonicalURL = "https://first.example/p"
        let files = try Example.site().files(for: [entry])
        #expect(!(try #require(files.text("sitemap.xml")).contains("post-1")))
        let page = try #require(files.text("2026/01/post-1/index.html"))
        #expect(page.contains(#"<link rel="canonical" href="https://first.example/p">"#))
    }

    /// Whether tags nest; text may hold no `<`, and `&` only as a reference.
    private func balanced(_ xml: String) -> Bool {
        var open: [Substring] = []
        for part in xml.split(separator: "<").dropFirst(0) {
            guard let end = part.firstIndex(of: ">") else { return false }
            let tag = part[..<end]
            if part[end...].dropFirst().contains(">") { return false }
            if tag.hasPrefix("?") || tag.hasSuffix("/") { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { return false }
            } else {
                open.append(tag.prefix { $0 != " " })
            }
        }
        return open.isEmpty && xml.matches(of: /&(?!(amp|lt|gt|quot|#39|#13);)/).isEmpty
    }
}
