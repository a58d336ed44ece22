import GRDB
package import Panels
package import Posts

/// How the desks of new users are arranged at first.
package struct NewDesk: Hashable, Sendable {
    /// The arrangement that it is a copy of, by the name that it had then.
    package let name: String
    package let setAt: Instant
}

/// An administrator says with which arrangement new users begin. It is a copy: whoever goes on arranging, and whoever has a
/// desk already, is not concerned.
extension PostStore {
    /// nil when new users begin as the program has it.
    package func newDesk() async throws(StoreError) -> NewDesk? {
        try await read { db in
            try db.first("SELECT name, setAt FROM newDesk") { row in
                let newDesk = row.columns(of: "newDesk")
                return NewDesk(name: (try newDesk["name"] as ArrangementName).text, setAt: try newDesk["setAt"])
            }
        }
    }

    /// - Parameter owner: whose arrangement it is.
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

    /// New users begin as the program has it.
    package func forgetNewDesk() async throws(StoreError) {
        try await commit { try $0.db.run("DELETE FROM newDesk") }
    }
}

extension Database {
    /// With what a new desk begins; nil for what the program has.
    func newDeskDocument() throws -> String? {
        try value("document", of: "newDesk", "SELECT document FROM newDesk")
    }
}
