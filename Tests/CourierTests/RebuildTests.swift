import Foundation
import PostStore
import Posts
import StoreSupport
import Synchronization
import Testing

@testable import Courier
@testable import Targets

@Suite("Pages that stand follow changed settings", .timeLimit(.minutes(10)))
struct RebuildTests {
    private static let body = "He said \"hello\".\n\n<div>raw words</div>"
    private let nothing = ScriptedTransport { _ in answered(500) }
    private let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"

    private func blog(_ rawHTML: String = "filter", smart: Bool = true, at address: String = "https://example.org")
        throws
        -> Target
    {
        try site(folder: folder, at: address, rawHTML: rawHTML, smartPunctuation: smart)
    }

    private func page(_ slug: String) throws -> String {
        try String(contentsOfFile: folder + "/\(slug)/index.html", encoding: .utf8)
    }

    private func feed() throws -> String { try String(contentsOfFile: folder + "/feed.xml", encoding: .utf8) }

    /// A round with so many posts at its site, all delivered.
    private func round(_ count: Int, alongside others: [Target] = []) async throws -> Round {
        let round = try await Round([try blog()] + others)
        for number in 1...count { try await round.publish("Post \(number)", body: Self.body) }
        let all = count * (1 + others.count)
        try await round.run(ScriptedTransport { _ in answered(200) }) { round in
            try await round.store.deliveries(.state(.delivered), limit: 500).items.count == all
        }
        return round
    }

    private func reload(_ round: Round, to target: Target) async throws -> [SiteRebuild] {
        let courier = round.courier(nothing)
        let others = round.targets.filter { $0.site == nil }
        return await courier.reload(targets: [target] + others, transport: nothing, darkroom: nil).rebuilt
    }

    @Test("a reload makes every page again, and says how many have changed; a dry run counted them before")
    func changesPages() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(40)
        #expect(try page("post-7").contains("<div>raw words</div>"))
        let plain = try await round.publish("Plain", body: "Nothing of this kind.")
        try await round.run(nothing) { try await $0.store.delivery(plain[0].id).delivery.state.word == .delivered }
        let bare = try blog("omit")
        let expected = try await Courier.countRebuild(nil, as: [bare], in: round.store)
        #expect(expected.map(\.changed) == [40] && expected.map(\.pages) == [41])
        #expect(try page("post-7").contains("<div>raw words</div>"))
        let rebuilt = try await reload(round, to: bare)
        #expect(rebuilt.map(\.changed) == [40] && rebuilt.map(\.pages) == [41] && rebuilt.map(\.isFinished) == [true])
        for number in 1...40 { #expect(try !page("post-\(number)").contains("raw words")) }
        #expect(try !feed().contains("raw words"))
        #expect(try await Courier.countRebuild(nil, as: [bare], in: round.store).map(\.changed) == [0])
        let straight = try await reload(round, to: try blog("omit", smart: false))
        #expect(straight.map(\.changed) == [40])
        #expect(try page("post-7").contains("He said &quot;hello&quot;"))
    }

