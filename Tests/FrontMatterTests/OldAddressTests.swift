import Posts
import Testing

@testable import FrontMatter

/// The addresses of files on their old sites. What Hugo 0.111 and Jekyll 4.3 made of the same files is expected here.
@Suite("Old addresses of files")
struct OldAddressTests {
    private let clock = FileClock(zone: .utc, now: Instant(seconds: 1_800_000_000)) { _ in nil }

    private func read(_ head: String, at path: String, _ place: OldPlace) throws -> BlogFile {
        try BlogFile("---\n\(head)\n---\nHi\n", path: path, clock: clock, place: place)
    }

    @Test(
        "the old site's pattern and the file tell where the post was",
        arguments: [
            (
                "_posts/2015-11-07-g-h.md", "/:categories/:year/:month/:day/:title.html",
                "/jekyll/update/2015/11/07/g-h.html"
            ),
            ("blog/_posts/2015-11-07-g.md", "/:categories/:title/", "/blog/jekyll/update/g/"),
            ("_posts/2015-11-07-g.md", "/:short_year/:i_month/:i_day/:slug/", "/15/11/7/g/"),
            ("content/posts/G.md", "/:sections/:slugorfilename/", "/posts/g/"),
            ("content/posts/2015/g/index.md", "/:sections/:slugorfilename.html", "/posts/2015/g.html"),
            ("content/posts/2015-11-07-G.md", "/:sections/:slugorfilename/", "/posts/2015-11-07-g/"),
            ("content/posts/2015-11-07-G/index.md", "/:sections/:slugorname/", "/posts/g/"),
            ("2015-11-07-About.md", "/:filename.html", "/2015-11-07-About.html"),
            ("content/posts/g.md", "/:section/:year-:month/:title/", "/posts/2015-11/my-title/"),
            ("content/about.md", "/:sections/:slugorfilename/", "/about/"),
            ("content/posts/g.md", "/:weekday/:title/", "/6/my-title/"),
            ("content/posts/g.md", "/Kept/:title/", "/Kept/my-title/"),
            ("content/posts/g.md", "/:unknown/:title/", nil), ("content/posts/g.md", "/:sectionslug/:title/", nil),
            ("content/posts/g.pt.md", "/:sections/:slugorfilename/", "/posts/g.pt/"),
            ("_posts/2015-11-07-g.md", "/../:title/", nil),
        ])
    func paths(path: String, pattern: String, old: String?) throws {
        let head = "title: My title\ndate: 2015-11-07 16:16:01 -0600\ncategories: [Jekyll, update]"
        let file = try read(head, at: path, OldPlace(pattern: pattern))
        #expect(file.oldPath?.text == old)
        #expect(file.notes.contains { $0.what == "an unknown old address" } == (old == nil))
    }

    @Test(
        "Hugo's placeholders have the values that Hugo gives them",
        arguments: [
            (
                "date: 2020-01-05T23:30:00-08:00", "/:year/:month/:day/:weekday/:weekdayname/:monthname/:yearday/",
                "/2020/01/05/0/sunday/january/5/"
            ),
            ("date: 2019-12-31 23:30:00\npublishDate: 2019-01-01", "/P/:06/:Jan-:2/:yearday/", "/p/19/dec-31/365/"),
            ("date: 31 Dec 2019 23:30 -0800", "/:2006/:002/:Monday/", "/2019/365/tuesday/"),
            ("title: \"What's New? (2020) & C++\"", "/:title/", "/whats-new-2020-c-/"),
            ("title: \"a + b, 100% – 50%25 é/ü\"", "/:title/", "/a--b-100-50-é/ü/"),
            ("title: x\nslug: \"Own Slug_x.y\"", "/:slug/:title.html", "/own-slug_x.y/x.html"),
            ("title: x", "/:contentbasename/:slugorcontentbasename/:filename/", "/my-file/my-file/my-file/"),
            ("title: x\nurl: /own/:slug/", "/:filename/", "/own/x/"),
        ])
    func hugo(head: String, pattern: String, old: String) throws {
        let file = try read(head, at: "content/posts/My File.md", OldPlace(generator: .hugo, pattern: pattern))
        #expect(file.oldPath?.text == old)
    }

