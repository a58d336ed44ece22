import Posts
package import Rendering

/// The first words of a post on one line, for feeds, link previews, WordPress's excerpt, and services that receive only
/// these.
package struct Excerpt: Hashable, Sendable {
    /// Empty for a post without words.
    package let text: String
    /// Whether the post continues.
    package let isCut: Bool

    /// Uses only paragraphs if there are any, without pictures, addresses, footnote marks and markup. It ends before a
    /// block that it cannot contain, such as a list, because the following words would seem to continue the preceding
    /// ones.
    /// - Parameters:
    ///   - lengthMax: in user-perceived characters, including the ellipsis.
    ///   - isMarked: see `PlainText`; the length is then that at Bluesky.
    package init(_ tree: DocumentTree, lengthMax: Int = 300, isMarked: Bool = false) {
        let rule = CountingRule(name: "excerpt", method: isMarked ? .bluesky : .graphemes, limit: lengthMax)
        var words = ""
        let (paragraphs, endsEarly) = Self.paragraphs(of: tree)
        var goesOn = false
        for paragraph in paragraphs {
            // A character beyond the limit shows that the text must be cut.
            if rule.count(words) > lengthMax {
                goesOn = true
                break
            }
            var walk = TreeWalk()
            walk.isExcerpt = true
            walk.isMarked = isMarked
            walk.block(paragraph)
            let line = walk.out.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !line.isEmpty { words += words.isEmpty ? line : " " + line }
        }
        if !goesOn, rule.count(words) + (endsEarly ? 2 : 0) <= lengthMax {
            (text, isCut) = (endsEarly ? words + " …" : words, endsEarly)
        } else {
            (text, isCut) = (Cut(words, to: lengthMax, by: rule)?.text ?? "…", true)
        }
    }

    /// The first top-level paragraphs without other words between them; if there are none, all paragraphs; otherwise
    /// all blocks.
    /// - Returns: the nodes, and whether a block that follows is left out.
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

    /// Whether the block contains no words, such as a picture, a thematic break or a comment.
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
