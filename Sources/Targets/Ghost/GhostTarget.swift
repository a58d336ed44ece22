import Digests
package import HTTPValues
package import JSONTree
import Pictures
package import Posts
import Rendering

/// A site on Ghost, through its Admin API and the key of an integration.
///
/// The text is one HTML card, so that readers see what the preview shows: Ghost's editor would take footnotes, tables and
/// anchors apart. Galley does the scheduling, so no post has a date ahead of the server's clock. No request names a
/// newsletter, so Ghost sends no e-mail. A target with `status = "draft"` leaves the post as a draft there, which a person
/// publishes and mails in Ghost.
/// - SeeAlso: https://docs.ghost.org/admin-api/
package struct GhostTarget: TargetKind, TargetCopies {
    /// The site's address, without a trailing `/`.
    let url: String
    let key: GhostKey
    /// `published` or `draft`.
    let status: String
    let rawHTML: RawHTMLPolicy
    let login: GhostSession

    static let statuses = ["published", "draft"]
    static let titleMax = 255
    static let excerptMax = 300
    static let slugBytesMax = 185
    /// Each takes up to two requests of one preparation.
    static let picturesMax = 200

    package static let declaration = KindDeclaration(
        title: "Ghost", classes: "D", role: .blog,
        wordsOnDelete: "A post that is taken back is deleted there for good.",
        login: {
            PageLogin(
                address: "\(siteURL($0))/ghost/#/settings/integrations",
                make: "add a custom integration named Galley. Its Admin API key is what Galley needs")
        }
    ) { .http(GhostTarget($0)) }

    package var place: ServicePlace { ServicePlace(url) }
    package var session: (any SessionLogin)? { login }
    var service: Service { Service(name: url.hostText, secrets: [Secret(key.secret)]) }

    /// Each key of a site can change each of its posts, so the account has no name. A repeated edit names the version that is
    /// there by then.
    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        TargetTraits(
            .searchable, isServerKnown: facts != nil, rebuilt: [.edit, .delete], fitsAnyText: true,
            givesAddress: status == "published",
            wordsOnEdit:
                "Edits are sent, and no e-mail. Its address and its date stay as they are there, and so does a "
                + "canonical address that the post no longer has.")
    }

    package var credentials: [HTTPHeader] { [HTTPHeader("Authorization", "Ghost (token)")] }

    /// The session adds the token. The copy says in which collection it is.
    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        var request = parcel.request(body)
        if let copy = copy(in: parcel) {
            request.url = address(copy.path) + String(parcel.url.drop { $0 != "?" })
        }
        return request
    }

    /// The path needs its last `/`: without it Ghost leads on.
    func address(_ path: String, _ query: [(String, String)] = []) -> String {
        let parameters = query.map { "\($0.0)=\($0.1.percentEncoded())" }.joined(separator: "&")
        return "\(url)/ghost/api/admin/\(path)/" + (parameters.isEmpty ? "" : "?\(parameters)")
    }

    func get(_ path: String, _ query: [(String, String)] = [], isOpen: Bool = false) -> HTTPRequest {
        HTTPRequest("GET", address(path, query), headers: [.acceptsJSON, .ghostVersion], carriesCredentials: !isOpen)
    }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        let post = (body["posts"] ?? body["pages"])?.elements?.first
        return ["title", "custom_excerpt", "html"].map { post?[$0]?.text }
    }
}

extension HTTPHeader {
    static let ghostVersion = HTTPHeader("Accept-Version", "v5.0")
}

// MARK: - Settings

/// The key of an integration: `id:secret`.
struct GhostKey: Hashable, Sendable {
    let id: String
    /// 64 hexadecimal digits.
    let secret: String

    /// - Returns: nil unless it is an Admin API key: 24 and 64 hexadecimal digits.
    init?(_ text: String) {
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].utf8.count == 24, halves[1].utf8.count == 64,
            halves.allSatisfy({ $0.allSatisfy(\.isHexDigit) && $0.allSatisfy(\.isASCII) })
        else { return nil }
        (id, secret) = (String(halves[0]), String(halves[1]))
    }

    init(unchecked id: String) { (self.id, secret) = (id, String(repeating: "0", count: 64)) }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var digits = secret.utf8.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            bytes.append(UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) ?? 0)
        }
        return bytes
    }
}

