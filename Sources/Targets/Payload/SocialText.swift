import Copyfitting
import JSONTree
import Posts
import Rendering

/// The text of a post for a social service: the author's own text, otherwise the result of the target's template,
/// otherwise the text that `Copyfitting` composes.
struct SocialText {
    private let fitted: Fitted
    private let address: String
    let warnings: [String]

    /// - Parameters:
    ///   - tree: the post's text without the parts that are sent separately.
    ///   - hasPictures: whether a text without words can still be sent.
    init(
        of manuscript: Manuscript, tree: DocumentTree, template: MarkedTemplate?, warning: String?,
        rule: CountingRule, hasPictures: Bool
    ) throws(FreezeError) {
        let fitting = Fitting(rule: rule, warning: warning ?? "", needsWords: !hasPictures)
        let piece = manuscript.addressPiece
        let pieces = Pieces(
            title: manuscript.title, summary: manuscript.summary, tree: tree, address: piece,
            tags: manuscript.tags.map(\.text), isMarked: rule.method == .bluesky)
        do {
            if let own = manuscript.ownWords {
                fitted = try fitting.check(SocialText.segments(own, piece), address: piece)
            } else if let template {
                fitted = try SocialText.filled(template, pieces, manuscript, fitting)
            } else {
                fitted = try fitting.fit(pieces)
            }
        } catch let error as FitError {
            throw FreezeError(error.description)
        } catch {
            throw error as? FreezeError ?? FreezeError("The text cannot be made: \(error)")
        }
        address = manuscript.shownAddress ?? ""
        warnings = tree.diagnostics.map(\.message) + (manuscript.leavesOutAddress ? [Manuscript.wordsOnNoBlog] : [])
    }

    /// With the predicted address while the real one is unknown.
    var text: String { fitted.text(address: address) }
    var count: Int { fitted.count }
    var isCut: Bool { fitted.isCut }

    /// The text, divided where an address stands that is not known yet.
    var texts: [String] {
        fitted.segments.reduce(into: [""]) { texts, segment in
            switch segment {
            case .text(let text): texts[texts.count - 1] += text
            case .address: texts.append("")
            }
        }
    }
    var losses: [String] { fitted.losses.map(\.description) }

}

extension CountingRule {
    /// For the author.
    var words: String {
        switch method {
        case .mastodon(let reserved):
            "\(name) counts characters as readers see them, warning included, each address as \(reserved)."
        case .graphemes: "\(name) counts characters as readers see them, the warning included."
        case .codePoints: "\(name) counts Unicode code points, addresses in full, the warning included."
        case .codePointsOfText: "\(name) counts Unicode code points, addresses in full."
        case .utf16: "\(name) counts UTF-16 code units: one for most letters, two for most emoji."
        case .bluesky:
            "Bluesky counts characters as readers see them, addresses shortened, and at most ten bytes for each."
        }
    }
}

extension Manuscript {
    /// A text inside a JSON string, with the post's address between its pieces: a hole while the address is awaited.
    func fragments(_ texts: [String], escaping: TextEscaping? = nil) -> [Parcel.Fragment] {
        let shown = shownAddress ?? ""
        let hole = Parcel.Hole(name: Parcel.addressHole, encoding: .jsonString, predicted: shown)
        let place: Parcel.Fragment = if case .awaited = address { .hole(hole) } else { .text(JSON.escaped(shown)) }
        var fragments: [Parcel.Fragment] = []
        for (index, text) in texts.enumerated() {
            if index > 0 { fragments.append(place) }
            let sent = escaping?.escaped(text, beginsLine: index == 0) ?? text
            if !sent.isEmpty { fragments.append(.text(JSON.escaped(sent))) }
        }
        return fragments.joinedTexts
    }

    /// A warning if code of the text mentions accounts where code is plain text.
    /// - Parameter texts: what is sent.
    func codeWarnings(_ tree: DocumentTree, sentIn texts: [String], to service: String) -> [String] {
        // An author's own text has no code.
        let mentions = override?.text == nil ? tree.mentionsInCode(sentIn: texts) : []
        guard !mentions.isEmpty else { return [] }
        let names = mentions.map { "“\($0.shortened(to: 60))”" }.listed(upTo: 3)
        return [
            "\(service) shows code as plain text, so \(names) can become a mention there and notify an account. "
                + "Write it without “@”, or take it out."
        ]
    }
}

// MARK: - The author's own words

extension Manuscript {
    static let wordsOnNoBlog = "No target of this desk is a blog, so the post has no address: {{url}} is left out."

    /// Whether the author's own text asks for the address, which no post of this desk has.
    var leavesOutAddress: Bool {
        !deskHasBlog && shownAddress == nil && writtenWords?.contains(SocialText.addressTag) == true
    }

    /// The author's own text for the target, without `{{url}}` at a desk without a blog.
    var ownWords: String? { leavesOutAddress ? writtenWords?.withoutAddressTags : writtenWords }

