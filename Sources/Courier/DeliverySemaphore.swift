import Posts
import Synchronization
import Targets

/// The only limit on deliveries: how many are claimed at once, in all and for each target, and how many of them talk to
/// one target at a time. Waiting deliveries keep the order in which they arrived.
///
/// A delivery enters before its first request to the target, and therefore before it is armed: a waiting delivery must
/// not look as if it had been sent.
final class DeliverySemaphore: Sendable {
    private struct Line {
        var claimed = 0
        var exchanging = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }
    private struct State {
        var lines: [TargetName: Line] = [:]
        var claimed = 0
        var claimedForSites = 0
        var isClosed = false

        /// Removes the line of a target at which nothing happens.
        mutating func forget(_ target: TargetName) {
            if let line = lines[target], line.claimed == 0, line.exchanging == 0 { lines[target] = nil }
        }
    }
    private let state = Mutex(State())
    private let claimedMax: Int
    private let perTargetMax: Int
    /// All deliveries to a site share one write of its folder, so many more of them may be claimed. This limit bounds
    /// the memory for their texts.
    private static let claimedForSitesMax = 4096

    /// How many deliveries to one target may be claimed at once. A target that does not answer keeps its claims for long,
    /// and must leave room for those of other targets.
    private let claimedPerTargetMax: Int

    init(claimedMax: Int, perTargetMax: Int) {
        (self.claimedMax, self.perTargetMax) = (claimedMax, perTargetMax)
        claimedPerTargetMax = min(4 * perTargetMax, max(perTargetMax, claimedMax / 2))
    }

    /// How many deliveries may be claimed now.
    var room: Int { state.withLock { claimedMax - $0.claimed } }

    /// How many deliveries to each of these targets may be claimed now. Claims in one transaction share one commit, so a
    /// target that is nearly full has no room until a quarter of its claims is free.
    func rooms(of targets: [Target]) -> [TargetName: Int] {
        state.withLock { state in
            let rooms = targets.map { target in
                let isSite = target.kindName == .site
                let limit = isSite ? DeliverySemaphore.claimedForSitesMax : claimedPerTargetMax
                let room = limit - (isSite ? state.claimedForSites : state.lines[target.name]?.claimed ?? 0)
                return (target.name, room * 4 >= limit ? room : 0)
            }
            return Dictionary(rooms) { first, _ in first }
        }
    }

    var isEmpty: Bool { state.withLock { $0.claimed + $0.claimedForSites == 0 } }

    func begin(_ target: Target) { count(1, target) }
    func end(_ target: Target) { count(-1, target) }

    private func count(_ one: Int, _ target: Target) {
        state.withLock { state in
            if target.kindName == .site {
                state.claimedForSites += one
            } else {
                state.claimed += one
                state.lines[target.name, default: Line()].claimed += one
                state.forget(target.name)
            }
        }
    }

    /// Runs `exchange` when the target has a free slot. A site always has one.
    /// - Parameter isNext: whether to go before all waiting deliveries. A check does, because a person waits for the
    ///   answer.
    /// - Returns: nil after `close`; then `exchange` did not run.
    func inTurn<Value: Sendable, Failure: Error>(
        at target: Target, isNext: Bool = false, _ exchange: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value? {
        guard await enter(target, isNext: isNext) else { return nil }
        defer { leave(target) }
        return try await exchange()
    }

    private func enter(_ target: Target, isNext: Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            let answer: Bool? = state.withLock { state in
                if state.isClosed { return false }
                if target.kindName == .site { return true }
                guard state.lines[target.name, default: Line()].exchanging >= perTargetMax else {
                    state.lines[target.name, default: Line()].exchanging += 1
                    return true
                }
                let line = state.lines[target.name, default: Line()]
                state.lines[target.name]?.waiting.insert(continuation, at: isNext ? 0 : line.waiting.count)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func leave(_ target: Target) {
        guard target.kindName != .site else { return }
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            if state.lines[target.name]?.waiting.isEmpty == false {
                return state.lines[target.name]?.waiting.removeFirst()
            }
            state.lines[target.name]?.exchanging -= 1
            state.forget(target.name)
            return nil
        }
        next?.resume(returning: true)
    }

    /// Rejects the waiting deliveries and all later ones.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            let waiting = state.lines.values.flatMap(\.waiting)
            for name in state.lines.keys { state.lines[name]?.waiting = [] }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }
}
