import Testing
import Wire

@testable import Moving

@Suite("What other sites show in a post, and pictures in its text")
struct EmbedTests {
    private static let video = "<https://www.youtube.com/watch?v=dQw4_9Wg-cQ>\n"

    private static let embeds: [(String, String)] = [
        ("<iframe src=\"https://www.youtube.com/embed/dQw4_9Wg-cQ\"></iframe>", video),
        ("<iframe width=560 src='//www.youtube-nocookie.com/embed/dQw4_9Wg-cQ?rel=0&amp;showinfo=0'></iframe>", video),
        ("<iframe src=\"http://youtube.com/v/dQw4_9Wg-cQ&amp;hl=en\">", video),
        ("<iframe src=\"youtu.be/dQw4_9Wg-cQ\"/>", video),
        (
            "<iframe data-src=\"https://www.youtube.com/embed/dQw4_9Wg-cQ?start=30\" src=\"about:blank\"></iframe>",
            "<https://www.youtube.com/watch?v=dQw4_9Wg-cQ&t=30s>\n"
        ),
        (
            "<iframe src=\"https://www.youtube.com/embed/videoseries?list=PL_1\"></iframe>",
            "<https://www.youtube.com/playlist?list=PL_1>\n"
        ),
        (
            "<object width=\"1\"><param name=\"movie\" value=\"http://www.youtube.com/v/dQw4_9Wg-cQ&fs=1\"></param>"
                + "<embed src=\"http://www.youtube.com/v/dQw4_9Wg-cQ&fs=1\"></embed></object>", video
        ),
        ("<embed src=\"http://www.youtube.com/v/dQw4_9Wg-cQ\">", video),
        ("<iframe src=\"//player.vimeo.com/video/123?h=ab1&dnt=1\"></iframe>", "<https://vimeo.com/123/ab1>\n"),
        ("<embed src=\"http://vimeo.com/moogaloop.swf?clip_id=123&amp;x=y\">", "<https://vimeo.com/123>\n"),
        (
            "<p>a</p><script src=\"//gist.github.com/ann/1f.js?file=x.md\"></script>",
            "a\n\n<https://gist.github.com/ann/1f>\n"
        ),
        ("<script src=\"https://gist.github.com/1f.js\"> </script>", "<https://gist.github.com/1f>\n"),
        (
            "<figure class=\"wp-block-embed is-type-video\"><div class=\"wp-block-embed__wrapper\">\n"
                + "https://www.youtube.com/watch?v=dQw4_9Wg-cQ\n</div><figcaption>One</figcaption></figure>",
            "https://www.youtube.com/watch?v=dQw4_9Wg-cQ\n\n*One*\n"
        ),
        ("<p>a <iframe src=\"https://www.youtube.com/embed/dQw4_9Wg-cQ\"></iframe> b</p>", "a\n\n\(video)\nb\n"),
    ]

    @Test("a video of YouTube or Vimeo and a gist become a link on a line of its own", arguments: embeds)
    func links(html: String, markdown: String) {
        let found = HTMLText.markdown(html)
        #expect(found.text == markdown && found.kept.isEmpty && found.notes.isEmpty)
        #expect(RichText.markdown(html) + "\n" == markdown)
    }

