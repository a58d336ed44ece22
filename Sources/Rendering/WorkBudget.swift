/// Limits on the cost of one text. cmark-gfm 0.29.0.gfm.6 takes quadratic time in more cases than its authors knew, and
/// a parse cannot be cancelled. So Galley first estimates the work in steps of the loops concerned (1 to 8 ns each),
/// leaves out what exceeds a limit and adds a diagnostic. Ordinary texts, even long ones, stay hundreds of times below
/// each limit.
enum WorkBudget {
    /// Nested blocks. Each inline node inspects all its ancestors, each blank line all open lists.
    static let blockDepthMax = 100
    /// Blocks of all kinds. Each temporarily takes half a kilobyte, and some take as much in HTML.
    static let blocksMax = 400_000
    /// Nested emphasis, links and the like in the document tree.
    static let inlineDepthMax = 50
    /// Columns of a table. Adding a cell walks the list of cells to its end, and writing a cell walks its row again.
    static let tableColumnsMax = 500
    /// Cells of all tables, including those that fill up short rows.
    static let tableCellsMax = 200_000
    /// Each line that could be the delimiter row of a table makes cmark read the whole paragraph before it again.
    static let tableSteps = 60_000_000
    /// Each quote searches all earlier quotes of its paragraph.
    static let quoteSteps = 24_000_000
    /// cmark follows each address to the next space and recounts its brackets for each closing bracket at its end. Each
    /// `@` copies the rest of its line.
    static let autolinkSteps = 60_000_000
    /// A pair of tildes of unequal length stays, and each later one inspects it again.
    static let strikethroughSteps = 24_000_000
    /// Each link searches all open delimiters and images, each `<?` and `<!` all the following text.
    static let inlineSteps = 32_000_000
    /// Bytes at which markup splits text, in all blocks. Each temporarily takes some 400 bytes of memory.
    static let inlineMarksMax = 600_000
    /// Bytes that link definitions may expand to: the longest one times the number of brackets that could use it.
    static let definitionBytesMax = 32_000_000
}
