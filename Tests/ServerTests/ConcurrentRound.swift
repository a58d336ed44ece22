import Foundation
import PostStore
import Posts
import Rendering
import StoreSupport
import TargetSupport
import Targets
import TestSupport
import Testing
import Wire

@testable import Server

/// Authors and a courier working on one post, in an order that a seed decides. It knows what the services really hold.
actor ConcurrentRound {
    nonisolated let store: PostStore
    nonisolated let clock: Clock
    nonisolated let author: Server.Caller
    /// A desk at which nothing happens between reading and writing.
    nonisolated let quiet: PostService
    private nonisolated let targets: [Target]
    private nonisolated let settings: WritingSettings

    private var dice = SeededNumbers(seed: 0)
    private var post = PostID(bits: 0)
    private var words = 0
    /// What readers find, by target: the number of the words.
    private var world: [TargetName: Int] = [:]
    /// The words whose edit the author abandoned, by target.
    private var excused: [TargetName: Int] = [:]
    private var inHand: [ClaimedDelivery] = []
    private var underWay: [(claimed: ClaimedDelivery, attempt: Int)] = []
    private(set) var armed = 0
    private(set) var interruptions = 0
    private(set) var decidedInside = 0

    static func open(_ visit: @escaping @Sendable (ConcurrentRound) async throws -> Void) async throws {
        let folder = try House.newFolder()
        let targets = [
            try House.site(folder), try social("fediverse"), try social("keeper", edit: "ignore", delete: "keep"),
            try House.wordpress(),
        ]
        try await House.open(targets: targets, folder: folder) { house in
            try await visit(try ConcurrentRound(house, targets))
        }
    }

    private static func social(_ name: String, edit: String? = nil, delete: String? = nil) throws -> Target {
        var settings = TargetSettings(name: name, kind: "mastodon")
        settings.url = "https://\(name).example"
        settings.secret = Secret(file: "token-of-the-author")
        (settings.edit, settings.delete) = (edit, delete)
        return try Target(settings)
    }

    private init(_ house: House, _ targets: [Target]) throws {
        store = house.store
        clock = house.clock
        author = Server.Caller(user: house.user, scopes: Set(Scope.allCases))
        self.targets = targets
        settings = WritingSettings(
            render: RenderOptions(), zone: try House.zone("Europe/Lisbon"), zones: { try? House.zone($0.text) },
            defaultTargets: [], undoWindow: .seconds(30))
        quiet = PostService(store: store, targets: targets, settings: settings, now: { [clock] in clock.now })
    }

    nonisolated func service(_ meanwhile: @escaping @Sendable () async throws -> Void) -> PostService {
        PostService(
            store: store, targets: targets, settings: settings, now: { [clock] in clock.now }, meanwhile: meanwhile)
    }

    nonisolated func newPost(length: Int) async throws -> PostID {
        try await store.create(draft(1, length: length, name: "\(UInt32.random(in: 0 ... .max))"), owner: author.user)
            .post.id
    }

    private nonisolated func draft(_ words: Int, length: Int, name: String) -> Draft {
        let line = "Some more *words* that a reader may like. "
        let filler = String(repeating: line, count: length / line.utf8.count)
        return Draft(
            slug: try? Slug(checking: "round-\(name)"), title: "Words no-\(words)-end",
            body: "Here no-\(words)-end. \(filler)")
    }
}

// MARK: - One seeded game

extension ConcurrentRound {
    func play(seed: UInt64, length: Int) async throws {
        dice = SeededNumbers(seed: seed)
        (words, world, excused, inHand, underWay) = (1, [:], [:], [], [])
        post = try await store.create(draft(1, length: length, name: "\(seed)"), owner: author.user).post.id
        for _ in 0..<Int.random(in: 5...12, using: &dice) {
            // Sometimes others are so busy that only a decision inside the transaction completes.
            let isCrowded = Int.random(in: 0..<6, using: &dice) == 0
            let service = service { try await self.interrupt(isCrowded: isCrowded, length: length) }
            let before = interruptions
            try await act(at: service, length: length)
            if interruptions - before >= 3 { decidedInside += 1 }
        }
        try await drain()
        try await judge(seed)
    }

    private func interrupt(isCrowded: Bool, length: Int) async throws {
        interruptions += 1
        if isCrowded { return try await save(at: quiet, length: length) }
        for _ in 0..<Int.random(in: 0...2, using: &dice) { try await act(at: quiet, length: length) }
    }

