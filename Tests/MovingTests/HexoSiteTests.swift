import Posts
import Testing

@testable import Moving

/// What Hexo 7 makes of the same files, by its sources.
@Suite("Blogs of Hexo")
struct HexoSiteTests {
    @Test(
        "Hexo's configuration is told from Jekyll's by other files, then by keys, then by the place of the posts",
        arguments: [
            (
                [
                    "_config.yml": "timezone: Asia/Shanghai\npermalink: :year/:month/:day/:title/",
                    "source/_posts/a.md": "",
                ], true
            ),
            (["_config.yml": "title: x", "package.json": #"{"dependencies": {"hexo": "^7.0.0"}}"#], true),
            (["_config.yml": "title: x", "scaffolds/post.md": "title: {{ title }}"], true),
            (["_config.yml": "title: x\nnew_post_name: :title.md"], true),
            (["_config.yml": "title: x", "_posts/2019-05-01-a.md": ""], false),
            (["_config.yml": "title: x", "package.json": #"{"name": "x"}"#], false),
            // Octopress.
            (["_config.yml": "source: source\ncategory_dir: c\nroot: /", "source/_posts/2019-05-01-a.md": ""], false),
            (["_config.yml": "title: x", "Rakefile": "", "source/_posts/2019-05-01-a.md": ""], false),
            (["_config.yml": "markdown: kramdown\ntag_dir: t"], false),
        ] as [([String: String], Bool)])
    func told(blog: [String: String], isHexo: Bool) throws {
        let site = try #require(OldSite(Array(blog.keys)) { blog[$0] })
        #expect(site.generator == (isHexo ? .hexo : .jekyll))
    }

    private func site(_ text: String) throws -> OldSite {
        try #require(OldSite { $0 == "_config.yml" ? "default_layout: post\n" + text : nil })
    }

    @Test(
        "the name of a post is filled into Hexo's pattern, and what its front matter decides stays a placeholder",
        arguments: [
            ("", "source/_posts/late.md", "/:year/:month/:day/late/"),
            ("permalink: posts/:title.html", "source/_posts/a/b c.md", "/posts/a/b c.html"),
            ("permalink: /:name/:i_month_:id/", "source/_drafts/a/b.md", "/b/:i_month_:id/"),
            ("permalink: :title/", "source/_posts/2016-01-31-late.md", "/2016-01-31-late/"),
            (
                "permalink: :year/:title/\nnew_post_name: :year-:month-:day-:title.md",
                "source/_posts/2016-01-31-late.md",
                "/:year/late/"
            ),
            ("new_post_name: :year/:title.md\npermalink: :title/", "source/_posts/2016/a/b.md", "/a/b/"),
            ("new_post_name: :i_month-:title.md\npermalink: :title/", "source/_posts/1-2-b.md", "/2-b/"),
            ("new_post_name: :year-:title.md\npermalink: :title/", "source/_posts/late-one.md", "/late-one/"),
            ("new_post_name: :year-:title.md\npermalink: :title/", "source/_posts/Été.md", nil),
            ("permalink: :title/", "source/_posts/a:b 100%.md", "/a%3Ab 100%25/"),
            ("permalink: :category/:title/", "source/_posts/a.md", "/:category/a/"),
            ("permalink: :category/:title/\ncategory_map: {a: b}", "source/_posts/a.md", "/:mapped_category/a/"),
            ("permalink: :hash/", "source/_posts/a.md", "/:hash/"),
            ("source_dir: src", "src/_posts/a.md", "/:year/:month/:day/a/"),
            ("source_dir: src", "source/_posts/a.md", nil),
            ("", "source/about/index.md", "/about/"), ("", "source/x/me.md", "/x/me.html"), ("", "README.md", nil),
        ] as [(String, String, String?)])
    func patterns(text: String, file: String, pattern: String?) throws {
        #expect(OldAddressPatterns(of: try site(text), [file]).pattern(of: file) == pattern)
    }

    @Test("files outside of Hexo's source, with “_” in front, excluded, or in the place of its lists are hidden")
    func hidden() throws {
        let shown = [
            "source/_posts/a.md", "source/_posts/x/b.md", "source/_drafts/c.md", "source/about/index.md",
            "source/_pages/d.md",
        ]
        let files =
            shown + [
                "README.md", "source/_posts/_x/a.md", "source/_posts/_b.md", "source/_data/a.md", "source/raw/a.md",
                "source/tags/index.md",
            ]
        let site = try site("include: ['_pages/*']\nskip_render: ['raw/**']")
        let hidden = HiddenFiles(of: site, files) { _ in nil }
        #expect(files.filter { !hidden.contains($0) } == shown)
    }

    @Test(
        "the configuration gives a post the date in its name and the defaults of its address, and says what is a page")
    func frontMatter() throws {
        let site = try site(
            "new_post_name: :year-:month-:day-:title.md\npermalink: :lang/:category/:title/\ndefault_category: misc\n"
                + "permalink_defaults: {lang: en, other: x}")
        let file = "source/_posts/2016-01-31-late.md"
        #expect(
            site.frontMatter(of: file) == ["date": ["2016-01-31"], "lang": ["en"], "defaultcategory": ["misc"]])
        #expect(site.frontMatter(of: "source/_posts/2016-02-31-late.md")["date"] == nil)
        #expect(site.frontMatter(of: "source/about.md") == ["kind": ["page"]])
    }

    @Test("the zone, the address and the language are those of Hexo's configuration")
    func settings() throws {
        let site = try site(
            "url: https://a.example/blog/\nroot: /blog/\ntimezone: Asia/Shanghai\nlanguage: [zh-CN, en]")
        #expect(site.zone == "Asia/Shanghai" && site.address == "https://a.example/blog" && site.language == "zh-CN")
        let bare = try self.site("timezone: ''")
        #expect(bare.zone == nil && bare.address == nil && bare.language == nil)
    }

    @Test("a name that fits a pattern in many ways takes no long time")
    func names() {
        let name = HexoFileName(":a-:b-:title:c.md")
        #expect(name.title(of: String(repeating: "-", count: 250) + ".md") == nil)
        let two = HexoFileName(":a-:title.md")
        #expect(two.title(of: String(repeating: "a-", count: 2000) + "b.md") != nil)
    }

    @Test("Hexo's tags for pictures, files and code become Markdown")
    func tags() {
        let text = """
            {% asset_img left pic.png 300 "A title 'x'" %}
            ![a]({% asset_path b.png %}) {% asset_link c.pdf Paper %}
            {% codeblock Greeting lang:js %}
            let a = 1
            {% endcodeblock %}
            """
        let expected = """
            ![](pic.png)
            ![a](b.png) [Paper](c.pdf)
            ```js
            let a = 1
            ```
            """
        #expect(Shortcodes.resolved(in: text).text == expected)
    }
}
