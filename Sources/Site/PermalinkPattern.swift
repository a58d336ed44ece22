import Posts

/// The pattern for addresses of posts, such as `/{year}/{month}/{slug}/`.
///
/// It ends with `/`, which makes a folder with an `index.html`, or with `.html`, which makes that file. Placeholders
/// are `{year}`, `{month}`, `{day}` (by the author's clock) and `{slug}`. The slug is required, so that addresses
/// differ.
package struct PermalinkPattern: Hashable, Sendable {
    package let text: String
    private let segments: [[Piece]]
    private let endsInFolder: Bool

    private enum Piece: Hashable, Sendable { case literal(String), year, month, day, slug }

    /// For pages, whose addresses contain no date.
    static let page = PermalinkPattern(text: "/{slug}/", segments: [[.slug]], endsInFolder: true)
    static let pageFile = PermalinkPattern(
        text: "/{slug}.html", segments: [[.slug, .literal(".html")]], endsInFolder: false)

    private init(text: String, segments: [[Piece]], endsInFolder: Bool) {
        self.text = text
        self.segments = segments
        self.endsInFolder = endsInFolder
    }

    package init(_ text: String) throws(SiteSettingsError) {
        guard text.hasPrefix("/"), text.hasSuffix("/") || text.hasSuffix(".html") else {
            throw Self.error(text, "It needs to start with “/” and to end with “/” or “.html”.")
        }
        endsInFolder = text.hasSuffix("/")
        var segments: [[Piece]] = []
        for segment in (endsInFolder ? text.dropLast() : text[...]).dropFirst().split(
            separator: "/", omittingEmptySubsequences: false)
        {
            segments.append(try Self.pieces(segment, of: text))
        }
        guard segments.contains(where: { $0.contains(.slug) }) else {
            throw Self.error(text, "It needs {slug}, or all posts would have the same address.")
        }
        if case .literal(let first)? = segments.first?.first, segments.first?.count == 1,
            PostPath.reserved.contains(first) || first == "media"
        {
            throw Self.error(text, "The site needs “/\(first)” itself. Let it start with another name.")
        }
        self.segments = segments
        self.text = text
    }

    /// The matching pattern for pages: folders with folders, files with files.
    var forPages: PermalinkPattern { endsInFolder ? .page : .pageFile }

    func path(slug: String, date: CivilDate) -> SitePath {
        let names = segments.map { pieces in
            pieces.map { piece in
                switch piece {
                case .literal(let text): text
                case .year: date.year.padded(to: 4)
                case .month: date.month.padded(to: 2)
                case .day: date.day.padded(to: 2)
                case .slug: slug
                }
            }.joined()
        }
        return SitePath(names, isFolder: endsInFolder)
    }

    private static func pieces(_ segment: Substring, of text: String) throws(SiteSettingsError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = segment
        while let character = rest.first {
            if character == "{" {
                let name = rest.prefix { $0 != "}" }
                guard let piece = placeholders[String(name.dropFirst())], name.endIndex < rest.endIndex else {
                    throw error(text, "It has “\(name)}”. Use {year}, {month}, {day} and {slug}.")
                }
                pieces.append(piece)
                rest = rest.dropFirst(name.count + 1)
            } else {
                let literal = rest.prefix { $0 != "{" }
                if let found = literal.first(where: { !allowed.contains($0) }) {
                    throw error(text, "It has “\(found)”. Beside placeholders use a–z, A–Z, 0–9, “-”, “_” and “.”.")
                }
                pieces.append(.literal(String(literal)))
                rest = rest.dropFirst(literal.count)
            }
        }
        if case .literal(let start)? = pieces.first, start.hasPrefix(".") {
            throw error(text, "No part may start with “.”, because web servers hide such folders.")
        }
        guard !pieces.isEmpty else { throw error(text, "Between two “/” nothing is written.") }
        return pieces
    }

    private static let placeholders: [String: Piece] = ["year": .year, "month": .month, "day": .day, "slug": .slug]
    private static let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")

    private static func error(_ text: String, _ reason: String) -> SiteSettingsError {
        SiteSettingsError(setting: "permalink", description: "The permalink pattern is “\(text)”. \(reason)")
    }
}

/// The location of a page, in the folder and in addresses.
struct SitePath: Hashable, Sendable {
    /// The folders from the site's root and the file name. Not percent-encoded.
    let names: [String]
    /// Such as `2026/12/hello/index.html`.
    let file: String
    /// From the site's root, percent-encoded, such as `/2026/12/hello/`.
    let link: String

    init(_ names: [String], isFolder: Bool) {
        self.names = names
        file = (isFolder ? names + ["index.html"] : names).joined(separator: "/")
        link = names.reduce("") { $0 + "/" + $1.percentEncoded() } + (isFolder ? "/" : "")
    }

    init(_ path: PostPath) { self.init(path.names, isFolder: path.isFolder) }
}
