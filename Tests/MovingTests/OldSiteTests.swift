import Posts
import Testing

@testable import Moving

@Suite("Addresses of the old site")
struct OldSiteTests {
    @Test(
        "the generator's configuration, or else its default, gives the pattern of a file",
        arguments: [
            ("_config.yml", "title: x", "_posts/2019-05-01-a.md", "/:categories/:year/:month/:day/:title.html"),
            (
                "_config.yml", "permalink:   pretty # why", "x/_posts/2019-05-01-a.md",
                "/:categories/:year/:month/:day/:title/"
            ),
            ("_config.yml", "permalink: '/:year/:title.html'", "_posts/2019-05-01-a.md", "/:year/:title.html"),
            ("_config.yml", "permalink: pretty", "about.md", "/:filename/"),
            ("_config.yml", "title: x", "docs/about.md", "/docs/:filename.html"),
            ("_config.yml", "title: x", "docs/index.md", "/docs/"), ("_config.yml", "title: x", "_recipes/a.md", nil),
            ("hugo.toml", "title = 'x'", "content/posts/a.md", "/posts/:slugorfilename/"),
            ("hugo.toml", "title = 'x'", "archetypes/a.md", nil),
            ("config.toml", "base_url = 'https://a.example'", "content/posts/a.md", "/posts/:slugorname/"),
            (
                "hugo.yaml", "title: x\nfrontmatter:\n  date:\n    - ':filename'\n    - ':default'",
                "content/posts/a.md",
                "/posts/:slugorname/"
            ),
            ("config.toml", "uglyURLs = true", "content/posts/a.md", "/posts/:slugorfilename.html"),
            ("config.toml", "[permalinks]\n  posts = \"/:year/:title/\"", "content/posts/x/a.md", "/:year/:title/"),
            (
                "config.toml", "[permalinks]\nposts = \"/:year/\"\n[x]\nposts = 'y'", "content/posts/a/index.md",
                "/:year/"
            ),
            ("config.toml", "[permalinks.page]\nposts = '/p/:slug/'", "content/posts/a.md", "/p/:slug/"),
            ("config.toml", "[permalinks.section]\nposts = '/p/'", "content/posts/a.md", "/posts/:slugorfilename/"),
            (
                "hugo.yaml", "permalinks:\n  page:\n    posts: /:year/:slug/\ntitle: x", "content/posts/a.md",
                "/:year/:slug/"
            ),
            ("config.yml", "permalinks:\n  posts: /:year/:slug/", "content/notes/a.md", "/notes/:slugorfilename/"),
            ("config/_default/permalinks.toml", "posts = '/:slug/'", "content/posts/a.md", "/:slug/"),
        ])
    func patterns(name: String, text: String, file: String, pattern: String?) throws {
        let site = try #require(OldSite([name, file]) { $0 == name ? text : nil })
        #expect(OldAddressPatterns(of: site, [file]).pattern(of: file) == pattern)
    }

    @Test(
        "a configuration is read as a whole: equal keys, merged tables, lists of every form",
        arguments: [
            ("_config.yml", "permalink: /a/:title/\npermalink: /b/:title/", "_posts/2019-05-01-a.md", "/b/:title/"),
            (
                "_config.yml",
                "x: &x {permalink: '/r/:title/'}\ncollections:\n  recipes:\n    <<: *x\n    output: true",
                "_recipes/a.md", "/r/:title/"
            ),
            ("_config.yml", "permalink: >-\n  /c/\n\n# x\n", "_posts/2019-05-01-a.md", "/c/"),
            (
                "hugo.json", #"{"permalinks":{"page":{"posts":"/j/:slug/"}},"x":[{"y":1}]}"#, "content/posts/a.md",
                "/j/:slug/"
            ),
            ("hugo.toml", "permalinks = { posts = \"/t/:slug/\" }", "content/posts/a.md", "/t/:slug/"),
            (
                "hugo.toml", "[[permalinks]]\npattern = '/u/:slug/'\n[permalinks.target]\npath = '{/posts/**}'",
                "content/posts/a.md",
                "/u/:slug/"
            ),
        ])
    func wholeFiles(name: String, text: String, file: String, pattern: String) throws {
        let site = try #require(OldSite { $0 == name ? text : nil })
        #expect(OldAddressPatterns(of: site, [file]).pattern(of: file) == pattern && site.problems.isEmpty)
    }

