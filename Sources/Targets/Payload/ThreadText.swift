import Copyfitting
import Pictures
import Posts
import Rendering

/// The whole text of a post, divided into the parts of a thread, each with the pictures that stand in it.
struct ThreadText {
    struct Part {
        /// The text, divided where the post's address stands.
        var texts: [String]
        let pictures: [ShownPicture]
    }
    private(set) var parts: [Part]
    let losses: [String]
    let division: ThreadDivision
    /// Stands for the post's address while the text is divided, at its greatest length; nil if there is none.
    private let standIn: String?

    /// How many addresses, code blocks and the like are longer than a part and were divided all the same.
    var torn: Int { division.split.torn }

    /// - Parameters:
    ///   - shown: the pictures to attach. An author's own text has no places for them, so they stand on its first part.
    ///   - start: what stands before the text.
    ///   - tagged: whether the hashtags follow the text.
    ///   - numbered: whether `number` adds numbers; room is left for them.
    init(
        of manuscript: Manuscript, tree: DocumentTree, pictures shown: [ShownPicture], start: String = "", tagged: Bool,
        numbered: Bool, rule: CountingRule, avoidsPairs: Bool
    ) throws(FreezeError) {
        let own = try manuscript.ownText()
        let (marked, order) = tree.marking(shown)
        let plain = own.map { PlainText(verbatim: $0) } ?? PlainText(marked, marksLinks: rule.method == .bluesky)
        let head = start + (own == nil ? manuscript.spokenTitle.map { $0 + "\n\n" } ?? "" : "")
        let tags = own == nil && tagged ? manuscript.hashtags.joined(separator: " ") : ""
        let text = head + plain.text + (tags.isEmpty ? "" : "\n\n\(tags)")
        let whole = plain.whole.map { $0.lowerBound + head.utf8.count..<$0.upperBound + head.utf8.count }
        let source = ThreadDivision.Source(
            text: text, whole: whole, rule: rule, isNumbered: numbered, avoidsPairs: avoidsPairs)
        division = manuscript.divisions.first { $0.source == source } ?? ThreadDivision(source)
        losses = own == nil ? plain.losses.map(\.description) : []
        let standIn = own == nil ? nil : manuscript.addressStandIn
        self.standIn = manuscript.addressStandIn
        var rest = (own == nil ? order : [])[...]
        parts = division.split.parts.enumerated().map { index, text in
            let standing = rest.prefix(text.unicodeScalars.count { $0 == DocumentTree.pictureMark })
            rest = rest.dropFirst(standing.count)
            let pictures = own != nil && index == 0 ? shown : Array(standing)
            return Part(texts: text.withoutPictureMarks.divided(at: standIn), pictures: pictures)
        }
    }

    /// Adds the post's address to the last part, or as a part of its own.
    mutating func addAddress() {
        guard let standIn, let last = parts.indices.last else { return }
        let text = parts[last].texts.joined(separator: standIn)
        if division.rule.fits(text.isEmpty ? standIn : "\(text)\n\n\(standIn)") {
            parts[last].texts[parts[last].texts.count - 1] += text.isEmpty ? "" : "\n\n"
            parts[last].texts.append("")
        } else {
            parts.append(Part(texts: ["", ""], pictures: []))
        }
    }

    /// Ends each part of several with its number, such as `2/5`, if the target wants that.
    mutating func number() {
        guard division.source.isNumbered, parts.count > 1 else { return }
        for index in parts.indices {
            let last = parts[index].texts.count - 1
            parts[index].texts[last] += "\n\n\(index + 1)/\(parts.count)"
        }
    }
}

extension Manuscript {
    /// Known or predicted; nil if the post has none.
    var shownAddress: String? {
        switch address {
        case .known(let address): address
        case .awaited(let predicted): predicted
        case .none: canonicalAddress
        }
    }

    /// As long as the post's address may become: the blog chooses it, and may put a category into it.
    fileprivate var addressStandIn: String? {
        guard case .awaited(let predicted) = address else { return shownAddress }
        return predicted + String(repeating: "x", count: 20)
    }

    /// The author's own text, with the stand-in in place of `{{url}}`.
    fileprivate func ownText() throws(FreezeError) -> String? {
        guard let own = override?.text?.replacing("{{ url }}", with: SocialText.addressTag) else { return nil }
        guard own.contains(SocialText.addressTag) else { return own }
        guard let addressStandIn else {
            throw FreezeError(
                "The text for this target wants the post's address with {{url}}, and there is none. Publish to a blog as "
                    + "well.")
        }
        return own.replacing(SocialText.addressTag, with: addressStandIn)
    }
}

extension String {
    fileprivate func divided(at mark: String?) -> [String] {
        guard let mark, !mark.isEmpty else { return [self] }
        return split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    }
}

// MARK: - Places of pictures

extension DocumentTree {
    /// Stands in a text for a picture. The code point is one of those for private use.
    static let pictureMark: Unicode.Scalar = "\u{F0000}"

    /// The same text with a mark in place of each of the pictures, and the pictures in the order of the marks.
    func marking(_ pictures: [ShownPicture]) -> (tree: DocumentTree, order: [ShownPicture]) {
        var order: [ShownPicture] = []
        let blocks = blocks.map { $0.marking(pictures, &order) }
        return (DocumentTree(blocks: blocks, diagnostics: diagnostics), order)
    }
}

extension Node {
    fileprivate func marking(_ pictures: [ShownPicture], _ order: inout [ShownPicture]) -> Node {
        if case .image(let url, _) = kind, let picture = pictures.first(where: { $0.media.id.address == url }) {
            order.append(picture)
            return Node(.text(String(DocumentTree.pictureMark)), lines: lines)
        }
        let mark = DocumentTree.pictureMark
        let kind: Kind =
            if case .text(let text) = kind, text.unicodeScalars.contains(mark) {
                .text(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != mark })))
            } else { kind }
        return Node(kind, lines: lines, children: children.map { $0.marking(pictures, &order) })
    }
}

extension String {
    /// Without the marks, and without the empty lines and spaces that they leave.
    fileprivate var withoutPictureMarks: String {
        guard unicodeScalars.contains(DocumentTree.pictureMark) else { return self }
        let text = String(String.UnicodeScalarView(unicodeScalars.filter { $0 != DocumentTree.pictureMark }))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingEnd }
        var kept: [Substring] = []
        for line in lines where !(line.isEmpty && kept.last?.isEmpty ?? true) { kept.append(line) }
        return kept.joined(separator: "\n").trimmed
    }
}

extension Substring {
    fileprivate var trimmingEnd: Substring {
        var text = self
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
