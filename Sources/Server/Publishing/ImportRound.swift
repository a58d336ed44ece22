import FrontMatter
import PostStore
import Posts
import Rendering
import Targets
import Wire

/// One request of an import.
struct ImportRound {
    /// The targets that receive the published posts.
    let targets: [Target]
    /// All of the settings.
    let known: Set<TargetName>
    let clock: FileClock
    let now: Instant
    /// What is known of the place of all Markdown files.
    let blog: OldPlace
    /// Of the versions of a post this one gets the slug without a number.
    let language: Language?
    let start: ImportStart
    var entries: [ImportEntry] = []

    var report: ImportReportBody {
        ImportReportBody(
            items: entries.map(\.result), start: start.number, site: site?.place, permalink: site?.permalink,
            feedPaths: site?.feedPaths?.map(\.text))
    }

    /// The first site on which the posts are published.
    var site: Target? { targets.first { $0.permalink != nil } }

    /// The new posts, in the order in which they choose their slugs: those in the blog's own language first.
    var makes: [Int] {
        let new = entries.indices.filter { entries[$0].step == .make }
        let ranked = new.map { (rank: rank(of: entries[$0].imported?.draft.language), index: $0) }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
    }

    /// A file without a language is in the blog's own.
    private func rank(of found: Language?) -> Int {
        guard let found, let language else { return 0 }
        let (one, other) = (found.tag.lowercased(), language.tag.lowercased())
        if one == other { return 0 }
        return one.prefix { $0 != "-" } == other.prefix { $0 != "-" } ? 1 : 2
    }

    mutating func read(
        _ items: [ImportItemBody], as format: Origin.Format, times: Times, render options: RenderOptions
    ) {
        var sources: Set<String> = []
        entries = items.map { body in
            let item = ImportItem(
                body, of: blog, times: times, clock: clock, now: now, base: site?.basePath ?? "",
                targets: known, render: options)
            return ImportEntry(item, format, self, isRepeated: !sources.insert(body.source).inserted)
        }
    }

    /// Finds the posts that an earlier version published although their files call them private.
    /// - Returns: whether there are any.
    mutating func findExposed(_ known: [String: KnownOrigin]) -> Bool {
        for index in entries.indices { entries[index].findExposed(known[entries[index].item.body.source]) }
        return !exposed.isEmpty
    }

    var exposed: [PostID] { entries.compactMap(\.exposed) }

    mutating func decide(_ known: [String: KnownOrigin]) {
        for index in entries.indices { entries[index].decide(known[entries[index].item.body.source]) }
    }
}

/// One item on its way from reading to the report.
struct ImportEntry {
    let item: ImportItem
    /// nil for an item that cannot become a post.
    private(set) var imported: ImportedPost?
    private(set) var step: ImportStep?
    private(set) var result: ImportResultBody
    /// The imported post that still has to be published.
    private(set) var unpublished: Post?
    /// The post if it is public by an earlier version alone.
    private(set) var exposed: PostID?

    init(_ item: ImportItem, _ format: Origin.Format, _ round: ImportRound, isRepeated: Bool) {
        let body = item.body
        self.item = item
        result = ImportResultBody(source: body.source, path: body.path, outcome: "", notes: item.notes)
        switch item.reading {
        case .leftOut: end(.leftOut)
        case .refused: end(.refused)
        case .post where isRepeated:
            notes(["The source “\(body.source.shortened())” occurs twice. Only the first was imported."])
            end(.refused)
        case .post(let filed, let kept):
            guard item.isKeepable else {
                notes(["Its source, fingerprint, path or what it keeps is empty or too long. It was not imported."])
                end(.refused)
                return
            }
            let path: String
            do throws(ExportedFileError) { path = try body.exportedPath(as: format) } catch {
                notes(["\(error) It was not imported."])
                end(.refused)
                return
            }
            let isFuture = filed.draft.date.map { $0.instant > round.now } ?? false
            if filed.isPublished, isFuture, round.targets.isEmpty {
                notes(["Its date is in the future, and there is no site to publish it on. It is a draft here."])
            }
            let origin = Origin(
                source: body.source, format: format, fingerprint: item.fingerprint, path: path, kept: kept,
                pictures: (body.pictures ?? []).map {
                    Origin.Picture(reference: $0.reference, media: $0.media, file: $0.file)
                })
            let changedAt = filed.changedAt ?? (filed.isPublished && !isFuture ? filed.draft.date?.instant : nil)
            imported = ImportedPost(
                origin: origin, draft: filed.draft, formerSlugs: filed.formerSlugs,
                formerPaths: filed.formerPaths, impliedPath: filed.impliedPath, changedAt: changedAt,
                feedID: item.feedID,
                wantsPublication: filed.isPublished && !(isFuture && round.targets.isEmpty))
            result.kind = filed.draft.kind.rawValue
            result.noteOldPaths(of: filed, permalink: round.site?.permalink, isFuture: isFuture)
            result.title = filed.draft.title
            result.slug = filed.draft.slug?.text
            result.losses = item.losses?.body
            result.state = imported?.wantsPublication != true ? "draft" : isFuture ? "scheduled" : "published"
        }
    }

    fileprivate mutating func findExposed(_ known: KnownOrigin?) {
        guard imported != nil, item.isPrivate, let known, known.isByEarlierVersion, let post = known.stored?.post,
            post.deletedAt == nil
        else { return }
        exposed = post.id
    }

