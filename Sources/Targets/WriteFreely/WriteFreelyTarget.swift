import Digests
package import HTTPValues
package import JSONTree
import Pictures
package import Posts
import Rendering
import Site

/// A blog on WriteFreely, or at Write.as.
///
/// The text is sent as Markdown, made from what pages show: WriteFreely shows everyone the source of a post. A post never
/// gets a time ahead of the server's, because WriteFreely would show it and never federate it. The server keeps title and
/// text byte for byte, gives a used slug a random ending, and knows no lost updates: the last edit wins, so Galley reads
/// the copy before it sends one.
/// - SeeAlso: https://developers.write.as/docs/api/ and https://github.com/writefreely/writefreely
package struct WriteFreelyTarget: TargetKind, TargetCopies {
    /// Scheme, host and port, without a trailing `/`.
    let origin: String
    let token: Secret
    /// The blog's name in addresses.
    let blog: String
    /// One of WriteFreely's own names of fonts; nil for its default.
    let font: String?
    let hashtags: Hashtags
    let rawHTML: RawHTMLPolicy
    /// The server, the blog and the account that stored facts must belong to. The token stands for the account.
    let owner: String

    static let fonts = ["norm", "sans", "mono", "wrap", "code"]
    private static let mysqlBytesMax = 65_535
    private static let mysqlTitleMax = 160
    /// WriteFreely cuts longer ones.
    static let slugBytesMax = 80

    /// Where the post's tags go: WriteFreely knows only those in the text.
    enum Hashtags: String, CaseIterable { case text, none }

    package static let declaration = KindDeclaration(
        title: "WriteFreely", classes: "D", role: .blog,
        wordsOnDelete: "A post that is taken back is deleted there for good.",
        login: { WriteFreelyLogin(origin: $0.url()) }
    ) { .http(WriteFreelyTarget($0)) }

    package var place: ServicePlace { ServicePlace(origin, room: blog) }
    var service: Service { Service(name: origin.hostText, secrets: [token]) }

    package func traits(_ facts: [UInt8]?) -> TargetTraits {
        let facts = self.facts(facts)
        return TargetTraits(
            .searchable, isServerKnown: facts != nil, account: facts.map { "\($0.account) at \(service.name)" },
            wordsOnEdit: "Edits are sent. Its address and its date stay as they are there.")
    }

    func facts(_ encoded: [UInt8]?) -> WriteFreelyFacts? { WriteFreelyFacts(encoded: encoded, of: owner) }

    package var credentials: [HTTPHeader] { [HTTPHeader("Authorization", "Token (token)")] }

    private var authorization: HTTPHeader { HTTPHeader("Authorization", "Token \(token.text)") }

    package func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest {
        parcel.request(body, [authorization])
    }

    /// Without the type of JSON the server answers with web pages, also a 200 for an error.
    func get(_ path: String) -> HTTPRequest {
        HTTPRequest("GET", origin + path, headers: .json + [authorization], carriesCredentials: true)
    }

    /// The path of a blog's resource, such as `/api/collections/ada/posts`.
    func blogPath(_ rest: String = "") -> String { "/api/collections/\(blog.percentEncoded())\(rest)" }

    package func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?] {
        ["title", "body"].map { body[$0]?.text }
    }
}

extension WriteFreelyTarget {
    init(_ section: TargetSection) {
        origin = section.url()
        token = section.secret()
        blog = section.blog()
        font = section.oneOf("font", Self.fonts)
        hashtags = section.choice("hashtags") ?? .text
        rawHTML = section.desk.rawHTML
        owner = section.owner("\(origin) \(blog) \(SHA256.hash(token.text.utf8).hexadecimal)")
    }
}

extension TargetSection {
    fileprivate func blog() -> String {
        guard let blog = text("blog"), !blog.isEmpty else {
            if !isRehearsal {
                complain("blog", "The “blog” is missing. Write its name as in its address, such as ada.")
            }
            return "rehearsal"
        }
        let isName = blog.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
        if !isName || blog.utf8.count > 100 {
            complain(
                "blog",
                "Found “\(blog.shortened(to: 60))”. A blog's name has letters, digits and “-” only, such as ada.")
        }
        return blog.lowercased()
    }
}

// MARK: - Freezing

