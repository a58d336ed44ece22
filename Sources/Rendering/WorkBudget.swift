/// Bounds for what one text may cost. cmark-gfm 0.29.0.gfm.6 is quadratic in more ways than its authors knew then: a
/// parse cannot be cancelled, so the work is estimated first, in steps of the loops concerned (1 to 8 ns each), and
/// what goes beyond is left out with a diagnostic. Ordinary texts, long ones included, stay hundreds of times below
/// each bound.
enum WorkBudget {
    /// Blocks in blocks. Each inline node looks at all its ancestors, each blank line at all open lists.
    static let blockDepthMax = 100
    /// Blocks of all kinds; each takes half a kilobyte for a moment, and some as much in HTML.
    static let blocksMax = 400_000
    /// Emphasis, links and the like in one another, in the document tree.
    static let inlineDepthMax = 50
    /// A list of cells is walked to its end for each cell added, and a row once more for each cell written.
    static let tableColumnsMax = 500
    /// Cells of all tables, those included that short rows are filled up with.
    static let tableCellsMax = 200_000
    /// Each line that could be the line under a table's head has the whole paragraph before it read again.
    static let tableSteps = 60_000_000
    /// Each quote looks back over all quotes before it in its paragraph.
    static let quoteSteps = 24_000_000
    /// Each address is followed to the next space, and each closing bracket at its end has it counted again; each `@`
    /// has the rest of its line copied.
    static let autolinkSteps = 60_000_000
    /// A pair of tildes of unequal length stays and is looked at by each later one.
    static let strikethroughSteps = 24_000_000
    /// Each link looks back over all open delimiters and all open images, each `<?` and `<!` over all that follows.
    static let inlineSteps = 32_000_000
    /// Bytes which special meaning cuts out of text, in all blocks; some 400 bytes of memory each, for a moment.
    static let inlineMarksMax = 600_000
    /// Bytes by which link definitions may multiply: the longest times the number of brackets that could use it.
    static let definitionBytesMax = 32_000_000
}
