import Testing

@testable import Posts

/// Further paths of a site's feed.
@Suite("Paths of feeds")
struct FeedPathTests {
    @Test(
        "a path is a file, or a folder with the feed as its index",
        arguments: [
            ("/index.xml", "index.xml", nil, false), ("/feed/", "feed/index.xml", "feed/index.html", false),
            ("/feeds/all.atom.xml", "feeds/all.atom.xml", nil, false), ("/rss.json", "rss.json", nil, true),
        ] as [(String, String, String?, Bool)])
    func files(text: String, file: String, page: String?, isJSON: Bool) throws {
        let path = try FeedPath(text)
        #expect(path.file == file && path.page == page && path.isJSON == isJSON)
    }

    @Test(
        "what leads out of the folder, is hidden, or is the site's own is refused",
        arguments: [
            ("index.xml", "from the first “/”"), ("/", "empty or begins with “.”"), ("//", "empty"),
            ("/a//b.xml", "empty"),
            ("/../x.xml", "begins with “.”"), ("/.git/x.xml", "begins with “.”"), ("/./x.xml", "begins with “.”"),
            ("/a\n.xml", "contains"), ("/a\u{0}.xml", "contains"), ("/a\\b.xml", "contains"), ("/é.xml", "contains"),
            ("/a%2e.xml", "contains"), ("/index.html", "needs to end"), ("/feed", "needs to end"),
            ("/x.css", "needs to end"),
            ("/feed.xml", "needs “/feed.xml” itself"), ("/sitemap-2.xml", "itself"), ("/media/x.xml", "itself"),
            ("/tags/a/", "itself"), ("/archive/", "itself"), ("/page/2/", "itself"),
            ("/a/b/c/d/e/f/g/h/i.xml", "more than eight"), ("/" + String(repeating: "a", count: 200), "201 bytes"),
        ])
    func faults(text: String, words: String) throws {
        let error = try #require(throws: FeedPathError.self) { _ = try FeedPath(text) }
        #expect(error.description.contains(words), "\(error)")
    }

    @Test("in a list, no two are one file, none is a file where another needs a folder, and there are at most twenty")
    func lists() throws {
        #expect(try FeedPath.all(["/index.xml", "/feed/", "/feed/atom.xml"]).map(\.text).count == 3)
        for list in [
            ["/a.xml", "/a.xml"], ["/a/", "/a/index.xml"], ["/a.xml", "/a.xml/"], ["/a.xml/b.xml", "/a.xml"],
        ] {
            #expect(throws: FeedPathError.clash(list[0], list[1])) { _ = try FeedPath.all(list) }
        }
        #expect(throws: FeedPathError.tooMany(21)) { _ = try FeedPath.all((1...21).map { "/\($0).xml" }) }
    }
}
