import Copyfitting
import Posts
import Rendering

/// The text of a post for a social service: the author's own, else what the target's template makes, else what
/// `Copyfitting` makes of the post.
struct SocialText {
    private let fitted: Fitted
    private let address: AddressPiece
    let warnings: [String]

    /// - Parameters:
    ///   - tree: the post's text without what goes along in another way.
    ///   - hasPictures: whether something is sent even if there are no words.
    init(
        of manuscript: Manuscript, tree: DocumentTree, template: MarkedTemplate?, warning: String?,
        facts: MastodonFacts, hasPictures: Bool
    ) throws(FreezeError) {
        let fitting = Fitting(rule: facts.countingRule, warning: warning ?? "", needsWords: !hasPictures)
        let address = manuscript.addressPiece
        let pieces = Pieces(
            title: manuscript.title, summary: manuscript.summary, tree: tree, address: address,
            tags: manuscript.tags.map(\.text))
        do {
            if let own = manuscript.override?.text {
                fitted = try fitting.check(SocialText.segments(own, address), address: address)
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
        self.address = address
        warnings = tree.diagnostics.map(\.message)
    }

    /// With the predicted address where one is awaited.
    var text: String { fitted.text(address: address.shown) }
    var count: Int { fitted.count }
    var losses: [String] { fitted.losses.map(\.description) }

    /// How it was counted, in words.
    var rule: String {
        switch fitted.rule.method {
        case .mastodon(let reserved):
            "\(fitted.rule.name) counts characters as readers see them, warning included, each address as \(reserved)."
        case .graphemes: "\(fitted.rule.name) counts characters as readers see them, the warning included."
        case .codePoints: "\(fitted.rule.name) counts Unicode code points, addresses in full, the warning included."
        case .codePointsOfText: "\(fitted.rule.name) counts Unicode code points, addresses in full."
        }
    }

    static func count(_ text: String, warning: String?, _ facts: MastodonFacts) -> Int {
        facts.countingRule.count(text, warning: warning ?? "")
    }

    /// - Parameter isGuarded: whether what a reader of Markdown would take for markup is protected.
    func fragments(encoding: Parcel.HoleEncoding, isGuarded: Bool = false) -> [Parcel.Fragment] {
        fitted.segments.enumerated().map { index, segment in
            switch segment {
            case .text(let text):
                .text(encoding.encoded(isGuarded ? MarkdownGuard.protected(text, beginsLine: index == 0) : text))
            case .address:
                .hole(Parcel.Hole(name: Parcel.addressHole, encoding: encoding, predicted: address.shown))
            }
        }.joinedTexts
    }
}

// MARK: - The author's own words

extension SocialText {
    static let addressTag = "{{url}}"
    /// Stands for the address while a template is filled: a post's text may say “{{url}}” and mean it.
    private static let addressMark = "\u{1}"

    /// Of an author's own text only `{{url}}` means something.
    private static func segments(_ own: String, _ address: AddressPiece) throws(FreezeError) -> [Fitted.Segment] {
        let segments = [Fitted.Segment](own.replacing("{{ url }}", with: addressTag), addressMark: addressTag)
        return try known(segments, address, in: "The text for this target")
    }

    /// Tags are left out from the last on when the text does not fit with them; nothing else is ever cut.
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

    /// A value that is empty takes the blanks after it away, so that no line begins with a gap.
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

    /// The segments with the address where it is known.
    private static func known(
        _ segments: [Fitted.Segment], _ address: AddressPiece, in place: String
    ) throws(FreezeError) -> [Fitted.Segment] {
        switch address {
        case .awaited: return segments
        case .known(let known): return [.text(segments.text(address: known))]
        case .none:
            guard !segments.contains(.address) else {
                throw FreezeError(
                    "\(place) wants the post's address with {{url}}, and there is none. Publish to a blog as well.")
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
    /// Names that a target's `text` can use.
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
        // A blog decides on its addresses itself; this leaves room for a category in them.
        case .awaited(let predicted):
            .awaited(predicted: predicted, widthMax: predicted.unicodeScalars.count + 20)
        case .none: canonicalAddress.map(AddressPiece.known) ?? .none
        }
    }
}

extension AddressPiece {
    fileprivate var shown: String {
        switch self {
        case .none: ""
        case .known(let address), .awaited(let address, _): address
        }
    }
}

extension MastodonFacts {
    var countingRule: CountingRule {
        CountingRule(software: software, limit: charactersMax, reservedPerURL: charactersPerURL)
    }
}
