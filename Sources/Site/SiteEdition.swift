import FoundationEssentials

/// A set of entries in order, with addresses and tags, from which the files are made.
struct SiteEdition {
    let site: Site
    /// Posts, then pages, each newest first.
    let entries: [SiteEntry]
    let postCount: Int
    let addresses: SiteAddresses
    let tags: [SiteTag]
    private let values: TemplateValues
    /// The template values that all pages share.
    private let siteValues: [String: Any]

    init(site: Site, entries: [SiteEntry]) throws(SiteError) {
        self.site = site
        let posts = entries.filter { $0.kind == .post }.sorted(by: SiteEntry.isNewer)
        let ordered = posts + entries.filter { $0.kind == .page }.sorted(by: SiteEntry.isNewer)
        self.entries = ordered
        postCount = posts.count
        addresses = SiteAddresses(of: ordered, in: site.settings, on: site.ground)
        if let first = addresses.misfits.min(by: { $0.key < $1.key }) { throw first.value }
        tags = SiteTag.all(of: posts)
        values = TemplateValues(links: site.links)
        let paths = addresses.paths
        let pages = ordered.indices.dropFirst(posts.count).map { (ordered[$0], paths[$0]) }
        siteValues = values.site(pages: pages, hasTags: !tags.isEmpty)
    }

    /// The pictures of all entries, each once.
    static func pictures(of entries: [SiteEntry], path: (String) -> String) -> [SiteFile] {
        var names: Set<String> = []
        return entries.flatMap { $0.pictures ?? [] }.filter { names.insert($0.file).inserted }.map { picture in
            let original = SiteFile.Original(path: path(picture.digest), size: picture.bytes)
            return SiteFile(path: "media/\(picture.file)", copyOf: original)
        }
    }

    func entryPage(at index: Int) -> SiteFile {
        let entry = entries[index]
        let path = addresses.paths[index]
        var context = context(values.page(of: entry, at: path))
        context["post"] = values.entry(entry, at: path)
        if index < postCount {
            if index > 0 { context["newer"] = neighbour(index - 1) }
            if index + 1 < postCount { context["older"] = neighbour(index + 1) }
        }
        return SiteFile(path: path.file, text: site.theme.page(entry.kind == .post ? "post" : "page", context))
    }

    private func neighbour(_ index: Int) -> [String: Any] {
        values.link(entries[index].headline, site.links.local(addresses.paths[index]))
    }

    func redirects() -> [SiteFile] {
        addresses.redirects.map { former, index in
            let path = addresses.paths[index]
            var context = context(values.page(of: entries[index], at: path))
            context["target"] = values.link(entries[index].headline, site.links.local(path))
            return SiteFile(path: former.file, text: site.theme.page("redirect", context))
        }
    }

    /// The front page and its numbered pages.
    func lists() -> [SiteFile] {
        let settings = site.settings
        return list(
            Array(0..<postCount), at: SitePath([], isFolder: true), title: settings.name,
            description: settings.description, isFront: true)
    }

    func tagPages() -> [SiteFile] {
        guard !tags.isEmpty else { return [] }
        let settings = site.settings
        var files = tags.flatMap { tag in
            list(
                tag.entries, at: tag.path, title: tag.name, description: "\(tag.name) · \(settings.name)",
                isFront: false)
        }
        let path = SitePath(["tags"], isFolder: true)
        var context = context(values.page("Tags", "Tags · \(settings.name)", at: path))
        context["tags"] = tags.map { values.tag($0) }
        files.append(SiteFile(path: path.file, text: site.theme.page("tags", context)))
        return files
    }

    func missingPage() -> SiteFile {
        let path = SitePath(["404.html"], isFolder: false)
        return SiteFile(
            path: path.file, text: site.theme.page("missing", context(values.page("Not found", "", at: path))))
    }

    func feeds() throws -> [SiteFile] {
        let all = entries.indices.map { (entry: entries[$0], path: addresses.paths[$0]) }
        let newest = Array(all.prefix(min(postCount, site.settings.feedLength)))
        let json = try JSONFeed(links: site.links, entries: newest).encoded()
        return [
            SiteFile(path: "feed.xml", text: AtomFeed(links: site.links, entries: newest).text),
            SiteFile(path: "feed.json", bytes: [UInt8](json)),
        ] + Sitemap(links: site.links, entries: all.sorted { SiteEntry.isNewer($0.entry, $1.entry) }).files()
    }

    private func context(_ page: [String: Any]) -> [String: Any] { ["site": siteValues, "page": page] }
}

extension SiteEdition {
    /// The pages of a list of posts, numbered ones first. `members` are indices of entries, newest first.
    private func list(
        _ members: [Int], at base: SitePath, title: String, description: String, isFront: Bool
    ) -> [SiteFile] {
        let paging = Paging(count: members.count, size: site.settings.postsPerPage)
        let paths = paging.numbered.indices.map {
            SitePath(base.names + ["page", String($0 + 1)], isFolder: true)
        }
        func page(_ range: Range<Int>, at path: SitePath, number: Int?, newer: SitePath?, older: SitePath?) -> SiteFile
        {
            let name = number.map { "\(title) · Page \($0)" } ?? title
            var context = context(values.page(name, description, at: path, isFront: isFront && number == nil))
            context["list"] = values.list(title: title, number: number, isTag: !isFront)
            context["posts"] = members[range].map { values.entry(entries[$0], at: addresses.paths[$0]) }
            if let newer { context["newer"] = values.link("Newer", site.links.local(newer)) }
            if let older { context["older"] = values.link("Older", site.links.local(older)) }
            return SiteFile(path: path.file, text: site.theme.page("list", context))
        }
        let numbered = paging.numbered.enumerated().map { index, range in
            page(
                range, at: paths[index], number: index + 1, newer: index + 1 < paths.count ? paths[index + 1] : base,
                older: index > 0 ? paths[index - 1] : nil)
        }
        return numbered + [page(paging.front, at: base, number: nil, newer: nil, older: paths.last)]
    }
}