extension GhostTarget {
    init(_ section: TargetSection) {
        url = GhostTarget.siteURL(section)
        let secret = section.secret()
        if let found = GhostKey(secret.text) {
            key = found
        } else {
            key = GhostKey(unchecked: "rehearsal")
            if section.given != nil {
                section.complain(
                    "credential",
                    "It is no Admin API key, which has 24 and 64 hexadecimal digits with a “:” between them. Copy it from "
                        + "the integration in Ghost's settings.")
            }
        }
        status = section.oneOf("status", Self.statuses) ?? "published"
        rawHTML = section.desk.rawHTML
        login = GhostSession(
            url: url, key: key, holder: section.name,
            owner: section.owner("\(url) \(SHA256.hash(secret.text.utf8).hexadecimal)"))
    }

    /// People copy the address of the editor, too.
    static func siteURL(_ section: TargetSection) -> String {
        let url = section.url()
        return url.hasSuffix("/ghost") ? String(url.dropLast("/ghost".count)) : url
    }
}

// MARK: - Freezing

extension GhostTarget {
    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, isEdit: false, key: key)
        case .edit: try frozenPost(manuscript, isEdit: true, key: key)
        case .delete: try deletion(of: manuscript, key).frozenDeletion()
        }
    }

    private func collection(of manuscript: Manuscript) -> String { manuscript.kind == .page ? "pages" : "posts" }

    private func deletion(of manuscript: Manuscript, _ key: String) -> Parcel {
        Parcel(
            method: "DELETE", url: copyAddress(), headers: [.acceptsJSON, .ghostVersion], body: [], key: key,
            identity: ["collection": collection(of: manuscript)])
    }

    private func copyAddress(_ query: String = "") -> String {
        "\(url)/ghost/api/admin/\(Parcel.copyPlaceholder)/\(query)"
    }

    private func frozenPost(_ manuscript: Manuscript, isEdit: Bool, key: String) throws(FreezeError) -> Frozen {
        let title = manuscript.spokenTitle ?? ""
        let length = title.unicodeScalars.count
        guard length <= Self.titleMax else {
            throw FreezeError("The title has \(length) characters; Ghost takes \(Self.titleMax). Shorten it.")
        }
        let html = try manuscript.html(RenderOptions(rawHTML: rawHTML, ownHosts: [url.hostText.hostAlone]))
        let shown = try manuscript.pictures(in: try manuscript.tree())
        let placed = try manuscript.placed(html.text) { $0.id.address }
        let pictures = placed.pictures.map { media in
            ParcelPicture(shown.first { $0.media.id == media.id } ?? ShownPicture(media: media, alt: media.notes.alt))
        }
        guard pictures.count <= Self.picturesMax else {
            throw FreezeError(
                "The post has \(pictures.count) pictures; Ghost gets at most \(Self.picturesMax). Take some out.")
        }
        let (excerpt, excerptLoss) = excerpt(of: manuscript)
        let post = GhostPost(
            title: title, content: placed.html, pictures: pictures, excerpt: excerpt, slug: slug(of: manuscript),
            status: status, published: manuscript.published, tags: manuscript.tags.map(\.text),
            canonical: manuscript.canonicalAddress, collection: collection(of: manuscript))
        let query = "?source=html&formats=html"
        let parcel = Parcel(
            method: isEdit ? "PUT" : "POST",
            url: isEdit ? copyAddress(query) : address(post.collection) + query,
            headers: .json + [.ghostVersion], body: post.fragments(isEdit: isEdit).joinedTexts, key: key,
            identity: post.identity)
        var preview = Preview(text: placed.html)
        preview.warnings = html.warnings + shown.missingAltWarnings
        if title.isEmpty { preview.warnings.append("Ghost shows a post without a title as “\(GhostPost.untitled)”.") }
        if status == "draft" {
            preview.warnings.append(
                "It arrives as a draft, which a person publishes in Ghost. Until then it has no address.")
        }
        preview.losses = html.losses + excerptLoss
        preview.pictures = pictures.map { "\($0.described) goes into the files of \(service.name)." }
        // A draft has an address only when a person publishes it.
        if status == "published" { preview.predictedAddress = "\(url)/\(post.slug.percentEncoded())/" }
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    private func excerpt(of manuscript: Manuscript) -> (text: String, losses: [String]) {
        let summary = manuscript.summary?.trimmed ?? ""
        let length = summary.unicodeScalars.count
        guard length > Self.excerptMax else { return (summary, []) }
        let words = "The summary has \(length) characters; Ghost takes \(Self.excerptMax), so it is cut."
        return (summary.shortened(toCodePoints: Self.excerptMax), [words])
    }

    /// Ghost gives slugs that its own routes need, and single letters, another form.
    private func slug(of manuscript: Manuscript) -> String {
        var slug = PlainSlug(
            manuscript.slug.text, bytesMax: Self.slugBytesMax, fallback: manuscript.id.text.lowercased()
        ).text
        slug = slug.split { $0 == "-" }.joined(separator: "-")
        for double in ["__", "_-", "-_"] {
            while slug.contains(double) { slug.replace(double, with: "-") }
        }
        slug = slug.split { $0 == "-" }.joined(separator: "-")
        while slug.first == "_" { slug.removeFirst() }
        while slug.last == "_" { slug.removeLast() }
        if slug.isEmpty { slug = manuscript.id.text.lowercased() }
        if slug.count == 1 { return "post-\(slug)" }
        return ["ghost", "rss", "amp"].contains(slug) ? "\(slug)-post" : slug
    }
}

