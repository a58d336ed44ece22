import Foundation
import JSONTree
import TestSupport
import Testing
import Wire

/// Import and export: what the command sends and prints, and that it reads and writes nothing outside its folders.
@Suite("Importing and exporting with galley", .timeLimit(.minutes(10)))
struct ImportTests {
    private static let media = MediaBody(
        id: "0123456789abcdef", address: "media:0123456789abcdef", revision: 1, name: "b.png", type: "image/png",
        bytes: 1, width: 1, height: 1, isAnimated: false, alt: "", focus: nil,
        createdAt: "2001-05-01T08:00:00+00:00", uses: [], isUnused: true)

    private func report(
        _ outcomes: [(String, String)], notes: [ImportNoteBody] = [], scheduled: Set<String> = []
    ) throws -> Reply {
        let items = outcomes.map { path, outcome in
            var result = ImportResultBody(source: path, path: path, outcome: outcome, notes: notes)
            if outcome == "new" { result.state = scheduled.contains(path) ? "scheduled" : "published" }
            return result
        }
        return try .json(ImportReportBody(items: items))
    }

    private func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let home = try TemporaryFolder()
        for (path, text) in files { try home.write(text, to: path) }
        return home
    }

    @Test("the files of a folder are sent unchanged, under a source that stays the same")
    func sendsFiles() async throws {
        let text = "---\ntitle: A\n---\nHi\n"
        let home = try folder(["blog/posts/a.md": text, "blog/notes.txt": "no", "blog/.git/b.md": "no"])
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("posts/a.md", "new")])]])
        let run = try await Run(
            ["import", "markdown", "blog", "--from-address", "https://old.example/", "--zone", "Europe/Lisbon"],
            daemon: daemon, home: home)
        #expect(run.status == 0 && run.out == "1 published.\n1 new.\n", "\(run.out)\(run.err)")
        let body = try #require(daemon.imports().first)
        #expect(body.items.map(\.source) == ["https://old.example/posts/a.md"] && body.items.map(\.markdown) == [text])
        #expect(body.to == nil && body.isDryRun == false && body.zone == "Europe/Lisbon")
    }

    @Test("the report begins with what readers get and miss, says loudly that they get nothing, and folds alike lines")
    func tellsReadersFirst() async throws {
        let home = try folder(["blog/a.md": "A", "blog/b.md": "B"])
        var items = ["a.md", "b.md"].map { ImportResultBody(source: $0, path: $0, outcome: "new") }
        items[0].losses = ImportLossBody(words: 9, pictures: 2, isNearlyEmpty: true, setting: "`raw_html` is “omit”")
        items[1].notes = [ImportNoteBody(what: "no date", words: "It has no date, so it is a draft.")]
        items[1].notes += (1...9).map { ImportNoteBody(what: "a key", words: "“key\($0)” has no effect here.") }
        for (state, summary) in [
            ("published", "1 published, 1 draft.\n"),
            ("draft", "0 published, 2 drafts. Readers see nothing of this import.\n"),
        ] {
            (items[0].state, items[1].state) = (state, "draft")
            let answer = try Reply.json(ImportReportBody(items: items))
            let daemon = try ScriptedDaemon(["POST /v1/imports": [answer, answer, answer]])
            let run = try await Run(["import", "hugo", "blog"], daemon: daemon, home: home)
            #expect(
                run.out == summary + """
                    1 has no date and is a draft.
                    Readers miss 9 words and 2 pictures of 1 post, because `raw_html` is “omit”. \
                    With `raw_html = "filter"` in [render] pages show them.
                    1 page is nearly empty: a.md.
                    2 new.

                    Not understood, and what Galley did instead
                    b.md  It has no date, so it is a draft.
                    b.md  “key1” has no effect here.
                    b.md  “key2” has no effect here.
                    b.md  “key3” has no effect here.
                      … and 6 more of this kind
                    --verbose shows all of them.

                    """)
            let all = try await Run(["import", "jekyll", "blog", "--verbose"], daemon: daemon, home: home).out
            #expect(all.contains("b.md  “key9” has no effect here.\n") && !all.contains("--verbose"))
        }
    }

    @Test(
        "JSON has the notes that only the whole import gives: dead links with their posts, and files that are no posts")
    func tellsLinksInJSON() async throws {
        let home = try folder(["blog/_config.yml": "a: [", "blog/_posts/2019-05-01-a.md": "[x](gone.md)"])
        let daemon = try ScriptedDaemon([
            "POST /v1/imports": [try report([("_posts/2019-05-01-a.md", "new")])]
        ])
        let run = try await Run(["import", "markdown", "blog", "--json"], daemon: daemon, home: home)
        let results = try run.out.split(separator: "\n").map {
            try JSONCoding.decode(ImportResultBody.self, from: Array($0.utf8))
        }
        let post = try #require(results.first { $0.outcome == "new" })
        #expect(post.notes.contains { $0.words.hasPrefix("“gone.md” leads to no imported post.") }, "\(run.out)")
        let noted = try #require(results.first { $0.outcome == "noted" })
        #expect(noted.path == "_config.yml" && noted.notes.count == 1 && results.count == 2, "\(run.out)")
    }

    @Test("the report counts old addresses, proposes the permalink that keeps most, and lists links that lead nowhere")
    func tellsAddresses() async throws {
        let home = try folder([
            "blog/_config.yml":
                "url: https://old.example # here\npermalink: /:year/:title/\ndefaults:\n"
                + "- scope: {path: _posts/2019-05-02-b.md}\n  values: {tags: [a]}\n",
            "blog/_posts/2019-05-01-a.md":
                "---\n---\n[b](/2019/b/) [c](https://old.example/2019/c/#x)\n[d]: /tags/x/\n[e](b.md) [f](//x/) [g](/)\n",
            "blog/_posts/2019-05-02-b.md": "---\n---\n[a](/2019/a/) <a href=\"/old/b.html\">b</a> [z](/2019/c/)\n",
        ])
        let items = ["a", "b"].map { name in
            var result = ImportResultBody(
                source: name, path: "_posts/2019-05-0\(name == "a" ? 1 : 2)-\(name).md", outcome: "new")
            (result.oldPaths, result.oldPathBecomes) = (["/2019/\(name)/", "/old/\(name).html"], "redirect")
            result.permalink = "/{year}/{slug}/"
            return result
        }
        let body = ImportReportBody(items: items, site: "https://old.example", permalink: "/{slug}/")
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try .json(body)]])
        let run = try await Run(["import", "markdown", "blog", "--dry-run"], daemon: daemon, home: home)
        #expect(
            run.out.contains(
                "Old addresses: 2 are known and kept: 2 as a redirect.\nWith permalink = \"/{year}/{slug}/\""))
        #expect(run.out.contains("2 of them are the same by pattern (0 with the present \"/{slug}/\")"), "\(run.out)")
        for words in [
            "_posts/2019-05-01-a.md:3  “https://old.example/2019/c/#x” leads to no imported post.",
            "_posts/2019-05-01-a.md:5  “b.md” leads to no imported post.",
            "_posts/2019-05-02-b.md:3  “/2019/c/” leads to no imported post.",
        ] { #expect(run.out.contains(words), "\(run.out)") }
        #expect(run.out.split(separator: "\n").count == 7, "\(run.out)")
        let sent = try #require(daemon.imports().first)
        #expect(sent.items.map(\.oldAddress) == ["/:year/:title/", "/:year/:title/"])
        #expect(sent.generator == "jekyll" && sent.items.map(\.defaults) == [nil, ["tags": ["a"]]])
    }

    @Test("the report counts posts whose old address is unknown; --old-permalink is sent, and checked before")
    func tellsUnknownAddresses() async throws {
        let home = try folder(["blog/a.md": "a", "blog/b.md": "b", "blog/c.md": "c"])
        let items = ["a", "b", "c"].map { name in
            var result = ImportResultBody(source: name, path: "\(name).md", outcome: "new")
            (result.kind, result.oldPathBecomes) = ("post", name == "c" ? "redirect" : "unknown")
            return result
        }
        let reply = try Reply.json(ImportReportBody(items: items, site: "https://a.example", permalink: "/{slug}/"))
        let daemon = try ScriptedDaemon(["POST /v1/imports": [reply, reply]])
        let plain = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(
            plain.out.contains("\n2 published posts: old address unknown, so links to them lead nowhere."),
            "\(plain.out)")
        #expect(plain.out.contains("Old addresses: 1 is known and kept: 1 as a redirect.\n"), "\(plain.out)")
        let stated = try await Run(
            ["import", "markdown", "blog", "--old-permalink", "/web/:slug/"], daemon: daemon, home: home)
        #expect(stated.status == 0, "\(stated.err)")
        let sent = try daemon.imports()
        #expect(sent.map(\.oldPermalink) == [nil, "/web/:slug/"])
        // Otherwise the posts of the import before would stay as they are.
        #expect(sent[0].items.map(\.fingerprint) != sent[1].items.map(\.fingerprint))
        for (format, form, words) in [
            (
                "markdown", "/web/:slugs/",
                "“:slugs” is no placeholder of an old address. Use :year, :month, :day, :slug"
            ),
            ("rss", "/web/:slug/", "--old-permalink is for markdown."),
        ] {
            let run = try await Run(
                ["import", format, "blog", "--old-permalink", form], daemon: daemon, home: home)
            #expect(run.status == 64 && run.err.contains(words), "\(run.status) \(run.err)")
        }
    }

    @Test(
        "a permalink is proposed that fits nine posts of ten; pages do not count",
        arguments: [(9, 1, 5, true), (8, 1, 0, false), (18, 2, 0, true), (17, 3, 0, false)])
    func proposes(fitting: Int, others: Int, pages: Int, isProposed: Bool) async throws {
        let kinds = Array(repeating: "fits", count: fitting) + Array(repeating: "not", count: others)
        let items = (kinds + Array(repeating: "page", count: pages)).enumerated().map { index, kind in
            var result = ImportResultBody(source: "\(index)", path: "\(index).md", outcome: "new")
            (result.kind, result.oldPathBecomes) = (kind == "page" ? "page" : "post", "redirect")
            if kind == "fits" { result.permalink = "/{year}/{slug}/" }
            return result
        }
        let body = ImportReportBody(items: items, site: "https://a.example", permalink: "/{slug}/")
        let home = try folder(Dictionary(uniqueKeysWithValues: items.map { ("blog/\($0.path)", "Hi\n") }))
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try .json(body)]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.out.contains("With permalink = \"/{year}/{slug}/\"") == isProposed, "\(run.out)")
    }

    @Test(
        "the report names the feeds that readers of the old site lose, and the setting that keeps them",
        arguments: [
            (
                [], "unknown",
                "subscribed to /index.xml and /posts/index.xml. With feed_paths = [\"/index.xml\", \"/posts/index.xml\"]"
            ),
            (
                ["/x/", "/index.xml"], "unknown",
                "subscribed to /posts/index.xml. With feed_paths = [\"/x/\", \"/index.xml\", \"/posts/"
            ),
            (["/index.xml", "/posts/index.xml"], "unknown", nil), ([], nil, nil),
        ] as [([String], String?, String?)])
    func tellsFeeds(present: [String], becomes: String?, words: String?) async throws {
        let home = try folder([
            "blog/hugo.toml": "title = 'x'", "blog/content/posts/a.md": "---\ncategories: [Old boats]\n---\na",
        ])
        var result = ImportResultBody(source: "a", path: "content/posts/a.md", outcome: "new")
        result.oldPathBecomes = becomes
        let body = ImportReportBody(
            items: [result], site: "https://a.example", permalink: "/{slug}/", feedPaths: present)
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try .json(body)]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.out.contains("Feeds: readers of the old site") == (words != nil), "\(run.out)")
        if let words { #expect(run.out.contains(words), "\(run.out)") }
        let lists =
            "Lists: the old site had 1 of categories (such as /categories/old-boats/) and 1 of sections (such as /posts/) that "
            + "have no page here."
        #expect(run.out.contains(lists) == (becomes != nil), "\(run.out)")
    }

    @Test(
        "files that the generator shows without a date are sent as pages, but not those of an unknown folder or a vault"
    )
    func sendsPages() async throws {
        let text = "---\ntitle: x\n---\nHi\n"
        for (files, pages) in [
            (["hugo.toml": "title = 'x'"], [true, nil]), ([:], [nil, nil]),
            (["hugo.toml": "title = 'x'", ".obsidian/app.json": ""], [nil, nil]),
        ] as [([String: String], [Bool?])] {
            let named = Dictionary(uniqueKeysWithValues: files.map { ("blog/\($0)", $1) })
            let home = try folder(
                named.merging(["blog/content/about.md": text, "blog/content/p/2020-01-05-a.md": text]) { $1 })
            let daemon = try ScriptedDaemon([
                "POST /v1/imports": [try report([("content/about.md", "new"), ("content/p/2020-01-05-a.md", "new")])]
            ])
            let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
            #expect(try daemon.imports().first?.items.map(\.isPage) == pages, "\(files) \(run.out)")
        }
    }

    @Test("links to files of the folder become the addresses of their posts; others are told")
    func rewritesFiles() async throws {
        let home = try folder([
            "blog/content/a.md": "+++\n+++\n[b](@/notes/b.md#boats) [c](notes/b.md) [d](gone.md)\n",
            "blog/content/notes/b.md": "+++\n+++\n[a](../a.md)\n",
        ])
        let items = ["content/a.md", "content/notes/b.md"].map { path in
            var item = ImportResultBody(source: path, path: path, outcome: "new")
            item.address = path.hasSuffix("a.md") ? "/a/" : "/b/"
            return item
        }
        let reply = try Reply.json(ImportReportBody(items: items))
        let daemon = try ScriptedDaemon(["POST /v1/imports": [reply, reply]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let sent = try #require(daemon.imports().last)
        let bodies = sent.items.compactMap(\.markdown)
        #expect(bodies == ["+++\n+++\n[b](/b/#boats) [c](/b/) [d](gone.md)\n", "+++\n+++\n[a](/a/)\n"])
        #expect(run.out.contains("content/a.md:3  “gone.md” leads to no imported post."), "\(run.out)")
        #expect(!run.out.contains("b.md” leads"), "\(run.out)")
    }

    @Test("the comments of a vault go to the private notes, outside of code; elsewhere they are reported and stay")
    func hidesComments() async throws {
        let text = "---\ndate: 2020-01-01\n---\na %%b%% `%%c%%`\n%%\nd\n%%\n[x](gone.md)\n"
        let home = try folder(["vault/.obsidian/app.json": "{}", "vault/notes/a.md": text, "plain/a.md": text])
        for (path, options, isRemoved) in [
            ("vault", [], true), ("vault/notes", [], true), ("plain", [], false), ("plain", ["--obsidian"], true),
        ] as [(String, [String], Bool)] {
            let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("a.md", "new")])]])
            let run = try await Run(["import", "markdown", path] + options, daemon: daemon, home: home)
            let item = try #require(try daemon.imports().last?.items.first)
            #expect(item.privateNotes == (isRemoved ? "b\n\nd" : nil))
            let body = isRemoved ? "a  `%%c%%`\n\n[x](gone.md)\n" : "a %%b%% `%%c%%`\n%%\nd\n%%\n[x](gone.md)\n"
            #expect(item.markdown == "---\ndate: 2020-01-01\n---\n" + body, "\(path)")
            #expect(run.out.contains(".md:4  ") && run.out.contains("(1 more like it)"), "\(run.out)")
            #expect(run.out.contains("--obsidian") != isRemoved, "\(run.out)")
        }
        let single = try ScriptedDaemon(["POST /v1/posts": [.json(Bodies.post(), status: 201)]])
        let plain = try folder(["v/.obsidian/x": "", "v/a.md": "# T\n\na %%b%% c\n"])
        let run = try await Run(["post", "new", "v/a.md"], daemon: single, home: plain)
        let sent = try #require(single.requests.first?.body)
        #expect(sent.contains(#""privateNotes":"b""#) && !sent.contains("%%"), "\(sent)")
        #expect(run.err.contains("1 comment (%%…%%) went to the private notes."), "\(run.err)")
    }

    @Test("the report counts private posts by key, and --public-key is sent")
    func countsPrivate() async throws {
        let home = try folder(["blog/a.md": "a", "blog/b.md": "b", "blog/c.md": "c"])
        let items = [("a.md", ["status"]), ("b.md", ["status", "searchHidden"]), ("c.md", [])].map { path, keys in
            var notes = keys.map { ImportNoteBody(line: 2, what: "privacy: \($0)", words: "By \($0).") }
            if keys.isEmpty { notes = [ImportNoteBody(what: "taken back", words: "Back.")] }
            return ImportResultBody(source: path, path: path, outcome: "new", notes: notes)
        }
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try .json(ImportReportBody(items: items))]])
        let run = try await Run(
            ["import", "markdown", "blog", "--public-key", "x", "--public-key", "y z"], daemon: daemon, home: home)
        #expect(try daemon.imports().map(\.publicKeys) == [["x", "y z"]])
        #expect(run.out.contains("2 by “status”, 1 by “searchHidden”."), "\(run.out)")
        #expect(run.out.contains("1 was public and is unpublished."), "\(run.out)")
        let refused = try await Run(
            ["import", "markdown", "blog", "--public-key", "Draft"], daemon: daemon, home: home)
        #expect(refused.status != 0 && refused.err.contains("always says"), "\(refused.err)")
    }

    @Test("no progress is written to a standard error that is not a terminal")
    func quiet() async throws {
        let names = (1...40).map { "posts/\($0).md" }
        let home = try folder(Dictionary(uniqueKeysWithValues: names.map { ("blog/\($0)", "Hi\n") }))
        let run = try await Run(
            ["import", "markdown", "blog"],
            daemon: try ScriptedDaemon(["POST /v1/imports": [try report(names.map { ($0, "new") })]]), home: home)
        #expect(run.status == 0 && run.err.isEmpty, "\(run.err.prefix(400))")
    }

    @Test("pictures are uploaded and referred to by their addresses; those outside the folder are not")
    func bringsPictures() async throws {
        let home = try folder([
            "blog/posts/a/index.md": "![x](b.png) ![y](../../../secret.png) ![z](/images/c.png) ![w](gone.png)",
            "blog/posts/a/b.png": "b", "secret.png": "s", "blog/images/c.png": "c",
        ])
        let daemon = try ScriptedDaemon([
            "POST /v1/media?name=b.png": [.json(Self.media, status: 201)],
            "POST /v1/media?name=c.png": [.problem("no-picture", "It is no picture.", status: 422)],
            "POST /v1/imports": [try report([("posts/a/index.md", "new")])],
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let body = try #require(daemon.imports().last)
        let item = try #require(body.items.first)
        #expect(
            item.markdown == "![x](media:0123456789abcdef) ![y](../../../secret.png) ![z](/images/c.png) ![w](gone.png)"
        )
        #expect(item.pictures?.map(\.reference) == ["b.png"] && item.pictures?.map(\.file) == ["posts/a/b.png"])
        #expect(run.out.contains("It is no picture.") && run.out.contains("“gone.png” is not there."), "\(run.out)")
    }

    @Test("pictures are found where the generators look, and in their full size; other files and their links are told")
    func findsFiles() async throws {
        let text =
            "![](i/b.png) ![](a\\(1\\).png) ![](https://old.example/b-30x20.png) ![](/size/w600/b.png) ![](/gone.png)\n"
            + "[d](d.pdf) [e](../e/) [f](#f) [g](mailto:a@b.c) <video src=\"/v.mp4\">"
        let home = try folder([
            "blog/hugo.toml": "baseURL = \"https://old.example/\"\ntimeZone = \"Europe/Lisbon\"\n",
            "blog/content/a.md": text, "blog/assets/i/b.png": "b", "blog/content/a(1).png": "a", "blog/b.png": "b",
            "blog/content/d.pdf": "d", "blog/static/v.mp4": "v", "blog/content/x.org": "x",
            "blog/content/y.html": "---\n---\n", "blog/content/z.html": "<p>",
        ])
        let daemon = try ScriptedDaemon([
            "POST /v1/media?name=b.png": Array(repeating: .json(Self.media, status: 201), count: 2),
            "POST /v1/media?name=a%281%29.png": [.json(Self.media, status: 201)],
            "POST /v1/imports": [try report([("content/a.md", "new")])],
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let body = try #require(daemon.imports().last)
        #expect(body.zone == "Europe/Lisbon" && body.generator == "hugo", "\(daemon.lines)")
        #expect(body.languageFolders == ["en": ""])
        #expect(body.items.first?.pictures?.count == 4, "\(daemon.lines)")
        for words in [
            "content/a.md  “/gone.png” is not there.", "content/a.md:2  “d.pdf” is a file",
            "content/a.md:2  “../e/” is relative to the old page", "content/a.md:2  “/v.mp4” is a file",
            "content/x.org  It is a text in another format (.org)",
            "content/y.html  It is a post or a template in HTML",
        ] { #expect(run.out.contains(words), "\(words)\n\(run.out)") }
        #expect(run.out.split(separator: "\n").count == 9, "\(run.out)")
    }

    @Test(
        "on a terminal the bar fits on its line, however narrow; elsewhere there is none",
        arguments: [80, 40, 20])
    func bar(columns: Int) async throws {
        let long = "posts/2019/a-rather-long-name-for-a-file-of-a-blog-岸辺.md"
        let home = try folder(["blog/\(long)": "Hi\n"])
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([(long, "new")])]])
        let command = "stty cols \(columns); \"$galley\" import markdown blog 2>&1 >/dev/null"
        let run = try await Run(
            daemon: daemon, home: home, environment: ["command": command, "TERM": "xterm"],
            shell: #"script -qec "$command" /dev/null"#)
        let lines = run.out.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
        let bar = try #require(lines.first { $0.contains("1 of 1") }, "\(run.out)\(run.err)")
        // Wide characters count twice.
        let width = bar.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 2 : 1) }
        #expect(width < columns && bar.hasPrefix("[") == (columns > 20), "\(bar)")
        #expect(!run.out.contains("\n"))
    }

    @Test(
        "a blog of Hexo is read as one: its zone, the addresses of its posts, and the pictures in a post's own folder")
    func readsHexo() async throws {
        let head = "---\ndate: 2016-01-31 20:00:00\n---\n"
        let home = try folder([
            "blog/_config.yml":
                "timezone: Asia/Shanghai\npermalink: :year/:month/:day/:title/\npost_asset_folder: true\n",
            "blog/scaffolds/post.md": "title: {{ title }}\n---\n", "blog/source/_posts/late.md": head + "![](a.png)\n",
            "blog/source/_posts/late/a.png": "a", "blog/source/about/index.md": "---\ntitle: Me\n---\nHi\n",
        ])
        let daemon = try ScriptedDaemon([
            "POST /v1/imports": [try report([])], "POST /v1/media?name=a.png": [.json(Self.media, status: 201)],
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let sent = try #require(daemon.imports().first, "\(run.out)\(run.err)")
        #expect(sent.generator == "hexo" && sent.zone == "Asia/Shanghai")
        #expect(sent.items.map(\.path) == ["source/_posts/late.md", "source/about/index.md"])
        #expect(sent.items.map(\.oldAddress) == ["/:year/:month/:day/late/", "/about/"])
        #expect(sent.items.map(\.defaults) == [nil, ["kind": ["page"]]])
        #expect(sent.items[0].markdown == head + "![](\(Self.media.address))\n")
    }

    @Test("a vault's pictures, links, tags and callouts are read as in Obsidian, in a vault alone")
    func readsVaults() async throws {
        let text = "---\ndate: 2020-01-02\n---\n%%secret%%\n![[pic.png|300]] [[Other note|words]] [[Gone]] #sea/deep\n"
        let home = try folder([
            "vault/.obsidian/app.json": "{}", "vault/notes/a.md": text, "vault/files/pic.png": "p",
            "vault/Other note.md": "---\ndate: 2020-01-02\n---\nHi\n", "plain/a.md": text,
        ])
        var other = ImportResultBody(source: "o", path: "Other note.md", outcome: "new")
        other.address = "/other-note/"
        let note = ImportResultBody(source: "a", path: "notes/a.md", outcome: "new")
        let reply = try Reply.json(ImportReportBody(items: [other, note]))
        let replies: [String: [Reply]] = [
            "POST /v1/imports": [reply, reply],
            "POST /v1/media?name=pic.png": [try .json(Self.media, status: 201)],
        ]
        let daemon = try ScriptedDaemon(replies)
        let run = try await Run(["import", "markdown", "vault"], daemon: daemon, home: home)
        let item = try #require(daemon.imports().last?.items.first { $0.path == "notes/a.md" }, "\(run.out)\(run.err)")
        #expect(
            item.markdown
                == "---\ndate: 2020-01-02\n---\n![](media:0123456789abcdef) [words](/other-note/) Gone #sea/deep\n")
        #expect(item.tags == ["sea/deep"] && item.privateNotes == "secret")
        #expect(item.pictures?.map(\.file) == ["files/pic.png"])
        #expect(run.out.contains("notes/a.md:5  “[[Gone]]” names no note of this folder."), "\(run.out)")
        #expect(!run.out.contains("/other-note/"), "\(run.out)")
        let elsewhere = try ScriptedDaemon(replies)
        _ = try await Run(["import", "markdown", "plain"], daemon: elsewhere, home: home)
        let same = try #require(elsewhere.imports().last?.items.first)
        #expect(same.markdown == text && same.tags == nil)
    }

    @Test(
        "files of Pelican and of a blog below src are found; a picture that no one can show is reported with the reason"
    )
    func findsMarkedFiles() async throws {
        let home = try folder([
            "blog/content/a.md":
                "Title: A\nDate: 2020-01-02\n\n![]({static}/images/x.png) ![]({attach}y.png) [b]({filename}/n/b%20c.md#d)\n"
                + "[c](|filename|gone.md) [d]({tag}sea) ![](z.avif)\n",
            "blog/content/images/x.png": "x", "blog/content/y.png": "y", "blog/content/n/b c.md": "Hi\n",
            "blog/content/z.avif": "z", "blog/src/posts/e.md": "![](/img/w.png)\n", "blog/src/img/w.png": "w",
        ])
        var other = ImportResultBody(source: "o", path: "content/n/b c.md", outcome: "new")
        other.address = "/b-c/"
        let (first, last) = ("content/a.md", "src/posts/e.md")
        let others = [first, last].map { ImportResultBody(source: $0, path: $0, outcome: "new") }
        let reply = try Reply.json(ImportReportBody(items: [others[0], other, others[1]]))
        let taken = try Reply.json(Self.media, status: 201)
        let media = Dictionary(
            uniqueKeysWithValues: ["x", "y", "w"].map { ("POST /v1/media?name=\($0).png", [taken]) })
        let refusal = Reply.problem("no-picture", "This is an AVIF picture.", status: 422)
        let daemon = try ScriptedDaemon(
            media.merging(["POST /v1/imports": [reply, reply], "POST /v1/media?name=z.avif": [refusal]]) { $1 })
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let items = try #require(daemon.imports().last?.items, "\(run.out)\(run.err)")
        let text = try #require(items.first { $0.path == "content/a.md" }?.markdown)
        #expect(
            text.hasSuffix(
                "![](\(Self.media.address)) ![](\(Self.media.address)) [b](/b-c/#d)\n"
                    + "[c](|filename|gone.md) [d]({tag}sea) ![](z.avif)\n"), "\(text)")
        #expect(items.first { $0.path == "src/posts/e.md" }?.markdown == "![](\(Self.media.address))\n")
        for words in [
            "“|filename|gone.md” leads to no imported post", "“{tag}sea” leads to no imported post",
            "“content/z.avif” was not taken: This is an AVIF picture.",
        ] { #expect(run.out.contains(words), "\(words)\n\(run.out)") }
    }

    @Test("of MDX no reader sees a comment, and the report says that its code does not run")
    func readsMDX() async throws {
        let head = "---\ndate: 2020-01-02\n---\nimport A from './a'\n\n"
        let home = try folder(["blog/a.mdx": head + "Hi {/* secret */} `{/* b */}` <A/>\n", "blog/b.mdx": "Plain\n"])
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("a.mdx", "new"), ("b.mdx", "new")])]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let items = try #require(daemon.imports().first?.items, "\(run.out)\(run.err)")
        #expect(run.out.contains("a.mdx  It is MDX, whose components") && !run.out.contains("b.mdx"), "\(run.out)")
        #expect(items.map(\.markdown) == [head + "Hi  `{/* b */}` <A/>\n", "Plain\n"])
        #expect(items.map(\.privateNotes) == ["secret", nil])
    }

    @Test("the report counts published and scheduled posts apart")
    func countsScheduled() async throws {
        let home = try folder(["blog/a.md": "A", "blog/b.md": "B", "blog/c.md": "C"])
        let outcomes = [("a.md", "new"), ("b.md", "new"), ("c.md", "new")]
        for (scheduled, words) in [
            (["b.md"], "2 published, 1 scheduled.\n"),
            (["a.md", "b.md", "c.md"], "0 published, 3 scheduled.\n"),
        ] as [(Set<String>, String)] {
            let answer = try report(outcomes, scheduled: scheduled)
            let daemon = try ScriptedDaemon(["POST /v1/imports": [answer]])
            let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
            #expect(run.out == words + "3 new.\n", "\(run.err)")
        }
    }

    @Test("a dry run has pictures checked and keeps none, and reports what the import reports")
    func rehearses() async throws {
        let home = try folder(["blog/a.md": "![x](b.png)", "blog/b.png": "b"])
        let daemon = try ScriptedDaemon([
            "POST /v1/media?isDryRun=true&name=b.png": [.json(Self.media)],
            "POST /v1/imports": [try report([("a.md", "new")])],
        ])
        let run = try await Run(["import", "markdown", "blog", "--dry-run"], daemon: daemon, home: home)
        #expect(daemon.lines == ["POST /v1/media?isDryRun=true&name=b.png", "POST /v1/imports"])
        let body = try #require(daemon.imports().last)
        #expect(body.isDryRun == true && body.items.map(\.markdown) == ["![x](media:0123456789abcdef)"])
        #expect(body.pictures == [Self.media])
        #expect(run.out == "This would be: 1 published.\n1 new. 1 picture. Nothing was changed.\n")
    }

    @Test("a dry run is asked again with the names of earlier rounds that it needs")
    func sendsNames() async throws {
        let paths = (1...150).map { "\(1000 + $0)/boat.md" }
        let home = try folder(Dictionary(uniqueKeysWithValues: paths.map { ("blog/\($0)", "Hi\n") }))
        func answer(_ paths: ArraySlice<String>, _ asks: [String], _ takes: [String]) throws -> Reply {
            let items = paths.map { path in
                var result = ImportResultBody(source: path, path: path, outcome: "new")
                (result.asks, result.takes) = (asks, takes)
                return result
            }
            return try .json(ImportReportBody(items: items, start: 7))
        }
        let daemon = try ScriptedDaemon([
            "POST /v1/imports": [
                answer(paths[..<100], ["boat", "/x/"], ["boat", "boat-2", "boats", "~/x/"]),
                answer(paths[100...], ["boat", "/x/"], ["boat", "/x/"]), answer(paths[100...], ["boat"], ["boat-3"]),
            ]
        ])
        let run = try await Run(["import", "markdown", "blog", "--dry-run"], daemon: daemon, home: home)
        #expect(run.out == "150 new. Nothing was changed.\n", "\(run.out)\(run.err)")
        let bodies = try daemon.imports()
        #expect(bodies.map(\.taken) == [nil, nil, ["boat", "boat-2", "~/x/"]] && bodies.map(\.start) == [nil, 7, 7])
    }

    @Test("an import that is interrupted says how far it came, and that it can be repeated")
    func interrupted() async throws {
        let paths = (1...150).map { "\(1000 + $0).md" }
        let home = try folder(Dictionary(uniqueKeysWithValues: paths.map { ("blog/\($0)", "Hi\n") }))
        let refusal = Reply.problem("refused", "The disk is full.", status: 507)
        let daemon = try ScriptedDaemon([
            "POST /v1/imports": [try report(paths.prefix(100).map { ($0, "new") }), refusal]
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.status == 75, "\(run.status)")
        #expect(run.err.contains("The disk is full. The import stopped after 100 files."), "\(run.err)")
    }

    @Test("notes are reported for posts that are new, and not again for those that are here already")
    func tellsOfNews() async throws {
        let home = try folder(["blog/a.md": "![x](gone.png)", "blog/b.md": "![x](gone.png)"])
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("a.md", "new"), ("b.md", "same")])]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.out.contains("a.md  “gone.png” is not there.") && !run.out.contains("more like it"), "\(run.out)")
    }

    @Test(
        "the language of a blog comes from the settings of Hugo or Zola",
        arguments: [
            ("hugo.toml", "title = 'x'\ndefaultContentLanguage = 'pt-br'\n", "pt-br"),
            ("config.yaml", "defaultContentLanguage: de\n", "de"), ("config.toml", "default_language = \"fr\"\n", "fr"),
            ("config/_default/config.json", "{\"defaultcontentlanguage\": \"sv\"}", "sv"),
            ("hugo.toml", "title = 'x'", nil),
        ])
    func readsLanguage(file: String, text: String, language: String?) async throws {
        let home = try folder(["blog/a.md": "Hi", "blog/\(file)": text])
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("a.md", "new")])]])
        _ = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let body = try #require(daemon.imports().first)
        #expect(body.language == language)
    }

    @Test("references of Hugo and Jekyll become the addresses that the posts will have; unknown ones stay")
    func resolvesReferences() async throws {
        let home = try folder([
            "blog/content/posts/a/index.md":
                "[1]({{< ref \"b.md\" >}}) [2]({{< relref \"/posts/b#x\" >}}) [3]({{< ref \"../c\" >}}) {{< ref \"none\" >}}",
            "blog/content/posts/b.md": "[a]({{< relref \"posts/a\" >}}) `{{< ref \"a\" >}}`",
            "blog/content/posts/c.md": "C",
            "blog/_posts/2019-05-01-d.md":
                "[d]({% post_url 2019-05-01-d %}) {% link _posts/2019-05-01-d.md %} {% link e.md %}",
        ])
        let paths = ["_posts/2019-05-01-d.md", "content/posts/a/index.md", "content/posts/b.md", "content/posts/c.md"]
        let addresses = ["https://a.example/d/", "https://a.example/a/", "https://a.example/b/", nil]
        let foreseen = zip(paths, addresses).map { path, address in
            var result = ImportResultBody(source: path, path: path, outcome: "new")
            result.address = address
            return result
        }
        let daemon = try ScriptedDaemon([
            "POST /v1/imports": [.json(ImportReportBody(items: foreseen)), report(paths.map { ($0, "new") })]
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        let bodies = try daemon.imports()
        #expect(bodies.map(\.isDryRun) == [true, false] && bodies.map(\.wantsAddresses) == [true, nil], "\(run.err)")
        let texts = bodies.last?.items.compactMap(\.markdown) ?? []
        #expect(
            texts == [
                "[d](https://a.example/d/) https://a.example/d/ {% link e.md %}",
                "[1](https://a.example/b/) [2](https://a.example/b/#x) [3]({{< ref \"../c\" >}}) {{< ref \"none\" >}}",
                "[a](https://a.example/a/) `{{< ref \"a\" >}}`", "C",
            ], "\(texts)")
    }

    @Test("Ghost's exports and feeds are imported, with the pictures beside the file")
    func importsFeeds() async throws {
        let ghost = """
            {"db":[{"data":{"posts":[{"id":"1","title":"A","slug":"a","status":"published",
            "published_at":"2019-05-01T09:00:00.000Z","html":"<img src=\\"__GHOST_URL__/content/images/b.png\\">"}]}}]}
            """
        let entry = "<entry><id>1</id><title>A</title><summary>Short</summary></entry>"
        let item = "<item><guid>1</guid><title>A</title><description>Short</description></item>"
        let home = try folder([
            "ghost.json": ghost, "atom.xml": "<feed>\(entry)</feed>",
            "rss.xml": "<rss><channel>\(item)</channel></rss>",
            "content/images/b.png": "b",
        ])
        for (format, file, text) in [
            ("ghost", "ghost.json", "![](media:0123456789abcdef)\n"), ("atom", "atom.xml", "Short\n"),
            ("rss", "rss.xml", "Short\n"),
        ] {
            let daemon = try ScriptedDaemon([
                "POST /v1/media?name=b.png": [.json(Self.media, status: 201)],
                "POST /v1/imports": [report([(file, "new")])],
            ])
            let run = try await Run(["import", format, file], daemon: daemon, home: home)
            let body = try #require(daemon.imports().last)
            #expect(run.status == 0 && body.format == format, "\(run.out)\(run.err)")
            #expect(body.items.map(\.draft?.body) == [text])
            #expect(format == "ghost" || run.out.contains("which"), "\(run.out)")
        }
        let wrong = try await Run(["import", "atom", "rss.xml"], daemon: try ScriptedDaemon([:]), home: home)
        #expect(wrong.status == 1 && wrong.out.contains("not Atom"), "\(wrong.out)\(wrong.err)")
    }

    @Test(
        "the zone of dates is that of the command, else the one that the export of Ghost states and this machine knows")
    func zones() async throws {
        let posts =
            #"[{"id":"1","title":"A","slug":"a","status":"published","published_at":"2005-05-31T17:17:00.000Z"}]"#
        for (arguments, stated, zone) in [
            ([], "Asia/Shanghai", "Asia/Shanghai"), (["--zone", "Europe/Lisbon"], "Asia/Shanghai", "Europe/Lisbon"),
            (["--zone", "-03:30"], "Asia/Shanghai", "-03:30"), ([], "Mars/Olympus", nil), ([], "../../etc/passwd", nil),
            ([], "", nil),
        ] as [([String], String, String?)] {
            let settings = #"[{"key":"timezone","value":"\#(stated)"}]"#
            let home = try folder(["ghost.json": #"{"db":[{"data":{"posts":\#(posts),"settings":\#(settings)}}]}"#])
            let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("ghost.json", "new")])]])
            let run = try await Run(["import", "ghost", "ghost.json"] + arguments, daemon: daemon, home: home)
            let body = try #require(daemon.imports().last, "\(run.err)")
            #expect(body.zone == zone && body.items.first?.draft?.date == "2005-05-31T17:17:00.000Z")
        }
    }

    @Test("links, devices and files that are not text are listed and skipped")
    func leavesAlone() async throws {
        let home = try folder(["blog/a.md": "Hi", "secret.md": "s"])
        try FileManager.default.createSymbolicLink(
            atPath: "\(home.path)/blog/link.md", withDestinationPath: "../secret.md")
        let made = unsafe mkfifo("\(home.path)/blog/pipe.md", 0o600)
        #expect(made == 0)
        try Data([0x63, 0xE9, 0x0A]).write(to: URL(fileURLWithPath: "\(home.path)/blog/latin.md"))
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("a.md", "same")])]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.status == 1 && run.err.contains("1 was not imported"))
        for words in [
            "link.md  It is a symbolic link", "pipe.md  It is a device or a socket", "latin.md:1  It is not in UTF-8",
        ] {
            #expect(run.out.contains(words), "\(run.out)")
        }
        let body = try #require(daemon.imports().first)
        #expect(body.items.map(\.path) == ["a.md"])
    }

    @Test("names that are not text, files that are too long and unreadable files are listed with their reasons")
    func tellsWhatIsNotRead() async throws {
        let home = try folder(["blog/a.md": "Hi", "blog/long.md": String(repeating: "a", count: 2_600_000)])
        let strange = Array("\(home.path)/blog/strange".utf8CString.dropLast()) + [-1] + Array(".md".utf8CString)
        unsafe fclose(fopen(strange, "w"))
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("a.md", "same")])]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(
            run.status == 1 && run.out.contains("long.md  It is larger than 2.5 MB. It was not imported."), "\(run.out)"
        )
        #expect(run.out.contains("strange\u{FFFD}.md  Its name is not UTF-8, so it was skipped"), "\(run.out)")
    }

    @Test("a file that is not an export is not reported as partly imported", arguments: ["", "<html></html>", "PK"])
    func importsNothing(text: String) async throws {
        let home = try folder(["export.xml": text])
        let run = try await Run(["import", "wordpress", "export.xml"], daemon: try ScriptedDaemon([:]), home: home)
        #expect(run.status == 1 && run.out.contains("Nothing was imported."), "\(run.out)\(run.err)")
        #expect(!run.out.contains("What stands above"))
    }

    @Test("an obstacle to an export is reported")
    func exportsToNoFolder() async throws {
        let home = try folder(["file": "x"])
        let post = ExportedPostBody(
            post: Bodies.post(), isPublished: false, path: "a.md", markdown: "Hi", html: "", format: nil, source: nil,
            kept: nil, pictures: [])
        let daemon = try ScriptedDaemon(["GET /v1/exports?limit=200": [.page([post])]])
        let run = try await Run(["export", "markdown", "file"], daemon: daemon, home: home)
        #expect(run.err.contains("cannot be written: a file stands where a folder has to be."), "\(run.err)")
    }

    @Test("an import waits while the daemon has no room for it, then goes on; another refusal ends it")
    func waits() async throws {
        let home = try folder(["blog/a.md": "Hi"])
        func busy(_ seconds: String) -> Reply {
            Reply(raw: "HTTP/1.1 429 Busy\r\n\(seconds)Content-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let again = busy("Retry-After: 0\r\n")
        let daemon = try ScriptedDaemon(["POST /v1/imports": [again, .lost, again, try report([("a.md", "new")])]])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.status == 0 && run.out == "1 published.\n1 new.\n", "\(run.out)\(run.err)")
        #expect(run.err == "galley: The daemon has no room for more now. Waiting.\n")
        #expect(daemon.lines.count == 4 && Set(daemon.requests.map(\.body)).count == 1)
        let refusing = try ScriptedDaemon(["POST /v1/imports": [busy("")]])
        let ended = try await Run(["import", "markdown", "blog"], daemon: refusing, home: home)
        #expect(ended.status == 75 && refusing.lines.count == 1, "\(ended.err)")
    }

    @Test("the same note about many files is printed once")
    func tellsOnce() async throws {
        let home = try folder(["blog/a.md": "Hi", "blog/b.md": "Hi"])
        let note = ImportNoteBody(line: 2, what: "“weight”", words: "“weight” has no effect here.")
        let daemon = try ScriptedDaemon([
            "POST /v1/imports": [try report([("a.md", "same"), ("b.md", "same")], notes: [note])]
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(run.out.contains("a.md:2  “weight” has no effect here.  (1 more like it)\n"), "\(run.out)")
        let lines = try await Run(["import", "markdown", "blog", "--json"], daemon: daemon, home: home).out
        #expect(lines.split(separator: "\n").count == 2)
    }

    @Test("a truncated WordPress export is imported up to the break")
    func takesWhatIsWhole() async throws {
        let xml = "<rss><channel><item><title>A</title><wp:post_id>1</wp:post_id></item><item>\n</oops></rss>"
        let home = try folder(["export.xml": xml, "feed.json": "[1"])
        let daemon = try ScriptedDaemon(["POST /v1/imports": [try report([("export.xml:1", "new")])]])
        let run = try await Run(["import", "wordpress", "export.xml"], daemon: daemon, home: home)
        #expect(run.status == 1 && run.out.contains("export.xml:2  It is not XML"), "\(run.out)\(run.err)")
        #expect(daemon.lines == ["POST /v1/imports"])
        let feed = try await Run(["import", "jsonfeed", "feed.json"], daemon: daemon, home: home)
        #expect(feed.status == 1 && feed.err.contains("It is not JSON"))
        for path in ["/dev/zero", "nothing.xml", "."] {
            #expect(try await Run(["import", "wordpress", path], daemon: daemon, home: home).status == 64)
        }
    }

    @Test(
        "an item that is not XML is reported with its line, and the items behind it arrive, with the pictures in their text"
    )
    func takesWhatFollows() async throws {
        let text = "&lt;p>Vector&lt;int> &lt;img src='data:image/png;base64,aGk='>&lt;/p>"
        let xml = """
            <rss><channel><item><title>A</title></item>
            <item><title>B<br></title></item>
            <item><title>C\u{B}</title><description>\(text)</description></item></channel></rss>
            """
        let home = try folder(["feed.xml": xml])
        let daemon = try ScriptedDaemon([
            "POST /v1/media?name=embedded-8809533c6ab1be95aa0733055ac561a.png": [.json(Self.media, status: 201)],
            "POST /v1/imports": [try report([("feed.xml:1", "new"), ("feed.xml:3", "new")])],
        ])
        let run = try await Run(["import", "rss", "feed.xml"], daemon: daemon, home: home)
        let items = try #require(daemon.imports().last?.items, "\(run.out)\(run.err)")
        #expect(items.map(\.draft?.title) == ["A", "C"])
        #expect(items.last?.draft?.body == "Vector\\<int> ![](media:0123456789abcdef)\n", "\(items)")
        let words =
            "It is not XML: mismatched tag. The item from line 2 on was left out. Correct the file and import it again."
        #expect(run.status == 1 && run.out.contains("feed.xml:2  \(words)"), "\(run.out)")
        #expect(run.out.contains("1 character in it could not be read"), "\(run.out)")
    }

    @Test("the export of another user's posts has that user's pictures")
    func exportsPictures() async throws {
        let item = ExportedPostBody(
            post: Bodies.post(), isPublished: true, path: "a.md", markdown: "![x](media:0123456789abcdef)\n", html: nil,
            format: nil, source: nil, kept: nil, pictures: [])
        let daemon = try ScriptedDaemon([
            "GET /v1/exports?owner=bo&limit=200": [.json(PageBody(items: [item], cursor: nil))],
            "GET /v1/media/0123456789abcdef?owner=bo": [.json(Self.media)],
            "GET /v1/media/0123456789abcdef/file?owner=bo": [Reply(200, type: "image/png", [7])],
        ])
        let home = try folder([:])
        let run = try await Run(["export", "markdown", "new", "--owner", "bo"], daemon: daemon, home: home)
        #expect(run.status == 0, "\(run.err)")
        #expect(try home.read("new/a.md") == "![x](media/0123456789abcdef.png)\n")
    }

    @Test("a file name that an export cannot use is reported with its post, and stops no other")
    func exportsAllOthers() async throws {
        func item(_ path: String, _ slug: String, pictures: [String] = []) -> ExportedPostBody {
            ExportedPostBody(
                post: Bodies.post(slug: slug), isPublished: true, path: path,
                markdown: "![x](media:0123456789abcdef)\n",
                html: nil, format: "markdown", source: nil, kept: nil,
                pictures: pictures.map {
                    ImportPictureBody(reference: "boat.png", media: "media:0123456789abcdef", file: $0)
                })
        }
        let bad = [
            ".git/config", "posts/.git/x.md", "../x.md", "a/../x.md", "/etc/x.md", "x.sh", "a\nb.md", "a\u{202E}b.md",
            "\u{1B}[31m.md", "taken/x.md", "link.md", String(repeating: "a", count: 300) + ".md",
        ]
        let items =
            bad.enumerated().map { item($1, "bad-\($0)") }
            + [
                item("posts/good.md", "good", pictures: ["posts/boat.png"]),
                item("posts/odd.md", "odd", pictures: [".git/hooks/pre-commit"]),
            ]
        let daemon = try ScriptedDaemon([
            "GET /v1/exports?limit=200": [.page(items)],
            "GET /v1/media/0123456789abcdef": [.json(Self.media)],
            "GET /v1/media/0123456789abcdef/file": [Reply(200, type: "image/png", [7])],
        ])
        let home = try folder(["blog/taken": "a file"])
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/blog/link.md", withDestinationPath: home.path + "/elsewhere.md")
        let run = try await Run(["export", "markdown", "blog", "--replace"], daemon: daemon, home: home)
        // The good ones are there, with their pictures
        #expect(try home.read("blog/posts/good.md") == "![x](boat.png)\n")
        #expect(FileManager.default.fileExists(atPath: home.path + "/blog/posts/boat.png"))
        #expect(try home.read("blog/posts/odd.md") == "![x](media/0123456789abcdef.png)\n")
        // The others are nowhere, and each is named with its post
        let left = try FileManager.default.subpathsOfDirectory(atPath: home.path + "/blog").sorted()
        #expect(
            left == [
                "link.md", "media", "media/0123456789abcdef.png", "posts", "posts/boat.png", "posts/good.md",
                "posts/media",
                "posts/media/0123456789abcdef.png",
                "posts/odd.md", "taken",
            ], "\(left)")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/elsewhere.md"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/x.md"))
        #expect(run.status == 1 && run.err.contains("13 files have names that cannot be used here."), "\(run.err)")
        for index in bad.indices { #expect(run.err.contains("\n  bad-\(index): "), "\(run.err)") }
        #expect(run.err.contains("odd: The file name “.git/hooks/pre-commit” has a part that begins with “.”."))
        #expect(!run.err.contains("\u{1B}") && !run.err.contains("\u{202E}"))
        #expect(run.out.contains("Exported 14 posts to blog"), "\(run.out)")
        let json = try await Run(["export", "markdown", "blog", "--replace", "--json"], daemon: daemon, home: home)
        #expect(json.out.contains(#""leftOut":[{"#) && json.out.contains(#""slug":"bad-0""#), "\(json.out)")
    }

    @Test("a picture in a hidden folder is imported with its post, and an export gives it another place")
    func importsHiddenPictures() async throws {
        let home = try folder(["blog/a.md": "![x](.attachments/boat.png)\n", "blog/.attachments/boat.png": "PNG"])
        let daemon = try ScriptedDaemon([
            "POST /v1/media?name=boat.png": [.json(Self.media, status: 201)],
            "POST /v1/imports": [try report([("a.md", "new")])],
        ])
        let run = try await Run(["import", "markdown", "blog"], daemon: daemon, home: home)
        #expect(
            run.status == 0 && run.out.contains("an export puts it into “media” beside the post"),
            "\(run.out)\(run.err)")
        let sent = try JSONCoding.decode(ImportBody.self, from: Array((daemon.requests.last?.body ?? "").utf8))
        #expect(sent.items.first?.markdown == "![x](\(Self.media.address))\n" && sent.items.first?.pictures == nil)
    }

    @Test("an export writes files, leaves others alone, and never leaves its folder")
    func exports() async throws {
        var post = Bodies.post()
        post.privateNotes = "Ask Ada"
        func page(_ path: String) throws -> Reply {
            try .json(
                PageBody(
                    items: [
                        ExportedPostBody(
                            post: post, isPublished: true, path: path, markdown: "---\ntitle: A\n---\nHi\n",
                            html: "<p>Hi</p>", format: nil, source: nil, kept: nil, pictures: [])
                    ], cursor: nil))
        }
        let target = "GET /v1/exports?limit=200"
        let home = try folder(["old/posts/a.md": "Mine"])
        let daemon = try ScriptedDaemon([
            target: [page("posts/a.md")], "GET /v1/exports?html=true&owner=bo%20b&limit=200": [page("x")],
        ])
        let run = try await Run(["export", "markdown", "new"], daemon: daemon, home: home)
        let words =
            "Exported 1 post to new: 1 file written.\n"
            + "The private notes of 1 post are in no file; a backup has them.\n"
        #expect(run.out == words && run.status == 0, "\(run.err)")
        #expect(try home.read("new/posts/a.md") == "---\ntitle: A\n---\nHi\n")
        let kept = try await Run(["export", "markdown", "old"], daemon: daemon, home: home)
        #expect(kept.status == 1 && kept.err.contains("posts/a.md"))
        #expect(try home.read("old/posts/a.md") == "Mine")
        #expect(try await Run(["export", "markdown", "old", "--replace"], daemon: daemon, home: home).status == 0)
        #expect(try home.read("old/posts/a.md").contains("Hi"))
        for format in ["wordpress", "jsonfeed"] {
            let run = try await Run(
                ["export", format, "out.\(format)", "--owner", "bo b"], daemon: daemon, home: home)
            #expect(run.status == 0, "\(run.err)")
            let text = try home.read("out.\(format)")
            #expect(text.contains("harbour-light") && !text.contains("Ask Ada"))
        }
        for path in ["../evil.md", "/etc/evil.md", "a//b.md", ""] {
            let evil = try ScriptedDaemon([target: [page(path)]])
            #expect(try await Run(["export", "markdown", "new"], daemon: evil, home: home).status == 1, "\(path)")
        }
    }
}

extension ScriptedDaemon {
    /// The imports among the requests, in order.
    fileprivate func imports() throws -> [ImportBody] {
        try requests.filter { $0.target == "/v1/imports" }
            .map { try JSONCoding.decode(ImportBody.self, from: Array($0.body.utf8)) }
    }
}