    @Test(
        "Jekyll's placeholders have the values that Jekyll gives them",
        arguments: [
            ("", "/:name/:title/:slug/:collection/", "/2020-01-05-my-file-name/My.File_Name/my-file-name/posts/"),
            ("", "/:y_day/:short_month/:long_month/:short_day/:long_day/", "/005/Jan/January/Sun/Sunday/"),
            ("", "/:w_year/W:week/:w_day/:year_:month/x:output_ext", "/2020/W01/7/2020_01/x.html"),
            ("date: 2021-01-02 02:03:04 +0100", "/:w_year/:week/:hour-:minute-:second/", "/2020/53/01-03-04/"),
            ("slug: \"Slug Here.X\"", "/:title/:slug/", "/Slug-Here.X/slug-here-x/"),
            (
                "category: One Two\ncategories: [Three]", "/:categories/:slugified_categories/",
                "/x/site/three/one two/x/site/three/one-two/"
            ),
            ("categories: Foo Bar", "/:categories/", "/x/site/foo/bar/"),
            ("permalink: /:long_day/:title", "/:title.html", "/Sunday/My.File_Name/"),
        ])
    func jekyll(head: String, pattern: String, old: String) throws {
        let place = OldPlace(generator: .jekyll, pattern: pattern, defaults: ["categories": ["site"]])
        #expect(try read(head, at: "x/_posts/2020-01-05-My.File_Name.md", place).oldPath?.text == old)
    }

    @Test(
        "Hexo's placeholders have the values that Hexo gives them; what only Hexo knows is unknown",
        arguments: [
            ("date: 2016-01-31 20:00:00", "/:year/:month/:day/late/", "/2016/01/31/late/"),
            ("date: 2016-01-31 20:05:09", "/:i_month-:i_day/:hour:minute:second/", "/1-31/200509/"),
            // Hexo takes the clock of UTC for that of the site.
            ("date: 2016-01-31T10:00:00Z", "/:day/", "/31/"), ("date: 2016-01-31T02:00:00Z", "/:day/", nil),
            ("title: Zwölf", "/:post_title/", nil), ("title: Hello, World_2 你好", "/:post_title/", "/hello-world-2-你好/"),
            ("categories: [Tech News, Web]", "/:category/a/", "/Tech-News/Web/a/"),
            ("categories: [[A, B], [C]]", "/:category/a/", nil), ("title: x", "/:category/a/", "/misc/a/"),
            ("abbrlink: 4a17b156", "/posts/:abbrlink/", "/posts/4a17b156/"), ("id: 12", "/:id.html", "/12.html"),
            ("title: x", "/:id/", nil), ("hash: x", "/:hash/", nil), ("title: x", "/:year/a/", nil),
            ("title: x", "/:mapped_category/a/", nil),
        ] as [(String, String, String?)])
    func hexo(head: String, pattern: String, old: String?) throws {
        let place = OldPlace(generator: .hexo, pattern: pattern, defaults: ["defaultcategory": ["misc"]])
        let head = head.contains("date:") ? head : head + "\npubDate: 2016-01-31"
        let west = FileClock(zone: try fiveHoursWest(), now: clock.now, lookUp: clock.lookUp)
        let file = try BlogFile(
            "---\n\(head)\n---\nHi\n", path: "source/_posts/2016-01-31-a.md", clock: west, place: place)
        #expect(file.oldPath?.text == old && file.post.isPublished)
        #expect(file.notes.contains { $0.words.contains("in its pattern. Add the address") } == (old == nil))
        #expect(!file.notes.contains { $0.what.contains("defaultcategory") })
    }

    @Test("the day of a post of Hexo is the one that is written, in the zone of the site")
    func hexoDay() throws {
        let west = FileClock(zone: try fiveHoursWest(), now: clock.now, lookUp: clock.lookUp)
        let place = OldPlace(generator: .hexo, pattern: "/:year/:month/:day/late/", defaults: ["date": ["2015-12-01"]])
        let path = "source/_posts/late.md"
        let file = try BlogFile("---\ndate: 2016-01-31 20:00:00\n---\nHi\n", path: path, clock: west, place: place)
        #expect(file.post.draft.date?.wall.text == "2016-01-31T20:00" && file.oldPath?.text == "/2016/01/31/late/")
        #expect(file.post.draft.date?.zone == west.zone.name && file.post.draft.slug?.text == "late")
        let named = try BlogFile("---\ntitle: x\n---\nHi\n", path: path, clock: west, place: place)
        #expect(named.post.draft.date?.wall.text == "2015-12-01T00:00" && named.oldPath?.text == "/2015/12/01/late/")
    }

