import Copyfitting
import Pictures
import Posts
import Rendering

/// The parts of a post, without their keys: each has a text, and either pictures or the card that stands for the post's
/// address.
struct BlueskyComposition {
    private(set) var parts: [BlueskyPost.Part] = []
    /// Those that are sent, each once.
    private(set) var pictures: [ShownPicture] = []
    private(set) var losses: [String] = []
    private(set) var warnings: [String] = []
    /// The post's address, known or predicted.
    let address: String?
    private let isAwaited: Bool

    /// - Parameter start: what stands before the text.
    init(_ manuscript: Manuscript, start: String?, for target: BlueskyTarget) throws(FreezeError) {
        address = manuscript.shownAddress
        isAwaited = if case .awaited = manuscript.address { true } else { false }
        let whole = try manuscript.tree()
        let all = try manuscript.pictures(in: whole)
        let (tree, shown) = (whole.without(all.drawings), all.withoutDrawings)
        losses = all.drawingLosses(at: "Bluesky")
        warnings = tree.diagnostics.map(\.message)
        if target.isLongAsThread {
            try composeThread(manuscript, tree, shown, start: start ?? "", for: target)
        } else {
            try composeOne(manuscript, tree, shown, start: start, for: target)
        }
        for name in parts.flatMap({ $0.pictures + [$0.card?.picture].compactMap(\.self) }) {
            guard let picture = shown.first(where: { $0.media.id.address == name }), !pictures.contains(picture) else {
                continue
            }
            pictures.append(picture)
        }
    }

    /// The address, unless another target will provide it.
    var identity: [String: String] {
        guard !isAwaited, let address else { return [:] }
        return [BlueskyPost.addressIdentity: address]
    }

