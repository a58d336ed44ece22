import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("Publishing puts frozen payloads into the queue")
struct PublishingTests {
    private func published(_ desk: StoreFixture, _ frozen: [FrozenDelivery]) async throws -> PublishedPost {
        let id = try await desk.post().post.id
        return try await desk.store.publish(id, ifRevision: Revision(1), date: nil, deliveries: frozen)
    }

    /// Moves a delivery from the queue to delivered.
    private func deliver(_ desk: StoreFixture, _ id: DeliveryID, url: String = "https://example.org/1") async throws {
        let names = ["blog", "fedi", "site", "twin"]
        let all = Dictionary(uniqueKeysWithValues: try names.map { (try target($0), rules) })
        _ = try await desk.store.claimDue(now: desk.clock.now, rules: all)
        let attempt = try #require(try await desk.store.arm(id, edition: 1, request: [], idempotency: .searchable))
        let record = RemotePost(id: "1", url: url)
        _ = try await desk.store.finish(id, attempt: attempt.number, .accepted(record), rules: rules)
    }

    @Test("a post is scheduled when it is published, and published when it has arrived")
    func states() async throws {
        let desk = try await StoreFixture()
        let date = PlannedTime(noon + .hours(1), in: .utc)
        let id = try await desk.post().post.id
        let planned = try await desk.store.publish(
            id, ifRevision: Revision(1), date: date, deliveries: [try frozen(at: noon + .hours(1))])
        #expect(planned.state == .scheduled && planned.post.draft.date == date)
        #expect(planned.post.publication == .wanted && planned.post.revision == Revision(2))
        #expect(planned.deliveries.map(\.state) == [.scheduled])
        #expect(try await desk.store.posts(PostFilter(state: .scheduled)).items.map(\.id) == [id])
        desk.clock.advance(.hours(1))
        try await deliver(desk, planned.deliveries[0].id)
        #expect(try await desk.store.post(id).state == .published)
        #expect(try await desk.store.posts(PostFilter(state: .published)).items.map(\.id) == [id])
        #expect(try await desk.store.counts().deliveries == [.delivered: 1])
        #expect(try await desk.store.heading(at: "https://example.org/1", of: try target("blog")) == "Title")
        #expect(try await desk.store.heading(at: "https://example.org/2", of: try target("blog")) == nil)
    }

