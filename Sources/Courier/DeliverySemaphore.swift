import Posts
import Synchronization
import Targets

/// The only limit on deliveries: how many are claimed at once, and how many of them talk to one target at a time.
/// Waiting deliveries keep the order in which they arrived.
///
/// A delivery enters before its first request to the target, and therefore before it is armed: a waiting delivery must
/// not look as if it had been sent.
final class DeliverySemaphore: Sendable {
    private struct Line {
        var exchanging = 0
        var waiting: [CheckedContinuation<Bool, Never>] = []
        /// How many of `waiting` have entered. They are removed in bulk, so a long queue costs no copying.
        var entered = 0

        mutating func add(_ one: CheckedContinuation<Bool, Never>, isNext: Bool) {
            waiting.insert(one, at: isNext ? entered : waiting.count)
        }

        mutating func next() -> CheckedContinuation<Bool, Never>? {
            guard entered < waiting.count else { return nil }
            let next = waiting[entered]
            entered += 1
            if entered == waiting.count || entered > 1024 {
                waiting.removeFirst(entered)
                entered = 0
            }
            return next
        }
    }
    private struct State {
        var claimed = 0
        var claimedForSites = 0
        var lines: [TargetName: Line] = [:]
        var isClosed = false
    }
    private let state = Mutex(State())
    private let claimedMax: Int
    private let perTargetMax: Int
    /// All deliveries to a site share one write of its folder, so many more of them may be claimed. This limit bounds
    /// the memory for their texts.
    private static let claimedForSitesMax = 4096

    init(claimedMax: Int, perTargetMax: Int) { (self.claimedMax, self.perTargetMax) = (claimedMax, perTargetMax) }

    /// How many deliveries may be claimed now, for any target.
    var room: Int {
        state.withLock { min(claimedMax - $0.claimed, DeliverySemaphore.claimedForSitesMax - $0.claimedForSites) }
    }

    var isEmpty: Bool { state.withLock { $0.claimed + $0.claimedForSites == 0 } }

    /// How many deliveries wait for the target.
    func waiting(at target: TargetName) -> Int {
        state.withLock { $0.lines[target].map { $0.waiting.count - $0.entered } ?? 0 }
    }

    func begin(_ target: Target) { count(1, target) }
    func end(_ target: Target) { count(-1, target) }

    private func count(_ one: Int, _ target: Target) {
        state.withLock { state in
            if target.kindName == .site { state.claimedForSites += one } else { state.claimed += one }
        }
    }

    /// Runs `exchange` when the target has a free slot. A site always has one.
    /// - Parameter isNext: whether to go before all waiting deliveries. A check does, because a person waits for the
    ///   answer.
    /// - Returns: nil after `close`; then `exchange` did not run.
    func inTurn<Result: Sendable>(
        at target: Target, isNext: Bool = false, _ exchange: () async -> Result
    ) async -> Result? {
        guard await enter(target, isNext: isNext) else { return nil }
        defer { leave(target) }
        return await exchange()
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
                state.lines[target.name]?.add(continuation, isNext: isNext)
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    private func leave(_ target: Target) {
        guard target.kindName != .site else { return }
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            if let next = state.lines[target.name]?.next() { return next }
            state.lines[target.name]?.exchanging -= 1
            if state.lines[target.name]?.exchanging == 0 { state.lines[target.name] = nil }
            return nil
        }
        next?.resume(returning: true)
    }

    /// Rejects the waiting deliveries and all later ones.
    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            let waiting = state.lines.values.flatMap { $0.waiting.dropFirst($0.entered) }
            for name in state.lines.keys {
                state.lines[name]?.waiting = []
                state.lines[name]?.entered = 0
            }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: false) }
    }
}
