package import Rendering

/// A post as text without markup, for services that know none, with what that costs.
///
/// Paragraphs are divided by an empty line. A link is `text (address)`, or the address alone where the text says
/// no more. A footnote is `[1]` in the text and again at its end. List items begin with `•`, a number or `☑`/`☐`,
/// quoted lines with `>`; code and table rows stand as lines. Bold and italic letters from Unicode's mathematical blocks
/// are never used: screen readers spell them.
package struct PlainText: Equatable, Sendable {
    package let text: String
    /// In the order of the text.
    let lost: [Lost]

    /// - Complexity: linear in the size of the tree.
    package init(_ tree: DocumentTree) {
        var walk = TreeWalk()
        walk.document(tree)
        text = walk.out.text
        lost = walk.lost
    }

    /// A text that is no Markdown.
    package init(verbatim text: String) {
        self.text = text
        lost = []
    }

    /// What the text does not carry, one per kind.
    package var losses: [Loss] { Loss.summing(lost) }

    /// What the beginning of the text does not carry.
    func losses(inFirst bytes: Int) -> [Loss] { Loss.summing(lost.lazy.filter { $0.offset < bytes }) }
}
