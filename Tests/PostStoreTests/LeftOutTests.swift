import Foundation
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("A damaged row is left out and named, and everything else goes on")
struct LeftOutTests {
    private let names = ["one", "two"]

    private func rules() throws -> [TargetName: DeliveryRules] {
        Dictionary(
            uniqueKeysWithValues: try names.map {
                (try target($0), DeliveryRules(idempotency: .searchable, late: .post))
            })
    }

    private func publish(_ spoiled: SpoiledStore, _ title: String) async throws -> [Delivery] {
        let store = spoiled.store
        let user = try await store.user(named: "ana").id
        let id = try await store.create(Draft(title: title, body: "Words."), owner: user).post.id
        return try await store.publish(
            id, ifRevision: nil, date: nil, deliveries: try names.map { try frozen($0, payload: "\($0) \(title)") }
        ).deliveries
    }

    /// Claims what is due and delivers it, as the courier does, until nothing is due any more.
    private func deliver(_ store: PostStore) async throws -> Set<DeliveryID> {
        var arrived: Set<DeliveryID> = []
        let rules = try rules()
        while let at = try await store.wakes().filter({ names.contains($0.key.text) }).values.min(), at <= noon {
            let claimed = try await store.claimDue(now: noon, rules: rules, rooms: try [target("late"): 0])
            // Else the courier would look without end.
            guard !claimed.isEmpty else {
                Issue.record("Something is due that cannot be claimed.")
                break
            }
            for one in claimed {
                let id = one.delivery.id
                let attempt = try #require(
                    try await store.arm(
                        id, edition: one.delivery.edition, request: one.payload, idempotency: .searchable))
                let outcome = Outcome.accepted(RemotePost(id: "\(id.number)", url: "https://example.org/\(id.number)"))
                let rules = try #require(rules[one.delivery.target])
                let after = try await store.finish(id, attempt: attempt.number, outcome, rules: rules)
                #expect(after.state.word == .delivered)
                arrived.insert(id)
            }
        }
        return arrived
    }

    /// All that shows deliveries of many posts.
    private func readLists(_ store: PostStore, expecting id: DeliveryID) async throws {
        try await store.recover(rules: try rules())
        try await store.tidy()
        try await store.resume(nil)
        let queue = try await store.deliveries(QueueFilter(.all), limit: 500).items
        #expect(queue.contains { $0.delivery.id == id })
        _ = try await store.deliveries(QueueFilter(.open))
        _ = try await store.upcoming()
        _ = try await store.counts()
        _ = try await store.countsByTarget()
        _ = try await store.openCounts()
        _ = try await store.toCome()
        _ = try await store.noteNotifications([.command], after: 0)
        _ = try await store.beginNotification(.command)
        _ = try await store.notifications()
        _ = try await store.remoteIDs(at: try target("one"), except: id)
        _ = try await store.siteEntries(of: try target("one"))
        _ = try await store.siteAdditions(of: try target("one"), articles: try target("two"))
        _ = try await store.recomputeDates { wall, zone in PlannedTime(kept: wall, in: zone, at: noon)?.instant }
        #expect(try await !store.posts().items.isEmpty)
    }

    @Test("whatever column of a waiting delivery is damaged, all others arrive, lists answer, and it is never sent")
    func deliveries() async throws {
        let spoiled = try await SpoiledStore()
        let store = spoiled.store
        var leftOut: Set<String> = []
        for column in spoiled.columns(of: "delivery") {
            for value in try spoiled.badValues(of: column, in: "delivery") {
                let (hurt, other) = (try await publish(spoiled, "Hurt"), try await publish(spoiled, "Other"))
                let row = "id = \(hurt[0].id.number)"
                let old = try spoiled.set(column, in: "delivery", to: value, where: row)
                let arrived = try await deliver(store)
                let healthy = Set([hurt[1].id, other[0].id, other[1].id])
                #expect(arrived.isSuperset(of: healthy), "\(column) \(value)")
                try await store.checkRows(everything: true)
                let words = store.spoiledRows.filter { $0.hasPrefix("Delivery \(hurt[0].id.number) is left out") }
                // Some columns are not read in this state.
                #expect(arrived.contains(hurt[0].id) == words.isEmpty, "\(column) \(value)")
                if !words.isEmpty {
                    leftOut.insert(column)
                    #expect(words.allSatisfy { $0.contains("damaged: delivery.") })
                    try await readLists(store, expecting: other[0].id)
                    try spoiled.set(column, in: "delivery", to: old, where: row)
                    // It leaves once it can be read again.
                    try await store.checkRows()
                    #expect(try await deliver(store) == [hurt[0].id], "\(column) \(value)")
                }
            }
        }
        let needed: Set = [
            "postId", "target", "kind", "generation", "key", "dueAt", "parent", "delay", "state", "isOver", "attempts",
            "tries", "deadlineAt", "firstSentAt", "isInDoubt", "absences", "absentAt", "isResent", "takenBackAt",
            "restoredFrom", "remark", "askAt", "part", "parts",
        ]
        #expect(leftOut.isSuperset(of: needed), "\(needed.subtracting(leftOut))")
        let log = spoiled.log.all
        #expect(Set(log).count == log.count)
    }

    @Test(
        "a delivery of which another row is damaged or missing is left out alone",
        arguments: [
            "UPDATE payload SET bytes = 7 WHERE delivery = ?", "DELETE FROM payload WHERE delivery = ?",
            "UPDATE post SET publication = 'perhaps' WHERE id = (SELECT postId FROM delivery WHERE id = ?)",
            "UPDATE post SET deletedAt = 'x' WHERE id = (SELECT postId FROM delivery WHERE id = ?)",
        ])
    func otherRows(change: String) async throws {
        let spoiled = try await SpoiledStore()
        let store = spoiled.store
        let (hurt, other) = (try await publish(spoiled, "Hurt"), try await publish(spoiled, "Other"))
        try spoiled.execute(change.replacing("?", with: "\(hurt[0].id.number)"))
        let arrived = try await deliver(store)
        #expect(arrived.isSuperset(of: other.map(\.id)) && !arrived.contains(hurt[0].id))
        #expect(try await store.delivery(other[0].id).delivery.state.word == .delivered)
        #expect(store.spoiledRows.contains { $0.hasPrefix("Delivery \(hurt[0].id.number) is left out and not sent") })
        #expect(spoiled.log.all.count { $0.hasPrefix("Delivery \(hurt[0].id.number) is damaged") } == 1)
    }

    @Test("an outcome is recorded although the post, or a delivery of it elsewhere, was damaged meanwhile")
    func outcome() async throws {
        let changes = [
            "UPDATE delivery SET state = x'00' WHERE target = 'two'", "UPDATE post SET publication = 'perhaps'",
            "UPDATE post SET state = 7",
        ]
        for change in changes {
            let spoiled = try await SpoiledStore()
            let store = spoiled.store
            let delivery = try await publish(spoiled, "Post")[0]
            let claimed = try await store.claimDue(now: noon, rules: try rules())
            #expect(claimed.contains { $0.delivery.id == delivery.id })
            let attempt = try #require(
                try await store.arm(delivery.id, edition: delivery.edition, request: [1], idempotency: .searchable))
            try spoiled.execute(change)
            let known = try #require(try rules()[try target("one")])
            let after = try await store.finish(
                delivery.id, attempt: attempt.number, .accepted(RemotePost(id: "1")), rules: known)
            #expect(after.state.word == .delivered, "\(change)")
        }
    }

    @Test("whatever column of a post is damaged, lists and searches show the other posts")
    func posts() async throws {
        let spoiled = try await SpoiledStore()
        let store = spoiled.store
        let other = try await publish(spoiled, "Lighthouse")[0].postID
        var leftOut: Set<String> = []
        for column in spoiled.columns(of: "post") where !["number", "docId", "sortAt"].contains(column) {
            for value in try spoiled.badValues(of: column, in: "post") {
                let old = try spoiled.set(column, in: "post", to: value, where: "number = 1")
                for order in ListOrder.allCases {
                    let page = try await store.posts(order: order)
                    #expect(page.items.contains { $0.id == other }, "\(column) \(value)")
                }
                for order in SearchOrder.allCases {
                    #expect(try await store.search("lighthouse", order: order).items.map(\.id) == [other])
                    _ = try await store.search("text", order: order)
                }
                try await store.tidy()
                _ = try await store.recomputeDates { wall, zone in PlannedTime(kept: wall, in: zone, at: noon)?.instant
                }
                try await store.checkRows(everything: true)
                if store.spoiledRows.contains(where: { $0.hasPrefix("The post ") && $0.contains("left out of lists") })
                {
                    leftOut.insert(column)
                }
                try spoiled.set(column, in: "post", to: old, where: "number = 1")
                try await store.checkRows(everything: true)
                #expect(store.spoiledRows.isEmpty)
            }
        }
        #expect(leftOut.isSuperset(of: ["id", "kind", "title", "state", "wall", "overrides", "publication"]))
    }

    @Test("a page reads over damaged posts, and the next one follows")
    func pages() async throws {
        let spoiled = try await SpoiledStore()
        let store = spoiled.store
        var ids: Set<PostID> = []
        for number in 1...9 {
            let id = try await publish(spoiled, "\(number)")[0].postID
            if !number.isMultiple(of: 2) { ids.insert(id) }
        }
        try spoiled.execute("UPDATE post SET kind = 'poem' WHERE title IN ('2', '4', '6', '8')")
        var page = try await store.posts(limit: 2)
        var found = Set(page.items.map(\.id))
        while let next = page.next {
            page = try await store.posts(after: next, limit: 2)
            found.formUnion(page.items.map(\.id))
        }
        #expect(found.isSuperset(of: ids) && found.count == ids.count + 1)
    }
}
