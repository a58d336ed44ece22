import Foundation
import Posts
import TestSupport
import Testing

@testable import FrontMatter

/// Blog files: the metadata in their paths, and that changing one field changes one line.
@Suite struct BlogFileTests {
    private let clock = FileClock(zone: .utc, now: Instant(seconds: 1_800_000_000)) { _ in nil }

    private func read(_ text: String, at path: String) throws -> BlogFile {
        try BlogFile(text, path: path, clock: clock)
    }

    @Test("the path of a file supplies fields that its front matter lacks, as in Hugo and Jekyll")
    func readsPlaces() throws {
        let jekyll = try read("---\ntags: sea light\n---\nHi\n", at: "_posts/2019-05-01-my-harbour.md")
        #expect(jekyll.post.draft.slug?.text == "my-harbour" && jekyll.post.draft.title == "My Harbour")
        #expect(jekyll.post.draft.date?.wall.text == "2019-05-01T00:00")
        #expect(jekyll.post.draft.tags.map(\.text) == ["sea", "light"] && jekyll.post.isPublished)
        let draft = try read("---\ntitle: x\n---\n", at: "_drafts/idea.md")
        #expect(!draft.post.isPublished && draft.post.draft.slug?.text == "idea")
        let bundle = try read("+++\ntitle = \"x\"\n+++\n", at: "content/posts/harbour/index.pt.md")
        #expect(bundle.post.draft.slug?.text == "harbour" && bundle.post.draft.language?.tag == "pt")
        for (name, tag) in [("index.zh-hant-tw.md", "zh-hant-tw"), ("index.es-419.md", "es-419"), ("index.md", nil)] {
            let bundle = try read("---\ntitle: x\n---\n", at: "posts/harbour/\(name)")
            #expect(bundle.post.draft.slug?.text == "harbour")
            #expect(bundle.post.draft.language?.tag.lowercased() == tag)
        }
        for name in ["_index.md", "_index.zh-hant-tw.md"] {
            #expect(try read("---\n---\n", at: "posts/\(name)").path.isSection)
        }
        #expect(try read("Just words\n", at: "notes/a.md").post.isPublished == false)
        #expect(try read("---\ntitle: x\n---\n", at: "v1.2.md").post.draft.slug?.text == "v1.2")
    }

