import JSONTree
import Posts
import Wire

/// Ghost's export (JSON, of Ghost 1 to 6; https://ghost.org/docs/migration/ghost/).
///
/// Posts are read from their rendered `html`. Drafts, and posts that not everyone could read as a whole, become drafts.
/// Tags keep their order; internal tags, whose names begin with “#”, are left out, and so are users.
package struct GhostFile {
    package let posts: [ReadPost]
    /// The name of the zone by whose clocks the site shows its dates; nil if the export does not state it.
    package let zone: String?
    /// The posts that are of another form.
    package let failures: [ItemFailure]

    /// - Parameter address: the site's address. Ghost writes `__GHOST_URL__` in its place; without an address, links and
    ///   pictures begin with “/”.
    package init(_ bytes: [UInt8], address: String?) throws(ExportFailure) {
        let data: GhostData
        do {
            data = try JSONCoding.decode(GhostExport.self, from: bytes, isLenient: true).data
        } catch {
            throw ExportFailure(error, in: "export of Ghost", list: "posts", item: "post")
        }
        zone = data.zone
        let names = Dictionary(data.publicTags) { first, _ in first }
        let tags = Dictionary(grouping: data.postsTags ?? [], by: \.post.text).mapValues { links in
            links.sorted { ($0.order ?? 0) < ($1.order ?? 0) }.compactMap { names[$0.tag.text] }
        }
        let meta = Dictionary((data.postsMeta ?? []).map { ($0.post.text, $0) }) { first, _ in first }
        failures = data.posts.failures(in: "export of Ghost", list: "posts", item: "post")
        posts = data.posts.enumerated().compactMap { index, found in
            guard let post = try? found.item.get() else { return nil }
            var read = post.read(at: index, of: address ?? "", tags: tags[post.id.text] ?? [], meta[post.id.text])
            if data.isPrivate, read.item.isPublished == true {
                read.item.isPublished = false
                read.note("a password", "The whole site needed a password. It is a draft here.")
            }
            return read
        }
    }
}

/// The members of the format. Ids are texts, in old exports numbers.
private struct GhostExport: Decodable {
    let data: GhostData

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard members.contains(.db) else {
            data = try members.decode(GhostData.self, forKey: .data)
            return
        }
        var list = try members.nestedUnkeyedContainer(forKey: .db)
        data = try list.nestedContainer(keyedBy: CodingKeys.self).decode(GhostData.self, forKey: .data)
    }

    private enum CodingKeys: String, CodingKey { case db, data }
}

private struct GhostData: Decodable {
    let posts: [TolerantItem<GhostPost>]
    let tags: [Tag]?
    let postsTags: [TagLink]?
    let postsMeta: [GhostMeta]?
    let settings: [Setting]?

    private enum CodingKeys: String, CodingKey {
        case posts, tags, settings
        case postsTags = "posts_tags"
        case postsMeta = "posts_meta"
    }

    struct Tag: Decodable {
        let id: FlexibleText
        let name: String
        let visibility: String?
    }

    struct TagLink: Decodable {
        let post, tag: FlexibleText
        let order: Int?

        private enum CodingKeys: String, CodingKey {
            case post = "post_id"
            case tag = "tag_id"
            case order = "sort_order"
        }
    }

    struct Setting: Decodable {
        let key: String
        let value: FlexibleText?
    }

    /// Whether Ghost asks every reader for a password.
    var isPrivate: Bool {
        let entries = (settings ?? []).filter { $0.key == "is_private" }
            .map { SourceEntry(key: $0.key, value: .text($0.value?.text ?? "")) }
        return !PrivacyRules().marks(in: entries).isEmpty
    }

    /// Ghost 1 calls it active.
    var zone: String? {
        ["timezone", "active_timezone"].lazy.compactMap { key in settings?.first { $0.key == key }?.value?.text }
            .first { !$0.isEmpty }
    }

    var publicTags: [(String, String)] {
        (tags ?? []).filter { $0.visibility != "internal" && !$0.name.hasPrefix("#") }.map { ($0.id.text, $0.name) }
    }
}

/// What newer versions keep about a post in a table of its own.
private struct GhostMeta: Decodable {
    let post: FlexibleText
    let alt, caption, title, description, socialTitle, socialDescription: String?

    private enum CodingKeys: String, CodingKey {
        case post = "post_id"
        case alt = "feature_image_alt"
        case caption = "feature_image_caption"
        case title = "meta_title"
        case description = "meta_description"
        case socialTitle = "og_title"
        case socialDescription = "og_description"
    }

    var isForMachines: Bool {
        [title, description, socialTitle, socialDescription].contains { !($0 ?? "").isEmpty }
    }
}

