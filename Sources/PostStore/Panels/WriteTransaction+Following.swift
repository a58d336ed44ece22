import Panels
import Posts
import SQL

/// Attaching and detaching windows, inside a transaction.
extension WriteTransaction {
    func perform(
        _ command: ArrangementCommand, at resolved: ResolvedWindow, seen: Revision?, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        switch command {
        case .book(let command):
            return try arrange(command, at: resolved, seen: seen, catalogue.fitting(resolved.view.natural))
        case .view(let command): return try look(command, try resolved.neededWindow, resolved, catalogue)
        case .detach: return try detach(try resolved.neededWindow, resolved, catalogue)
        case .attach: return try attach(try resolved.neededWindow, resolved, catalogue)
        case .useEverywhere: return try useEverywhere(try resolved.neededWindow, resolved, catalogue)
        }
    }

    /// The window's page is notified unless it sent the command; other windows are not.
    private func look(
        _ command: ViewCommand, _ window: WindowRow, _ resolved: ResolvedWindow, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        let change: ViewChange
        let arrangement = resolved.row.salvaged(of: catalogue).arrangement
        do throws(Refusal) {
            change = try resolved.view.applying(command, to: arrangement, in: resolved.container, of: catalogue)
        } catch {
            throw StoreError.panelRefused(
                PanelRefusal(resolved.view.explaining(error, of: arrangement, in: resolved.container, catalogue)))
        }
        try setView(change.view, of: window)
        try noteSeen(window)
        if resolved.origin != window.id.text {
            try announceArranging(
                change.announcement, revision: nil, by: resolved.origin, of: window.id.text, to: resolved.owner)
        }
        var next = try self.resolved(at: resolved.reference, of: resolved.owner, catalogue)
        next.origin = resolved.origin
        if let command = change.follows {
            // The command was about the view; a refusal of its side effect is ignored.
            do {
                let done = try arrange(.arrange(command), at: next, seen: nil, catalogue)
                return Arranged(view: done.view, announcement: change.announcement, panel: change.panel)
            } catch StoreError.panelRefused, StoreError.newerArrangement {}
        }
        return Arranged(
            view: try db.view(next, catalogue), announcement: change.announcement, panel: change.panel)
    }

    private func detach(
        _ window: WindowRow, _ resolved: ResolvedWindow, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        guard resolved.isFollowing else {
            return Arranged(
                view: try db.view(resolved, catalogue), announcement: "This window has its own arrangement already.")
        }
        // The readable parts only: a copy of a newer version could not be changed.
        let document = try resolved.row.salvaged(of: catalogue).arrangement.document.kept
        _ = try insertArrangement(
            .window(window), document, revision: resolved.row.revision.number + 1, of: resolved.owner,
            by: resolved.origin)
        return try turned(
            resolved, window, "This window has its own arrangement now. Other windows do not follow it.", catalogue)
    }

    private func attach(
        _ window: WindowRow, _ resolved: ResolvedWindow, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        guard !resolved.isFollowing else {
            return Arranged(
                view: try db.view(resolved, catalogue), announcement: "This window follows the desk already.")
        }
        try deleteArrangement(resolved.row)
        return try turned(resolved, window, "This window follows the desk again.", catalogue)
    }

    private func useEverywhere(
        _ window: WindowRow, _ resolved: ResolvedWindow, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        guard !resolved.isFollowing else {
            return Arranged(
                view: try db.view(resolved, catalogue),
                announcement: "This window follows the desk: what it shows is used everywhere already.")
        }
        let desk = try desk(of: resolved.owner, catalogue)
        let present = try salvaged(desk, called: ArrangementName.desk.text, catalogue).arrangement
        let history = try ArrangementHistory(desk, present, .since(nil), catalogue, in: db)
        let own = resolved.row.salvaged(of: catalogue).arrangement
        let written = history.book.writing(
            present.taking(window.container.sizeClass, from: own), base: history.book.revision,
            by: resolved.author,
            at: milliseconds)
        let words = "Every window that follows the desk is arranged like this one now."
        if written.book != history.book {
            let row = try saveBook(written.book, after: history, by: resolved.origin)
            try announceArranging(
                words, revision: row.revision, by: resolved.origin, of: ArrangementName.desk.text, to: resolved.owner)
        }
        try deleteArrangement(resolved.row)
        return try turned(resolved, window, words, catalogue)
    }

    /// Announces that a window shows another arrangement. Revisions of different arrangements cannot be compared, so
    /// the event has none.
    private func turned(
        _ resolved: ResolvedWindow, _ window: WindowRow, _ words: String, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        try noteSeen(window)
        try announceArranging(words, revision: nil, by: resolved.origin, of: window.id.text, to: resolved.owner)
        return Arranged(view: try view(at: resolved.reference, of: resolved.owner, catalogue), announcement: words)
    }
}

extension ResolvedWindow {
    fileprivate var neededWindow: WindowRow {
        get throws {
            if let window { return window }
            throw StoreError.panelRefused(
                PanelRefusal("Only a window can do this. Name one; “galley window list” shows them."))
        }
    }
}