    @Test(
        "what Zola makes of a name is known, unless it spells letters in ASCII",
        arguments: [
            ("2015-01-02_My_name.md", "/:slugorname/", "my-name", "/my-name/"),
            ("2015-01-02-a.md", "/:slugorfilename/", "a", "/2015-01-02-a/"),
            ("2015-01-02.md", "/:slugorname/", "2015-01-02", "/2015-01-02/"),
            ("2015-01-02_Été.md", "/:slugorname/", "Été", nil),
            ("2015-01-02_Été.md", "/:slugornameaswritten/", "Été", "/Été/"),
        ])
    func zola(name: String, pattern: String, slug: String, old: String?) throws {
        let file = try read("title: x", at: "content/\(name)", OldPlace(generator: .zola, pattern: pattern))
        #expect(file.post.draft.date?.wall.text == "2015-01-02T00:00" && file.oldPath?.text == old)
        #expect(file.post.draft.slug?.text.lowercased().replacing("_", with: "-") == slug.lowercased())
    }

    @Test(
        "Pelican's placeholders have the values that Pelican 4.12 gives them",
        arguments: [
            ("title: Café & “tea” – 1.0/2", "/:slug.html", "/cafe-tea-102.html"),
            ("title: Light_and *tide* C++", "/:slug.html", "/light_and-tide-c.html"),
            ("title: Œuvre straße Łódź", "/:slug.html", "/oeuvre-strasse-lodz.html"),
            ("title: \"Two  spaces -- and it's\"", "/:slug.html", "/two-spaces-and-its.html"),
            ("title: x\nslug: My Slug/x", "/:slug.html", "/My Slug/x.html"), ("title: 日本", "/:slug.html", nil),
            ("title: <b>x</b>", "/:slug.html", nil), ("title: x", "/:slugonly.html", nil),
            ("title: x", "/:slugofname/", "/2022-01-02-my_file/"),
            ("title: x", "/:slugorname.html", "/My_File.html"),
            ("title: x\ncategory: Sea Life", "/:category/:slug/", "/sea-life/x/"),
            ("title: x", "/:category/:slug/", "/misc/x/"), ("title: x", "/:year/:month/:day/:slug/", "/2022/01/02/x/"),
            ("title: x\ndate: 2022-01-01T23:30:00+05:30", "/:year/:month/:day/:slug/", "/2022/01/01/x/"),
            ("title: x\ndate: 2022-03-04", "/:short_year/:short_month/:y_day/:i_day/:slug/", "/22/Mar/063/4/x/"),
        ] as [(String, String, String?)])
    func pelican(head: String, pattern: String, old: String?) throws {
        let place = OldPlace(generator: .pelican, pattern: pattern, defaults: ["defaultcategory": ["misc"]])
        let file = try read(head, at: "content/2022-01-02-My_File.md", place)
        #expect(file.oldPath?.text == old && file.post.isPublished)
    }

    @Test(
        "Nikola takes the slug as it is written, else the name of the file as Nikola 8.3 spells it",
        arguments: [
            ("slug: Yaml Head", "posts/h.md", "/posts/Yaml Head/"), ("slug: my/slug", "posts/h.md", "/posts/my/slug/"),
            ("title: x", "posts/Über Name_1.0.md", "/posts/uber-name_10/"), ("title: x", "posts/C++.md", "/posts/c++/"),
            ("slug: cafe-pt", "posts/a.pt.md", "/pt/posts/cafe-pt/"),
        ])
    func nikola(head: String, path: String, old: String) throws {
        let place = OldPlace(
            generator: .nikola, languageFolders: ["en": "", "pt": "/pt"], pattern: "/posts/:slugofname/")
        #expect(try read("date: 2022-01-02\n" + head, at: path, place).oldPath?.text == old)
    }

    @Test(
        "the feed of the old site has the ids that its generator makes of addresses",
        arguments: [
            (.hugo, "/posts/:slug/", "https://a.example/b/posts/caf%C3%A9/"),
            (.zola, "/:slugornameaswritten/", "https://a.example/b/caf%C3%A9/"),
            (.jekyll, "/:year/:title.html", "https://a.example/b/2022/caf%C3%A9"),
            (.jekyll, "/:year/:title/", "https://a.example/b/2022/caf%C3%A9"),
            (.hexo, "/:year/:slug.html", "https://a.example/b/2022/caf%C3%A9.html"),
            (.pelican, "/:slug.html", "tag:a.example,2022-01-02:/b/café.html"),
            (.nikola, "/posts/:slugofname/", "https://a.example/b/posts/caf%C3%A9/"), (.hugo, "/:unknown/", nil),
        ] as [(BlogGenerator, String, String?)])
    func feedIDs(generator: BlogGenerator, pattern: String, id: String?) throws {
        var place = OldPlace(generator: generator, pattern: pattern)
        place.feedAddress = "https://a.example/b"
        let file = try read("slug: café\ndate: 2022-01-02", at: "_posts/2022-01-02-x.md", place)
        #expect(file.feedID(on: place)?.text == id)
        place.feedAddress = nil
        #expect(file.feedID(on: place) == nil)
    }