    mutating func decide(_ known: KnownOrigin?) {
        guard let imported else { return }
        let step = ImportStep(fingerprint: item.fingerprint, known: known, imported: imported)
        self.step = step
        switch step {
        case .make: break
        case .renew(let stored, _): result.post = stored.post.id.text
        case .finish(let stored):
            result.post = stored.post.id.text
            end(.new)
            unpublished = stored.post
        case .leave(let outcome, let id):
            result.post = id.text
            if outcome == .same, exposed == nil { (result.notes, result.losses) = ([], nil) }
            if outcome == .editedHere {
                notes(["It changed in the source and was edited here. The text here stays."])
                if item.body.privateNotes != nil { notes(["Readers may still see comments (%%…%%) in the text here."]) }
            }
            if outcome == .deletedHere { notes(["It was deleted here, so it was not imported."]) }
            if exposed != nil { result.notes.append(.takenBack) }
            end(exposed != nil && outcome == .same ? .changed : outcome)
        }
    }

    /// Notes in the result of a dry run the names that the post would have, for later rounds.
    mutating func takes(_ post: Post) {
        result.takes = post.names.map(\.text)
        result.asks = Set((post.names + (imported?.names ?? [])).map(\.text)).sorted()
    }

    /// The post of an earlier import that stays as it is, unless it was deleted.
    var standing: PostID? {
        guard case .leave(let outcome, let id)? = step, outcome != .deletedHere else { return nil }
        return id
    }

    mutating func stands(at address: String?) { result.address = address }

    /// Completes the result of a dry run, which stored no post.
    mutating func forgetPost() {
        guard result.outcome == ImportOutcome.new.rawValue else { return }
        // Without a title, the slug is the id.
        if result.slug == result.post { result.slug = nil }
        result.post = nil
    }

    mutating func made(_ created: ImportedPostResult) {
        let post = created.stored.post
        (result.post, result.slug) = (post.id.text, post.slug.text)
        notes(created.notes)
        if post.draft.path != imported?.draft.path { result.oldPathBecomes = nil }
        switch created.outcome {
        case .created:
            end(.new)
            if imported?.wantsPublication == true { unpublished = post }
        case .adopted:
            (result.notes, result.losses) = ([], nil)
            end(.same)
        case .differs:
            notes([
                "“\(post.slug)” is here already, with another text or date. What is here stays. To take this one, "
                    + "paste it into “galley post edit \(post.slug)”."
            ])
            end(.editedHere)
        }
    }

    /// - Parameter words: sentences about slugs and paths that belong to other posts.
    mutating func renewed(_ settled: Settled<Bool>, _ renewal: Renewal, _ words: [String]) {
        let post = settled.post.stored.post
        notes(words)
        result.slug = post.slug.text
        end(.changed)
        if settled.value { unpublished = post }
        if exposed != nil {
            result.notes.append(.takenBack)
        } else if !renewal.imported.wantsPublication, renewal.post.publication == .wanted {
            notes([
                "It is a draft there now. Here it stays published; “galley unpublish \(post.slug)” takes it back."
            ])
        }
    }

    mutating func notes(_ words: [String]) {
        result.notes += words.map { ImportNoteBody(what: "", words: $0) }
    }

    mutating func end(_ outcome: ImportOutcome) {
        result.outcome = outcome.rawValue
        if outcome != .new, outcome != .changed { result.state = nil }
    }
}

extension ImportItem {
    /// Whether the values that the store keeps about a source are within their bounds.
    fileprivate var isKeepable: Bool {
        let (source, path) = (body.source, body.path)
        return (1...1000).contains(source.utf8.count) && (1...100).contains(fingerprint.utf8.count)
            && path.utf8.count <= 1000 && (body.kept?.utf8.count ?? 0) <= 65_536
            && !(source + fingerprint + path).utf8.contains(0)
    }
}

extension ImportItemBody {
    /// The path at which an export writes the file again; of a draft that came from no file, nothing.
    /// - Throws: the fault of a name that no export may write.
    fileprivate func exportedPath(as format: Origin.Format) throws(ExportedFileError) -> String {
        for picture in pictures ?? [] { try ExportedFile.picture.check(picture.file) }
        guard format == .markdown else { return path }
        do throws(ExportedFileError) { try ExportedFile.post.check(path) } catch {
            if case .ending = error, markdown == nil { return "" }
            throw error
        }
        return path
    }
}

extension ImportNoteBody {
    fileprivate static let takenBack = ImportNoteBody(
        what: "taken back", words: "An earlier version of Galley had published it, so it was unpublished now.")
}

extension ImportResultBody {
    /// - Parameters:
    ///   - permalink: the pattern of the site.
    ///   - isFuture: whether the post is not there yet, so that readers know no address.
    fileprivate mutating func noteOldPaths(of filed: FiledPost, permalink current: String?, isFuture: Bool) {
        guard filed.isPublished else { return }
        let own = filed.draft.path.flatMap { try? PostPath($0) }
        let last = own ?? filed.oldPath
        let all = [last].compactMap(\.self) + filed.formerPaths.filter { $0 != last }
        if !all.isEmpty { oldPaths = all.map(\.text) }
        guard let old = last else {
            oldPathBecomes = isFuture ? nil : "unknown"
            return
        }
        if filed.draft.kind == .post, let slug = filed.draft.slug, let date = filed.draft.date?.wall.date {
            permalink = old.pattern(slug: slug, date: date)
        }
        let isSame =
            permalink.map { $0 == current }
            ?? (filed.draft.kind == .page && old.names.count == 1 && old.slugText == filed.draft.slug?.text)
        oldPathBecomes = own != nil ? "own" : isSame ? "same" : "redirect"
    }
}

extension Target {
    /// The path of a site's address, such as `/blog`; empty for the root of a host.
    fileprivate var basePath: String {
        let rest = place.firstRange(of: "://").map { place[$0.upperBound...] } ?? place[...]
        let path = rest.drop { $0 != "/" }
        return String(path.hasSuffix("/") ? path.dropLast() : path)
    }
}
