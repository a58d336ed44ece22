import Posts

/// The files of a site with these contents: all of them, or those that a change of the contents concerns.
final class SiteEdition {
    let site: Site
    let contents: SiteContents
    /// Only what this concerns is made; nil for all files.
    let change: SiteContents.Change?
    var places: [PlacedItem] { contents.places }
    var postCount: Int { contents.postCount }
    let values: TemplateValues
    /// The address of the site's record on the AT Protocol.
    private let publication: String?
    /// The template values that all pages share.
    private let siteValues: TemplateTable
    /// A hash over what all pages depend on: theme, settings, and the shared values.
    let shared: Int

    /// - Parameter sizes: the smaller versions of pictures, by digest.
    init(
        site: Site, contents: SiteContents, change: SiteContents.Change? = nil, sizes: [String: [SitePictureSize]],
        publication: String?
    ) {
        self.site = site
        self.contents = contents
        self.change = change
        self.publication = publication
        values = TemplateValues(links: site.links, highlighter: site.highlighter, sizes: sizes)
        let (tags, hasArchive) = (contents.tags, contents.hasArchive)
        let pages = contents.places.dropFirst(contents.postCount)
            .sorted { ($0.item.headline, $0.path.file) < ($1.item.headline, $1.path.file) }
        siteValues = values.site(
            pages: pages, hasTags: !tags.isEmpty, hasArchive: hasArchive, icon: site.theme.icon,
            publication: publication)
        var hasher = Hasher()
        hasher.combine(site.theme.fingerprint)
        hasher.combine(site.settings)
        hasher.combine(site.highlighter?.fingerprint)
        hasher.combine(publication)
        hasher.combine(tags.isEmpty)
        hasher.combine(hasArchive)
        for page in pages {
            hasher.combine(page.item.headline)
            hasher.combine(page.item.entry.slug)
            hasher.combine(page.path)
        }
        shared = hasher.finalize()
    }

    /// A page of the site, made from the shared values, from `context`, and from what `inputs` combines.
    func page(
        _ template: String, at path: SitePath, givesWay: Bool = false, inputs: (inout Hasher) -> Void,
        context: @escaping () throws -> TemplateTable
    ) -> SitePart {
        SitePart(path.file, inputs: hash(template, inputs), givesWay: givesWay) { [self] in
            var context = try context()
            context["site"] = siteValues
            let text = site.theme.page(template, context)
            try values.failures.check()
            return text
        }
    }

    /// 64 bits with a random key of the process: two contents get the same hash by accident once in 2⁶⁴ changes.
    func hash(_ kind: String, _ inputs: (inout Hasher) -> Void) -> Int {
        var hasher = Hasher()
        hasher.combine(shared)
        hasher.combine(kind)
        inputs(&hasher)
        return hasher.finalize()
    }
}

// MARK: - Entries

extension SiteEdition {
    /// The pictures of all entries, each once, with their smaller versions.
    func pictures(path: (String) -> String) -> [SitePart] {
        var names: Set<String> = []
        return places.flatMap(\.item.pictures).filter { names.insert($0.file).inserted }.flatMap { picture in
            func part(_ file: String, _ path: String, _ bytes: Int) -> SitePart {
                SitePart(SiteFile(path: "media/\(file)", copyOf: SiteFile.Original(path: path, size: bytes)))
            }
            let smaller = (values.sizes[picture.digest] ?? []).map {
                part($0.file(beside: picture.file), $0.path, $0.bytes)
            }
            return [part(picture.file, path(picture.digest), picture.bytes)] + smaller
        }
    }

    /// The pages of the entries, the oldest first.
    func entryPages() -> [SitePart] {
        guard let change else { return places.indices.reversed().map(entryPage) }
        let neighbours = change.linked.flatMap { [$0 - 1, $0 + 1] }.filter { (0..<postCount).contains($0) }
        return change.shown.union(neighbours).sorted(by: >).map(entryPage)
    }

