package import JSONTree
package import Panels
package import Posts
import SQL

/// An arrangement in a list.
package struct ArrangementSummary: Hashable, Sendable {
    package let name: String
    package let revision: Revision
    package let updatedAt: Instant
    /// The id of the window that wrote it, which may no longer exist; nil without a window.
    package let updatedBy: String?
}

/// The result of writing a whole arrangement.
package struct WrittenArrangement: Hashable, Sendable {
    package let revision: Revision
    /// The panels that another window had changed as well; its version is in the history.
    package let conflicts: [PanelID]
    /// A sentence for each unreadable part of the document.
    package let diagnostics: [String]
}

/// Arrangements by name: the desk, and the user's saved copies.
extension PostStore {
    /// The desk first, the others by name.
    package func arrangements(
        of owner: UserID, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> [ArrangementSummary] {
        _ = try await view(at: .desk, of: owner, catalogue)
        let sql = """
            SELECT name, revision, updatedAt, updatedBy FROM arrangement WHERE owner = ? AND name IS NOT NULL
            ORDER BY name <> ?, name
            """
        return try await read { db in
            try db.all(sql, [owner.number, ArrangementName.desk.text]) { row in
                let arrangement = row.columns(of: "arrangement")
                return ArrangementSummary(
                    name: (try arrangement["name"] as ArrangementName).text, revision: try arrangement["revision"],
                    updatedAt: try arrangement["updatedAt"], updatedBy: try arrangement["updatedBy"])
            }
        }
    }

    /// The stored document, of any version.
    /// - Throws: `noSuchArrangement`
    package func arrangement(
        _ name: ArrangementName, of owner: UserID, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> (document: JSON, revision: Revision) {
        if name.isDesk { _ = try await view(at: .desk, of: owner, catalogue) }
        return try await read { db in
            let row = try db.storedArrangement(name, of: owner)
            return (JSON(kept: row.document), row.revision)
        }
    }

    /// Saves a whole arrangement.
    ///
    /// - Parameters:
    ///   - base: the revision on which it is based; nil to create one. If it has changed since, both versions are merged
    ///     panel by panel.
    ///   - origin: the window that writes.
    /// - Throws: `noSuchArrangement`; `nameTaken` for a new one; `staleArrangement` when `base` is in the future;
    ///   `newerArrangement`.
    package func write(
        _ document: JSON, to name: ArrangementName, of owner: UserID, base: Revision?,
        by origin: WindowID? = nil, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> WrittenArrangement {
        try await commit { transaction in
            if name.isDesk { _ = try transaction.desk(of: owner, catalogue) }
            let salvage = Arrangement.salvaging(document, of: catalogue)
            guard !salvage.isNewer else { throw StoreError.newerArrangement(name.text) }
            guard let row = try transaction.db.arrangement(name, of: owner) else {
                guard base == nil else { throw StoreError.noSuchArrangement(name.text) }
                return try transaction.make(salvage, named: name, of: owner, by: origin?.text)
            }
            guard let base else { throw StoreError.nameTaken(name.text) }
            return try transaction.write(
                salvage, over: row, named: name, of: owner, base: base, by: origin?.text, catalogue)
        }
    }

    /// - Parameter ifRevision: the revision that the caller read; nil for any.
    /// - Throws: `noSuchArrangement`, `staleArrangement`; `refused` for the desk.
    package func deleteArrangement(
        _ name: ArrangementName, of owner: UserID, ifRevision: Revision? = nil
    ) async throws(StoreError) {
        try await commit { transaction in
            guard !name.isDesk else {
                throw StoreError.refused(
                    "The desk cannot be deleted. “galley panel reset” gives every panel its default place.")
            }
            let row = try transaction.db.storedArrangement(name, of: owner)
            if let ifRevision, ifRevision != row.revision {
                throw StoreError.staleArrangement(name: name.text, current: row.revision)
            }
            try transaction.deleteArrangement(row)
            try transaction.announceArranging(
                "The arrangement “\(name)” is deleted.", revision: nil, by: nil, of: name.text, to: owner)
        }
    }
}

extension WriteTransaction {
    fileprivate func make(
        _ salvage: Salvage, named name: ArrangementName, of owner: UserID, by origin: String?
    ) throws -> WrittenArrangement {
        try checkNew(name, of: owner)
        let document = try salvage.arrangement.document.kept
        let row = try insertArrangement(.named(name), document, of: owner, by: origin)
        try announceWriting(row, named: name, of: owner, by: origin)
        return WrittenArrangement(revision: row.revision, conflicts: [], diagnostics: salvage.diagnostics)
    }

    fileprivate func write(
        _ salvage: Salvage, over row: ArrangementRow, named name: ArrangementName, of owner: UserID, base: Revision,
        by origin: String?, _ catalogue: PanelCatalogue
    ) throws -> WrittenArrangement {
        let present = try salvaged(row, called: name.text, catalogue).arrangement
        // A future revision was read from another store, perhaps before a backup was restored.
        guard base <= row.revision else {
            throw StoreError.staleArrangement(name: name.text, current: row.revision)
        }
        let history = try ArrangementHistory(row, present, .all, catalogue, in: db)
        let written = history.book.writing(
            salvage.arrangement, base: Int(base.number), by: origin ?? "", at: milliseconds)
        var conflicts: [PanelID] = []
        if case .merged(let found) = written.outcome { conflicts = found }
        guard written.book != history.book else {
            return WrittenArrangement(revision: row.revision, conflicts: [], diagnostics: salvage.diagnostics)
        }
        let kept = try saveBook(written.book, after: history, by: origin)
        try announceWriting(kept, named: name, of: owner, by: origin)
        return WrittenArrangement(
            revision: kept.revision, conflicts: conflicts, diagnostics: salvage.diagnostics)
    }

    private func announceWriting(
        _ row: ArrangementRow, named name: ArrangementName, of owner: UserID, by origin: String?
    ) throws {
        let words = "The arrangement “\(name)” was written as a whole."
        try announceArranging(words, revision: row.revision, by: origin, of: name.text, to: owner)
    }
}

// MARK: - The desks of new users

/// The arrangement with which new users begin.
package struct NewDesk: Hashable, Sendable {
    /// The name of the copied arrangement at that time.
    package let name: String
    package let setAt: Instant
}

/// An administrator chooses the arrangement with which new users begin. It is a copy: later changes of the original, and the
/// desks of existing users, are separate from it.
extension PostStore {
    /// nil when new users begin with the standard arrangement.
    package func newDesk() async throws(StoreError) -> NewDesk? {
        try await read { db in
            try db.first("SELECT name, setAt FROM newDesk") { row in
                let newDesk = row.columns(of: "newDesk")
                return NewDesk(name: (try newDesk["name"] as ArrangementName).text, setAt: try newDesk["setAt"])
            }
        }
    }

    /// - Parameter owner: the user whose arrangement is copied.
    /// - Throws: `noSuchArrangement`; `newerArrangement` for one that this program cannot read.
    package func setNewDesk(
        to name: ArrangementName, of owner: UserID, _ catalogue: PanelCatalogue
    ) async throws(StoreError) -> NewDesk {
        try await commit { transaction in
            if name.isDesk { _ = try transaction.desk(of: owner, catalogue) }
            guard let arrangement = try transaction.arrangement(name, of: owner, catalogue) else {
                throw StoreError.noSuchArrangement(name.text)
            }
            let document = try arrangement.document.kept
            let sql = """
                INSERT INTO newDesk (one, name, document, setAt) VALUES (1, ?, ?, ?) ON CONFLICT (one) DO UPDATE
                SET (name, document, setAt) = (excluded.name, excluded.document, excluded.setAt)
                """
            try transaction.db.tell(
                sql, [name.text, document, transaction.now.microseconds])
            return NewDesk(name: name.text, setAt: transaction.now)
        }
    }

    /// New users begin with the standard arrangement again.
    package func forgetNewDesk() async throws(StoreError) {
        try await commit { try $0.db.run("DELETE FROM newDesk") }
    }
}

extension Database {
    /// The document with which a new desk begins; nil for the standard one.
    func newDeskDocument() throws -> String? {
        try value("document", of: "newDesk", "SELECT document FROM newDesk")
    }
}
