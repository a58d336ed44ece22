import Synchronization

/// Allows one backup at a time, and keeps the files of pictures while it is made, because the copy of the store names
/// them.
final class BackupCoordinator: Sendable {
    private struct State {
        var isUnderWay = false
        /// Digests of the files whose removal was put off.
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

    /// Whether the file has to stay for now. The next `tidy` removes it.
    func keeps(_ digest: String) -> Bool {
        state.withLock { state in
            if state.isUnderWay { state.leftOver.insert(digest) }
            return state.isUnderWay
        }
    }

    /// The files that may be removed now.
    func takeLeftOver() -> Set<String> {
        state.withLock { state in
            guard !state.isUnderWay else { return [] }
            defer { state.leftOver = [] }
            return state.leftOver
        }
    }

    fileprivate func end() { state.withLock { $0.isUnderWay = false } }
}

/// The right to make a backup. It ends when the last reference to it does.
package final class BackupPermit: Sendable {
    private let desk: BackupCoordinator
    fileprivate init(desk: BackupCoordinator) { self.desk = desk }
    deinit { desk.end() }
}
