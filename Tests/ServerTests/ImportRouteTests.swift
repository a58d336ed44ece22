import Foundation
import JSONTree
import PostStore
import Posts
import Rendering
import Site
import StoreSupport
import Testing
import Wire

@testable import Server

@Suite("Import and export over HTTP")
struct ImportRouteTests {
    private static let file =
        "---\ntitle: Harbour # why\ndate: 2020-05-01T10:00:00Z\ntags: [sea, light]\nweight: 3\n---\n\nBoats\n"

    private func item(_ text: String = file, path: String = "posts/harbour.md", print: String = "1") -> ImportItemBody {
        var item = ImportItemBody(source: "https://old.example/\(path)", fingerprint: print, path: path)
        item.markdown = text
        return item
    }

    @discardableResult
    private func send(
        _ items: [ImportItemBody], to house: House, targets: [String]? = nil, isDryRun: Bool = false,
        zone: String? = nil, format: String = "markdown", publicKeys: [String]? = nil
    ) async throws -> [ImportResultBody] {
        var body = ImportBody(format: format, items: items, to: targets, isDryRun: isDryRun, zone: zone)
        body.publicKeys = publicKeys
        let text = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
        let answer = try await house.web.json("POST", "/v1/imports", text)
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json(ImportReportBody.self).items
    }

    private func exported(_ house: House) async throws -> [ExportedPostBody] {
        try await house.web.send("GET", "/v1/exports").json(PageBody<ExportedPostBody>.self).items
    }