    @Test("any other frame becomes a link with a note, and one without an address stays HTML")
    func frames() {
        let found = HTMLText.markdown("a<iframe src=\"//maps.example/x?a=1&amp;b=2 3\"></iframe>b")
        #expect(
            found.text == "a\n\n<https://maps.example/x?a=1&b=2%203>\n\nb\n" && found.notes.map(\.what) == ["<iframe>"])
        let none = HTMLText.markdown("<iframe srcdoc=\"x\">y</iframe>")
        #expect(none.text == "<iframe srcdoc=\"x\">y</iframe>\n" && none.kept == ["iframe"] && none.notes.isEmpty)
    }

    @Test(
        "WordPress's codes for videos and gists become links",
        arguments: [
            (
                "[youtube=http://www.youtube.com/watch?v=dQw4_9Wg-cQ&amp;w=640]",
                "https://www.youtube.com/watch?v=dQw4_9Wg-cQ"
            ),
            ("[youtube]dQw4_9Wg-cQ[/youtube]", "https://www.youtube.com/watch?v=dQw4_9Wg-cQ"),
            ("[youtube id=\"dQw4_9Wg-cQ\"]", "https://www.youtube.com/watch?v=dQw4_9Wg-cQ"),
            ("[vimeo 5]", "https://vimeo.com/5"),
            ("[vimeo https://vimeo.com/5]", "https://vimeo.com/5"),
            ("[gist]https://gist.github.com/a/1[/gist]", "https://gist.github.com/a/1"),
            ("[gist id=1f]", "https://gist.github.com/1f"),
        ])
    func codes(text: String, address: String) {
        let codes = WordPressCodes("a \(text) b", of: "1", WordPressPictures())
        #expect(codes.left.isEmpty && codes.html == "a \n\n<a href=\"\(address)\">\(address)</a>\n\n b")
    }

    // A picture of one point.
    private static let point =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    @Test(
        "a picture in an address becomes one beside the text, also where HTML stays",
        arguments: [
            "<p>a <img src=\"data:image/png;base64,\(point)\" alt=\"b\"></p>",
            "<table><tr><td colspan=2><img src='data:image/png;base64,\(point)'></td></tr></table>",
            "<img src=\"data:image/png;charset=x;base64,\(point.prefix(40))\n\(point.dropFirst(40))\">",
            "<img src=\"DATA:image/png;base64,\(point.replacing("=", with: "%3D"))\">",
            "<img src=\"data:image/png;base64,\(point)\"><img src=\"data:image/png;base64,\(point)\">",
        ])
    func pictures(html: String) throws {
        let found = HTMLText.markdown(html)
        let picture = try #require(found.pictures.first)
        #expect(
            found.pictures.count == 1 && picture.bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47]
                && picture.bytes.count == 70)
        #expect(PictureReferences.all(in: found.text).first == picture.name && picture.name.hasSuffix(".png"))
        #expect(!found.text.contains("base64") && found.notes.isEmpty)
    }

    @Test("a drawing in an address is one, too")
    func drawings() {
        for address in [
            "data:image/svg+xml,%3Csvg/%3E", "data:image/svg+xml;utf8,<svg/>", "data:image/svg+xml;base64,PHN2Zy8+",
        ] {
            let found = HTMLText.markdown("<img src=\"\(address)\">")
            #expect(found.pictures.map(\.bytes) == [Array("<svg/>".utf8)])
        }
    }

    @Test(
        "what is no picture is left out with a note, never an address of a megabyte",
        arguments: [
            "<img src=\"data:image/bmp;base64,AAAA\">", "<img src=\"data:image/png;base64\">",
            "<img src=\"data:image/png;base64,\">",
            "<a href=\"data:text/plain,a\">b</a>", "<img src=\"data:\">",
            "<img src=\"data:image/tiff;base64,\(String(repeating: "A", count: 1_000_000))\">",
        ])
    func noPictures(html: String) {
        let found = HTMLText.markdown("<p>x \(html)</p>")
        #expect(
            found.pictures.isEmpty && found.notes.count == 1 && !found.text.contains("data:"),
            "\(found.text.prefix(200))")
        #expect((found.notes.first?.words.utf8.count ?? 0) < 300)
    }

    @Test("a post has the pictures of its text and the notes about it")
    func posts() throws {
        var item = WXRItem()
        item.fields = [
            "content:encoded": "<img src=\"data:image/png;base64,\(Self.point)\"><img src=\"data:image/bmp,x\">"
        ]
        let post = RSSPosts.post(item, in: WXRChannel(), address: nil)
        #expect(post.pictures.count == 1 && post.notes.map(\.what) == ["a picture in the text"])
    }
}
