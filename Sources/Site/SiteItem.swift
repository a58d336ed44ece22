import Posts

/// An entry as a site keeps it between two editions: with its addresses, but without its content, which is most of it.
package final class SiteItem: Sendable {
    /// Its content is empty.
    let entry: SiteEntry
    /// A hash over the whole entry. Only valid within one process.
    let fingerprint: Int
    /// A hash over what links to the entry show: headline, address and date. Only valid within one process.
    let linkFingerprint: Int
    let headline: String
    private let instant: Instant
    /// The minutes that reading takes; at least 1.
    let minutes: Int
    /// The first of the author's pictures, for previews of links to the page.
    let picture: Picture?
    /// An error if the slug cannot be part of an address, or the address is reserved for the site.
    let path: Result<SitePath, SiteError>
    /// Where the site shows it now, if it does.
    let shownPath: SitePath?
    let formerPaths: [SitePath]
    let pathsOfFormerSlugs: [SitePath]
    let tags: [Tag]
    /// Its line in the sitemap; nil if the entry has no address or its original is elsewhere.
    let sitemapLine: String?
    let content: @Sendable () throws -> String

    struct Picture: Sendable {
        let file: String
        let alt: String?
    }

    /// A tag, and the last part of its page's address.
    struct Tag: Hashable, Sendable {
        let name: String
        let segment: String
    }

    /// - Parameter content: reads the content again whenever a page needs it; nil to keep it in memory.
    package init(_ entry: SiteEntry, at settings: SiteSettings, content: (@Sendable () throws -> String)? = nil) {
        var entry = entry
        entry.rendering = nil
        var hasher = Hasher()
        hasher.combine(entry)
        fingerprint = hasher.finalize()
        headline = entry.headline
        minutes = ContentMarkup.minutes(of: entry.contentHTML)
        picture = Self.picture(of: entry)
        instant = entry.published.instant
        path = Result { () throws(SiteError) in try SiteAddresses.path(of: entry, pattern: settings.permalink) }
        let place = try? path.get()
        var link = Hasher()
        link.combine(headline)
        link.combine(place)
        link.combine(entry.published)
        linkFingerprint = link.finalize()
        sitemapLine = entry.canonicalURL == nil ? place.map { Sitemap.line(of: entry, at: $0, in: settings) } : nil
        shownPath = SiteAddresses.shownPath(of: entry, in: settings)
        formerPaths = SiteAddresses.formerPaths(of: entry, in: settings)
        pathsOfFormerSlugs = SiteAddresses.pathsOfFormerSlugs(of: entry, in: settings)
        tags = entry.tags.compactMap { tag in SiteTag.segment(of: tag).map { Tag(name: tag, segment: $0) } }
        self.content = content ?? { [html = entry.contentHTML] in html }
        entry.contentHTML = ""
        self.entry = entry
    }

    var isPost: Bool { entry.kind == .post }
    package var id: String { entry.id }
    package var document: String? { entry.document }
    package var pictures: [SitePicture] { entry.pictures ?? [] }

    /// The first picture that services show in previews; most take no SVG.
    private static func picture(of entry: SiteEntry) -> Picture? {
        guard let picture = entry.pictures?.first(where: { !$0.file.hasSuffix(".svg") }) else { return nil }
        let image = entry.contentHTML.split(separator: "<img ").dropFirst().map { $0.prefix { $0 != ">" } }
            .first { $0.contains("/media/\(picture.file)\"") }
        let alt = image.flatMap { image -> String? in
            guard let start = image.firstRange(of: "alt=\"")?.upperBound else { return nil }
            let alt = image[start...].prefix { $0 != "\"" }
            return alt.isEmpty ? nil : String(alt).referencesResolved
        }
        return Picture(file: picture.file, alt: alt)
    }

    /// The smaller versions of its pictures, by the picture's file.
    /// - Parameter sizes: by the picture's digest.
    func smallerPictures(_ sizes: [String: [SitePictureSize]]) -> [String: [SitePictureSize]] {
        guard !sizes.isEmpty, let pictures = entry.pictures else { return [:] }
        return Dictionary(pictures.map { ($0.file, sizes[$0.digest] ?? []) }) { first, _ in first }
            .filter { !$0.value.isEmpty }
    }

    /// Whether it may have redirects.
    var isMoved: Bool { !formerPaths.isEmpty || !pathsOfFormerSlugs.isEmpty }

    /// Whether the site has the same files with this item as with `other`, in the same order: their contents may differ.
    func stands(like other: SiteItem) -> Bool {
        entry.kind == other.entry.kind && entry.published == other.entry.published && path == other.path
            && shownPath == other.shownPath && formerPaths == other.formerPaths
            && pathsOfFormerSlugs == other.pathsOfFormerSlugs && tags == other.tags && pictures == other.pictures
    }

    /// Whether `file`, a path in the site's folder, is its page or the folder of its page.
    func stands(at file: String) -> Bool {
        [try? path.get(), shownPath].compactMap { $0?.file }.contains { $0 == file || $0 == file + "/index.html" }
    }

    /// The entry with its content.
    func whole() throws -> SiteEntry {
        var entry = entry
        entry.contentHTML = try content()
        return entry
    }

    /// Newest first. Entries of the same second are ordered by id, so that the order is stable.
    static func isNewer(_ one: SiteItem, _ other: SiteItem) -> Bool {
        one.instant == other.instant ? one.entry.id > other.entry.id : one.instant > other.instant
    }
}