/// A post as sent to Ghost.
struct GhostPost {
    let title: String
    let content: String
    let pictures: [ParcelPicture]
    /// May be empty.
    let excerpt: String
    let slug: String
    let status: String
    let published: Instant
    let tags: [String]
    let canonical: String?
    /// `posts` or `pages`, also the name of the list in a body.
    let collection: String

    static let dateHole = "date"
    static let versionHole = "updated_at"
    static let tagsHole = "tags"
    static let listHole = "list"
    /// What Ghost makes of an empty title.
    static let untitled = "(Untitled)"

    /// Members in alphabetical order. An edit has all that the author can have changed, including removed values, and the
    /// time of the version that it replaces, so that Ghost refuses it if that is no longer the newest.
    func fragments(isEdit: Bool) -> [Parcel.Fragment] {
        var members: [(String, [Parcel.Fragment])] = []
        // A person may have set one there, so its absence here says nothing.
        if let canonical { members.append(("canonical_url", [.text(JSON.quoted(canonical))])) }
        if isEdit || !excerpt.isEmpty {
            members.append(("custom_excerpt", [.text(excerpt.isEmpty ? "null" : JSON.quoted(excerpt))]))
        }
        members.append(("html", .cut(JSON.quoted(GhostPost.card(content)), at: pictures.map(\.address))))
        if !isEdit, status == "published" {
            members.append(("published_at", [hole(GhostPost.dateHole, GhostPost.date(published))]))
        }
        if !isEdit { members.append(("slug", [.text(JSON.quoted(slug))])) }
        if !isEdit { members.append(("status", [.text(JSON.quoted(status))])) }
        if isEdit || !tags.isEmpty {
            members.append(("tags", [tags.isEmpty ? .text("[]") : .hole(tagsHole)]))
        }
        members.append(("title", [.text(JSON.quoted(title))]))
        if isEdit { members.append(("updated_at", [hole(GhostPost.versionHole, "(as it is there)")])) }
        // An edit goes into the collection in which the copy is.
        let list = Parcel.Hole(name: GhostPost.listHole, encoding: .jsonString, predicted: collection)
        let name: [Parcel.Fragment] =
            isEdit ? [.text("{\""), .hole(list), .text("\":[")] : [.text("{\"\(collection)\":[")]
        return name + .object(members) + [.text("]}")]
    }

    /// The names are known in the site's own spelling when it was asked.
    private var tagsHole: Parcel.Hole {
        Parcel.Hole(name: GhostPost.tagsHole, encoding: .verbatim, predicted: GhostPost.list(of: tags))
    }

    static func list(of tags: [String]) -> String { JSON.list(tags.map { .object(["name": .text($0)]) }).written }

    private func hole(_ name: String, _ predicted: String) -> Parcel.Fragment {
        .hole(Parcel.Hole(name: name, encoding: .verbatim, predicted: JSON.quoted(predicted)))
    }

    /// The values that preparing and looking up need later.
    var identity: [String: String] {
        [
            "slug": slug, "title": title, "status": status, "collection": collection,
            "published": "\(published.microseconds)",
        ].merging(pictures.identity) { $1 }
    }

    /// As in `2026-12-01T09:00:00.000Z`.
    static func date(_ instant: Instant) -> String { String(RFC3339.text(instant).prefix(19)) + ".000Z" }

