package import Rendering

/// A post as text without markup, for services that support none, with the losses.
///
/// Paragraphs are separated by an empty line. A link becomes `text (address)`, or only the address if the text adds
/// nothing. A footnote is `[1]` in the text and at the end. List items begin with `•`, a number or `☑`/`☐`, quoted
/// lines with `>`; code and table rows become lines. Bold and italic letters from Unicode's mathematical blocks are
/// never used, because screen readers spell them out.
package struct PlainText: Equatable, Sendable {
    package let text: String
    /// In the order of the text.
    let lost: [Lost]
    /// What a thread must not divide: code and tables, as ranges of the UTF-8 of `text`, in order and without overlaps.
    package let whole: [Range<Int>]

    /// - Parameter isMarked: whether it has marks for `BlueskyText`: a link keeps its words, and code is known as code.
    /// - Complexity: linear in the size of the tree.
    package init(_ tree: DocumentTree, isMarked: Bool = false) {
        var walk = TreeWalk()
        walk.isMarked = isMarked
        walk.document(tree)
        text = walk.out.text
        lost = walk.lost
        whole = walk.whole
    }

    /// Takes a text that is not Markdown.
    package init(verbatim text: String) {
        self.text = text
        lost = []
        whole = []
    }

    /// The losses in the whole text, one per kind.
    package var losses: [Loss] { Loss.summing(lost) }

    /// The losses in the first `bytes` of the text.
    func losses(inFirst bytes: Int) -> [Loss] { Loss.summing(lost.lazy.filter { $0.offset < bytes }) }
}
