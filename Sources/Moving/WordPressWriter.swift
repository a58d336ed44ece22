import JSONTree
import Posts
package import Wire

/// Writes posts for WordPress's importer: WXR 1.2.
package struct WordPressWriter {
    private var number = 0

    package init() {}

    package var head: String {
        """
        <?xml version="1.0" encoding="UTF-8" ?>
        <rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" \
        xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:wp="http://wordpress.org/export/1.2/">
        <channel>
        <title>Galley</title>
        <link>\(WordPressPosts.ownAddress)</link>
        <generator>Galley</generator>
        <wp:wxr_version>1.2</wp:wxr_version>
        <wp:base_site_url>\(WordPressPosts.ownAddress)</wp:base_site_url>
        <wp:base_blog_url>\(WordPressPosts.ownAddress)</wp:base_blog_url>

        """
    }

    package var foot: String { "</channel>\n</rss>\n" }

    /// - Parameters:
    ///   - markdown: the text; its pictures have the names of the files next to the export.
    ///   - html: the same text as HTML.
    package mutating func item(_ exported: ExportedPostBody, markdown: String, html: String) throws -> String {
        number += 1
        let post = exported.post
        let guid = "\(WordPressPosts.ownAddress):\(post.id)"
        var item = WXRItem()
        item.fields = [
            "title": (post.title ?? "").xmlStorable, "content:encoded": html.xmlStorable,
            "wp:post_name": slug(of: exported),
            "wp:status": exported.isPublished ? "publish" : "draft",
        ]
        let record = OwnRecord(exported, body: markdown, seal: WordPressPosts.seal(item))
        let own = try JSONCoding.text(record)
        let date = utc(post.date?.instant ?? post.createdAt)
        // WordPress builds addresses and shows dates from the author's clock.
        let local = post.date.map { String($0.local.prefix(19)).replacing("T", with: " ") } ?? date
        var lines = [
            "<item>", "<title>\(cdata(item["title"]))</title>",
            "<link>\((exported.address ?? guid).xmlAttribute)</link>",
            "<dc:creator>\(cdata((post.author ?? "galley").xmlStorable))</dc:creator>",
            "<guid isPermaLink=\"false\">\(guid)</guid>",
            "<content:encoded>\(cdata(item["content:encoded"]))</content:encoded>",
            "<excerpt:encoded>\(cdata((post.summary ?? "").xmlStorable))</excerpt:encoded>",
            "<wp:post_id>\(number)</wp:post_id>", "<wp:post_date>\(local)</wp:post_date>",
            "<wp:post_date_gmt>\(date)</wp:post_date_gmt>",
            "<wp:post_modified_gmt>\(utc(post.changedAt))</wp:post_modified_gmt>",
            "<wp:post_name>\(cdata(item["wp:post_name"]))</wp:post_name>",
            "<wp:status>\(item["wp:status"])</wp:status>",
            "<wp:post_type>\(post.kind)</wp:post_type>", "<wp:post_parent>0</wp:post_parent>",
            "<wp:comment_status>closed</wp:comment_status>",
        ]
        for tag in post.tags {
            let name = tag.lowercased().replacing(" ", with: "-").xmlAttribute
            lines.append("<category domain=\"post_tag\" nicename=\"\(name)\">\(cdata(tag.xmlStorable))</category>")
        }
        // JSON can write what XML cannot contain.
        lines.append(meta(WordPressPosts.ownKey, own.xmlEscapedInJSON))
        // WordPress compares it with the encoded address of a request.
        lines += post.formerSlugs.map { meta("_wp_old_slug", $0.percentEncoded().lowercased()) }
        return lines.joined(separator: "\n") + "\n</item>\n"
    }

    /// WordPress's own slug, if Galley does not allow it and gave the post another one derived from it.
    private func slug(of exported: ExportedPostBody) -> String {
        guard exported.format == "wordpress", let old = exported.kept?.percentRead, (try? Slug(checking: old)) == nil,
            Slug.derived(from: old)?.text == exported.post.slug
        else { return exported.post.slug }
        return exported.kept ?? exported.post.slug
    }

    private func meta(_ key: String, _ value: String) -> String {
        "<wp:postmeta><wp:meta_key>\(cdata(key))</wp:meta_key><wp:meta_value>\(cdata(value))</wp:meta_value></wp:postmeta>"
    }

    private func cdata(_ text: String) -> String {
        // By bytes: a “>” with a combining mark is another character, but still ends the section.
        let bytes = Array(text.utf8).replacing(Array("]]>".utf8), with: Array("]]]]><![CDATA[>".utf8))
        return "<![CDATA[" + String(decoding: bytes, as: UTF8.self) + "]]>"
    }

    /// `2019-05-01 09:00:00`, in UTC.
    private func utc(_ text: String) -> String {
        guard let instant = try? RFC3339.instant(text) else { return "0000-00-00 00:00:00" }
        let written = RFC3339.text(Instant(seconds: instant.seconds))
        return String(written.prefix(19)).replacing("T", with: " ")
    }
}

extension String {
    /// Without the characters that XML cannot contain.
    fileprivate var xmlStorable: String {
        guard unicodeScalars.contains(where: { !$0.isXML }) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter(\.isXML)))
    }

    /// The JSON with escapes for the characters that XML cannot contain. Outside of texts JSON has none of them.
    fileprivate var xmlEscapedInJSON: String {
        guard unicodeScalars.contains(where: { !$0.isXML }) else { return self }
        return unicodeScalars.map { $0.isXML ? String($0) : "\\u" + String($0.value, radix: 16) }.joined()
    }

    fileprivate var xmlAttribute: String { xmlStorable.htmlEscaped }
}

extension Unicode.Scalar {
    fileprivate var isXML: Bool {
        value >= 0x20 ? value != 0xFFFE && value != 0xFFFF : value == 0x09 || value == 0x0A
    }
}
