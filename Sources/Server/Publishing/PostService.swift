import Digests
import Pictures
import PostStore
import Posts
import Targets

/// Turns publishing requests into frozen payloads and one transaction of the store.
struct PostService: Sendable {
    let store: PostStore
    /// In the order of the configuration, which is also the order of preference among blogs.
    let targets: [Target]
    let settings: WritingSettings
    let now: @Sendable () -> Instant
    /// Runs between reading and writing, so that tests can write in between.
    let meanwhile: @Sendable () async throws -> Void
    private let byName: [TargetName: Target]

    init(
        store: PostStore, targets: [Target], settings: WritingSettings, now: @escaping @Sendable () -> Instant,
        meanwhile: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.store = store
        self.targets = targets
        self.settings = settings
        self.now = now
        self.meanwhile = meanwhile
        byName = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
    }

    var times: Times { Times(zone: settings.zone, zones: settings.zones) }

    /// Targets at which a repeated delivery replaces the copy, so that an edit can follow a copy that has arrived.
    var converging: Set<TargetName> { Set(targets.filter { $0.kindName == .site }.map(\.name)) }

    /// Reads a post, decides and writes in one step, or repeats all of it. See `PostStore.settle`.
    func settle<Value: Sendable>(
        _ name: String, by caller: Caller, isForPublication: Bool = false, pictures: [MediaID] = [],
        slots: [TargetName: [PlannedTime]] = [:],
        _ decide: @escaping @Sendable (PostBasis) throws -> PostDecision<Value>
    ) async throws -> Settled<Value> {
        try await store.settle(
            name, within: caller.reach, in: ChangeContext(user: caller.user, converging: converging),
            isForPublication: isForPublication, pictures: pictures, slots: slots, meanwhile: meanwhile, decide)
    }

    func target(_ name: TargetName) -> Target? { byName[name] }

    /// Of all targets in the settings.
    var names: Set<TargetName> { Set(byName.keys) }

    func target(named text: String) throws -> Target {
        guard let name = try? TargetName(text), let target = byName[name] else { throw Problem.noSuchTarget(text) }
        return target
    }

    func rules(of name: TargetName) async throws -> DeliveryRules? {
        guard let target = byName[name] else { return nil }
        return target.rules(facts: try await store.facts(of: name)?.bytes)
    }

    /// Whether only the author can find out if a delivery arrived. Facts about a server do not change that.
    func isBlind(_ delivery: Delivery) -> Bool {
        target(delivery.target)?.rules(facts: nil).idempotency(of: delivery.kind) == .blind
    }

    /// The targets of a `publish` that names none.
    var defaultNames: [TargetName] {
        settings.defaultTargets.isEmpty
            ? targets.filter { $0.kindName != .articles }.map(\.name)
            : settings.defaultTargets.filter { byName[$0] != nil }
    }

    func articles(named name: TargetName) -> Target? { byName[name].flatMap { $0.kindName == .articles ? $0 : nil } }

    /// `names`, and for a post the articles that belong to them: those of a blog, and those whose record is named in a
    /// copy while the blog has the post.
    func withArticles(_ names: [TargetName], for post: Post, _ deliveries: [Delivery]) -> [TargetName] {
        guard post.draft.kind == .post else { return names }
        let implied = targets.filter { articles in
            guard articles.kindName == .articles, let blog = articles.after, !names.contains(articles.name) else {
                return false
            }
            let isAtBlog = deliveries.contains { $0.target == blog && ($0.arrival != nil || !$0.state.isFinal) }
            return names.contains(blog)
                || isAtBlog && names.contains { target($0)?.after == articles.name }
        }
        return names + implied.map(\.name)
    }

    /// 128 random bits, by which a target recognizes a repetition.
    static func newKey() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
    }
}

extension Post {
    /// The name of the post in lists.
    var heading: String { Post.heading(title: draft.title, excerpt: draft.body.excerpt) }
}
