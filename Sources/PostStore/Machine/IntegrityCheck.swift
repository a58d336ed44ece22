import SQL
import Synchronization

/// What is known about the integrity of the store's file.
package enum StoreIntegrity: Hashable, Sendable {
    /// It was closed properly, or has been checked.
    case sound
    case checking
    /// What SQLite's `quick_check` found.
    case damaged([String])
    /// Why the check could not be completed, which says nothing about the store. It will be checked again.
    case unchecked(String)
}

/// Reads the whole file after an unclean end, in the background. It has its own connection, so that closing the store need
/// not wait for it.
final class IntegrityCheck: Sendable {
    private struct State {
        var integrity = StoreIntegrity.sound
        var connection: Connection<SQLiteDatabase>?
        var path = ""
        var report: @Sendable (String) -> Void = { _ in }
    }
    private let current = Mutex(State())

    var state: StoreIntegrity { current.withLock { $0.integrity } }

    /// - Parameter report: gets a sentence for the log at the beginning and at the end; called on any thread.
    func begin(_ path: String, _ report: @escaping @Sendable (String) -> Void) {
        report("Galley was not shut down cleanly; checking the store.")
        current.withLock { $0 = State(integrity: .checking, path: path, report: report) }
        check()
    }

    /// Checks again after a check that could not be completed; else does nothing.
    func retry() {
        if case .unchecked = state { check() }
    }

    /// Stops a check that is under way. The store counts as sound until it is checked again.
    func stop() {
        let connection = current.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        connection?.interrupt()
    }

    private func check() {
        do {
            let connection = try Connection<SQLiteDatabase>(
                current.withLock { $0.path }, .readOnly, label: "store.check")
            current.withLock { state in
                state.integrity = .checking
                state.connection = connection
            }
            connection.begin { database in
                self.end(IntegrityCheck.verdict(of: Result { try database.quickCheckLines(max: 100) }))
            }
        } catch {
            end(IntegrityCheck.verdict(of: .failure(error)), mayBeStopped: false)
        }
    }

    /// Only a fault in the pages is damage; an error while reading them may be temporary.
    static func verdict(of check: Result<[String], any Error>) -> StoreIntegrity {
        do {
            let lines = try check.get()
            switch StoreError(quickCheck: lines) {
            case nil: return .sound
            case .damaged: return .damaged(lines)
            case let error?: return .unchecked("\(error)")
            }
        } catch {
            let error = StoreError(error)
            if case .damaged(let words) = error { return .damaged([words]) }
            return .unchecked("\(error)")
        }
    }

    private func end(_ verdict: StoreIntegrity, mayBeStopped: Bool = true) {
        let report = current.withLock { state -> (@Sendable (String) -> Void)? in
            if mayBeStopped, state.connection == nil { return nil }
            state.integrity = verdict
            state.connection = nil
            return state.report
        }
        switch verdict {
        case .sound: report?("The store was checked and is sound.")
        case .damaged(let lines): report?("\(StoreError.damaged(lines.first ?? ""))")
        case .unchecked(let words): report?("The store could not be checked and will be again. \(words)")
        case .checking: break
        }
    }
}
