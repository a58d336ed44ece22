import JSONTree

/// The newest posts with full content as JSON Feed 1.1 (jsonfeed.org/version/1.1).
struct JSONFeed {
    private let json: JSON

    init(links: SiteLinks, entries: [(entry: SiteEntry, path: SitePath)]) {
        let settings = links.settings
        let author = ["name": JSON.text(settings.author ?? settings.name), "url": .text(links.home)]
        json = JSONFeed.object([
            "version": .text("https://jsonfeed.org/version/1.1"),
            "title": .text(settings.name.withoutControlCharacters),
            "home_page_url": .text(links.home), "feed_url": .text(links.json),
            "description": JSONFeed.words(settings.description), "language": .text(settings.language),
            "authors": .list([.object(author)]), "items": .list(entries.map { JSONFeed.item($0, at: $1, links) }),
        ])
    }

    private static func item(_ entry: SiteEntry, at path: SitePath, _ links: SiteLinks) -> JSON {
        object([
            "id": .text(links.id(of: entry)), "url": .text(links.absolute(path)),
            "external_url": entry.canonicalURL.flatMap { WebAddress($0)?.text }.map { .text($0) },
            "title": entry.isNote ? nil : .text(entry.headline),
            "content_html": .text(entry.contentHTML.withoutControlCharacters),
            "summary": entry.isNote ? nil : words(entry.summary), "date_published": .text(entry.published.text),
            "date_modified": .text(entry.updated.text), "language": entry.language.map { .text($0) },
            "authors": entry.author.map { .list([.object(["name": .text($0)])]) },
            "tags": entry.tags.isEmpty ? nil : .texts(entry.tags),
        ])
    }

    /// Without the members that are nil.
    private static func object(_ members: [String: JSON?]) -> JSON { .object(members.compactMapValues(\.self)) }

    private static func words(_ text: String) -> JSON? { text.isEmpty ? nil : .text(text.withoutControlCharacters) }

    var text: String { get throws { String(decoding: try JSONCoding.encode(json, isPretty: true), as: UTF8.self) } }
}
