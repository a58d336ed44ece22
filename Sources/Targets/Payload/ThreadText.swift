import Copyfitting
import Posts
import Rendering

/// The whole text of a post, divided into the parts of a thread, each with the pictures that stand in it. Targets with
/// the same form share it, because dividing and counting cost more than all else that is made of the text.
package struct ThreadText: Hashable, Sendable {
    struct Part: Hashable, Sendable {
        /// The text, divided where the post's address stands.
        var texts: [String]
        let pictures: [ShownPicture]
        /// By the target's rule, with the warning and the address as far as it is known.
        fileprivate(set) var count = 0
        /// As Bluesky shows it; nil by other rules.
        fileprivate(set) var shown: BlueskyText?
    }
    private(set) var parts: [Part]
    let losses: [String]
    let warnings: [String]
    /// See `ThreadSplit`.
    let hasAvoidedPair: Bool
    /// Whether the post's address follows the text.
    private let endsWithAddress: Bool
    private let source: Source

    /// What a target makes of the text.
    struct Form: Hashable, Sendable {
        var rule: CountingRule
        /// Counts in each part.
        var warning = ""
        /// Stands before the text.
        var start = ""
        /// Whether the hashtags follow the text.
        var isTagged = false
        /// Whether each part of several ends with its number, such as `2/5`.
        var isNumbered = false
        /// See `ThreadSplit`.
        var avoidsPairs = false
        var ending = Ending.text
    }

    /// Whether the post's address follows the text.
    enum Ending: Hashable, Sendable {
        case text
        case address
        /// Only where the last part has pictures, so that it has no room for a card.
        case addressBelowPictures
    }

    /// Everything that the thread follows from.
    private struct Source: Hashable, Sendable {
        let form: Form
        let body: String
        /// Before the text: the start and the title.
        let head: String
        let tags: String
        /// The author's own text in place of all that.
        let own: String?
        let pictures: [ShownPicture]
        let address: String?
        /// Stands for the address while the text is divided, at its greatest length; nil if there is none.
        let standIn: String?
        /// See `Manuscript.leavesOutAddress`.
        let leavesOutAddress: Bool

        init(_ manuscript: Manuscript, _ pictures: [ShownPicture], _ form: Form) throws(FreezeError) {
            own = try manuscript.ownText()
            (self.form, self.pictures, body) = (form, pictures, manuscript.body)
            head = form.start + (own == nil ? manuscript.spokenTitle.map { $0 + "\n\n" } ?? "" : "")
            tags = own == nil && form.isTagged ? manuscript.hashtags.joined(separator: " ") : ""
            (address, standIn) = (manuscript.shownAddress, manuscript.addressStandIn)
            leavesOutAddress = manuscript.leavesOutAddress
        }
    }

    /// - Parameters:
    ///   - tree: of the text, without drawings.
    ///   - shown: the pictures to attach. An author's own text has no places for them, so they stand on its first part.
    init(
        of manuscript: Manuscript, tree: DocumentTree, pictures shown: [ShownPicture], _ form: Form
    ) throws(FreezeError) {
        let source = try Source(manuscript, shown, form)
        if let made = manuscript.threads.first(where: { $0.source == source }) {
            self = made
            return
        }
        let own = source.own
        let (marked, order) = tree.marking(shown)
        let plain = own.map { PlainText(verbatim: $0) } ?? PlainText(marked, isMarked: form.rule.method == .bluesky)
        let text = source.head + plain.text + (source.tags.isEmpty ? "" : "\n\n\(source.tags)")
        let start = source.head.utf8.count
        let whole = plain.whole.map { $0.lowerBound + start..<$0.upperBound + start }
        let split: ThreadSplit
        (split, endsWithAddress) = ThreadText.divided(text, whole: whole, source)
        var rest = (own == nil ? order : [])[...]
        parts = split.parts.enumerated().map { index, text in
            let standing = rest.prefix(text.unicodeScalars.count { $0 == DocumentTree.pictureMark })
            rest = rest.dropFirst(standing.count)
            var kept: Set<ShownPicture> = []
            let pictures = own != nil && index == 0 ? shown : standing.filter { kept.insert($0).inserted }
            return Part(texts: [text.withoutPictureMarks], pictures: pictures)
        }
        (self.source, hasAvoidedPair) = (source, split.hasAvoidedPair)
        let torn = "Pieces of code, tables or addresses longer than a part are divided: \(split.torn)."
        warnings = (split.torn > 0 ? [torn] : []) + (source.leavesOutAddress ? [Manuscript.wordsOnNoBlog] : [])
        losses = own == nil ? plain.losses.map(\.description) : []
        try divideAtAddress()
        number()
        count(split)
    }

    /// - Returns: also whether the post's address follows the text.
    private static func divided(_ text: String, whole: [Range<Int>], _ source: Source) -> (ThreadSplit, Bool) {
        let form = source.form
        guard form.ending != .text, let standIn = source.standIn else {
            return (divided(text, whole: whole, form), false)
        }
        if form.ending == .addressBelowPictures {
            let split = divided(text, whole: whole, form)
            let hasPictures = split.parts.last?.unicodeScalars.contains(DocumentTree.pictureMark) == true
            guard hasPictures else { return (split, false) }
        }
        // The address takes part in the balance, so that it does not stand alone.
        let start = ThreadSplit.withoutBreaksAtEnd(text, whole: whole)
        return (divided(start.isEmpty ? standIn : "\(start)\n\n\(standIn)", whole: whole, form), true)
    }

    /// A text that fits into one part gets no number. Otherwise room for the numbers is reserved for one digit first, then
    /// for as many as the count has.
    private static func divided(_ text: String, whole: [Range<Int>], _ form: Form) -> ThreadSplit {
        let room = form.rule.limit - form.rule.count("", warning: form.warning)
        func split(reserving reserved: Int) -> ThreadSplit {
            ThreadSplit(text, whole: whole, rule: form.rule.limited(to: room - reserved), avoidsPairs: form.avoidsPairs)
        }
        let plain = split(reserving: 0)
        guard form.isNumbered, plain.parts.count > 1 else { return plain }
        var digits = 1
        while true {
            let split = split(reserving: 2 * digits + 3)
            if digits == 3 || "\(split.parts.count)".count <= digits { return split }
            digits += 1
        }
    }

    /// In an author's own text the address stands wherever it was asked for, else at the end of all.
    private mutating func divideAtAddress() throws(FreezeError) {
        guard let standIn = source.standIn else { return }
        if source.own != nil {
            for index in parts.indices { parts[index].texts = parts[index].texts.flatMap { $0.divided(at: standIn) } }
        } else if endsWithAddress, let last = parts.indices.last, let text = parts[last].texts.first {
            guard text.hasSuffix(standIn) else {
                throw FreezeError(
                    "The post's address is longer than a part of the thread has room for. Shorten the warning or the slug, or "
                        + "send its beginning and a link: long = \"link\".")
            }
            parts[last].texts = [String(text.dropLast(standIn.count)), ""]
        }
    }

    private mutating func number() {
        guard source.form.isNumbered, parts.count > 1 else { return }
        for index in parts.indices {
            let last = parts[index].texts.count - 1
            parts[index].texts[last] += "\n\n\(index + 1)/\(parts.count)"
        }
    }

    /// - Parameter split: has the counts of the parts that did not change since.
    private mutating func count(_ split: ThreadSplit) {
        let form = source.form
        for (index, part) in parts.enumerated() {
            let text = part.texts.joined(separator: source.address ?? "")
            if form.rule.method == .bluesky {
                let shown = BlueskyText(text)
                (parts[index].shown, parts[index].count) = (shown, shown.count)
            } else {
                let isAsDivided = form.warning.isEmpty && index < split.parts.count && text == split.parts[index]
                parts[index].count = isAsDivided ? split.counts[index] : form.rule.count(text, warning: form.warning)
            }
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

    /// As long as the post's address may become.
    fileprivate var addressStandIn: String? {
        guard case .awaited(let predicted) = address else { return shownAddress }
        return predicted + String(repeating: "x", count: Manuscript.addressRoom)
    }

    /// The author's own text, with the stand-in in place of `{{url}}`.
    fileprivate func ownText() throws(FreezeError) -> String? {
        guard let own = ownWords, own.contains(SocialText.addressTag) else { return ownWords }
        guard let addressStandIn else {
            throw FreezeError(
                "The text for this target uses {{url}}, but the post has no address. Publish to a blog as well.")
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
        let places = PicturePlaces(pictures)
        let blocks = blocks.map { $0.marking(places, &order) }
        return (DocumentTree(blocks: blocks, diagnostics: diagnostics), order)
    }
}

extension Node {
    fileprivate func marking(_ places: PicturePlaces, _ order: inout [ShownPicture]) -> Node {
        if let picture = places.picture(at: self) {
            order.append(picture)
            return Node(.text(String(DocumentTree.pictureMark)), lines: lines)
        }
        let mark = DocumentTree.pictureMark
        let kind: Kind =
            if case .text(let text) = kind, text.unicodeScalars.contains(mark) {
                .text(String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != mark })))
            } else { kind }
        return Node(kind, lines: lines, children: children.map { $0.marking(places, &order) })
    }
}

extension String {
    /// Without the marks, and without the empty lines and spaces that they leave.
    fileprivate var withoutPictureMarks: String {
        guard unicodeScalars.contains(DocumentTree.pictureMark) else { return self }
        let text = String(String.UnicodeScalarView(unicodeScalars.filter { $0 != DocumentTree.pictureMark }))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmedAtEnd }
        var kept: [String] = []
        for line in lines where !(line.isEmpty && kept.last?.isEmpty ?? true) { kept.append(line) }
        return kept.joined(separator: "\n").trimmed
    }
}
