import FoundationEssentials

/// A web site made of posts and pages: finished HTML, feeds, sitemap.
///
/// Pure: the same entries, settings and theme give the same bytes. There is no clock in it; feeds are as old as their
/// newest entry. `SitePublisher` writes the files.
package struct Site: Sendable {
    package let settings: SiteSettings
    let theme: Theme
    let links: SiteLinks

    /// Another one when a file of the theme says something else; good for as long as the process lives.
    package var themeFingerprint: Int { theme.fingerprint }

    package init(settings: SiteSettings, theme: Theme) {
        self.settings = settings
        self.theme = theme
        links = SiteLinks(settings: settings)
    }

    /// The absolute address that `entry` has or will have.
    /// - Throws: when the slug cannot be an address, or the address is one of the site's own.
    package func address(of entry: SiteEntry) throws(SiteError) -> String {
        links.absolute(try SiteAddresses.path(of: entry, pattern: settings.permalink))
    }

    /// Those of `entries` that cannot stand beside the ones before them, and why, by index.
    package func misfits(among entries: [SiteEntry]) -> [Int: SiteError] {
        SiteAddresses.places(of: entries, pattern: settings.permalink).misfits
    }

    /// The address of a picture on the site, from the host's root on.
    package func address(ofPicture file: String) -> String { links.local("media/\(file)") }

    /// The finished page of `entry`, as `files(for:)` makes it of `entries` with `entry` among them.
    package func page(of entry: SiteEntry, among entries: [SiteEntry] = []) throws -> SiteFile {
        let others = entries.filter { $0.id != entry.id }
        let edition = try SiteEdition(site: self, entries: others + [entry])
        guard let index = edition.entries.firstIndex(where: { $0.id == entry.id }) else {
            throw SiteError.badSlug(entry.slug, "")
        }
        return edition.entryPage(at: index)
    }

    /// All files, in an order in which they can be written so that no link that a reader can find leads to nothing: files
    /// of the theme, pictures, pages, posts from the oldest on (each names the one before it), redirects, lists, feeds,
    /// sitemap, and the front page, by which all the others are found, at last.
    ///
    /// Two files may name each other, such as a post and the list of its tag. The one that more files name comes first.
    ///
    /// About 0.4 ms an entry in a release build, most of it in the templates.
    /// - Parameter picture: the path of the file with a digest; without it pictures are left out.
    /// - Throws: `SiteError` when two entries want one address.
    package func files(for entries: [SiteEntry], picture: ((String) -> String)? = nil) throws -> [SiteFile] {
        let edition = try SiteEdition(site: self, entries: entries)
        let pictures = picture.map { SiteEdition.pictures(of: entries, path: $0) } ?? []
        let files =
            theme.assets + pictures + edition.entries.indices.reversed().map(edition.entryPage) + edition.redirects()
            + edition.tagPages() + [edition.missingPage()] + (try edition.feeds()) + edition.lists()
        try Self.checkNames(of: files)
        return files
    }

    /// No two files may have one name, and none the name of a folder.
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
