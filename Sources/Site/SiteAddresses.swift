import Posts

/// An item at its address.
struct PlacedItem: Sendable {
    let item: SiteItem
    let path: SitePath
    /// Whether a file of other origin may stand in its place.
    var givesWay = false

    /// Its line in the sitemap; nil if its original is elsewhere.
    func sitemapLine(in settings: SiteSettings) -> String? {
        if path == (try? item.path.get()) { return item.sitemapLine }
        return item.entry.canonicalURL == nil ? Sitemap.line(of: item.entry, at: path, in: settings) : nil
    }
}

/// The addresses of all items, each valid and unique, and the former ones that redirect to them.
struct SiteAddresses: Sendable {
    /// In the order of the items, without the misfits.
    let places: [PlacedItem]
    /// The errors of items that have no valid address, or that of an earlier item, by index. An item that the site shows
    /// already stays where it is.
    let misfits: [Int: SiteError]
    /// The misfits that are in no place.
    let unplaced: Set<Int>
    /// Former addresses that are not in use, sorted by file, with the index of the place to which each redirects.
    let redirects: [(path: SitePath, target: Int)]

    /// - Parameters:
    ///   - claimed: the files of the theme and of feeds.
    ///   - shown: the number of items, from the start, that the site shows already.
    ///   - occupied: indices of items where a file of other origin stands. The shown ones stay in the lists; the others
    ///     are left out.
    init(of items: [SiteItem], on claimed: ClaimedPaths, shown: Int = 0, occupied: Set<Int> = []) {
        var claimed = claimed
        var (places, misfits, unplaced) = ([PlacedItem](), [Int: SiteError](), Set<Int>())
        places.reserveCapacity(items.count)
        for (index, item) in items.enumerated() where index < shown || !occupied.contains(index) {
            do throws(SiteError) {
                let path = try item.path.get()
                switch claimed.holder(of: path) {
                case .theme?: throw .reservedAddress(item.headline, path.link)
                case .feed?: throw .feedAddress(item.headline, path.link)
                case .entry(let owner)? where claimed.hasFile(of: path):
                    throw .sameAddress(items[owner].headline, item.headline, path.link)
                case .entry(let owner)?: throw .fileAndFolder(items[owner].headline, item.headline, path.link)
                case nil: break
                }
                claimed.take(path, for: index)
                places.append(PlacedItem(item: item, path: path, givesWay: occupied.contains(index)))
            } catch {
                misfits[index] = error
                guard index < shown, let path = item.shownPath, claimed.holder(of: path) == nil else {
                    unplaced.insert(index)
                    continue
                }
                claimed.take(path, for: index)
                places.append(PlacedItem(item: item, path: path, givesWay: occupied.contains(index)))
            }
        }
        self.places = places
        self.misfits = misfits
        self.unplaced = unplaced
        // Of two entries with the same former address, the newer one gets it. Addresses that surely existed come before
        // those that the present pattern makes of a former slug.
        let moved = places.indices.filter { places[$0].item.isMoved }
            .sorted { SiteItem.isNewer(places[$0].item, places[$1].item) }
        var redirects: [(path: SitePath, target: Int)] = []
        for former in [\SiteItem.formerPaths, \SiteItem.pathsOfFormerSlugs] {
            for index in moved {
                for path in places[index].item[keyPath: former] where claimed.holder(of: path) == nil {
                    claimed.take(path, for: index)
                    redirects.append((path, index))
                }
            }
        }
        self.redirects = redirects.sorted { $0.path.file < $1.path.file }
    }

    static func path(of entry: SiteEntry, pattern: PermalinkPattern) throws(SiteError) -> SitePath {
        if let own = entry.path {
            do throws(PostPathError) { return SitePath(try PostPath(own)) } catch {
                throw .badPath(entry.headline, error.description)
            }
        }
        if let problem = problem(with: entry.slug) { throw .badSlug(entry.slug, problem) }
        let path = rawPath(slug: entry.slug, of: entry, pattern: pattern)
        guard isFree(path) else { throw .reservedAddress(entry.headline, path.link) }
        return path
    }