    @Test(
        "a head without fences is read: that of Pelican, of Nikola, and of Hexo without its first fence",
        arguments: [
            "Title: x: \"y\"\nDate: 2015-03-01 10:20\nTags: a, b\nSlug: s\n\n# Words\n",
            "\u{FEFF}title: x: \"y\"\r\ndate: 2015-03-01 10:20\r\ntags: a,\r\n    b\r\nslug: s\r\n\r\n# Words\n",
            "<!--\n.. title: x: \"y\"\n.. slug: s\n.. date: 2015-03-01 10:20\n.. tags: a, b\n.. link:\n-->\n\n# Words\n",
            ".. title: x: \"y\"\n.. slug: s\n.. date: 2015-03-01 10:20\n.. tags: a, b\n\n# Words\n",
            "title: 'x: \"y\"'\ndate: 2015-03-01 10:20\ntags:\n- a\n- b\nslug: s\n---\n\n# Words\n",
        ])
    func readsPlainHeads(text: String) throws {
        let file = try read(text, at: "notes.md")
        #expect(file.post.draft.title == "x: \"y\"" && file.post.draft.slug?.text == "s" && file.post.isPublished)
        #expect(
            file.post.draft.date?.wall.text == "2015-03-01T10:20" && file.post.draft.tags.map(\.text) == ["a", "b"])
        #expect(file.post.draft.body == "# Words\n")
        #expect(
            text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).dropFirst(file.file.linesAbove)
                .first == "# Words")
        let again = BlogFile.text(of: file.post, head: file.file.head, path: "notes.md", clock: clock)
        #expect(again.hasPrefix("---\n") && again.hasSuffix("---\n\n# Words\n"))
        #expect(try read(again, at: "notes.md").post == file.post)
    }

    @Test("a plain head keeps private what it calls private")
    func readsPlainStates() throws {
        let post = try read("Title: x\nDate: 2015-03-01\nStatus: draft\n\nHi\n", at: "a.md").post
        #expect(!post.isPublished && post.draft.body == "Hi\n")
    }

    @Test(
        "a text that only looks like a head stays as it is; fields in an unknown form are told",
        arguments: [
            ("Note: this is a letter.\n\nHi\n", false), ("Dear reader:\nhello\n", false),
            ("Title: x\nand more\n", false),
            ("https://a.example: x\n\nHi\n", false), ("Layout: x\nSection: y\n\nHi\n", true),
            ("#title = x\n#date = y\n\nHi\n", true), ("% title: x\n% date: y\n\nHi\n", true),
        ])
    func leavesTexts(text: String, isTold: Bool) throws {
        let file = try read(text, at: "a.md")
        #expect(file.post.draft.body == text && file.file.block == nil && !file.post.isPublished)
        #expect(file.notes.contains { $0.what == "an unread head" } == isTold)
    }

    @Test("of a field that stands twice the last one counts, with a note")
    func readsRepeatedFields() throws {
        let file = try read(
            "---\ntitle: x\ndate: 2020-01-01\ndraft: false\ntitle: y\ndraft: true\n---\nHi\n", at: "a.md")
        #expect(file.post.draft.title == "y" && !file.post.isPublished)
        #expect(
            file.notes.map(\.line) == [2, 4] && file.notes.allSatisfy { $0.words.contains("The last one counts.") })
    }

    @Test("the heading of a text without a title is its title")
    func readsHeadings() throws {
        let post = try read("# Second *thing*\n\nwords\n", at: "a.md").post
        #expect(post.draft.title == "Second thing" && post.draft.body == "words\n")
        let titled = try read("---\ntitle: x\n---\n# Second thing\n", at: "a.md").post
        #expect(titled.draft.title == "x" && titled.draft.body == "# Second thing\n")
        #expect(try read("---\ntags: [a]\n---\n# Second thing\n", at: "a.md").post.draft.title == "Second thing")
        #expect(try read("# [a](b)\n", at: "a.md").post.draft.body == "# [a](b)\n")
        var untitled = titled
        untitled.draft.title = nil
        let text = BlogFile.text(of: untitled, head: nil, path: "a.md", clock: clock)
        #expect(try read(text, at: "a.md").post.draft.body == "# Second thing\n")
        #expect(try read(text, at: "a.md").post.draft.title == nil)
    }

    @Test("an ending is a language only where the blog has it; a bundle's file has no other name")
    func readsLanguages() throws {
        let script = try read("---\ntitle: x\n---\n", at: "2020-01-01-intro-to-node.js.md").post
        #expect(script.draft.slug?.text == "intro-to-node-js" && script.draft.language == nil)
        let place = OldPlace(languageFolders: ["pt": "/pt", "en": ""])
        let post = try BlogFile("---\ntitle: x\n---\n", path: "a.pt.md", clock: clock, place: place).post
        #expect(post.draft.slug?.text == "a" && post.draft.language?.tag == "pt")
        let other = try BlogFile("---\ntitle: x\n---\n", path: "a.go.md", clock: clock, place: place).post
        #expect(other.draft.slug?.text == "a-go" && other.draft.language == nil)
    }

    @Test(
        "a post whose front matter has no date takes that of its path, its address or a former one",
        arguments: [
            ("path = \"2019/05/01/harbour\"", "a.md", "harbour"),
            ("url = \"/2019/05/01/harbour.html\"", "a.md", "harbour"),
            ("aliases = [\"/x\", \"/blog/2019-5-1-harbour\"]", "content/a.md", "a"),
            ("title = \"x\"", "content/2019/05/01/a.md", "a"), ("pubDate = \"2019-05-01\"", "a.md", "a"),
            ("title = \"x\"", "content/2019-05-01/index.md", "2019-05-01"),
        ])
    func findsDates(head: String, path: String, slug: String) throws {
        let post = try read("+++\n\(head)\n+++\n", at: path).post
        #expect(post.draft.date?.wall.text == "2019-05-01T00:00" && post.isPublished && post.draft.slug?.text == slug)
    }

    @Test(
        "a file without a date is a page if its old site had it as one, and if its words are its own",
        arguments: [
            ("title: x", "Hi", PostKind.page, true), ("title: x\ndraft: true", "Hi", .page, false),
            ("title: x\ndate: 2020-01-05", "Hi", .post, true), ("title: x\ndate: soon", "Hi", .post, false),
            ("kind: post", "Hi", .post, false), ("title: x", " \n", .post, false),
            ("title: x", "{% for p in site.posts %}{% endfor %}", .post, false),
            ("title: x\nprivate: true", "Hi", .page, false),
        ])
    func undatedPages(head: String, body: String, kind: PostKind, isPublished: Bool) throws {
        var place = OldPlace(generator: .hugo)
        place.isPageIfUndated = true
        let clock = FileClock(zone: .utc, now: Instant(seconds: 1_800_000_000)) { _ in nil }
        let file = try BlogFile("---\n\(head)\n---\n\(body)", path: "content/about.md", clock: clock, place: place)
        #expect(file.post.draft.kind == kind && file.post.isPublished == isPublished)
        let unknown = try BlogFile("---\n\(head)\n---\n\(body)", path: "about.md", clock: clock)
        #expect(unknown.post.draft.kind == .post)
        #expect(unknown.post.isPublished == (unknown.post.draft.date != nil && isPublished))
    }

    @Test("a post without any date is a draft, with a note; a page needs no date")
    func keepsUndatedBack() throws {
        let file = try read("---\ntitle: x\nurl: /2019/13/01/x\n---\n", at: "a.md")
        #expect(!file.post.isPublished && file.notes.map(\.what) == ["no date"])
        let page = try read("---\ntitle: x\ntype: page\n---\n", at: "about.md")
        #expect(page.post.isPublished && page.notes.isEmpty)
        let draft = try read("---\ntitle: x\ndraft: true\n---\n", at: "a.md")
        #expect(!draft.post.isPublished && draft.notes.isEmpty)
    }

    @Test(
        "a page that the old site does not show is a draft, with the entry that says so",
        arguments: [
            ("permalink: false", true), ("permalink: \"/{{ title | slug }}/\"", false),
            ("expiryDate: 2021-01-01", true), ("expiryDate: 2031-01-01", false),
        ])
    func keepsHiddenBack(entry: String, isHidden: Bool) throws {
        let file = try read("---\ndate: 2020-01-01\n\(entry)\n---\nHi\n", at: "a.md")
        #expect(file.post.isPublished != isHidden && file.notes.contains { $0.what == "a hidden post" } == isHidden)
        #expect(file.post.draft.path == nil && file.post.draft.slug?.text == "a")
    }

    @Test(
        "a file that does not show its post to everyone is a draft, and the report says why",
        arguments: [
            ("status: draft", ["status"]), ("publish: false", ["publish"]), ("private: true", ["private"]),
            ("private: false\nstatus: published", []), ("draft: false\nstatus: draft", ["status"]),
            ("visibility: unlisted\npassword: x", ["visibility", "password"]), ("published: 2020-01-02", []),
            ("published: 2099-01-02", ["published"]), ("published: perhaps", ["published"]),
            ("Is-Draft: 1", ["Is-Draft"]),
            ("eleventyExcludeFromCollections: [post]", ["eleventyExcludeFromCollections"]), ("publisher: Ada", []),
            ("searchHidden: true", ["searchHidden"]), ("params:\n  private: true", ["params.private"]),
            ("headless: true", ["headless"]), ("headless: false", []), ("render: false", ["render"]),
            ("build:\n  render: never", ["build.render"]), ("build:\n  list: never", ["build.list"]),
            ("overrides:\n  fedi:\n    visibility: unlisted", []), ("publishDate: 2020-01-02", []),
            ("pubDate: 2020-01-02\nlastPublished: 2021-01-01", []), ("cover:\n  hidden: true", []),
        ] as [(String, [String])])
    func keepsPrivateBack(entries: String, keys: [String]) throws {
        let file = try read("---\ntitle: x\ndate: 2020-01-02\n\(entries)\n---\nHi\n", at: "post.md")
        #expect(file.post.isPublished == keys.isEmpty && file.privacyMarks.map(\.key) == keys)
        #expect(file.notes.compactMap { PrivacyMark.key(ofSubject: $0.what) } == keys)
        #expect(!file.notes.contains { $0.words.contains("“status” has no effect") })
    }

    @Test(
        "a post that was published here has a front matter that says so, and of one with an unknown key each byte",
        arguments: [
            ("status: draft # why", "status: published # why"), ("publish: no", "publish: true"),
            ("private: true", "private: false"), ("visibility: hidden", "visibility: public"),
            ("password: xyzzy", nil),
            ("isDraft: yes", "isDraft: false"), ("searchHidden: true", "searchHidden: true"),
            ("draft: true\nstatus: draft", "draft: false\nstatus: published"), ("hidden: [a, b]", nil),
        ] as [(String, String?)])
    func opens(entry: String, line: String?) throws {
        let head = "---\n# kept\ntitle: x\ndate: 2020-01-02T00:00:00Z\n\(entry)\n---\n"
        let file = try read(head + "Hi\n", at: "posts/x.md")
        #expect(!file.post.isPublished)
        var post = file.post
        post.isPublished = true
        let written = BlogFile.text(of: post, head: head, path: "posts/x.md", clock: clock)
        let left = head.replacing(entry + "\n", with: line.map { $0 + "\n" } ?? "")
        #expect(written == left + "Hi\n", "\(written)")
        #expect(try read(written, at: "posts/x.md").post.isPublished == !entry.hasPrefix("searchHidden"))
    }

    @Test(
        "a draft stays one however its front matter spells it, and also when that cannot be read",
        arguments: [
            ("draft: 'true'", true), ("draft: 1", true), ("draft: maybe", true), ("draft: true\nDraft: false", true),
            ("published: 'false'", true), ("draft: 'false'", false), ("draft: 0", false),
        ])
    func readsState(entry: String, isDraft: Bool) throws {
        let file = try read("---\ndate: 2020-01-01\n\(entry)\n---\nHi\n", at: "a.md")
        #expect(file.post.isPublished != isDraft)
    }

    @Test(
        "dates of publication and of changes have the names that common generators give them",
        arguments: [
            ("pubDate: 2021-03-04", "2021-03-04T00:00", nil),
            ("pubDatetime: 2021-03-04T05:06:07Z", "2021-03-04T05:06:07", nil),
            ("publishedAt: 'Mar 4 2021'\ndate: 2020-01-01", "2021-03-04T00:00", nil),
            ("published_date: 2021-03-04", "2021-03-04T00:00", nil), ("issued: 2021-03-04", "2021-03-04T00:00", nil),
            ("date: 2021-03-04\nupdatedDate: 2022-01-01", "2021-03-04T00:00", "2022-01-01T00:00"),
            ("date: 2021-03-04\nmodDatetime: 2022-01-01T02:00:00Z", "2021-03-04T00:00", "2022-01-01T02:00"),
            ("date: 2021-03-04\nmodDatetime:\nupdated_at: 2022-01-01", "2021-03-04T00:00", "2022-01-01T00:00"),
            (
                "date: 2021-03-04\nlast_update:\n  date: 2022-01-01\n  author: me", "2021-03-04T00:00",
                "2022-01-01T00:00"
            ),
        ] as [(String, String, String?)])
    func commonDates(head: String, date: String, changed: String?) throws {
        let text = "---\ntitle: x\n\(head)\n---\nHi\n"
        let file = try read(text, at: "src/content/blog/a.md")
        #expect(file.post.draft.date?.wall.text == date && file.post.isPublished && file.privacyMarks.isEmpty)
        #expect(file.post.changedAt.map { WallClock(asIfUTC: $0).text } == changed)
        #expect(file.notes.allSatisfy { $0.what == "“date”" }, "\(file.notes)")
        #expect(BlogFile.text(of: file.post, head: file.file.head, path: "a.md", clock: clock) == text)
    }

    @Test(
        "tags and authors in tables and lists of lists are read by their names, and stay as they are",
        arguments: [
            ("tags: [{label: Boats, permalink: /b}, sea]", ["Boats", "sea"], nil),
            ("tags:\n  - name: Boats\n    slug: b\n  - [sea, [deep]]", ["Boats", "sea", "deep"], nil),
            ("categories:\n- [Diary, Life]\n- [x: y]", ["Diary", "Life"], nil),
            ("authors: [ada, {name: Bo, title: Sailor}]", [], "ada, Bo"), ("authors: ada", [], "ada"),
            ("author:\n  name: Ada L.", [], "Ada L."), ("author: Cy\nauthors: [ada]", [], "Cy"),
        ] as [(String, [String], String?)])
    func tables(head: String, tags: [String], author: String?) throws {
        let text = "---\ntitle: x\ndate: 2021-03-04\n\(head)\n---\nHi\n"
        let path = "blog/2021-08-26-welcome/index.md"
        let file = try read(text, at: path)
        #expect(file.post.draft.tags.map(\.text) == tags && file.post.draft.author == author)
        #expect(file.post.isPublished && file.post.draft.slug?.text == "welcome" && file.notes.isEmpty)
        #expect(BlogFile.text(of: file.post, head: file.file.head, path: path, clock: clock) == text)
        var post = file.post
        post.draft.tags.append(try Tag("new"))
        post.draft.author = "Di"
        let again = try read(BlogFile.text(of: post, head: file.file.head, path: path, clock: clock), at: path)
        #expect(again.post.draft.tags == post.draft.tags && again.post.draft.author == "Di")
    }

    @Test("in MDX the imports and exports at the top belong to the head, and stay there whatever changes")
    func readsModules() throws {
        let modules = "import A from './a'\nimport {\n  b\n} from 'b'\n\nexport const c = 1\n\n"
        let text = "---\ntitle: x\ndate: 2021-03-04\n---\n\n\(modules)# Hi\n\nimport words\n"
        let file = try read(text, at: "blog/a.mdx")
        #expect(file.post.draft.body == "# Hi\n\nimport words\n" && file.post.isPublished && file.file.linesAbove == 12)
        var post = file.post
        #expect(BlogFile.text(of: post, head: file.file.head, path: "blog/a.mdx", clock: clock) == text)
        post.draft.title = "other"
        let changed = BlogFile.text(of: post, head: file.file.head, path: "blog/a.mdx", clock: clock)
        #expect(changed == text.replacing("title: x", with: "title: other"))
        #expect(try read(text, at: "blog/a.md").post.draft.body.hasPrefix("import A"))
    }

    @Test("Zola's tags are read from their table, and a change of one changes its line")
    func readsTaxonomies() throws {
        let head = "+++\ntitle = \"x\"\ndate = 2019-05-01\n# why\n[taxonomies]\ntags = [\"sea\", 'light'] # here\n"
        let text = head + "categories = [\"Boats\"]\n[extra]\ntags = [\"no\"]\n+++\nHi\n"
        let file = try read(text, at: "content/a.md")
        #expect(file.post.draft.tags.map(\.text) == ["sea", "light", "Boats"])
        #expect(file.notes.map(\.what) == ["“extra”"])
        #expect(BlogFile.text(of: file.post, head: file.file.head, path: "content/a.md", clock: clock) == text)
        var post = file.post
        post.draft.tags[1] = try Tag("wind")
        post.draft.summary = "Short"
        let written = BlogFile.text(of: post, head: file.file.head, path: "content/a.md", clock: clock)
        let added = text.replacing("'light'", with: "'wind'").replacing("# why", with: "summary = \"Short\"\n# why")
        #expect(written.replacing("description", with: "summary") == added)
        let outer = try read("+++\ntags = [\"a\"]\n[taxonomies]\ntags = [\"b\"]\nseries = [\"c\"]\n+++\n", at: "a.md")
        #expect(outer.post.draft.tags.map(\.text) == ["a"] && outer.notes.map(\.what).contains("“taxonomies”"))
    }

    @Test("Zola's tags stay in their table in YAML as well", arguments: [["a", "n"], []])
    func taxonomiesInYAML(tags: [String]) throws {
        let file = try read("---\ntitle: x\ntaxonomies:\n  tags: [a]\n  series: [s]\n---\n", at: "a.md")
        #expect(file.post.draft.tags.map(\.text) == ["a"])
        var post = file.post
        post.draft.tags = try tags.map { tag in try Tag(tag) }
        let written = BlogFile.text(of: post, head: file.file.head, path: "a.md", clock: clock)
        let again = try read(written, at: "a.md")
        #expect(again.post.draft.tags.map(\.text) == tags && !written.contains("\ntags"), "\(written)")
        #expect(written.contains("series"), "\(written)")
    }

    @Test(
        "a list of tags that cannot be read takes no other tags along, and other lists of Zola's table stay",
        arguments: [
            "[taxonomies]\ntags = [\"a\"]\ncategories = { y = \"x\" }\nseries = [\"s\"]",
            "[taxonomies]\ntags = [\"x\"]\nTags = [\"y\"]\ncategories = [\"a\"]\nseries = [\"s\"]",
            "taxonomies.tags = { x = \"y\" }\ntaxonomies.categories = [\"a\"]\ntaxonomies.series = [\"s\"]",
            "taxonomies = { series = [\"s\"], tags = [\"a\"] }",
            "taxonomies = { categories = [\"a\"], series = [\"s\"], tags = 7.5 }\ntags = { y = \"x\" }",
            "tags = [\"a\"]\n[taxonomies]\ncategories = { y = \"x\" }\nseries = [\"s\"]",
            "tags = [\"a\"]\n[taxonomies]\ntags = [\"hidden\"]\nseries = [\"s\"]",
        ])
    func keepsTaxonomies(head: String) throws {
        let file = try read("+++\ntitle = \"x\"\n\(head)\n+++\n", at: "a.md")
        #expect(file.post.draft.tags.map(\.text) == ["a"])
        for tags in [["a", "n"], ["n"], []] {
            var post = file.post
            post.draft.tags = try tags.map { tag in try Tag(tag) }
            let written = BlogFile.text(of: post, head: file.file.head, path: "a.md", clock: clock)
            let again = try read(written, at: "a.md")
            #expect(Set(again.post.draft.tags.map(\.text)) == Set(tags), "\(written)")
            #expect(written.contains("series"), "\(written)")
        }
    }

    @Test("every field of a post is written to a file and read from it", arguments: TextField.ofFiles)
    func texts(field: TextField) throws {
        var post = FiledPost(draft: Draft(title: "Harbour", body: "Words.\n"), isPublished: true)
        let text = field.form == .path ? "/two: words/" : "“Two: words”"
        post.draft[field] = text
        let written = BlogFile.text(of: post, head: nil, path: "posts/a.md", clock: clock)
        #expect(try read(written, at: "posts/a.md").post.draft[field] == text)
        let edited = BlogFile.text(of: post, head: "---\nweight: 3\n---\n", path: "posts/a.md", clock: clock)
        #expect(edited.contains("weight: 3\n"))
        #expect(try read(edited, at: "posts/a.md").post.draft[field] == text)
    }

    @Test(
        "a text that looks like front matter is read back as text, also from a file that needs none",
        arguments: ["{\"a\": 1}\nBoats", "---\na: 1\n---\nBoats", "+++\na = 1\n+++\nBoats", "---\nBoats", "# Boats"])
    func readsBack(body: String) throws {
        let post = FiledPost(draft: Draft(slug: try Slug(checking: "a"), body: body), isPublished: false)
        let written = BlogFile.text(of: post, head: nil, path: "posts/a.md", clock: clock)
        #expect(try read(written, at: "posts/a.md").post.draft.body == body)
    }

    @Test("private notes are written to no file, and a file's own notes stay in it")
    func notes() throws {
        let head = "---\nnotes: theirs\ntitle: Kept\n---\n"
        let file = try read(head, at: "posts/a.md")
        #expect(file.post.draft.privateNotes == nil)
        var post = file.post
        post.draft.privateNotes = "Ask Ada"
        #expect(BlogFile.text(of: post, head: head, path: "posts/a.md", clock: clock) == head)
        post.draft.title = "Changed"
        for head in [head, "---\nweight: 3\n---\n", nil] {
            let written = BlogFile.text(of: post, head: head, path: "posts/a.md", clock: clock)
            #expect(written.contains("Changed") && !written.contains("Ask Ada"))
        }
    }

    @Test("an invalid field is reported with its line, and the rest is read")
    func tells() throws {
        let file = try read(
            """
            ---
            title: Kept
            slug: c++ & more
            date: someday
            tags: [good, "bad,one"]
            weight: 3
            ---
            {{< figure src="a.jpg" >}}
            """, at: "a.md")
        #expect(file.post.draft.title == "Kept" && file.post.draft.slug?.text == "c-more")
        #expect(file.post.draft.tags.map(\.text) == ["good"] && file.post.draft.date == nil)
        #expect(file.notes.map(\.line) == [1, 3, 4, 5, 6, 8])
        #expect(file.notes.map(\.what).suffix(2) == ["“weight”", "the shortcode “figure”"])
    }

    @Test("front matter in JSON is reported and not taken for text; other braces are text")
    func refusesJSON() throws {
        for text in [
            "{\n  \"title\": \"Harbour\",\n  \"draft\": false\n}\n\nBoats\n", "\u{FEFF}{\"a \\\"b\\\"\": 1}\nBoats\n",
            "\n{ }\nBoats\n",
        ] {
            let error = #expect(throws: FrontMatterError.self) { try read(text, at: "content/harbour.md") }
            #expect(error?.line == 1 && error?.problem.contains("“hugo convert toYAML --output FOLDER”") == true)
        }
        for text in ["{{< figure src=\"a.jpg\" >}}\n", "{% include \"a\" %}\n", "{\"Quoted\"} words\n", "{: .note}\n"] {
            #expect(try read(text, at: "a.md").post.draft.body == text)
        }
        #expect(try read("---\ntitle: x\n---\n{\"a\": 1}\n", at: "a.md").post.draft.body == "{\"a\": 1}\n")
    }

    @Test("an address is the post's path, with all its parts, and its last part the slug; a pattern is neither")
    func readsAddresses() throws {
        for (address, path, slug) in [
            ("/2019/caf%C3%A9/", "/2019/café/", "café"), ("/2019/Ünder.html", "/2019/Ünder.html", "Ünder"),
            ("/deep/er/path/", "/deep/er/path/", "path"), ("deep/er/path", "/deep/er/path/", "path"),
            ("/2019/My Post/", "/2019/My Post/", "a"), ("/:categories/old", nil, "old"), ("/:title/", nil, "a"),
        ] {
            for key in ["permalink", "url", "path"] {
                let file = try read("---\ndate: 2019-05-01\n\(key): \"\(address)\"\n---\n", at: "posts/a.md")
                #expect(file.post.draft.path == path, "\(address)")
                #expect(file.post.draft.slug?.text == slug, "\(address)")
                // Neither pattern can be filled: the post has no title, and Hugo no categories in addresses.
                let notes = address.contains(":") ? ["an unknown old address"] : []
                #expect(file.notes.map(\.what) == notes, "\(address)")
            }
        }
        for (address, words) in [
            ("/tags/x/", "“tags”"), ("/../x/", "“..”"), ("/atom.xml", "“atom.xml”"),
            ("https://x.example/a/", "whole address"),
        ] {
            let text = "---\ndate: 2019-05-01\nurl: \"\(address)\"\n---\n"
            let file = try read(text, at: "posts/a.md")
            #expect(file.post.draft.path == nil && file.notes.map(\.line) == [3])
            #expect(file.notes.first?.words.contains(words) == true, "\(file.notes)")
            let error = #expect(throws: FrontMatterError.self) { try MarkdownFile(text) }
            #expect(error?.line == 3 && error?.problem.contains(words) == true)
        }
    }

    @Test("old addresses stay whole; what no page can have is reported")
    func readsAliases() throws {
        let file = try read(
            "---\nslug: new\naliases: [/2014/12/12/old.html, /older/, /x.php, /new/, /tags/a/, /?p=3]\n"
                + "lastmod: 2020-01-02T00:00:00Z\n---\n", at: "a.md")
        #expect(file.post.formerPaths.map(\.text) == ["/2014/12/12/old.html", "/older/", "/x.php/", "/new/"])
        // Only the form in which an export writes former slugs.
        #expect(file.post.formerSlugs.map(\.text) == ["older"])
        let old = file.notes.filter { $0.what == "an old address" }
        #expect(old.map(\.line) == [3, 3] && old[0].words.contains("“/tags/a/”") && old[1].words.contains("“?”"))
        let many = (0..<250).map { "/\($0).html" }.joined(separator: ", ")
        let crowd = try read("---\naliases: [\(many)]\n---\n", at: "a.md")
        #expect(crowd.post.formerPaths.count == 200 && crowd.notes.contains { $0.words.contains("250 old addresses") })
        #expect(file.post.changedAt == (try RFC3339.instant("2020-01-02T00:00:00Z")))
    }

    @Test(
        "a changed path changes its own line, and former paths are added to the aliases",
        arguments: [
            (
                "a.md", "url: \"/a/caf%C3%A9/\" # why\n",
                "url: \"/b/c.html\" # why\nslug: café\naliases: [\"/old/z.html\"]\n"
            ),
            (
                "_posts/2019-05-01-a.md", "permalink: /a/b.html\n",
                "permalink: \"/b/c.html\"\nslug: b\nredirect_from: [\"/old/z.html\"]\n"
            ),
            (
                "a.md", "url: /a/\naliases: [/x/y.html]\n",
                "url: \"/b/c.html\"\naliases: [/x/y.html, \"/old/z.html\"]\nslug: a\n"
            ),
        ])
    func changesPath(path: String, old: String, new: String) throws {
        let file = try read("---\ntitle: A # why\ndate: 2019-05-01\n\(old)---\nHi\n", at: path)
        var post = file.post
        post.draft.path = "/b/c.html"
        post.formerPaths.append(try PostPath("/old/z.html"))
        let written = BlogFile.text(of: post, head: file.file.head, path: path, clock: clock)
        #expect(written == "---\ntitle: A # why\ndate: 2019-05-01\n\(new)---\nHi\n")
        let again = try read(written, at: path)
        #expect(again.post == post, "\(written)")
    }

    @Test("a file without changes is written byte for byte", arguments: BlogFileTests.files)
    func keepsAll(path: String, text: String) throws {
        let file = try read(text, at: path)
        #expect(
            Array(BlogFile.text(of: file.post, head: file.file.head, path: path, clock: clock).utf8) == Array(text.utf8)
        )
    }

    @Test("a change of one tag changes one line, whatever the form", arguments: BlogFileTests.files)
    func changesOneLine(path: String, text: String) throws {
        let file = try read(text, at: path)
        var post = file.post
        post.draft.tags = [try Tag("entirely new")] + post.draft.tags.dropFirst()
        let written = BlogFile.text(of: post, head: file.file.head, path: path, clock: clock)
        let (old, new) = (
            text.utf8.split(separator: 10).map(Array.init), written.utf8.split(separator: 10).map(Array.init)
        )
        #expect(old.count == new.count && zip(old, new).filter { $0 != $1 }.count == 1, "\(written)")
        let again = try read(written, at: path)
        #expect(again.post.draft.tags.map(\.text) == post.draft.tags.map(\.text), "\(written)")
    }

    @Test("of several lists the new tag goes to the tags, and the rest stays where it is")
    func addsToTags() throws {
        let text = "---\ncategories: jekyll update\ntags:\n  - a\n---\nHi\n"
        let path = "_posts/2015-11-17-g.md"
        let file = try read(text, at: path)
        var post = file.post
        post.draft.tags.append(try Tag("news"))
        let written = BlogFile.text(of: post, head: file.file.head, path: path, clock: clock)
        #expect(written == "---\ncategories: jekyll update\ntags:\n  - a\n  - news\n---\nHi\n")
    }

    @Test("another changed field survives a round trip, and unknown fields stay", arguments: BlogFileTests.files)
    func changesFields(path: String, text: String) throws {
        let file = try read(text, at: path)
        var post = file.post
        post.draft.title = "It's: a \"new\" #title, 日本"
        post.draft.summary = "Two\nlines"
        post.draft.slug = try Slug(checking: "elsewhere")
        post.formerSlugs += [try Slug(checking: "was-here")]
        post.draft.path = "/2021/Else where.html"
        post.formerPaths += [try PostPath("/2014/12/12/old.html")]
        post.draft.date = PlannedTime(try WallClock("2021-02-03T04:05:06"), in: .utc)
        post.isPublished = !post.isPublished
        post.draft.tags = Array(post.draft.tags.dropFirst())
        post.draft.overrides = [
            try TargetName("fedi"): TargetOverride(text: "Hi", visibility: .unlisted, long: .thread)
        ]
        let written = BlogFile.text(of: post, head: file.file.head, path: path, clock: clock)
        let again = try read(written, at: path)
        #expect(again.post.draft == post.draft && again.post.isPublished == post.isPublished, "\(written)")
        #expect(Set(post.formerSlugs).isSubset(of: again.post.formerSlugs))
        #expect(Set(post.formerPaths).isSubset(of: again.post.formerPaths))
        for word in ["# why", "weight", "Nested"] where text.contains(word) {
            #expect(written.contains(word), "\(written)")
        }
    }

    @Test("a post that came from no file gets a file with all fields")
    func writesNew() throws {
        var draft = Draft(
            kind: .page, slug: try Slug(checking: "日本"), title: "true", body: "---\nnot a head\n", summary: "s",
            language: try Language("pt-BR"), tags: [try Tag("a b")], author: "Ann", path: "/a/b.html")
        draft.date = PlannedTime(try WallClock("2021-02-03T04:05:06"), in: .utc)
        let post = FiledPost(
            draft: draft, isPublished: true, formerSlugs: [try Slug(checking: "x")],
            formerPaths: [try PostPath("/x/"), try PostPath("/2014/old.html")])
        let text = BlogFile.text(of: post, head: nil, path: "posts/x.md", clock: clock)
        #expect(try read(text, at: "posts/x.md").post == post, "\(text)")
    }

    @Test("a layout in which no single line can be changed is rewritten with all its content")
    func writesAnew() throws {
        let text = "---\n{title: a, weight: 3, tags: [x]}\n---\nBody\n"
        let file = try read(text, at: "a.md")
        var post = file.post
        post.draft.title = "b"
        let written = BlogFile.text(of: post, head: file.file.head, path: "a.md", clock: clock)
        let again = try read(written, at: "a.md")
        #expect(again.post == post && again.file.unknown.map(\.key) == ["weight"], "\(written)")
    }

    @Test("a rewritten front matter keeps numbers, truth values and empty items, and escapes what YAML forbids")
    func keepsKinds() throws {
        let file = try read("---\n{title: a, x: [1, yes, ~, 'b c'], y: {n: 0x10, d: 2020-01-01}}\n---\n", at: "a.md")
        var post = file.post
        for title in ["b", "b\u{81}", "b\u{FFFE}\u{FFFF}"] {
            post.draft.title = title
            let written = BlogFile.text(of: post, head: file.file.head, path: "a.md", clock: clock)
            #expect(written.contains("\nx: [1, yes, null, \"b c\"]\ny: {\"n\": 0x10, \"d\": 2020-01-01}\n"))
            #expect(try read(written, at: "a.md").post == post, "\(written)")
        }
        #expect(FrontMatterValue.list([.plain("1"), .plain("true"), .text("x")]).text(.toml) == "[1, true, \"x\"]")
    }

    @Test(
        "a rewritten front matter keeps other entries of a field, and replaces one that could not be read",
        arguments: [
            ("title: a, summary: s, description: d", "description: d\n"), ("title: a, draft: [x]", ""),
            ("title: a, date: 2020-01-02, publishDate: 2020-03-04", "date: 2020-01-02\n"),
            ("title: a, overrides: 7", ""), ("title: a, tags: {a: b}, categories: [x]", ""),
            ("title: [a]", ""), ("title: a, zone: {k: v}", ""), ("title: a, url: '/:year/'", "url: \"/:year/\"\n"),
        ])
    func keepsOthers(head: String, kept: String) throws {
        let file = try read("---\n{\(head)}\n---\nBody\n", at: "a.md")
        var post = file.post
        post.draft.title = "b"
        post.draft.tags = [try Tag("n")]
        post.draft.overrides = [try TargetName("fedi"): TargetOverride(text: "x")]
        post.draft.path = "/p/"
        if post.draft.date == nil { post.draft.date = PlannedTime(try WallClock("2021-02-03T04:05:06"), in: .utc) }
        let written = BlogFile.text(of: post, head: file.file.head, path: "a.md", clock: clock)
        let again = try read(written, at: "a.md")
        #expect(again.post.draft == post.draft, "\(written)")
        #expect(again.file.misunderstood == [] && written.contains("\n\(kept)"), "\(written)")
    }

    @Test(
        "a part that needs a template engine is named with its line",
        arguments: [
            ("{{< figure src=x >}}", "figure"), ("{{%- my/note.b -%}}", "my/note.b"), ("{{< /note >}}", nil),
            ("{% include a %}", "include"), ("{%- raw -%}", "raw"), ("{% endraw %}", nil), ("{% Raw %}", nil),
            ("{{ page.title }}", "page.title"), ("{{-page.title}}", "page.title"), ("{{ now | date }}", "now"),
            ("{{ f(1) }}", "f"), ("{{ x }}", nil), ("{{ a. }}", nil), ("{{ 1.b }}", nil), ("{: .lead}", "{:"),
            ("{:}", nil), ("{: a\n}", nil), ("\\{{ page.title }}", nil), ("`{{ page.title }}`", nil), ("{", nil),
            ("{{", nil), ("{{<", nil), ("{%", nil),
        ])
    func namesShortcodes(text: String, name: String?) {
        let found = Array(LeftShortcodes("one\n\(text)"))
        #expect(found.map(\.name) == [name].compactMap(\.self) && found.allSatisfy { $0.line == 2 })
    }

    @Test("a text of braces takes linear time and few notes", arguments: ["{", "{{", "{%a ", "{{<", "{:a}", "{{a.b"])
    func manyBraces(unit: String) throws {
        let text = "---\ntitle: x\n---\n" + String(repeating: unit, count: 400_000 / unit.utf8.count)
        var file: BlogFile?
        #expect(try hashings(of: Array(text.utf8), within: 2_000) { file = try read(text, at: "a.md") } <= 2_000)
        #expect(try #require(file).notes.count <= 500)
    }

    @Test("files by Jekyll and Hugo are read", arguments: ["jekyll", "hugo"])
    func readsSamples(folder: String) throws {
        let samples = Self.samples.filter { $0.0.hasPrefix(folder) }
        let read = try samples.map { try self.read($1, at: String($0.dropFirst(folder.count + 1))) }
        let posts = read.map(\.post).sorted { ($0.draft.slug?.text ?? "") < ($1.draft.slug?.text ?? "") }
        let slugs = posts.map { $0.draft.slug?.text ?? "" }
        if folder == "jekyll" {
            #expect(slugs == ["about", "an-idea", "welcome-to-jekyll"])
            #expect(posts.map(\.draft.kind) == [.page, .post, .post])
            #expect(posts.map(\.isPublished) == [true, false, true])
            #expect(posts[0].draft.path == "/about/")
            #expect(posts[0].formerPaths.map(\.text) == ["/who/", "/about-me.html"])
        } else {
            #expect(slugs == ["harbour", "my-first-post"] && posts.map(\.isPublished) == [true, false])
            #expect(posts[1].draft.tags.map(\.text) == ["go", "static sites", "Development"])
            #expect(posts[1].formerPaths.map(\.text) == ["/posts/my-original-url/"])
            #expect(posts[1].changedAt == (try RFC3339.instant("2019-04-01T09:00:00Z")))
        }
    }

    /// By their paths below `Samples`.
    private static let samples: [(String, String)] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Samples").path
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".markdown") }.sorted().map { path in
            (path, (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)) ?? "")
        }
    }()

    static let files: [(String, String)] =
        samples.filter { $0.1.contains("tags:") || $0.1.contains("tags =") } + [
            ("content/a.md", "---\ntitle: \"A\" # why\ntags: [one, \"two\", three] # why\nweight: 10\n---\n\nBody\n"),
            ("content/b.md", "---\ntitle: B\ntags:\n- one\n- 'two' # why\nNested:\n  deep: [1, 2]\n---\nBody"),
            (
                "content/c.md",
                "---\r\ntags:\r\n    - one\r\n    - two\r\ntitle: C\r\n# why\r\nweight: 1\r\n---\r\nBody\r\n"
            ),
            ("d.md", "\u{FEFF}---\ntitle: >\n  A long\n  title\n\ntags: one, two\nweight: 1\n...\nBody\n"),
            (
                "e.md",
                "+++\ntitle = 'E' # why\ndate = 2020-01-02T03:04:05+02:00\ntags = [\"one\", 'two']\n\n# about\n[Nested]\nx = 1\n+++\nBody\n"
            ),
            (
                "j.md",
                "+++\r\n\"t\\u0061gs\" = ['one', \"two\"] # why\r\nparams.weight = 1\r\n# why\r\n[Nested.deep]\r\nx = 1\r\n[Nested]\r\n+++\r\nBody\r\n"
            ),
            (
                "k.md",
                "+++\ntags = ['''one''', \"\"\"two\"\"\"]\n[[Nested]] # why\nweight = 2026-12-01 09:00:00Z\n+++\n"
            ),
            ("f.md", "+++\ndraft = true\nweight = 2\ntags = [\n  \"one\",\n  \"two\",\n]\n+++\n\n\nBody\n"),
            (
                "_posts/2015-11-17-g.markdown",
                "---\nlayout: post\ntitle:  \"Welcome\"\ndate:   2015-11-17 16:16:01 -0600\ncategories: jekyll update\nweight: 1\n---\nHi\n"
            ),
            ("h.md", "---\ncategories: [\"x\"]\nslug: c++\nurl: /a/b.html\naliases:\n  - /old/\nweight: 0x10\n---\n"),
            ("i.md", "---\n\"tags\": [ one ]\ntitle: 'It''s'\npublished: false\nweight: ~\n---"),
        ]
}