    /// Something that an author or the courier may do; a refusal is fine.
    private func act(at service: PostService, length: Int) async throws {
        do {
            switch Int.random(in: 0..<24, using: &dice) {
            case 0..<5: try await save(at: service, length: length)
            case 5..<9: try await publish(at: service)
            case 9: _ = try await service.unpublish(post.text, ifRevision: nil, by: author)
            case 10: _ = try await service.delete(post.text, ifRevision: nil, by: author)
            case 11..<13: _ = try await service.undelete(post.text, ifRevision: nil, by: author)
            case 13: try await ask(.cancel, at: service)
            case 14: try await ask(.retry, at: service)
            default: try await work()
            }
        } catch is Problem {
        } catch StoreError.refused, StoreError.deleted {
        }
    }

    private func save(at service: PostService, length: Int) async throws {
        words += 1
        let number = words
        var draft = draft(number, length: length, name: "")
        let old = try await store.post(post).post
        (draft.slug, draft.date) = (old.slug, old.draft.date)
        _ = try await service.replace(post.text, with: draft, ifRevision: nil, by: author)
    }

    private func publish(at service: PostService) async throws {
        var wish = PublicationBody()
        if Bool.random(using: &dice) {
            wish.to = targets.map(\.name.text).filter { _ in Bool.random(using: &dice) }
        }
        if Int.random(in: 0..<4, using: &dice) == 0 { wish.at = "+2h" }
        _ = try await service.publish(post.text, wish, ifRevision: nil, by: author)
    }

    private func ask(_ verb: DeliveryVerb, at service: PostService) async throws {
        let all = try await store.deliveries(of: post) + store.changes(of: post)
        let some = all.filter { delivery in
            guard delivery.kind != .delete else { return false }
            let isFailed = delivery.state.word == .failed
            return verb == .retry ? isFailed : !delivery.state.isFinal
        }
        guard let delivery = some.randomElement(using: &dice) else { return }
        let asked = try await service.ask(verb, of: delivery, by: author)
        if asked.kind == .edit, asked.state.word == .cancelled { excused[asked.target] = try await newest().words }
    }

    private func newest() async throws -> (words: Int, isOut: Bool) {
        let found = try await store.post(post).post
        return (
            numbers(in: Array(found.draft.body.utf8)).first ?? 0, found.publication == .wanted && found.deletedAt == nil
        )
    }

    private func numbers(in bytes: [UInt8]) -> Set<Int> {
        Set(String(decoding: bytes, as: UTF8.self).matches(of: /no-([0-9]+)-end/).compactMap { Int($0.1) })
    }
}

// MARK: - The courier

extension ConcurrentRound {
    private var rules: [TargetName: DeliveryRules] {
        Dictionary(uniqueKeysWithValues: targets.map { ($0.name, House.rules) })
    }

    private func work() async throws {
        switch Int.random(in: 0..<4, using: &dice) {
        case 0, 1:
            try await claim(
                after: [.seconds(1), .seconds(31), .seconds(3 * 3600)].randomElement(using: &dice) ?? .zero)
        case 2: if !inHand.isEmpty { try await arm(inHand.removeFirst()) }
        default: if !underWay.isEmpty { try await finish(underWay.removeFirst(), kindly: false) }
        }
    }

    private func claim(after span: Posts.Span) async throws {
        clock.advance(by: span)
        // Sometimes the texts are made ready only after a claim has found them stale.
        if Bool.random(using: &dice) { try await quiet.freezeStale(post) }
        inHand += try await store.claimDue(now: clock.now, rules: rules, limit: 100)
    }

    private func arm(_ claimed: ClaimedDelivery) async throws {
        let delivery = claimed.delivery
        guard claimed.task == .prepare else {
            let isThere = world[delivery.target] != nil
            _ = try await store.lookedUp(
                delivery.id, isThere ? .found(RemotePost(id: "1")) : .absent, rules: House.rules)
            return
        }
        let request = delivery.history.isResent ? claimed.lastRequest ?? claimed.payload : claimed.payload
        guard
            let attempt = try await store.arm(
                delivery.id, edition: delivery.edition, request: request, idempotency: .searchable)
        else { return }
        underWay.append((claimed, attempt.number))
        guard delivery.kind != .delete else { return }
        armed += 1
        let (newest, isOut) = try await newest()
        #expect(isOut, "“\(delivery.target)” is sent what shall not be out")
        // Text saved while it was leaving follows as an edit, even if it has to leave once more.
        if delivery.history.attempts == 0 || delivery.target.text == "blog" {
            #expect(numbers(in: request) == [newest], "\(delivery.kind) for “\(delivery.target)” \(delivery.state)")
        }
    }

