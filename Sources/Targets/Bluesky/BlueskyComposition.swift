import Copyfitting
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
    /// nil for one post.
    private(set) var thread: ThreadText?
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
        if manuscript.override?.long.map({ $0 == .thread }) ?? target.isLongAsThread {
            try composeThread(manuscript, tree, shown, start: start ?? "", for: target)
        } else {
            try composeOne(manuscript, tree, shown, start: start, for: target)
        }
        let sent = Set(parts.flatMap { $0.pictures + [$0.card?.picture].compactMap(\.self) })
        pictures = shown.filter { sent.contains($0.address) }
    }

    /// As readers see them.
    var texts: [BlueskyText] {
        thread?.parts.compactMap(\.shown) ?? parts.map { BlueskyText($0.texts.joined(separator: address ?? "")) }
    }

    /// - Parameter texts: of the parts.
    func shown(_ texts: [BlueskyText]) -> [SocialPost] {
        zip(parts, texts).map { part, text in
            SocialPost(
                text: text.text, facets: text.facets, count: text.count, pictures: part.pictures.compactMap(picture),
                card: part.card.map { card in
                    LinkCard(
                        isSent: true, title: card.title, summary: card.summary, address: address ?? "",
                        picture: card.picture.flatMap(picture))
                })
        }
    }

    private func picture(_ address: String) -> ShownPicture? { pictures.first { $0.address == address } }

    /// The address, for a parcel.
    var identity: [String: String] {
        guard let address else { return [:] }
        return [isAwaited ? BlueskyPost.predictedIdentity : BlueskyPost.addressIdentity: address]
    }

    private func card(_ manuscript: Manuscript, _ tree: DocumentTree, _ shown: [ShownPicture]) -> BlueskyPost.Card {
        let card = manuscript.card(tree, shown)
        return BlueskyPost.Card(title: card.title, summary: card.summary, picture: card.picture?.address)
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
        var texts = text.texts
        texts[0] = (start ?? "") + texts[0]
        guard hasCard else { return add(texts, shown) }
        parts.append(BlueskyPost.Part(texts: texts, card: card(manuscript, tree, shown)))
        if shown.count > 1 {
            losses.append("\(shown.dropFirst().names): not sent, because the card of the post shows one picture.")
        }
    }

    private mutating func add(_ texts: [String], _ pictures: [ShownPicture]) {
        let (sent, left) = (pictures.prefix(BlueskyPost.galleryMax), pictures.dropFirst(BlueskyPost.galleryMax))
        parts.append(BlueskyPost.Part(texts: texts, pictures: sent.map(\.address)))
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
        let leadsToPost = manuscript.override?.text == nil && manuscript.spokenTitle != nil && address != nil
        let form = ThreadText.Form(
            rule: .bluesky, start: start, isTagged: target.hashtags == .text, isNumbered: target.isNumbered,
            avoidsPairs: true, ending: !leadsToPost ? .text : target.hasCard ? .addressBelowPictures : .address)
        let thread = try ThreadText(of: manuscript, tree: tree, pictures: shown, form)
        self.thread = thread
        losses += thread.losses
        for part in thread.parts { add(part.texts, part.pictures) }
        let cardIndex = leadsToPost ? parts.indices.last : parts.firstIndex { $0.texts.count > 1 }
        if target.hasCard, let cardIndex, parts[cardIndex].pictures.isEmpty {
            parts[cardIndex].card = card(manuscript, tree, shown)
        }
        try check(thread)
    }

    /// Each is an upload before the thread, and a preparation ends after 512 questions.
    private static let picturesMax = 120

    private mutating func check(_ thread: ThreadText) throws(FreezeError) {
        guard !parts.isEmpty else { throw FreezeError("There is nothing to send: the text is empty.") }
        guard parts.count <= BlueskyCopy.partsMax else {
            throw FreezeError(
                "The thread would have \(parts.count) parts, and at most \(BlueskyCopy.partsMax) go at once. Shorten the "
                    + "text, or send its beginning and a link: long = \"link\".")
        }
        let pictures = Set(parts.flatMap(\.pictures)).count
        guard pictures <= BlueskyComposition.picturesMax else {
            throw FreezeError(
                "The thread would have \(pictures) pictures, and at most \(BlueskyComposition.picturesMax) go at once. "
                    + "Take some out, or send its beginning and a link: long = \"link\".")
        }
        if parts.count == 2 { warnings.append("Profiles on Bluesky show only the second part of a thread of two.") }
        if thread.hasAvoidedPair {
            warnings.append(
                "Two parts would hold the text. It is sent as \(parts.count), because profiles on Bluesky show only the second "
                    + "part of a thread of two.")
        }
        warnings += thread.warnings
    }
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
