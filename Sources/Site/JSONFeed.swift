import FoundationEssentials

/// The newest posts with full content as JSON Feed 1.1 (jsonfeed.org/version/1.1).
struct JSONFeed: Encodable {
    private var version = "https://jsonfeed.org/version/1.1"
    private var title: String
    private var homePageURL: String
    private var feedURL: String
    private var description: String?
    private var language: String
    private var authors: [Author]
    private var items: [Item]

    private struct Author: Encodable { var name: String, url: String? = nil }

    private struct Item: Encodable {
        var id: String
        var url: String
        var externalURL: String?
        /// nil for a note.
        var title: String?
        var contentHTML: String
        var summary: String?
        var datePublished: String
        var dateModified: String
        var language: String?
        var authors: [Author]?
        var tags: [String]?
    }

    init(links: SiteLinks, entries: [(entry: SiteEntry, path: SitePath)]) {
        let settings = links.settings
        title = settings.name.withoutControlCharacters
        homePageURL = links.home
        feedURL = links.json
        description = settings.description.isEmpty ? nil : settings.description.withoutControlCharacters
        language = settings.language
        authors = [Author(name: settings.author ?? settings.name, url: links.home)]
        items = entries.map { entry, path in
            Item(
                id: links.id(of: entry), url: links.absolute(path),
                externalURL: entry.canonicalURL.flatMap { WebAddress($0)?.text },
                title: entry.isNote ? nil : entry.headline,
                contentHTML: entry.contentHTML.withoutControlCharacters,
                summary: entry.isNote || entry.summary.isEmpty ? nil : entry.summary.withoutControlCharacters,
                datePublished: entry.published.text, dateModified: entry.updated.text, language: entry.language,
                authors: entry.author.map { [Author(name: $0)] }, tags: entry.tags.isEmpty ? nil : entry.tags)
        }
    }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        // The format uses snake case, such as `home_page_url`.
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
