package import Posts
import Wire

/// Converts the entries of an Atom feed to posts. Of Blogger's export, comments, templates, settings and deleted posts are
/// left out, and drafts stay drafts.
package enum AtomPosts {
    /// - Parameters:
    ///   - address: the site's address; nil to use the one in the feed.
    ///   - privacy: which elements keep a post from the public.
    package static func reading(
        _ entry: AtomEntry, in feed: AtomFeedFacts, address: String?, privacy: PrivacyRules = PrivacyRules()
    ) -> ItemReading {
        let kind = kind(of: entry).lowercased()
        guard kind == "post" || kind == "page" else {
            return .leftOut("What Blogger calls “\(kind)” is no post here.")
        }
        guard entry["blogger:status"] != "SOFT_TRASHED" else { return .leftOut("It was in the bin.") }
        return .post(post(entry, kind, feed, address, privacy))
    }

    /// Blogger names it in a category of its own, or in an element.
    private static func kind(of entry: AtomEntry) -> String {
        if !entry["blogger:type"].isEmpty { return entry["blogger:type"] }
        let category = entry.categories.first { $0.scheme.hasSuffix("schemas.google.com/g/2005#kind") }
        return category?.term.split(separator: "#").last.map(String.init) ?? "post"
    }

    private static func post(
        _ entry: AtomEntry, _ kind: String, _ feed: AtomFeedFacts, _ address: String?, _ privacy: PrivacyRules
    ) -> ReadPost {
        let (text, summary) = (entry.texts["content"] ?? "", entry.texts["summary"] ?? "")
        let page = entry.address.isEmpty ? entry["blogger:filename"] : entry.address
        let tags = entry.categories.filter { !$0.scheme.contains("schemas.google.com") }.map { $0.label ?? $0.term }
        let parts = [
            entry.texts["title"] ?? "", text, summary, page, entry["published"], tags.joined(separator: "\n"),
        ]
        // The time of publication, and Blogger's words.
        let other = entry.fields.filter { !["published", "blogger:status"].contains($0.key) }
        let marks = privacy.withoutGuesses.marks(in: other.elements)
        let source = "\(address ?? (feed.id.isEmpty ? feed.address : feed.id))#\(entry["id"])"
        var post = ReadPost(source: source, parts: parts + marks.map(\.key), path: "\(entry.line)")
        var draft = DraftBody()
        draft.kind = kind
        draft.title = entry.texts["title"].map(\.wordsOfHTML).flatMap { $0.isEmpty ? nil : $0 }
        draft.slug = page.lastPart
        draft.tags = tags.map { $0.replacing(",", with: " ") }.filter { !$0.isEmpty }
        draft.date = [entry["published"], entry["updated"]].first { !$0.isEmpty }?.dateOfFeed
        draft.author = entry.author
        draft.language = feed.language
        let converted = HTMLText.markdown(
            text.isEmpty ? summary : text, base: entry.bases[text.isEmpty ? "summary" : "content"])
        draft.body = converted.text
        draft.summary = text.isEmpty ? nil : summary.summaryFromHTML
        post.item.draft = draft
        post.item.changedAt = entry["updated"].isEmpty ? nil : entry["updated"]
        let status = entry["blogger:status"]
        post.item.isPublished = ["", "LIVE", "SCHEDULED"].contains(status)
        post.keepBack(by: marks)
        post.item.oldAddress = page.isEmpty ? nil : page
        post.item.feedID = entry["id"].isEmpty ? nil : entry["id"].trimmed
        post.take(converted)
        post.note(attached: entry.enclosures.filter { !converted.text.contains($0) })
        tell(&post, entry, isSummary: text.isEmpty && !summary.isEmpty)
        return post
    }

    private static func tell(_ post: inout ReadPost, _ entry: AtomEntry, isSummary: Bool) {
        if let address = entry.contentAddress {
            post.note("content elsewhere", "Its content is not in the feed but at \(address). It was left out.")
        }
        if isSummary {
            post.note("only a summary", "The feed has only a summary of it, which is the text of the post here.")
        }
        post.note(cut: entry.isCut)
        post.note(badCharacters: entry.badCharacters)
    }
}
