import Posts

/// The archive: all posts by year, in one page. With many posts each year has a page, and a year with many has several,
/// so that no page grows with the blog.
extension SiteEdition {
    /// More posts than this get a page for each year.
    private static let onePageMax = 500
    /// The posts of a numbered page of a year. Its first page has fewer than twice as many.
    private static let yearPageSize = 200

    private struct Year {
        let name: String
        /// Indices of its posts, newest first.
        var posts: [Int]
    }

    /// Posts under a heading.
    private struct Section {
        let label: String
        /// Indices, newest first.
        let posts: ArraySlice<Int>
        /// The page to link to; nil to list the posts.
        var page: SitePath?
    }

    /// None if the site has no posts, or if a post or a former address is where the archive would be.
    func archive() -> [SitePart] {
        guard contents.hasArchive, links(to: 0..<postCount) else { return [] }
        let (years, base) = (years, SitePath(["archive"], isFolder: true))
        guard postCount > Self.onePageMax else {
            return [
                archivePage(years.map { Section(label: $0.name, posts: $0.posts[...]) }, at: base, title: "Archive")
            ]
        }
        let pages = years.flatMap(pages)
        // No year has another number of posts.
        guard change == nil else { return pages }
        let index = years.map { Section(label: $0.name, posts: $0.posts[...], page: path(of: $0)) }
        return pages + [archivePage(index, at: base, title: "Archive")]
    }

    private func path(of year: Year) -> SitePath { SitePath(["archive", year.name], isFolder: true) }

    /// The pages of a year, the numbered ones first. The oldest posts are on page 1, as in all lists.
    private func pages(of year: Year) -> [SitePart] {
        let (paging, base) = (Paging(count: year.posts.count, size: Self.yearPageSize), path(of: year))
        let numbered = paging.numbered.enumerated().map { index, range in
            Section(
                label: "\(year.name) · Page \(index + 1)", posts: year.posts[range],
                page: SitePath(base.names + ["page", String(index + 1)], isFolder: true))
        }
        var parts: [SitePart] = []
        for section in numbered {
            guard let path = section.page, links(to: section.posts) else { continue }
            parts.append(
                archivePage([Section(label: section.label, posts: section.posts)], at: path, title: section.label))
        }
        let front = Section(label: year.name, posts: year.posts[paging.front])
        guard links(to: front.posts) else { return parts }
        return parts + [archivePage([front] + numbered.reversed(), at: base, title: year.name)]
    }

    private func archivePage(_ sections: [Section], at path: SitePath, title: String) -> SitePart {
        page("archive", at: path, givesWay: true) { hasher in
            for section in sections {
                hasher.combine(section.label)
                hasher.combine(section.posts.count)
                hasher.combine(section.page)
                guard section.page == nil else { continue }
                for index in section.posts { combineLink(index, into: &hasher) }
            }
        } context: { [self] in
            [
                "page": values.page(title, "\(title) · \(site.settings.name)", at: path),
                "years": sections.map { context(of: $0) },
            ]
        }
    }

    private func context(of section: Section) -> TemplateTable {
        var context: TemplateTable = ["label": section.label, "count": section.posts.count]
        if let page = section.page {
            context["url"] = site.links.local(page)
        } else {
            context["posts"] = section.posts.map { index in
                var post = link(places[index])
                post["published"] = values.date(places[index].item.entry.published)
                return post
            }
        }
        return context
    }

    /// The newest year first.
    private var years: [Year] {
        var posts: [Int: [Int]] = [:]
        for index in 0..<postCount { posts[places[index].item.entry.published.date.year, default: []].append(index) }
        return posts.sorted { $0.key > $1.key }.map { Year(name: $0.key.padded(to: 4), posts: $0.value) }
    }
}
