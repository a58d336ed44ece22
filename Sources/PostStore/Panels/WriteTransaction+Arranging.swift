import Panels
import Posts
import SQL

/// Arranging panels, inside a transaction. `ArrangementBook` decides; this carries it out.
extension WriteTransaction {
    /// - Parameter seen: the revision that its sender saw.
    /// - Throws: `panelRefused`, `newerArrangement`, `noSuchArrangement`.
    func arrange(
        _ command: BookCommand, at resolved: ResolvedWindow, seen: Revision?, _ catalogue: PanelCatalogue
    ) throws -> Arranged {
        let owner = resolved.owner
        let salvage = try salvaged(resolved.row, called: resolved.subject, catalogue)
        let history = try ArrangementHistory(
            resolved.row, salvage.arrangement, ArrangementHistory.StepsNeeded(command, seen: seen),
            named: try named(by: command, salvage.arrangement, of: owner, catalogue), catalogue, in: db)
        let turned = try turn(history.book, command, resolved, seen: seen, catalogue)
        try save(turned, command, resolved, catalogue)
        var resolved = resolved
        if let window = resolved.window {
            try noteSeen(window)
            resolved.view = resolved.view.after(command, of: turned.book.present, in: resolved.container)
            if resolved.view != window.view { try setView(resolved.view, of: window) }
        }
        guard turned.isNewRevision else {
            let view = try db.view(resolved, resolved.row, salvage.arrangement, salvage.diagnostics)
            return Arranged(view: view, announcement: turned.announcement, panel: turned.panel)
        }
        let row = try saveBook(turned.book, after: history, by: resolved.origin)
        try announceArranging(
            turned.announcement, revision: row.revision, by: resolved.origin, of: resolved.subject, to: owner)
        let view = try db.view(resolved, row, turned.book.present, [])
        return Arranged(
            view: view, announcement: turned.announcement, panel: turned.panel, conflict: turned.conflict)
    }

    /// The readable parts of an arrangement that is about to be changed.
    /// - Throws: `newerArrangement`, because a change would lose the parts that only a newer Galley can read.
    func salvaged(_ row: ArrangementRow, called name: String, _ catalogue: PanelCatalogue) throws -> Salvage {
        let salvage = row.salvaged(of: catalogue)
        guard !salvage.isNewer else { throw StoreError.newerArrangement(name) }
        return salvage
    }

    private func turn(
        _ book: ArrangementBook, _ command: BookCommand, _ resolved: ResolvedWindow, seen: Revision?,
        _ catalogue: PanelCatalogue
    ) throws -> BookChange {
        do throws(Refusal) {
            return try book.performing(
                command, by: resolved.author, seen: seen.map { Int($0.number) }, at: milliseconds,
                in: resolved.container, of: catalogue)
        } catch {
            throw StoreError.panelRefused(
                PanelRefusal(resolved.view.explaining(error, of: book.present, in: resolved.container, catalogue)))
        }
    }

    // MARK: - Copies by name

    static let arrangementsMax = 200

    /// The arrangement that the command loads. If it does not exist, `Panels` refuses and lists the names.
    private func named(
        by command: BookCommand, _ present: Arrangement, of owner: UserID, _ catalogue: PanelCatalogue
    ) throws -> [String: Arrangement] {
        guard case .load(let text) = command else { return [:] }
        if let name = ArrangementName(kept: text), let found = try arrangement(name, of: owner, catalogue) {
            return [text: found]
        }
        // Only the names are used.
        let names = try db.arrangementNames(of: owner) + [catalogue.offered?.name].compactMap(\.self)
        return Dictionary(names.map { ($0, present) }) { first, _ in first }
    }

    /// The user's arrangement of that name, or else the one that the catalogue offers under it.
    func arrangement(
        _ name: ArrangementName, of owner: UserID, _ catalogue: PanelCatalogue
    ) throws -> Arrangement? {
        if let row = try db.arrangement(name, of: owner) {
            return try salvaged(row, called: name.text, catalogue).arrangement
        }
        guard let offered = Arrangement.offered(by: catalogue), offered.name == name.text else { return nil }
        return offered.arrangement
    }

    /// Stores the copy that the command made.
    private func save(
        _ turned: BookChange, _ command: BookCommand, _ resolved: ResolvedWindow, _ catalogue: PanelCatalogue
    ) throws {
        guard case .saveAs(let text) = command, let copy = turned.book.named[text] else { return }
        let name = try ArrangementName(text)
        guard !name.isDesk else { throw StoreError.nameTaken(text) }
        let document = try copy.document.kept
        let row: ArrangementRow
        if let old = try db.arrangement(name, of: resolved.owner) {
            _ = try salvaged(old, called: name.text, catalogue)
            row = try overwrite(old, with: document, by: resolved.origin)
        } else {
            try checkNew(name, of: resolved.owner)
            row = try insertArrangement(
                .named(name), document, of: resolved.owner, by: resolved.origin)
        }
        try announceArranging(
            turned.announcement, revision: row.revision, by: resolved.origin, of: text, to: resolved.owner)
    }

    /// - Throws: `badName`; `refused` when the user has too many arrangements.
    func checkNew(_ name: ArrangementName, of owner: UserID) throws {
        do throws(GivenNameError) { try GivenName.arrangement.check(name.text) } catch {
            throw StoreError.badName(error)
        }
        guard try db.arrangementNames(of: owner).count >= WriteTransaction.arrangementsMax else { return }
        throw StoreError.refused(
            "There are \(WriteTransaction.arrangementsMax) arrangements already. Delete one with “galley panel delete NAME”."
        )
    }

    private func overwrite(_ old: ArrangementRow, with document: String, by origin: String?) throws -> ArrangementRow {
        let sql = """
            UPDATE arrangement SET (revision, document, updatedAt, updatedBy) = (revision + 1, ?, ?, ?)
            WHERE number = ? RETURNING \(ArrangementRow.columns)
            """
        let arguments: [any SQLArgument] = [document, now.microseconds, origin, old.number]
        return try db.written(sql, arguments, ArrangementRow.init)
    }
}
