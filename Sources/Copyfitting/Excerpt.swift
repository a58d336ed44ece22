package import Rendering

/// The first words of a post, on one line: for feeds, link cards, WordPress's excerpt, and services that get no more.
package struct Excerpt: Hashable, Sendable {
    /// Empty for a post without words.
    package let text: String
    /// Whether the post goes on.
    package let isCut: Bool

    /// Paragraphs alone count, as long as there are any; without pictures, addresses, footnote marks and markup.
    /// - Parameter lengthMax: user-perceived characters, the ellipsis included.
    package init(_ tree: DocumentTree, lengthMax: Int = 300) {
        var words = ""
        var goesOn = false
        for paragraph in Self.paragraphs(of: tree) {
            // One character more than fits tells that something is cut.
            if words.count > lengthMax {
                goesOn = true
                break
            }
            var walk = TreeWalk()
            walk.isExcerpt = true
            walk.block(paragraph)
            let line = walk.out.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !line.isEmpty { words += words.isEmpty ? line : " " + line }
        }
        let rule = CountingRule(name: "excerpt", method: .graphemes, limit: lengthMax)
        if !goesOn, words.count <= lengthMax {
            (text, isCut) = (words, false)
        } else {
            (text, isCut) = (Cut(words, to: lengthMax, by: rule)?.text ?? "…", true)
        }
    }

    /// The paragraphs at the top, else all there are, else whatever has words.
    private static func paragraphs(of tree: DocumentTree) -> [Node] {
        let blocks = tree.blocks.filter { if case .footnoteDefinition = $0.kind { false } else { true } }
        let top = blocks.filter(\.isParagraphWithWords)
        if !top.isEmpty { return top }
        var inner: [Node] = []
        for block in blocks { block.collectParagraphs(into: &inner) }
        return inner.isEmpty ? blocks : inner
    }
}

extension Node {
    fileprivate var isParagraphWithWords: Bool { kind == .paragraph && children.contains(where: \.hasWords) }

    private var hasWords: Bool {
        switch kind {
        case .text(let text), .code(let text): text.contains { !$0.isWhitespace }
        case .image, .htmlInline: false
        default: children.contains(where: \.hasWords)
        }
    }

    fileprivate func collectParagraphs(into found: inout [Node]) {
        if isParagraphWithWords { found.append(self) }
        for child in children { child.collectParagraphs(into: &found) }
    }
}
