import FoundationEssentials

/// A website made of posts and pages: HTML files, feeds and a sitemap.
///
/// It is pure: the same entries, settings and theme give the same bytes. It has no clock; a feed has the date of its
/// newest entry. `SitePublisher` writes the files.
package struct Site: Sendable {
    package let settings: SiteSettings
    let theme: Theme
    let links: SiteLinks
    /// The files of the theme.
    let ground: SiteGround

    /// Changes when a file of the theme changes. Only valid within one process.
    package var themeFingerprint: Int { theme.fingerprint }

    package init(settings: SiteSettings, theme: Theme) {
        self.settings = settings
        self.theme = theme
        links = SiteLinks(settings: settings)
        ground = SiteGround(assets: theme.assets.map(\.path))
    }

    /// The absolute address of `entry`.
    /// - Throws: when the slug cannot be part of an address, or the address is reserved for the site.
    package func address(of entry: SiteEntry) throws(SiteError) -> String {
        let path = try SiteAddresses.path(of: entry, pattern: settings.permalink)
        if ground.holder(of: path) != nil { throw .reservedAddress(entry.headline, path.link) }
        return links.absolute(path)
    }

    /// The errors of entries that conflict with earlier ones, by index in `entries`.
    package func misfits(among entries: [SiteEntry]) -> [Int: SiteError] {
        SiteAddresses(of: entries, in: settings, on: ground).misfits
    }

    /// The address of a picture on the site, starting at the host's root.
    package func address(ofPicture file: String) -> String { links.local("media/\(file)") }

    /// The finished page of `entry`, as `files(for:)` makes it when `entries` contains the entry.
    package func page(of entry: SiteEntry, among entries: [SiteEntry] = []) throws -> SiteFile {
        let others = entries.filter { $0.id != entry.id }
        let edition = try SiteEdition(site: self, entries: others + [entry])
        guard let index = edition.entries.firstIndex(where: { $0.id == entry.id }) else {
            throw SiteError.badSlug(entry.slug, "")
        }
        return edition.entryPage(at: index)
    }

    /// All files, in an order of writing in which no link that a reader can find leads to a missing page: files of the
    /// theme, pictures, pages, posts from the oldest (each links to the previous one), redirects, lists, feeds,
    /// sitemap, and at last the front page, which leads to the others.
    ///
    /// Two files may link to each other, such as a post and the list of its tag. The one with more incoming links comes
    /// first.
    ///
    /// Takes about 0.4 ms per entry in a release build, mostly in the templates.
    /// - Parameter picture: returns the path of the file with a digest; nil leaves pictures out.
    /// - Throws: `SiteError` when two entries have the same address.
    package func files(for entries: [SiteEntry], picture: ((String) -> String)? = nil) throws -> [SiteFile] {
        let edition = try SiteEdition(site: self, entries: entries)
        let pictures = picture.map { SiteEdition.pictures(of: entries, path: $0) } ?? []
        let files =
            theme.assets + pictures + edition.entries.indices.reversed().map(edition.entryPage) + edition.redirects()
            + edition.tagPages() + [edition.missingPage()] + (try edition.feeds()) + edition.lists()
        try Self.checkNames(of: files)
        return files
    }

    /// Checks that no two files have the same name, and that no file has the name of a folder.
    private static func checkNames(of files: [SiteFile]) throws(SiteError) {
        var names: Set<String> = []
        for file in files where !names.insert(file.path).inserted { throw .sameFile(file.path) }
        for file in files {
            var folder = file.path[...]
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                if names.contains(String(folder)) { throw .sameFile(String(folder)) }
            }
        }
    }
}