    @Test("a configuration that cannot be read is named, and no address is taken as known")
    func unreadFiles() throws {
        for (name, text, file) in [
            ("_config.yml", "permalink: /x/\na: [", "_posts/2019-05-01-a.md"),
            ("hugo.toml", "title = 'x'\na =", "content/posts/a.md"), ("hugo.json", "{", "content/posts/a.md"),
        ] {
            let site = try #require(OldSite { $0 == name ? text : nil })
            #expect(Array(site.problems.keys) == [name])
            #expect(OldAddressPatterns(of: site, [file]).pattern(of: file) == nil, "\(name)")
        }
    }

    @Test(
        "the configuration of another program is not that of a known generator, also beside that of one",
        arguments: [
            (["config.toml": "title = 'x'\n[server]\nport = 1"], false),
            (["config.json": "{\"name\": \"x\"}"], false),
            (["hugo.toml": "x = 1"], true), (["config/_default/config.yaml": "title: x"], true),
            (["config.yaml": "title: x\nBaseURL: https://a.example"], true),
            (["hugo.toml": "x = 1", "eleventy.config.mjs": ""], false),
            (["_config.yml": "", ".eleventy.js": ""], false),
            (["config.toml": "baseURL = 'x'", "astro.config.ts": ""], false),
        ])
    func otherPrograms(blog: [String: String], isKnown: Bool) {
        #expect((OldSite(Array(blog.keys)) { blog[$0] } != nil) == isKnown)
    }

