package import Posts

/// A post as a file describes it. The draft's slug is nil when the file implies none.
package struct FiledPost: Hashable, Sendable {
    package var draft: Draft
    package var isPublished: Bool
    /// Slugs of addresses that redirect to the post.
    package var formerSlugs: [Slug]
    /// Paths that redirect to the post.
    package var formerPaths: [PostPath]
    /// Where it was on its old site, if it keeps no path of its own; nil if unknown.
    package var oldPath: PostPath?
    /// The same, if the file itself does not say so.
    package var impliedPath: PostPath? { oldPath.flatMap { formerPaths.contains($0) ? nil : $0 } }
    /// The time of the last change; nil when the file does not state it.
    package var changedAt: Instant?

    /// The largest number of former paths that an import takes for one post.
    package static let formerPathsMax = 200

    package init(
        draft: Draft, isPublished: Bool, formerSlugs: [Slug] = [], formerPaths: [PostPath] = [],
        changedAt: Instant? = nil
    ) {
        self.draft = draft
        self.isPublished = isPublished
        self.formerSlugs = formerSlugs
        self.formerPaths = formerPaths
        self.changedAt = changedAt
    }
}

/// The zones and the time in which a file's dates are read.
package struct FileClock: Sendable {
    /// For dates without offset or zone.
    package let zone: Zone
    /// Whether the blog shows all dates by the clocks of `zone`, also those with an offset.
    package let showsAll: Bool
    /// For dates with an offset, if its clocks show the same. So a file says the same before and after its import.
    package let desk: Zone
    /// When a file is read, for pages that end some day.
    package let now: Instant
    package let lookUp: @Sendable (ZoneName) -> Zone?

    /// - Parameters:
    ///   - desk: nil for `zone`.
    ///   - lookUp: returns the zone of that name; nil if there is no such zone.
    package init(
        zone: Zone, showsAll: Bool = false, desk: Zone? = nil, now: Instant,
        lookUp: @escaping @Sendable (ZoneName) -> Zone?
    ) {
        self.zone = zone
        self.showsAll = showsAll
        self.desk = desk ?? zone
        self.now = now
        self.lookUp = lookUp
    }

    /// The zone of that name; nil if there is no such zone.
    func named(_ name: ZoneName) -> Zone? { name == zone.name ? zone : Zone(fixed: name) ?? lookUp(name) }
}

/// A part of a file that has no effect in Galley, and how it was handled.
package struct FileNote: Hashable, Sendable {
    package let line: Int
    /// The subject of the note, equal for equal causes in many files: `“weight”`.
    package let what: String
    package let words: String
}