    @Test("dates, ids and the order of feeds stay, and so do addresses")
    func keepsIdentities() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(5)
        func marks() throws -> [Substring] {
            try feed().split(separator: "\n").filter { line in
                ["<id>", "<updated>", "<published>", "<link "].contains { line.contains($0) }
            }
        }
        let (before, sitemap) = (try marks(), try String(contentsOfFile: folder + "/sitemap.xml", encoding: .utf8))
        #expect(before.count >= 15)
        try await round.pass(.days(3))
        let rebuilt = try await reload(round, to: try blog("omit", smart: false))
        #expect(rebuilt.map(\.changed) == [5])
        #expect(try marks() == before)
        #expect(try String(contentsOfFile: folder + "/sitemap.xml", encoding: .utf8) == sitemap)
    }

    @Test("a later save stays private, whatever the settings are")
    func keepsSavesPrivate() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(3)
        for post in try await round.store.siteEntries(of: try TargetName("site")) {
            var draft = try await round.store.post(post.postID).post.draft
            draft.body = "A secret <b>of</b> tomorrow."
            draft.title = "A secret title"
            draft.summary = "A secret summary"
            _ = try await round.store.replace(post.postID, with: draft, ifRevision: nil)
        }
        let rebuilt = try await reload(round, to: try blog("omit"))
        #expect(rebuilt.map(\.changed) == [3])
        for number in 1...3 {
            let text = try page("post-\(number)")
            #expect(text.contains("hello") && !text.contains("secret") && !text.contains("raw words"))
        }
        #expect(try !feed().contains("secret"))
    }

    @Test("copies elsewhere stay as they were sent")
    func sendsNothing() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(3, alongside: [try webhook()])
        let before = try await round.store.deliveries(.all, limit: 50).items.map(\.delivery)
        let payloads = try await round.store.payloads(of: before.filter { $0.target.text == "hook" }.map(\.id))
        _ = try await reload(round, to: try blog("omit"))
        #expect(nothing.requests.isEmpty)
        let after = try await round.store.deliveries(.all, limit: 50).items.map(\.delivery)
        #expect(after == before)
        #expect(try await round.store.payloads(of: before.filter { $0.target.text == "hook" }.map(\.id)) == payloads)
    }

    @Test("a page of an earlier version keeps its HTML, and is counted")
    func keepsUnknown() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(2)
        try await round.store.forgetRevisions()
        try await round.publish("Newer", body: Self.body)
        try await round.run(nothing) { round in
            try await round.store.deliveries(.state(.delivered), limit: 50).items.count == 3
        }
        let rebuilt = try await reload(round, to: try blog("omit"))
        #expect(rebuilt.map(\.kept) == [2] && rebuilt.map(\.changed) == [1] && rebuilt.map(\.pages) == [3])
        #expect(try page("post-1").contains("raw words") && !page("newer").contains("raw words"))
    }

    @Test("a rebuild that is killed leaves each page old or new, and the next start goes on")
    func isKilled() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(50)
        let (bare, name) = (try blog("omit"), try TargetName("site"))
        let rebuilding = SiteRebuilding(site: name, target: try #require(bare.siteTarget), store: round.store)
        // Killed after the first pages are on disk.
        let running = Mutex<Task<SiteRebuild, any Error>?>(nil)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in begun { break }
            return try await rebuilding.run { _ in running.withLock { $0?.cancel() } }
        }
        running.withLock { $0 = task }
        begin.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
        let payloads = try await round.store.payloads(of: round.store.siteEntries(of: name).map(\.delivery))
        let new = payloads.count { !String(decoding: $0, as: UTF8.self).contains("raw words") }
        #expect(new > 0 && new < 50)
        try round.restart()
        // A start with the new settings finds the rest without being asked.
        try await round.run(round.courier(nothing, knowing: [bare])) { round in
            try await Courier.countRebuild(nil, as: [bare], in: round.store).map(\.changed) == [0]
        }
        #expect(try await reload(round, to: bare).map(\.changed) == [0])
        for number in 1...50 { #expect(try !page("post-\(number)").contains("raw words")) }
    }

    @Test("a rebuild that ends early leaves word that the files of the site do not show what it wrote")
    func endsEarly() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(40)
        let (bare, name) = (try blog("omit"), try TargetName("site"))
        let rebuilding = SiteRebuilding(site: name, target: try #require(bare.siteTarget), store: round.store)
        let rebuilder = SiteRebuilder()
        let running = Mutex<Task<SiteRebuild, any Error>?>(nil)
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in begun { break }
            return try await rebuilder.run(rebuilding) { _ in running.withLock { $0?.cancel() } }
        }
        running.withLock { $0 = task }
        begin.finish()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await rebuilder.takeUnshown())
        #expect(await !rebuilder.takeUnshown())
    }

    @Test("what was frozen before a change and is delivered after it follows the settings in force, too")
    func reachesWaiting() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(1)
        let waiting = try await round.publish("Waiting", body: Self.body)
        let bare = try blog("omit")
        try await round.run(round.courier(nothing, knowing: [bare])) { round in
            let isThere = try await round.store.delivery(waiting[0].id).delivery.state.word == .delivered
            let rest = try await Courier.countRebuild(nil, as: [bare], in: round.store).map(\.changed)
            return isThere && rest == [0]
        }
        #expect(try await reload(round, to: bare).map(\.changed) == [0])
        #expect(try !page("waiting").contains("raw words") && !page("post-1").contains("raw words"))
    }

    @Test("a page whose text can no longer be rendered keeps its HTML, is named once, and does not start over")
    func keepsFailing() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(2)
        let entry = try #require(try await round.store.siteEntries(of: try TargetName("site")).first)
        var draft = try await round.store.post(entry.postID).post.draft
        draft.body = "Later."
        _ = try await round.store.replace(entry.postID, with: draft, ifRevision: nil)
        try await round.store.spoilRevisions()
        let bare = try blog("omit")
        let rebuilt = try await reload(round, to: bare)
        #expect(rebuilt.map(\.changed) == [1] && rebuilt.first?.failures.count == 1)
        #expect(rebuilt.first?.failures.first?.hasPrefix("“Post 1” keeps its HTML: ") == true)
        #expect(try page("post-1").contains("raw words") && !page("post-2").contains("raw words"))
        let rebuilding = SiteRebuilding(
            site: try TargetName("site"), target: try #require(bare.siteTarget), store: round.store)
        #expect(try await rebuilding.run().failures.isEmpty)
    }

    @Test("a new address of the site reaches what pages say of it, such as which links lead elsewhere")
    func movesSite() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await Round([try blog()])
        try await round.publish("Links", body: "[one](https://example.org/a) [other](https://other.example/b)")
        try await round.run(nothing) { try await $0.states() == ["site": .delivered] }
        #expect(try page("links").contains(#"<a href="https://example.org/a">"#))
        let rebuilt = try await reload(round, to: try blog(at: "https://other.example"))
        #expect(rebuilt.map(\.changed) == [1])
        #expect(try page("links").contains(#"<a href="https://other.example/b">"#))
    }

    @Test("a reload that changes nothing about pages examines none")
    func leavesAlone() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await round(2)
        #expect(try await reload(round, to: try blog()).isEmpty)
        #expect(try page("post-1").contains("raw words"))
    }
}
