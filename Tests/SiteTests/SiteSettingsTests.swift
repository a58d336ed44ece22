import Posts
import Testing

@testable import Site

@Suite struct SiteSettingsTests {
    @Test(
        "impossible permalink patterns are refused with the reason",
        arguments: [
            "", "x", "/", "/{year}/", "/{slug}", "{slug}/", "/{slug}/../", "//{slug}/", "/{title}/{slug}/", "/{slug/",
            "/a b/{slug}/", "/.git/{slug}/", "/{slug}?/", "/tags/{slug}/",
            "/page/{slug}.html", "/media/{slug}/",
        ])
    func refusesPatterns(pattern: String) {
        let error = #expect(throws: SiteSettingsError.self) { try PermalinkPattern(pattern) }
        #expect(error?.setting == "permalink")
    }

    @Test(
        "patterns make folders or files, by the author's clock",
        arguments: [
            ("/{year}/{month}/{day}/{slug}/", "2026/01/02/x/index.html", "/2026/01/02/x/"),
            ("/blog/{slug}.html", "blog/x.html", "/blog/x.html"), ("/{slug}/", "x/index.html", "/x/"),
        ])
    func patterns(pattern: String, file: String, link: String) throws {
        let path = try PermalinkPattern(pattern).path(slug: "x", date: SiteDate("2026-01-02T00:30:00+01:00").date)
        #expect(path.file == file)
        #expect(path.link == link)
    }

    @Test(
        "addresses that would run code or lead nowhere are refused",
        arguments: [
            "javascript:alert(1)", "https://", "ftp://x", "https://a\"b", "https://user@host/", "mailto:",
            "mailto:a@b@c",
            "JAVASCRIPT:x", "https://x\u{200B}y", "data:text/html,x",
        ])
    func refusesRelMe(address: String) {
        let error = #expect(throws: SiteSettingsError.self) { try Example.settings(relMe: [address]) }
        #expect(error?.setting == "rel_me")
    }

    @Test("a site's missing settings are requested by name")
    func refusesSettings() {
        #expect(throws: SiteSettingsError.self) { try Example.settings(folder: "relative") }
        #expect(throws: SiteSettingsError.self) { try Example.settings(folder: "/") }
        #expect(throws: SiteSettingsError.self) { try Example.settings(address: "example.org") }
        #expect(throws: SiteSettingsError.self) { try Example.settings(address: "https://example.org/../x") }
        #expect(throws: SiteSettingsError.self) { try Example.settings(language: "\"><script>") }
        #expect(throws: SiteSettingsError.self) { try Example.settings(postsPerPage: 0) }
        #expect(throws: SiteSettingsError.self) { try Example.settings(afterWrite: [""]) }
    }

    @Test("dates are read as RFC 3339, and keep the author's offset")
    func dates() throws {
        #expect(try SiteDate("2026-12-01T00:30:00.25+05:30").instant.seconds == 1_796_065_200 - 0)
        #expect(try SiteDate("2026-12-01t00:30:00z").text == "2026-12-01T00:30:00Z")
        #expect(SiteDate(Instant(seconds: 0), offset: .seconds(-34_200)).text == "1969-12-31T14:30:00-09:30")
        #expect(SiteDate(Instant.distantFuture, offset: .days(999)).text == "9999-12-31T23:59:59+23:59")
        for text in ["", "2026-02-29T00:00:00Z", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "x"] {
            #expect(throws: WallClockError.self) { try SiteDate(text) }
        }
    }
}
