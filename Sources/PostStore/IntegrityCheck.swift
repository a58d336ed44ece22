import Dispatch
import GRDB
import Synchronization

/// What is known of the file's soundness.
package enum StoreIntegrity: Hashable, Sendable {
    /// It was closed well, or has been checked.
    case sound
    case checking
    /// What SQLite's `quick_check` found; at most 100 lines.
    case damaged([String])
}

/// Reads the whole file after an unclean end, while work goes on. It has a connection of its own, so that closing the
/// store need not wait for it.
final class IntegrityCheck: Sendable {
    private struct State {
        var integrity = StoreIntegrity.sound
        var connection: DatabaseQueue?
    }
    private let current = Mutex(State())

    var state: StoreIntegrity { current.withLock { $0.integrity } }

    func begin(_ path: String, _ report: @escaping @Sendable (String) -> Void) {
        report("Galley did not end well last time; the store is being checked.")
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "store check"
        configuration.qos = .utility
        do {
            let connection = try DatabaseQueue(path: path, configuration: configuration)
            current.withLock { $0 = State(integrity: .checking, connection: connection) }
            connection.asyncRead { self.check($0, report) }
        } catch {
            end(["It could not be checked: \(StoreError(error))"], report)
        }
    }

    /// Gives up a check that is under way; the store counts as sound until it is checked again.
    func stop() {
        let connection = current.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }
        connection?.interrupt()
    }

    private func check(_ database: Result<Database, any Error>, _ report: @Sendable (String) -> Void) {
        do {
            end(try String.fetchAll(database.get(), sql: "PRAGMA quick_check(100)"), report)
        } catch {
            let isStopped = current.withLock { $0.connection == nil }
            if !isStopped { end(["It could not be checked: \(StoreError(error))"], report) }
        }
    }

    private func end(_ lines: [String], _ report: @Sendable (String) -> Void) {
        let isSound = lines == ["ok"]
        current.withLock { $0 = State(integrity: isSound ? .sound : .damaged(lines)) }
        report(isSound ? "The store was checked and is sound." : "\(StoreError.damaged(lines.first ?? ""))")
    }
}
