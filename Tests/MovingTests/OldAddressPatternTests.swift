import Posts
import Testing

@testable import Moving

/// The patterns of files by the configuration of their blog. What Hugo 0.111 and Jekyll 4.3 made of the same folders is
/// expected here.
@Suite("Patterns of old addresses")
struct OldAddressPatternTests {
    private func patterns(_ blog: [String: String]) throws -> OldAddressPatterns {
        OldAddressPatterns(of: try #require(OldSite { blog[$0] }), blog.keys.filter { $0.hasSuffix(".md") })
    }

    @Test(
        "a section of Hugo below the first is a folder with a list page",
        arguments: [
            ("a.md", "/S-posts/posts/x/:title/"), ("2015/d.md", "/S-posts/posts/x/:title/"),
            ("2015/deep/c.md", "/2015/deep/S-posts/posts/2015/deep/x/deep/:title/"),
            ("2015/deep/more/b/index.md", "/2015/deep/S-posts/posts/2015/deep/x/deep/:title/"),
        ])
    func sections(file: String, pattern: String) throws {
        let text = "permalinks:\n  posts: /:sections[1:]/S-:section/:sections/x/:sections[2]/:title/\n"
        let known = try patterns(["hugo.yaml": text, "content/posts/2015/deep/_index.md": ""])
        #expect(known.pattern(of: "content/posts/" + file)?.replacing(/\/+/, with: "/") == pattern)
    }

    @Test(
        "a part of Hugo's sections is chosen as Hugo does it",
        arguments: [
            ("[0]", "a"), ("[last]", "c"), ("[:last]", "a/b"), ("[1:]", "b/c"), ("[:2]", "a/b"), ("[1:2]", "b"),
            ("[5]", ""), ("[5:]", ""), ("[2:1]", ""), ("[:9]", "a/b/c"), ("[-1]", "a"), ("[x]", "a"), ("[", "a/b/c["),
        ])
    func slices(bounds: String, sections: String) throws {
        let known = try patterns(["hugo.yaml": "permalinks:\n  a: /:sections\(bounds)/", "content/a/b/c/_index.md": ""])
        #expect(known.pattern(of: "content/a/b/c/d.md") == "/\(sections)/")
    }

    @Test(
        "Hugo's folders of content, lists of patterns and short addresses are known",
        arguments: [
            ("hugo.toml", "contentDir = './src/pages/'", "src/pages/Up per/a.md", "/Up per/:slugorfilename/"),
            ("hugo.toml", "contentDir = 'src'", "content/a.md", nil),
            (
                "hugo.toml", "[languages.en]\ncontentDir = 'content/en'\n[languages.pt]\ncontentDir = 'content/pt/'",
                "content/en/x/a.md", "/x/:slugorfilename/"
            ),
            (
                "hugo.toml", "[languages.en]\ncontentDir = 'content/en'\n[languages.pt]\ncontentDir = 'content/pt/'",
                "content/pt/x/a.md", "/pt/x/:slugorfilename/"
            ),
            (
                "hugo.toml", "defaultContentLanguageInSubdir = true\n[languages.pt]\n", "content/x/a.md",
                "/en/x/:slugorfilename/"
            ),
            (
                "hugo.toml", "defaultContentLanguageInSubdir = true\n[languages.pt]\n", "content/x/a.pt.md",
                "/x/:slugorfilename/"
            ),
            ("hugo.yaml", "permalinks:\n  /: /root/:filename/", "content/a.md", "/root/:filename/"),
            (
                "hugo.yaml", "permalinks:\n  posts: /:year/:title/\nuglyURLs: true", "content/Posts/a.md",
                "/:year/:title.html"
            ),
            ("hugo.yaml", "uglyURLs:\n  posts: true", "content/posts/a.md", "/posts/:slugorfilename.html"),
            ("hugo.yaml", "uglyURLs:\n  posts: true", "content/notes/a.md", "/notes/:slugorfilename/"),
            (
                "hugo.toml",
                "[[permalinks]]\npattern = '/l/:title/'\n[permalinks.target]\nkind = 'section'\n[[permalinks]]\n"
                    + "pattern = '/p/:title/'\n[permalinks.target]\nkind = 'page'\npath = '/posts/**'",
                "content/posts/x/a.md", "/p/:title/"
            ),
            ("hugo.yaml", "title: x", "content/a:b/c.md", "/a%3Ab/:slugorfilename/"),
            (
                "hugo.json", "{\n  \"permalinks\": {\n    \"posts\": \"/:year/\"\n  }\n}", "content/posts/a.md",
                "/:year/"
            ),
        ] as [(String, String, String, String?)])
    func hugo(name: String, text: String, file: String, pattern: String?) throws {
        #expect(try patterns([name: text]).pattern(of: file) == pattern)
    }

    @Test(
        "each language of Hugo or Zola has its folder in addresses",
        arguments: [
            (["hugo.toml": "title = 'x'"], ["en": ""]),
            (["hugo.yaml": "languages:\n  en:\n    weight: 1\n  pt-BR:\n"], ["en": "", "pt-br": "/pt-br"]),
            (
                ["hugo.toml": "defaultContentLanguage = 'pt'\ndefaultContentLanguageInSubdir = true\n[languages.en]"],
                ["en": "/en", "pt": "/pt"]
            ),
            (
                ["hugo.toml": "title = 'x'", "config/_default/languages.toml": "[en]\nweight = 1\n[de]\nweight = 2"],
                ["en": "", "de": "/de"]
            ),
            (
                ["config.toml": "base_url = 'https://a.example'\ndefault_language = \"fr\"\n[languages.en]"],
                ["fr": "", "en": "/en"]
            ),
        ])
    func languages(blog: [String: String], folders: [String: String]) throws {
        #expect(try #require(OldSite(Array(blog.keys)) { blog[$0] }).languageFolders == folders)
    }

    @Test(
        "Zola's settings decide how names become addresses",
        arguments: [
            ("", ":slugorname"), ("[slugify]\npaths = 'off'", ":slugornameaswritten"),
            ("[slugify]\npaths = \"safe\"\npaths_keep_dates = true", ":slugorfilenameaswritten"),
            ("[slugify]\npaths_keep_dates = true", ":slugorfilename"),
        ])
    func zola(text: String, name: String) throws {
        let known = try patterns(["config.toml": "base_url = 'https://a.example'\n" + text])
        #expect(known.pattern(of: "content/x/a.md") == "/x/\(name)/")
    }

    private static let jekyll = """
        permalink: weekdate
        include: [_pages]
        exclude:
          - docs/old
          - draft   # and all that begins with it
          - '*.tmp.md'
          - /_posts/sub/2020-01-03-ex.md
        collections:
          recipes:
            output: true
            permalink: /food/:path/
          books: {output: true}
          notes:
            output: true
        defaults:
          -
            scope:
              path: ""
            values:
              author: "All"
          - scope:
              path: "_posts"
              type: "posts"
            values:
              permalink: /p/:title/
              categories:
                - from defaults
          - scope: {path: "blog", type: post}
            values:
              published: false
              tags: a b
          - scope:
              path: "docs/*/deep"
            values:
              permalink: /deep/:basename/
          - scope:
              path: ""
              type: books
            values:
              permalink: /b/:name
        """

    @Test(
        "Jekyll's patterns of posts, pages and collections come from its defaults and styles",
        arguments: [
            ("_posts/sub/2020-01-05-b.md", "/p/:title/"),
            ("_drafts/b.md", "/:categories/:year/W:week/:short_day/:title.html"),
            ("x/_posts/2020-01-05-c.md", "/:categories/:year/W:week/:short_day/:title.html"),
            ("_recipes/sub/Soup_x.md", "/food/sub/Soup_x/"), ("_books/B.md", "/b/:name"),
            ("_notes/a/b.md", "/notes/a/b.html"), ("_pages/about.md", "/_pages/:filename.html"),
            ("docs/q/deep/y.md", "/deep/:basename/"), ("docs/index.md", "/docs/"), ("sp ace.md", "/:filename.html"),
            ("_data/a.md", nil),
        ] as [(String, String?)])
    func jekyll(file: String, pattern: String?) throws {
        #expect(try patterns(["_config.yml": Self.jekyll]).pattern(of: file) == pattern)
    }

    @Test(
        "the styles of Jekyll have the patterns that Jekyll names",
        arguments: [
            ("ordinal", "/:categories/:year/:y_day/:title.html", ".html"),
            ("none", "/:categories/:title.html", ".html"),
            ("pretty", "/:categories/:year/:month/:day/:title/", "/"),
            ("blog/:title:output_ext", "/blog/:title:output_ext", ".html"),
        ])
    func styles(style: String, post: String, end: String) throws {
        let known = try patterns(["_config.yml": "permalink: \(style)"])
        #expect(known.pattern(of: "_posts/2020-01-05-a.md") == post && known.pattern(of: "a.md") == "/:filename\(end)")
    }

    @Test(
        "Jekyll's configuration gives front matter to the files that its scopes name",
        arguments: [
            ("a.md", ["author": ["All"]]),
            ("_posts/2020-01-05-a.md", ["author": ["All"], "categories": ["from defaults"]]),
            ("blog/_posts/a.md", ["author": ["All"], "published": ["false"], "tags": ["a", "b"]]),
            ("blog/a.md", ["author": ["All"]]),
        ])
    func defaults(file: String, words: [String: [String]]) throws {
        let site = try #require(OldSite { $0 == "_config.yml" ? Self.jekyll : nil })
        #expect(site.defaults.words(of: file) == words)
    }

    @Test("what makes a post private is among the defaults of Jekyll that an import takes, in any form")
    func privateDefaults() throws {
        let text = """
            defaults:
            - values: {status: draft, hidden: [a], searchHidden: false, layout: x, publisher: Ada, meta: {private: true}}
            """
        let words = try #require(OldSite { $0 == "_config.yml" ? text : nil }).defaults.words(of: "_posts/a.md")
        #expect(
            words == [
                "status": ["draft"], "hidden": ["unclear"], "searchhidden": ["false"], "meta.private": ["unclear"],
            ])
        let rules = PrivacyRules(publicKeys: ["searchHidden"])
        let open = try #require(OldSite(privacy: rules) { $0 == "_config.yml" ? text : nil })
        #expect(open.defaults.words(of: "_posts/a.md")["searchhidden"] == nil)
    }