    @Test("the address of the site is that of its configuration")
    func addresses() {
        #expect(
            OldSite { $0 == "_config.yml" ? "url: https://a.example\nbaseurl: /blog" : nil }?.address
                == "https://a.example/blog")
        #expect(OldSite { $0 == "hugo.toml" ? "baseURL = 'https://a.example/'" : nil }?.address == "https://a.example")
        #expect(
            OldSite { $0 == "config.toml" ? "base_url = \"https://a.example\" # x" : nil }?.address
                == "https://a.example")
        #expect(OldSite { $0 == "hugo.toml" ? "baseURL = '/'" : nil }?.address == nil)
        #expect(OldSite { _ in nil } == nil)
    }

    @Test(
        "the language is that of its configuration, which may be JSON",
        arguments: [
            ("hugo.json", "{\"baseURL\": \"https://a.example/\",\"defaultContentLanguage\":\"pt\"}", "pt"),
            ("config.toml", "default_language = \"pt-br\" # x", "pt-br"),
            ("hugo.yaml", "defaultContentLanguage: no way", nil),
        ] as [(String, String, String?)])
    func languages(name: String, text: String, language: String?) throws {
        let site = try #require(OldSite { $0 == name ? text : nil })
        #expect(site.language == language && (site.address != nil) == name.hasSuffix("json"))
    }

    @Test(
        "the zone is that of its configuration, else that of the generator",
        arguments: [
            ("hugo.toml", "timeZone = 'Europe/Paris'", "Europe/Paris"), ("hugo.toml", "timeZone = ''", "UTC"),
            ("config.toml", "base_url = 'https://a.example'", "UTC"), ("_config.yml", "title: x", nil),
            ("_config.yml", "timezone: Asia/Tokyo", "Asia/Tokyo"),
        ] as [(String, String, String?)])
    func zones(name: String, text: String, zone: String?) throws {
        let site = try #require(OldSite { $0 == name ? text : nil })
        #expect(site.zone == zone)
    }

    @Test(
        "files of which the generator makes no page are told from the others",
        arguments: [
            (
                ["_config.yml": "title: x", "_a/b.md": "", "_posts/b.md": "", "x/_drafts/b.md": "", "_b.md": ""],
                ["_a/b.md", "_b.md"]
            ),
            (
                [
                    "_config.yml": "collections:\n  a:\n    output: true\n  c: {output: true}\n  d:\n    x: true",
                    "_a/b.md": "", "_c/b.md": "", "_d/b.md": "",
                ], ["_d/b.md"]
            ),
            (
                ["_config.yml": "include:\n\n  # why\n  - _a\n  - .b\nexclude: [_c]", "_a/b.md": "", "_c/b.md": ""],
                ["_c/b.md"]
            ),
            (["_config.yml": "include: ['_a', _b]", "_a/b.md": "", "_c/b.md": ""], ["_c/b.md"]),
            (["hugo.toml": "title = 'x'", "content/a.md": "", "drafts/b.md": ""], ["drafts/b.md"]),
            (["hugo.toml": "contentDir = './src/pages/'", "src/pages/a.md": "", "content/b.md": ""], ["content/b.md"]),
            (["hugo.toml": "[[module.mounts]]\nsource = 'x'", "content/a.md": "", "x/b.md": ""], []),
            (["hugo.toml": "title = 'x'", "posts/a.md": ""], []),
            (
                [
                    "hugo.toml": "title = 'x'", "content/a/index.md": "", "content/a/index.pt.md": "",
                    "content/a/b.md": "", "content/a/c/index.md": "", "content/index.md": "", "content/ab.md": "",
                ], ["content/a/b.md", "content/a/c/index.md"]
            ),
            (
                [
                    "hugo.yaml": "title: x",
                    "content/a/_index.md": "---\ncascade:\n  - build:\n      render: never\n---\n",
                    "content/a/x/b.md": "", "content/b/_index.md": "+++\n[cascade]\ndraft = true\n+++\n",
                    "content/b/c.md": "",
                    "content/c/_index.md": "---\ndraft: true\n---\n", "content/c/d.md": "",
                    "content/d/_index.md": "---\ncascade:\n  target: {}\n  build:\n    render: always\n---\n",
                    "content/d/e.md": "",
                    "content/e/_index.md":
                        "---\ncascade:\n  _target:\n    kind: section\n  _build:\n    render: never\n---\n",
                    "content/e/f.md": "",
                ],
                ["content/a/_index.md", "content/a/x/b.md", "content/b/_index.md", "content/b/c.md"]
            ),
            (
                [
                    "hugo.yaml": "title: x", "content/a/_index.md": "---\ncascade:\n  params:\n    private: yes\n---\n",
                    "content/a/b.md": "", "content/b/_index.md": "---\ncascade: {draft: 'True'}\n---\n",
                    "content/b/c.md": "", "content/c/_index.md": "---\ncascade: {status: published, draft: no}\n---\n",
                    "content/c/d.md": "", "content/d/_index.md": "---\ncascade:\n  - searchHidden: true\n---\n",
                    "content/d/e.md": "",
                ],
                ["content/a/_index.md", "content/a/b.md", "content/b/_index.md", "content/b/c.md"]
                    + ["content/d/_index.md", "content/d/e.md"]
            ),
            (
                [
                    "config.toml": "base_url = 'x'", "content/a/_index.md": "+++\ntitle = 'x'\ndraft = true\n+++\n",
                    "content/a/b/c.md": "", "content/b/index.md": "", "content/b/c.md": "",
                ], ["content/a/_index.md", "content/a/b/c.md"]
            ),
        ] as [([String: String], [String])])
    func hidden(blog: [String: String], expected: [String]) throws {
        let site = try #require(OldSite { blog[$0] })
        let files = blog.keys.filter { $0.hasSuffix(".md") }
        let hidden = HiddenFiles(of: site, files) { blog[$0] }
        #expect(files.filter({ hidden.contains($0) }).sorted() == expected)
    }

    @Test("links are found with their lines; pictures are none")
    func links() {
        let text =
            "---\nurl: /x/\n---\n[a](/b/ \"t\") ![c](d.png) ![s](/s.svg)\n\n[e]: </f g/>\n<a href='/h.html#i'>\n[j]()\n[k](http://l/)"
        let links = LinkReferences.all(in: text, from: 17)
        #expect(links.map(\.address) == ["/b/", "/f g/", "/h.html#i", "http://l/"])
        #expect(links.map(\.line) == [4, 6, 7, 9])
    }

    @Test("the text of a footnote is no address, and its links and pictures are found")
    func footnotes() {
        let text =
            "a[^1] b[^2] c[^n n]\n\n[^1]: The first.\n[^2]: [see](/b/)\n[^n n]: ![p](c.png)\n[d]: /e/\n[]: f.png\n"
        #expect(LinkReferences.all(in: text).map(\.address) == ["/b/", "/e/"])
        #expect(PictureReferences.all(in: text) == ["c.png", "f.png"])
    }

    @Test("links to files become the addresses of their posts, except in code and in front matter")
    func files() {
        let text =
            "---\na: [x](a.md)\n---\n[a](a.md) [b](../b.markdown#c) [z](@/z.md \"t\") [w](https://w/a.md) [o](o.md)\n"
            + "`[a](a.md)`\n\n    [a](a.md)\n\n<a href=\"a.md?x\">a</a>\n[r]: a.md\n"
        let known = ["a.md": "/a/", "../b.markdown#c": "/b/#c", "@/z.md": "/z/", "a.md?x": "/a/?x"]
        let expected =
            "---\na: [x](a.md)\n---\n[a](/a/) [b](/b/#c) [z](/z/ \"t\") [w](https://w/a.md) [o](o.md)\n"
            + "`[a](a.md)`\n\n    [a](a.md)\n\n<a href=\"/a/?x\">a</a>\n[r]: /a/\n"
        #expect(LinkReferences.resolvingFiles(in: text, from: 22) { known[$0] } == expected)
    }
}
