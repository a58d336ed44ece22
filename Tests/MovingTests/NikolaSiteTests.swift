import Posts
import Testing

@testable import Moving

/// Values from runs of Nikola 8.3.
@Suite("Blogs of Nikola")
struct NikolaSiteTests {
    private func site(_ more: String = "") throws -> OldSite {
        let usual = """
            import time
            BLOG_TITLE = "Demo Site"  # (translatable)
            SITE_URL = "https://example.com/"
            DEFAULT_LANG = "en"
            TRANSLATIONS = {
                DEFAULT_LANG: "",
                "pt": "./pt",
            }
            POSTS = (
                ("posts/*.rst", "posts", "post.tmpl"),
                ("posts/*.md", "posts", "post.tmpl"),
            )
            PAGES = (("pages/*.md", {"en": "pages", "pt": "paginas"}, "page.tmpl"),)
            TIMEZONE = "Europe/Lisbon"
            ATOM_FILENAME_BASE = "feed"

            """
        return try #require(OldSite { $0 == "conf.py" ? usual + more : nil })
    }

    @Test("its settings tell the address, the zone, the languages and the feeds")
    func settings() throws {
        let site = try site("GENERATE_ATOM = True\n")
        #expect(site.generator == .nikola && site.isCertain && site.languageFolders == ["en": "", "pt": "/pt"])
        #expect(site.address == "https://example.com" && site.zone == "Europe/Lisbon" && site.language == "en")
        #expect(site.feeds(of: []).paths.map(\.text) == ["/rss.xml", "/feed.atom"])
        #expect(try self.site("GENERATE_RSS = False").feeds(of: []).paths.isEmpty)
        #expect(OldSite { $0 == "conf.py" ? "project = 'Sphinx'\n" : nil } == nil)
    }

    @Test(
        "each file has the pattern of its folder",
        arguments: [
            ("", "posts/a.md", ".. title: A", "/posts/:slugofname/"),
            ("", "posts/sub/c.md", "", "/posts/sub/:slugofname/"),
            ("", "posts/sub/c.md", ".. slug: index", "/posts/sub/"),
            ("", "posts/a.md", ".. pretty_url: false", "/posts/:slugofname.html"),
            ("", "posts/a.pt.md", ".. slug: cafe-pt", "/posts/:slugofname/"), ("", "posts/a.pt.md", "", nil),
            ("", "posts/v1.2.md", "", "/posts/:slugofname/"), ("", "pages/about.md", "", "/pages/:slugofname/"),
            ("", "pages/about.pt.md", "---\nslug: \"sobre\"\n---", "/paginas/:slugofname/"),
            ("", "drafts/a.md", "", nil),
            ("", "posts/a.markdown", "", nil), ("PRETTY_URLS = False", "posts/a.md", "", "/posts/:slugofname.html"),
            ("STRIP_INDEXES = False", "posts/a.md", "", "/posts/:slugofname/index.html"),
            ("POSTS += x", "posts/a.md", "", nil),
            ("TRANSLATIONS = {'en': 'en'}", "posts/a.md", "", "/en/posts/:slugofname/"),
        ] as [(String, String, String, String?)])
    func patterns(settings: String, file: String, head: String, pattern: String?) throws {
        let site = try site(settings)
        #expect(OldAddressPatterns(of: site, [file]).pattern(of: file, text: head + "\n\nText: x") == pattern)
    }

    @Test("files outside of its folders are none of its pages, and those of pages are no posts")
    func places() throws {
        let site = try site()
        let hidden = HiddenFiles(of: site, []) { _ in nil }
        #expect(hidden.contains("README.md") && hidden.contains("posts/a.txt") && !hidden.contains("posts/x/a.md"))
        #expect(site.frontMatter(of: "pages/a.md") == ["kind": ["page"]] && site.frontMatter(of: "posts/a.md") == [:])
    }
}
