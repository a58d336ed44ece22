import Foundation
import Posts
import Testing
import Wire

@testable import Moving

@Suite("WordPress's exports and JSON Feeds")
struct FormatTests {
    private static func sample(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return Array(try Data(contentsOf: folder.appendingPathComponent("Samples/\(name)")))
    }

    /// The content of a WXR file, read in pieces of `size` bytes.
    private func read(_ bytes: [UInt8], pieces size: Int = 1000) throws -> [ItemReading] {
        var readings: [ItemReading] = []
        let file = try WXRFile { item, channel in
            readings.append(WordPressPosts.reading(item, in: channel, address: nil))
        }
        for start in stride(from: 0, to: bytes.count, by: size) {
            try file.read(Array(bytes[start..<min(start + size, bytes.count)]), isLast: false)
        }
        try file.read([], isLast: true)
        return readings
    }

    @Test(
        "a picture's caption ends before the following text",
        arguments: [
            (
                "[caption id=\"a\"]<img src=\"b.jpg\" alt=\"B\"/> Low tide[/caption]Then it rained.",
                "![B](b.jpg)\n\n*Low tide*\n\nThen it rained."
            ),
            (
                "[caption]<a href=\"c\"><img src=\"b.jpg\" /></a> Low\ntide [/caption]\nThen",
                "[![](b.jpg)](c)\n\n*Low tide*\n\nThen"
            ),
            ("[caption caption=\"Low tide\"]<img src=\"b.jpg\" />[/caption] Then", "![](b.jpg)\n\n*Low tide*\n\nThen"),
            ("[caption]<img src=\"b.jpg\" />[/caption] Then", "![](b.jpg)\n\nThen"),
            (
                "Before [caption]<img src=\"b.jpg\" /> a[/caption] [caption]<img src=\"d.jpg\" /> b[/caption] Then",
                "Before\n\n![](b.jpg)\n\n*a*\n\n![](d.jpg)\n\n*b*\n\nThen"
            ),
            ("[caption]no picture[/caption] Then", "no picture Then"), ("[captions] Then", "\\[captions\\] Then"),
            ("[caption Then", "\\[caption Then"),
        ])
    func captions(html: String, markdown: String) throws {
        #expect(HTMLText.markdown(CaptionCode.replaced(in: html)).text == markdown + "\n")
    }

    @Test(
        "a title loses the tags of inline elements, and no words",
        arguments: [
            ("Post &amp; one <em>it</em>", "Post & one it"), ("<b class=\"x\"><i>a</i></b> b<br />c", "a b c"),
            ("Vec<T> and Map<A>", "Vec<T> and Map<A>"), ("a < b > c", "a < b > c"),
            ("&lt;em&gt; is HTML", "<em> is HTML"), ("The <i> in List<I>", "The <i> in List<I>"),
            ("</em>a<em>", "</em>a<em>"), ("<main>x</main>", "<main>x</main>"), ("5 <em", "5 <em"),
            ("<A HREF='#'>a</a>", "a"), (" two\n words ", "two words"),
        ])
    func titles(html: String, words: String) throws {
        #expect(html.wordsOfTitle == words)
        let item = "<item><title><![CDATA[\(html)]]></title><wp:post_id>1</wp:post_id></item>"
        let file = "<rss xmlns:wp=\"http://wordpress.org/export/1.2/\"><channel>\(item)</channel></rss>"
        guard case .post(let post)? = try read(Array(file.utf8)).first else {
            Issue.record("no post")
            return
        }
        #expect(post.item.draft?.title == words)
    }

    @Test(
        "a shortcode that stays is named, and words in brackets are none",
        arguments: [
            ("[youtube]", ["youtube"]), ("[code lang=x] [vimeo]", ["code", "vimeo"]),
            ("[googlemaps=\"https://maps.example/x\"]", ["googlemaps"]), ("[gallery]", ["gallery"]),
            ("[sic] [a=1] [[youtube=http://x]] <code>[youtube=http://x]</code>", []),
        ])
    func leftCodes(text: String, names: [String]) {
        let codes = WordPressCodes(text, of: "1", WordPressPictures())
        #expect(codes.left == names && codes.html.contains(names.first ?? "sic"))
    }

    @Test("tags without an end in a title take linear time")
    func hostileTitles() {
        for unit in ["<b>", "</b>", "<b ", "<", "<b><i></b>"] {
            let text = String(repeating: unit, count: 20_000)
            #expect(text.wordsOfTitle.utf8.count <= text.utf8.count)
        }
    }

    @Test("unclosed captions take linear time")
    func hostileCaptions() {
        for unit in ["[caption", "[caption]", "[caption]<img", "[/caption]", "[caption]<img>"] {
            let text = String(repeating: unit, count: 20_000)
            #expect(CaptionCode.replaced(in: text).utf8.count <= text.utf8.count)
        }
    }

