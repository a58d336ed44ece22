import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("The courier's questions are answered from the file")
struct CourierTests {
    private let blog = DeliveryRules(idempotency: .searchable, late: .post)

    private func known(_ names: String...) throws -> [TargetName: DeliveryRules] {
        Dictionary(uniqueKeysWithValues: try names.map { (try target($0), blog) })
    }

    private func publish(_ desk: StoreFixture, _ frozen: FrozenDelivery...) async throws -> [Delivery] {
        let id = try await desk.post().post.id
        return try await desk.store.publish(id, ifRevision: nil, date: nil, deliveries: frozen).deliveries
    }

    @Test("what is due is given out once, the earliest first, however many ask at the same time")
    func once() async throws {
        let desk = try await StoreFixture()
        let store = desk.store
        for number in 0..<100 {
            _ = try await publish(desk, try frozen(at: noon - .seconds(Int64(number % 20))))
        }
        let rules = try known("blog")
        let claims = try await withThrowingTaskGroup(of: [ClaimedDelivery].self) { group in
            for _ in 0..<8 { group.addTask { try await store.claimDue(now: noon, rules: rules, limit: 20) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let ids = claims.joined().map(\.delivery.id)
        #expect(ids.count == 100 && Set(ids).count == 100)
        for claim in claims { #expect(claim.map(\.delivery.dueAt) == claim.map(\.delivery.dueAt).sorted()) }
        #expect(claims.joined().allSatisfy { $0.task == .prepare && $0.payload == Array("payload".utf8) })
        #expect(try await store.wakes().isEmpty)
    }

    @Test("nothing leaves before its time, and the courier learns when to wake")
    func early() async throws {
        let desk = try await StoreFixture()
        _ = try await publish(desk, try frozen(at: noon + .seconds(30)))
        #expect(try await desk.store.claimDue(now: noon + .seconds(29), rules: try known("blog")).isEmpty)
        #expect(try await desk.store.wakes() == [try target("blog"): noon + .seconds(30)])
        #expect(try await desk.store.claimDue(now: noon + .seconds(30), rules: try known("blog")).count == 1)
    }

    @Test("an attempt is on disk before it is sent, and its end beside it")
    func attempt() async throws {
        let desk = try await StoreFixture()
        let id = try await publish(desk, try frozen())[0].id
        _ = try await desk.store.claimDue(now: noon, rules: try known("blog"))
        let attempt = try await desk.store.arm(
            id, edition: 1, request: Array("abc".utf8), idempotency: .windowed(.hours(1)))
        #expect(attempt?.digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try await desk.store.attempts(of: id) == [try #require(attempt)])
        let delivery = try await desk.store.delivery(id).delivery
        #expect(try await desk.store.lastRequests(of: delivery) == [1: Array("abc".utf8)])
        desk.clock.advance(.seconds(2))
        let ended = try await desk.store.finish(id, attempt: 1, .unsent("No route."), rules: blog)
        #expect(ended.state.word == .retrying)
        let kept = try await desk.store.attempts(of: id)
        #expect(kept.map(\.outcome) == ["unsent"] && kept.map(\.reason) == ["No route."])
        #expect(kept.map(\.endedAt) == [noon + .seconds(2)])
    }

    @Test("nothing is armed that was cancelled or replaced meanwhile, or armed already")
    func unarmed() async throws {
        let desk = try await StoreFixture()
        let ids = try await publish(desk, try frozen("a"), try frozen("b"), try frozen("c")).map(\.id)
        #expect(try await desk.store.arm(ids[0], edition: 1, request: [], idempotency: .blind) == nil)
        _ = try await desk.store.claimDue(now: noon, rules: try known("a", "b", "c"))
        _ = try await desk.store.ask(.cancel, of: ids[0], rules: blog)
        let post = try await desk.store.delivery(ids[1]).delivery.postID
        _ = try await desk.store.replace(
            post, with: Draft(body: "new"), ifRevision: nil, refrozen: [try frozen("b", payload: "2")])
        for id in ids.prefix(2) {
            #expect(try await desk.store.arm(id, edition: 1, request: [], idempotency: .blind) == nil)
        }
        #expect(try await desk.store.arm(ids[2], edition: 1, request: [], idempotency: .blind)?.number == 1)
        #expect(try await desk.store.arm(ids[2], edition: 1, request: [], idempotency: .blind) == nil)
        #expect(try await desk.store.attempts(of: ids[2]).count == 1)
    }

    @Test("a late answer to an earlier attempt is written down and moves nothing")
    func lateAnswer() async throws {
        let desk = try await StoreFixture()
        let id = try await publish(desk, try frozen())[0].id
        for number in 1...2 {
            _ = try await desk.store.claimDue(now: desk.clock.now, rules: try known("blog"))
            #expect(try await desk.store.arm(id, edition: 1, request: [], idempotency: .natural)?.number == number)
            if number == 1 { _ = try await desk.store.finish(id, attempt: 1, .unsent("x"), rules: blog) }
            desk.clock.advance(.hours(1))
        }
        let state = try await desk.store.finish(id, attempt: 1, .accepted(RemotePost()), rules: blog).state
        #expect(state == .armed(boot: BootID("boot 1")))
        #expect(try await desk.store.attempts(of: id).map(\.outcome) == ["unsent", nil])
        _ = try await desk.store.finish(id, attempt: 7, .accepted(RemotePost()), rules: blog)
        #expect(try await desk.store.attempts(of: id).count == 2)
    }

    @Test(
        "a request that was rejected is made again, because its pictures may be gone; any other is repeated",
        arguments: [
            (Outcome.refused("No."), true), (.denied("Who?"), true), (.busy(until: noon, "Later."), false),
            (.unsent("No route."), false),
        ])
    func rejected(outcome: Outcome, isMadeAgain: Bool) async throws {
        let desk = try await StoreFixture()
        let id = try await publish(desk, try frozen())[0].id
        _ = try await desk.store.claimDue(now: noon, rules: try known("blog"))
        _ = try await desk.store.arm(id, edition: 1, request: [7], idempotency: .searchable)
        _ = try await desk.store.finish(id, attempt: 1, outcome, rules: blog)
        _ = try await desk.store.ask(.retry, of: id, rules: blog)
        let claimed = try await desk.store.claimDue(now: desk.clock.now, rules: try known("blog"))
        #expect(claimed.map(\.task) == [.prepare])
        #expect(claimed.map(\.lastRequest) == [isMadeAgain ? nil : [7]])
    }

    @Test("a lost answer is looked up with the bytes that were sent")
    func lookUp() async throws {
        let desk = try await StoreFixture()
        let id = try await publish(desk, try frozen())[0].id
        _ = try await desk.store.claimDue(now: noon, rules: try known("blog"))
        _ = try await desk.store.arm(id, edition: 1, request: [7], idempotency: .searchable)
        _ = try await desk.store.finish(id, attempt: 1, .unknown("Lost."), rules: blog)
        desk.clock.advance(.hours(1))
        let claimed = try await desk.store.claimDue(now: desk.clock.now, rules: try known("blog"))
        #expect(claimed.map(\.task) == [.lookUp] && claimed.map(\.lastRequest) == [[7]])
        let found = try await desk.store.lookedUp(id, .found(RemotePost(url: "https://x/1")), rules: blog)
        #expect(found.state == .delivered(at: desk.clock.now, RemotePost(url: "https://x/1")))
    }

    @Test("what waits for another target's address goes when that has arrived, and gets the address")
    func children() async throws {
        let desk = try await StoreFixture()
        let rules = try known("blog", "fedi")
        let deliveries = try await publish(desk, try frozen("blog"), try frozen("fedi", parent: "blog"))
        let (parent, child) = (deliveries[0].id, deliveries[1].id)
        #expect(try await desk.store.claimDue(now: noon, rules: rules).map(\.delivery.id) == [parent])
        #expect(try await desk.store.delivery(child).delivery.state.word == .blocked)
        _ = try await desk.store.arm(parent, edition: 1, request: [], idempotency: .natural)
        let record = RemotePost(id: "1", url: "https://blog/1")
        _ = try await desk.store.finish(parent, attempt: 1, .accepted(record), rules: blog)
        #expect(try await desk.store.delivery(child).delivery.state == .scheduled)
        let claimed = try await desk.store.claimDue(now: noon, rules: rules)
        #expect(claimed.map(\.delivery.id) == [child] && claimed.map(\.parentRecord) == [record])
    }

    @Test("a child waits for the parent's new address when the copy at the old one was taken back")
    func parentTakenBack() async throws {
        let desk = try await StoreFixture()
        let (rules, site) = (try known("blog", "fedi"), Set([try target("blog")]))
        let first = try await publish(desk, try frozen("blog"))[0]
        let post = first.postID
        func arrive(_ id: DeliveryID, _ url: String) async throws -> [DeliveryID] {
            _ = try await desk.store.arm(id, edition: 1, request: [], idempotency: .natural)
            _ = try await desk.store.finish(id, attempt: 1, .accepted(RemotePost(id: "1", url: url)), rules: blog)
            return try await desk.store.claimDue(now: noon, rules: rules).map(\.delivery.id)
        }
        #expect(try await desk.store.claimDue(now: noon, rules: rules).map(\.delivery.id) == [first.id])
        #expect(try await arrive(first.id, "https://blog/old").isEmpty)
        _ = try await desk.store.unpublish(post, converging: site)
        let alone = try await desk.store.publish(
            post, ifRevision: nil, date: nil, deliveries: [try frozen("fedi", parent: "blog")])
        let child = alone.deliveries[1].id
        #expect(try await desk.store.claimDue(now: noon, rules: rules).isEmpty)
        guard case .blocked(.parent, let reason) = try await desk.store.delivery(child).delivery.state else {
            return #expect(Bool(false))
        }
        #expect(reason.contains("taken back"))
        let again = try await desk.store.publish(
            post, ifRevision: nil, date: nil, deliveries: [try frozen("blog", payload: "2")], converging: site)
        let parent = again.deliveries[0].id
        #expect(try await desk.store.claimDue(now: noon, rules: rules).map(\.delivery.id) == [parent])
        #expect(try await arrive(parent, "https://blog/new") == [child])
        #expect(try await desk.store.delivery(child).delivery.state.word == .preparing)
    }

    @Test("when the parent is lost, the child says so")
    func orphan() async throws {
        let desk = try await StoreFixture()
        let rules = try known("blog", "fedi")
        let deliveries = try await publish(desk, try frozen("blog"), try frozen("fedi", parent: "blog"))
        _ = try await desk.store.claimDue(now: noon, rules: rules)
        _ = try await desk.store.arm(deliveries[0].id, edition: 1, request: [], idempotency: .natural)
        _ = try await desk.store.finish(deliveries[0].id, attempt: 1, .refused("No room."), rules: blog)
        #expect(try await desk.store.claimDue(now: noon, rules: rules).isEmpty)
        let child = try await desk.store.delivery(deliveries[1].id).delivery
        guard case .blocked(.parent, let reason) = child.state else { return #expect(Bool(false)) }
        #expect(reason.contains("No room."))
        let alone = try await publish(desk, try frozen("fedi", parent: "blog"))
        #expect(try await desk.store.claimDue(now: noon, rules: rules).isEmpty)
        #expect(try await desk.store.delivery(alone[0].id).delivery.state.word == .blocked)
    }

    @Test("after an outage the late ones of a target leave a minute apart, across claims and restarts")
    func late() async throws {
        let desk = try await StoreFixture()
        for number in 0..<4 { _ = try await publish(desk, try frozen(at: noon - .hours(1) + .seconds(Int64(number)))) }
        _ = try await publish(desk, try frozen("fedi", at: noon - .hours(1)))
        let rules = try known("blog", "fedi")
        let first = try await desk.store.claimDue(now: noon, rules: rules, limit: 3)
        let second = try await desk.store.claimDue(now: noon, rules: rules, limit: 3)
        #expect((first + second).map { "\($0.delivery.target)" }.sorted() == ["blog", "fedi"])
        let waiting = try await desk.store.deliveries(.state(.due)).items.map(\.delivery.wakeAt)
        #expect(waiting == [3, 2, 1].map { noon + .minutes($0) })
        desk.store.close()
        let again = try desk.reopened()
        let id = try await again.create(Draft(), owner: desk.user).post.id
        _ = try await again.publish(id, ifRevision: nil, date: nil, deliveries: [try frozen(at: noon - .hours(1))])
        #expect(try await again.claimDue(now: noon, rules: rules).isEmpty)
        #expect(try await again.deliveries(of: id).map(\.wakeAt) == [noon + .minutes(4)])
        again.close()
    }

    @Test("those whose delay ended during an outage leave a minute apart")
    func lateAfterDelay() async throws {
        let desk = try await StoreFixture()
        let rules = try known("blog", "fedi")
        for _ in 0..<3 {
            let child = try frozen("fedi", parent: "blog", delay: .minutes(10))
            let blog = try await publish(desk, try frozen(), child)[0].id
            _ = try await desk.store.claimDue(now: noon, rules: rules)
            _ = try await desk.store.arm(blog, edition: 1, request: [], idempotency: .searchable)
            _ = try await desk.store.finish(blog, attempt: 1, .accepted(RemotePost()), rules: self.blog)
        }
        #expect(try await desk.store.claimDue(now: noon, rules: rules).isEmpty)
        let end = noon + .hours(1)
        #expect(try await desk.store.claimDue(now: end, rules: rules).count == 1)
        let waiting = try await desk.store.deliveries(.state(.due)).items.map(\.delivery.wakeAt)
        #expect(waiting == [2, 1].map { end + .minutes($0) })
    }

    @Test("the planned wait for the targets before it makes nothing late, and an outage does")
    func plannedWaits() async throws {
        for (outage, expected) in [(Span.zero, DeliveryState.Word.preparing), (.hours(1), .blocked)] {
            let desk = try await StoreFixture()
            var asking = blog
            asking.late = .ask(after: .minutes(30))
            let rules = [try target("blog"): blog, try target("mail"): blog, try target("fedi"): asking]
            // The blog is delayed by five hours, and planned later than the rest; mail leaves two hours after it.
            let id = try await publish(
                desk, try frozen("blog", at: noon + .hours(5)), try frozen("mail", parent: "blog", delay: .hours(2)),
                try frozen("fedi", parent: "mail"))[0].postID
            desk.clock.advance(.hours(5))
            for wait in [Span.zero, .hours(2) + outage] {
                desk.clock.advance(wait)
                _ = try await desk.store.claimDue(now: desk.clock.now, rules: rules)
                for next in try await desk.store.deliveries(of: id) where next.state.word == .preparing {
                    _ = try await desk.store.arm(next.id, edition: 1, request: [], idempotency: .searchable)
                    _ = try await desk.store.finish(next.id, attempt: 1, .accepted(RemotePost()), rules: blog)
                }
                _ = try await desk.store.claimDue(now: desk.clock.now, rules: rules)
            }
            let last = try await desk.store.deliveries(of: id).first { $0.target.text == "fedi" }
            #expect(last?.state.word == expected)
        }
    }

    @Test("what was late by a clock that is right again holds up nothing until tomorrow")
    func lateByWrongClock() async throws {
        let desk = try await StoreFixture()
        let rules = try known("blog")
        for _ in 0..<2 { _ = try await publish(desk, try frozen(at: noon)) }
        // Given that one left, and the other got its minute, by a clock a day ahead
        #expect(try await desk.store.claimDue(now: noon + .days(1), rules: rules).count == 1)
        #expect(
            try await desk.store.deliveries(.state(.due)).items.map(\.delivery.wakeAt) == [
                noon + .days(1) + .minutes(1)
            ])
        // When it is right again, and another is late
        let late = try await publish(desk, try frozen(at: noon - .hours(1)))
        #expect(try await desk.store.claimDue(now: noon + .minutes(1), rules: rules).isEmpty)
        // Then that one leaves within minutes
        let wakeAt = try await desk.store.delivery(try #require(late.first).id).delivery.wakeAt
        #expect(wakeAt == noon + .minutes(3))
    }

    @Test("retries and look-ups that began to wait by a clock a year ahead go on when it is right again")
    func waitsByWrongClock() async throws {
        let desk = try await StoreFixture()
        let rules = try known("a", "b")
        let ids = try await publish(desk, try frozen("a"), try frozen("b")).map(\.id)
        let later = try await publish(desk, try frozen("a", at: noon + .days(400)))[0].id
        // Given that one failed and the other is in doubt by that clock
        desk.clock.advance(.days(365))
        let ahead = noon + .days(365)
        #expect(try await desk.store.claimDue(now: ahead, rules: rules, limit: 2).count == 2)
        for (id, outcome) in zip(ids, [.unsent("No route."), .unknown("Lost.")] as [Outcome]) {
            _ = try await desk.store.arm(id, edition: 1, request: [], idempotency: .searchable)
            _ = try await desk.store.finish(id, attempt: 1, outcome, rules: blog)
        }
        let waits = try await desk.store.wakes()
        #expect(waits.values.allSatisfy { $0 > noon + .days(2) })
        // When it is right again
        desk.clock.advance(.days(-365))
        try await desk.store.tidy()
        // Then both wait as long as they were meant to, and the plan of the third stays
        for id in ids {
            let wakeAt = try #require(try await desk.store.delivery(id).delivery.wakeAt)
            #expect(wakeAt > noon && wakeAt <= noon + .minutes(10))
        }
        #expect(try await desk.store.delivery(later).delivery.state == .scheduled)
        // And the next round finds nothing to do
        let newest = try await desk.store.newestEventID()
        try await desk.store.tidy()
        #expect(try await desk.store.newestEventID() == newest)
    }

    @Test("a notification that waits by a clock a year ahead is due when it is right again")
    func notificationByWrongClock() async throws {
        let desk = try await StoreFixture()
        desk.clock.advance(.days(365))
        _ = try await desk.store.wantTrial([.webhook])
        desk.clock.advance(.days(-365))
        #expect(try await desk.store.beginNotification(.webhook).isEmpty)
        try await desk.store.tidy()
        #expect(try await desk.store.beginNotification(.webhook).count == 1)
    }

    @Test("a crowd that is due at once is not late only because it takes its turn")
    func crowd() async throws {
        let desk = try await StoreFixture()
        for _ in 0..<40 { _ = try await publish(desk, try frozen()) }
        let rules = try known("blog")
        // With one claim a minute, the last are claimed seven minutes after their due time.
        for minute in 1...8 {
            let now = noon + .minutes(Int64(minute))
            #expect(try await desk.store.claimDue(now: now, rules: rules, limit: 5).count == 5)
        }
    }

    @Test("a pause holds back its target and no other, and lifting it lets them go")
    func pauses() async throws {
        let desk = try await StoreFixture()
        let rules = try known("blog", "fedi")
        try await desk.store.pause(try target("blog"))
        try await desk.store.pause(try target("blog"))
        _ = try await publish(desk, try frozen("blog"), try frozen("fedi"))
        #expect(try await desk.store.claimDue(now: noon, rules: rules).map(\.delivery.target) == [try target("fedi")])
        #expect(try await desk.store.pauses() == [try target("blog")])
        try await desk.store.pause(nil)
        try await desk.store.resume(try target("blog"))
        #expect(try await desk.store.claimDue(now: noon, rules: rules).isEmpty)
        try await desk.store.resume(nil)
        #expect(try await desk.store.pauses().isEmpty)
        #expect(try await desk.store.claimDue(now: noon, rules: rules).map(\.delivery.target) == [try target("blog")])
    }

    @Test("an administrator's pause is ended by administrators, and by that very user")
    func pausers() async throws {
        let desk = try await StoreFixture()
        let (ana, bo) = (UserID(1), UserID(2))
        for place in [nil, try target("blog")] {
            try await desk.store.pause(place, by: bo)
            try await desk.store.pause(place, by: ana, isAdministrator: true)
            try await desk.store.pause(place, by: bo)
            await #expect(throws: StoreError.pausedByAdministrator(place?.text)) {
                try await desk.store.resume(place, by: bo, isAdministrator: false)
            }
            #expect(try await desk.store.pauses() == [place])
            try await desk.store.resume(place, by: ana, isAdministrator: false)
            #expect(try await desk.store.pauses().isEmpty)
            try await desk.store.pause(place, by: ana)
            try await desk.store.resume(place, by: bo, isAdministrator: false)
            #expect(try await desk.store.pauses().isEmpty)
        }
    }

    @Test("a target that the configuration lost blocks, and a start with it lets go")
    func lostTarget() async throws {
        let desk = try await StoreFixture()
        let id = try await publish(desk, try frozen())[0].id
        #expect(try await desk.store.claimDue(now: noon, rules: [:]).isEmpty)
        #expect(try await desk.store.delivery(id).delivery.state.word == .blocked)
        try await desk.store.recover(rules: try known("blog"))
        #expect(try await desk.store.claimDue(now: noon, rules: try known("blog")).count == 1)
    }

    @Test("after a crash what was being prepared waits for its turn again, and what was armed is uncertain")
    func recovery() async throws {
        let desk = try await StoreFixture()
        let rules = try known("a", "b", "c")
        let ids = try await publish(desk, try frozen("a"), try frozen("b"), try frozen("c", at: noon + .days(1))).map(
            \.id)
        _ = try await desk.store.claimDue(now: noon, rules: rules)
        _ = try await desk.store.arm(ids[1], edition: 1, request: [], idempotency: .searchable)
        try await desk.store.recover(rules: rules)
        #expect(try await desk.store.delivery(ids[0]).delivery.state == .preparing(boot: BootID("boot 1")))
        desk.store.close()
        let store = try desk.reopened()
        try await store.recover(rules: rules)
        #expect(try await store.delivery(ids[0]).delivery.state == .scheduled)
        #expect(try await store.delivery(ids[1]).delivery.state.word == .uncertain)
        #expect(try await store.delivery(ids[2]).delivery.state == .scheduled)
        #expect(try await store.arm(ids[1], edition: 1, request: [], idempotency: .searchable) == nil)
        store.close()
    }

    @Test("when a zone's rules change, dates to come move with their deliveries, and nothing else does")
    func zones() async throws {
        let desk = try await StoreFixture()
        let lisbon = try ZoneName("Europe/Lisbon")
        let wall = try WallClock("2027-07-01T09:00")
        let instant = wall.asIfUTC - .hours(1)
        let date = try #require(PlannedTime(kept: wall, in: lisbon, at: instant))
        let id = try await desk.store.create(Draft(title: "T", date: date), owner: desk.user).post.id
        let past = PlannedTime(noon - .days(1), in: .utc)
        let old = try await desk.store.create(Draft(title: "old", date: past), owner: desk.user).post.id
        for post in [id, old] {
            let frozen = try frozen(at: post == id ? instant + .minutes(5) : noon)
            _ = try await desk.store.publish(post, ifRevision: nil, date: nil, deliveries: [frozen])
        }
        let moved = try await desk.store.recomputeDates { wall, _ in wall.asIfUTC }
        #expect(moved == [id])
        #expect(try await desk.store.post(id).post.draft.date?.instant == wall.asIfUTC)
        #expect(try await desk.store.deliveries(of: id).map(\.dueAt) == [wall.asIfUTC + .minutes(5)])
        #expect(try await desk.store.deliveries(of: old).map(\.dueAt) == [noon])
        #expect(try await desk.store.recomputeDates { _, _ in nil } == [])
    }
}
