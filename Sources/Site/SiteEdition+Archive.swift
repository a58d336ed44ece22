import Posts

/// The archive: all posts by year, in one page, or in a page for each year if there are many.
extension SiteEdition {
    /// More posts than this get a page for each year.
    private static let onePageMax = 500

    private struct Year {
        let name: String
        /// Indices of its posts, newest first.
        var posts: [Int]
    }

    /// None if the site has no posts, or if a post or a former address is where the archive would be.
    func archive() -> [SitePart] {
        guard contents.hasArchive, links(to: 0..<postCount) else { return [] }
        let years = years
        let base = SitePath(["archive"], isFolder: true)
        guard postCount > Self.onePageMax else { return [archivePage(years, at: base, title: "Archive") { _ in nil }] }
        func path(_ year: Year) -> SitePath { SitePath(["archive", year.name], isFolder: true) }
        let pages = years.filter { links(to: $0.posts) }.map { year in
            archivePage([year], at: path(year), title: year.name) { _ in nil }
        }
        guard change == nil else { return pages }
        return pages + [archivePage(years, at: base, title: "Archive") { path($0) }]
    }

    /// - Parameter link: the page of a year; nil to list the year's posts.
    private func archivePage(
        _ years: [Year], at path: SitePath, title: String, link: @escaping (Year) -> SitePath?
    ) -> SitePart {
        page("archive", at: path, givesWay: true) { hasher in
            for year in years {
                hasher.combine(year.name)
                hasher.combine(year.posts.count)
                guard link(year) == nil else { continue }
                for index in year.posts { combineLink(index, into: &hasher) }
            }
        } context: { [self] in
            let sections = years.map { year in
                var section: TemplateTable = ["label": year.name, "count": year.posts.count]
                if let page = link(year) {
                    section["url"] = site.links.local(page)
                } else {
                    section["posts"] = year.posts.map { index in
                        var post = self.link(places[index])
                        post["published"] = values.date(places[index].item.entry.published)
                        return post
                    }
                }
                return section
            }
            return ["page": values.page(title, "\(title) · \(site.settings.name)", at: path), "years": sections]
        }
    }

    /// The newest year first.
    private var years: [Year] {
        var posts: [Int: [Int]] = [:]
        for index in 0..<postCount { posts[places[index].item.entry.published.date.year, default: []].append(index) }
        return posts.sorted { $0.key > $1.key }.map { Year(name: $0.key.padded(to: 4), posts: $0.value) }
    }
}
