import Panels
import PostStore
import Posts
import Synchronization

/// The drags that are going on, one for each window. They are nobody's truth: when the daemon ends they are over, and
/// nothing has changed.
final class DragBook: Sendable {
    struct Drag: Sendable {
        let id: String
        let owner: UserID
        let hints: DragHints
        /// What the author saw when it began.
        let revision: Revision
    }

    private let drags = Mutex<[WindowID: Drag]>([:])
    /// Pages that went away in the middle of a drag leave it behind.
    private static let countMax = 1000

    /// Begins a drag in place of the one that the window may have left behind.
    func begin(_ hints: DragHints, in window: WindowID, of owner: UserID, at revision: Revision) -> Drag {
        let drag = Drag(id: "d-\(Desk.newKey())", owner: owner, hints: hints, revision: revision)
        drags.withLock { drags in
            if drags.count >= DragBook.countMax { drags = [:] }
            drags[window] = drag
        }
        return drag
    }

    /// Ends a drag.
    /// - Returns: nil when there is none of that id.
    func end(_ id: String, in window: WindowID, of owner: UserID) -> Drag? {
        drags.withLock { drags in
            guard let drag = drags[window], drag.id == id, drag.owner == owner else { return nil }
            drags[window] = nil
            return drag
        }
    }

    /// Ends whatever drag the window has.
    func cancel(in window: WindowID, of owner: UserID) {
        drags.withLock { drags in
            if drags[window]?.owner == owner { drags[window] = nil }
        }
    }
}
