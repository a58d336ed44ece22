/// An arrangement with its history and its named copies: a pure value, which the store keeps as rows.
package struct ArrangementBook: Hashable, Sendable {
    /// Grows by one with every change, undo and redo included.
    package let revision: Int
    package let present: Arrangement
    /// What undo goes back to, the oldest first; at most 25.
    package let past: [Step]
    /// What redo goes forward to, the nearest last.
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

    /// The arrangement before (in `past`) or after (in `future`) one step, and what the step was.
    package struct Step: Hashable, Sendable {
        package let arrangement: Arrangement
        /// The revision under which `arrangement` was present.
        package let revision: Int
        package let kind: CommandKind
        package let panel: PanelID?
        package let author: String
        package let milliseconds: Int64

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
    /// Says that someone else changed the same panel since `seen`.
    package let conflict: String?
    /// False when only the focus moves (`nextPanel` among pinned panels) or only a copy was made: nothing to announce
    /// to other windows, same revision.
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
    /// The book after a whole arrangement, made from the one of revision `base`, was written: the panels that only
    /// `mine` changed are taken from it, and so are those that both changed; the others' values stay in the history.
    package func writing(
        _ mine: Arrangement, base: Int, by author: String, at milliseconds: Int64
    ) -> BookWrite {
        let note = Note(author: author, milliseconds: milliseconds)
        guard base < revision, let common = arrangement(at: base) else {
            return BookWrite(book: adding(mine, .write, nil, note), outcome: .saved)
        }
        let (merged, conflicts) = present.merging(mine, base: common)
        return BookWrite(book: adding(merged, .write, nil, note), outcome: .merged(conflicts: conflicts))
    }

    /// The arrangement of a past revision. Of steps that were made one, the first is kept; of what lies before the
    /// history, its oldest: then more counts as changed than was, and the writer's values win.
    private func arrangement(at base: Int) -> Arrangement? {
        let steps = (past + future).sorted { $0.revision < $1.revision }
        return (steps.last { $0.revision <= base } ?? steps.first)?.arrangement
    }
}
