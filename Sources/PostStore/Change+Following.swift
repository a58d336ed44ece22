import GRDB
import Panels
import Posts

/// Whose arrangement a window shows, inside a transaction.
extension Change {
    func perform(
        _ command: SeatCommand, at outlook: Outlook, seen: Revision?, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        switch command {
        case .book(let command):
            return try arrange(command, at: outlook, seen: seen, catalogue.fitting(outlook.view.natural))
        case .view(let command): return try look(command, try outlook.neededWindow, outlook, catalogue)
        case .detach: return try detach(try outlook.neededWindow, outlook, catalogue)
        case .attach: return try attach(try outlook.neededWindow, outlook, catalogue)
        case .useEverywhere: return try useEverywhere(try outlook.neededWindow, outlook, catalogue)
        }
    }

    /// The window's page hears of it when it did not ask itself; other windows never do.
    private func look(
        _ command: ViewCommand, _ window: WindowRow, _ outlook: Outlook, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        let change: ViewChange
        let arrangement = outlook.row.salvaged(of: catalogue).arrangement
        do throws(Refusal) {
            change = try outlook.view.applying(command, to: arrangement, in: outlook.container, of: catalogue)
        } catch {
            throw StoreError.panelRefused(PanelRefusal(error))
        }
        try setView(change.view, of: window)
        try noteSeen(window)
        if outlook.origin != window.id.text {
            try announce(
                ArrangementChange(revision: nil, origin: outlook.origin, announcement: change.announcement),
                of: window.id.text, to: outlook.owner)
        }
        let next = try self.outlook(at: outlook.seat, of: outlook.owner, catalogue, by: outlook.origin)
        if let command = change.follows {
            // What comes with it is an extra: the view is what was asked for.
            do {
                let done = try arrange(.arrange(command), at: next, seen: nil, catalogue)
                return Arranged(view: done.view, announcement: change.announcement, panel: change.panel)
            } catch StoreError.panelRefused, StoreError.newerArrangement {}
        }
        return Arranged(view: try db.view(next, catalogue), announcement: change.announcement, panel: change.panel)
    }

    private func detach(
        _ window: WindowRow, _ outlook: Outlook, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        guard outlook.isFollowing else {
            return Arranged(
                view: try db.view(outlook, catalogue), announcement: "This window has its own arrangement already.")
        }
        // As far as it can be read: a copy that nobody could change would be of no use.
        let document = try outlook.row.salvaged(of: catalogue).arrangement.document.kept
        _ = try insertArrangement(
            .window(window), document, revision: outlook.row.revision + 1, of: outlook.owner, by: outlook.origin)
        return try turned(
            outlook, window, "This window has its own arrangement now. Other windows do not follow it.", catalogue)
    }

    private func attach(
        _ window: WindowRow, _ outlook: Outlook, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        guard !outlook.isFollowing else {
            return Arranged(
                view: try db.view(outlook, catalogue), announcement: "This window follows the desk already.")
        }
        try deleteArrangement(outlook.row)
        return try turned(outlook, window, "This window follows the desk again.", catalogue)
    }

    private func useEverywhere(
        _ window: WindowRow, _ outlook: Outlook, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        guard !outlook.isFollowing else {
            return Arranged(
                view: try db.view(outlook, catalogue),
                announcement: "This window follows the desk: what it shows is used everywhere already.")
        }
        let desk = try desk(of: outlook.owner, catalogue)
        let present = try salvaged(desk, nil, catalogue).arrangement
        let history = try ArrangementHistory(desk, present, .since(nil), catalogue, in: db)
        let own = outlook.row.salvaged(of: catalogue).arrangement
        let written = history.book.writing(
            present.taking(window.container.sizeClass, from: own), base: history.book.revision,
            by: outlook.author,
            at: milliseconds)
        let words = "Every window that follows the desk is arranged like this one now."
        if written.book != history.book {
            let row = try keep(written.book, after: history, .other, by: outlook.origin)
            try announce(
                ArrangementChange(revision: Revision(row.revision), origin: outlook.origin, announcement: words),
                of: ArrangementName.desk.text, to: outlook.owner)
        }
        try deleteArrangement(outlook.row)
        return try turned(outlook, window, words, catalogue)
    }

    /// A window shows another arrangement from now on. Revisions of different arrangements cannot be compared, so the
    /// event has none.
    private func turned(
        _ outlook: Outlook, _ window: WindowRow, _ words: String, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        try noteSeen(window)
        try announce(
            ArrangementChange(revision: nil, origin: outlook.origin, announcement: words), of: window.id.text,
            to: outlook.owner)
        let outlook = try self.outlook(at: outlook.seat, of: outlook.owner, catalogue)
        return Arranged(view: try db.view(outlook, catalogue), announcement: words)
    }
}

extension Outlook {
    fileprivate var neededWindow: WindowRow {
        get throws {
            if let window { return window }
            throw StoreError.panelRefused(
                PanelRefusal("Only a window can do this. Name one; “galley window list” shows them."))
        }
    }
}