    private static func rawPath(slug: String, of entry: SiteEntry, pattern: PermalinkPattern) -> SitePath {
        (entry.kind == .page ? pattern.forPages : pattern).path(slug: slug, date: entry.published.date)
    }

    /// The former paths and addresses of an entry on this site.
    static func formerPaths(of entry: SiteEntry, in settings: SiteSettings) -> [SitePath] {
        let own = (entry.formerPaths ?? []).compactMap { text in (try? PostPath(text)).map { SitePath($0) } }
        let addresses = (entry.formerAddresses ?? []).compactMap { path(ofAddress: $0, under: settings.address) }
        return (own + addresses).filter(isFree)
    }

    /// Where the site shows an entry now; nil if nowhere.
    static func shownPath(of entry: SiteEntry, in settings: SiteSettings) -> SitePath? {
        guard let address = entry.formerAddresses?.first,
            let shown = path(ofAddress: address, under: settings.address), isFree(shown)
        else { return nil }
        return shown
    }

    /// An invalid former slug never was an address.
    static func pathsOfFormerSlugs(of entry: SiteEntry, in settings: SiteSettings) -> [SitePath] {
        entry.formerSlugs.filter { problem(with: $0) == nil }
            .map { rawPath(slug: $0, of: entry, pattern: settings.permalink) }.filter(isFree)
    }

    /// The path of an address below `site`; nil for other addresses and for those that no page of a site can have.
    private static func path(ofAddress address: String, under site: String) -> SitePath? {
        guard address.hasPrefix(site + "/"), !address.contains("?"), !address.contains("#") else { return nil }
        var names = address.dropFirst(site.count + 1).split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0).percentRead }
        let isFolder = names.last?.isEmpty == true
        if isFolder { names.removeLast() }
        guard let last = names.last, isFolder || last.hasSuffix(".html") || last.hasSuffix(".htm"),
            names.allSatisfy({ problem(with: $0) == nil })
        else { return nil }
        return SitePath(names, isFolder: isFolder)
    }

    private static func isFree(_ path: SitePath) -> Bool {
        !PostPath.reserved.contains(path.names.first ?? "") && path.names.allSatisfy { $0.utf8.count <= 255 }
    }

    /// Why `slug` cannot be part of a file name; nil if it can.
    private static func problem(with slug: String) -> String? {
        if slug.isEmpty { return "It is empty." }
        if slug.hasPrefix(".") { return "It starts with “.”, and web servers hide such folders." }
        if slug.unicodeScalars.contains(where: { $0 == "/" || $0.properties.generalCategory == .control }) {
            return "It contains “/” or a control character."
        }
        // The name must also leave room for “.html”.
        if slug.utf8.count > 250 { return "It has \(slug.utf8.count) bytes; file names hold 250." }
        return nil
    }
}

/// Why a set of entries cannot become a site.
package enum SiteError: Error, Equatable, CustomStringConvertible {
    case badSlug(String, String)
    case badPath(String, String)
    case sameAddress(String, String, String)
    case fileAndFolder(String, String, String)
    case reservedAddress(String, String)
    case feedAddress(String, String)
    case sameFile(String)

    package var description: String {
        switch self {
        case .badSlug(let slug, let problem):
            "The slug “\(slug.shortenedAtWord(to: 60))” cannot be an address. \(problem) Choose another slug."
        case .badPath(let headline, let problem): "“\(headline)” cannot be at its own path. \(problem)"
        case .sameAddress(let one, let other, let link):
            "“\(one)” and “\(other)” would both be at \(link). Choose another slug or path for one of them."
        case .fileAndFolder(let one, let other, let link):
            "“\(other)” would be at \(link), and either it or “\(one)” needs a folder where the other is a file. "
                + "Choose another slug or path for one of them."
        case .reservedAddress(let headline, let link):
            "“\(headline)” would be at \(link), which the site needs itself or cannot hold. "
                + "Choose another slug or path."
        case .feedAddress(let headline, let link):
            "“\(headline)” would be at \(link), where `feed_paths` puts a feed. Remove that path from the setting, or choose "
                + "another slug or path."
        case .sameFile(let file):
            "Two parts of the site are called \(file), or one is a file where the other needs a folder. "
                + "Rename the post's slug or the theme's file."
        }
    }
}
