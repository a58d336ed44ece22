import GRDB
package import Panels
package import Posts

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
            guard let row = try transaction.db.arrangement(name, of: owner) else {
                throw StoreError.noSuchArrangement(name.text)
            }
            let salvage = row.salvaged(of: catalogue)
            guard !salvage.isNewer else { throw StoreError.newerArrangement(name.text) }
            try transaction.db.run(
                "INSERT OR REPLACE INTO newDesk (only, name, document, setAt) VALUES (1, ?, ?, ?)",
                [name.text, try salvage.arrangement.document.kept, transaction.now.microseconds])
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
