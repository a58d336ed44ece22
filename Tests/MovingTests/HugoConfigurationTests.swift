import Posts
import Testing

@testable import Moving

/// The addresses are those that Hugo 0.111 and 0.168 gave to the same files, each with the front matter
/// `date: 2014-11-18` and `slug: first`.
@Suite("Configurations of Hugo in several files")
struct HugoConfigurationTests {
    private func addresses(_ blog: [String: String], _ pages: [String]) throws -> [String?] {
        let site = try #require(OldSite(Array(blog.keys) + pages) { blog[$0] })
        #expect(site.problems.isEmpty && site.generator == .hugo)
        let patterns = OldAddressPatterns(of: site, pages)
        return pages.map { page in
            let tag = page.wholeMatch(of: /.*\.(de|en|pt)\.md/)?.1
            guard let pattern = patterns.pattern(of: page) else { return nil }
            let folder = tag.flatMap { site.languageFolders[String($0)] } ?? ""
            let values = [":year": "2014", ":month": "11", ":day": "18", ":slugorfilename": "first", ":slug": "first"]
            return folder + pattern.replacing(/:[a-z]+/) { values[String($0.output)] ?? String($0.output) }
        }
    }

    @Test("the files of each environment and language are merged as Hugo merges them", arguments: blogs)
    func merged(blog: [String: String], expected: [String: String]) throws {
        let pages = expected.keys.sorted()
        #expect(try addresses(blog, pages) == pages.map { expected[$0] })
    }

    private static let blogs: [([String: String], [String: String])] = [
        (
            [
                "hugo.toml": "[permalinks]\npost = \"/:year/:month/:day/:slug/\"\n",
                "config/_default/languages.en.toml": "contentDir = \"content/en\"\n",
            ], ["content/en/post/first.md": "/2014/11/18/first/"]
        ),
        (
            [
                "config/_default/config.toml": "defaultContentLanguage = 'en'",
                "config/_default/permalinks.toml": "post = '/d/:slug/'\nnote = '/n/:slug/'",
                "config/production/permalinks.toml": "post = '/p/:slug/'",
                "config/staging/permalinks.toml": "post = '/s/:slug/'",
            ], ["content/post/first.md": "/p/first/", "content/note/first.md": "/n/first/"]
        ),
        (
            [
                "config.toml": "[permalinks]\npost = '/root/:slug/'\nnote = '/rootn/:slug/'",
                "config/_default/permalinks.yaml": "post: /d/:slug/",
                "config/production/hugo.json": #"{"permalinks": {"other": "/o/:slug/"}}"#,
            ],
            [
                "content/post/first.md": "/d/first/", "content/note/first.md": "/rootn/first/",
                "content/other/first.md": "/o/first/",
            ]
        ),
        (
            [
                "config/_default/hugo.yaml": "defaultContentLanguage: en\ndefaultContentLanguageInSubdir: true\n"
                    + "permalinks:\n  post: /:year/:slug/\n  note: /nn/:slug/\n",
                "config/_default/languages.yaml":
                    "en:\n  contentDir: content/en\npt:\n  contentDir: content/pt\n  permalinks:\n    post: /artigos/:slug/\n",
            ],
            [
                "content/en/post/first.md": "/en/2014/first/", "content/pt/post/first.md": "/pt/artigos/first/",
                "content/pt/note/first.md": "/pt/note/first/",
            ]
        ),
        (
            [
                "config/_default/hugo.yaml": "defaultContentLanguage: pt",
                "config/_default/languages.en.toml": "weight = 1", "config/_default/languages.pt.toml": "weight = 2",
                "config/_default/permalinks.en.toml": "post = '/x/:slug/'\n[permalinks]\npost = '/e/:slug/'",
            ],
            [
                "content/post/first.en.md": "/en/e/first/", "content/post/first.pt.md": "/post/first/",
                "content/post/first.md": "/post/first/",
            ]
        ),
        (
            [
                "hugo.toml": "[languages.en]\nbaseURL = 'https://en.example/'\n[languages.pt]\n"
                    + "baseURL = 'https://pt.example/'"
            ], ["content/post/first.en.md": "/post/first/", "content/post/first.pt.md": "/post/first/"]
        ),
        (
            [
                "hugo.toml":
                    "[languages.en]\n[languages.pt]\n[[module.mounts]]\nsource = 'docs/en'\ntarget = 'content'\n"
                    + "lang = 'en'\n[[module.mounts]]\nsource = 'docs/pt'\ntarget = 'content'\nlang = 'pt'\n"
                    + "[[module.mounts]]\nsource = 'blog'\ntarget = 'content/journal'"
            ],
            [
                "docs/en/post/first.md": "/post/first/", "docs/pt/post/first.md": "/pt/post/first/",
                "blog/first.md": "/journal/first/",
            ]
        ),
        (
            [
                "hugo.toml": "[permalinks]\npost = '/h/:slug/'",
                "config.toml": "[permalinks]\npost = '/c/:slug/'\nnote = '/cn/:slug/'",
            ], ["content/post/first.md": "/h/first/", "content/note/first.md": "/note/first/"]
        ),
        (
            [
                "config/_default/hugo.toml": "title = 'x'",
                "config/_default/more/permalinks.toml": "post = '/m/:slug/'",
                "config/_default/params.toml": "permalinks = 'x'",
            ], ["content/post/first.md": "/m/first/"]
        ),
    ]

    @Test("a page in the folder of another language has that language, unless its file names one")
    func languages() throws {
        let text = "[languages.en]\ncontentDir = 'content/en'\n[languages.pt-BR]\ncontentDir = 'content/pt'"
        let site = try #require(OldSite { $0 == "hugo.toml" ? text : nil })
        #expect(site.frontMatter(of: "content/pt/a.md") == ["locale": ["pt-br"]])
        #expect(site.frontMatter(of: "content/pt/a.en.md").isEmpty && site.frontMatter(of: "content/en/a.md").isEmpty)
    }

    @Test("Hugo shows no pages in a language that its configuration disables, nor beside the folders of its languages")
    func disabled() throws {
        let blog = [
            "hugo.toml": "disableLanguages = ['pt']\n[languages.en]\ncontentDir = 'content/en'\n[languages.pt]\n"
                + "contentDir = 'content/pt'\n[languages.de]\ndisabled = true\ncontentDir = 'content/de'"
        ]
        let shown = ["content/en/first.md", "content/en/first.en.md"]
        let files =
            shown + ["content/en/first.pt.md", "content/de/first.md", "content/pt/first.md", "content/first.md"]
        let site = try #require(OldSite { blog[$0] })
        let hidden = HiddenFiles(of: site, files) { _ in nil }
        #expect(files.filter { !hidden.contains($0) } == shown && site.languageFolders == ["en": ""])
    }

    @Test("a file that cannot be read is named, wherever it is")
    func unread() throws {
        let blog = ["hugo.toml": "title = 'x'", "config/_default/permalinks.toml": "post ="]
        let site = try #require(OldSite(Array(blog.keys)) { blog[$0] })
        #expect(Array(site.problems.keys) == ["config/_default/permalinks.toml"])
    }
}
