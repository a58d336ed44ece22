import Foundation
import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("What the pages of a site are made from")
struct PageTests {
    private func published(_ desk: StoreFixture, _ body: String) async throws -> PostID {
        let id = try await desk.post("Title", body).post.id
        let deliveries = [try frozen("site", payload: body)]
        _ = try await desk.store.publish(
            id, ifRevision: nil, date: nil, deliveries: deliveries, converging: [try target("site")])
        return id
    }

    private func deliver(_ desk: StoreFixture) async throws {
        let site = try target("site")
        for one in try await desk.store.claimDue(now: desk.clock.now, rules: [site: rules]) {
            let attempt = try await desk.store.arm(
                one.delivery.id, edition: one.delivery.edition, request: [], idempotency: .deterministic)
            _ = try await desk.store.finish(
                one.delivery.id, attempt: #require(attempt).number, .accepted(RemotePost(id: "1")), rules: rules,
                isPage: true)
        }
    }

    private func source(_ desk: StoreFixture) async throws -> PageSource? {
        try await desk.store.pageSources(of: desk.store.siteEntries(of: try target("site"))).first
    }

    private func save(_ body: String, as id: PostID, _ desk: StoreFixture, _ frozen: [FrozenDelivery] = []) async throws
    {
        var draft = try await desk.store.post(id).post.draft
        draft.body = body
        _ = try await desk.store.replace(
            id, with: draft, ifRevision: nil, refrozen: frozen, converging: [try target("site")])
    }

    @Test("the source is the text that was delivered, however often the post is saved afterwards")
    func isDelivered() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk, "Delivered.")
        try await deliver(desk)
        // More saves than lie between two revisions that are stored whole.
        for number in 1...70 { try await save("Private \(number).", as: id, desk) }
        let found = try #require(try await source(desk))
        #expect(found.draft?.body == "Delivered." && found.payload == Array("Delivered.".utf8))
    }

    @Test("an edit that waits, is blocked or has not arrived leaves the source; once it arrives, it is the source")
    func followsDeliveries() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk, "First.")
        // A waiting delivery takes the new text, and its number with it.
        try await save("Second.", as: id, desk, [try frozen("site", payload: "Second.")])
        try await deliver(desk)
        #expect(try await source(desk)?.draft?.body == "Second.")
        try await save("Too long.", as: id, desk, [try frozen("site", payload: "", problem: "It is too long.")])
        #expect(try await source(desk)?.draft?.body == "Second.")
        let later = try frozen("site", at: desk.clock.now + .hours(1), payload: "Third.")
        try await save("Third.", as: id, desk, [later])
        #expect(try await source(desk)?.draft?.body == "Second.")
        desk.clock.advance(.hours(2))
        try await deliver(desk)
        #expect(try await source(desk)?.draft?.body == "Third.")
    }

    @Test("a page of a store that did not number its payloads has no source, until its next edit")
    func isUnknown() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk, "Old.")
        try await deliver(desk)
        try await desk.store.forgetRevisions()
        #expect(try await desk.store.siteEntries(of: try target("site")).map(\.revision) == [nil])
        #expect(try await source(desk) == nil)
        try await save("New.", as: id, desk, [try frozen("site", payload: "New.")])
        desk.clock.advance(.minutes(1))
        try await deliver(desk)
        #expect(try await source(desk)?.draft?.body == "New.")
    }

    @Test("a payload is replaced only while it is the one that was read, and keeps its pictures from being removed")
    func replaces() async throws {
        let desk = try await StoreFixture()
        _ = try await published(desk, "Old.")
        let entry = try #require(try await desk.store.deliveries(.all).items.first?.delivery.id)
        func renew(_ old: String, _ new: String) async throws -> Set<DeliveryID> {
            try await desk.store.renewPages([RenewedPage(delivery: entry, old: Array(old.utf8), new: Array(new.utf8))])
        }
        #expect(try await renew("Older.", "Wrong.").isEmpty)
        #expect(try await renew("Old.", "With media:0123456789abcdef in it.") == [entry])
        #expect(try await desk.store.payload(of: entry) == Array("With media:0123456789abcdef in it.".utf8))
        let named = try await desk.store.read { db in
            try db.all("SELECT media FROM mediaDelivery") { try $0.columns(of: "mediaDelivery")["media"] as String }
        }
        #expect(named == ["0123456789abcdef"])
    }

    @Test("a damaged number is unknown, and the site shows the page and all others")
    func numberIsDamaged() async throws {
        let spoiled = try await SpoiledStore()
        let site = try target("one")
        for title in ["Hurt", "Other"] {
            let user = try await spoiled.store.user(named: "ana").id
            let id = try await spoiled.store.create(Draft(title: title, body: "Words."), owner: user).post.id
            let delivery = try await spoiled.store.publish(
                id, ifRevision: nil, date: nil, deliveries: [try frozen("one", payload: title)]
            ).deliveries[0]
            let row = "id = \(delivery.id.number)"
            try spoiled.execute("UPDATE delivery SET (state, boot) = ('preparing', 'boot 1') WHERE \(row)")
            if title == "Hurt" { try spoiled.execute("UPDATE delivery SET revision = 'x' WHERE \(row)") }
        }
        let entries = try await spoiled.store.siteEntries(of: site)
        #expect(entries.map { $0.revision == nil } == [true, false])
        #expect(try await spoiled.store.pageSources(of: entries).map(\.draft?.title) == ["Other"])
    }

    @Test("a damaged revision has no draft, and the other pages have theirs")
    func isDamaged() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk, "Delivered.")
        _ = try await published(desk, "Another.")
        try await deliver(desk)
        try await save("Later.", as: id, desk)
        try await desk.store.spoilRevisions()
        let sources = try await desk.store.pageSources(of: desk.store.siteEntries(of: try target("site")))
        #expect(sources.map(\.draft?.body) == [nil, "Another."])
    }
}
