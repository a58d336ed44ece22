import FoundationEssentials
package import HTTPValues
import JSONTree
import Pictures
package import Posts
import Rendering

/// A WordPress site, through its REST API and an application password.
///
/// Galley does the scheduling: every post is sent for immediate publication, never as `future`, because WordPress
/// publishes scheduled posts only when a visitor comes. The post's date is the scheduled time, or the server's own time
/// if that clock is behind: a date ahead of the server's clock would become `future`.
/// - SeeAlso: https://developer.wordpress.org/rest-api/reference/posts/
package struct WordPressTarget: TargetKind, TargetCopies {
    /// Without a trailing `/`; ends in `?rest_route=` for a site without pretty permalinks.
    let url: String
    let username: String
    let password: Secret
    /// The names of categories for each post.
    let categories: [String]
    /// `publish` or `private`.
    let status: String
    /// One of WordPress's post formats; nil for its default.
    let format: String?
    let rawHTML: RawHTMLPolicy

    static let statuses = ["publish", "private"]
    static let formats = ["standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"]
    /// Each may take two requests.
    static let termsMax = 60
    /// With all terms they fit into one preparation (512 requests) once the site has them.
    static let picturesMax = 300

    /// The blog's address.
    var home: String { url.replacing(Self.routeQuery, with: "").withoutTrailing("/") }
    package var place: ServicePlace { ServicePlace(home) }
    var service: Service { Service(name: url.hostText, secrets: [password, Secret(basicCredentials)]) }

    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        TargetTraits(
            .searchable, isServerKnown: facts != nil, fitsAnyText: true,
            wordsOnEdit: "Edits are sent. Its address, its date and its categories stay as they are there.")
    }

    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, isEdit: false, key: key)
        case .edit: try frozenPost(manuscript, isEdit: true, key: key)
        case .delete: try frozenDeletion(of: manuscript, key: key)
        }
    }

    private func frozenPost(_ manuscript: Manuscript, isEdit: Bool, key: String) throws(FreezeError) -> Frozen {
        let html = try manuscript.html(RenderOptions(rawHTML: rawHTML, ownHosts: [url.hostText.hostAlone]))
        let isPost = manuscript.kind == .post
        let tags = isPost ? manuscript.tags.map(\.text) : []
        let categories = isPost ? categories : []
        guard tags.count + categories.count <= WordPressTarget.termsMax else {
            let found = "The post has \(tags.count) tags and \(categories.count) categories"
            throw FreezeError("\(found); WordPress gets at most \(WordPressTarget.termsMax). Take some off.")
        }
        let shown = try manuscript.pictures(in: try manuscript.tree())
        let content = try manuscript.withoutDrawings(html.text)
        let placed = try manuscript.placed(content.html) { $0.id.address }
        let pictures = placed.pictures.map { media in
            ParcelPicture(shown.first { $0.media.id == media.id } ?? ShownPicture(media: media, alt: media.notes.alt))
        }
        guard pictures.count <= WordPressTarget.picturesMax else {
            throw FreezeError(
                "The post has \(pictures.count) pictures; WordPress gets at most \(WordPressTarget.picturesMax). Take some out."
            )
        }
        let post = WordPressPost(
            title: manuscript.spokenTitle ?? "", content: placed.html, pictures: pictures,
            excerpt: manuscript.summary?.trimmed,
            slug: slug(of: manuscript), status: status,
            published: manuscript.published, tags: tags,
            categories: categories, format: isPost ? format : nil, isPage: !isPost)
        let parcel = Parcel(
            method: "POST", url: isEdit ? address(ofCopyIn: post.collection) : address(post.collection),
            headers: .json,
            body: isEdit ? post.editFragments : post.fragments, key: key, identity: post.identity)
        var preview = Preview(text: post.content)
        var filters = WordPressFilters()
        let title = filters.shown(post.title.htmlTextEscaped).referencesResolved
        _ = filters.shown(post.excerpt?.htmlTextEscaped ?? "")
        preview.readers = .article(title: title, html: filters.shown(post.content))
        preview.warnings = html.warnings + filters.warnings + shown.withoutDrawings.missingAltWarnings
        preview.losses = html.losses + content.drawings.drawingLosses(at: service.name)
        preview.pictures = pictures.map { "\($0.described) goes into the media library of \(service.name)." }
        preview.predictedAddress = predictedAddress(of: manuscript)
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        parcel.request(body, [authorization])
    }

    package var credentials: [HTTPHeader] {
        [HTTPHeader("Authorization", "Basic (user name and application password)")]
    }

    var authorization: HTTPHeader { HTTPHeader("Authorization", "Basic \(basicCredentials)") }

    private var basicCredentials: String { Data("\(username):\(password.text)".utf8).base64EncodedString() }

    /// The URL of a resource, for example `…/wp-json/wp/v2/posts?slug=hello`.
    func address(_ path: String, _ query: [(String, String)] = [], root: String = "/wp/v2/") -> String {
        let parameters = query.map { "\($0.0)=\($0.1.percentEncoded())" }.joined(separator: "&")
        if url.hasSuffix(WordPressTarget.routeQuery) {
            return url + root + path + (parameters.isEmpty ? "" : "&" + parameters)
        }
        return url + "/wp-json" + root + path + (parameters.isEmpty ? "" : "?" + parameters)
    }

    static let routeQuery = "?rest_route="

    /// A few bytes less than WordPress's 200, because a duplicate gets a number at its end.
    private func slug(of manuscript: Manuscript) -> String {
        PlainSlug(manuscript.slug.text, bytesMax: 190, fallback: manuscript.id.text).text
    }

    /// WordPress decides. This is its pattern “day and name”, the longest of its dated addresses.
    private func predictedAddress(of manuscript: Manuscript) -> String {
        let slug = slug(of: manuscript).percentEncoded()
        guard manuscript.kind == .post else { return "\(home)/\(slug)/" }
        let day = manuscript.clocks.wallClock(at: manuscript.published).date.text.replacing("-", with: "/")
        return "\(home)/\(day)/\(slug)/"
    }
}

