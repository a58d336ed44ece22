import Copyfitting
import TestSupport
import Testing

@Suite struct CountingRuleTests {
    private let mastodon = CountingRule(software: "mastodon", limit: 500, reservedPerURL: 23)

    @Test(
        "an address counts as Mastodon reserves, as far as Mastodon would link it",
        arguments: [
            ("http://example.com", 23),
            ("https://example.com/a/very/long/path/that/goes/on/and/on/and/on/for/ever", 23),
            ("See https://example.com.", 28),
            ("(https://example.com/a)", 25),
            ("https://example.com/a), b", 27),
            ("https://en.wikipedia.org/wiki/Primer_(film)", 23),
            ("https://en.wikipedia.org/wiki/A_(b_(c))", 23),
            ("https://example.com/(日本)", 27),
            ("https://example.com/(日本)の", 23),
            ("https://example.com/?q=a,b.", 24),
            ("https://example.com:8080/x", 23),
            ("https://example.com?", 24),
            ("https://日本語.jp/道", 23),
            ("https://xn--wgv71a.jp", 23),
            ("https://bücher.example.de/straße", 23),
            ("https://例え.テスト", 14),
            ("HTTPS://EXAMPLE.COM/", 23),
            ("https://a_b.example.com/", 23),
            ("https://a_b.com/", 16),
            ("https://-a.com/", 15),
            ("gemini://example.com/x", 23),
            ("ftp://example.com/x", 19),
            ("mailto:me@example.com", 21),
            ("example.com/path", 16),
            ("a.com/http://b.com", 18),
            ("a.com,http://b.com", 29),
            ("wordhttp://example.com", 22),
            ("単語https://example.com/です。", 25),
            ("https://example.com/a“", 23),
            ("#https://example.com", 20),
            ("_https://example.com", 24),
            ("https://example.com\nhttps://example.org", 47),
            ("https://localhost/x", 19),
            ("https://127.0.0.1/x", 19),
            ("https://example.test/x", 22),
            ("https://example.comfortable", 27),
            ("https://example.com+x", 21),
            ("https://user@example.com/", 25),
            ("https://t.co/\(letters(40))/b", 25),
            ("https://t.co/\(letters(41))", 54),
            ("https://\(letters(64)).com", 76),
            ("https://\(letters(63)).com", 23),
            ("https://\u{1F4A9}.la/", 13),
        ] as [(String, Int)])
    func addresses(text: String, count: Int) {
        #expect(mastodon.count(text) == count)
    }

    @Test("a fork of Mastodon counts as Mastodon", arguments: ["glitch", "glitch-soc", "Hometown", "kmyblue", "ecko"])
    func forks(software: String) {
        #expect(ServerSoftware(software).isMastodonFork)
        #expect(CountingRule(software: software, limit: 500, reservedPerURL: 23).method == mastodon.method)
    }

    @Test("glitch-soc calls itself Mastodon, and its version tells")
    func glitch() {
        #expect(ServerSoftware("mastodon", version: "4.4.0-alpha.1+glitch").isGlitch)
        #expect(!ServerSoftware("mastodon", version: "4.4.0").isGlitch)
        #expect(!ServerSoftware("gotosocial", version: "0.19+glitch").isGlitch)
    }

    @Test("an address of more than 4096 characters counts in full")
    func longAddresses() {
        let prefix = "https://example.com/"
        let most = prefix + String(repeating: "a", count: 4096 - prefix.count)
        #expect(mastodon.count(most) == 23)
        #expect(mastodon.count(most + "a") == 4097)
        #expect(mastodon.count("http://example.com/valid?" + String(repeating: "#foo?", count: 1000)) == 5025)
    }

    @Test(
        "only the user part of a mention counts, as far as it is a mention",
        arguments: [
            ("@alice", 6),
            ("@alice@example.com", 6),
            ("(@alice@example.com)", 8),
            ("@alice@example.com.", 7),
            ("@alice@例え.テスト", 6),
            ("@a.b-c@example.com hi", 9),
            ("me@example.com", 14),
            ("/@alice@example.com", 19),
            ("=@alice@example.com", 19),
            ("ü@alice@example.com", 19),
            ("@noël@example.com", 17),
            ("@alice@example.com@other.org", 28),
            ("@alice@example.com://x", 22),
            ("＠alice@example.com", 18),
            ("@ alice", 7),
            ("@@alice@example.com", 7),
            ("https://example.com/@alice@example.org", 23),
            ("@alice@\(letters(249)).com", 6),
            ("@alice@\(letters(250)).com", 261),
        ] as [(String, Int)])
    func mentions(text: String, count: Int) {
        #expect(mastodon.count(text) == count)
    }

    @Test(
        "a character is what a reader perceives as one",
        arguments: [
            ("👨‍👩‍👧‍👦", 1), ("🇵🇹🇩🇪", 2), ("👍🏽", 1), ("e\u{301}", 1), ("שָׁלוֹם", 4), ("a\r\nb", 3),
            ("1️⃣", 1), ("\u{301}", 1),
        ] as [(String, Int)])
    func characters(text: String, count: Int) {
        #expect(mastodon.count(text) == count)
    }

    @Test("a content warning counts as written, and a blank text does not count")
    func warnings() {
        #expect(mastodon.count("text", warning: "https://example.com/long/path/x") == 31 + 4)
        #expect(mastodon.count(" \n\t ", warning: "warning") == 7)
        #expect(mastodon.count("") == 0)
        #expect(mastodon.count("\u{301}a", warning: "e") == 2, "a mark joins the letter before it")
    }

    @Test("each server of the family counts in its own way")
    func family() {
        let text = "👨‍👩‍👧‍👦 https://example.com/a/long/path/that/is/more"
        let count = text.count
        #expect(CountingRule(software: "GoToSocial").count(text, warning: "é") == count + 6 + 1)
        #expect(CountingRule(software: "takahe").count(text, warning: "warning") == count + 6)
        #expect(CountingRule(software: "akkoma").count(text + "\n ", warning: "") == count)
        #expect(CountingRule(software: "pleroma").count(text, warning: "w ") == count + 1)
        #expect(CountingRule(software: "something new").count(text) == count + 6)
        #expect(CountingRule(software: "gotosocial").limit == 5000)
        #expect(CountingRule(software: "snac").limit == 100_000)
        #expect(CountingRule(software: "mastodon").limit == 500)
        #expect(CountingRule(software: "mastodon", limit: 500, reservedPerURL: 32).count("https://a.com") == 32)
        #expect(CountingRule(software: "mastodon", limit: -1, reservedPerURL: -1).limit == 1)
    }

    @Test(
        "100 KB of any text are counted in linear time",
        arguments: [
            "a", "あ", "a.", "a.com/(", "@a.", "@a@", "http://", "http://a.", "a_b.", "(", "http://a.com/((", "xn--",
            "é.",
            "http://a.com/(a(", "?", "https://a.com?(", "👨‍👩‍👧‍👦", "\u{301}", "://", "@a@b.c ", "あ.", "-.",
        ])
    func hostile(unit: String) {
        let text = "http://x " + String(repeating: unit, count: 100_000 / unit.utf8.count)
        #expect(hashings(of: Array(text.utf8), within: 10_000) { _ = mastodon.count(text) } <= 10_000)
    }
}

private func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
