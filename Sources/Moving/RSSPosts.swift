package import Posts
import Wire

/// Converts the items of an RSS feed (2.0, also 1.0; https://www.rssboard.org/rss-specification) to posts.
package enum RSSPosts {
    /// - Parameters:
    ///   - address: the site's address; nil to use the one in the feed.
    ///   - privacy: which elements keep a post from the public: an export of WordPress is RSS, too.
    package static func post(
        _ item: WXRItem, in channel: WXRChannel, address: String?, privacy: PrivacyRules = PrivacyRules()
    ) -> ReadPost {
        let (text, summary) = (item["content:encoded"], item["description"])
        let id = [item["guid"], item["link"], item["title"] + item["pubDate"]].first { !$0.isEmpty } ?? ""
        let tags = (item.terms.map(\.name) + item.subjects).map(\.referencesResolved).filter { !$0.isEmpty }
        let page = item.page
        let parts = [item["title"], text, summary, item["link"], item["pubDate"], tags.joined(separator: "\n")]
        let source = "\(address ?? channel.address)#\(id)"
        let marks = privacy.withoutGuesses.marks(in: item.fields.elements)
        var post = ReadPost(source: source, parts: parts + marks.map(\.key), path: "\(item.line)")
        var draft = DraftBody()
        draft.title = item["title"].isEmpty ? nil : item["title"].wordsOfTitle
        draft.slug = page.lastPart
        draft.tags = tags.map { $0.replacing(",", with: " ") }
        draft.date = [item["pubDate"], item["dc:date"]].first { !$0.isEmpty }?.dateOfFeed
        draft.author = item["dc:creator"].isEmpty ? nil : item["dc:creator"]
        draft.language = channel.fields["language"]
        let converted = HTMLText.markdown(text.isEmpty ? summary : text)
        draft.body = converted.text
        draft.summary = text.isEmpty ? nil : summary.summaryFromHTML
        post.item.draft = draft
        post.item.isPublished = true
        post.keepBack(by: marks)
        post.item.oldAddress = page.isEmpty ? nil : page
        post.item.feedID = item.feedID
        post.take(converted)
        post.note(attached: item.enclosures.filter { !converted.text.contains($0) })
        if text.isEmpty, !summary.isEmpty {
            post.note(
                "only a description",
                "The feed has only a description of it, which may be a summary. It is the text of the post here.")
        }
        post.note(cut: item.isCut)
        post.note(badCharacters: item.badCharacters)
        return post
    }
}

extension WXRItem {
    /// Feeds without a `guid` identify an item by its address.
    var feedID: String? { [self["guid"], self["link"]].map(\.trimmed).first { !$0.isEmpty } }

    /// The address of the item's page: `link`, else a `guid` that is one; empty if the feed has neither.
    fileprivate var page: String {
        let guid = self["guid"].trimmed
        let isAddress = isGuidAddress && (guid.hasPrefix("https://") || guid.hasPrefix("http://"))
        return self["link"].isEmpty && isAddress ? guid : self["link"]
    }
}
