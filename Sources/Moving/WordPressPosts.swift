import JSONTree
import Posts
import Wire

/// Converts WordPress's export to posts.
///
/// Drafts, pending, private and password-protected posts become drafts, so that nothing unpublished becomes public.
/// Texts become Markdown (`HTMLText`). Categories and tags become tags, except WordPress's default “Uncategorized”.
package enum WordPressPosts {
    /// - Parameters:
    ///   - address: the blog's address; nil to use the one in the file.
    ///   - pictures: the pictures of the whole file.
    package static func reading(
        _ item: WXRItem, in channel: WXRChannel, address: String?, _ pictures: WordPressPictures = WordPressPictures()
    ) -> ItemReading {
        let type = item["wp:post_type"].isEmpty ? "post" : item["wp:post_type"]
        guard type != "attachment" else { return .attachment(item["wp:attachment_url"]) }
        guard type == "post" || type == "page" else {
            return .leftOut("What WordPress calls “\(type)” is no post here.")
        }
        guard !["trash", "auto-draft", "inherit"].contains(item["wp:status"]) else {
            return .leftOut("It was in the bin, or never more than begun.")
        }
        return .post(post(item, channel, address ?? channel.address, pictures))
    }

    private static func post(
        _ item: WXRItem, _ channel: WXRChannel, _ address: String, _ pictures: WordPressPictures
    ) -> ReadPost {
        let guid = item["guid"]
        // Each export of Galley numbers its posts from 1, so that the numbers name other posts in the next one.
        let isOwn = channel.address == ownAddress && guid.hasPrefix(ownAddress + ":")
        let source = isOwn ? guid : "\(address)/?p=\(item["wp:post_id"].isEmpty ? guid : item["wp:post_id"])"
        let own = item.meta.first { $0.key == ownKey }?.value
        let content = pictures.withBlocks(item["content:encoded"])
        let notes = item.meta.first { $0.key == "footnotes" }?.value ?? ""
        let parts = [
            item["title"], content.text + notes, item["excerpt:encoded"], item["wp:post_name"], item["wp:status"],
            item["wp:post_date_gmt"], item["wp:post_password"], item.terms.map(\.name).joined(separator: "\n"),
            featured(item) ?? "", own ?? "",
        ]
        var post = ReadPost(source: source, parts: parts, path: "\(item.line)")
        post.item.kept = item["wp:post_name"].isEmpty ? nil : item["wp:post_name"]
        post.item.feedID = isOwn ? nil : item.feedID
        if let record = own.flatMap({ try? JSONCoding.decode(OwnRecord.self, from: Array($0.utf8)) }) {
            if record.seal == seal(item) {
                record.fill(&post.item)
                return post
            }
            post.note("a changed post", "It was changed since it left Galley, and is read as it stands now.")
        }
        if !content.isWhole {
            post.note("a reusable block", "The export does not contain a block that it shows. The block was left out.")
        }
        fill(&post, item, content.text, WordPressFootnotes(notes), channel, pictures)
        return post
    }

    static let ownKey = "_galley"
    /// Stands for the blog's address in Galley's exports, and begins the `guid` of a post.
    static let ownAddress = "urn:galley"

    /// A fingerprint of the fields that WordPress itself would change.
    static func seal(_ item: WXRItem) -> String {
        Fingerprint([item["title"], item["content:encoded"], item["wp:post_name"], item["wp:status"]]).text
    }

    private static func fill(
        _ post: inout ReadPost, _ item: WXRItem, _ content: String, _ footnotes: WordPressFootnotes,
        _ channel: WXRChannel, _ pictures: WordPressPictures
    ) {
        var draft = DraftBody()
        draft.kind = item["wp:post_type"] == "page" ? "page" : "post"
        draft.title = item["title"].isEmpty ? nil : item["title"].wordsOfTitle
        draft.slug = item["wp:post_name"].isEmpty ? nil : item["wp:post_name"]
        let codes = WordPressCodes(footnotes.marked(in: content), of: item["wp:post_id"], pictures)
        let featured = featured(item)
        let picture = featured.flatMap { pictures.featured($0, above: codes.html) }
        let converted = HTMLText.markdown((picture ?? "") + codes.html, isWordPress: true)
        draft.body = footnotes.written(in: converted.text)
        let excerpt = HTMLText.markdown(item["excerpt:encoded"], isWordPress: true).text
        draft.summary = excerpt.isEmpty ? nil : excerpt.split(separator: "\n").joined(separator: " ")
        draft.tags = item.terms.filter {
            ["category", "post_tag"].contains($0.domain) && $0.nicename != "uncategorized"
        }
        .map { $0.name.referencesResolved.replacing(",", with: " ") }
        draft.date = date(item)
        let creator = item["dc:creator"]
        draft.author = channel.authors.count > 1 ? channel.authors[creator] ?? creator : nil
        post.item.draft = draft
        post.item.isPublished = isPublished(item)
        post.item.formerSlugs = item.meta.filter { $0.key == "_wp_old_slug" }.map(\.value.percentRead)
        post.item.oldAddress = item["link"].isEmpty ? nil : item["link"]
        if let path = PostPath(ofAddress: item["link"]) {
            post.item.formerPaths = post.item.formerSlugs?.map { slug in
                "/" + (path.names.dropLast() + [slug]).joined(separator: "/") + "/"
            }
        }
        post.item.changedAt = instant(item["wp:post_modified_gmt"])
        for name in codes.left {
            post.note(
                "the shortcode “\(name)”", "The shortcode [\(name)] is not run here. It stays in the text as it is.")
        }
        if featured != nil, picture == nil {
            post.note("a featured picture", "The export does not contain its featured picture, so it was left out.")
        }
        post.take(converted)
        tell(&post, item)
    }

    /// The number of the picture that themes show above the text.
    private static func featured(_ item: WXRItem) -> String? {
        item.meta.first { $0.key == "_thumbnail_id" && !["", "0"].contains($0.value) }?.value
    }

    private static func tell(_ post: inout ReadPost, _ item: WXRItem) {
        if item["wp:status"] == "private" { post.note("private", "It was private. It is a draft here.") }
        if !item["wp:post_password"].isEmpty { post.note("a password", "It needed a password. It is a draft here.") }
        if item.commentCount > 0 { post.note("comments", "It has comments. They were not imported.") }
        if item["wp:post_type"] == "page", !["", "0"].contains(item["wp:post_parent"]),
            PostPath(ofAddress: item["link"]) == nil
        {
            post.note(
                "a parent", "It stood under another page, and the file does not say where: its address is its own slug."
            )
        }
        post.note(cut: item.isCut)
        post.note(badCharacters: item.badCharacters)
        let known = ["category", "post_tag", "post_format"]
        for term in item.terms where !known.contains(term.domain) {
            post.note(term.domain, "Its “\(term.domain)” belongs to a plugin. It was left out.")
        }
    }

    private static func isPublished(_ item: WXRItem) -> Bool {
        item["wp:post_password"].isEmpty && (item["wp:status"] == "publish" || item["wp:status"] == "future")
    }

    /// The blog's local time, which its pages show, with its offset from UTC. Drafts have only the local time.
    private static func date(_ item: WXRItem) -> String? {
        let local = item["wp:post_date"]
        let isLocal = !local.isEmpty && !local.hasPrefix("0000")
        guard let utc = instant(item["wp:post_date_gmt"]) else { return isLocal ? local : nil }
        guard isLocal, let wall = try? WallClock(local), let instant = try? RFC3339.instant(utc),
            let offset = ZoneName(offset: wall.asIfUTC - instant)?.offset
        else { return utc }
        return RFC3339.text(instant, offset: offset)
    }

    private static func instant(_ text: String) -> String? {
        guard text.count == 19, !text.hasPrefix("0000") else { return nil }
        return text.replacing(" ", with: "T") + "Z"
    }
}