    @Test(
        "the form that the author states counts more than the configuration, and less than the file's own",
        arguments: [
            ("slug: Own", "src/2015-11-07-My name.md", "/web/:slug/", "/web/Own/"),
            ("tags: [a]", "src/2015-11-07-My name.md", "/web/:slug/", "/web/My name/"),
            ("title: What's new?", "src/deep/a.md", "/:sections/:title.html", "/src/deep/whats-new.html"),
            ("date: 2020-01-05 23:30:00 -0800", "a/index.md", "/:year/:month/:day/:filename/", "/2020/01/05/a/"),
            ("permalink: /own/:filename/", "a.md", "/web/:slug/", "/own/a/"),
            ("url: /u/x/", "a.md", "/web/:slug/", nil), ("kind: page", "a.md", "/web/:slug/", "/conf/a/"),
            ("tags: [a]", "a.md", "/:year/:slug/", nil), ("tags: [a]", "index.pt.md", "/web/:slug/", nil),
        ] as [(String, String, String, String?)])
    func stated(head: String, path: String, form: String, old: String?) throws {
        let place = OldPlace(pattern: "/conf/:filename/", permalink: try OldPermalink(form))
        #expect(try read(head, at: path, place).oldPath?.text == old)
    }

    @Test(
        "a relative alias of Hugo stands beside the page; without the address of the page it is left out",
        arguments: [
            (BlogGenerator.hugo, "title: x", "/posts/:filename/", ["/posts/rel/", "/up/", "/abs/x/", "/posts/o.html"]),
            (.hugo, "url: /n/q.html", "", ["/rel/", "/abs/x/", "/o.html"]),
            (.hugo, "url: /n/q/", "", ["/n/rel/", "/up/", "/abs/x/", "/n/o.html"]),
            (.hugo, "title: x", "/:unknown/", ["/abs/x/"]),
            (.zola, "title: x", "/posts/:slugorname/", ["/rel/", "/abs/x/"]),
            (nil, "title: x", "/posts/:filename/", ["/rel/", "/abs/x/"]),
        ] as [(BlogGenerator?, String, String, [String])])
    func aliases(generator: BlogGenerator?, head: String, pattern: String, paths: [String]) throws {
        let head = "\(head)\naliases: [rel, ../up, /abs/x, ./o.html]"
        let file = try read(head, at: "content/posts/a.md", OldPlace(generator: generator, pattern: pattern))
        #expect(Set(file.post.formerPaths.map(\.text)).isSuperset(of: paths))
        let leftOut = file.notes.filter { $0.what == "an old address" }.count
        #expect(file.post.formerPaths.count + leftOut == 4)
    }

    @Test(
        "a file in a language of the blog has the folder of that language in its address",
        arguments: [
            ("a.en.md", "/posts/a/"), ("a.pt-br.md", "/pt-br/posts/a/"), ("a/index.pt.md", "/pt/posts/a/"),
            ("a.md", "/posts/a/"),
        ] as [(String, String?)])
    func languages(name: String, old: String?) throws {
        let place = OldPlace(
            generator: .hugo, languageFolders: ["en": "", "pt": "/pt", "pt-br": "/pt-br"],
            pattern: "/posts/:slugorfilename/")
        let file = try read("date: 2020-01-01\naliases: [rel]", at: "content/posts/\(name)", place)
        #expect(file.oldPath?.text == old)
        #expect(file.post.formerPaths.first?.text == old?.replacing("/a/", with: "/rel/"))
        #expect(file.notes.contains { $0.words.contains("because of its language") } == (old == nil))
    }

    @Test("the generator decides whether a dated file is Jekyll's; without one its folder does")
    func generators() throws {
        let head = "title: My title\ntags: a b"
        let path = "content/posts/2015-11-07-g.md"
        for (generator, title, count) in [
            (BlogGenerator.hugo, "/my-title/", 1), (nil, "/my-title/", 1), (.jekyll, "/g/", 2),
        ] {
            let file = try read(head, at: path, OldPlace(generator: generator, pattern: "/:title/"))
            #expect(file.oldPath?.text == title && file.post.draft.tags.count == count)
        }
        let outside = try read(head, at: "2015-11-07-g.md", OldPlace(pattern: "/:title/"))
        #expect(outside.oldPath?.text == "/g/" && outside.post.draft.tags.count == 2)
    }