    @Test("publishing an old revision is refused, and nothing is sent")
    func stale() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        _ = try await desk.store.replace(id, with: Draft(body: "new"), ifRevision: nil)
        await #expect(throws: StoreError.stale(current: Revision(2))) {
            try await desk.store.publish(id, ifRevision: Revision(1), date: nil, deliveries: [try frozen()])
        }
        #expect(try await desk.store.deliveries(.all).items.isEmpty)
    }

    @Test("an edit before anything leaves changes what waits: the same delivery, with the same key")
    func changed() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen(payload: "old")])
        let id = first.post.id
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: first.post.revision, refrozen: [try frozen(payload: "new")])
        let now = try await desk.store.deliveries(of: id)
        #expect(now.map(\.id) == first.deliveries.map(\.id) && now.map(\.generation) == [1])
        #expect(now.map(\.edition) == [2] && now[0].state == .scheduled)
        #expect(try await desk.store.payload(of: now[0].id) == Array("new".utf8))
        #expect(try await desk.store.deliveries(.all).items.count == 1)
        #expect(try await desk.store.post(id).state == .scheduled)
    }

    @Test("a text that was claimed before the edit is not sent; the new one is, and repeats no old request")
    func changedUnderWay() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen(payload: "old")])
        let (id, delivery) = (first.post.id, first.deliveries[0].id)
        let all = [try target("blog"): rules]
        let attempt = try await claimed(desk, all)
        #expect(attempt.payload == Array("old".utf8))
        _ = try await desk.store.replace(
            id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try frozen(payload: "new")])
        #expect(try await desk.store.delivery(delivery).delivery.state.word == .preparing)
        #expect(try await desk.store.arm(delivery, edition: 1, request: [1], idempotency: .searchable) == nil)
        #expect(try await desk.store.delivery(delivery).delivery.state.word == .scheduled)
        let again = try await claimed(desk, all)
        #expect(again.payload == Array("new".utf8) && again.delivery.edition == 2)
        // Nothing of it leaves the machine, so that the next edit changes it once more.
        let armed = try #require(
            try await desk.store.arm(delivery, edition: 2, request: [2], idempotency: .searchable))
        _ = try await desk.store.finish(delivery, attempt: armed.number, .unsent("No network."), rules: rules)
        _ = try await desk.store.replace(
            id, with: Draft(body: "newest"), ifRevision: nil, refrozen: [try frozen(payload: "newest")])
        let last = try await claimed(desk, all)
        #expect(last.delivery.id == delivery && last.delivery.generation == 1 && last.delivery.edition == 3)
        #expect(last.payload == Array("newest".utf8) && last.lastRequest == nil)
        // What a preparation found of an older text says nothing of the newest.
        let stale = try await desk.store.unprepared(delivery, edition: 2, .refused("Too long."), rules: rules)
        #expect(stale.state.word == .scheduled)
    }

    private func claimed(
        _ desk: StoreFixture, _ all: [TargetName: DeliveryRules]
    ) async throws -> ClaimedDelivery {
        let found = try await desk.store.claimDue(now: desk.clock.now, rules: all)
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test(
        "once a request may have left, an edit makes a newer delivery with a key of its own, and the old text is dropped",
        arguments: [
            Outcome.busy(until: noon, "Wait."), .denied("No."), .misconfigured("No category."), .refused("No."),
        ])
    func replaced(outcome: Outcome) async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen(payload: "old")])
        let delivery = first.deliveries[0].id
        _ = try await claimed(desk, [try target("blog"): rules])
        let armed = try #require(
            try await desk.store.arm(delivery, edition: 1, request: [1], idempotency: .searchable))
        let tried = try await desk.store.finish(delivery, attempt: armed.number, outcome, rules: rules)
        #expect(tried.history.hasLeft && !tried.isUnknownThere)
        _ = try await desk.store.replace(
            first.post.id, with: Draft(body: "new"), ifRevision: nil, refrozen: [try frozen(payload: "new")])
        let now = try await desk.store.deliveries(of: first.post.id)
        #expect(now.map(\.generation) == [2] && now.map(\.key) != first.deliveries.map(\.key))
        guard tried.state.word != .failed else {
            #expect(try await desk.store.payload(of: delivery) == Array("old".utf8))
            return
        }
        #expect(try await desk.store.delivery(delivery).delivery.state.word == .superseded)
        await #expect(throws: StoreError.noSuchDelivery(delivery)) { try await desk.store.payload(of: delivery) }
    }

    @Test("an edit that does not fit any more is saved and blocked, and the next that fits goes")
    func content() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk, [try frozen()]).post.id
        let tooLong = try frozen(payload: "long", problem: "It has 501 characters; 500 fit.")
        _ = try await desk.store.replace(id, with: Draft(body: "long"), ifRevision: nil, refrozen: [tooLong])
        let blocked = try await desk.store.deliveries(of: id)
        #expect(blocked.map(\.state) == [.blocked(.content, reason: "It has 501 characters; 500 fit.")])
        _ = try await desk.store.replace(
            id, with: Draft(body: "short"), ifRevision: nil, refrozen: [try frozen(payload: "short")])
        #expect(try await desk.store.deliveries(of: id).map(\.state) == [.scheduled])
    }

    @Test("where it has arrived, or may have, it is not sent again, but at a target that replaces what is there")
    func once() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen("fedi"), try frozen("site")])
        let id = first.post.id
        let again = [try frozen("fedi", payload: "2"), try frozen("site", payload: "2")]
        for delivery in first.deliveries { try await deliver(desk, delivery.id) }
        let second = try await desk.store.publish(
            id, ifRevision: nil, date: nil, deliveries: again, converging: [try target("site")])
        #expect(
            second.deliveries.map { "\($0.target) \($0.generation) \($0.state.word)" } == [
                "fedi 1 delivered", "site 2 scheduled",
            ])
        #expect(second.state == .published)
        let third = try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: again)
        #expect(third.deliveries.map(\.generation) == [1, 2])
        _ = try await desk.store.claimDue(now: noon, rules: [try target("site"): rules])
        let armed = third.deliveries[1].id
        _ = try await desk.store.arm(armed, edition: 2, request: [], idempotency: .deterministic)
        let fourth = try await desk.store.publish(
            id, ifRevision: nil, date: nil, deliveries: again, converging: [try target("site")])
        // Even one under way: a later arrival replaces it.
        #expect(fourth.deliveries.map(\.generation) == [1, 3])
        #expect(try await desk.store.delivery(armed).delivery.state == .superseded(at: noon))
    }

    @Test("a stale delivery is to be frozen when it is due, and not while it is in doubt after a restore")
    func staleInDoubt() async throws {
        let desk = try await StoreFixture()
        let id = try await published(desk, [try frozen()]).post.id
        let later = FrozenDelivery(target: try target("blog"), key: "key of payload", dueAt: noon, payload: nil)
        _ = try await desk.store.replace(id, with: Draft(body: "new"), ifRevision: nil, refrozen: [later])
        let names = [try target("blog")]
        func next() async throws -> Instant? {
            try await desk.store.nextStale(at: names, quiet: .seconds(30), lead: .seconds(2))
        }
        #expect(try await next() == noon - .seconds(2))
        #expect(try await desk.store.stalePosts(at: names, quietSince: noon - .days(1), dueBy: noon) == [id])
        #expect(try await desk.store.claimDue(now: noon, rules: [names[0]: rules]).isEmpty)
        try await desk.store.commit { transaction in
            for delivery in try transaction.db.newestDeliveries(of: id) {
                try transaction.apply(.restored(from: noon - .days(1)), to: delivery, rules: nil)
            }
        }
        #expect(try await next() == nil)
        #expect(try await desk.store.stalePosts(at: names, quietSince: noon, dueBy: noon).isEmpty)
    }

    @Test("of the texts that a site has had, only the newest is kept beside the attempts")
    func keptPayloads() async throws {
        let desk = try await StoreFixture()
        let site = try target("site")
        let id = try await published(desk, [try frozen("site", payload: "1")]).post.id
        var ids: [DeliveryID] = []
        for number in 2...4 {
            let newest = try #require(try await desk.store.deliveries(of: id).first)
            ids.append(newest.id)
            try await deliver(desk, newest.id)
            _ = try await desk.store.publish(
                id, ifRevision: nil, date: nil, deliveries: [try frozen("site", payload: "\(number)")],
                converging: [site])
        }
        #expect(try await desk.store.payload(of: ids[2]) == Array("3".utf8))
        for old in ids.prefix(2) {
            await #expect(throws: StoreError.noSuchDelivery(old)) { try await desk.store.payload(of: old) }
            #expect(try await desk.store.attempts(of: old).count == 1)
        }
        #expect(try await desk.store.siteEntries(of: site).map(\.delivery) == [ids[2]])
    }

    @Test("taking back cancels what has not left, and leaves alone what has")
    func unpublished() async throws {
        let desk = try await StoreFixture()
        let first = try await published(
            desk, [try frozen("fedi"), try frozen("blog", at: noon + .hours(1)), try frozen("site")])
        try await deliver(desk, first.deliveries[1].id)
        let site = first.deliveries[2].id
        _ = try await desk.store.arm(site, edition: 1, request: [], idempotency: .deterministic)
        let back = try await desk.store.unpublish(first.post.id, ifRevision: nil)
        #expect(back.deliveries.map(\.state.word) == [.cancelled, .delivered, .armed])
        #expect(back.state == .unpublished && back.post.publication == .withdrawn)
        #expect(try await desk.store.unpublish(first.post.id).post.revision == back.post.revision)
    }

    @Test("unpublishing takes the page back from a site at once, and copies elsewhere only by a deletion")
    func pageRemoved() async throws {
        let desk = try await StoreFixture()
        let site = try target("site")
        let first = try await published(desk, [try frozen("fedi"), try frozen("site")])
        for delivery in first.deliveries { try await deliver(desk, delivery.id) }
        let back = try await desk.store.unpublish(first.post.id, converging: [site])
        #expect(back.deliveries.map { $0.takenBackAt == nil } == [true, false])
        #expect(try await desk.store.texts().items.map(\.targets) == [[try target("fedi")]])
        let again = try await desk.store.publish(
            first.post.id, ifRevision: nil, date: nil, deliveries: [try frozen("site", payload: "2")],
            converging: [site])
        #expect(again.deliveries.map(\.generation) == [1, 2] && again.state == .published)
    }

    @Test("a page that was being written when its post was unpublished is taken back, a copy elsewhere is there")
    func pageRemovedWhileWritten() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen("fedi"), try frozen("site")])
        let known = [try target("fedi"): rules, try target("site"): rules]
        _ = try await desk.store.claimDue(now: noon, rules: known)
        for delivery in first.deliveries {
            _ = try #require(
                try await desk.store.arm(
                    delivery.id, edition: delivery.edition, request: [], idempotency: .deterministic))
        }
        _ = try await desk.store.unpublish(first.post.id, converging: [try target("site")])
        for (delivery, isPage) in zip(first.deliveries, [false, true]) {
            let ended = try await desk.store.finish(
                delivery.id, attempt: 1, .accepted(RemotePost(id: "1")), rules: rules, isPage: isPage)
            #expect(ended.state.word == .delivered && (ended.takenBackAt == nil) == !isPage)
        }
        #expect(try await desk.store.post(first.post.id).state == .unpublished)
    }

    @Test("a page in doubt whose post was unpublished is taken back when its author confirms that it was there")
    func pageConfirmedAfterwards() async throws {
        let desk = try await StoreFixture()
        let site = try target("site")
        let first = try await published(desk, [try frozen("site")])
        _ = try await desk.store.claimDue(now: noon, rules: [site: rules])
        let id = first.deliveries[0].id
        _ = try #require(try await desk.store.arm(id, edition: 1, request: [], idempotency: .deterministic))
        let doubt = try await desk.store.finish(id, attempt: 1, .unknown("Lost."), rules: rules, isPage: true)
        #expect(doubt.state.word == .uncertain)
        _ = try await desk.store.unpublish(first.post.id, converging: [site])
        let ended = try await desk.store.ask(.confirmSent(RemotePost(id: "1")), of: id, rules: rules, isPage: true)
        #expect(ended.state.word == .delivered && ended.takenBackAt != nil)
        #expect(try await desk.store.targetsHolding(first.post.id).isEmpty)
    }

    @Test("a deleted post's deliveries are cancelled, and undeleting does not send them")
    func deleted() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen()])
        #expect(try await desk.store.delete(first.post.id).state == .deleted)
        #expect(try await desk.store.deliveries(of: first.post.id).map(\.state.word) == [.cancelled])
        #expect(try await desk.store.undelete(first.post.id).state == .draft)
        #expect(try await desk.store.claimDue(now: noon + .hours(1), rules: [:]).isEmpty)
        desk.clock.advance(.seconds(1))
        _ = try await desk.store.delete(first.post.id)
        desk.clock.advance(.days(31))
        try await desk.store.tidy()
        let entry = try await desk.store.delivery(first.deliveries[0].id)
        #expect(entry.delivery.postID == first.post.id && entry.postTitle == "")
        #expect(try await desk.store.payload(of: entry.delivery.id) == Array("payload".utf8))
    }

    @Test("the author's verbs go by the rules, and a refusal is in their words")
    func verbs() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen()])
        let id = first.deliveries[0].id
        await #expect(throws: StoreError.refused("It has not been tried yet.")) {
            try await desk.store.ask(.retry, of: id, rules: rules)
        }
        #expect(try await desk.store.ask(.cancel, of: id, rules: rules).state.word == .cancelled)
        #expect(try await desk.store.post(first.post.id).state == .draft)
        await #expect(throws: StoreError.noSuchDelivery(DeliveryID(9))) {
            try await desk.store.ask(.cancel, of: DeliveryID(9), rules: nil)
        }
    }

    @Test("a failed delivery whose successor is in the queue cannot be retried beside it")
    func retriedTooLate() async throws {
        let desk = try await StoreFixture()
        let first = try await published(desk, [try frozen()])
        let id = first.deliveries[0].id
        _ = try await desk.store.claimDue(now: noon, rules: [try target("blog"): rules])
        _ = try await desk.store.arm(id, edition: 1, request: [], idempotency: .searchable)
        _ = try await desk.store.finish(id, attempt: 1, .refused("No."), rules: rules)
        _ = try await desk.store.publish(
            first.post.id, ifRevision: nil, date: nil, deliveries: [try frozen(payload: "2")])
        let error = await #expect(throws: StoreError.self) { try await desk.store.ask(.retry, of: id, rules: rules) }
        #expect(error?.description.contains("newer version") ?? false)
    }

    @Test("what a site shows is the newest that was sent there, without what was taken back")
    func site() async throws {
        let desk = try await StoreFixture()
        let site = try target("site")
        let first = try await published(desk, [try frozen("site", payload: "1"), try frozen("fedi")])
        for delivery in first.deliveries { try await deliver(desk, delivery.id, url: "https://\(delivery.target)/1") }
        _ = try await published(desk, [try frozen("site", at: noon + .days(1))])
        #expect(try await payloads(at: site, of: desk) == [Array("1".utf8)])
        _ = try await desk.store.publish(
            first.post.id, ifRevision: nil, date: nil, deliveries: [try frozen("site", payload: "2")],
            converging: [site])
        #expect(try await payloads(at: site, of: desk) == [Array("1".utf8)])
        _ = try await desk.store.claimDue(now: noon, rules: [site: rules])
        let entries = try await desk.store.siteEntries(of: site)
        #expect(try await payloads(at: site, of: desk) == [Array("2".utf8)] && entries.map(\.isDelivered) == [false])
        #expect(entries.map(\.isShown) == [true])
        #expect(try desk.store.payloadNow(of: entries[0].delivery) == Array("2".utf8))
        _ = try await desk.store.unpublish(first.post.id)
        #expect(try await desk.store.siteEntries(of: site).isEmpty)
    }

    private func payloads(at site: TargetName, of desk: StoreFixture) async throws -> [[UInt8]] {
        try await desk.store.payloads(of: try await desk.store.siteEntries(of: site).map(\.delivery))
    }

    @Test("where a post stood at a site is remembered, the newest address first")
    func siteAddresses() async throws {
        let desk = try await StoreFixture()
        let site = try target("site")
        let first = try await published(desk, [try frozen("site", payload: "1"), try frozen("twin")])
        for delivery in first.deliveries { try await deliver(desk, delivery.id, url: "https://\(delivery.target)/1") }
        for number in [2, 3, 2] {
            let next = try await desk.store.publish(
                first.post.id, ifRevision: nil, date: nil, deliveries: [try frozen("site", payload: "\(number)")],
                converging: [site])
            try await deliver(desk, next.deliveries[0].id, url: "https://site/\(number)")
        }
        let addresses = try await desk.store.siteAdditions(of: site)[first.post.id]?.addresses
        #expect(addresses == ["https://site/2", "https://site/3", "https://site/1"])
        // Elsewhere only the present one is named.
        let twin = try target("twin")
        let copies = try await desk.store.siteAdditions(of: twin)[first.post.id]?.syndication
        #expect(copies == ["https://site/2"])
        #expect(try await desk.store.articles(of: site, at: twin).items.map(\.url) == ["https://site/2"])
    }

    @Test("the queue shows what comes next first, and everything in pages")
    func queue() async throws {
        let desk = try await StoreFixture()
        for hours in [3, 1, 2] {
            _ = try await published(desk, [try frozen(at: noon + .hours(Int64(hours)))])
        }
        let open = try await desk.store.deliveries(.open, limit: 2)
        #expect(open.items.map(\.delivery.dueAt) == [noon + .hours(1), noon + .hours(2)])
        #expect(open.items.first?.postTitle == "Title")
        let rest = try await desk.store.deliveries(.open, after: open.next, limit: 2)
        #expect(rest.items.map(\.delivery.dueAt) == [noon + .hours(3)] && rest.next == nil)
        _ = try await desk.store.ask(.cancel, of: rest.items[0].delivery.id, rules: nil)
        #expect(try await desk.store.deliveries(.open).items.count == 2)
        #expect(
            try await desk.store.deliveries(.all).items.map(\.delivery.state.word) == [
                .cancelled, .scheduled, .scheduled,
            ])
        let blog = try target("blog")
        #expect(try await desk.store.deliveries(QueueFilter(.one(.cancelled), target: blog)).items.count == 1)
        #expect(try await desk.store.deliveries(QueueFilter(.open, target: blog)).items.count == 2)
        let first = try await desk.store.deliveries(QueueFilter(.all, target: blog), limit: 2)
        let last = try await desk.store.deliveries(QueueFilter(.all, target: blog), after: first.next, limit: 2)
        #expect(
            (first.items + last.items).map(\.delivery.dueAt) == [3, 2, 1].map { noon + .hours($0) } && last.next == nil)
        #expect(try await desk.store.deliveries(QueueFilter(.all, target: try target("other"))).items.isEmpty)
        #expect(try await desk.store.deliveries(.state(.failed)).items.isEmpty)
    }
}
