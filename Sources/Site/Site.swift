/// A website made of posts and pages: HTML files, feeds and a sitemap.
///
/// It is pure: the same entries, settings and theme give the same bytes. It has no clock; a feed has the date of its
/// newest entry. `SitePublisher` writes the files.
package struct Site: Sendable {
    package let settings: SiteSettings
    let theme: Theme
    /// nil if code stays plain.
    let highlighter: CodeHighlighter?
    let links: SiteLinks
    /// The files of the theme, and of feeds at further paths.
    let claimed: ClaimedPaths

    /// Changes when a file of the theme changes. Only valid within one process.
    package var themeFingerprint: Int { theme.fingerprint }

    package init(settings: SiteSettings, theme: Theme, highlighter: CodeHighlighter? = nil) {
        self.settings = settings
        self.highlighter = highlighter
        self.theme = theme
        links = SiteLinks(settings: settings)
        claimed = ClaimedPaths(assets: theme.assets.map(\.path), feeds: settings.feedPaths)
    }

    /// The further path of a feed where the theme has a file; nil if there is none.
    package var feedProblem: SiteSettingsError? {
        let files = ClaimedPaths(assets: theme.assets.map(\.path))
        guard let feed = settings.feedPaths.first(where: { files.holder(of: $0) != nil }) else { return nil }
        return SiteSettingsError(
            setting: "feed_paths",
            description: "No feed can be at “\(feed)”, because the theme has a file there. Rename one of them.")
    }

    /// The absolute address of `entry`.
    /// - Throws: when the slug cannot be part of an address, or the address is reserved for the site.
    package func address(of entry: SiteEntry) throws(SiteError) -> String {
        let path = try SiteAddresses.path(of: entry, pattern: settings.permalink)
        switch claimed.holder(of: path) {
        case nil: return links.absolute(path)
        case .feed?: throw .feedAddress(entry.headline, path.link)
        case .theme?, .entry?: throw .reservedAddress(entry.headline, path.link)
        }
    }

    /// The address of a picture on the site, starting at the host's root.
    package func address(ofPicture file: String) -> String { links.local("media/\(file)") }

    /// All files, in an order of writing in which no link that a reader can find leads to a missing page: files of the
    /// theme, pictures, pages, posts from the oldest (each links to the previous one), redirects and their tables, lists, archive, feeds,
    /// sitemap, and at last the front page, which leads to the others.
    ///
    /// Two files may link to each other, such as a post and the list of its tag. The one with more incoming links comes
    /// first.
    ///
    /// Takes about 5 µs per item in a release build; the contents are made later, one after the other.
    /// - Parameters:
    ///   - addresses: those of all items of the site.
    ///   - sizes: the smaller versions of pictures, by digest.
    ///   - publication: the address of the site's record on the AT Protocol.
    ///   - picture: returns the path of the file with a digest; nil leaves pictures out.
    /// - Throws: `SiteError.sameFile`.
    func parts(
        _ addresses: SiteAddresses, sizes: [String: [SitePictureSize]] = [:], publication: String? = nil,
        picture: ((String) -> String)? = nil
    ) throws(SiteError) -> [SitePart] {
        try parts(
            SiteEdition(
                site: self, contents: SiteContents(addresses), sizes: sizes, publication: publication), picture: picture
        )
    }

    /// The files of an edition, in the order of writing.
    func parts(_ edition: SiteEdition, picture: ((String) -> String)?) throws(SiteError) -> [SitePart] {
        let pages = edition.entryPages() + edition.redirects() + edition.tagPages() + edition.archive()
        let last = edition.feeds() + edition.sitemap() + edition.lists()
        // The other files are those of the edition before, and no name is new.
        guard edition.change == nil else { return pages + last }
        let first =
            theme.assets.map { SitePart($0) } + edition.extras() + (picture.map { edition.pictures(path: $0) } ?? [])
        let parts = first + pages + edition.redirectMaps() + [edition.missingPage()] + last
        try Self.checkNames(of: parts)
        return parts
    }

    /// Checks that no two files have the same name, and that no file has the name of a folder.
    private static func checkNames(of parts: [SitePart]) throws(SiteError) {
        var names = Set<Substring>(minimumCapacity: parts.count)
        for part in parts where !names.insert(part.path[...]).inserted { throw .sameFile(part.path) }
        var folders = Set<Substring>(minimumCapacity: parts.count)
        for name in names {
            var above = ClaimedPaths.folder(of: name)
            // The folders above a known one are known too.
            while let folder = above, folders.insert(folder).inserted {
                if names.contains(folder) { throw .sameFile(String(folder)) }
                above = ClaimedPaths.folder(of: folder)
            }
        }
    }
}