    @Test("the front matter of the configuration fills what a file lacks, and stays out of the file")
    func defaults() throws {
        let place = OldPlace(
            generator: .jekyll,
            defaults: ["published": ["false"], "author": ["Ann"], "categories": ["a b"], "tags": ["c", "d"]])
        let path = "_posts/2020-01-05-a.md"
        let bare = try read("title: x", at: path, place)
        #expect(bare.post.draft.author == "Ann" && bare.post.draft.tags.map(\.text) == ["c", "d", "a b"])
        #expect(!bare.post.isPublished && bare.file.unknown.isEmpty && bare.notes.isEmpty)
        #expect(bare.file.head == "---\ntitle: x\n---\n")
        let own = try read("published: true\nauthor: Bo\ntags: [e]\ncategories: [f]", at: path, place)
        #expect(own.post.draft.author == "Bo" && own.post.draft.tags.map(\.text) == ["e", "f"])
        #expect(own.post.isPublished)
        #expect(try BlogFile("Hi\n", path: path, clock: clock, place: place).post.draft.author == nil)
    }

    @Test(
        "of Jekyll's dates without a zone, those that YAML takes for times are in UTC, and the others in the site's zone",
        arguments: [
            ("2020-01-05 02:03:04", "2020-01-04T21:03"), ("2020-01-05T02:03:04", "2020-01-04T21:03"),
            ("2020-01-05 02:03:04.5", "2020-01-04T21:03"), ("2020-01-05 02:03:04 +0100", "2020-01-04T20:03"),
            ("2020-01-05 02:03", "2020-01-05T02:03"), ("2020-01-05T02:03", "2020-01-05T02:03"),
            ("'2020-01-05 02:03:04'", "2020-01-05T02:03"), ("2020/01/05 02:03:04", "2020-01-05T02:03"),
            ("2020-01-05", "2020-01-05T00:00"),
        ])
    func jekyllDates(written: String, wall: String) throws {
        let place = OldPlace(generator: .jekyll, pattern: "/:year/:month/:day/:hour/")
        let west = FileClock(zone: try fiveHoursWest(), showsAll: true, now: clock.now, lookUp: clock.lookUp)
        let text = "---\ntitle: x\ndate: \(written)\n---\nHi\n"
        let path = "_posts/2020-01-05-a.md"
        let file = try BlogFile(text, path: path, clock: west, place: place)
        let date = try #require(file.post.draft.date)
        #expect(date.wall.text.hasPrefix(wall))
        let parts = wall.split { "-T:".contains($0) }.prefix(4)
        #expect(file.oldPath?.text == "/" + parts.joined(separator: "/") + "/")
        #expect(BlogFile.text(of: file.post, head: file.file.head, path: path, clock: west) == text)
        // On the desk's own clocks the date keeps its spelling, and its instant.
        let desk = FileClock(zone: .utc, now: clock.now) { $0 == date.zone ? west.zone : nil }
        let written = BlogFile.text(of: file.post, head: file.file.head, path: path, clock: desk)
        #expect(try BlogFile(written, path: path, clock: desk).post.draft.date?.instant == date.instant, "\(written)")
    }

    @Test(
        "Hugo reads a date without a zone in the zone of the site, and shows the day that is written, as its address does"
    )
    func hugoDates() throws {
        let west = FileClock(zone: try fiveHoursWest(), now: clock.now, lookUp: clock.lookUp)
        let place = OldPlace(generator: .hugo, pattern: "/:year/:month/:day/")
        for (written, wall) in [
            ("2020-01-05 02:03:04", "2020-01-05T02:03"), ("2020-01-05T02:03:04Z", "2020-01-05T02:03"),
            ("2020-01-05T02:03:04+02:00", "2020-01-05T02:03"),
        ] {
            let text = "---\ntitle: x\ndate: \(written)\n---\nHi\n"
            let file = try BlogFile(text, path: "content/2019-01-01-a.md", clock: west, place: place)
            #expect(file.post.draft.date?.wall.text.hasPrefix(wall) == true)
            #expect(file.oldPath?.text == "/2020/01/05/")
        }
    }

    private func fiveHoursWest() throws -> Zone {
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
        let counts = [UInt8](repeating: 0, count: 16) + [0, 0, 0, 1, 0, 0, 0, 4]
        let block = header + counts + [0xFF, 0xFF, 0xB9, 0xB0, 0, 0] + Array("EST\0".utf8)
        return Zone(
            name: try ZoneName("Fixed/West"), rules: try ZoneRules(tzif: block + block + Array("\n\n".utf8)))
    }
}
