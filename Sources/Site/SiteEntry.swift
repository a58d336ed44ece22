import JSONTree

/// One post or page as the site shows it: the frozen payload of a delivery to the site.
///
/// All of it is final: the HTML is rendered, and the dates follow the author's clock. Galley adds only `syndication`
/// later, once other targets have returned their addresses, `document`, `feedID`, and former slugs, paths and addresses.
package struct SiteEntry: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable { case post, page }

    /// Identifies the entry to feed readers. It never changes and has no other use. See `SiteSettings.tagAuthority`.
    package var id: String
    /// The same, by which readers know the entry from the feed of an old site; nil in a frozen payload.
    package var feedID: String?
    package var kind: Kind
    /// nil for a note. Where a title is required, its pages and feeds use the first words of `summary`.
    package var title: String?
    /// In any script; not percent-encoded.
    package var slug: String
    /// Earlier slugs of the entry. A page at each redirects to the current address.
    package var formerSlugs: [String]
    /// The entry's own path, as `PostPath.text`; nil for one by the permalink pattern.
    package var path: String?
    /// Earlier paths of the entry, as `PostPath.text`. nil in a frozen payload.
    package var formerPaths: [String]?
    /// Earlier addresses of the entry, by other dates, slugs or permalink patterns. Those on this site redirect too.
    /// nil in a frozen payload.
    package var formerAddresses: [String]?
    package var contentHTML: String
    /// Plain text for descriptions and lists; may be empty.
    package var summary: String
    /// A BCP 47 tag; nil for the site's language.
    package var language: String?
    package var tags: [String]
    package var published: SiteDate
    package var updated: SiteDate
    /// nil for the site's author.
    package var author: String?
    /// The address of the original, if it is elsewhere.
    package var canonicalURL: String?
    /// The author's own pictures in the content; nil for most entries.
    package var pictures: [SitePicture]?
    /// The settings by which the content was made from the author's text, as a text that can be compared; nil for one of an
    /// earlier version of Galley. Pages do not show it.
    package var rendering: String?
    /// The address of its record on the AT Protocol. nil in a frozen payload.
    package var document: String?
    /// Addresses of copies at other services. Only http and https addresses are shown.
    package var syndication: [String]

    package init(
        id: String, kind: Kind = .post, title: String? = nil, slug: String, path: String? = nil,
        formerSlugs: [String] = [],
        contentHTML: String, summary: String = "", language: String? = nil, tags: [String] = [],
        published: SiteDate, updated: SiteDate? = nil, author: String? = nil, canonicalURL: String? = nil,
        syndication: [String] = [], pictures: [SitePicture]? = nil
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.slug = slug
        self.path = path
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

/// A picture in an entry.
package struct SitePicture: Codable, Hashable, Sendable {
    /// The address in the author's text.
    package let address: String
    /// SHA-256 of the file, by which the store finds it.
    package let digest: String
    /// The file's name in the site's folder `media`.
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
    /// The payload as JSON with sorted keys, so that equal entries give equal bytes.
    package func encoded() throws -> [UInt8] { try JSONCoding.encode(self) }

    package init(encoded bytes: [UInt8]) throws { self = try JSONCoding.decode(SiteEntry.self, from: bytes) }

    /// The title, else the start of the summary, else the date. Never empty, and on one line.
    var headline: String {
        if let title, !title.onOneLine.isEmpty { return title.onOneLine }
        let start = summary.onOneLine
        return start.isEmpty ? published.dayText : start.shortenedAtWord(to: 70)
    }

    var isNote: Bool { title?.allSatisfy(\.isWhitespace) ?? true }
}

extension String {
    /// The text on one line: without control characters, and with any run of whitespace as one space and none at the
    /// ends.
    var onOneLine: String {
        // Most text needs no change, and looking up properties of characters is slow.
        var last: UInt8 = 0x20
        let isPlain = utf8.allSatisfy { byte in
            defer { last = byte }
            return (0x20...0x7E).contains(byte) && !(byte == 0x20 && last == 0x20)
        }
        if isPlain, last != 0x20 || isEmpty { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutControlCharacters
    }

    /// At most `limit` characters, cut between words if possible, with an ellipsis if anything was cut.
    func shortenedAtWord(to limit: Int) -> String {
        guard count > limit else { return self }
        let start = prefix(limit)
        let whole = start.lastIndex(where: \.isWhitespace).map { start[..<$0] } ?? start
        return whole + "…"
    }
}