    @Test("of several scopes of Jekyll the one with the longer path wins, then one with a type, then the last one")
    func ranks() throws {
        let scopes = [("x", "", "1"), ("x/y", "", "2"), ("x", "pages", "3"), ("x", "", "4"), ("x", "page", "5")]
        let text = scopes.map { path, type, author in
            "- scope:\n    path: \(path)\n" + (type.isEmpty ? "" : "    type: \(type)\n")
                + "  values:\n    author: \(author)\n"
        }
        let site = try #require(OldSite { $0 == "_config.yml" ? "defaults:\n" + text.joined() : nil })
        #expect(site.defaults.words(of: "x/a.md") == ["author": ["5"]])
        #expect(site.defaults.words(of: "x/y/a.md") == ["author": ["2"]])
        #expect(site.defaults.words(of: "x/_posts/a.md") == ["author": ["4"]])
    }

    @Test("what Jekyll excludes, also by a prefix or stars, is hidden, unless it is included")
    func excluded() throws {
        let files = [
            "_posts/2020-01-05-a.md", "_posts/sub/2020-01-03-ex.md", "docs/guide.md", "docs/old/x.md", "drafty/z.md",
            "a.tmp.md", "vendor/bundle/v.md", "node_modules/n.md", "_pages/about.md", "_other/a.md",
        ]
        let site = try #require(OldSite { $0 == "_config.yml" ? Self.jekyll : nil })
        let hidden = HiddenFiles(of: site, files) { _ in nil }
        #expect(
            files.filter { !hidden.contains($0) } == ["_posts/2020-01-05-a.md", "docs/guide.md", "_pages/about.md"])
        let open = try #require(
            OldSite { $0 == "_config.yml" ? "include: [docs]\nexclude: [docs, 'x?.md',\n  y]" : nil })
        let others = HiddenFiles(of: open, files) { _ in nil }
        #expect(!others.contains("docs/a.md") && others.contains("x1.md") && others.contains("y/a.md"))
    }

    @Test(
        "Hugo's configuration hides the pages that its cascade names",
        arguments: [
            (
                "hugo.toml",
                "[[cascade]]\ndraft = true\n[cascade.target]\npath = '/notes/**'\n[[cascade]]\n[cascade.build]\n"
                    + "render = 'never'\n[cascade._target]\npath = '{/x/*,/y/**}'", ["notes/a", "x/b", "y/c/d"]
            ),
            ("hugo.yaml", "cascade:\n  - target:\n      kind: section\n    draft: true", []),
            ("hugo.yaml", "cascade:\n  build:\n    render: never", ["a", "notes/a", "x/b", "x/c/d", "y/c/d"]),
            ("hugo.yaml", "cascade:\n  - {draft: true}\n", ["a", "notes/a", "x/b", "x/c/d", "y/c/d"]),
        ])
    func cascades(name: String, text: String, hidden: [String]) throws {
        let site = try #require(OldSite { $0 == name ? text : nil })
        let names = ["a", "notes/a", "x/b", "x/c/d", "y/c/d"]
        let files = names.map { "content/\($0).md" }
        let found = HiddenFiles(of: site, files) { _ in nil }
        #expect(zip(names, files).filter { found.contains($1) }.map(\.0) == hidden)
    }

    @Test("a pattern of many stars takes no long time")
    func stars() {
        let glob = PathGlob(String(repeating: "*a", count: 100), crossesSlashes: true)
        #expect(!glob.matches(String(repeating: "a", count: 500) + "b"))
        #expect(
            PathGlob("**", crossesSlashes: false).matches("a/b") && !PathGlob("*", crossesSlashes: false).matches("a/b")
        )
        #expect(
            PathGlob("a?c*", crossesSlashes: false).matches("abc") && !PathGlob("", crossesSlashes: false).matches("a"))
    }
}
