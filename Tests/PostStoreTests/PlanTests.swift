import Posts
import SQL
import StoreSupport
import Synchronization
import Testing

@testable import PostStore

@Suite("What is asked for often is found by an index")
struct PlanTests {
    @Test(
        "no page walks through all posts or sorts them",
        arguments: [
            PostFilter(), PostFilter(state: .published), PostFilter(state: .deleted), PostFilter(owner: UserID(1)),
            PostFilter(since: noon, until: noon), PostFilter(state: .draft, kind: .page), PostFilter(kind: .post),
        ])
    func plan(filter: PostFilter) async throws {
        let desk = try await StoreFixture(isFile: true)
        for tag in [nil, try Tag("web")] {
            var filter = filter
            filter.tag = tag
            for place in [nil, (Int64(5), Int64(5))] {
                let (sql, arguments) = ListQuery(filter).statement(after: place)
                #expect(try await Self.isIndexed(desk.store, sql, arguments + [10]), "\(sql)")
            }
        }
    }

    @Test(
        "nor does a page in another order",
        arguments: [ListOrder.edited, .title],
        [
            PostFilter(), PostFilter(state: .published), PostFilter(state: .deleted), PostFilter(owner: UserID(1)),
            PostFilter(state: .draft, owner: UserID(1)), PostFilter(since: noon, until: noon), PostFilter(kind: .post),
        ])
    func orderedPlan(order: ListOrder, filter: PostFilter) async throws {
        let desk = try await StoreFixture(isFile: true)
        for place in [nil, (Int64(5), Int64(5))] {
            let (sql, arguments) = ListQuery(filter, order).statement(after: place)
            #expect(try await Self.isIndexed(desk.store, sql, arguments + [10]), "\(sql)")
        }
    }

    @Test("the status and the metrics count no posts and no deliveries, and their warnings read those that wait")
    func countPlan() async throws {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post()
        let tables = try await desk.store.read { db in
            let counting = CountingDatabase(db)
            _ = (try counting.counts(.everyone), try counting.countsByTarget(), try counting.openCounts(.everyone))
            return Set(
                counting.statements.flatMap { sql in
                    let words = sql.split(whereSeparator: { !$0.isLetter })
                    return zip(words, words.dropFirst()).filter { $0.0 == "FROM" }.map { String($0.1) }
                })
        }
        #expect(tables == ["postCount", "deliveryCount"])
        #expect(try await Self.isIndexed(desk.store, QueueEntry.upcoming, ["blog", Int64.null]))
        for states in [QueueFilter.States.one(.uncertain), .one(.blocked), .restored] {
            let (sql, arguments) = QueueQuery(QueueFilter(states)).statement(after: nil)
            #expect(try await Self.isIndexed(desk.store, sql, arguments + [10]), "\(sql)")
            #expect(try await Self.plan(desk.store, sql, arguments + [10]).contains { $0.contains("deliveryHeld") })
        }
    }

    @Test("a site reads the posts that the log names and no others")
    func newsPlan() async throws {
        let desk = try await StoreFixture(isFile: true)
        let statements: [(String, [any SQLArgument])] = [
            (SiteNews.changed, [1, 9]), (SiteNews.entries(true), ["site", "id"]),
            (SiteAdditions.slugs(true), ["site", "id"]), (SiteAdditions.paths(true), ["site", "id"]),
            (SiteAdditions.feedIDs(true), ["site", "id"]),
            (SiteAdditions.addresses(true), ["site", "id"]), (SiteAdditions.copies(true), ["site", "sky", "id"]),
            (SiteAdditions.documents(true), ["sky", "id"]),
        ]
        for (sql, arguments) in statements {
            let scans = try await Self.plan(desk.store, sql, arguments).filter { step in
                ["post", "delivery", "other", "own", "slug", "formerPath", "feedId", "event"].contains {
                    step.hasPrefix("SCAN \($0)")
                }
            }
            #expect(scans == [], "\(sql)")
        }
    }

    @Test("a page of sessions reads the sessions of its user")
    func sessionPlan() async throws {
        let desk = try await StoreFixture(isFile: true)
        #expect(try await Self.isIndexed(desk.store, Session.pageSQL, [1, 9, 0, 0, 10]))
    }