/// A post as sent to WordPress.
struct WordPressPost {
    let title: String
    let content: String
    let pictures: [ParcelPicture]
    let excerpt: String?
    let slug: String
    let status: String
    let published: Instant
    let tags: [String]
    let categories: [String]
    let format: String?
    let isPage: Bool

    var collection: String { isPage ? "pages" : "posts" }

    static let tagsHole = "tags"
    static let categoriesHole = "categories"
    static let dateHole = "date"

    /// Names in alphabetical order.
    var fragments: [Parcel.Fragment] {
        var members: [(String, [Parcel.Fragment])] = []
        if !categories.isEmpty { members.append(("categories", [terms(categories, WordPressPost.categoriesHole)])) }
        members.append(("content", contentFragments))
        let date = Parcel.Hole(
            name: WordPressPost.dateHole, encoding: .verbatim,
            predicted: JSON.quoted(WordPressPost.date(published)))
        members.append(("date_gmt", [.hole(date)]))
        if let excerpt, !excerpt.isEmpty { members.append(("excerpt", [.text(JSON.quoted(excerpt.htmlTextEscaped))])) }
        if let format { members.append(("format", [.text(JSON.quoted(format))])) }
        members.append(("slug", [.text(JSON.quoted(slug))]))
        members.append(("status", [.text(JSON.quoted(status))]))
        if !tags.isEmpty { members.append(("tags", [terms(tags, WordPressPost.tagsHole)])) }
        members.append(("title", [.text(JSON.quoted(title.htmlTextEscaped))]))
        return .object(members)
    }

    /// The fields of an edit: all that the author can have changed, including removed values. Address, date and status
    /// stay unchanged.
    var editFragments: [Parcel.Fragment] {
        var members: [(String, [Parcel.Fragment])] = [
            ("content", contentFragments),
            ("excerpt", [.text(JSON.quoted((excerpt ?? "").htmlTextEscaped))]),
        ]
        if !isPage {
            members.append(("tags", [tags.isEmpty ? .text("[]") : terms(tags, WordPressPost.tagsHole)]))
        }
        members.append(("title", [.text(JSON.quoted(title.htmlTextEscaped))]))
        return .object(members)
    }

    /// With a hole for the address of each picture.
    private var contentFragments: [Parcel.Fragment] {
        .cut(JSON.quoted(WordPressPost.block(content)), at: pictures.map(\.address))
    }

    /// The values that preparing and looking up need later.
    var identity: [String: String] {
        [
            "slug": slug, "title": title, "status": status, "collection": collection,
            "published": "\(published.microseconds)", "tags": JSON.texts(tags).written,
            "categories": JSON.texts(categories).written,
        ].merging(pictures.identity) { $1 }
    }

    /// As in `2026-12-01T09:00:00`, UTC.
    static func date(_ instant: Instant) -> String { String(RFC3339.text(instant).prefix(19)) }

    /// Without a block around the HTML, WordPress turns each line end within a paragraph into a line break (`wpautop`).
    ///
    /// WordPress would run a word in square brackets as a shortcode, even in code blocks: `[gallery]` would disappear
    /// for readers. A character reference shows the bracket and runs nothing. Scripts and styles cannot contain
    /// references, so their brackets stay.
    static func block(_ html: String) -> String { "<!-- wp:html -->\n\(withoutShortcodes(html))<!-- /wp:html -->" }

    private static func withoutShortcodes(_ html: String) -> String {
        var result = ""
        var rest = html[...]
        // One search for both, so that many of one without the other take linear time.
        while let start = rest.firstRange(of: "<s") {
            result += rest[..<start.lowerBound].replacing("[", with: "&#91;")
            rest = rest[start.lowerBound...]
            let name = ["script", "style"].first { rest.dropFirst().hasPrefix($0) }
            let end = name.map { rest.firstRange(of: "</\($0)>")?.upperBound ?? rest.endIndex } ?? start.upperBound
            result += rest[..<end]
            rest = rest[end...]
        }
        return result + rest.replacing("[", with: "&#91;")
    }

    /// Ids are known only after terms were looked up; a preview shows the names.
    private func terms(_ names: [String], _ hole: String) -> Parcel.Fragment {
        let predicted = JSON.texts(names).written
        return .hole(Parcel.Hole(name: hole, encoding: .verbatim, predicted: predicted))
    }
}
