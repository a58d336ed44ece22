/// The entries of a site in their order, with addresses, tags and redirects: what decides which files there are.
struct SiteContents: Sendable {
    /// Posts, then pages, each newest first.
    private(set) var places: [PlacedItem]
    let postCount: Int
    let tags: [SiteTag]
    /// Former addresses, sorted by file, with the index of the entry to which each redirects.
    let redirects: [(path: SitePath, target: Int)]
    /// The first names of all paths.
    let taken: Set<String>
    /// By the ids of the entries.
    private let indices: [String: Int]

    init(_ addresses: SiteAddresses) {
        let newestFirst = addresses.places.indices.sorted {
            SiteItem.isNewer(addresses.places[$0].item, addresses.places[$1].item)
        }
        let posts = newestFirst.filter { addresses.places[$0].item.isPost }
        let order = posts + newestFirst.filter { !addresses.places[$0].item.isPost }
        places = order.map { addresses.places[$0] }
        postCount = posts.count
        tags = SiteTag.all(of: places.prefix(postCount).lazy.map(\.item))
        var positions = order
        for (index, place) in order.enumerated() { positions[place] = index }
        redirects = addresses.redirects.map { ($0.path, positions[$0.target]) }
        taken = Set((places.lazy.map(\.path) + redirects.lazy.map(\.path)).compactMap(\.names.first))
        indices = Dictionary(zip(places.lazy.map(\.item.id), places.indices)) { first, _ in first }
    }

    var hasArchive: Bool { postCount > 0 && !taken.contains("archive") }

    /// The lines of the sitemap, the oldest entry first.
    func sitemapLines(in settings: SiteSettings) -> [String] {
        // Pages and posts are each in this order.
        var (posts, pages) = (places[..<postCount].reversed()[...], places[postCount...].reversed()[...])
        var lines: [String] = []
        lines.reserveCapacity(places.count)
        while let place = Self.takeOlder(&posts, &pages) {
            if let line = place.sitemapLine(in: settings) { lines.append(line) }
        }
        return lines
    }

    private static func takeOlder<Places: Collection<PlacedItem>>(
        _ posts: inout Places, _ pages: inout Places
    ) -> PlacedItem? where Places.SubSequence == Places {
        guard let post = posts.first else { return pages.popFirst() }
        guard let page = pages.first, SiteItem.isNewer(post.item, page.item) else { return posts.popFirst() }
        return pages.popFirst()
    }
}

// MARK: - Changes

extension SiteContents {
    /// What other versions of some entries change.
    struct Change {
        /// The indices of these entries.
        fileprivate(set) var shown: Set<Int> = []
        /// Those whose headline or date is another, which links to them show.
        fileprivate(set) var linked: Set<Int> = []
        fileprivate(set) var changesSitemap = false
    }

    /// The contents with other versions of some entries.
    /// - Returns: nil if an entry is new here, or if a version does not stand like the one before: then there may be other
    ///   files.
    func replacing(_ items: [SiteItem], in settings: SiteSettings) -> (contents: SiteContents, change: Change)? {
        guard indices.count == places.count else { return nil }
        var (contents, change) = (self, Change())
        for item in items {
            guard let index = indices[item.id], item.stands(like: places[index].item) else { return nil }
            let old = contents.places[index]
            let new = PlacedItem(item: item, path: old.path, givesWay: old.givesWay)
            contents.places[index] = new
            change.shown.insert(index)
            if item.linkFingerprint != old.item.linkFingerprint { change.linked.insert(index) }
            if new.sitemapLine(in: settings) != old.sitemapLine(in: settings) { change.changesSitemap = true }
        }
        return (contents, change)
    }
}