    private func entryPage(at index: Int) -> SitePart {
        let place = places[index]
        let isPost = index < postCount
        let newer = isPost && index > 0 ? index - 1 : nil
        let older = isPost && index + 1 < postCount ? index + 1 : nil
        return page(isPost ? "post" : "page", at: place.path, givesWay: place.givesWay) { hasher in
            combine(place, into: &hasher)
            for neighbour in [newer, older] { combineLink(neighbour, into: &hasher) }
        } context: { [self] in
            var context: TemplateTable = ["page": values.page(of: place), "post": values.entry(place, isAlone: true)]
            if let newer { context["newer"] = link(places[newer]) }
            if let older { context["older"] = link(places[older]) }
            return context
        }
    }

    func redirects() -> [SitePart] {
        contents.redirects.filter { shows([$0.target]) }.map { former, index in
            let target = places[index]
            return page("redirect", at: former, givesWay: true) {
                combine(target, into: &$0)
            } context: { [self] in
                ["page": values.page(of: target), "target": link(target)]
            }
        }
    }

    /// Whether a file that shows these entries has to be made.
    private func shows(_ indices: some Sequence<Int>) -> Bool {
        change.map { change in indices.contains { change.shown.contains($0) } } ?? true
    }

    /// Whether a file with links to these entries has to be made.
    func links(to indices: some Sequence<Int>) -> Bool {
        change.map { change in !change.linked.isEmpty && indices.contains { change.linked.contains($0) } } ?? true
    }

    /// What a page depends on that shows the entry.
    private func combine(_ place: PlacedItem, into hasher: inout Hasher) {
        hasher.combine(place.path)
        hasher.combine(place.item.fingerprint)
        hasher.combine(place.item.smallerPictures(values.sizes))
    }

    /// What a page depends on that names the entry in a link.
    func combineLink(_ index: Int?, into hasher: inout Hasher) {
        hasher.combine(index.map { places[$0].path })
        hasher.combine(index.map { places[$0].item.linkFingerprint })
    }

    func link(_ place: PlacedItem) -> TemplateTable { values.link(place.item.headline, site.links.local(place.path)) }
}

// MARK: - Lists

extension SiteEdition {
    /// The front page and its numbered pages.
    func lists() -> [SitePart] {
        let settings = site.settings
        return list(
            Array(0..<postCount), at: SitePath([], isFolder: true), title: settings.name,
            description: settings.description, isFront: true)
    }

    func tagPages() -> [SitePart] {
        let tags = contents.tags
        guard !tags.isEmpty else { return [] }
        let name = site.settings.name
        let lists = tags.flatMap { tag in
            list(tag.entries, at: tag.path, title: tag.name, description: "\(tag.name) · \(name)", isFront: false)
        }
        guard change == nil else { return lists }
        let path = SitePath(["tags"], isFolder: true)
        let index = page("tags", at: path) { hasher in
            for tag in tags {
                hasher.combine(tag.name)
                hasher.combine(tag.path.file)
                hasher.combine(tag.entries.count)
            }
        } context: { [self] in
            [
                "page": values.page("Tags", "Tags · \(name)", at: path),
                "tags": tags.sorted { ($1.entries.count, $0.name) < ($0.entries.count, $1.name) }.map(values.tag),
            ]
        }
        return lists + [index]
    }

    func missingPage() -> SitePart {
        let path = SitePath(["404.html"], isFolder: false)
        return page("missing", at: path) { _ in
        } context: { [values] in
            ["page": values.page("Not found", "", at: path)]
        }
    }

