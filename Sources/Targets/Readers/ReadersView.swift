import Copyfitting
import Posts
package import Rendering
package import Site

/// What readers of a target see of a post, from which `Target.page(of:language:pictures:)` makes a page.
package enum ReadersView: Hashable, Sendable {
    /// An article of a blog. Its pictures have the addresses of the desk, `media:ID`.
    case article(title: String, html: String)
    /// The same, of a blog that renders Markdown itself.
    case markdown(title: String, text: String, RenderOptions)
    /// A page of the site, with its theme.
    case entry(SiteEntry)
    /// The posts of a social service, in the order of the thread.
    case posts([SocialPost])
}

/// A post as a social service shows it: with links as Bluesky makes them, or only those of whole addresses and of tags.
package struct SocialPost: Hashable, Sendable {
    let text: String
    /// Its links, mentions and tags, in the order of the text.
    let facets: [BlueskyFacet]
    /// By the service's own rule.
    let count: Int
    /// What readers see before they choose to see the text.
    let warning: String?
    let pictures: [ShownPicture]
    let card: LinkCard?

    init(
        text: String, facets: [BlueskyFacet]? = nil, count: Int, warning: String? = nil, pictures: [ShownPicture] = [],
        card: LinkCard? = nil
    ) {
        self.text = text
        self.facets = facets ?? BlueskyFacet.ofEachService(in: text)
        self.count = count
        self.warning = warning
        self.pictures = pictures
        self.card = card
    }
}

/// What services show of the page to which a link leads. Bluesky gets it with the post; others read it there.
struct LinkCard: Hashable, Sendable {
    var isSent = false
    let title: String
    let summary: String
    let address: String
    let picture: ShownPicture?
}

extension Manuscript {
    /// What the post's own page is expected to say of itself.
    func card(_ tree: DocumentTree, _ shown: [ShownPicture]) -> LinkCard {
        LinkCard(
            title: (spokenTitle ?? Excerpt(tree).text).shortened(to: 300),
            summary: spokenSummary(tree).shortened(to: 300), address: shownAddress ?? "", picture: shown.first)
    }

    /// Services look at the page of the first address in a text; of others than the post's own nothing is known.
    /// - Returns: nil if it is another one, or none.
    func card(below text: String, _ tree: DocumentTree, _ shown: [ShownPicture]) -> LinkCard? {
        let links = BlueskyFacet.ofEachService(in: text).lazy.compactMap { facet in
            if case .link(let address) = facet.feature { address } else { nil }
        }
        return links.first == shownAddress && shownAddress != nil ? card(tree, shown) : nil
    }
}

extension BlueskyFacet {
    /// Those that other services see as well: no names of hosts without a scheme, no handles without a host after them, no
    /// symbols of shares.
    fileprivate static func ofEachService(in text: String) -> [BlueskyFacet] {
        let bytes = Array(text.utf8)
        return detected(in: text).filter { facet in
            switch facet.feature {
            case .link: bytes[facet.bytes].starts(with: "http".utf8)
            case .tag(let name): !name.hasPrefix("$")
            case .mention: false
            }
        }
    }
}

extension SocialPost {
    /// The text, then the card that is sent, in brackets.
    var words: String {
        let card = card.map { $0.isSent ? "[\($0.title) · \($0.address.hostText)]" : "" } ?? ""
        return [text, card].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// The words, then its pictures in brackets.
    var wordsWithPictures: String {
        let lines = pictures.map { "[Picture: \($0.alt.isEmpty ? $0.name : $0.alt.shortened(to: 200))]" }
        return [words, lines.joined(separator: "\n")].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

extension Preview {
    /// Shows these posts: several are a thread.
    mutating func show(_ posts: [SocialPost]) {
        readers = .posts(posts)
        text = posts.map(\.words).joined(separator: "\n\n")
        thread = posts.count > 1 ? posts.map { ThreadPart(text: $0.wordsWithPictures, count: $0.count) } : []
        count = posts.map(\.count).max()
    }
}
