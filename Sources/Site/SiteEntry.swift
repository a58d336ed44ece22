import FoundationEssentials
import JSONTree

/// One post or page as the site shows it: the frozen payload of a delivery to the site.
///
/// Everything in it is final: the HTML is rendered, the dates are on the author's clock. Only `syndication` is added
/// later, when other targets have answered with their addresses, and former slugs and addresses are.
package struct SiteEntry: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable { case post, page }

    /// Never changes and is used for nothing else; feed readers know the entry by it. See `SiteSettings.tagAuthority`.
    package var id: String
    package var kind: Kind
    /// None for a note; its pages and feeds then take the first words of `summary` where a title is required.
    package var title: String?
    /// In any script, not percent-encoded.
    package var slug: String
    /// Slugs the entry had before; each keeps a page that leads to the present address.
    package var formerSlugs: [String]
    /// Addresses at which it stood, by other dates, slugs or permalink patterns; those of this site lead on as well. None in
    /// what is frozen.
    package var formerAddresses: [String]?
    package var contentHTML: String
    /// Plain text, for descriptions and lists; may be empty.
    package var summary: String
    /// A BCP 47 tag; none means the site's language.
    package var language: String?
    package var tags: [String]
    package var published: SiteDate
    package var updated: SiteDate
    /// None means the site's author.
    package var author: String?
    /// Where the original is, if it is not here.
    package var canonicalURL: String?
    /// Pictures of the author's own that the content shows; none for most entries.
    package var pictures: [SitePicture]?
    /// Addresses of copies at other services. Anything but http and https is not shown.
    package var syndication: [String]

    package init(
        id: String, kind: Kind = .post, title: String? = nil, slug: String, formerSlugs: [String] = [],
        contentHTML: String, summary: String = "", language: String? = nil, tags: [String] = [],
        published: SiteDate, updated: SiteDate? = nil, author: String? = nil, canonicalURL: String? = nil,
        syndication: [String] = [], pictures: [SitePicture]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.slug = slug
        self.formerSlugs = formerSlugs
        self.contentHTML = contentHTML
        self.summary = summary
        self.language = language
        self.tags = tags
        self.published = published
        self.updated = updated ?? published
        self.author = author
        self.canonicalURL = canonicalURL
        self.syndication = syndication
        self.pictures = pictures
    }
}

/// A picture that goes along with an entry.
package struct SitePicture: Codable, Hashable, Sendable {
    /// As the author's text has it.
    package let address: String
    /// SHA-256 of the file, by which it is found.
    package let digest: String
    /// Its name in the site's folder `media`.
    package let file: String
    package let bytes: Int

    package init(address: String, digest: String, file: String, bytes: Int) {
        self.address = address
        self.digest = digest
        self.file = file
        self.bytes = bytes
    }
}

extension SiteEntry {
    /// The payload as JSON with sorted keys: equal entries give equal bytes.
    package func encoded() throws -> [UInt8] { try JSONCoding.encode(self) }

    package init(encoded bytes: [UInt8]) throws { self = try JSONCoding.decode(SiteEntry.self, from: bytes) }

    /// The title, or the start of the summary, or the date: never empty, on one line.
    var headline: String {
        if let title, !title.onOneLine.isEmpty { return title.onOneLine }
        let start = summary.onOneLine
        return start.isEmpty ? published.dayText : start.shortened(to: 70)
    }

    var isNote: Bool { title?.allSatisfy(\.isWhitespace) ?? true }

    /// Newest first; entries of the same second are ordered by id, so that the order is always the same.
    static func isNewer(_ one: SiteEntry, _ other: SiteEntry) -> Bool {
        (one.published.instant, one.id) > (other.published.instant, other.id)
    }
}

extension String {
    /// Without control characters; whitespace of any kind and length becomes one space, and none stands at the ends.
    var onOneLine: String {
        // Most text needs no change, and to look up properties of characters takes long.
        var last: UInt8 = 0x20
        let isPlain = utf8.allSatisfy { byte in
            defer { last = byte }
            return (0x20...0x7E).contains(byte) && !(byte == 0x20 && last == 0x20)
        }
        if isPlain, last != 0x20 || isEmpty { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutControlCharacters
    }

    /// At most `limit` characters, cut between words if possible, with an ellipsis if cut.
    func shortened(to limit: Int) -> String {
        guard count > limit else { return self }
        let start = prefix(limit)
        let whole = start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start
        return whole + "…"
    }
}
