import Testing

@testable import Posts

@Suite("The path of a page on a site")
struct PostPathTests {
    @Test(
        "all parts, “.html” and a trailing slash are kept; as in Hugo, any other path is a folder",
        arguments: [
            ("/2014/12/12/old.html", "/2014/12/12/old.html"), ("/deep/er/path/", "/deep/er/path/"),
            ("deep/er/path", "/deep/er/path/"), ("/old.php", "/old.php/"), ("/v1.2", "/v1.2/"), ("/a.htm", "/a.htm"),
            ("/x/index.html", "/x/"), ("/2019/caf%C3%A9/", "/2019/café/"), ("/2019/cafe\u{301}/", "/2019/café/"),
            ("/My Post/", "/My Post/"), ("/100%/", "/100%25/"), ("/a%2541/", "/a%2541/"), ("/日本/👩‍👧.html", "/日本/👩‍👧.html"),
            ("/a:b/12:30/", "/a:b/12:30/"), ("/1/2/3/4/5/6/7/8.html", "/1/2/3/4/5/6/7/8.html"),
        ])
    func keeps(text: String, path: String) throws {
        let made = try PostPath(text)
        #expect(made.text == path && made.isFolder == !(path.hasSuffix(".html") || path.hasSuffix(".htm")))
        #expect(try PostPath(made.text) == made)
    }

    @Test(
        "what no page can have is refused, and the message names it",
        arguments: [
            ("", "front page"), ("/", "front page"), ("/index.html", "front page"), ("/a//b/", "nothing between"),
            ("/../a/", "“..”"), ("/a/%2e%2e/b/", "“..”"), ("/.git/", "“.git”"), ("/a/./b/", "“.”"),
            ("/tags/sea/", "“tags”"), ("/page/2/", "“page”"), ("/media/a/", "“media”"), ("/feed.xml", "“feed.xml”"),
            ("/feed.json/", "“feed.json”"), ("/style.css/", "“style.css”"), ("/atom.xml", "“atom.xml”"),
            ("/img/a.PNG", "“a.PNG”"), ("/a%2Fb/", "“/”"), ("/a\\b/", "“\\”"), ("/?p=12", "“?”"), ("/a/#b", "“#”"),
            ("/a%3Fb/", "“?”"), ("/\u{301}a/", "joins with “/”"), ("/a\u{D4E}/b/", "joins with “/”"),
            ("/a\u{7}/", "U+0007"), ("/a\u{202E}/", "U+202E"), ("/:year/:title/", "“:year”"),
            ("https://old.example/a/", "whole address"), ("/1/2/3/4/5/6/7/8/9/", "9 parts"),
            ("/" + String(repeating: "é", count: 101) + "/", "202 bytes"),
            (String(repeating: "/a", count: 9000), "2000"),
        ])
    func refuses(text: String, words: String) throws {
        let error = #expect(throws: PostPathError.self) { try PostPath(text) }
        #expect(try #require(error).description.contains(words), "\(String(describing: error))")
    }

    @Test("a name of 200 bytes is taken, and the last name without “.html” is the slug")
    func bounds() throws {
        let name = String(repeating: "é", count: 100)
        #expect(try PostPath("/\(name)/").slugText == name)
        #expect(try PostPath("/a/old.html").slugText == "old" && PostPath("/a/old.html/").slugText == "old.html")
    }

    @Test(
        "the pattern that keeps a path has its placeholders in their order",
        arguments: [
            ("/2019/05/05/hello/", "/{year}/{month}/{day}/{slug}/"),
            ("/blog/2019/hello.html", "/blog/{year}/{slug}.html"),
            ("/posts/hello/", "/posts/{slug}/"), ("/05/2019/hello/", "/05/{year}/{slug}/"),
            ("/2020/05/hello/", "/2020/05/{slug}/"), ("/2019/05/other/", nil), ("/é/hello/", nil),
            ("/2019/hello.htm", nil),
        ])
    func patterns(path: String, pattern: String?) throws {
        let day = try CivilDate(year: 2019, month: 5, day: 5)
        #expect(try PostPath(path).pattern(slug: try Slug(checking: "hello"), date: day) == pattern)
    }

    @Test(
        "the path of an address is what follows its host, without the path of the new site",
        arguments: [
            ("https://a.example/2019/x/", "", "/2019/x/"), ("https://a.example/blog/2019/x/#top", "/blog", "/2019/x/"),
            ("https://a.example/blogs/x/", "/blog", "/blogs/x/"), ("/blog/x/", "/blog", "/blog/x/"),
            ("https://a.example/?p=12", "", nil), ("https://a.example", "", nil), ("https://a.example/", "", nil),
        ])
    func addresses(address: String, base: String, path: String?) {
        #expect(PostPath(ofAddress: address, under: base)?.text == path)
    }

    @Test("whatever the text, its path is the same when it is read again")
    func settles() {
        var dice = SystemRandomNumberGenerator()
        let pieces = [
            "/", "a", ".html", "%", "25", "%2F", "é", "e\u{301}", ".", "..", "?", ":", " ", "\u{200D}", "日", "\u{0}",
        ]
        for _ in 0..<1000 {
            let text = (0..<Int.random(in: 0...9, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }
                .joined()
            guard let path = try? PostPath(text) else { continue }
            #expect((try? PostPath(path.text)) == path, "\(text)")
            #expect(path.names.allSatisfy { $0.utf8.first != 0x2E && !$0.utf8.contains(0x2F) }, "\(text)")
            #expect(path.text.split(separator: "/").count == path.names.count, "\(text)")
        }
    }
}
