import Panels
import Posts
import SQL
import StoreSupport

@testable import PostStore

/// Shared by the tests of windows and arrangements.
extension StoreFixture {
    /// The composer's panels, of which some stand at first.
    static let catalogue: PanelCatalogue = {
        let composer = PanelCatalogue.composer
        return PanelCatalogue(
            panels: composer.panels, maximumPinned: composer.maximumPinned, defaults: composer.offered?.places ?? [:],
            meta: composer.meta, floatMargin: 24)
    }()
    static let wide = Size(width: 1366, height: 1024)

    func window(_ size: Size = StoreFixture.wide, of owner: UserID? = nil) async throws -> WindowID {
        let view = try await store.addWindow(
            label: "Test", size: size, insets: .zero, for: owner ?? user, StoreFixture.catalogue)
        guard case .window(let id) = view.reference else { throw StoreError.damaged("A new window has no seat.") }
        return id
    }

    func other() async throws -> UserID {
        try await store.commit { transaction in
            let sql = "INSERT INTO member (name, createdAt) VALUES ('bo', ?) RETURNING number"
            return UserID(try transaction.db.integer(sql, [transaction.now.microseconds]) ?? 0)
        }
    }

    /// - Parameter window: nil for the desk.
    @discardableResult
    func arrange(_ command: PanelCommand, in window: WindowID? = nil, seen: Revision? = nil) async throws -> Arranged {
        try await perform(.book(.arrange(command)), in: window, seen: seen)
    }

    @discardableResult
    func perform(
        _ command: ArrangementCommand, in window: WindowID? = nil, seen: Revision? = nil
    ) async throws -> Arranged {
        try await store.perform(
            command, at: reference(window), of: user, by: window, seen: seen, StoreFixture.catalogue)
    }

    func view(_ window: WindowID? = nil) async throws -> WindowView {
        try await store.view(at: reference(window), of: user, StoreFixture.catalogue)
    }

    private func reference(_ window: WindowID?) -> WindowReference { window.map { .window($0) } ?? .desk }

    func place(of panel: PanelID, in window: WindowID? = nil) async throws -> ShownPlace? {
        let view = try await view(window)
        return frames(of: view.arrangement, in: view.container, catalogue: StoreFixture.catalogue).panels
            .first { $0.id == panel }?.place
    }

    /// The stored events of all users.
    func arrangementEvents() async throws -> [String] {
        try await store.read { db in
            let sql = "SELECT subject, revision, origin FROM event WHERE kind = 'arrangement-changed' ORDER BY id"
            return try db.all(sql) { row in
                let event = row.columns(of: "event")
                let revision: Int64? = try event["revision"]
                return try "\(event["subject"] as String) \(revision.map { "\($0)" } ?? "-") \(event["origin"] ?? "-")"
            }
        }
    }

    /// Writes a document into the row of the desk, as another program would.
    func plant(_ document: String) async throws {
        _ = try await view()
        try await store.commit {
            try $0.db.tell("UPDATE arrangement SET document = ? WHERE name = 'desk'", [document])
        }
    }

    func document(_ name: String = "desk") async throws -> String? {
        try await store.read {
            try $0.text("SELECT document FROM arrangement WHERE name = ?", [name])
        }
    }
}
