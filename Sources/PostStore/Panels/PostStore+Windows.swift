package import Panels
package import Posts
import SQL

/// Windows and their panels. A window belongs to its user; for other users it does not exist.
extension PostStore {
    static let windowsKept = Span.days(30)

    /// Registers a window. It follows the user's desk, and so begins with their latest plan of its size class.
    /// - Parameter view: the view that its page has stored, for a window that is no longer stored here.
    package func addWindow(
        label: String, size: Size, insets: Insets, screen: Screen = .plain, view: ViewState? = nil, for owner: UserID,
        _ catalogue: PanelCatalogue, once key: RequestKey? = nil
    ) async throws(StoreError) -> WindowView {
        let id = WindowID(bits: UInt64.random(in: .min ... .max))
        let container = Container(size: size, insets: insets, screen: screen)
        return try await commit { transaction in
            try transaction.once(key, .window) { subject in
                let id: WindowID = try subject.value()
                return try transaction.view(at: .window(id), of: owner, catalogue)
            } make: {
                try transaction.insertWindow(id, label: label, container, of: owner)
                let window = try transaction.db.window(id, of: owner)
                let restored = ViewState.restored(fromPage: view, kept: nil)
                if restored != window.view { try transaction.setView(restored, of: window) }
                return (try transaction.view(at: .window(id), of: owner, catalogue), id.text)
            }
        }
    }

    /// The one seen last comes first.
    package func windows(of owner: UserID, _ catalogue: PanelCatalogue) async throws(StoreError) -> [WindowView] {
        try await read { db in
            try db.windows(of: owner, limit: WriteTransaction.windowsMax).compactMap { window in
                try db.resolved(at: .window(window.id), of: owner).map { try db.view($0, catalogue) }
            }
        }
    }

    /// The contents of a window. Reading them also marks the window as seen.
    /// - Throws: `noSuchWindow`
    package func view(
        at reference: WindowReference, of owner: UserID, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> WindowView {
        let now = now()
        let (found, isSeenLongAgo) = try await read { db -> (WindowView?, Bool) in
            let resolved = try db.resolved(at: reference, of: owner)
            return (try resolved.map { try db.view($0, catalogue) }, resolved?.window?.isSeenLongAgo(now) ?? false)
        }
        if let found, !isSeenLongAgo { return found }
        do throws(StoreError) {
            return try await commit { transaction in
                if let window = try transaction.resolved(at: reference, of: owner, catalogue).window {
                    try transaction.noteSeen(window)
                }
                return try transaction.view(at: reference, of: owner, catalogue)
            }
        } catch {
            // A full disk must not hide the window.
            guard let found, case .faulty = error else { throw error }
            return found
        }
    }

    /// Changes the size of a window, and with it perhaps its class. This is not a step of the history, and other windows are
    /// not notified.
    package func resizeWindow(
        _ id: WindowID, of owner: UserID, to size: Size, insets: Insets, screen: Screen = .plain,
        _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> WindowView {
        try await commit { transaction in
            let window = try transaction.db.window(id, of: owner)
            let sizeClass = SizeClass.of(
                size, after: window.container.sizeClass, wide: window.container.size.width)
            let container = Container(size: size, insets: insets, sizeClass: sizeClass, screen: screen)
            if container != window.container || window.isSeenLongAgo(transaction.now) {
                try transaction.setContainer(container, of: window)
            }
            return try transaction.view(at: .window(id), of: owner, catalogue)
        }
    }

    /// Gives a window another label.
    /// - Throws: `noSuchWindow`
    package func renameWindow(
        _ id: WindowID, of owner: UserID, to label: String, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> WindowView {
        try await commit { transaction in
            let window = try transaction.db.window(id, of: owner)
            try transaction.db.tell("UPDATE pageWindow SET label = ? WHERE number = ?", [label, window.number])
            return try transaction.view(at: .window(id), of: owner, catalogue)
        }
    }

    /// Deletes a window with its own arrangement.
    package func removeWindow(_ id: WindowID, of owner: UserID) async throws(StoreError) {
        try await commit { transaction in
            let window = try transaction.db.window(id, of: owner)
            try transaction.db.tell("DELETE FROM pageWindow WHERE number = ?", [window.number])
        }
    }

    /// Carries out a command completely or not at all.
    ///
    /// - Parameters:
    ///   - origin: the window that sends the command, if any: it is not notified of its own change.
    ///   - seen: the revision that the sender saw. When another window changed the same panel since, the later change
    ///     wins and its sender gets a notice.
    ///   - expected: the only revision on which the command may be carried out.
    /// - Throws: `staleWindow`, `panelRefused`, `newerArrangement`, `noSuchWindow`, `noSuchArrangement`, `nameTaken`.
    package func perform(
        _ command: ArrangementCommand, at reference: WindowReference, of owner: UserID, by origin: WindowID? = nil,
        seen: Revision? = nil, ifRevision expected: Revision? = nil, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> Arranged {
        try await commit { transaction in
            var resolved = try transaction.resolved(at: reference, of: owner, catalogue)
            resolved.origin = origin?.text
            let current = resolved.row.revision
            if let expected, expected != current { throw StoreError.staleWindow(current: current) }
            return try transaction.perform(command, at: resolved, seen: seen, catalogue)
        }
    }

    /// Deletes the windows that were not seen since `instant`.
    func forgetWindows(notSeenSince instant: Instant) async throws(StoreError) {
        try await commit { try $0.db.run("DELETE FROM pageWindow WHERE seenAt < ?", [instant.microseconds]) }
    }
}
