import JSONTree
import Panels
import Posts
import SQL

/// The steps of an arrangement's history that a change can touch, as the `ArrangementBook` that `Panels` changes.
///
/// The whole history is seldom read: undo needs the step before, redo the step after. Any other command needs the facts of
/// the step before, which it may join, and of the steps that its sender has not seen.
struct ArrangementHistory {
    let row: ArrangementRow
    let book: ArrangementBook
    fileprivate let scope: StepsNeeded
    /// By position.
    private let documents: [Int64: String]

    enum StepsNeeded: Equatable {
        case undo, redo
        /// The facts of the steps since this revision, without their documents.
        case since(Revision?)
        /// All steps, for writing a whole arrangement: it is compared with the one that it is based on.
        case all

        /// Whether the document of that step is needed.
        fileprivate func reads(_ position: Int64, from present: Int64) -> Bool {
            switch self {
            case .undo: position < present
            case .redo: position > present
            case .since: false
            case .all: true
            }
        }
    }

    init(
        _ row: ArrangementRow, _ present: Arrangement, _ scope: StepsNeeded, named: [String: Arrangement] = [:],
        _ catalogue: PanelCatalogue, in db: any Database
    ) throws {
        let pages = try db.pages(of: row, scope)
        func steps(_ pages: [ArrangementPage]) -> [ArrangementBook.Step] {
            pages.map { page in
                guard scope.reads(page.position, from: row.position) else { return page.step(present) }
                return page.step(Arrangement.salvaging(JSON(kept: page.document), of: catalogue).arrangement)
            }
        }
        self.row = row
        self.scope = scope
        documents = Dictionary(pages.map { ($0.position, $0.document) }) { first, _ in first }
        book = ArrangementBook(
            revision: Int(row.revision.number), present: present,
            past: steps(pages.filter { $0.position < row.position }),
            future: steps(pages.filter { $0.position > row.position }.reversed()), named: named)
    }

    /// The document of `next`: the stored text if there is one, else encoded.
    fileprivate func document(of next: ArrangementBook) throws -> String {
        switch scope {
        case .undo: if let kept = documents[row.position - 1] { return kept }
        case .redo: if let kept = documents[row.position + 1] { return kept }
        case .since, .all: break
        }
        return try next.present.document.kept
    }
}

/// One row of `arrangementStep`.
private struct ArrangementPage {
    let position: Int64
    let document: String
    private let revision: Int
    private let kind: CommandKind
    private let panel: PanelID?
    private let author: String
    private let milliseconds: Int64

    static let columns = "position, document, revision, kind, panel, author, milliseconds"

    init(row: any Row) throws {
        let step = row.columns(of: "arrangementStep")
        position = try step["position", in: 0...]
        document = try step["document"]
        revision = try step["revision", in: 1...]
        kind = try step["kind"]
        panel = try step["panel"]
        author = try step["author"]
        milliseconds = try step["milliseconds"]
    }

    func step(_ arrangement: Arrangement) -> ArrangementBook.Step {
        ArrangementBook.Step(
            arrangement: arrangement, revision: revision, kind: kind, panel: panel, author: author,
            milliseconds: milliseconds)
    }
}

extension Database {
    /// By position.
    fileprivate func pages(of row: ArrangementRow, _ scope: ArrangementHistory.StepsNeeded) throws -> [ArrangementPage]
    {
        let select = "SELECT \(ArrangementPage.columns) FROM arrangementStep WHERE arrangement = ?1 AND"
        let (number, position) = (row.number, row.position)
        switch scope {
        case .undo, .redo:
            return try all(
                "\(select) position IN (?2 - 1, ?2 + 1) ORDER BY position", [number, position], ArrangementPage.init)
        case .since(let revision):
            return try all(
                "\(select) (position IN (?2 - 1, ?2 + 1) OR (position < ?2 AND revision >= ?3)) ORDER BY position",
                [number, position, revision?.number ?? .max], ArrangementPage.init)
        case .all:
            return try all(
                "\(select) position <> ?2 ORDER BY position", [number, position], ArrangementPage.init)
        }
    }
}

extension ArrangementHistory.StepsNeeded {
    init(_ command: BookCommand, seen: Revision?) {
        switch command {
        case .undo: self = .undo
        case .redo: self = .redo
        case .arrange, .saveAs, .load: self = .since(seen)
        }
    }
}

extension WriteTransaction {
    /// The unit in which `Panels` measures how soon one step follows another.
    var milliseconds: Int64 { now.microseconds / 1000 }

    /// Writes a changed book. Documents that are stored already are moved, not encoded again.
    /// - Returns: the updated row.
    func saveBook(
        _ next: ArrangementBook, after history: ArrangementHistory, by origin: String?
    ) throws -> ArrangementRow {
        let row = history.row
        let position: Int64
        switch history.scope {
        case .undo:
            position = row.position - 1
            try deleteSteps("position = ?2", of: row, position)
            try addStep(of: row, as: next.future.last)
        case .redo:
            position = row.position + 1
            try deleteSteps("position = ?2", of: row, position)
            try addStep(of: row, as: next.past.last)
        case .since, .all:
            // A new step begins with the present document; one that was joined began earlier.
            let isJoined = next.past.last.map { $0.revision < Int(row.revision.number) } ?? false
            position = isJoined ? row.position : row.position + 1
            try deleteSteps("position >= ?2", of: row, position)
            try deleteSteps("position < ?2", of: row, position - Int64(ArrangementBook.stepsMax))
            if isJoined {
                try delay(row, until: next.past.last?.milliseconds)
            } else {
                try addStep(of: row, as: next.past.last)
            }
        }
        return try update(row, next, document: history.document(of: next), position: position, by: origin)
    }

    private func update(
        _ row: ArrangementRow, _ next: ArrangementBook, document: String, position: Int64, by origin: String?
    ) throws -> ArrangementRow {
        let sql = """
            UPDATE arrangement SET (revision, document, position, updatedAt, updatedBy) = (?, ?, ?, ?, ?)
            WHERE number = ? RETURNING \(ArrangementRow.columns)
            """
        let arguments: [any SQLArgument] = [
            next.revision, document, position, now.microseconds, origin, row.number,
        ]
        return try db.written(sql, arguments, ArrangementRow.init)
    }

    /// Adds the present document to the history.
    private func addStep(of row: ArrangementRow, as step: ArrangementBook.Step?) throws {
        guard let step else { throw StoreError.damaged("An arrangement changed without a step.") }
        let sql = """
            INSERT INTO arrangementStep (arrangement, position, revision, document, kind, panel, author, milliseconds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """
        try db.tell(
            sql,
            [
                row.number, row.position, row.revision.number, row.document, step.kind.rawValue, step.panel?.text,
                step.author, step.milliseconds,
            ])
    }

    /// A like step soon after has joined the step before. The time within which the next may join starts again.
    private func delay(_ row: ArrangementRow, until milliseconds: Int64?) throws {
        try db.tell(
            "UPDATE arrangementStep SET milliseconds = ? WHERE arrangement = ? AND position = ?",
            [milliseconds, row.number, row.position - 1])
    }

    /// - Parameter condition: with `?2` for `position`. One of few, because statements stay prepared.
    private func deleteSteps(_ condition: String, of row: ArrangementRow, _ position: Int64) throws {
        try db.tell("DELETE FROM arrangementStep WHERE arrangement = ?1 AND \(condition)", [row.number, position])
    }
}