    /// The pages of a list of posts, numbered ones first. `members` are indices of entries, newest first.
    private func list(
        _ members: [Int], at base: SitePath, title: String, description: String, isFront: Bool
    ) -> [SitePart] {
        let paging = Paging(count: members.count, size: site.settings.postsPerPage)
        func path(_ index: Int) -> SitePath {
            SitePath(base.names + ["page", String(index + 1)], isFolder: true)
        }
        func part(_ range: Range<Int>, at path: SitePath, number: Int?, newer: SitePath?, older: SitePath?) -> SitePart
        {
            page("list", at: path) { hasher in
                hasher.combine(title)
                hasher.combine(description)
                hasher.combine(number)
                hasher.combine(newer?.file)
                hasher.combine(older?.file)
                for index in members[range] { combine(places[index], into: &hasher) }
            } context: { [self] in
                let name = number.map { "\(title) · Page \($0)" } ?? title
                var context: TemplateTable = [
                    "page": values.page(name, description, at: path, isFront: isFront && number == nil),
                    "list": values.list(title: title, number: number, isTag: !isFront),
                    "posts": members[range].map { values.entry(places[$0]) },
                ]
                if let newer { context["newer"] = values.link("Newer", site.links.local(newer)) }
                if let older { context["older"] = values.link("Older", site.links.local(older)) }
                return context
            }
        }
        let count = paging.numbered.count
        var parts: [SitePart] = []
        for (index, range) in paging.numbered.enumerated() where shows(members[range]) {
            parts.append(
                part(
                    range, at: path(index), number: index + 1, newer: index + 1 < count ? path(index + 1) : base,
                    older: index > 0 ? path(index - 1) : nil))
        }
        guard shows(members[paging.front]) else { return parts }
        let older = count > 0 ? path(count - 1) : nil
        return parts + [part(paging.front, at: base, number: nil, newer: nil, older: older)]
    }
}

// MARK: - Feeds

extension SiteEdition {
    func feeds() -> [SitePart] {
        let count = min(postCount, site.settings.feedLength)
        guard shows(0..<count) else { return [] }
        let newest = places[..<count]
        let inputs = hash("feed") { hasher in
            for place in newest { combine(place, into: &hasher) }
        }
        let entries = { [links = site.links] in
            try newest.map { (entry: links.forReaders(try $0.item.whole(), at: $0.path), path: $0.path) }
        }
        let atom = { [site] in AtomFeed(links: site.links, entries: try entries()).text }
        let json = { [site] in try JSONFeed(links: site.links, entries: try entries()).text }
        return [SitePart("feed.xml", inputs: inputs, page: atom), SitePart("feed.json", inputs: inputs, page: json)]
            + site.settings.feedPaths.map { SitePart($0.file, inputs: inputs, page: $0.isJSON ? json : atom) }
    }

    /// Files that the site has unless the theme or another program has them.
    func extras() -> [SitePart] {
        let icon = SiteFile(path: "favicon.svg", text: SiteIcon(name: site.settings.name).svg)
        let robots = SiteFile(
            path: "robots.txt", text: "User-agent: *\nAllow: /\n\nSitemap: \(site.links.home)sitemap.xml\n")
        var extras = site.theme.icon == nil ? [icon] : []
        // Robots look for it only at the root of a host.
        if site.settings.basePath.isEmpty { extras.append(robots) }
        if let publication {
            // For a site below the root, the web server has to show it at the root.
            let path = ".well-known/site.standard.publication" + site.settings.basePath.percentRead
            extras.append(SiteFile(path: path, text: publication))
        }
        let themed = Set(site.theme.assets.map(\.path))
        return extras.filter { !themed.contains($0.path) && !contents.taken.contains($0.path) }
            .map { SitePart($0, givesWay: true) }
    }

    func sitemap() -> [SitePart] {
        guard change?.changesSitemap ?? true else { return [] }
        let sitemap = Sitemap(home: site.links.home, lines: contents.sitemapLines(in: site.settings))
        let inputs = hash("sitemap") { $0.combine(sitemap.lines) }
        return Sitemap.names(count: sitemap.lines.count).enumerated().map { number, name in
            SitePart(name, inputs: inputs) { sitemap.texts()[number] }
        }
    }
}