    @Test("a WordPress export is read, in pieces of any size", arguments: [1, 7, 1000, 1_000_000])
    func readsWordPress(size: Int) throws {
        let readings = try read(try Self.sample("wordpress.xml"), pieces: size)
        guard readings.count == 4, case .post(let boats) = readings[0], case .post(let about) = readings[1],
            case .attachment(let picture) = readings[2], case .leftOut = readings[3]
        else {
            Issue.record("\(readings)")
            return
        }
        let draft = try #require(boats.item.draft)
        #expect(draft.title == "Boats & light" && draft.slug == "caf%c3%a9-%e2%82%ac" && draft.kind == "post")
        #expect(draft.tags == ["Sea & shore", "light"] && draft.date == "2019-05-01T10:00:00+01:00")
        #expect(draft.summary == "About **boats**" && draft.author == "Ann Example")
        #expect(boats.item.isPublished == true && boats.item.formerSlugs == ["boats-old"])
        #expect(boats.item.oldAddress == "https://old.example/2019/05/boats-%e2%82%ac/")
        #expect(boats.item.formerPaths == ["/2019/05/boats-old/"])
        #expect(boats.item.source == "https://old.example/?p=12" && boats.item.changedAt == "2019-06-01T09:00:00Z")
        #expect(
            draft.body == """
                Two *old* boats &hellip; and [one link](<https://example.com/a(b)> "A").

                - one
                - two
                  1. deep

                ![A \\[small\\] boat](https://old.example/wp-content/uploads/2019/05/boat.jpg)

                *At low tide*

                ```
                if a < b {
                    *p*
                }
                ```

                |  |
                | --- |
                | 1 |

                """)
        #expect(boats.notes.map(\.what) == ["comments"])
        #expect(about.item.isPublished == false && about.item.draft?.kind == "page")
        #expect(about.item.draft?.date == "2019-05-02 10:00:00" && about.notes.map(\.what) == ["private", "a parent"])
        #expect(
            about.item.draft?.body?.hasPrefix(
                "First line\\\nsecond line\n\nAnother \\*paragraph\\* with **bold** words") == true)
        #expect(picture.hasSuffix("boat.jpg"))
    }

    @Test(
        "a file that is not an export is refused with its line",
        arguments: [
            ("", "no element found"), ("not xml", "not XML"), ("<html></html>", "not RSS"),
            ("<rss>\n<channel>", "not XML"), ("<rss>\n<a></b></rss>", "mismatched"),
            ("<!DOCTYPE lolz [<!ENTITY a \"b\">]>\n<rss>&a;</rss>", "document type"),
            ("<rss>" + String(repeating: "<a>", count: 200), "nested"), ("<rss>\u{B}<a></rss>", "mismatched"),
            ("<?xml version=\"1.0\" encoding=\"KLINGON\"?><rss/>", "encoding"),
        ])
    func refuses(xml: String, words: String) throws {
        let failure = #expect(throws: ExportFailure.self) { _ = try read(Array(xml.utf8)) }
        #expect(failure?.words.contains(words) == true, "\(String(describing: failure))")
    }

    @Test("an enormous text costs no more than its limit, and the post has a note about it")
    func isBounded() throws {
        let filling = String(repeating: "x", count: 1_000_000)
        var items: [WXRItem] = []
        let file = try WXRFile { item, _ in items.append(item) }
        try file.read(Array("<rss><channel><item><content:encoded>".utf8), isLast: false)
        for _ in 0..<20 { try file.read(Array(filling.utf8), isLast: false) }
        try file.read(Array("</content:encoded></item></channel></rss>".utf8), isLast: true)
        #expect(items.count == 1 && items[0].isCut && items[0]["content:encoded"].utf8.count <= 8_000_000)
    }

    @Test("a JSON Feed is read")
    func readsFeed() throws {
        let feed = try JSONFeedFile(try Self.sample("feed.json"), address: nil)
        let boats = try #require(feed.posts.first)
        #expect(boats.item.source == "https://old.example/feed.json#https://old.example/2019/05/boats.html")
        let draft = try #require(boats.item.draft)
        #expect(draft.slug == "boats" && draft.body == "Two *old* boats\n" && draft.tags == ["sea", "light  dark"])
        #expect(draft.language == "en" && draft.author == "Ann" && boats.item.isPublished == true)
        #expect(boats.notes.map(\.what) == ["an attachment"])
        #expect(feed.posts.last?.item.source.hasSuffix("#7") == true)
        #expect(feed.posts.last?.item.draft?.body == "A note\\\nof two lines\n")
        for text in ["{}", "[]", "{\"version\":\"x\",\"items\":[]}", String(repeating: "[", count: 100_000)] {
            #expect(throws: ExportFailure.self) { try JSONFeedFile(Array(text.utf8), address: nil) }
        }
    }

    @Test(
        "an error in a feed is reported with its item",
        arguments: [
            (#"{"version":"https://jsonfeed.org/version/1","items":{}}"#, "“items” is of another kind."),
            ("[]", "between { and }"), ("<rss>", "It is not JSON"), ("", "It is not JSON"),
        ])
    func tellsOfFeed(text: String, words: String) throws {
        let error = #expect(throws: ExportFailure.self) { try JSONFeedFile(Array(text.utf8), address: nil) }
        #expect(error?.words.contains(words) == true, "\(error?.words ?? "")")
    }

    @Test("items without an id are named, and the others are read")
    func skipsItemsWithoutID() throws {
        let items = #"{"id":"1"},{"url":"x"},{"id":null},{"id":""},{"id":5,"content_text":"five"}"#
        let text = #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items)]}"#
        let feed = try JSONFeedFile(Array(text.utf8), address: nil)
        #expect(feed.posts.map(\.item.source) == ["#1", "#5"] && feed.posts.map(\.item.path) == ["item 1", "item 5"])
        #expect(feed.itemsWithoutID == [2, 3, 4])
    }

    // MARK: - Atom, RSS and Ghost

    private func readAtom(_ bytes: [UInt8], pieces size: Int = 1000) throws -> [ItemReading] {
        var readings: [ItemReading] = []
        let file = try AtomFile { entry, feed in
            readings.append(AtomPosts.reading(entry, in: feed, address: nil))
        }
        for start in stride(from: 0, to: bytes.count, by: size) {
            try file.read(Array(bytes[start..<min(start + size, bytes.count)]), isLast: false)
        }
        try file.read([], isLast: true)
        return readings
    }

    private func posts(_ readings: [ItemReading]) -> [ReadPost] {
        readings.compactMap { reading in if case .post(let post) = reading { post } else { nil } }
    }

    @Test("an Atom feed is read, in pieces of any size", arguments: [1, 7, 1_000_000])
    func readsAtom(size: Int) throws {
        let posts = posts(try readAtom(try Self.sample("atom.xml"), pieces: size))
        try #require(posts.count == 4)
        let boats = try #require(posts[0].item.draft)
        #expect(posts[0].item.source == "tag:old.example,2019:feed#tag:old.example,2019:boats")
        #expect(boats.title == "Boats & light" && boats.slug == "boats" && boats.author == "Ann")
        #expect(boats.date == "2019-05-01T09:00:00+01:00" && posts[0].item.changedAt == "2019-06-01T09:00:00Z")
        #expect(boats.tags == ["sea", "light  dark"] && boats.summary == "About boats" && boats.language == "en")
        #expect(boats.body == "Two *old* boats &amp; a mast.\n" && posts[0].notes.map(\.what) == ["an attachment"])
        #expect(posts[0].item.isPublished == true)
        #expect(
            posts[1].item.draft?.body
                == "Low **tide** &amp; [a link](/a?b=1&c=2 \"&quot;x&quot;\")\\\nnext &lt;line&gt;\n")
        #expect(posts[2].item.draft?.body == "It begins\n" && posts[2].notes.map(\.what) == ["only a summary"])
        #expect(posts[3].item.draft?.body == "" && posts[3].notes.map(\.what) == ["content elsewhere"])
    }

    @Test(
        "what a feed says about who may see an item counts: an unknown word makes a draft",
        arguments: [
            ("<app:control><app:draft>yes</app:draft></app:control>", false), ("<status>published</status>", true),
            ("<app:control><app:draft>YES</app:draft></app:control>", false), ("<x:status>private</x:status>", false),
            ("<app:control><app:draft>no</app:draft></app:control>", true), ("<publisher>Ada</publisher>", true),
            ("<wp:status>publish</wp:status><wp:post_password></wp:post_password>", true),
            ("<wp:status>future</wp:status>", false),
            ("<wp:status>publish</wp:status><wp:post_password>x</wp:post_password>", false),
            ("<visibility>?</visibility>", false),
        ])
    func keepsPrivateItems(element: String, isPublished: Bool) throws {
        let spaces =
            "xmlns:app='http://www.w3.org/2007/app' xmlns:wp='http://wordpress.org/export/1.2/' xmlns:x='urn:x'"
        let atom =
            "<feed xmlns='http://www.w3.org/2005/Atom' \(spaces)><entry><id>1</id><title>a</title>\(element)</entry></feed>"
        let entry = try #require(posts(try readAtom(Array(atom.utf8))).first)
        #expect(entry.item.isPublished == isPublished)
        #expect(entry.notes.contains { $0.what.hasPrefix("privacy: ") } != isPublished)
        guard !element.contains("app:draft") else { return }
        let rss = "<rss \(spaces)><channel><item><guid>1</guid><title>a</title>\(element)</item></channel></rss>"
        var items: [ReadPost] = []
        let file = try WXRFile { item, channel in items.append(RSSPosts.post(item, in: channel, address: nil)) }
        try file.read(Array(rss.utf8), isLast: true)
        #expect(items.map(\.item.isPublished) == [isPublished])
    }

    @Test(
        "a member of a JSON Feed that keeps its item private makes a draft, unless the import calls it public",
        arguments: [
            (#""status":"draft""#, "status"), (#""_x":{"draft":true}"#, "_x.draft"), (#""private":[]"#, "private"),
            (#""visibility":"public","_x":{"hidden":true},"date_published":"2020-01-01T00:00:00Z""#, nil),
            (#""draft":null,"published":true"#, nil), (#""password":"xyzzy""#, "password"),
        ])
    func keepsPrivateMembers(member: String, key: String?) throws {
        let text = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","content_text":"a",\#(member)}]}"#
        let post = try #require(try JSONFeedFile(Array(text.utf8), address: nil).posts.first)
        #expect(post.item.isPublished == (key == nil))
        #expect(post.notes.compactMap { PrivacyMark.key(ofSubject: $0.what) } == [key].compactMap { $0 })
        let privacy = PrivacyRules(publicKeys: [key].compactMap { $0 })
        let open = try #require(try JSONFeedFile(Array(text.utf8), address: nil, privacy: privacy).posts.first)
        #expect(open.item.isPublished == true && (open.item.fingerprint == post.item.fingerprint) == (key == nil))
    }

    @Test("of Blogger's export only posts and pages are read, and drafts stay drafts")
    func readsBlogger() throws {
        let readings = try readAtom(try Self.sample("blogger.xml"))
        let posts = posts(readings)
        #expect(readings.count == 4 && posts.map(\.item.isPublished) == [true, false])
        #expect(posts.map(\.item.draft?.kind) == ["post", "page"] && posts[0].item.draft?.slug == "low-tide")
        #expect(posts[0].item.draft?.body == "The **low** tide\n\ncame.\n" && posts[0].item.draft?.tags == ["sea"])
    }

    @Test(
        "of Blogger's newer export only what readers could see is published, and the bin is left out",
        arguments: [
            ("LIVE", true), ("SCHEDULED", true), ("DRAFT", false), ("SOFT_TRASHED", nil), ("UNKNOWN", false),
        ] as [(String, Bool?)])
    func readsBloggerStatus(status: String, isPublished: Bool?) throws {
        let xml = """
            <feed xmlns:blogger='http://schemas.google.com/blogger/2018'><entry><id>1</id>
            <blogger:type>POST</blogger:type><blogger:status>\(status)</blogger:status>
            <published>2019-05-01T09:00:00Z</published><title>x</title></entry></feed>
            """
        let posts = posts(try readAtom(Array(xml.utf8)))
        #expect(posts.map(\.item.isPublished) == (isPublished.map { [$0] } ?? []))
    }

    @Test("an RSS feed is read; a mere description is reported")
    func readsRSS() throws {
        var posts: [ReadPost] = []
        let file = try WXRFile { item, channel in posts.append(RSSPosts.post(item, in: channel, address: nil)) }
        try file.read(try Self.sample("rss.xml"), isLast: true)
        try #require(posts.count == 3)
        let boats = try #require(posts[0].item.draft)
        #expect(posts[0].item.source == "https://old.example#https://old.example/?p=12" && boats.slug == "boats")
        #expect(
            boats.title == "Boats & light" && boats.date == "Wed, 01 May 2019 09:00:00 +0100" && boats.author == "Ann")
        #expect(boats.body == "Two *old* boats and a mast.\n" && boats.summary == nil && boats.tags == ["sea"])
        #expect(boats.language == "en-GB" && posts[0].notes.map(\.what) == ["an attachment"])
        #expect(posts[1].item.draft?.date == "2 May 19 10:00 EST" && posts[1].item.draft?.slug == "summary")
        #expect(posts[1].notes.map(\.what) == ["only a description"])
        #expect(posts[2].item.draft?.date == "someday" && posts[2].item.draft?.summary == "Short.")
    }

    @Test(
        "of an RSS item all subjects are tags, and a guid is its address if it has no link and the feed does not deny it"
    )
    func subjectsAndGuids() throws {
        let items = [
            "<category>a</category><dc:subject>b</dc:subject><dc:subject>c &amp;amp; d</dc:subject><guid>https://a.example/x/y</guid>",
            "<guid isPermaLink=\"true\">https://a.example/x/z.html</guid><link>https://a.example/l</link>",
            "<guid isPermaLink=\"false\">https://a.example/x/n</guid>", "<guid>urn:x:1</guid>",
        ]
        let text =
            "<rss xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel>"
            + items.map { "<item>\($0)<description>w</description></item>" }.joined() + "</channel></rss>"
        var posts: [ReadPost] = []
        let file = try WXRFile { item, channel in posts.append(RSSPosts.post(item, in: channel, address: nil)) }
        try file.read(Array(text.utf8), isLast: true)
        #expect(posts.map(\.item.oldAddress) == ["https://a.example/x/y", "https://a.example/l", nil, nil])
        #expect(posts.map(\.item.draft?.slug) == ["y", "l", nil, nil])
        #expect(posts.first?.item.draft?.tags == ["a", "b", "c & d"])
    }

    @Test("Ghost's export is read; what members only could read is a draft")
    func readsGhost() throws {
        let posts = try GhostFile(try Self.sample("ghost.json"), address: "https://old.example").posts
        try #require(posts.count == 4)
        let boats = try #require(posts[0].item.draft)
        #expect(posts[0].item.source == "https://old.example/ghost#5cc9" && boats.slug == "boats")
        #expect(boats.tags == ["sea", "light  dark"] && boats.summary == "About boats" && boats.author == nil)
        #expect(
            boats.body == """
                ![A &quot;boat&quot;](https://old.example/content/images/2019/05/boat.jpg)

                *At **low** tide*

                Two [old](https://old.example/mast/) boats.

                By hand

                [Tides](https://tide.example/)

                [When they come](https://tide.example/)

                <https://www.youtube.com/watch?v=x>

                """)
        #expect(posts[0].notes.map(\.what) == ["code injection", "descriptions for machines"])
        #expect(posts.map(\.item.isPublished) == [true, false, false, true])
        #expect(posts[1].notes.map(\.what) == ["for members"] && posts[2].notes.map(\.what) == ["no HTML"])
        #expect(posts[3].item.draft?.kind == "page" && posts[2].item.draft?.date == nil)
        let here = try GhostFile(try Self.sample("ghost.json"), address: nil).posts
        #expect(here[0].item.draft?.body?.contains("](/content/images/2019/05/boat.jpg)") == true)
    }

    @Test(
        "a post of Ghost with a card for members only is a draft, and so is every post of a private site",
        arguments: [
            ("nonMember:false memberSegment:\"status:free,status:-free\"", "false", false),
            ("memberSegment:\"status:-free\"", "false", false),
            ("nonMember:true memberSegment:\"\"", "false", true), ("nonMember:true", "true", false),
            ("nonMember:true", "yes", false), ("nonMember:true", "0", true),
        ])
    func keepsMembersPartsBack(gate: String, isPrivate: String, isPublished: Bool) throws {
        let html = "<p>a</p><!--kg-gated-block:begin \(gate) --><p>b</p><!--kg-gated-block:end-->"
        let json = """
            {"data":{"posts":[{"id":"1","html":"\(html.replacing("\"", with: "\\\""))","status":"published",
            "visibility":"public"}],"settings":[{"key":"is_private","value":"\(isPrivate)"},{"key":"x","value":null}]}}
            """
        let post = try #require(try GhostFile(Array(json.utf8), address: nil).posts.first)
        #expect(post.item.isPublished == isPublished && post.item.draft?.body?.contains("b") == true)
        #expect(post.notes.isEmpty == isPublished)
    }

    @Test(
        "a WordPress post has the day that its page shows, and the offset between that and UTC",
        arguments: [
            ("2005-06-01 01:17:00", "2005-05-31 17:17:00", "2005-06-01T01:17:00+08:00"),
            ("2005-05-31 21:47:00", "2005-06-01 01:17:00", "2005-05-31T21:47:00-03:30"),
            ("2005-06-01 01:17:00", "2005-06-01 01:17:00", "2005-06-01T01:17:00+00:00"),
            ("2005-06-01 01:17:00", "0000-00-00 00:00:00", "2005-06-01 01:17:00"),
            ("0000-00-00 00:00:00", "2005-06-01 01:17:00", "2005-06-01T01:17:00Z"),
            // No clocks are so far from UTC, or by seconds.
            ("2005-06-03 01:17:00", "2005-06-01 01:17:00", "2005-06-01T01:17:00Z"),
            ("2005-06-01 01:17:07", "2005-06-01 01:17:00", "2005-06-01T01:17:00Z"), ("", "", nil),
            ("someday", "2005-06-01 01:17:00", "2005-06-01T01:17:00Z"),
        ])
    func datesOfWordPress(local: String, utc: String, date: String?) throws {
        let text = """
            <rss><channel><item><title>x</title><wp:post_date>\(local)</wp:post_date>
            <wp:post_date_gmt>\(utc)</wp:post_date_gmt></item></channel></rss>
            """
        #expect(posts(try read(Array(text.utf8))).map(\.item.draft?.date) == [date])
    }

    @Test(
        "a feed's date keeps its offset; that of UTC says only which instant it is",
        arguments: [
            ("Wed, 01 Jun 2005 01:17:00 +0800", "Wed, 01 Jun 2005 01:17:00 +0800"),
            ("Wed, 01 Jun 2005 01:17:00 +0000", "Wed, 01 Jun 2005 01:17:00 Z"),
            ("Wed, 01 Jun 2005 01:17:00 GMT", "Wed, 01 Jun 2005 01:17:00 GMT"),
            ("2005-06-01T01:17:00+08:00", "2005-06-01T01:17:00+08:00"),
            ("2005-06-01T01:17:00+00:00 ", "2005-06-01T01:17:00 Z"),
            ("2005-06-01T01:17:00-00:00", "2005-06-01T01:17:00 Z"),
            ("2005-06-01T01:17:00Z", "2005-06-01T01:17:00Z"), ("+0000", " Z"),
        ])
    func datesOfFeeds(written: String, date: String) throws {
        var read: [ReadPost] = []
        let rss = try WXRFile { item, channel in read.append(RSSPosts.post(item, in: channel, address: nil)) }
        let item = "<item><guid>1</guid><pubDate>\(written)</pubDate></item>"
        try rss.read(Array("<rss><channel>\(item)</channel></rss>".utf8), isLast: true)
        let entry = "<entry><id>1</id><published>\(written)</published></entry>"
        read += posts(try readAtom(Array("<feed>\(entry)</feed>".utf8)))
        let json =
            #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","date_published":"\#(written)"}]}"#
        read += try JSONFeedFile(Array(json.utf8), address: nil).posts
        #expect(read.map(\.item.draft?.date) == [date, date, date])
        guard let when = try? When(ofBlog: date) else { return #expect(written == "+0000") }
        #expect(when.zone?.text == (written.contains("8") ? "+08:00" : nil))
    }

    @Test(
        "Ghost's export states the zone of its site",
        arguments: [
            (#"[{"key":"timezone","value":"Asia/Shanghai"}]"#, "Asia/Shanghai"),
            (#"[{"key":"active_timezone","value":"Europe/Lisbon"},{"key":"title","value":null}]"#, "Europe/Lisbon"),
            (#"[{"key":"timezone","value":""},{"key":"x","value":1}]"#, nil), ("[]", nil), ("null", nil),
        ])
    func zoneOfGhost(settings: String, zone: String?) throws {
        let text = #"{"db":[{"data":{"posts":[],"settings":\#(settings)}}]}"#
        #expect(try GhostFile(Array(text.utf8), address: nil).zone == zone)
    }

    @Test("an export of Ghost 1 is read")
    func readsOldGhost() throws {
        let post = try #require(try GhostFile(try Self.sample("ghost-1.json"), address: nil).posts.first)
        #expect(post.item.draft?.kind == "page" && post.item.draft?.date == "2016-01-02T03:04:05Z")
        #expect(post.item.changedAt == "2016-01-02T03:04:05+00:00" && post.item.draft?.tags == ["sea"])
    }

    @Test(
        "a file of another kind is refused in words",
        arguments: [
            ("atom", "<rss/>", "not Atom"), ("atom", "<feed>", "no element found"), ("atom", "", "no element found"),
            ("rss", "<feed/>", "not RSS"), ("ghost", "[]", "It is no export of Ghost"),
            ("ghost", "{}", "“data” is missing"),
            ("ghost", #"{"data":{"posts":[],"tags":[{"name":"x"}]}}"#, "“id” is missing"),
            ("ghost", "{", "It is not JSON"), ("ghost", #"{"db":[]}"#, "It is no"),
        ])
    func refusesOthers(format: String, text: String, words: String) {
        let failure = #expect(throws: ExportFailure.self) {
            let bytes = Array(text.utf8)
            switch format {
            case "atom": try AtomFile { _, _ in }.read(bytes, isLast: true)
            case "rss": try WXRFile { _, _ in }.read(bytes, isLast: true)
            default: _ = try GhostFile(bytes, address: nil)
            }
        }
        #expect(failure?.words.contains(words) == true, "\(failure?.words ?? "")")
    }

    @Test("relative addresses of an Atom feed begin from the nearest xml:base, and without one they stay")
    func bases() throws {
        let feed = """
            <feed xml:base="https://blog.example/2020/"><link href="/"/>
            <entry xml:base="../posts/"><id>1</id><link href="one.html"/><link rel="enclosure" href="a.mp3"/>
            <content type="html">&lt;p>&lt;a href="two.html">x&lt;/a>&lt;img src="/p.png">&lt;a href="#n">n&lt;/a>&lt;/p></content></entry>
            <entry><id>2</id><content type="xhtml"><div xml:base="deep/"><a href="../three.html">y</a>
            <a href="https://else.example/">z</a></div></content></entry>
            <entry xml:base="::no::"><id>3</id><content type="html">&lt;a href="four.html">x&lt;/a></content></entry></feed>
            """
        func posts(_ text: String) throws -> [(AtomEntry, String)] {
            var found: [(AtomEntry, String)] = []
            let file = try AtomFile { entry, feed in
                if case .post(let post) = AtomPosts.reading(entry, in: feed, address: nil) {
                    found.append((entry, post.item.draft?.body ?? ""))
                }
            }
            try file.read(Array(text.utf8), isLast: true)
            return found
        }
        let read = try posts(feed)
        #expect(read.first?.0.address == "https://blog.example/posts/one.html")
        #expect(read.first?.0.enclosures == ["https://blog.example/posts/a.mp3"])
        #expect(
            read.first?.1.contains(
                "[x](https://blog.example/posts/two.html)![](https://blog.example/p.png)[n](#n)") == true, "\(read)")
        #expect(read.dropFirst().first?.1.contains("[y](https://blog.example/2020/three.html)") == true, "\(read)")
        #expect(read.dropFirst().first?.1.contains("[z](https://else.example/)") == true)
        #expect(read.count == 3)
        let bare = try posts(feed.replacing(#/\ xml:base="[^"]*"/#, with: ""))
        #expect(bare.first?.1.contains("[x](two.html)") == true && bare.first?.0.address == "one.html")
    }

    @Test("an enormous entry of Atom costs no more than its limit, and its post has a note about it")
    func boundsAtom() throws {
        let filling = String(repeating: "x", count: 1_000_000)
        for (start, end) in [("<content type=\"html\">", ""), ("<content type=\"xhtml\"><div>", "</div>")] {
            var entries: [AtomEntry] = []
            let file = try AtomFile { entry, _ in entries.append(entry) }
            try file.read(Array("<feed><entry>\(start)".utf8), isLast: false)
            for _ in 0..<20 { try file.read(Array((filling + (end.isEmpty ? "" : "<br/>")).utf8), isLast: false) }
            try file.read(Array("\(end)</content></entry></feed>".utf8), isLast: true)
            #expect(entries.first?.isCut == true && (entries.first?.texts["content"]?.utf8.count ?? 0) <= 8_000_000)
        }
    }

    // MARK: - Round trips

    private func exported(
        id: String = "7k2m9qv4x1ab", isPublished: Bool = true, author: String = "Ann", formerSlugs: [String] = ["old"],
        ending: String = ""
    ) -> ExportedPostBody {
        var post = PostBody(
            id: id, revision: 3, state: "published", kind: "page", slug: "日本", formerSlugs: formerSlugs,
            formerPaths: ["/2014/old.html"], body: "Some *Markdown* ]]>\u{B}\n" + ending, language: "en",
            tags: ["a b", "c"],
            date: DateBody(local: "2019-05-01T10:00:00", zone: "Europe/Lisbon", instant: "2019-05-01T10:00:00+01:00"),
            overrides: [TargetName(kept: "fedi"): TargetOverride(text: "Hi")],
            createdAt: "2019-05-01T10:00:00+01:00", changedAt: "2019-05-02T10:00:00+01:00", deletedAt: nil,
            isSlugChosen: true)
        (post.title, post.summary, post.author, post.path) = ("A ]]> & <b>", "s", author, "/a/b/")
        return ExportedPostBody(
            post: post, isPublished: isPublished, path: "x.md", markdown: "", html: "", format: nil, source: nil,
            kept: nil, pictures: [], address: "https://example.org/a/b/")
    }

    private let html = "<p>Some <em>Markdown</em> ]]&gt;\u{B}</p>\n"

    @Test("a post exported as WXR comes back unchanged; one that was changed there comes back with the change")
    func roundTripOfWordPress() throws {
        let original = exported()
        var writer = WordPressWriter()
        let item = try writer.item(original, markdown: original.post.body, html: html)
        let text = writer.head + item + writer.foot
        guard case .post(let back)? = try read(Array(text.utf8)).first else {
            Issue.record("no post")
            return
        }
        #expect(back.item.draft == original.post.draft && back.item.isPublished == true)
        #expect(back.item.formerSlugs == ["old"] && back.item.formerPaths == ["/2014/old.html"] && back.notes.isEmpty)
        #expect(text.contains("<link>https://example.org/a/b/</link>"))
        let changed = text.replacing("<em>", with: "<b>").replacing("</em>", with: "</b>")
        guard case .post(let edited)? = try read(Array(changed.utf8)).first else {
            Issue.record("no post")
            return
        }
        #expect(edited.item.draft?.body?.hasPrefix("Some **Markdown**") == true)
        #expect(edited.notes.map(\.what) == ["a changed post"])
    }

    @Test(
        "characters that XML cannot contain, and marks with combining ones, survive the way through WXR",
        arguments: ["\u{FFFE}", "\u{FFFF}", "]]>\u{301}", "&\u{301}<\u{301}"])
    func foreignCharacters(character: String) throws {
        let original = exported(ending: "x\(character)y\n")
        var writer = WordPressWriter()
        let text = writer.head + (try writer.item(original, markdown: original.post.body, html: html)) + writer.foot
        guard case .post(let back)? = try read(Array(text.utf8)).first else {
            Issue.record("no post")
            return
        }
        #expect(back.item.draft?.body == original.post.body)
    }

    private func wxr(_ posts: [ExportedPostBody]) throws -> [ReadPost] {
        var writer = WordPressWriter()
        let items = try posts.map { try writer.item($0, markdown: $0.post.body, html: html) }.joined()
        return self.posts(try read(Array((writer.head + items + writer.foot).utf8)))
    }

    private func feed(_ posts: [ExportedPostBody]) throws -> [ReadPost] {
        let writer = JSONFeedWriter()
        let items = try posts.map { try writer.item($0, markdown: $0.post.body, html: html) }
        let text = writer.head + items.joined(separator: ",\n") + writer.foot
        return try JSONFeedFile(Array(text.utf8), address: nil).posts
    }

    @Test("the source of a post in an own export is its id, whatever its number there")
    func ownSources() throws {
        let (one, other) = (exported(), exported(id: "0123456789ab"))
        #expect(try wxr([one, other]).map(\.item.source) == ["urn:galley:7k2m9qv4x1ab", "urn:galley:0123456789ab"])
        #expect(try wxr([other]).map(\.item.source) == ["urn:galley:0123456789ab"])
        #expect(try feed([one, other]).map(\.item.source) == ["#7k2m9qv4x1ab", "#0123456789ab"])
    }

    @Test("a post of an own export counts as changed when any of its fields is")
    func ownFingerprints() throws {
        let posts = [exported(), exported(), exported(author: "Ben"), exported(isPublished: false)]
        for read in [try wxr(posts), try feed(posts)] {
            let prints = read.map(\.item.fingerprint)
            #expect(prints[0] == prints[1] && Set(prints).count == 3)
        }
    }

    @Test("a post of WordPress has its footnotes and the blocks that it shares with others; a missing one is reported")
    func readsOutsideParts() throws {
        var pictures = WordPressPictures()
        var block = WXRItem()
        block.fields = ["wp:post_type": "wp_block", "wp:post_id": "7", "content:encoded": "<p>Shared.</p>"]
        pictures.add(block)
        var item = WXRItem()
        item.fields["content:encoded"] = """
            <!-- wp:paragraph --><p>Boats<sup data-fn="a-1" class="fn"><a href="#a-1" id="a-1-link">1</a></sup>.</p>
            <!-- /wp:paragraph --><!-- wp:block {"ref":7} /--><!-- wp:block {"ref":8} /--><!-- wp:footnotes /-->
            """
        item.meta = [WXRItem.Meta(key: "footnotes", value: #"[{"content":"A <em>small<\/em> one.","id":"a-1"}]"#)]
        guard case .post(let post) = WordPressPosts.reading(item, in: WXRChannel(), address: nil, pictures) else {
            Issue.record("no post")
            return
        }
        #expect(post.item.draft?.body == "Boats[^1].\n\nShared.\n\n[^1]: A *small* one.\n")
        #expect(post.notes.map(\.what) == ["a reusable block"])
    }

    @Test("an old slug in another script is read and written as WordPress stores it")
    func oldSlugs() throws {
        var item = WXRItem()
        item.fields = ["link": "https://old.example/2019/%e6%97%a5/"]
        item.meta = [WXRItem.Meta(key: "_wp_old_slug", value: "%e6%9c%ac")]
        guard case .post(let post) = WordPressPosts.reading(item, in: WXRChannel(), address: nil) else {
            Issue.record("no post")
            return
        }
        #expect(post.item.formerSlugs == ["本"] && post.item.formerPaths == ["/2019/本/"])
        var writer = WordPressWriter()
        let text = try writer.item(exported(formerSlugs: ["本"]), markdown: "", html: "")
        #expect(text.contains("<![CDATA[_wp_old_slug]]></wp:meta_key><wp:meta_value><![CDATA[%e6%9c%ac]]>"))
    }

    @Test("long sources stay apart, and have no more bytes than the daemon takes")
    func longSources() throws {
        let id = String(repeating: "港", count: 400)
        let items = ["1", "2"].map { #"{"id":"\#(id)\#($0)"}"# }.joined(separator: ",")
        let text = #"{"version":"https://jsonfeed.org/version/1.1","items":[\#(items)]}"#
        let sources = try JSONFeedFile(Array(text.utf8), address: nil).posts.map(\.item.source)
        #expect(Set(sources).count == 2 && sources.allSatisfy { $0.utf8.count <= 1000 })
    }

    @Test("a post exported as JSON Feed comes back unchanged, even a draft")
    func roundTripOfFeed() throws {
        let original = exported(isPublished: false)
        let writer = JSONFeedWriter()
        let item = try writer.item(original, markdown: original.post.body, html: html)
        let feed = try JSONFeedFile(Array((writer.head + item + writer.foot).utf8), address: nil)
        #expect(feed.posts.first?.item.draft == original.post.draft && feed.posts.first?.item.isPublished == false)
        let changed = item.replacing("<em>Markdown</em>", with: "other words")
        let again = try JSONFeedFile(Array((writer.head + changed + writer.foot).utf8), address: nil)
        #expect(again.posts.first?.item.draft?.body?.hasPrefix("Some other words") == true)
    }
}