    /// - Parameter kindly: whether everything succeeds.
    private func finish(_ sent: (claimed: ClaimedDelivery, attempt: Int), kindly: Bool) async throws {
        let delivery = sent.claimed.delivery
        let isSite = delivery.target.text == "blog"
        let luck = kindly ? 0 : Int.random(in: 0..<20, using: &dice)
        let outcome: Outcome
        switch luck {
        case 15, 16: outcome = .unsent("The line is down.")
        case 17 where delivery.kind == .create: outcome = .refused("Not today.")
        case 18,
            19 where delivery.kind == .create && !isSite:
            outcome = .unknown("The line broke.")
        default: outcome = .accepted(RemotePost(id: "1", url: "https://\(delivery.target).example/1"))
        }
        switch outcome {
        case .accepted: try await arrive(sent)
        case .unknown where luck == 18: try await arrive(sent)
        default: break
        }
        _ = try await store.finish(delivery.id, attempt: sent.attempt, outcome, rules: House.rules)
    }

    private func arrive(_ sent: (claimed: ClaimedDelivery, attempt: Int)) async throws {
        let delivery = sent.claimed.delivery
        let request = try await store.lastRequests(of: delivery)[1] ?? []
        switch delivery.kind {
        case .create:
            #expect(world[delivery.target] == nil || delivery.target.text == "blog", "twice at “\(delivery.target)”")
            world[delivery.target] = numbers(in: request).first
        case .edit:
            #expect(world[delivery.target] != nil, "an edit of nothing at “\(delivery.target)”")
            world[delivery.target] = numbers(in: request).first
        case .delete: world[delivery.target] = nil
        }
    }

    /// Runs until nothing is left to do.
    private func drain() async throws {
        for _ in 0..<200 {
            while !inHand.isEmpty || !underWay.isEmpty {
                if !inHand.isEmpty { try await arm(inHand.removeFirst()) }
                if !underWay.isEmpty { try await finish(underWay.removeFirst(), kindly: true) }
            }
            guard try await !store.wakes().isEmpty else { return }
            try await quiet.freezeStale(post)
            try await claim(after: .seconds(1800))
        }
        Issue.record("the queue does not come to rest")
    }

    private func judge(_ seed: UInt64) async throws {
        let (newest, isOut) = try await newest()
        let deliveries = try await store.deliveries(of: post)
        for target in targets {
            let name = target.name
            let there = world[name]
            let arrival = deliveries.first { $0.target == name }?.arrival
            if name.text == "blog" {
                let shown = try await store.siteEntries(of: name).first { $0.postID == post }
                #expect(shown == nil || isOut, "seed \(seed)")
                let isLost = deliveries.first { $0.target == name }.map {
                    [.failed, .cancelled].contains($0.state.word)
                }
                if let shown, isLost != true {
                    #expect(numbers(in: try store.payloadNow(of: shown.delivery)) == [newest], "seed \(seed)")
                }
                continue
            }
            #expect((there == nil) == (arrival == nil), "seed \(seed): “\(name)” holds \(there ?? 0)")
            guard name.text != "keeper" else { continue }
            if isOut, let there, excused[name] != newest {
                #expect(there == newest, "seed \(seed): old words at “\(name)”")
            }
            if !isOut { #expect(there == nil, "seed \(seed): “\(name)” still has it") }
        }
    }
}

// MARK: - Concurrency

extension ConcurrentRound {
    /// A post waits for one target; at the same time it is published to another and saved.
    nonisolated func race(length: Int) async throws {
        let post = try await newPost(length: length)
        _ = try await quiet.publish(
            post.text, PublicationBody(to: ["fediverse"], at: "+2h"), ifRevision: nil, by: author)
        let old = try await store.post(post).post
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 2...5 {
                var draft = draft(number, length: length, name: "")
                (draft.slug, draft.date) = (old.slug, old.draft.date)
                tasks.addTask { [draft] in
                    _ = try await self.quiet.replace(post.text, with: draft, ifRevision: nil, by: self.author)
                }
            }
            for name in ["press", "keeper", "blog"] {
                tasks.addTask {
                    _ = try await self.quiet.publish(
                        post.text, PublicationBody(to: [name]), ifRevision: nil, by: self.author)
                }
            }
            try await tasks.waitForAll()
        }
        let newest = try await store.post(post).post.draft.body.prefix(20)
        let deliveries = try await store.deliveries(of: post)
        #expect(deliveries.count == 4 && deliveries.allSatisfy { $0.state == .scheduled })
        for delivery in deliveries {
            let payload = String(decoding: try await store.payload(of: delivery.id), as: UTF8.self)
            let mark = newest.split(separator: " ").last ?? ""
            #expect(payload.contains(mark.dropLast()), "“\(delivery.target)” waits with old words")
        }
    }
}
