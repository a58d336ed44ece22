import Posts
import Testing
import Wire

@testable import Moving

/// Where old sites had their feeds, and by which ids readers know their posts.
@Suite("Feeds of old sites")
struct OldFeedTests {
    @Test(
        "the configuration tells where the feed was, as far as a site here can have it there",
        arguments: [
            (["hugo.toml": "title = 'x'"], [], ["/index.xml"]),
            (["hugo.toml": "[outputFormats.RSS]\nbaseName = 'feed/rss'"], [], ["/feed/rss.xml"]),
            (["hugo.toml": "disableKinds = ['RSS']"], [], []),
            (["hugo.yaml": "outputs:\n  home: [HTML, JSON]"], [], []),
            (["hugo.yaml": "outputs:\n  home: [HTML, RSS]"], ["content/a.md"], ["/index.xml"]),
            (["hugo.toml": "[outputFormats.RSS]\nbaseName = '../x'"], [], []),
            (
                ["hugo.toml": "defaultContentLanguage = 'pt'\ndefaultContentLanguageInSubdir = true\n[languages.pt]"],
                [],
                ["/pt/index.xml"]
            ),
            (
                ["hugo.toml": "title = 'x'"],
                (1...9).map { "content/Posts/\($0).md" } + ["content/notes/a.md", "content/b.md"],
                ["/index.xml", "/posts/index.xml"]
            ),
            (
                ["hugo.toml": "title = 'x'"], (1...8).map { "content/posts/\($0).md" } + ["content/notes/a.md"],
                ["/index.xml"]
            ),
            (["config.toml": "base_url = 'https://a.example'"], [], []),
            (["config.toml": "base_url = 'https://a.example'\ngenerate_feed = true"], [], ["/atom.xml"]),
            (
                [
                    "config.toml":
                        "base_url = 'https://a.example'\ngenerate_feeds = true\nfeed_filenames = ['rss.xml', 'atom.xml', 'a b']"
                ], [], ["/rss.xml", "/atom.xml"]
            ),
            (["_config.yml": "title: x"], [], []), (["_config.yml": "feed:\n  path: atom.xml"], [], ["/atom.xml"]),
            (["_config.yml": "feed: {path: feed.xml}"], [], []),
        ] as [([String: String], [String], [String])])
    func paths(blog: [String: String], files: [String], feeds: [String]) throws {
        #expect(try #require(OldSite { blog[$0] }).feeds(of: files).paths.map(\.text) == feeds)
        #expect(OldFeeds.wordPress.paths.map(\.text) == ["/feed/"] && OldFeeds.ghost.paths.map(\.text) == ["/rss/"])
    }

    @Test("an item of a feed and a post of WordPress have the ids that readers know; Galley's own export has none")
    func ids() throws {
        var ids: [String?] = []
        let items = [
            "<guid>urn:galley:1</guid>", "<guid isPermaLink=\"false\"> https://a.example/?p=1 </guid>",
            "<link>https://a.example/x/</link>", "",
        ]
        let rss = items.map { "<item>\($0)<title>a</title></item>" }.joined()
        let export = "<rss><channel><link>urn:galley</link>\(rss)</channel></rss>"
        try WXRFile { item, channel in
            ids.append(RSSPosts.post(item, in: channel, address: nil).item.feedID)
        }.read(Array(export.utf8), isLast: true)
        #expect(ids == ["urn:galley:1", "https://a.example/?p=1", "https://a.example/x/", nil])
        ids = []
        try WXRFile { item, channel in
            if case .post(let post) = WordPressPosts.reading(item, in: channel, address: nil) {
                ids.append(post.item.feedID)
            }
        }.read(Array(export.utf8), isLast: true)
        #expect(ids == [nil, "https://a.example/?p=1", "https://a.example/x/", nil])
        let atom =
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>tag:a.example,2020:1</id><title>a</title></entry></feed>"
        ids = []
        try AtomFile { entry, feed in
            if case .post(let post) = AtomPosts.reading(entry, in: feed, address: nil) { ids.append(post.item.feedID) }
        }.read(Array(atom.utf8), isLast: true)
        let json = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"https://a.example/7"}]}"#
        ids += try JSONFeedFile(Array(json.utf8), address: nil).posts.map(\.item.feedID)
        #expect(ids == ["tag:a.example,2020:1", "https://a.example/7"])
    }
}