    @Test("a published post goes only to the site; no target is notified")
    func publishes() async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon(), try House.webhook()]
        try await House.open(targets: targets, folder: folder) { house in
            let result = try #require(try await send([item()], to: house).first)
            #expect(result.outcome == "new" && result.state == "published" && result.slug == "harbour")
            #expect(result.notes.map(\.line) == [5])
            let queue = try await house.store.deliveries(.all).items
            #expect(queue.map(\.delivery.target.text) == ["blog"])
            let stored = try await house.store.post(named: "harbour")
            #expect(stored.post.publication == .wanted && stored.post.draft.tags.map(\.text) == ["sea", "light"])
            #expect(stored.post.changedAt == (try RFC3339.instant("2020-05-01T10:00:00Z")))
        }
    }

    @Test("a post of Hexo keeps the day that is written, and the address of that day and no other")
    func readsHexo() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            var late = item("---\ndate: 2016-01-31 20:00:00\n---\n\nHi\n", path: "source/_posts/late.md")
            late.oldAddress = "/:year/:month/:day/late/"
            var body = ImportBody(format: "markdown", items: [late], zone: "Asia/Shanghai")
            body.generator = "hexo"
            let text = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
            let report = try (try await house.web.json("POST", "/v1/imports", text)).json(ImportReportBody.self)
            #expect(report.items.first?.oldPaths == ["/2016/01/31/late/"] && report.items.first?.state == "published")
            let date = try await house.store.post(named: "late").post.draft.date
            #expect(date?.wall.text == "2016-01-31T20:00" && date?.zone.text == "Asia/Shanghai")
        }
    }

    @Test("tags in the text of a Markdown file follow those of its front matter, each once; what is no tag is left out")
    func takesTags() async throws {
        try await House.open { house in
            var note = item()
            note.tags = ["Sea", "boats/ketch", ""]
            #expect(try await send([note], to: house).first?.outcome == "new")
            let tags = try await house.store.post(named: "harbour").post.draft.tags.map(\.text)
            #expect(tags == ["sea", "light", "boats/ketch"])
        }
    }

    @Test("the report names the HTML that pages leave out, with its line and the words and pictures that go with it")
    func tellsOmittedHTML() async throws {
        let text =
            "---\ntitle: x\ndate: 2020-05-01\n---\n\n<div>gone words</div>\n\n<iframe src=x></iframe> <img src=y>\n"
        for (policy, names, lines, words, pictures) in [
            (.filter, ["<iframe>"], [8], 0, 0), (.omit, ["<div>", "<iframe>", "<img>"], [6, 8, 8], 2, 1),
            (.allow, [], [], 0, 0),
        ] as [(RawHTMLPolicy, [String], [Int], Int, Int)] {
            try await House.open(render: RenderOptions(rawHTML: policy)) { house in
                let result = try #require(try await send([item(text)], to: house, isDryRun: true).first)
                let notes = result.notes.filter { $0.what.hasPrefix("<") }
                #expect(notes.map(\.what) == names && notes.compactMap(\.line) == lines)
                #expect(result.losses?.words ?? 0 == words && result.losses?.pictures ?? 0 == pictures)
            }
        }
    }

    @Test("a file of which the old site made no page is a draft without an old address, and the report says why")
    func keepsHiddenBack() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            var hidden = item()
            (hidden.isPublished, hidden.oldAddress) = (false, "/:year/:slugorfilename/")
            let result = try #require(try await send([hidden], to: house).first)
            #expect(result.state == "draft" && result.oldPaths == nil)
            #expect(result.notes.map(\.what).contains("a hidden file"))
            #expect(try await house.store.post(named: "harbour").state == .draft)
        }
    }

    private static func draft(_ entries: String) -> String {
        "---\ntitle: Harbour\ndate: 2020-01-02\n\(entries)\n---\nSecret\n"
    }

    @Test("a key that an import calls public keeps nothing back, and a later import with it publishes")
    func heedsPublicKeys() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let file = item(Self.draft("searchHidden: true"))
            let first = try #require(try await send([file], to: house).first)
            #expect(first.state == "draft" && first.notes.map(\.what) == ["privacy: searchHidden"])
            #expect(try await send([file], to: house).map(\.outcome) == ["same"])
            let second = try #require(try await send([file], to: house, publicKeys: ["SearchHidden"]).first)
            #expect(second.outcome == "changed" && second.state == "published")
            #expect(try await house.store.post(named: "harbour").post.publication == .wanted)
            #expect(try await send([file], to: house, publicKeys: ["SearchHidden"]).map(\.outcome) == ["same"])
            _ = try await house.server.exposures()
            #expect(try await house.server.warnings().isEmpty)
        }
    }

    /// As an earlier version left it: public, though its file calls it private.
    private func expose(_ entries: String, in house: House, at path: String = "posts/harbour.md") async throws {
        let keys = ["status", "searchHidden", "private"]
        let result = try await send([item(Self.draft(entries), path: path)], to: house, publicKeys: keys)
        #expect(result.map(\.state) == ["published"])
        try await house.store.forgetPrivacy()
    }

    private func exposures(_ house: House) async throws -> [ExposureBody] {
        try await house.web.send("GET", "/v1/exposures").json(PageBody<ExposureBody>.self).items
    }

    @Test("posts that an earlier version published are named until their authors decide, whichever way")
    func namesExposed() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            try await expose("status: draft", in: house)
            try await expose("private: yes", in: house, at: "posts/light.md")
            try await expose("status: published", in: house, at: "posts/open.md")
            #expect(try await exposures(house).isEmpty)
            let sentences = try await house.server.exposures()
            #expect(sentences.count == 2)
            #expect(sentences.first == "“harbour” is public although “status” in posts/harbour.md calls it private.")
            let found = try await exposures(house)
            #expect(found.map(\.slug) == ["harbour", "light"] && found.map(\.keys) == [["status"], ["private"]])
            let warnings = try await house.server.warnings()
            #expect(warnings.map(\.next) == ["galley unpublish --exposed"], "\(warnings)")
            #expect(try await house.web.json("PUT", "/v1/posts/light/publication", #"{"to":["blog"]}"#).status == 200)
            #expect(try await exposures(house).map(\.slug) == ["harbour"])
            #expect(try await house.web.send("DELETE", "/v1/posts/harbour/publication").status == 200)
            #expect(try await exposures(house).isEmpty)
            #expect(try await house.server.warnings().isEmpty)
            #expect(try await house.server.exposures().isEmpty)
        }
    }

    @Test("what the author published after the import, and what is no longer public, is not named")
    func heedsAuthors() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            #expect(try await send([item(Self.draft("status: draft"))], to: house).map(\.state) == ["draft"])
            house.clock.advance(by: .hours(1))
            #expect(try await house.web.json("PUT", "/v1/posts/harbour/publication", #"{"to":["hook"]}"#).status == 200)
            try await house.store.forgetPrivacy()
            try await expose("status: draft", in: house, at: "posts/gone.md")
            _ = try await house.store.delete(try await house.store.post(named: "gone").post.id)
            #expect(try await house.server.exposures().isEmpty)
            try await house.store.forgetPrivacy()
            #expect(try await send([item(Self.draft("status: draft"))], to: house).map(\.outcome) == ["same"])
            #expect(try await house.store.post(named: "harbour").post.publication == .wanted)
        }
    }

    @Test(
        "importing again takes back what an earlier version published, changed or not, and a public key gives it back")
    func takesBack() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            for (path, isJudged) in [("posts/harbour.md", false), ("posts/light.md", true)] {
                try await expose("searchHidden: true", in: house, at: path)
                if isJudged { _ = try await house.server.exposures() }
                let slug = path.contains("light") ? "light" : "harbour"
                let file = item(Self.draft("searchHidden: true"), path: path)
                let trial = try #require(try await send([file], to: house, isDryRun: true).first)
                #expect(trial.outcome == "changed" && trial.notes.last?.what == "taken back")
                #expect(try await house.store.post(named: slug).post.publication == .wanted)
                let result = try #require(try await send([file], to: house).first)
                #expect(result.outcome == "changed" && result.state == "draft")
                #expect(result.notes.map(\.what) == ["privacy: searchHidden", "taken back"])
                #expect(try await house.store.post(named: slug).state == .unpublished)
                #expect(try await exposures(house).allSatisfy { $0.slug != slug })
                #expect(try await send([file], to: house).map(\.outcome) == ["same"])
                let again = try await send([file], to: house, publicKeys: ["searchHidden"])
                #expect(again.map(\.state) == ["published"])
                #expect(try await house.store.post(named: slug).post.publication == .wanted)
                #expect(try await house.store.post(named: slug).state == .scheduled)
            }
        }
    }

    @Test("a changed or edited post is taken back, too; one that its author unpublished stays so")
    func takesBackEdited() async throws {
        try await House.open { house in
            try await expose("status: draft", in: house)
            let changed = item(Self.draft("status: draft").replacing("Secret", with: "More"), print: "2")
            let result = try #require(try await send([changed], to: house).first)
            #expect(result.outcome == "changed" && result.notes.last?.what == "taken back", "\(result)")
            #expect(try await house.store.post(named: "harbour").post.publication == .withdrawn)
            #expect(try await house.store.post(named: "harbour").post.draft.body == "More\n")
            _ = try await house.web.send("DELETE", "/v1/posts/harbour/publication")

            try await expose("status: draft", in: house, at: "posts/light.md")
            let stored = try await house.store.post(named: "light")
            var draft = stored.post.draft
            draft.title = "Mine"
            _ = try await house.store.replace(stored.post.id, with: draft, ifRevision: nil)
            let edited = item(Self.draft("status: draft"), path: "posts/light.md", print: "2")
            let kept = try #require(try await send([edited], to: house).first)
            #expect(kept.outcome == "edited-here" && kept.notes.contains { $0.what == "taken back" })
            #expect(try await house.store.post(named: "light").post.publication == .withdrawn)
            #expect(try await house.store.post(named: "light").post.draft.title == "Mine")
        }
    }

    @Test("the private notes of a file are the post's, and in no text")
    func takesNotes() async throws {
        try await House.open { house in
            var file = item()
            file.privateNotes = "Ask Ada"
            try await send([file], to: house)
            let post = try await house.store.post(named: "harbour").post
            #expect(post.draft.privateNotes == "Ask Ada" && post.draft.body == "Boats\n")
            file.privateNotes = String(repeating: "a", count: 10_001)
            file.fingerprint = "2"
            let result = try #require(try await send([file], to: house).first)
            #expect(result.notes.contains { $0.words.contains("10000 characters") })
        }
    }

    @Test("--to selects other targets, and without a site a post is published at its old address")
    func asksForTargets() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            try await send([item()], to: house)
            #expect(try await house.store.deliveries(.all).items.isEmpty)
            #expect(try await house.store.post(named: "harbour").state == .published)
            try await send([item(path: "other.md")], to: house, targets: ["hook"])
            #expect(try await house.store.deliveries(.all).items.map(\.delivery.target.text) == ["hook"])
        }
    }

    @Test("a dry run reports the same and changes nothing")
    func rehearses() async throws {
        try await House.open { house in
            let result = try #require(try await send([item()], to: house, isDryRun: true).first)
            #expect(result.outcome == "new" && result.post == nil)
            #expect(try await exported(house).isEmpty)
        }
    }

    @Test("the same source creates no second post; a changed source updates it, unless it was edited here")
    func repeats() async throws {
        try await House.open { house in
            let first = try await send([item()], to: house)
            #expect(try await send([item()], to: house).map(\.outcome) == ["same"])
            let changed = item(Self.file.replacing("Boats", with: "Ships"), print: "2")
            let second = try await send([changed], to: house)
            #expect(second.map(\.outcome) == ["changed"] && second.map(\.post) == first.map(\.post))
            let stored = try await house.store.post(named: "harbour")
            #expect(stored.post.draft.body == "Ships\n" && stored.post.draft.slug?.text == "harbour")
            var draft = stored.post.draft
            draft.title = "Mine"
            _ = try await house.store.replace(stored.post.id, with: draft, ifRevision: nil)
            #expect(try await send([item(print: "3")], to: house).map(\.outcome) == ["edited-here"])
            #expect(try await house.store.post(named: "harbour").post.draft.title == "Mine")
            _ = try await house.store.delete(stored.post.id)
            #expect(try await send([item(print: "4")], to: house).map(\.outcome) == ["deleted-here"])
            #expect(try await exported(house).isEmpty)
        }
    }

    @Test("a post whose source stayed the same is corrected when it is read in another way, unless it was edited here")
    func corrects() async throws {
        try await House.open { house in
            let late = item("---\ntitle: Late\ndate: 2016-01-31 20:00:00\n---\nBoats\n")
            for (zone, outcome) in [
                ("UTC", "new"), ("UTC", "same"), ("Asia/Shanghai", "changed"), ("Asia/Shanghai", "same"),
            ] {
                #expect(try await send([late], to: house, zone: zone).map(\.outcome) == [outcome])
            }
            let stored = try await house.store.post(named: "harbour")
            #expect(stored.post.draft.date?.instant == (try RFC3339.instant("2016-01-31T12:00:00Z")))
            var draft = stored.post.draft
            draft.title = "Later"
            _ = try await house.store.replace(stored.post.id, with: draft, ifRevision: nil)
            #expect(try await send([late], to: house, zone: "UTC").map(\.outcome) == ["same"])
            #expect(try await house.store.post(named: "harbour").post.draft.title == "Later")
        }
    }

    @Test("an export reproduces the file, and a changed tag changes only its line")
    func exports() async throws {
        try await House.open { house in
            try await send([item()], to: house)
            let same = try #require(try await exported(house).first)
            #expect(same.markdown == Self.file && same.path == "posts/harbour.md" && same.isPublished)
            let stored = try await house.store.post(named: "harbour")
            var draft = stored.post.draft
            draft.tags = [try Tag("sea"), try Tag("dark")]
            _ = try await house.store.replace(stored.post.id, with: draft, ifRevision: nil)
            let changed = try #require(try await exported(house).first)
            #expect(changed.markdown == Self.file.replacing("light", with: "dark"))
        }
    }

    @Test("pictures keep their places in a Markdown file, and get new ones in that of a post from another format")
    func exportsPictures() async throws {
        for (format, expected) in [("markdown", ["../a.png"]), ("jsonfeed", [])] {
            try await House.open { house in
                var item = item()
                item.pictures = [
                    ImportPictureBody(reference: "../a.png", media: "media:0123456789abcdef", file: "a.png")
                ]
                try await send([item], to: house, format: format)
                #expect(try await exported(house).first?.pictures.map(\.reference) == expected)
            }
        }
    }

    @Test("an export is recognised when it is imported, and gives the same posts elsewhere")
    func goesRound() async throws {
        try await House.open { house in
            let post = try await house.write("Café & “more”", "---\\nText\\n")
            let file = try #require(try await exported(house).first)
            let results = try await send([item(file.markdown, path: file.path)], to: house)
            #expect(results.map(\.outcome) == ["same"] && results.map(\.post) == [post.id])
            try await House.open { other in
                try await send([item(file.markdown, path: file.path)], to: other)
                let again = try #require(try await exported(other).first)
                #expect(again.post.title == post.title && again.post.body == post.body && again.post.slug == post.slug)
                #expect(again.markdown == file.markdown)
            }
        }
    }

    /// Front matter with dates of every kind, and the file's path.
    private static let dated: [(head: String, path: String)] = [
        ("---\ndate: 2031-01-01 10:00 # why\n---\n", "content/a.md"),
        ("---\r\ndate: \"2019-07-01T10:00:00\"\r\nlastmod: 2019-07-02 09:00\r\n---\r\n", "content/b.md"),
        ("+++\ndate = 2019-07-01T10:00:00\n\n[extra]\nx = 1\n+++\n", "content/c.md"),
        ("---\ndate: 2019-07-01\n---\n", "content/d.md"),
        ("---\ntitle: x\n---\n", "_posts/2019-07-01-e.md"),
        ("---\ndate: 2019-07-01 10:00:00 -0600\n---\n", "content/f.md"),
        ("---\ndate: 2019-07-01T10:00:00Z\n---\n", "content/g.md"),
        ("---\ndate: 2019-07-01 10:00\nzone: Asia/Tokyo\n---\n", "content/h.md"),
        ("---\n{date: 2019-07-01, title: i}\n---\n", "content/i.md"),
        // The clocks of New York skip the first time and show the second one twice.
        ("---\ndate: 2019-03-10 02:30\n---\n", "content/j.md"),
        ("---\ndate: 2019-11-03T01:30:00-05:00\n---\n", "content/k.md"),
    ]

    @Test(
        "an export of posts whose dates were read in another zone keeps every time and zone, and is recognised",
        arguments: [nil, "America/New_York", "Asia/Kolkata", "Europe/Lisbon", "UTC", "Pacific/Kiritimati"])
    func keepsTimes(zone: String?) async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let first = try await send(
                Self.dated.map { item($0.head + "Hi\n", path: $0.path) }, to: house, zone: zone)
            #expect(first.map(\.outcome) == Self.dated.map { _ in "new" })
            #expect(first.map(\.state) == ["scheduled"] + Self.dated.dropFirst().map { _ in "published" })
            let files = try await exported(house)
            // A date keeps its spelling.
            for (file, dated) in zip(files, Self.dated) where !dated.head.contains("{") {
                for line in dated.head.split(whereSeparator: \.isNewline) {
                    #expect(file.markdown.contains(line), "\(file.markdown)")
                }
                if zone == nil || zone == "Europe/Lisbon" { #expect(file.markdown == dated.head + "Hi\n") }
            }
            let own = files.map { file in
                var item = ImportItemBody(source: "file:///exp/\(file.path)", fingerprint: "2", path: file.path)
                item.markdown = file.markdown
                return item
            }
            let again = try await send(own, to: house)
            #expect(again.map(\.outcome) == Self.dated.map { _ in "same" })
            #expect(again.map(\.post) == first.map(\.post))
            let elsewhere = try House.newFolder()
            try await House.open(targets: [try House.site(elsewhere)], folder: elsewhere) { other in
                try await send(own, to: other)
                for (one, two) in zip(files, try await exported(other)) {
                    #expect(one.post.date == two.post.date && one.post.date != nil, "\(one.markdown)")
                    #expect(one.markdown == two.markdown)
                }
            }
        }
    }

    @Test(
        "a date keeps the day that its author wrote, in the address on the site and in an export, which comes back",
        arguments: [
            ("2005-06-01T01:17:00+08:00", nil, nil, "2005-06-01T01:17 +08:00"),
            ("2005-06-01T01:17:00+08:00", "hugo", "Europe/Berlin", "2005-06-01T01:17 +08:00"),
            ("2005-06-01T23:17:00Z", "hugo", "Europe/Berlin", "2005-06-01T23:17 UTC"),
            ("2005-06-01T23:17:00-09:30", "zola", "UTC", "2005-06-01T23:17 -09:30"),
            ("2005-06-01T01:17:00+08:00", "jekyll", nil, "2005-06-01T01:17 +08:00"),
            ("2005-06-01T01:17:00+08:00", "jekyll", "Europe/Berlin", "2005-05-31T19:17 Europe/Berlin"),
            ("2005-06-01T01:17:00+08:00", "jekyll", "+08:00", "2005-06-01T01:17 +08:00"),
            ("2005-06-01T01:17:00+01:00", "hugo", "UTC", "2005-06-01T01:17 Europe/Lisbon"),
        ])
    func keepsDays(date: String, generator: String?, zone: String?, expected: String) async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let head = "---\ntitle: x\ndate: \(date)\n---\n"
            var body = ImportBody(format: "markdown", items: [item(head + "Hi\n", path: "a.md")], zone: zone)
            (body.generator, body.wantsAddresses) = (generator, true)
            var results: [ImportResultBody] = []
            for isDryRun in [true, false] {
                body.isDryRun = isDryRun
                let text = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
                let answer = try await house.web.json("POST", "/v1/imports", text)
                results += try answer.json(ImportReportBody.self).items
            }
            let month = expected.prefix(7).replacing("-", with: "/")
            #expect(results.first?.address == "https://example.org/\(month)/a/")
            let post = try await house.web.send("GET", "/v1/posts/\(results.last?.post ?? "")").json(PostBody.self)
            #expect(post.date.map { "\($0.local) \($0.zone)" } == expected)
            let file = try #require(try await exported(house).first)
            #expect(file.markdown.contains("date: \(date)\n"))
            if zone == nil || generator != "jekyll" { #expect(file.markdown == head + "Hi\n") }
            var again = ImportItemBody(source: "file:///elsewhere/a.md", fingerprint: "2", path: "a.md")
            again.markdown = file.markdown
            #expect(try await send([again], to: house).map(\.outcome) == ["same"])
        }
    }

    @Test("a slug that another post has gets a number; old addresses redirect to the new one")
    func keepsSlugs() async throws {
        try await House.open { house in
            _ = try await house.write("Harbour", "Mine")
            let file = Self.file.replacing("weight: 3", with: "aliases: [/2019/old-harbour/]")
            let result = try #require(try await send([item(file)], to: house).first)
            #expect(
                result.slug == "harbour-2" && result.notes.contains { $0.words.contains("belongs to another post") })
            let post = try await house.store.post(named: "harbour-2").post
            #expect(post.formerPaths.map(\.text) == ["/2019/old-harbour/"] && post.formerSlugs.isEmpty)
        }
    }

    @Test("a post's own path and its former ones are kept whole, and an export of them is the file")
    func keepsPaths() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let head = "url: /deep/er/path/\naliases: [/2014/12/12/old.html]"
            let file = Self.file.replacing("weight: 3", with: head)
            let result = try #require(try await send([item(file)], to: house).first)
            #expect(result.slug == "path" && result.notes.isEmpty)
            let delivery = try #require(try await house.store.deliveries(.all).items.first?.delivery)
            let entry = try SiteEntry(encoded: try await house.store.payload(of: delivery.id))
            #expect(entry.path == "/deep/er/path/")
            let added = try await house.store.siteAdditions(of: try TargetName("blog"))
            #expect(added.values.map(\.formerPaths) == [["/2014/12/12/old.html"]])
            #expect(try await exported(house).map(\.markdown) == [file])
            // Another post at that path is at the address of its slug.
            let later = file.replacing("2020-05-01", with: "2020-05-02")
            let other = item(later.replacing("Harbour", with: "Other"), path: "posts/other.md")
            let third = item(later.replacing("Harbour", with: "Third"), path: "posts/third.md")
            let foretold = try await send([other, third], to: house, isDryRun: true)
            #expect(
                foretold.allSatisfy { $0.notes.contains { $0.words.contains("The path “/deep/er/path/” belongs") } })
            let second = try #require(try await send([other], to: house).first)
            #expect(
                second.oldPathBecomes == nil && foretold.first?.oldPathBecomes == nil && result.oldPathBecomes == "own")
            #expect(
                second.outcome == "new"
                    && second.notes.contains { $0.words.contains("The path “/deep/er/path/” belongs") })
            // The source may move it there later, which changes nothing either.
            let moved = item(later.replacing("Harbour", with: "Third"), path: "posts/other.md", print: "2")
            #expect(try await send([moved], to: house).first?.outcome == "changed")
            #expect(try await exported(house).map(\.post.path) == ["/deep/er/path/", nil])
        }
    }

    @Test("an old address that the file does not state redirects, and tells the permalink pattern that keeps it")
    func keepsOldAddresses() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            var one = item()
            one.oldAddress = "/blog/:year/:slugorfilename/"
            let answer = try await house.web.json(
                "POST", "/v1/imports",
                String(decoding: try JSONCoding.encode(ImportBody(format: "markdown", items: [one])), as: UTF8.self))
            let report = try answer.json(ImportReportBody.self)
            #expect(report.permalink == "/{year}/{month}/{slug}/" && report.site == "https://example.org")
            #expect(report.items.first?.oldPaths == ["/blog/2020/harbour/"])
            #expect(
                report.items.first?.permalink == "/blog/{year}/{slug}/" && report.items[0].oldPathBecomes == "redirect")
            let post = try await house.store.post(named: "harbour").post
            #expect(post.formerPaths.map(\.text) == ["/blog/2020/harbour/"])
            // The file came without it and goes without it.
            #expect(try await exported(house).map(\.markdown) == [Self.file])
            var same = item(Self.file.replacing("Harbour", with: "Other"), path: "posts/other.md")
            same.oldAddress = "/:year/:month/:slugorfilename/"
            #expect(try await send([same], to: house).map(\.oldPathBecomes) == ["same"])
            let own = item(Self.file.replacing("weight: 3", with: "url: /x/y.html"), path: "posts/own.md")
            #expect(try await send([own], to: house).map(\.oldPathBecomes) == ["own"])
        }
    }

    @Test("the form of old addresses that the author states redirects; one that cannot be read is refused")
    func takesStatedForm() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            func imported(_ form: String?, _ items: [ImportItemBody]) async throws -> Caller.Answer {
                var body = ImportBody(format: "markdown", items: items)
                body.oldPermalink = form
                let text = String(decoding: try JSONCoding.encode(body), as: UTF8.self)
                return try await house.web.json("POST", "/v1/imports", text)
            }
            let unknown = try await imported(nil, [item()]).json(ImportReportBody.self).items
            #expect(unknown.map(\.oldPathBecomes) == ["unknown"] && unknown.first?.oldPaths == nil)
            let known = try await imported("/web/:year/:slug/", [item(print: "2")]).json(ImportReportBody.self).items
            #expect(known.map(\.oldPathBecomes) == ["redirect"] && known.first?.oldPaths == ["/web/2020/harbour/"])
            #expect(known.first?.permalink == "/web/{year}/{slug}/" && known.first?.kind == "post")
            let post = try await house.store.post(named: "harbour").post
            #expect(post.formerPaths.map(\.text) == ["/web/2020/harbour/"])
            let refused = try await imported("/web/:slugs/", [item()])
            #expect(refused.status == 422 && refused.text.contains("is no placeholder"), "\(refused.text)")
        }
    }

    @Test("a post that is due later, and a draft, have no unknown address; one with an alias has")
    func countsUnknown() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let heads = ["date: 2199-01-01", "date: 2020-01-02\ndraft: true", "date: 2020-01-02\naliases: [/a/]"]
            let items = heads.enumerated().map { item("---\n\($1)\n---\nHi\n", path: "posts/\($0).md") }
            let results = try await send(items, to: house, isDryRun: true)
            #expect(results.map(\.oldPathBecomes) == [nil, nil, "unknown"] && results.last?.oldPaths == ["/a/"])
        }
    }

    @Test("a post keeps the id of its old feed where it is an IRI that no other post has")
    func keepsFeedIDs() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            let ids = ["tag:a.example,2020:1", "tag:a.example,2020:1", "no id", nil]
            let items = ids.enumerated().map { index, id in
                var item = ImportItemBody(source: "\(index)", fingerprint: "1", path: "\(index)")
                var draft = DraftBody()
                (draft.title, draft.slug, draft.body) = ("Post \(index)", "post-\(index)", "Hi")
                draft.date = "2020-01-0\(index + 1)T00:00:00Z"
                item.draft = draft
                (item.isPublished, item.feedID) = (true, id)
                return item
            }
            #expect(
                try await send(items, to: house, format: "atom").map(\.state) == Array(repeating: "published", count: 4)
            )
            let kept = try await house.store.siteAdditions(of: try TargetName("blog")).mapValues(\.feedID)
            let first = try await house.store.post(named: "post-0").post.id
            #expect(kept.compactMapValues(\.self) == [first: "tag:a.example,2020:1"])
        }
    }

    @Test("a file without a date that its old site had as a page is a page, at its place")
    func makesPages() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            var page = item("---\ntitle: About\n---\nHi\n", path: "content/about.md")
            (page.isPage, page.oldAddress) = (true, "/:filename/")
            let result = try #require(try await send([page], to: house).first)
            #expect(result.kind == "page" && result.state == "published" && result.oldPathBecomes == "same")
            let post = try await house.store.post(named: "about").post
            #expect(post.draft.kind == .page && post.publication == .wanted && post.draft.date == nil)
        }
    }

    @Test(
        "an item is refused whose file, or whose picture's file, an export could not write again; the others are imported"
    )
    func refusesFileNames() async throws {
        try await House.open { house in
            let bad = [
                ".git/config", "posts/.git/x.md", "../x.md", "/etc/x.md", "x.sh", "", "a\nb.md", "a\u{202E}b.md",
                "\u{1B}[31m.md",
            ]
            var items = bad.map { item("Words of \($0.count)", path: $0) }
            for file in bad + ["x.md"] {
                var one = item("Words", path: "posts/\(items.count).md")
                let media = "media:0123456789abcdef"
                one.pictures = [ImportPictureBody(reference: "boat.png", media: media, file: file)]
                items.append(one)
            }
            items.append(item(path: "posts/good.md"))
            let results = try await send(items, to: house)
            for result in results.dropLast() {
                #expect(result.outcome == "refused", "\(result)")
                #expect(result.notes.last?.words.hasPrefix("The file name “") == true, "\(result.notes)")
            }
            #expect(results.last?.outcome == "new")
            #expect(try await exported(house).map(\.path) == ["posts/good.md"])
            // Of other formats it is a name for the report.
            var draft = item(path: "export.xml:12")
            (draft.markdown, draft.draft) = (nil, DraftBody())
            draft.draft?.body = "Words"
            #expect(try await send([draft], to: house, format: "wordpress").map(\.outcome) == ["new"])
            draft.source += "2"
            #expect(try await send([draft], to: house).map(\.outcome) == ["new"])
            #expect(try await exported(house).dropFirst().allSatisfy { $0.path == "posts/\($0.post.slug).md" })
            (draft.path, draft.source) = (".git/config", draft.source + "3")
            #expect(try await send([draft], to: house).map(\.outcome) == ["refused"])
        }
    }

    @Test("a page below another one keeps its address; a post redirects from its own")
    func keepsAddressesOfDrafts() async throws {
        try await House.open { house in
            func item(_ kind: String, _ address: String) -> ImportItemBody {
                var draft = DraftBody()
                (draft.kind, draft.title, draft.slug, draft.date) = (kind, kind, "\(kind)-1", "2019-05-01T10:00:00Z")
                var item = ImportItemBody(source: "https://old.example/\(kind)", fingerprint: "1", path: kind)
                (item.draft, item.isPublished, item.oldAddress) = (draft, true, address)
                return item
            }
            try await send(
                [item("page", "https://old.example/about/team/"), item("post", "https://old.example/2019/05/post-1/")],
                to: house)
            #expect(try await house.store.post(named: "page-1").post.draft.path == "/about/team/")
            #expect(try await house.store.post(named: "post-1").post.formerPaths.map(\.text) == ["/2019/05/post-1/"])
        }
    }

    @Test("a path that another post has is refused, with the name of the field")
    func setsPaths() async throws {
        try await House.open { house in
            let first = try await house.local.json("POST", "/v1/posts", #"{"title":"A","path":"2014/old.html"}"#)
            #expect(try first.json(PostBody.self).path == "/2014/old.html")
            let second = try await house.local.json("POST", "/v1/posts", #"{"title":"B","path":"/2014/old.html"}"#)
            #expect(second.status == 409)
            #expect(try house.problem(second).field == "path" && house.problem(second).title.contains("/2014/old.html"))
        }
    }

    @Test("drafts of other formats are read field by field; unreadable fields are reported")
    func readsDrafts() async throws {
        try await House.open { house in
            var draft = DraftBody()
            (draft.title, draft.body, draft.slug) = ("A", "Hi", "%e2%82%ac-5")
            (draft.date, draft.language, draft.tags) = ("2019-05-01T10:00:00Z", "not a language", ["ok", "bad\u{7}"])
            var one = ImportItemBody(source: "https://old.example/?p=1", fingerprint: "1", path: "item 1")
            (one.draft, one.isPublished) = (draft, false)
            let result = try #require(try await send([one], to: house).first)
            #expect(result.outcome == "new" && result.slug == "5" && result.state == "draft")
            #expect(Set(result.notes.map(\.what)) == ["a slug", "the language", "a tag"])
            var two = ImportItemBody(source: "https://old.example/?p=2", fingerprint: "1", path: "item 2")
            draft.date = nil
            (two.draft, two.isPublished) = (draft, true)
            let undated = try #require(try await send([two], to: house).first)
            #expect(undated.state == "draft" && undated.notes.contains { $0.what == "no date" })
            var three = ImportItemBody(source: "https://old.example/?p=3", fingerprint: "1", path: "item 3")
            (draft.date, draft.language) = ("Wed, 01 May 2019 09:00:00 +0100 (BST)", "en_GB")
            (three.draft, three.isPublished) = (draft, true)
            let feed = try #require(try await send([three], to: house).first)
            let post = try await house.local.send("GET", "/v1/posts/\(feed.post ?? "")").json(PostBody.self)
            #expect(post.date?.instant == "2019-05-01T09:00:00+01:00" && post.language == "en-GB")
            #expect(post.date?.zone == "Europe/Lisbon")
            // Times in UTC are shown by the clocks of the import, other ones by their own.
            for (number, written, zone, local, shown) in [
                (4, "Wed, 01 Jun 2005 23:30:00 Z", nil, "2005-06-02T00:30", "Europe/Lisbon"),
                (5, "2005-06-01T23:30:00.000Z", "Asia/Shanghai", "2005-06-02T07:30", "Asia/Shanghai"),
                (6, "Wed, 01 Jun 2005 01:17:00 +0800", nil, "2005-06-01T01:17", "+08:00"),
                (7, "2005-06-01T01:17:00+08:00", "Asia/Shanghai", "2005-06-01T01:17", "Asia/Shanghai"),
                (8, "1 Jun 05 01:17 EST", nil, "2005-06-01T01:17", "-05:00"),
                (9, "2005-06-01T01:17:00+00:00", nil, "2005-06-01T01:17", "UTC"),
            ] {
                var item = ImportItemBody(source: "https://old.example/?p=\(number)", fingerprint: "1", path: "item")
                (draft.date, draft.slug) = (written, "dated-\(number)")
                (item.draft, item.isPublished) = (draft, true)
                let result = try #require(try await send([item], to: house, zone: zone).first)
                let post = try await house.local.send("GET", "/v1/posts/\(result.post ?? "")").json(PostBody.self)
                #expect(post.date?.local == local && post.date?.zone == shown, "\(written)")
            }
        }
    }

    @Test("invalid posts are refused or skipped with a reason, and the rest is imported")
    func refuses() async throws {
        try await House.open { house in
            let results = try await send(
                [
                    item("---\ntitle: a: b\n---\n", path: "bad.md"), item("---\n---\n", path: "posts/_index.md"),
                    item(),
                    item(print: "other"),
                ], to: house)
            #expect(results.map(\.outcome) == ["refused", "left-out", "new", "refused"])
            #expect(results.first?.notes.first?.line == 2)
            #expect(try await exported(house).count == 1)
            let answer = try await house.web.json("POST", "/v1/imports", #"{"format":"word","items":[]}"#)
            #expect(answer.status == 422 && answer.text.contains("markdown, wordpress, ghost, atom, rss or jsonfeed"))
        }
    }

    @Test("a post created before the daemon ended is published by the next import")
    func goesOn() async throws {
        try await House.open { house in
            let draft = Draft(slug: try Slug(checking: "harbour"), title: "Harbour", body: "Boats\n")
            let origin = Origin(source: item().source, format: .markdown, fingerprint: "1", path: "posts/harbour.md")
            _ = try await house.store.importPosts(
                [ImportedPost(origin: origin, draft: draft, wantsPublication: true)], owner: house.user)
            #expect(try await house.store.post(named: "harbour").state == .draft)
            try await send([item()], to: house)
            #expect(try await house.store.post(named: "harbour").state == .published)
            #expect(try await exported(house).count == 1)
        }
    }
}