    private static let cardStart = "<!--kg-card-begin: html-->"
    private static let cardEnd = "<!--kg-card-end: html-->"

    /// Of what stands between its marks Ghost keeps only elements, so words beside them get one around everything.
    static func card(_ html: String) -> String {
        guard html.hasWordsBesideElements else { return "\(cardStart)\n\(html)\(cardEnd)" }
        // One that nothing in the text can end.
        let name =
            ["div", "section", "article", "main"].first { !html.lowercased().contains("</\($0)") } ?? "galley-post"
        return "\(cardStart)\n<\(name)>\n\(html)</\(name)>\n\(cardEnd)"
    }

    /// The content of a card, in the form in which both sides can be compared: Ghost writes HTML as browsers do.
    static func comparable(_ html: String) -> String {
        let inner = html.replacing(cardStart, with: "").replacing(cardEnd, with: "").trimmed
        return inner.replacing(" />", with: ">").replacing("/>", with: ">").replacing("=\"\"", with: "")
            .referencesResolved
    }
}

extension String {
    private static let voidElements: Set<Substring> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    /// Those that end a paragraph, so that the words after them are in none.
    private static let paragraphEnders: Set<Substring> = [
        "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset",
        "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr",
        "listing",
        "main", "menu", "nav", "ol", "p", "plaintext", "pre", "search", "section", "summary", "table", "ul", "xmp",
    ]

    /// Of finished HTML: whether browsers find words outside all elements in it. HTML that cannot be followed counts as such.
    fileprivate var hasWordsBesideElements: Bool {
        var (rest, open): (Substring, [Substring]) = (self[...], [])
        while let start = rest.firstIndex(of: "<") {
            if open.isEmpty, rest[..<start].contains(where: { !$0.isWhitespace }) { return true }
            guard let close = rest[start...].firstIndex(of: ">") else { return true }
            let tag = rest[rest.index(after: start)..<close]
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber || $0 == "-" }.lowercased()[...]
            if name.isEmpty { return true }
            if tag.hasPrefix("/") {
                guard open.popLast() == name else { return true }
            } else {
                if open.contains("p"), String.paragraphEnders.contains(name) { return true }
                if !String.voidElements.contains(name), !tag.hasSuffix("/") { open.append(name) }
            }
            rest = rest[rest.index(after: close)...]
        }
        return !open.isEmpty || rest.contains { !$0.isWhitespace }
    }
}

/// A post or page at one site: ids of other sites mean other posts, and a post that becomes a page here stays a post there.
struct GhostCopy: Hashable {
    /// The site's address without its scheme.
    let site: String
    /// `posts` or `pages`.
    let collection: String
    let number: String

    init(site: String, collection: String, number: String) {
        (self.site, self.collection, self.number) = (site, collection, number)
    }

    /// - Parameter id: such as `blog.example/posts/5ddc9141c35e7700383b2937`.
    init?(_ id: String) {
        let parts = id.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 2, ["posts", "pages"].contains(parts[parts.count - 2]) else { return nil }
        self.init(
            site: parts.dropLast(2).joined(separator: "/"), collection: parts[parts.count - 2],
            number: parts[parts.count - 1])
    }

    var id: String { "\(site)/\(path)" }
    /// In addresses of the interface.
    var path: String { "\(collection)/\(number.percentEncoded())" }
}

extension GhostTarget {
    /// As in ids of copies.
    var site: String { url.withoutScheme.lowercased() }

    /// The copy that a parcel changes.
    func copy(in parcel: Parcel) -> GhostCopy? {
        parcel.identity[Parcel.copyIdentity].flatMap { copy($0, of: parcel) }
    }

    /// - Parameter id: of a copy, or what a person confirmed: the number in the address of Ghost's editor.
    func copy(_ id: String, of parcel: Parcel) -> GhostCopy? {
        if let copy = GhostCopy(id) { return copy }
        guard id.utf8.count == 24, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        return GhostCopy(site: site, collection: parcel.identity["collection"] ?? "posts", number: id)
    }

    /// Whether it belongs to another delivery, also one that was sent when the site had another address.
    func isTaken(_ copy: GhostCopy, _ briefing: Briefing) -> Bool {
        briefing.taken.contains { $0 == copy.number || GhostCopy($0)?.path == copy.path }
    }
}
