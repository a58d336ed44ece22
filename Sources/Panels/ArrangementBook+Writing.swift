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