    @Test(
        "no page of the queue walks through all deliveries or sorts them",
        arguments: [
            QueueFilter.open, .all, .state(.failed), .state(.scheduled),
        ])
    func queuePlan(filter: QueueFilter) async throws {
        let desk = try await StoreFixture(isFile: true)
        for filter in [filter, QueueFilter(filter.states, target: try target("blog"))] {
            for place in [nil, (Int64(5), Int64(5))] {
                let (sql, arguments) = QueueQuery(filter).statement(after: place)
                #expect(try await Self.isIndexed(desk.store, sql, arguments + [10]), "\(sql)")
            }
        }
    }

    @Test("the courier finds what is due by an index")
    func wakePlan() async throws {
        let desk = try await StoreFixture(isFile: true)
        #expect(try await Self.isIndexed(desk.store, Claim.waiting, ["blog", 1]))
        let steps = try await Self.plan(desk.store, Claim.targets, []).filter { $0.contains("delivery") }
        #expect(
            steps.count == 2 && steps.allSatisfy { $0.hasPrefix("SEARCH") && $0.contains("deliveryWake") }, "\(steps)")
    }

    @Test("resuming and recovering read the deliveries that are not over, and no others")
    func openPlan() async throws {
        let desk = try await StoreFixture(isFile: true)
        for sql in [DeliveryRow.paused, DeliveryRow.unfinished, DeliveryRow.everyOpen] {
            let plan = try await Self.plan(desk.store, sql, [1])
            #expect(plan.contains { $0.contains("INDEX deliveryOpen") }, "\(plan)")
        }
    }

    @Test("one statement finds which slots of many targets are taken, by the minutes of the slots")
    func takenPlan() async throws {
        let desk = try await StoreFixture(isFile: true)
        let first = try await desk.post().post.id
        let names = try (1...100).map { try target("t\($0)") }
        let deliveries = [try frozen("t1"), try frozen("t2", at: noon + .hours(1)), try frozen("other")]
        _ = try await desk.store.publish(first, ifRevision: nil, date: nil, deliveries: deliveries)
        let second = try #require(try await desk.store.deliveries(of: first).first { $0.target == names[1] })
        _ = try await desk.store.ask(.cancel, of: second.id, rules: rules)
        let instants = [noon - .seconds(1), noon, noon + .seconds(59), noon + .minutes(1), noon + .hours(1)]
        let wanted = Dictionary(uniqueKeysWithValues: names.map { ($0, instants) })
        let (all, others, count) = try await desk.store.read { db in
            let counting = CountingDatabase(db)
            let taken = (try counting.taken(wanted, except: nil), try counting.taken(wanted, except: first))
            return (taken.0, taken.1, counting.statements.count)
        }
        #expect(all == [names[0]: [noon, noon + .seconds(59)]] && others.isEmpty && count == 2)
        let list = ArgumentList(rows: [["blog", 1]], columns: 2)
        let plan = try await Self.plan(desk.store, PostBasis.taken(list), list.arguments + [String.null])
        #expect(plan.contains { $0.contains("deliveryOpen (dueAt>? AND dueAt<?)") }, "\(plan)")
    }

    private static func plan(_ store: PostStore, _ sql: String, _ arguments: [any SQLArgument]) async throws
        -> [String]
    {
        try await store.read { db in
            try db.all("EXPLAIN QUERY PLAN " + sql, arguments) { try $0.columns(of: "plan")["detail"] as String }
        }
    }

    private static func isIndexed(_ store: PostStore, _ sql: String, _ arguments: [any SQLArgument]) async throws
        -> Bool
    {
        let plan = try await plan(store, sql, arguments)
        // Scanning an index in the order of the list, or the few tags of one post, is intended.
        let allowed = ["USING INDEX", "USING COVERING INDEX", "USING PRIMARY KEY", "USING INTEGER PRIMARY KEY"]
        let subqueries = plan.filter { $0.hasPrefix("CO-ROUTINE") || $0.hasPrefix("MATERIALIZE") }
            .compactMap { $0.split(separator: " ").last }
        let steps = plan.filter { $0.hasPrefix("SCAN") || $0.hasPrefix("SEARCH") }
            .filter { step in !subqueries.contains { step == "SCAN \($0)" } }
        return !steps.isEmpty && !plan.contains { $0.contains("TEMP B-TREE") }
            && steps.allSatisfy { step in allowed.contains { step.contains($0) } }
    }
}
