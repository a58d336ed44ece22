import Synchronization

/// Sees to it that one backup is made at a time, and that no picture's file goes while one is: the copy of the store
/// names it.
final class BackupCoordinator: Sendable {
    private struct State {
        var isUnderWay = false
        /// Files that would have been removed meanwhile.
        var leftOver: Set<String> = []
    }
    private let state = Mutex(State())

    /// - Returns: nil while another one is being made.
    func permit() -> BackupPermit? {
        let isFree = state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        return isFree ? BackupPermit(desk: self) : nil
    }

    /// Whether the file has to stay for now. It is removed by the next `tidy`.
    func keeps(_ digest: String) -> Bool {
        state.withLock { state in
            if state.isUnderWay { state.leftOver.insert(digest) }
            return state.isUnderWay
        }
    }

    /// What may be removed by now.
    func takeLeftOver() -> Set<String> {
        state.withLock { state in
            guard !state.isUnderWay else { return [] }
            defer { state.leftOver = [] }
            return state.leftOver
        }
    }

    fileprivate func end() { state.withLock { $0.isUnderWay = false } }
}

/// The right to make a backup, for as long as somebody holds it.
package final class BackupPermit: Sendable {
    private let desk: BackupCoordinator
    fileprivate init(desk: BackupCoordinator) { self.desk = desk }
    deinit { desk.end() }
}
