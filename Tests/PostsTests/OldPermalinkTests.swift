import Testing

@testable import Posts

/// The form of old addresses, as an author states it.
@Suite("Stated forms of old addresses")
struct OldPermalinkTests {
    private func value(_ placeholder: OldPermalink.Placeholder) -> String? {
        switch placeholder {
        case .year: "2020"
        case .month: "01"
        case .day: "05"
        case .slug: "boats"
        case .title: "my-boats"
        case .name: "Boats"
        case .filename: "2020-01-05-Boats"
        case .section: ""
        case .sections: "posts/deep"
        }
    }

    @Test(
        "placeholders stand for what the file says, wherever they are",
        arguments: [
            ("/web/:slug/", "/web/boats/"), ("/web/:slug", "/web/boats/"), ("/:slug.html", "/boats.html"),
            ("/:year/:month/:day/:title/", "/2020/01/05/my-boats/"), ("/:year_:month-:name/", "/2020_01-Boats/"),
            ("/:section/:filename/", "/2020-01-05-Boats/"), ("/:sections/:slug:year/", "/posts/deep/boats2020/"),
            ("/b%C3%A9/:slug/", "/bé/boats/"),
        ])
    func paths(text: String, path: String) throws {
        #expect(try OldPermalink(text).path(value)?.text == path)
    }

    @Test("without a value, or with one that no page can have, there is no address")
    func missing() throws {
        #expect(try OldPermalink("/:year/:slug/").path { $0 == .year ? nil : "x" } == nil)
        #expect(try OldPermalink("/x/:slug/").path { _ in ".." } == nil)
        #expect(try OldPermalink("/:slug/").path(in: "/pt") { _ in "x" }?.text == "/pt/x/")
    }

    @Test(
        "a form that cannot be read names the fault and the placeholders",
        arguments: [
            ("web/:slug/", "from the first “/”"), ("//x/:slug/", "from the first “/”"),
            ("/:slugs/", "“:slugs” is no placeholder of an old address. Use :year, :month, :day, :slug,"),
            ("/a:/:slug/", "“:” is no placeholder"), ("/{slug}/", "Write placeholders with a colon: :year"),
            ("/web/", "All posts would have had the address “/web/”."), ("/:year/:section/", "All posts would"),
            ("/../:slug/", "begins with “.”"), ("/a?b=:slug", "“?”"), ("/tags/:slug/", "which the site needs itself"),
            ("/\u{7}:slug/", "no page of a site can have"),
            ("/" + String(repeating: "a", count: 1000), "1001 bytes"),
        ])
    func faults(text: String, words: String) throws {
        let error = try #require(throws: OldPermalinkError.self) { _ = try OldPermalink(text) }
        #expect(error.description.contains(words), "\(error)")
    }
}
