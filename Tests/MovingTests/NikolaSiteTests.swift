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
            CONTENT_FOOTER_FORMATS = {
                DEFAULT_LANG: ((), {"date": time.gmtime().tm_year, "license": f(POSTS=1)}),
            }

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

    @Test(
        "a version that is no public one hides those in other languages, as do the tags draft and private",
        arguments: [
            (".. status: draft", "", "", true), ("", ".. status: private", "", true),
            (".. status: featured", "", "", false),
            (".. tags: sea, Draft", "", "", true), ("", ".. tags: private", "", true),
            (".. tags: draft", "", "USE_TAG_METADATA = False", false), ("", "", "from other import *", true),
        ])
    func versions(original: String, translation: String, settings: String, isHidden: Bool) throws {
        let heads = [
            "posts/a.md": ".. title: A\n\(original)\n\nText", "posts/a.pt.md": ".. title: A\n\(translation)\n\nText",
            "posts/b.md": ".. title: B\n\nstatus: draft",
        ]
        let hidden = HiddenFiles(of: try site(settings), heads.keys.sorted()) { heads[$0] }
        #expect(["posts/a.md", "posts/a.pt.md"].map { hidden.contains($0) } == [isHidden, isHidden])
        #expect(hidden.contains("posts/b.md") == settings.hasPrefix("from"))
    }

    @Test("files outside of its folders are none of its pages, and those of pages are no posts")
    func places() throws {
        let site = try site()
        let hidden = HiddenFiles(of: site, []) { _ in nil }
        #expect(hidden.contains("README.md") && hidden.contains("posts/a.txt") && !hidden.contains("posts/x/a.md"))
        #expect(site.frontMatter(of: "pages/a.md") == ["kind": ["page"]] && site.frontMatter(of: "posts/a.md") == [:])
    }
}
