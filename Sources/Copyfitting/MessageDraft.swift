import Posts

/// A message under construction. It adds its parts one after the other and cuts those that do not fit.
struct MessageDraft {
    private let pieces: Pieces
    private let fitting: Fitting

    private var title: String
    private var text = ""
    private var hasAddress = false
    private var hashtags: [Hashtag] = []

    private(set) var losses: [Loss] = []
    private(set) var isCut = false

    init(pieces: Pieces, fitting: Fitting) {
        self.pieces = pieces
        self.fitting = fitting
        title = (pieces.title ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    var hasContent: Bool {
        !title.isEmpty || !pieces.text.text.isEmpty || summary != nil || pieces.address != .none
    }

    mutating func fit() {
        if title.isEmpty, takeWholeText() {
            return takeHashtags(upTo: fitting.rule.limit)
        }
        takeAddress()
        takeTitle()
        let whole = source.text
        text = whole
        if fits {
            tell(of: source, keptBytes: whole.utf8.count)
            return takeHashtags(upTo: fitting.rule.limit)
        }
        text = ""
        takeHashtags(upTo: fitting.rule.limit / 5, present: whole)
        takeBeginning(of: source)
    }

    // MARK: Parts

    private mutating func takeWholeText() -> Bool {
        text = pieces.text.text
        guard !text.isEmpty, fits else {
            text = ""
            return false
        }
        losses += pieces.text.losses
        return true
    }

    private mutating func takeAddress() {
        hasAddress = pieces.address != .none
        guard hasAddress else { return }
        let all = (title, text)
        (title, text) = ("", "")
        if !fits {
            hasAddress = false
            losses.append(Loss(.address, "The post's address is not sent, because there is no room for it."))
        }
        (title, text) = all
    }

    private mutating func takeTitle() {
        guard !title.isEmpty, !fits else { return }
        let whole = title
        isCut = true
        title = beginning(of: whole, setting: \.title)?.text ?? ""
        let kept = title.isEmpty ? "not sent" : "cut"
        losses.append(Loss(.title, "The title is \(kept), because there is no room for it: “\(whole.quoted)”."))
    }

    private mutating func takeBeginning(of source: Source) {
        isCut = true
        let cut = beginning(of: source.text, setting: \.text)
        text = cut?.text ?? ""
        // A single ellipsis is better than an empty message.
        if segments.isEmpty {
            text = "…"
            if !fits { text = "" }
        }
        tell(of: source, keptBytes: cut?.keptBytes ?? 0)
    }

    /// - Parameter present: the text whose hashtags are not added again; nil for the text that is sent.
    private mutating func takeHashtags(upTo room: Int, present: String? = nil) {
        var keys = Hashtag.keys(in: title + "\n" + (present ?? text))
        var left: [String] = []
        for tag in pieces.tags.prefix(Self.tagsMax) {
            guard let hashtag = Hashtag(tag: tag) else {
                losses.append(Loss(.tag, "The tag “\(tag.quoted)” cannot be a hashtag and is not sent."))
                continue
            }
            guard keys.insert(hashtag.key).inserted else { continue }
            hashtags.append(hashtag)
            if fits, fitting.rule.count(hashtagLine) <= room { continue }
            hashtags.removeLast()
            left.append(hashtag.description)
        }
        left += pieces.tags.dropFirst(Self.tagsMax)
        guard !left.isEmpty else { return }
        let named = left.prefix(5).map(\.quoted).joined(separator: " ") + (left.count > 5 ? " …" : "")
        losses.append(Loss(.tag, "No room is left for \(named)."))
    }

    private static let tagsMax = 30

    // MARK: Text

    /// The source of the words when the text is not sent whole.
    private enum Source {
        case summary(String)
        case excerpt(Excerpt)
        case text(PlainText)

        var text: String {
            switch self {
            case .summary(let summary): summary
            case .excerpt(let excerpt): excerpt.text
            case .text(let plain): plain.text
            }
        }
    }

    private var summary: String? {
        let summary = (pieces.summary ?? "").trimmed
        return summary.isEmpty ? nil : summary
    }

    private var source: Source {
        if let summary { return .summary(summary) }
        // With a title and an address, a long text gets only an excerpt, even if all of it would fit.
        if title.isEmpty || length(of: pieces.text.text) <= Self.shortTextMax { return .text(pieces.text) }
        return .excerpt(pieces.excerpt)
    }

    private static let shortTextMax = 300

    private mutating func tell(of source: Source, keptBytes: Int) {
        let isWhole = keptBytes == source.text.utf8.count
        switch source {
        case .summary where pieces.text.text.isEmpty: break
        case .summary:
            losses.append(Loss(.text, "The summary is sent" + (isWhole ? "" : ", cut,") + " and not the text."))
        case .excerpt: losses.append(Loss(.text, "Only the beginning of the text is sent."))
        case .text(let plain):
            losses += plain.losses(inFirst: keptBytes)
            if !isWhole { losses.append(Loss(.text, cutMessage(plain.text, keptBytes: keptBytes))) }
        }
    }

    private func cutMessage(_ text: String, keptBytes: Int) -> String {
        guard keptBytes > 0 else { return "The text is not sent, because there is no room for it." }
        let kept = String(decoding: text.utf8.prefix(keptBytes), as: UTF8.self)
        return "The text is cut: \(length(of: kept)) of \(length(of: text)) characters are sent."
    }

    /// In characters, as readers see the text: without the addresses behind the words of links.
    private func length(of text: String) -> Int {
        fitting.rule.method == .bluesky ? BlueskyText(text).text.count : text.count
    }

    // MARK: Room

    private var fits: Bool { count <= fitting.rule.limit }

    private var count: Int {
        fitting.rule.count(segments.text(address: pieces.address.standIn ?? ""), warning: fitting.warning)
    }

    /// The longest beginning of `whole` with which the message fits.
    private func beginning(of whole: String, setting part: WritableKeyPath<MessageDraft, String>) -> Cut? {
        var draft = self
        draft[keyPath: part] = ""
        // The budget is the room left in the message. Counting the result accounts for the empty lines around the part.
        var budget = fitting.rule.limit - draft.count
        while budget > 0, let cut = Cut(whole, to: budget, by: fitting.rule) {
            draft[keyPath: part] = cut.text
            let over = draft.count - fitting.rule.limit
            if over <= 0 { return cut }
            // A mention can count more in its place than alone. No budget would be left if many do.
            budget = max(budget - over, budget / 2)
        }
        return nil
    }

    private var hashtagLine: String { hashtags.map(\.description).joined(separator: " ") }

    /// The current message.
    var segments: [Fitted.Segment] {
        var segments: [Fitted.Segment] = []
        func begin() { if !segments.isEmpty { segments.append("\n\n") } }
        for part in [title, text] where !part.isEmpty {
            begin()
            segments.append(part)
        }
        if hasAddress {
            begin()
            if case .known(let address) = pieces.address { segments.append(address) } else { segments.append(.address) }
        }
        if !hashtags.isEmpty {
            begin()
            segments.append(hashtagLine)
        }
        return segments
    }
}
