/// A Markdown text as a value, from which `Copyfitting` makes the text for each service.
///
/// Its depth is bounded: blocks by `WorkBudget.blockDepthMax`, inlines by `WorkBudget.inlineDepthMax`. An inline beyond
/// the limit keeps its text and loses its container. So recursion over the tree is safe on any thread. Dangerous
/// addresses are empty.
package struct DocumentTree: Equatable, Sendable {
    /// The top-level blocks. Footnote definitions with a reference come last, in the order of their first reference.
    package let blocks: [Node]
    /// The parts that were not treated as Markdown; see `RenderedDocument`.
    package let diagnostics: [Diagnostic]

    package init(blocks: [Node], diagnostics: [Diagnostic] = []) {
        self.blocks = blocks
        self.diagnostics = diagnostics
    }
}

package struct Node: Equatable, Sendable {
    package let kind: Kind
    /// The first and last line in the text, counted from 1. Exact for blocks. An inline without a line in cmark gets
    /// its parent's first line. cmark does not count a line break after a backslash, so the line numbers of the rest of
    /// such a paragraph are too small by one.
    package let lines: ClosedRange<Int>
    package let children: [Node]

    package init(_ kind: Kind, lines: ClosedRange<Int>, children: [Node] = []) {
        self.kind = kind
        self.lines = lines
        self.children = children
    }

    package enum Kind: Equatable, Sendable {
        // Blocks
        case paragraph
        case heading
        case blockQuote
        /// `start` is the number of the first item; nil for a bulleted list.
        case list(start: Int?)
        /// `isChecked` is nil unless the item is a task.
        case item(isChecked: Bool?)
        case codeBlock(String)
        case thematicBreak
        case table
        /// The first row is the head.
        case tableRow
        case tableCell
        case htmlBlock(String)
        case footnoteDefinition(label: String)

        // Inlines
        /// Contains no line breaks, except in a block that is shown as written (see `diagnostics`).
        case text(String)
        /// A line break in the Markdown that is not one for the reader.
        case softBreak
        case lineBreak
        case code(String)
        case emphasis
        case strong
        case strikethrough
        case link(url: String, title: String)
        /// The children are the alternative text.
        case image(url: String)
        case htmlInline(String)
        /// `number` is the number that readers see, from 1 in the order of first reference.
        case footnoteReference(label: String, number: Int)
    }
}