    private func card(_ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture]) -> BlueskyPost.Card {
        BlueskyPost.Card(
            title: (manuscript.spokenTitle ?? Excerpt(tree).text).shortened(to: 300),
            summary: manuscript.spokenSummary(tree).shortened(to: 300), picture: shown.first?.media.id.address)
    }

    // MARK: One post

    /// A text that is too long is cut.
    private mutating func composeOne(
        _ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture], start: String?,
        for target: BlueskyTarget
    ) throws(FreezeError) {
        var source = manuscript
        if target.hashtags != .text { source.tags = [] }
        func fitted(_ source: Manuscript) throws(FreezeError) -> SocialText {
            try SocialText(
                of: source, tree: tree.without(shown), template: target.template, warning: start, rule: .bluesky,
                hasPictures: !shown.isEmpty)
        }
        var text = try fitted(source)
        let isWhole = manuscript.spokenTitle == nil && !text.isCut
        let hasCard = target.hasCard && address != nil && !isWhole
        if hasCard, manuscript.override?.text == nil, target.template == nil {
            // The card has the address already, unless the author's own text asks for it.
            (source.address, source.canonicalAddress) = (.none, nil)
            text = try fitted(source)
        }
        losses += text.losses
        var texts = text.textsAroundAddress
        texts[0] = (start ?? "") + texts[0]
        guard hasCard else { return add(texts, shown) }
        parts.append(BlueskyPost.Part(texts: texts, card: card(manuscript, tree, shown)))
        if shown.count > 1 {
            losses.append("\(shown.dropFirst().names): not sent, because the card of the post shows one picture.")
        }
    }

    private mutating func add(_ texts: [String], _ pictures: [ShownPicture]) {
        let (sent, left) = (pictures.prefix(BlueskyPost.galleryMax), pictures.dropFirst(BlueskyPost.galleryMax))
        parts.append(BlueskyPost.Part(texts: texts, pictures: sent.map(\.media.id.address)))
        if !left.isEmpty {
            losses.append("\(left.names): not sent, because apps show \(BlueskyPost.galleryMax) pictures.")
        }
    }

    // MARK: Thread

    /// The whole text, with the pictures on the parts where they stand.
    private mutating func composeThread(
        _ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture], start: String,
        for target: BlueskyTarget
    ) throws(FreezeError) {
        let own = manuscript.override?.text
        let (marked, order) = tree.marking(shown)
        let plain = own.map { PlainText(verbatim: $0) } ?? PlainText(marked, marksLinks: true)
        if own == nil { losses += plain.losses.map(\.description) }
        let head = start + (own == nil ? manuscript.spokenTitle.map { $0 + "\n\n" } ?? "" : "")
        let tags = own == nil && target.hashtags == .text ? manuscript.hashtags.joined(separator: " ") : ""
        let split = ThreadSplit(
            head + plain.text + (tags.isEmpty ? "" : "\n\n\(tags)"),
            whole: plain.whole.map { $0.lowerBound + head.utf8.count..<$0.upperBound + head.utf8.count },
            rule: .bluesky, avoidsPairs: true)
        // An author's own text has no places for pictures, so they stand on its first part.
        var pictures = (own == nil ? order : [])[...]
        for (index, text) in split.parts.enumerated() {
            let count = text.unicodeScalars.count { $0 == DocumentTree.pictureMark }
            add(
                try aroundAddress(text.withoutPictureMarks),
                own != nil && index == 0 ? shown : Array(pictures.prefix(count)))
            pictures = pictures.dropFirst(count)
        }
        if own == nil, manuscript.spokenTitle != nil { addAddress(manuscript, tree, shown, for: target) }
        try check(split)
    }

    private mutating func check(_ split: ThreadSplit) throws(FreezeError) {
        guard !parts.isEmpty else { throw FreezeError("There is nothing to send: the text is empty.") }
        guard parts.count <= BlueskyCopy.partsMax else {
            throw FreezeError(
                "The thread would have \(parts.count) parts, and at most \(BlueskyCopy.partsMax) go at once. Shorten the "
                    + "text, or set long = \"link\" for this target.")
        }
        if parts.count == 2 { warnings.append("Profiles on Bluesky show only the second part of a thread of two.") }
        if split.torn > 0 {
            warnings.append("Pieces of code, tables or addresses longer than a part are divided: \(split.torn).")
        }
    }

    private func aroundAddress(_ text: String) throws(FreezeError) -> [String] {
        let texts = text.replacing("{{ url }}", with: SocialText.addressTag).split(
            separator: SocialText.addressTag, omittingEmptySubsequences: false
        ).map(String.init)
        guard texts.count == 1 || address != nil else {
            throw FreezeError(
                "The text for this target wants the post's address with {{url}}, and there is none. Publish to a blog as "
                    + "well.")
        }
        return texts
    }

    /// The last part leads to the post: by a card, or by its text if it has pictures.
    private mutating func addAddress(
        _ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture], for target: BlueskyTarget
    ) {
        guard let address, let last = parts.indices.last else { return }
        let text = parts[last].texts.joined()
        if target.hasCard, parts[last].pictures.isEmpty {
            parts[last].card = card(manuscript, tree, shown)
        } else if BlueskyText("\(text)\n\n\(address)").count <= BlueskyText.limit - BlueskyComposition.reserve {
            parts[last].texts = [text.isEmpty ? "" : "\(text)\n\n", ""]
        } else {
            parts.append(BlueskyPost.Part(texts: ["", ""]))
        }
    }

    /// A blog may give a longer address than the predicted one.
    private static let reserve = 20
}

extension [BlueskyPost.Part] {
    func showOnCard(_ picture: String) -> Bool { contains { $0.card?.picture == picture } }
}

extension BlueskyPost.Part {
    fileprivate init(texts: [String], pictures: [String] = [], card: BlueskyPost.Card? = nil) {
        self.init(key: "", texts: texts, pictures: pictures, card: card)
    }

    func keyed(_ key: String) -> BlueskyPost.Part {
        BlueskyPost.Part(key: key, texts: texts, pictures: pictures, card: card)
    }
}

extension Collection<ShownPicture> {
    fileprivate var names: String {
        prefix(3).map(\.name).joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
    }
}

extension Manuscript {
    /// Known or predicted; nil if the post has none.
    fileprivate var shownAddress: String? {
        switch address {
        case .known(let address): address
        case .awaited(let predicted): predicted
        case .none: canonicalAddress
        }
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
