import Copyfitting
import Pictures
import Posts
import TargetSupport
import Testing

@testable import Targets

/// What readers of each kind of target see, as a page.
@Suite struct ReadersPageTests {
    private let postAddress = "https://example.org/hello/"

    private func media(_ letter: Character = "a", alt: String = "") throws -> Media {
        let digest = String(repeating: letter, count: 64)
        return Media(
            id: try #require(MediaID(String(digest.prefix(16)))), owner: UserID(1), revision: Revision(1),
            digest: digest,
            facts: MediaFacts(kind: .jpeg, bytes: 1000, width: 40, height: 30),
            notes: MediaNotes(name: "boat.jpg", alt: alt), createdAt: noon)
    }

    private func page(
        _ kind: String, _ manuscript: Manuscript, _ change: (inout TargetSettings) -> Void = { _ in }
    ) throws -> String {
        let target = try target(kind, change)
        guard case .http(let http) = target.kind else { throw NotHTTP() }
        let view = try #require(try http.freeze(manuscript, as: .create, facts: nil, key: key).preview.readers)
        return try target.page(of: view, language: manuscript.language) { "/pictures/\($0)" }
    }

    @Test(
        "Mastodon shows short links, tags, and the card of the post's page only without pictures and without a warning")
    func mastodon() throws {
        let address = Manuscript.Address.known(postAddress + "a-long-name-of-the-page/")
        let page = try page("mastodon", manuscript(title: "A & <b>", body: "Words", address: address))
        #expect(page.contains(">example.org/hello/a-long-name-…</a>"))
        #expect(page.contains(#"<span class="link">#Swift</span>"#))
        #expect(
            page.contains(
                #"<a class="card" href="\#(postAddress)a-long-name-of-the-page/"><span class="host">example.org"#))
        #expect(page.contains("A &amp; &lt;b&gt;") && !page.contains("<b>"))
        let plain = try self.page(
            "mastodon",
            manuscript(title: nil, body: "See example.org, @ada.example.com and $ABC. \(postAddress)", tags: []))
        #expect(!plain.contains(">example.org</a>") && !plain.contains("class=\"link\""))
        let warned = try self.page(
            "mastodon", manuscript(body: "Words", override: TargetOverride(warning: "Wet & cold")))
        #expect(warned.contains("<summary dir=\"auto\">Wet &amp; cold <b>Show more</b></summary>"))
        #expect(!warned.contains("class=\"card\""))
        var pictured = try manuscript(body: "![Low \"tide\"](media:aaaaaaaaaaaaaaaa)")
        pictured.media = [try media()]
        let shown = try self.page("mastodon", pictured)
        #expect(shown.contains(#"<img src="/pictures/aaaaaaaaaaaaaaaa" alt="Low “tide”" width="40" height="30">"#))
        #expect(!shown.contains("class=\"card\""))
    }

    @Test("Bluesky shows the card with its picture, and each part of a thread by itself")
    func bluesky() throws {
        var post = try manuscript(body: "![A boat](media:aaaaaaaaaaaaaaaa)\n\nWords.", address: .known(postAddress))
        post.media = [try media()]
        let page = try page("bluesky", post) { $0.own["account"] = "ada.example.com" }
        #expect(page.contains(#"<a class="card" href="\#(postAddress)"><img src="/pictures/aaaaaaaaaaaaaaaa""#))
        #expect(page.contains(#"<span class="summary" dir="auto">A summary</span>"#))
        let words = (1...60).map { "Sentence \($0) has words." }.joined(separator: " ")
        let thread = try self.page("bluesky", manuscript(title: nil, body: words)) {
            $0.own["account"] = "ada.example.com"
            $0.long = "thread"
        }
        #expect(thread.contains("<main class=\"thread\">"))
        #expect(thread.ranges(of: "<article class=\"post\">").count > 4)
    }

    @Test("a blog's page has the desk's pictures, and WordPress's the text as its filters leave it")
    func blogs() throws {
        var post = try manuscript(title: "Tea (tm) & <i>", body: "9x12 :)\n\n![A boat](media:aaaaaaaaaaaaaaaa)")
        post.media = [try media()]
        let page = try page("wordpress", post)
        #expect(page.contains("<h1 dir=\"auto\">Tea ™ &amp; &lt;i&gt;</h1>"))
        #expect(page.contains("<p>9×12 🙂</p>"))
        #expect(page.contains("<img src=\"/pictures/aaaaaaaaaaaaaaaa\""))
        #expect(page.contains("<html lang=\"pt-BR\" dir=\"ltr\" data-kind=\"wordpress\">"))
        #expect(try self.page("ghost", post).contains("<img src=\"/pictures/aaaaaaaaaaaaaaaa\""))
        #expect(try self.page("writefreely", post).contains("<p>9x12 :)</p>"))
    }

    @Test("what only programs read has no page, and no deletion has one")
    func none() throws {
        let hook = try http("webhook")
        #expect(try hook.freeze(manuscript(), as: .create, facts: nil, key: key).preview.readers == nil)
        #expect(try http("mastodon").freeze(manuscript(), as: .delete, facts: nil, key: key).preview.readers == nil)
    }

    /// Results of wptexturize and convert_smilies of WordPress 6.1, with references resolved.
    @Test(
        "WordPress's filters are foreseen as they are",
        arguments: [
            ("Wait... what", "Wait… what"), ("a -- b", "a — b"), ("a--b", "a–b"), ("a --- b", "a — b"),
            ("a - b", "a – b"),
            ("a-b", "a-b"), ("xn--abc", "xn--abc"), ("-", "–"), ("dash --", "dash —"), ("-- dash", "— dash"),
            ("a\u{A0}- b", "a\u{A0}– b"), ("\"Hello\" she said", "“Hello” she said"),
            ("(\"in\") [\"x\"]", "(“in”) [“x”]"), ("he said \"<em>yes</em>\"", "he said “<em>yes</em>“"),
            ("It's the 'best' of '99", "It’s the ‘best’ of ’99"), ("rock 'n' roll", "rock ‘n’ roll"),
            ("``quoted''", "“quoted”"), ("Tea (tm)", "Tea ™"), ("Tea(tm)", "Tea(tm)"),
            ("9x12 0x1F a3x4", "9×12 0x1F a3x4"), ("smile :) and ;-) 8O x:)", "smile 🙂 and 😉 😯 x:)"),
            ("(:)", "(:)"), (":-D", "😀"), ("<code>a -- b :)</code> c -- d", "<code>a -- b :)</code> c — d"),
            ("<p>\"One\"</p><p>'two'</p>", "<p>“One”</p><p>‘two’</p>"), ("\"'nested' quote\"", "“‘nested’ quote”"),
            ("<!-- a > b -- --> c -- d", "<!-- a > b -- --> c — d"), (":)\u{A0}a :)&nbsp;b", "🙂\u{A0}a 🙂&nbsp;b"),
            ("<!-->\"a\"", "<!-->“a”"), ("1990-1995", "1990-1995"), ("O'Neil's", "O’Neil’s"), ("end \"", "end “"),
            ("A&B -- \"C\"", "A&B — “C”"),
            ("", ""), ("<", "<"), ("<<a", "<<a"), ("'", "‘"), ("\u{A0}'", "\u{A0}‘"), (".. ..", ".. .."),
        ])
    func filters(_ text: String, _ shown: String) {
        var filters = WordPressFilters()
        #expect(filters.shown(text) == shown)
        #expect(filters.warnings.isEmpty == (text == shown))
    }
}
