import Posts
import Testing

@testable import Moving

/// Values from runs of Pelican 4.12.
@Suite("Blogs of Pelican")
struct PelicanSiteTests {
    private let usual = """
        PATH = "content"
        SITEURL = ""
        TIMEZONE = 'Europe/Lisbon'
        DEFAULT_LANG = 'en'
        FEED_ALL_ATOM = None

        """

    private func site(_ more: String = "") throws -> OldSite {
        try #require(OldSite { $0 == "pelicanconf.py" ? usual + more : nil })
    }

    @Test("its settings tell the address, the zone, the language and the feed; those of the published site count more")
    func settings() throws {
        let files = [
            "pelicanconf.py": usual,
            "publishconf.py": """
            import os
            import sys
            sys.path.append(os.curdir)
            from pelicanconf import *
            SITEURL = "https://ana.example"
            FEED_ALL_ATOM = "feeds/all.atom.xml"
            """,
        ]
        let site = try #require(OldSite { files[$0] })
        #expect(site.generator == .pelican && site.isCertain && site.hasOwnFeedIDs)
        #expect(site.address == "https://ana.example" && site.zone == "Europe/Lisbon" && site.language == "en")
        #expect(site.feeds(of: []).paths.map(\.text) == ["/feeds/all.atom.xml"])
        #expect(try self.site().feeds(of: []).paths.isEmpty && self.site().address == nil)
    }

    @Test(
        "each file has the pattern of its kind and language",
        arguments: [
            ("", "content/a.md", "Title: A", "/:slug.html"),
            ("", "content/boats/c.md", "Title: A\nLang: en", "/:slug.html"),
            ("", "content/d.md", "Title: A\nLang: pt", "/:slug-pt.html"),
            ("", "content/pages/sub/x.md", "", "/pages/:slug.html"),
            ("", "README.md", "", nil),
            (
                "ARTICLE_URL = 'posts/{date:%Y}/{date:%m/%d}/{slug}/'", "content/a.md", "",
                "/posts/:year/:month/:day/:slug/"
            ),
            ("ARTICLE_URL = '{category}/{slug}'", "content/a.md", "", "/:category/:slug"),
            ("ARTICLE_URL = '{author}/{slug}'", "content/a.md", "", nil),
            ("ARTICLE_URL = '{date:%U}/{slug}'", "content/a.md", "", nil),
            ("ARTICLE_URL = f('x')", "content/a.md", "", nil),
            ("PAGE_URL = '{slug}/'", "content/pages/a.md", "", "/:slug/"),
            ("SLUGIFY_SOURCE = 'basename'", "content/a.md", "", "/:slugofname.html"),
            ("SLUGIFY_USE_UNICODE = True", "content/a.md", "", "/:slugonly.html"),
            (
                #"FILENAME_METADATA = r'(?P<date>\d{4}-\d{2}-\d{2})_(?P<slug>.*)'"#, "content/a.md", "",
                "/:slugorname.html"
            ),
            (#"FILENAME_METADATA = r'(?P<slug>[^.]*)-x'"#, "content/a.md", "", nil),
            ("ARTICLE_EXCLUDES = ['notes']", "content/notes/a.md", "", nil),
            ("ARTICLE_PATHS = ['blog']\nPAGE_PATHS = ['']", "content/blog/a.md", "", "/:slug.html"),
            ("ARTICLE_PATHS = ['blog']\nPAGE_PATHS = ['']", "content/about.md", "", "/pages/:slug.html"),
        ] as [(String, String, String, String?)])
    func patterns(settings: String, file: String, head: String, pattern: String?) throws {
        let site = try site(settings)
        #expect(OldAddressPatterns(of: site, [file]).pattern(of: file, text: head + "\n\nText: x") == pattern)
    }

    @Test("what its settings give to all files counts, and what cannot be told makes drafts")
    func metadata() throws {
        let site = try site("DEFAULT_METADATA = {'status': 'draft'}\n")
        #expect(site.frontMatter(of: "content/boats/a.md") == ["status": ["draft"], "defaultcategory": ["boats"]])
        #expect(site.frontMatter(of: "content/pages/a.md")["kind"] == ["page"])
        #expect(
            try self.site("DEFAULT_METADATA = (('status', 'draft'),)").frontMatter(of: "content/a.md")["status"] == [
                "draft"
            ])
        for line in [
            "IGNORE_FILES = ['a*']", "PATH_METADATA = r'(?P<status>draft)s?/.*'", "FILENAME_METADATA = f()",
            "DEFAULT_METADATA = ('status',)", "DEFAULT_METADATA = {'status': ['draft']}", "from base import *",
            "EXTRA_PATH_METADATA = (('content', {'status': 'draft'}),)",
            "if DEV: DEFAULT_METADATA = {'status': 'draft'}",
            "DEFAULT_METADATA = f()", "EXTRA_PATH_METADATA = {'a.md': {'status': 'draft'}}", "PAGE_PATHS += x",
        ] {
            let hidden = HiddenFiles(of: try self.site(line), ["content/a.md"]) { _ in nil }
            #expect(hidden.contains("content/a.md", text: "Title: A\n"), "\(line)")
        }
        // Pelican makes no page of a text without a title.
        let shown = HiddenFiles(of: try self.site(), ["content/a.md"]) { _ in nil }
        #expect(shown.contains("content/a.md", text: "Date: 2022-01-02\n"))
        #expect(!shown.contains("content/a.md", text: "Title: A\nDate: 2022-01-02\n"))
        let computed = try self.site("ARTICLE_URL = f()")
        #expect(computed.problems.values.first == "The program computes ARTICLE_URL, and Galley does not run it.")
    }
}
