import PostStore
import Posts
import Synchronization
import Targets

/// The configured targets, with the stored facts about their servers.
final class TargetBoard: Sendable {
    private let known = Mutex<[TargetName: Target]>([:])
    private let learnt = Mutex<[TargetName: [UInt8]]>([:])

    init(targets: [Target]) { replace(by: targets) }

    var targets: [TargetName: Target] { known.withLock { $0 } }

    /// Replaces the targets after a reload. A delivery under way keeps the target it was claimed with.
    func replace(by targets: [Target]) {
        known.withLock { $0 = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first } }
    }

    /// Returns the rules of `targets`, each with the idempotency class of its server.
    func rules(of targets: [TargetName: Target]) -> [TargetName: DeliveryRules] {
        let facts = learnt.withLock { $0 }
        return targets.mapValues { $0.rules(facts: facts[$0.name]) }
    }

    func rules(of target: Target) -> DeliveryRules { target.rules(facts: facts(of: target.name)) }

    func facts(of target: TargetName) -> [UInt8]? { learnt.withLock { $0[target] } }

    /// Keeps the facts that `prepare` or a check found, here and in the store.
    func learn(_ facts: [UInt8], of target: TargetName, in store: PostStore) async throws {
        learnt.withLock { $0[target] = facts }
        try await store.setFacts(of: target, facts)
    }

    func readFacts(from store: PostStore) async throws {
        for name in targets.keys {
            guard let facts = try await store.facts(of: name) else { continue }
            learnt.withLock { $0[name] = facts.bytes }
        }
    }
}