private struct GhostPost: Decodable {
    let id: FlexibleText
    let title, slug, html, plaintext, mobiledoc, lexical, status, type, visibility, excerpt, canonical: String?
    let image, head, foot: String?
    let page, publishedAt, updatedAt: FlexibleText?

    private enum CodingKeys: String, CodingKey {
        case id, title, slug, html, plaintext, mobiledoc, lexical, status, type, visibility, page
        case excerpt = "custom_excerpt"
        case canonical = "canonical_url"
        case image = "feature_image"
        case head = "codeinjection_head"
        case foot = "codeinjection_foot"
        case publishedAt = "published_at"
        case updatedAt = "updated_at"
    }

    private var isOut: Bool { status == "published" || status == "scheduled" }
    private var isForAll: Bool { ["", "public"].contains(visibility ?? "") }

    /// Whether Ghost leaves a card of its `html` out for those who are not members.
    private var hasGatedPart: Bool {
        (html ?? "").matches(of: /<!--\s*kg-gated-block:begin([^\n]*?)-->/).contains {
            !$0.1.contains(/\bnonMember:["']?true/)
        }
    }

    func read(at index: Int, of address: String, tags: [String], _ meta: GhostMeta?) -> ReadPost {
        let parts = [
            title, slug, html, status, visibility, excerpt, image, publishedAt?.text, meta?.alt, meta?.caption,
        ]
        var post = ReadPost(
            source: "\(address)/ghost#\(id.text)", parts: parts.map { $0 ?? "" } + tags, path: "post \(index + 1)")
        var draft = DraftBody()
        draft.kind = type == "page" || page?.text == "1" ? "page" : "post"
        draft.title = title
        draft.slug = slug
        let converted = HTMLText.markdown(shownHTML(meta).replacing("__GHOST_URL__", with: address))
        draft.body = converted.text
        draft.summary = excerpt
        draft.tags = tags.map { $0.replacing(",", with: " ") }
        draft.canonicalAddress = canonical
        draft.date = publishedAt.flatMap(GhostPost.instant)
        post.item.draft = draft
        post.item.isPublished = isOut && isForAll && !hasGatedPart
        // Where Ghost's own routes put posts and pages.
        post.item.oldAddress = slug.map { "/\($0)/" }
        post.item.changedAt = updatedAt.flatMap(GhostPost.instant)
        post.take(converted)
        tell(&post, meta)
        return post
    }

    /// The text below its feature image, as Ghost's themes show them.
    private func shownHTML(_ meta: GhostMeta?) -> String {
        let text = hasHTML ? html ?? "" : plaintext?.htmlEscaped ?? ""
        guard let image, !image.isEmpty, !text.contains(image) else { return text }
        let caption = meta?.caption.map { "<figcaption>\($0)</figcaption>" } ?? ""
        let alt = (meta?.alt ?? "").htmlEscaped
        return "<figure><img src=\"\(image.htmlEscaped)\" alt=\"\(alt)\">\(caption)</figure>\n\n" + text
    }

    private func tell(_ post: inout ReadPost, _ meta: GhostMeta?) {
        if isOut, !isForAll { post.note("for members", "Only members could read it. It is a draft here.") }
        if isOut, isForAll, hasGatedPart {
            post.note("for members", "A part of it is for members only. It is a draft here.")
        }
        if status == "sent" { post.note("a newsletter", "It was sent as a newsletter only. It is a draft here.") }
        if ![head, foot].allSatisfy({ ($0 ?? "").isEmpty }) {
            post.note("code injection", "Ghost adds code to its page (code injection). The code was left out.")
        }
        if meta?.isForMachines == true {
            post.note(
                "descriptions for machines", "Its texts for search engines and social networks were left out.")
        }
        let hasSource = ![mobiledoc, lexical].allSatisfy { ($0 ?? "").isEmpty }
        if !hasHTML, hasWords || hasSource {
            let instead = hasWords ? "Its text has no formatting here." : "It has no text here, and is a draft."
            post.note("no HTML", "The export does not contain its HTML. \(instead)")
            if !hasWords { post.item.isPublished = false }
        }
    }

    private var hasHTML: Bool { !(html ?? "").isEmpty }
    private var hasWords: Bool { !(plaintext ?? "").isEmpty }

    /// Old exports have `2016-01-02 03:04:05`, in UTC, or milliseconds since 1970.
    private static func instant(_ written: FlexibleText) -> String? {
        let text = written.text
        if let milliseconds = Int64(text) {
            return RFC3339.text(Instant(seconds: milliseconds / 1000))
        }
        return text.utf8.count == 19 ? text.replacing(" ", with: "T") + "Z" : text.isEmpty ? nil : text
    }
}
