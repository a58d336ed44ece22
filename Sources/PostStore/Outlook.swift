import GRDB
import Panels
import Posts

/// A seat with what it looks at: the row of the arrangement, and the area to show it in.
struct Outlook {
    let seat: Seat
    let owner: UserID
    /// nil for the desk.
    let window: WindowRow?
    let container: Container
    var view: ViewState
    let isFollowing: Bool
    let row: ArrangementRow
    /// The window that asks, which tells its own changes by it. A window may be arranged from elsewhere: then nil.
    var origin: String?

    /// Whose step it is in the history: steps of one window join, and conflicts are between two.
    var author: String { window?.id.text ?? "" }

    /// What events call the arrangement.
    var subject: String { row.name ?? window?.id.text ?? "" }
}

extension Database {
    /// - Returns: nil while the user has no desk.
    func outlook(at seat: Seat, of owner: UserID) throws -> Outlook? {
        switch seat {
        case .window(let id):
            let window = try window(id, of: owner)
            if let own = try ownArrangement(of: window) {
                return Outlook(
                    seat: seat, owner: owner, window: window, container: window.container, view: window.view,
                    isFollowing: false, row: own)
            }
            return try arrangement(.desk, of: owner).map { desk in
                Outlook(
                    seat: seat, owner: owner, window: window, container: window.container, view: window.view,
                    isFollowing: true, row: desk)
            }
        case .desk:
            let container = try windows(of: owner, limit: 1).first?.container ?? Container(size: Seat.usualScreen)
            return try arrangement(.desk, of: owner).map { desk in
                Outlook(
                    seat: seat, owner: owner, window: nil, container: container, view: .plain, isFollowing: true,
                    row: desk)
            }
        }
    }

    func view(_ outlook: Outlook, _ catalogue: PanelCatalogue) throws -> WindowView {
        let salvage = outlook.row.salvaged(of: catalogue)
        return try view(outlook, outlook.row, salvage.arrangement, salvage.diagnostics)
    }

    /// - Parameter row: of the outlook's arrangement, as it is by now.
    func view(
        _ outlook: Outlook, _ row: ArrangementRow, _ arrangement: Arrangement, _ diagnostics: [String]
    ) throws -> WindowView {
        let (look, gone) = try withoutGone(outlook.view)
        return WindowView(
            seat: outlook.seat, label: outlook.window?.label ?? "", container: outlook.container,
            view: look, isFollowing: outlook.isFollowing, seenAt: outlook.window?.seenAt,
            revision: Revision(row.revision),
            arrangement: arrangement, diagnostics: diagnostics + gone, canUndo: try hasStep(of: row, before: true),
            canRedo: try hasStep(of: row, before: false), names: try arrangementNames(of: outlook.owner))
    }
}

extension Change {
    /// As the database's, and the user's desk is made when there is none.
    /// - Parameter origin: the window that asks.
    func outlook(
        at seat: Seat, of owner: UserID, _ catalogue: PanelCatalogue, by origin: String?
    ) throws -> Outlook {
        var outlook = try outlook(at: seat, of: owner, catalogue)
        outlook.origin = origin
        return outlook
    }

    /// As the database's, and the user's desk is made when there is none.
    func outlook(at seat: Seat, of owner: UserID, _ catalogue: PanelCatalogue) throws -> Outlook {
        if let outlook = try db.outlook(at: seat, of: owner) { return outlook }
        _ = try desk(of: owner, catalogue)
        guard let outlook = try db.outlook(at: seat, of: owner) else {
            throw StoreError.damaged("The desk that was just made is not there.")
        }
        return outlook
    }
}
