import JSONTree
package import Posts
package import Wire

/// A JSON Feed, version 1 or 1.1 (https://www.jsonfeed.org/version/1.1/).
package struct JSONFeedFile {
    package let posts: [ReadPost]
    /// The numbers, from 1, of items without an `id`. The format demands that a reader leaves them out: without one, no
    /// item can be recognized again.
    package let itemsWithoutID: [Int]
    /// The items that are of another form.
    package let failures: [ItemFailure]
    /// The site's address, if the feed contains it.
    package let address: String?

    /// - Parameter privacy: which members keep an item from the public.
    /// - Throws: a description of the error.
    package init(
        _ bytes: [UInt8], address: String?, privacy: PrivacyRules = PrivacyRules()
    ) throws(ExportFailure) {
        let feed: Feed
        do {
            feed = try JSONCoding.decode(Feed.self, from: bytes, isLenient: true)
        } catch {
            throw ExportFailure(error, in: "JSON Feed", list: "items", item: "item")
        }
        guard feed.version.hasPrefix("https://jsonfeed.org/version/1") else {
            throw ExportFailure(
                line: nil,
                words: "Its version is “\(feed.version.prefix(60))”. A JSON Feed of version 1 or 1.1 is needed.")
        }
        let home = address ?? feed.homeURL ?? feed.feedURL
        self.address = home
        let items = feed.items.enumerated().compactMap { index, read in (try? read.item.get()).map { (index, $0) } }
        posts = items.compactMap { index, item in
            item.known.post(
                at: index, of: address ?? feed.feedURL ?? home ?? "", language: feed.language,
                privacy.withoutGuesses.marks(in: item.members.sourceEntries))
        }
        itemsWithoutID = items.filter { $0.1.known.knownID == nil }.map { $0.0 + 1 }
        failures = feed.items.failures(in: "JSON Feed", list: "items", item: "item")
    }
}

/// The members of the format.
private struct Feed: Decodable {
    let version: String
    let homeURL, feedURL, language: String?
    let items: [TolerantItem<WholeItem>]

    private enum CodingKeys: String, CodingKey {
        case version, language, items
        case homeURL = "home_page_url"
        case feedURL = "feed_url"
    }
}

/// An item with the members that the format leaves to others.
private struct WholeItem: Decodable {
    let known: Item
    /// All but Galley's own record.
    let members: JSON

    init(from decoder: any Decoder) throws {
        known = try Item(from: decoder)
        let fields = try JSON(from: decoder).fields ?? [:]
        members = .object(fields.filter { $0.key != Item.ownKey })
    }
}

private struct Item: Decodable {
    let id: FlexibleText?
    let url, externalURL, title, contentHTML, contentText, summary, image, bannerImage: String?
    let datePublished, dateModified, language: String?
    let tags: [String]?
    let author: Author?
    let authors: [Author]?
    let attachments: [Attachment]?
    let own: OwnRecord?

    static let ownKey = CodingKeys.own.rawValue

    private enum CodingKeys: String, CodingKey {
        case id, url, title, summary, image, language, tags, author, authors, attachments
        case externalURL = "external_url"
        case contentHTML = "content_html"
        case contentText = "content_text"
        case bannerImage = "banner_image"
        case datePublished = "date_published"
        case dateModified = "date_modified"
        case own = "_galley"
    }

    struct Author: Decodable { let name: String? }
    struct Attachment: Decodable { let url: String }

    var knownID: String? { id.map(\.text).flatMap { $0.isEmpty ? nil : $0 } }

    /// - Returns: nil for an item without an id.
    func post(
        at index: Int, of feed: String, language standard: String?, _ marks: [PrivacyMark]
    ) -> ReadPost? {
        guard let id = knownID else { return nil }
        let parts = [
            title, contentHTML, contentText, summary, url, datePublished, tags?.joined(separator: "\n"),
            own.flatMap { try? JSONCoding.text($0) },
        ]
        var post = ReadPost(
            source: "\(feed)#\(id)", parts: parts.map { $0 ?? "" } + marks.map(\.key), path: "item \(index + 1)")
        if let record = own {
            if record.seal == Fingerprint([title ?? "", contentHTML ?? ""]).text {
                record.fill(&post.item)
                return post
            }
            post.note("a changed post", "It was changed since it left Galley, and is read as it stands now.")
        }
        fill(&post, language: language ?? standard)
        post.keepBack(by: marks)
        return post
    }

    private func fill(_ post: inout ReadPost, language: String?) {
        var draft = DraftBody()
        draft.title = title
        draft.slug = url?.lastPart
        if let contentHTML {
            let converted = HTMLText.markdown(contentHTML)
            draft.body = converted.text
            post.take(converted)
        } else {
            draft.body = contentText?.markdownOfPlainText
        }
        draft.summary = summary
        draft.tags = tags?.map { $0.replacing(",", with: " ") }
        draft.date = datePublished?.dateOfFeed
        draft.language = language
        draft.author = authors?.first?.name ?? author?.name
        draft.canonicalAddress = externalURL
        post.item.draft = draft
        post.item.isPublished = true
        post.item.oldAddress = url
        post.item.feedID = knownID
        post.item.changedAt = dateModified
        post.note(attached: (attachments ?? []).map(\.url))
        if let image = image ?? bannerImage, !(draft.body ?? "").contains(image) {
            post.note("“image”", "It names a picture, \(image), that its text does not show. It was left out.")
        }
    }
}

/// Writes posts as a JSON Feed 1.1, each with Galley's own record under `_galley`.
package struct JSONFeedWriter {
    package init() {}

    package let head = """
        {"version":"https://jsonfeed.org/version/1.1","title":"Galley","items":[

        """
    package let foot = "\n]}\n"

    /// One item, without a trailing comma.
    package func item(_ exported: ExportedPostBody, markdown: String, html: String) throws -> String {
        let post = exported.post
        let record = OwnRecord(exported, body: markdown, seal: Fingerprint([post.title ?? "", html]).text)
        let item = WrittenItem(
            id: post.id, url: exported.address, title: post.title, contentHTML: html, summary: post.summary,
            datePublished: post.date?.instant, dateModified: post.changedAt, language: post.language,
            tags: post.tags.isEmpty ? nil : post.tags, authors: post.author.map { [WrittenItem.Author(name: $0)] },
            own: record)
        return try JSONCoding.text(item)
    }
}

private struct WrittenItem: Encodable {
    let id: String
    let url, title: String?
    let contentHTML: String
    let summary, datePublished, dateModified, language: String?
    let tags: [String]?
    let authors: [Author]?
    let own: OwnRecord

    private enum CodingKeys: String, CodingKey {
        case id, url, title, summary, language, tags, authors
        case contentHTML = "content_html"
        case datePublished = "date_published"
        case dateModified = "date_modified"
        case own = "_galley"
    }

    struct Author: Encodable { let name: String }
}
