import Posts

/// The addresses of all entries, each valid and unique.
struct SiteAddresses: Sendable {
    /// In the order of the entries.
    let paths: [SitePath]
    /// Former addresses that are not in use, sorted by file, with the index of the entry to which each redirects.
    let redirects: [(path: SitePath, entry: Int)]

    /// - Throws: an error for the first slug that cannot be part of an address, or for the first two entries with the
    ///   same address.
    init(of entries: [SiteEntry], in settings: SiteSettings) throws(SiteError) {
        let pattern = settings.permalink
        let (owners, paths, misfits) = Self.places(of: entries, pattern: pattern)
        if let first = misfits.min(by: { $0.key < $1.key }) { throw first.value }
        self.paths = paths
        var formers: [String: (path: SitePath, entry: Int)] = [:]
        for (index, entry) in entries.enumerated() {
            // An invalid former slug never was an address. Of two entries with the same former address, the newer one
            // gets it.
            let bySlug = entry.formerSlugs.filter { Self.problem(with: $0) == nil }
                .map { Self.rawPath(slug: $0, of: entry, pattern: pattern) }
            let byAddress = (entry.formerAddresses ?? []).compactMap {
                Self.path(ofAddress: $0, under: settings.address)
            }
            for path in bySlug + byAddress {
                guard owners[path.file] == nil, Self.isFree(path) else { continue }
                if let other = formers[path.file], SiteEntry.isNewer(entries[other.entry], entry) { continue }
                formers[path.file] = (path, index)
            }
        }
        redirects = formers.values.sorted { $0.path.file < $1.path.file }
    }

    /// The addresses of the entries. An address belongs to the first entry that uses it.
    /// - Returns: the index of each file's entry, the paths of the valid entries, and the errors of the others by
    ///   index.
    static func places(
        of entries: [SiteEntry], pattern: PermalinkPattern
    ) -> (owners: [String: Int], paths: [SitePath], misfits: [Int: SiteError]) {
        var owners: [String: Int] = [:]
        var paths: [SitePath] = []
        var misfits: [Int: SiteError] = [:]
        paths.reserveCapacity(entries.count)
        for (index, entry) in entries.enumerated() {
            do throws(SiteError) {
                let path = try Self.path(of: entry, pattern: pattern)
                if let owner = owners[path.file] {
                    throw SiteError.sameAddress(entries[owner].headline, entry.headline, path.link)
                }
                owners[path.file] = index
                paths.append(path)
            } catch {
                misfits[index] = error
            }
        }
        return (owners, paths, misfits)
    }

    static func path(of entry: SiteEntry, pattern: PermalinkPattern) throws(SiteError) -> SitePath {
        if let problem = problem(with: entry.slug) { throw .badSlug(entry.slug, problem) }
        let path = rawPath(slug: entry.slug, of: entry, pattern: pattern)
        guard isFree(path) else { throw .reservedAddress(entry.headline, path.link) }
        return path
    }

    private static func rawPath(slug: String, of entry: SiteEntry, pattern: PermalinkPattern) -> SitePath {
        (entry.kind == .page ? pattern.forPages : pattern).path(slug: slug, date: entry.published)
    }

    /// The path of an address below `site`; nil for other addresses and for those that no page of a site can have.
    private static func path(ofAddress address: String, under site: String) -> SitePath? {
        guard address.hasPrefix(site + "/"), !address.contains("?"), !address.contains("#") else { return nil }
        var names = address.dropFirst(site.count + 1).split(separator: "/", omittingEmptySubsequences: false)
            .map { String($0).percentRead }
        let isFolder = names.last?.isEmpty == true
        if isFolder { names.removeLast() }
        guard let last = names.last, isFolder || last.hasSuffix(".html"), names.allSatisfy({ problem(with: $0) == nil })
        else { return nil }
        return SitePath(names, isFolder: isFolder)
    }

    /// The first parts of paths that the site itself uses, whatever the pattern.
    private static let reserved: Set<String> = [
        "tags", "page", "index.html", "404.html", "feed.xml", "feed.json", "sitemap.xml", "style.css",
    ]

    private static func isFree(_ path: SitePath) -> Bool {
        !reserved.contains(path.names.first ?? "") && path.names.allSatisfy { $0.utf8.count <= 255 }
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
    case sameAddress(String, String, String)
    case reservedAddress(String, String)
    case sameFile(String)

    package var description: String {
        switch self {
        case .badSlug(let slug, let problem):
            "The slug “\(slug.shortened(to: 60))” cannot be an address. \(problem) Choose another slug."
        case .sameAddress(let one, let other, let link):
            "“\(one)” and “\(other)” would both be at \(link). Choose another slug for one of them."
        case .reservedAddress(let headline, let link):
            "“\(headline)” would be at \(link), which the site needs itself or cannot hold. Choose another slug."
        case .sameFile(let file):
            "Two parts of the site are called \(file), or one is a file where the other needs a folder. "
                + "Rename the post's slug or the theme's file."
        }
    }
}
