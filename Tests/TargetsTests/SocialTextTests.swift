import Foundation
import Posts
import Site
import TargetSupport
import Testing

@testable import Targets

@Suite struct SocialTextTests {
    private func preview(
        _ post: Manuscript, software: String = "mastodon", max: Int = 500,
        _ change: (inout TargetSettings) -> Void = { _ in }
    ) throws -> Preview {
        try http("mastodon", change).freeze(post, as: .create, facts: facts(software, max: max), key: key).preview
    }

    @Test("without the author's own text, title, summary, address and tags are sent")
    func standard() throws {
        let preview = try preview(try manuscript())
        #expect(
            preview.text == "Hello “world” & \\ <b>\n\nA summary\n\nhttps://example.org/hello/\n\n#Swift #OpenSource")
        #expect(preview.limit == 500)
        #expect(preview.rule?.contains("23") == true)
    }

    @Test("the author's own text is sent unchanged, with the address in place of {{url}}")
    func own() throws {
        let post = try manuscript(override: TargetOverride(text: "{{title}} at {{url}} and {{ url }}"))
        #expect(try preview(post).text == "{{title}} at \(address) and \(address)")
    }

    @Test("an author's own text that does not fit is refused with the numbers")
    func tooLong() throws {
        let post = try manuscript(override: TargetOverride(text: String(repeating: "é", count: 501)))
        let error = try #require(throws: FreezeError.self) { try preview(post) }
        #expect(error.description.contains("501") && error.description.contains("500"))
    }

    @Test("a template inserts existing values, and a tag without room is reported")
    func template() throws {
        let change: (inout TargetSettings) -> Void = { $0.text = "{{title}} {{url}} {{hashtags}}" }
        #expect(try preview(try manuscript(title: nil), change).text == "\(address) #Swift #OpenSource")
        #expect(try preview(try manuscript(title: "{{url}} & <x>"), change).text.hasPrefix("{{url}} & <x> https"))
        let short = try preview(try manuscript(title: String(repeating: "t", count: 470)), change)
        #expect(short.losses.contains { $0.contains("#OpenSource") })
        #expect((short.count ?? 0) <= 500)
    }

    @Test("a text that contains an address which will never exist is refused")
    func noAddress() throws {
        let post = try manuscript(address: .none, override: TargetOverride(text: "See {{url}}"))
        #expect(throws: FreezeError.self) { try preview(post) }
        #expect(throws: FreezeError.self) {
            try preview(try manuscript(address: .none)) { $0.text = "{{#title}}{{/title}}" }
        }
    }

    @Test(
        "at a desk without a blog {{url}} stands for nothing, with a warning",
        arguments: [
            ("{{url}} See", "See"), ("See {{url}}", "See"), ("See {{ url }} now", "See now"),
            ("One\n{{url}}\nTwo", "One\n\nTwo"), ("Hello", "Hello"),
        ])
    func noBlog(own: String, sent: String) throws {
        for long in ["link", "thread"] {
            var post = try manuscript(address: .none, override: TargetOverride(text: own))
            post.deskHasBlog = false
            let found = try preview(post) { $0.long = long }
            #expect(found.text == sent)
            #expect(found.warnings.contains { $0.contains("{{url}} is left out") } == own.contains("url"))
            // An address from elsewhere is one.
            post.canonicalAddress = address
            #expect(try preview(post) { $0.long = long }.text == own.replacing(/{{ ?url ?}}/, with: address))
        }
    }

    @Test("a mention in code is a warning where code is plain text", arguments: ["mastodon", "telegram"])
    func codeMentions(kind: String) throws {
        func warnings(_ body: String, own: String? = nil) throws -> [String] {
            let post = try manuscript(
                title: nil, body: body, tags: [], address: .none, override: own.map { TargetOverride(text: $0) })
            return try http(kind) { $0.chat = kind == "telegram" ? "@ada_writes" : nil }
                .freeze(post, as: .create, facts: facts("mastodon"), key: key).preview.warnings
        }
        let code = "Write `@ada_b`.\n\n    @Override\n    # @eve@a.example and @bob_c\n"
        let expected = "shows code as plain text, so “@ada_b”, “@Override”, “@eve@a.example” and 1 more can become"
        #expect(try warnings(code).contains { $0.contains(expected) })
        for other in [try warnings("Hello @ada_b, `no` `ada@a.example`."), try warnings(code, own: "Hello @ada_b")] {
            #expect(other.allSatisfy { !$0.contains("code") })
        }
    }

    @Test("a site freezes its entry and predicts its address")
    func site() throws {
        var settings = settings("site")
        settings.site = Site(
            settings: try SiteSettings(name: "Blog", address: "https://example.org/blog", folder: "/srv/www"),
            theme: try Theme(defaultFolder: themeFolder))
        let target = try Target(settings)
        let frozen = try target.freeze(try manuscript(), as: .create, facts: nil, key: key)
        let entry = try SiteEntry(encoded: frozen.payload)

        #expect(frozen.preview.predictedAddress == "https://example.org/blog/2026/12/hello/")
        #expect(entry.published.text == "2026-12-01T10:00:00+01:00")
        #expect(entry.summary == "A summary")
        #expect(frozen.preview.html == entry.contentHTML)
        #expect(target.rules(facts: nil).idempotency == .deterministic)
        #expect(target.isBlog)
    }

    @Test("a site's dates have the offset of their own day, and the day that the author wrote")
    func siteDates() throws {
        var settings = settings("site")
        settings.site = Site(
            settings: try SiteSettings(
                name: "Blog", address: "https://example.org", folder: "/srv/www",
                permalink: "/{year}/{month}/{day}/{slug}/"),
            theme: try Theme(defaultFolder: themeFolder))
        let target = try Target(settings)
        let lisbon = try ZoneRules(
            tzif: [UInt8](Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Lisbon"))))
        let east = try #require(ZoneRules(fixed: .hours(8)))
        for (clocks, published, changed, dates, address) in [
            (
                lisbon, "2026-12-31T23:30:00Z", "2027-07-01T23:30:00Z",
                ["2026-12-31T23:30:00Z", "2027-07-02T00:30:00+01:00"], "/2026/12/31/hello/"
            ),
            (
                east, "2005-05-31T17:17:00Z", "2005-07-31T17:17:00Z",
                ["2005-06-01T01:17:00+08:00", "2005-08-01T01:17:00+08:00"], "/2005/06/01/hello/"
            ),
        ] {
            var manuscript = try manuscript()
            manuscript.clocks = clocks
            (manuscript.published, manuscript.changedAt) = (
                try RFC3339.instant(published), try RFC3339.instant(changed)
            )
            let frozen = try target.freeze(manuscript, as: .create, facts: nil, key: key)
            let entry = try SiteEntry(encoded: frozen.payload)
            #expect([entry.published.text, entry.updated.text] == dates)
            #expect(frozen.preview.predictedAddress == "https://example.org" + address)
            let hook = try http("webhook").freeze(manuscript, as: .edit, facts: nil, key: key)
            // The document is a text in the payload.
            let text = String(decoding: hook.payload, as: UTF8.self).replacing("\\", with: "")
            for (name, date) in zip(["published", "updated"], dates) {
                #expect(text.contains("\"\(name)\":\"\(date.replacing("Z", with: "+00:00"))\""), "\(text)")
            }
        }
    }

    private var themeFolder: String {
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Sources/Site/themes/default"
    }
}
