import Panels
import Posts
import SQL

/// A window, or the desk, with the row of the arrangement that it shows and the area to show it in.
struct ResolvedWindow {
    let reference: WindowReference
    let owner: UserID
    /// nil for the desk.
    let window: WindowRow?
    let container: Container
    var view: ViewState
    let row: ArrangementRow
    /// The window that sends the command, by which it recognises its own changes; nil when another program sends it.
    var origin: String?

    /// Whether it shows the desk; else the window has its own arrangement.
    var isFollowing: Bool { row.name != nil }

    /// The author of a step in the history: steps of one window join, and conflicts are between two.
    var author: String { window?.id.text ?? "" }

    /// The subject of events about the arrangement.
    var subject: String { row.name ?? window?.id.text ?? "" }
}

extension Database {
    /// - Returns: nil while the user has no desk.
    func resolved(at reference: WindowReference, of owner: UserID) throws -> ResolvedWindow? {
        var window: WindowRow?
        if case .window(let id) = reference { window = try self.window(id, of: owner) }
        let own = try window.flatMap { try ownArrangement(of: $0) }
        guard let row = try own ?? arrangement(.desk, of: owner) else { return nil }
        let container =
            try window?.container ?? windows(of: owner, limit: 1).first?.container
            ?? Container(size: WindowReference.usualScreen)
        return ResolvedWindow(
            reference: reference, owner: owner, window: window, container: container, view: window?.view ?? .plain,
            row: row)
    }

    func view(_ resolved: ResolvedWindow, _ catalogue: PanelCatalogue) throws -> WindowView {
        let salvage = resolved.row.salvaged(of: catalogue)
        return try view(resolved, resolved.row, salvage.arrangement, salvage.diagnostics)
    }

    /// - Parameter row: the present row of the arrangement.
    func view(
        _ resolved: ResolvedWindow, _ row: ArrangementRow, _ arrangement: Arrangement, _ diagnostics: [String]
    ) throws -> WindowView {
        let (look, gone) = try withoutGone(resolved.view)
        return WindowView(
            reference: resolved.reference, label: resolved.window?.label ?? "", container: resolved.container,
            view: look, isFollowing: resolved.isFollowing, seenAt: resolved.window?.seenAt,
            revision: row.revision,
            arrangement: arrangement, diagnostics: diagnostics + gone, canUndo: try hasStep(of: row, before: true),
            canRedo: try hasStep(of: row, before: false), names: try arrangementNames(of: resolved.owner))
    }
}

extension WriteTransaction {
    /// As in `Database`, but creates the user's desk if there is none.
    func resolved(at reference: WindowReference, of owner: UserID, _ catalogue: PanelCatalogue) throws -> ResolvedWindow
    {
        if let resolved = try db.resolved(at: reference, of: owner) { return resolved }
        _ = try desk(of: owner, catalogue)
        guard let resolved = try db.resolved(at: reference, of: owner) else {
            throw StoreError.damaged("The desk that was just made is not there.")
        }
        return resolved
    }

    func view(at reference: WindowReference, of owner: UserID, _ catalogue: PanelCatalogue) throws -> WindowView {
        try db.view(resolved(at: reference, of: owner, catalogue), catalogue)
    }
}

/// The panel whose items are posts.
private let postsPanel: PanelID = "posts"

/// The posts that a window shows, and whether they still exist.
extension Database {
    /// Removes deleted posts from the view of a window.
    /// - Returns: the view without them, and a sentence for each.
    func withoutGone(_ view: ViewState) throws -> (view: ViewState, notices: [String]) {
        var titles: [String: String?] = [:]
        for item in view.inside(postsPanel).items {
            let sql = "SELECT 1 FROM post WHERE id = ? AND state <> 'deleted' AND forgottenAt IS NULL"
            guard try !has(sql, [item]) else { continue }
            let heading = "SELECT title, excerpt FROM post WHERE id = ? AND forgottenAt IS NULL"
            let title = try first(heading, [item]) { row -> String in
                let post = row.columns(of: "post")
                return try post["title"] as String? ?? post["excerpt"]
            }
            // The key alone says that the post is gone; its title may be unknown.
            titles[item] = .some(title)
        }
        guard !titles.isEmpty else { return (view, []) }
        let (next, gone) = view.dropping(from: postsPanel) { titles.keys.contains($0) }
        let notices = gone.map { item in
            (titles[item] ?? nil).map { "“\($0.prefix(80))” is gone: it was deleted." } ?? "The post \(item) is gone."
        }
        return (next, notices)
    }
}
