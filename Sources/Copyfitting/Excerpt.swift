import Posts
package import Rendering

/// The first words of a post, on one line: for feeds, link cards, WordPress's excerpt, and services that get no more.
package struct Excerpt: Hashable, Sendable {
    /// Empty for a post without words.
    package let text: String
    /// Whether the post goes on.
    package let isCut: Bool

    /// Paragraphs alone count, as long as there are any; without pictures, addresses, footnote marks and markup. It ends
    /// before what it cannot carry, such as a list: the words after that would seem to follow those before it.
    /// - Parameter lengthMax: user-perceived characters, the ellipsis included.
    package init(_ tree: DocumentTree, lengthMax: Int = 300) {
        var words = ""
        let (paragraphs, endsEarly) = Self.paragraphs(of: tree)
        var goesOn = false
        for paragraph in paragraphs {
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
        if !goesOn, words.count + (endsEarly ? 2 : 0) <= lengthMax {
            (text, isCut) = (endsEarly ? words + " …" : words, endsEarly)
        } else {
            (text, isCut) = (Cut(words, to: lengthMax, by: rule)?.text ?? "…", true)
        }
    }

    /// The first paragraphs at the top with nothing between them that has words, else all paragraphs there are, else
    /// whatever has words.
    /// - Returns: also whether something follows that is left out.
    private static func paragraphs(of tree: DocumentTree) -> (nodes: [Node], endsEarly: Bool) {
        let blocks = tree.blocks.filter { if case .footnoteDefinition = $0.kind { false } else { true } }
        if let first = blocks.firstIndex(where: \.isParagraphWithWords) {
            let rest = blocks[first...]
            let end = rest.firstIndex { !$0.isParagraphWithWords && !$0.isWordless } ?? rest.endIndex
            return (rest[..<end].filter(\.isParagraphWithWords), end < rest.endIndex)
        }
        var inner: [Node] = []
        for block in blocks { block.collectParagraphs(into: &inner) }
        return (inner.isEmpty ? blocks : inner, false)
    }
}

extension Node {
    fileprivate var isParagraphWithWords: Bool { kind == .paragraph && children.contains(where: \.hasWords) }

    /// A picture, a line between paragraphs or a comment: readers of an excerpt miss no words.
    fileprivate var isWordless: Bool {
        switch kind {
        case .paragraph: !children.contains(where: \.hasWords)
        case .thematicBreak: true
        case .htmlBlock(let html): html.trimmed.hasPrefix("<!--") && html.trimmed.hasSuffix("-->")
        default: false
        }
    }

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
