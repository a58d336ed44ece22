/// A Markdown text as a value: what `Copyfitting` turns into each service's text.
///
/// Depth is bounded (blocks by `WorkBudget.blockDepthMax`, inlines by `WorkBudget.inlineDepthMax`, of which what lies
/// deeper keeps its text and loses its container), so walking the tree by recursion is safe on any thread. Addresses
/// that are dangerous are empty.
package struct DocumentTree: Equatable, Sendable {
    /// The top-level blocks; footnote definitions that are referred to come last, in the order of their first
    /// reference.
    package let blocks: [Node]
    /// What was left out of the text's meaning; as in `RenderedDocument`.
    package let diagnostics: [Diagnostic]

    package init(blocks: [Node], diagnostics: [Diagnostic] = []) {
        self.blocks = blocks
        self.diagnostics = diagnostics
    }
}

package struct Node: Equatable, Sendable {
    package let kind: Kind
    /// First and last line in the text, counted from 1. Exact for blocks. An inline of which cmark keeps no line has
    /// its parent's first; and cmark does not count a line end after a backslash, so that what follows in the paragraph
    /// seems one line higher up.
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
        case heading(level: Int)
        case blockQuote
        case list(List)
        /// `isChecked` is nil unless the item is a task.
        case item(isChecked: Bool?)
        /// `language` is the first word of the info string; none for indented code and bare fences.
        case codeBlock(language: String?, text: String)
        case thematicBreak
        case table(alignments: [Alignment])
        case tableRow(isHeader: Bool)
        case tableCell
        case htmlBlock(String)
        case footnoteDefinition(label: String)

        // Inlines
        /// Has no line ends, but in a block that is shown as written (see `diagnostics`).
        case text(String)
        /// A line end in the text that is no line end to the reader.
        case softBreak
        case lineBreak
        case code(String)
        case emphasis
        case strong
        case strikethrough
        case link(url: String, title: String)
        /// The children are the alternative text.
        case image(url: String, title: String)
        case htmlInline(String)
        /// `number` is what the reader sees, from 1 in the order of first reference.
        case footnoteReference(label: String, number: Int)
    }

    package struct List: Equatable, Sendable {
        /// The number of the first item; none if the list is bulleted.
        package let start: Int?
        /// Whether the items' paragraphs stand without space between them.
        package let isTight: Bool

        package init(start: Int?, isTight: Bool) {
            self.start = start
            self.isTight = isTight
        }
    }

    package enum Alignment: Equatable, Sendable { case none, left, center, right }
}
