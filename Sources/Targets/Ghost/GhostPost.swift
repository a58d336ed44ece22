import JSONTree
import Posts

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