/// A Markdown file of a blog, read as far as possible. Values that cannot be read stay in its head, and a note reports
/// each.
package struct BlogFile: Sendable {
    package let path: BlogPath
    package let file: MarkdownFile
    package private(set) var post: FiledPost
    /// Where the old site had it, if the pattern of that site tells.
    package private(set) var oldPath: PostPath?
    package private(set) var notes: [FileNote] = []
    /// What keeps the post from the public, besides `draft` and `published`.
    package private(set) var privacyMarks: [PrivacyMark] = []
    /// Whether there would be more marks without the keys that the import calls public.
    package private(set) var isOpenedByPublicKeys = false

    /// - Throws: when the head is neither YAML nor TOML, or is JSON.
    package init(
        _ text: String, path: String, clock: FileClock, place: OldPlace = OldPlace()
    ) throws(FrontMatterError) {
        let path = BlogPath(path, of: place.generator, in: Set(place.languageFolders.keys))
        let file = try MarkdownFile(
            text, reading: .lenient(isJekyll: path.isJekyll, isMDX: path.isMDX), defaults: place.defaults)
        guard path.isSection || !file.beginsWithJSON else { throw BlogFile.json }
        self.path = path
        self.file = file
        var draft = file.draft(date: nil)
        if let title = file.texts[.title] {
            draft.title = title
        } else if !file.hasTitle, let heading = LeadingHeading(in: file.body) {
            (draft.title, draft.body) = (heading.title, heading.rest)
        } else if path.isJekyll {
            draft.title = path.spokenName
        }
        draft.language = file.language ?? path.language
        post = FiledPost(draft: draft, isPublished: false)
        readName()
        readTime(clock)
        let isSaidToBeDraft = file.isDraft ?? path.isDraft
        post.isPublished = file.block != nil && !isSaidToBeDraft
        let entries = file.left.map(SourceEntry.init)
        privacyMarks = place.privacy.marks(in: entries, now: clock.now)
        isOpenedByPublicKeys = privacyMarks != place.privacy.withoutPublicKeys.marks(in: entries, now: clock.now)
        keepPrivateBack()
        keepHiddenBack(clock)
        settleUndated(place)
        readOldPath(place, clock)
        readAliases(beside: place.generator == .hugo)
        tell()
    }

    /// Hugo's third syntax. Reading it would be simple, but editing single lines of it would not, and few files use it.
    private static let json = FrontMatterError(
        line: 1,
        "The file begins with front matter in JSON, which is not read here. In the folder of the blog, "
            + "“hugo convert toYAML --output FOLDER” writes it in YAML; import that folder.")

    /// Derives the nearest slug from a name that is not a valid slug.
    private mutating func readName() {
        guard file.slug == nil else { return }
        // “node.js” is no name of a file in an address; “v1.2” is.
        let name = (file.word(of: "slug") ?? path.name.replacing(/\.(?=[A-Za-z])/, with: "-")).percentRead
        post.draft.slug = (try? Slug(checking: name)) ?? Slug.derived(from: name)
    }

    private mutating func readTime(_ clock: FileClock) {
        do {
            post.draft.date = try date(by: clock)
        } catch {
            note("the date", "\(error.description) The post has no date.")
        }
        let zone = file.zone.flatMap(clock.named) ?? clock.zone
        let changed = try? file.changed?.resolve(now: Instant(seconds: 0), defaultZone: zone, lookUp: clock.lookUp)
        post.changedAt = changed?.instant
    }

    /// The date of its front matter, else that of its path or address.
    func date(by clock: FileClock) throws(WhenError) -> PlannedTime? {
        if let date = try file.plannedTime(by: clock) { return date }
        guard let day = path.date ?? dayInAddress else { return nil }
        return PlannedTime(WallClock(day, .midnight), in: file.zone.flatMap(clock.named) ?? clock.zone)
    }

    /// The file's own pattern counts more than what the author says of all posts, and that more than the configuration.
    private mutating func readOldPath(_ place: OldPlace, _ clock: FileClock) {
        let own = file.unknown.first { TextField.path.fileNames.contains($0.name) && $0.hasPlaceholders }
        let ownPattern = own.flatMap { try? $0.words() }
        let stated = ownPattern == nil && post.draft.kind == .post ? place.permalink : nil
        guard let pattern = ownPattern ?? stated?.text ?? place.pattern, post.draft.path == nil else { return }
        let dialect = place.generator ?? (path.isJekyll ? .jekyll : .hugo)
        let address = OldAddress(
            file: file, path: path, dialect: dialect, time: timeInAddress(of: dialect, clock), place: place)
        oldPath = stated.map(address.path(by:)) ?? address.path(by: pattern)
        guard oldPath == nil, post.isPublished else { return }
        let cause =
            path.language != nil
            ? "its language"
            : address.unknown(in: pattern).map { "“\($0)” in its pattern" } ?? "its pattern “\(pattern)”"
        note(
            "an unknown old address",
            "Galley could not work out its old address because of \(cause). Add the address to its aliases to keep links.",
            line: own?.line ?? 1)
    }

    /// Hugo takes the day as the date states it, and Jekyll that of the site's clocks. Hexo takes that of UTC for a date with
    /// a zone, at least in most versions; it takes no day from a name without a rule, but that of the file.
    private func timeInAddress(of generator: BlogGenerator, _ clock: FileClock) -> WallClock? {
        let names = [.jekyll, .hexo, .pelican].contains(generator) ? ["date"] : ["date", "publishdate", "pubdate"]
        let entry = names.lazy.compactMap { name in file.all.first { $0.name == name && $0.value != .empty } }.first
        guard let entry else { return generator == .hexo ? nil : post.draft.date?.wall }
        let takesWritten = [.hugo, .zola, .pelican].contains(generator)
        if takesWritten, let wall = (try? entry.words()).flatMap({ WallClock(writtenIn: $0) }) { return wall }
        switch (try? file.when(in: entry))?.withoutOffset {
        case .instant(let instant)? where generator == .hexo:
            let (inUTC, onSite) = (WallClock(asIfUTC: instant), clock.zone.rules.wallClock(at: instant))
            return inUTC.date == onSite.date ? inUTC : nil
        case .instant(let instant)?: return clock.zone.rules.wallClock(at: instant)
        case .wall(let wall, _)?: return wall
        case .fromNow?, .clock?, nil: return nil
        }
    }

    /// An export writes a former slug as `/old/`, so an alias of that form is a slug, too.
    /// - Parameter beside: whether an alias without the first “/” stands beside the page, as in Hugo.
    private mutating func readAliases(beside isBeside: Bool) {
        let line = file.unknown.first { ["aliases", "redirectfrom"].contains($0.name) }?.line ?? 1
        let folder = post.draft.path.flatMap { try? PostPath($0) }?.folderOfPage ?? oldPath?.names.dropLast()
        for said in file.aliases.prefix(FiledPost.formerPathsMax) {
            guard let alias = isBeside ? said.resolved(in: folder.map(Array.init)) : said else {
                let words =
                    "The old address “\(said)” is relative to that of the page, which is unknown. It was left out."
                note("an old address", words, line: line)
                continue
            }
            let slug = Slug(alias: alias)
            if let slug, slug != post.draft.slug, !post.formerSlugs.contains(slug) { post.formerSlugs.append(slug) }
            do {
                let path = try PostPath(alias)
                if path.text != post.draft.path, !post.formerPaths.contains(path) { post.formerPaths.append(path) }
            } catch  where slug == nil {
                note("an old address", "The old address “\(alias)” was left out. \(error.description)", line: line)
            } catch {}
        }
        guard file.aliases.count > FiledPost.formerPathsMax else { return }
        let words =
            "It has \(file.aliases.count) old addresses. Those after the first \(FiledPost.formerPathsMax) were left out."
        note("old addresses", words, line: line)
    }

    /// The day in a current or former address, for blogs that state the date only there.
    private var dayInAddress: CivilDate? {
        let now = TextField.path.fileNames.compactMap { name in
            file.unknown.first { $0.name == name }.flatMap { try? $0.words() }
        }
        return ([file.texts[.path]].compactMap(\.self) + now + file.aliases).lazy
            .compactMap { CivilDate(inAddress: $0) }.first
    }

    /// Makes a page of a file without a date if the old site had it as a page. Keeps a post without a date as a draft,
    /// because publishing it now would put it before newer posts.
    private mutating func settleUndated(_ place: OldPlace) {
        guard post.draft.date == nil, post.draft.kind != .page else { return }
        if place.isPageIfUndated, isPage { post.draft.kind = .page }
        guard post.isPublished, post.draft.kind != .page else { return }
        post.isPublished = false
        note("no date", "It has no date of publication, so it is a draft here. Give it a date and import again.")
    }

    /// Whether it can be a page: it states no other kind and no date, and its words are its own. Those of a page without
    /// text, or with a loop of Liquid, come from a template.
    private var isPage: Bool {
        file.block != nil && file.kind == nil
            && file.all.allSatisfy { !MarkdownFile.dateNames.contains($0.name) || $0.value == .empty }
            && file.body.contains { !$0.isWhitespace }
            && !["{% for ", "{%- for "].contains(where: file.body.contains)
    }

    /// Keeps a post that its file does not show to everyone as a draft.
    private mutating func keepPrivateBack() {
        guard post.isPublished, !privacyMarks.isEmpty else { return }
        post.isPublished = false
        for mark in privacyMarks { note(mark.subject, mark.sentence, line: mark.line) }
    }

    /// Keeps a post that readers of the old site do not see as a draft.
    private mutating func keepHiddenBack(_ clock: FileClock) {
        guard post.isPublished, let entry = file.unknown.first(where: { $0.hides(clock) }) else { return }
        post.isPublished = false
        note("a hidden post", "Its “\(entry.key)” hides it from readers, so it is a draft here.", line: entry.line)
    }

    private mutating func tell() {
        for error in file.misunderstood {
            let words = "\(error.problem) It has no effect here, and stays in the file's head for an export."
            note("a value", words, line: error.line)
        }
        for entry in file.repeated {
            let words = "“\(entry.key)” stands more than once in its head. The last one counts."
            note("a repeated field", words, line: entry.line)
        }
        tellUnreadHead()
        let isKnown: Set<String> = [
            "aliases", "redirectfrom", "url", "permalink", "path", "slug", "layout", "type", "lastupdate", "author",
            "authors",
        ]
        let told = Set(file.misunderstood.map(\.line))
        for entry in file.unknown where !isKnown.contains(entry.name) && !told.contains(entry.line) {
            if MarkdownFile.changedNames.contains(entry.name) { continue }
            let isPrivacy = PrivacyRules.know(entry.key) || privacyMarks.contains { $0.key == entry.key }
            if entry.holdsOnlyTags || isPrivacy { continue }
            let words = "“\(entry.key)” has no effect here. It stays in the file's head for an export."
            note("“\(entry.key)”", words, line: entry.line)
        }
        if let targets = file.targets, !targets.isEmpty {
            note("“targets”", "Targets in a file are not sent to. Name them with --to, or publish the post to them.")
        }
        tellShortcodes()
    }

    /// A file that begins with fields in a form that no known program reads.
    private mutating func tellUnreadHead() {
        guard file.block == nil, !path.isSection,
            file.body.prefixMatch(of: /(?:[%#@:.;*]{0,3} ?[A-Za-z][A-Za-z0-9_-]{0,30} ?[:=][ \t]+\S.*\r?\n){2}/) != nil
        else { return }
        note(
            "an unread head",
            "It begins like a head with fields, in a form that is not read here. They stay in the text, and it is a draft."
        )
    }

    /// Adds a note for each shortcode, tag or variable in the text that needs a template engine.
    private mutating func tellShortcodes() {
        guard file.body.utf8.contains(UInt8(ascii: "{")) else { return }
        for (line, name) in LeftShortcodes(file.body).prefix(BlogFile.notesMax) {
            let words = "The shortcode “\(name)” is not run here. It stays in the text as it is."
            note("the shortcode “\(name)”", words, line: line + file.linesAbove)
        }
    }

    private mutating func note(_ what: String, _ words: String, line: Int = 1) {
        guard notes.count < BlogFile.notesMax else { return }
        notes.append(FileNote(line: line, what: what, words: words))
    }

    /// A file of braces would make a million.
    private static let notesMax = 500
}

extension MarkdownFile {
    /// Whether the text begins like a JSON object. Other braces at the start are shortcodes and attributes.
    fileprivate var beginsWithJSON: Bool {
        block == nil && body.prefixMatch(of: /\s*\{\s*(?:\}|"(?:[^"\\\n]|\\.)*"\s*:)/) != nil
    }
}

extension FrontMatterEntry {
    /// Whether it is Zola's table with nothing but lists of tags, which are read.
    fileprivate var holdsOnlyTags: Bool {
        guard name == "taxonomies", case .table(let lists) = value else { return false }
        return lists.allSatisfy { ["tags", "categories"].contains($0.name) }
    }

    /// Whether a page with this entry does not exist on the old site: `permalink: false` of Eleventy, and a day on which
    /// the page ended.
    fileprivate func hides(_ clock: FileClock) -> Bool {
        switch name {
        case "permalink": return (try? words()) == "false"
        case "expirydate", "unpublishdate":
            let end = (try? words()).flatMap { try? When(ofBlog: $0) }
                .flatMap { try? $0.resolve(now: clock.now, defaultZone: clock.zone, lookUp: clock.lookUp) }
            return end.map { $0.instant <= clock.now } ?? false
        default: return false
        }
    }
}

extension SourceEntry {
    fileprivate init(_ entry: FrontMatterEntry) {
        self.init(key: entry.key, value: Value(entry.value), line: entry.line)
    }
}

extension SourceEntry.Value {
    init(_ value: FrontMatterValue) {
        self =
            switch value {
            case .empty: .empty
            case .plain(let text), .text(let text): .text(text)
            case .list: .list
            case .table(let entries): .table(entries.map(SourceEntry.init))
            }
    }
}

extension PostPath {
    /// The folder above that of the page, from which Hugo resolves an alias (`hugolib/site_render.go`): `/a` for `/a/b/`,
    /// and the root for `/a/b.html`.
    fileprivate var folderOfPage: ArraySlice<String> { names.dropLast(isFolder ? 1 : 2) }
}

extension String {
    /// - Returns: nil for a relative address in an unknown folder.
    fileprivate func resolved(in folder: [String]?) -> String? {
        guard !hasPrefix("/") else { return self }
        guard var names = folder else { return nil }
        for name in split(separator: "/") where name != "." {
            if name == ".." { names = names.dropLast() } else { names.append(String(name)) }
        }
        return "/" + names.joined(separator: "/")
    }
}

extension BlogPath {
    /// Jekyll's title for a post without one: `my-post` becomes “My Post”.
    fileprivate var spokenName: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}

extension Slug {
    /// The slug in `/old/`; nil for any other form.
    fileprivate init?(alias: String) {
        let name = alias.dropFirst().dropLast()
        guard alias.hasPrefix("/"), alias.hasSuffix("/"), !name.contains("/"),
            let slug = try? Slug(checking: String(name).percentRead)
        else { return nil }
        self = slug
    }
}
