import PostStore
import Posts
import Synchronization
import Targets

/// The targets of the configuration, with what was learnt of their servers.
final class TargetBoard: Sendable {
    private struct State {
        var targets: [TargetName: Target] = [:]
        /// Of every target there ever was in this run: whoever waits at one may wait on.
        var turnstiles: [TargetName: Turnstile] = [:]
        var isClosed = false
    }
    private let state = Mutex(State())
    /// What dialogues are about at this moment.
    let subjects = Subjects()
    private let perTargetMax: Int
    private let learnt: Mutex<[TargetName: [UInt8]]>

    init(targets: [Target], perTargetMax: Int) {
        self.perTargetMax = perTargetMax
        learnt = Mutex([:])
        replace(by: targets)
    }

    var targets: [TargetName: Target] { state.withLock { $0.targets } }

    /// The configuration was read again. An errand under way ends by the target with which it began.
    func replace(by targets: [Target]) {
        state.withLock { state in
            state.targets = Dictionary(targets.map { ($0.name, $0) }) { first, _ in first }
            for name in state.targets.keys where state.turnstiles[name] == nil {
                state.turnstiles[name] = Turnstile(places: places(at: state.targets[name]))
                if state.isClosed { state.turnstiles[name]?.close() }
            }
        }
    }

    /// To a site all that wait share one writing of its folder: every place more saves one.
    private func places(at target: Target?) -> Int { target?.kindName == .site ? .max : perTargetMax }

    /// The rules of `targets`, each with the class of the server that was met.
    func rules(of targets: [TargetName: Target]) -> [TargetName: DeliveryRules] {
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

    func turnstile(of target: TargetName) -> Turnstile? { state.withLock { $0.turnstiles[target] } }

    func closeTurnstiles() {
        let turnstiles = state.withLock { state in
            state.isClosed = true
            return Array(state.turnstiles.values)
        }
        for turnstile in turnstiles { turnstile.close() }
    }
}
