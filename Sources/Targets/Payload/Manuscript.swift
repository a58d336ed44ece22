import Copyfitting
package import Pictures
package import Posts
package import Rendering

/// Everything that a kind of target may use of a post, final and in its source form.
package struct Manuscript: Equatable, Sendable {
    package var id: PostID
    package var kind: PostKind
    package var slug: Slug
    /// Newest first.
    package var formerSlugs: [Slug]
    package var title: String?
    /// Markdown.
    package var body: String
    package var summary: String?
    package var language: Language?
    package var tags: [Tag]
    package var author: String?
    /// The scheduled time.
    package var published: Instant
    /// The author's clocks.
    package var clocks: ZoneRules
    package var changedAt: Instant
    package var override: TargetOverride?
    package var address: Address
    /// The post's address if it is not on one of Galley's own targets.
    package var canonicalAddress: String?
    /// The post's own path on sites.
    package var path: String?
    /// Whether a target of the desk is a blog, so that posts can have an address.
    package var deskHasBlog = true
    /// The known addresses of copies elsewhere.
    package var syndication: [String]

    /// The stored pictures that the text refers to, in any order.
    package var media: [Media]
    /// Whether Galley can make pictures smaller.
    package var canFit = false
    /// See `RenderOptions`.
    package var smartPunctuation = true

    /// The document tree of `body`, if it was made for several targets; nil otherwise.
    package var parsed: DocumentTree?
    /// The threads that other targets made of the post's text.
    package var threads: [ThreadText] = []

    /// Where readers find the post.
    package enum Address: Hashable, Sendable {
        case none
        case known(String)
        /// The parent target has not delivered it yet.
        case awaited(predicted: String)
    }

    package init(
        id: PostID, kind: PostKind = .post, slug: Slug, formerSlugs: [Slug] = [], title: String? = nil,
        body: String = "", summary: String? = nil, language: Language? = nil, tags: [Tag] = [], author: String? = nil,
        published: Instant, clocks: ZoneRules = .utc, changedAt: Instant, override: TargetOverride? = nil,
        address: Address = .none, canonicalAddress: String? = nil, path: String? = nil,
        syndication: [String] = [], media: [Media] = []
    ) {
        self.id = id
        self.kind = kind
        self.slug = slug
        self.formerSlugs = formerSlugs
        self.title = title
        self.body = body
        self.summary = summary
        self.language = language
        self.tags = tags
        self.author = author
        self.published = published
        self.clocks = clocks
        self.changedAt = changedAt
        self.override = override
        self.address = address
        self.canonicalAddress = canonicalAddress
        self.path = path
        self.syndication = syndication
        self.media = media
    }

    /// - Parameters:
    ///   - target: the target whose overrides apply.
    ///   - published: the scheduled time.
    ///   - clocks: the author's.
    package init(
        of post: Post, for target: TargetName, published: Instant, clocks: ZoneRules, address: Address,
        syndication: [String] = [], media: [Media] = []
    ) {
        let draft = post.draft
        self.init(
            id: post.id, kind: draft.kind, slug: post.slug, formerSlugs: post.formerSlugs, title: draft.title,
            body: draft.body, summary: draft.summary, language: draft.language, tags: draft.tags, author: draft.author,
            published: published, clocks: clocks, changedAt: post.changedAt, override: draft.overrides[target],
            address: address, canonicalAddress: draft.canonicalAddress, path: draft.path,
            syndication: syndication, media: media)
    }

    /// How many characters longer than predicted the address may become: the blog chooses it, and may put a category
    /// into it.
    static let addressRoom = 20

    /// The trimmed title; nil if it is empty.
    var spokenTitle: String? {
        title.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Manuscript {
    /// The body as HTML, warnings about parts that Galley could not render as Markdown defines them, and the HTML that
    /// readers do not see.
    func html(_ options: RenderOptions) throws(FreezeError) -> (text: String, warnings: [String], losses: [String]) {
        var options = options
        options.smartPunctuation = smartPunctuation
        do {
            let document = try render(body, options)
            return (
                document.html, document.diagnostics.map(\.message),
                document.omitted.losses(setting: options.rawHTML.rawValue)
            )
        } catch {
            throw FreezeError(error.description)
        }
    }
}

extension [OmittedHTML] {
    private static var lossesMax: Int { 20 }

    /// One sentence for each that takes words along, and one for all others.
    /// - Parameter setting: the value of `raw_html`.
    func losses(setting: String) -> [String] {
        let reason = "because `raw_html` is “\(setting)”"
        let withWords = filter { !$0.words.isEmpty }
        var losses = withWords.prefix(Self.lossesMax).map {
            "The HTML <\($0.element)> in line \($0.line) is left out, \(reason), with its words: “\($0.words.shortened(to: 80))”."
        }
        if withWords.count > losses.count { losses.append("So are those of \(withWords.count - losses.count) more.") }
        let others = Dictionary(grouping: filter { $0.words.isEmpty }, by: \.element).sorted { $0.key < $1.key }
        guard !others.isEmpty else { return losses }
        let names = others.map { "<\($0.key)>\($0.value.count > 1 ? " (\($0.value.count) times)" : "")" }
        return losses + ["The HTML \(names.listed(upTo: 10)) is left out, \(reason)."]
    }
}

extension Manuscript {
    /// The document tree that social texts are composed from.
    /// - Throws: if the text exceeds the limit of rendering.
    func tree() throws(FreezeError) -> DocumentTree {
        if let parsed { return parsed }
        do {
            return try DocumentTree(body, smartPunctuation: smartPunctuation)
        } catch {
            throw FreezeError(error.description)
        }
    }

    /// The author's summary, otherwise the first words of the text: plain text on one line.
    func spokenSummary(_ tree: DocumentTree) -> String {
        let summary = (summary ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return summary.isEmpty ? Excerpt(tree).text : summary
    }

    /// With “#”. Tags that cannot be hashtags are omitted.
    var hashtags: [String] { tags.compactMap { Hashtag(tag: $0.text)?.description } }
}
