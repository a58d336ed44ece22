import PostStore
import Posts
import Synchronization
import Targets

/// The targets of the configuration, with what was learnt of their servers.
final class TargetBoard: Sendable {
    let targets: [TargetName: Target]
    private let turnstiles: [TargetName: Turnstile]
    private let learnt: Mutex<[TargetName: [UInt8]]>

    init(targets: [Target], perTargetMax: Int) {
        self.targets = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
        turnstiles = self.targets.mapValues { _ in Turnstile(places: perTargetMax) }
        learnt = Mutex([:])
    }

    /// The rules of every target, each with the class of the server that was met.
    var rules: [TargetName: DeliveryRules] {
        let facts = learnt.withLock { $0 }
        return targets.mapValues { $0.rules(facts: facts[$0.name]) }
    }

    func rules(of target: Target) -> DeliveryRules { target.rules(facts: facts(of: target.name)) }

    func facts(of target: TargetName) -> [UInt8]? { learnt.withLock { $0[target] } }

    /// Remembers what `prepare` or a check learnt, here and in the store.
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

    func turnstile(of target: TargetName) -> Turnstile? { turnstiles[target] }

    func closeTurnstiles() {
        for turnstile in turnstiles.values { turnstile.close() }
    }
}