extension WriteFreelyTarget {
    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        switch kind {
        case .create: try frozenPost(manuscript, isEdit: false, self.facts(facts), key: key)
        case .edit: try frozenPost(manuscript, isEdit: true, self.facts(facts), key: key)
        case .delete: try deletion(key).frozenDeletion()
        }
    }

    private func deletion(_ key: String) -> Parcel {
        Parcel(
            method: "DELETE", url: "\(origin)/api/posts/\(Parcel.copyPlaceholder)", headers: .json, body: [], key: key,
            identity: [:])
    }

    private func frozenPost(
        _ manuscript: Manuscript, isEdit: Bool, _ facts: WriteFreelyFacts?, key: String
    ) throws(FreezeError) -> Frozen {
        let text = try text(of: manuscript)
        let title = manuscript.spokenTitle ?? ""
        guard !title.isEmpty || !text.body.isEmpty else {
            throw FreezeError("The post has neither a title nor a text. WriteFreely takes none without both.")
        }
        // WriteFreely reads a slug as Markdown, and takes “_” out.
        let plain = PlainSlug(
            manuscript.slug.text.replacing("_", with: "-"), bytesMax: Self.slugBytesMax,
            fallback: manuscript.id.text.lowercased()
        ).text
        // It writes other alphabets in Latin letters of its own choice, and a look-up would miss them.
        let slug = plain.utf8.allSatisfy { $0 < 0x80 } ? plain : manuscript.id.text.lowercased()
        let language = manuscript.language?.tag
        var fields: [(String, [Parcel.Fragment])] = [("body", [.text(JSON.quoted(text.body))])]
        if !isEdit {
            let date = Self.date(manuscript.published)
            let hole = Parcel.Hole(name: Self.dateHole, encoding: .verbatim, predicted: JSON.quoted(date))
            fields.append(("created", [.hole(hole)]))
        }
        if let font, !isEdit { fields.append(("font", [.text(JSON.quoted(font))])) }
        // A person may have set them there, so a post without a language says nothing.
        if let language {
            fields.append(("lang", [.text(JSON.quoted(Self.code(language)))]))
            fields.append(("rtl", [.text(direction(of: language) == "rtl" ? "true" : "false")]))
        }
        if !isEdit { fields.append(("slug", [.text(JSON.quoted(slug))])) }
        fields.append(("title", [.text(JSON.quoted(title))]))
        let copy = "\(origin)/api/posts/\(Parcel.copyPlaceholder)"
        let parcel = Parcel(
            method: "POST", url: isEdit ? copy : origin + blogPath("/posts"), headers: .json,
            body: [Parcel.Fragment].object(fields).joinedTexts, key: key,
            identity: [
                "slug": slug, "published": "\(manuscript.published.microseconds)", Parcel.placeIdentity: blog,
            ])
        var preview = Preview(text: text.body)
        preview.readers = .markdown(
            title: title, text: text.body, RenderOptions(rawHTML: rawHTML, smartPunctuation: false))
        (preview.losses, preview.warnings) = (text.losses, text.warnings + titleWarnings(title))
        if slug != plain {
            preview.warnings.append(
                "WriteFreely writes addresses in Latin letters only, so this one gets its own name: \(slug).")
        }
        preview.predictedAddress = (facts?.address ?? "\(origin)/\(blog)/") + slug.percentEncoded()
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    static let dateHole = "date"

    /// As in `2026-12-01T09:00:00Z`, which is the only form that the server reads.
    static func date(_ instant: Instant) -> String { String(RFC3339.text(instant).prefix(19)) + "Z" }

    /// WriteFreely knows languages by two letters.
    private static func code(_ language: String) -> String {
        let code = language.prefix { $0 != "-" }.lowercased()
        return code.utf8.count == 2 ? code : ""
    }

    private func text(
        of manuscript: Manuscript
    ) throws(FreezeError) -> (body: String, losses: [String], warnings: [String]) {
        var losses: [String] = []
        let plain: PlainMarkdown
        do throws(RenderError) {
            plain = try PlainMarkdown(of: manuscript.body, rawHTML) { address, alt in
                guard let id = MediaID(address: address) else { return nil }
                let media = manuscript.media.first { $0.id == id }
                let words = alt.trimmed.isEmpty ? media?.notes.alt ?? "" : alt
                let name = media.map { ShownPicture(media: $0, alt: words).name } ?? address
                let fate = words.isEmpty ? "" : " Its description stands in its place."
                losses.append("\(name): not sent, because WriteFreely stores no pictures.\(fate)")
                return words
            }
        } catch {
            throw FreezeError(error.description)
        }
        losses += plain.omitted.losses(setting: rawHTML.rawValue)
        if manuscript.summary?.trimmed.isEmpty == false {
            losses.append("The summary is not sent: WriteFreely has none.")
        }
        var warnings = plain.diagnostics.map(\.message)
        if plain.hasFootnotes {
            warnings.append(
                "WriteFreely knows no footnotes: their numbers stand in brackets, and the notes follow the text.")
        }
        if manuscript.kind == .page {
            warnings.append("WriteFreely has no pages, so this becomes a post with a date. Pin it there.")
        }
        if !MediaID.all(in: plain.text.utf8.span).isEmpty {
            warnings.append(
                "A link or HTML in the text leads to a picture of this desk, which readers there cannot see.")
        }
        // Blanks at the beginning belong to lists and code.
        let lines = plain.text.drop { $0.isNewline }
        let body = String(
            lines.prefix(upTo: lines.lastIndex { !$0.isWhitespace }.map(lines.index(after:)) ?? lines.startIndex))
        let tags = hashtags == .text ? manuscript.hashtags.filter { !body.hasWord($0) } : []
        let whole = [body, tags.joined(separator: " ")].filter { !$0.isEmpty }.joined(separator: "\n\n")
        if whole.utf8.count > Self.mysqlBytesMax {
            warnings.append(
                "The text has \(whole.utf8.count) bytes. A server with MySQL takes \(Self.mysqlBytesMax), and does not say so."
            )
        }
        return (whole, losses, warnings)
    }

    private func titleWarnings(_ title: String) -> [String] {
        var warnings: [String] = []
        if title.unicodeScalars.count > Self.mysqlTitleMax {
            warnings.append(
                "A server with MySQL takes titles of \(Self.mysqlTitleMax) characters, and does not say so.")
        }
        if title.contains(where: { "*_`<[#".contains($0) }) || title.first?.isNumber == true && title.contains(". ") {
            warnings.append(
                "WriteFreely reads Markdown in titles, so readers may see this one without some of its signs.")
        }
        return warnings
    }
}

extension String {
    /// Whether it has the hashtag, and not only a longer one.
    fileprivate func hasWord(_ tag: String) -> Bool {
        split { !($0.isLetter || $0.isNumber || $0 == "#" || $0 == "_") }
            .contains { $0.lowercased() == tag.lowercased() }
    }
}
