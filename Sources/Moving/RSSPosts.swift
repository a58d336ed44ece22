import Posts
import Wire

/// Converts the items of an RSS feed (2.0, also 1.0; https://www.rssboard.org/rss-specification) to posts.
package enum RSSPosts {
    /// - Parameter address: the site's address; nil to use the one in the feed.
    package static func post(_ item: WXRItem, in channel: WXRChannel, address: String?) -> ReadPost {
        let (text, summary) = (item["content:encoded"], item["description"])
        let id = [item["guid"], item["link"], item["title"] + item["pubDate"]].first { !$0.isEmpty } ?? ""
        let tags = (item.terms.map(\.name) + [item["dc:subject"]]).map(\.referencesResolved).filter { !$0.isEmpty }
        let parts = [item["title"], text, summary, item["link"], item["pubDate"], tags.joined(separator: "\n")]
        let source = "\(address ?? channel.address)#\(id)"
        var post = ReadPost(source: source, parts: parts, path: "\(item.line)")
        var draft = DraftBody()
        draft.title = item["title"].isEmpty ? nil : item["title"].wordsOfTitle
        draft.slug = item["link"].lastPart
        draft.tags = tags.map { $0.replacing(",", with: " ") }
        draft.date = [item["pubDate"], item["dc:date"]].first { !$0.isEmpty }
        draft.author = item["dc:creator"].isEmpty ? nil : item["dc:creator"]
        draft.language = channel.fields["language"]
        let (body, kept, plain) = HTMLText.markdown(text.isEmpty ? summary : text)
        draft.body = body
        draft.summary = text.isEmpty ? nil : summary.summaryFromHTML
        post.item.draft = draft
        post.item.isPublished = true
        post.item.oldAddress = item["link"].isEmpty ? nil : item["link"]
        post.note(kept: kept, plain: plain)
        post.note(attached: item.enclosures.filter { !body.contains($0) })
        if text.isEmpty, !summary.isEmpty {
            post.note(
                "only a description",
                "The feed has only a description of it, which may be a summary. It is the text of the post here.")
        }
        post.note(cut: item.isCut)
        return post
    }
}