    private var writtenWords: String? { override?.text?.replacing("{{ url }}", with: SocialText.addressTag) }
}

extension String {
    /// Like an empty value of a template, a tag takes the blanks after it along where blanks stand before it.
    fileprivate var withoutAddressTags: String {
        let pieces = split(separator: SocialText.addressTag, omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: String(pieces.first ?? "")) { text, words in
            let isAfterGap = text.isEmpty || text.last?.isWhitespace == true
            text += isAfterGap ? words.drop { $0 == " " || $0 == "\t" } : words
        }.trimmed
    }
}

extension SocialText {
    static let addressTag = "{{url}}"
    /// What a template can name: the keys of `context`.
    static let names: Set = ["title", "summary", "text", "excerpt", "author", "hashtags", "url", "tags"]
    /// A placeholder for the address while a template is filled, because a post's text may contain “{{url}}” literally.
    private static let addressMark = "\u{1}"

    /// In an author's own text, only `{{url}}` is replaced.
    private static func segments(_ own: String, _ address: AddressPiece) throws(FreezeError) -> [Fitted.Segment] {
        try known([Fitted.Segment](own, addressMark: addressTag), address, in: "The text for this target")
    }

    /// If the text does not fit, tags are dropped, the last one first. Nothing else is ever shortened.
    private static func filled(
        _ template: MarkedTemplate, _ pieces: Pieces, _ manuscript: Manuscript, _ fitting: Fitting
    ) throws -> Fitted {
        let hashtags = template.source.contains("hashtags") ? manuscript.hashtags : []
        for count in stride(from: hashtags.count, through: 0, by: -1) {
            let segments = try known(
                try segments(template, pieces, manuscript, Array(hashtags.prefix(count))), pieces.address,
                in: "The target's `text`")
            let left = hashtags.dropFirst(count).joined(separator: " ")
            let losses = left.isEmpty ? [] : [Loss(.tag, "No room is left for \(left.shortened(to: 100)).")]
            let result = Result { () throws(FitError) in
                try fitting.check(segments, address: pieces.address, losses: losses)
            }
            if case .failure(.tooLong) = result, count > 0 { continue }
            return try result.get()
        }
        throw FitError.nothingToSend
    }

    /// An empty value also removes the blanks after it, so that no line starts with a gap.
    private static func segments(
        _ template: MarkedTemplate, _ pieces: Pieces, _ manuscript: Manuscript, _ hashtags: [String]
    ) throws(FreezeError) -> [Fitted.Segment] {
        var text = ""
        for piece in try template.pieces({ manuscript.context(pieces, hashtags, &$0) }) {
            switch piece {
            case .value(.text(let value)): text += value.filter { $0 != "\u{1}" }
            case .value(.address): text += addressMark
            case .text(let words):
                let isAfterGap = text.isEmpty || text.last?.isWhitespace == true
                text += isAfterGap ? words.drop { $0 == " " || $0 == "\t" } : words[...]
            }
        }
        return [Fitted.Segment](text.trimmed, addressMark: addressMark)
    }

    /// Returns the segments with the address filled in if it is known.
    private static func known(
        _ segments: [Fitted.Segment], _ address: AddressPiece, in place: String
    ) throws(FreezeError) -> [Fitted.Segment] {
        switch address {
        case .awaited: return segments
        case .known(let known): return [.text(segments.text(address: known))]
        case .none:
            guard !segments.contains(.address) else {
                throw FreezeError(
                    "\(place) uses {{url}}, but the post has no address. Publish to a blog as well.")
            }
            return segments
        }
    }
}

enum SocialValue {
    case text(String)
    case address
}

extension Manuscript {
    /// The names that a target's `text` template can use.
    fileprivate func context(
        _ pieces: Pieces, _ hashtags: [String], _ marks: inout MarkTable<SocialValue>
    ) -> [String: Any] {
        let texts: [(String, String?)] = [
            ("title", spokenTitle), ("summary", pieces.summary?.trimmed), ("text", pieces.text.text),
            ("excerpt", pieces.excerpt.text), ("author", author), ("hashtags", hashtags.joined(separator: " ")),
        ]
        var context: [String: Any] = [:]
        for case (let name, let text?) in texts where !text.isEmpty { context[name] = marks.mark(.text(text)) }
        if pieces.address != .none { context["url"] = marks.mark(.address) }
        context["tags"] = tags.map { marks.mark(.text($0.text)) }
        return context
    }

    fileprivate var addressPiece: AddressPiece {
        switch address {
        case .known(let address): .known(address)
        case .awaited(let predicted):
            .awaited(predicted: predicted, widthMax: predicted.unicodeScalars.count + Manuscript.addressRoom)
        case .none: canonicalAddress.map(AddressPiece.known) ?? .none
        }
    }
}
