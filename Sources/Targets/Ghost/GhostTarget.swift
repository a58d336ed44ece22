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
        preview.readers = .article(title: title.isEmpty ? GhostPost.untitled : title, html: placed.html)
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
