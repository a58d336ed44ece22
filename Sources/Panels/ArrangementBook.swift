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
