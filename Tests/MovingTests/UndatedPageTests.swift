import Testing

@testable import Moving

/// Which files become pages if they have no date.
@Suite("Pages without a date")
struct UndatedPageTests {
    private func pages(_ blog: [String: String]) throws -> [String] {
        let files = blog.keys.filter { $0.hasSuffix(".md") }.sorted()
        let site = try #require(OldSite { blog[$0] })
        let pages = UndatedPages(of: site, files) { blog[$0] }
        return files.filter(pages.contains)
    }

    private static let dated = "---\ntitle: x\nDate : 2020-01-05\n---\n"
    private static let undated = "---\ntitle: x\ndate:\n---\ndate: 2020-01-05\n"

    @Test("Hugo's files outside of the folders of dated files are pages")
    func hugo() throws {
        let blog = [
            "hugo.toml": "title = 'x'", "content/about.md": Self.undated, "content/dated.md": Self.dated,
            "content/index.md": Self.undated, "content/404.md": "", "content/_index.md": "", "README.md": "",
            "content/posts/_index.md": Self.undated, "content/posts/a.md": Self.dated,
            "content/posts/b.md": Self.undated,
            "content/notes/2020-01-05-a.md": "", "content/notes/deep/b.md": "+++\npublishDate = 2020-01-05\n+++\n",
            "content/notes/c.md": "", "content/docs/a.md": Self.undated, "content/docs/b.md": Self.undated,
            "content/docs/c.md": Self.dated, "content/projects/index.md": "",
        ]
        #expect(
            try pages(blog) == [
                "content/about.md", "content/dated.md", "content/docs/a.md", "content/docs/b.md", "content/docs/c.md",
                "content/projects/index.md",
            ])
    }

    @Test("Jekyll's files outside of _posts and of the folders of dated files are pages")
    func jekyll() throws {
        let blog = [
            "_config.yml": "title: x", "about.md": "", "index.md": "", "404.md": "", "docs/index.md": "",
            "docs/a.md": "",
            "_posts/2020-01-05-a.md": "", "_posts/b.md": "", "x/_posts/c.md": "", "_drafts/d.md": "",
            "_notes/a.md": Self.dated, "_notes/b.md": "",
        ]
        #expect(try pages(blog) == ["about.md", "docs/a.md", "docs/index.md"])
    }

    @Test("all files of Zola are pages without a date, because no list by date has them")
    func zola() throws {
        let blog = [
            "config.toml": "base_url = 'https://a.example'", "content/about.md": "", "content/blog/a.md": Self.dated,
            "content/blog/b.md": "", "templates/x.md": "",
        ]
        #expect(try pages(blog) == ["content/about.md", "content/blog/a.md", "content/blog/b.md"])
    }

    @Test("a configuration that cannot be read makes no page")
    func uncertain() throws {
        #expect(try pages(["hugo.toml": "a =", "content/about.md": ""]).isEmpty)
    }
}
