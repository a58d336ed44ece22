/// An arrangement with its history and its named copies. It is a pure value; the store keeps it as rows.
package struct ArrangementBook: Hashable, Sendable {
    /// Increases by one with every change, including undo and redo.
    package let revision: Int
    package let present: Arrangement
    /// The undo steps, oldest first; at most 25.
    package let past: [Step]
    /// The redo steps, nearest last.
    package let future: [Step]
    package let named: [String: Arrangement]

    package init(
        revision: Int, present: Arrangement, past: [Step] = [], future: [Step] = [], named: [String: Arrangement] = [:]
    ) {
        self.revision = revision
        self.present = present
        self.past = past
        self.future = future
        self.named = named
    }

    /// The arrangement before a step (in `past`) or after it (in `future`), and a description of the step.
    package struct Step: Hashable, Sendable {
        package let arrangement: Arrangement
        /// The revision at which `arrangement` was present.
        package let revision: Int
        package let kind: CommandKind
        package let panel: PanelID?
        package let author: String
        package internal(set) var milliseconds: Int64

        package init(
            arrangement: Arrangement, revision: Int, kind: CommandKind, panel: PanelID?, author: String,
            milliseconds: Int64
        ) {
            self.arrangement = arrangement
            self.revision = revision
            self.kind = kind
            self.panel = panel
            self.author = author
            self.milliseconds = milliseconds
        }
    }

    package var canUndo: Bool { !past.isEmpty }
    package var canRedo: Bool { !future.isEmpty }
}

package struct BookChange: Hashable, Sendable {
    package let book: ArrangementBook
    package let announcement: String
    package let kind: CommandKind
    package let panel: PanelID?
    /// A message if another author changed the same panel since `seen`.
    package let conflict: String?
    /// False if only the focus moves (`nextPanel` among pinned panels) or only a copy was made. Then the revision
    /// stays, and other windows need no event.
    package let isNewRevision: Bool
}

package struct BookWrite: Hashable, Sendable {
    package let book: ArrangementBook
    package let outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case saved
        case merged(conflicts: [PanelID])
    }
}

extension ArrangementBook {
    /// Returns the book after a client wrote a whole arrangement that is based on revision `base`. Panels that `mine`
    /// changed are taken from it, even if others changed them too; the others' values stay in the history.
    package func writing(_ mine: Arrangement, base: Int, by author: String, at milliseconds: Int64) -> BookWrite {
        let note = Note(author: author, milliseconds: milliseconds)
        guard base < revision, let common = arrangement(at: base) else {
            return BookWrite(book: adding(mine, .write, nil, note), outcome: .saved)
        }
        let (merged, conflicts) = present.merging(mine, base: common)
        return BookWrite(book: adding(merged, .write, nil, note), outcome: .merged(conflicts: conflicts))
    }

    /// The arrangement of a past revision. Joined steps keep only their first arrangement. For a revision before the
    /// history, this is the oldest arrangement: more panels then count as changed, and the writer's values win.
    private func arrangement(at base: Int) -> Arrangement? {
        let steps = (past + future).sorted { $0.revision < $1.revision }
        return (steps.last { $0.revision <= base } ?? steps.first)?.arrangement
    }
}
