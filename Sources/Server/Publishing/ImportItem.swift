import FrontMatter
import PostStore
import Posts
import Rendering
import Wire

/// One item of an import, read as far as possible.
struct ImportItem {
    let body: ImportItemBody
    let reading: Reading
    private(set) var notes: [ImportNoteBody] = []
    /// Whether its source does not show it to everyone, besides by `draft` and `published`.
    private(set) var isPrivate = false
    /// Changes with the source, and when a choice of the import makes a post of it public.
    private(set) var fingerprint: String
    private(set) var losses: PageLosses?
    /// By which readers of the old site's feed know it; nil if unknown.
    private(set) var feedID: FeedID?

    enum Reading {
        case post(FiledPost, kept: String?)
        /// Not a post by the conventions of the file's format.
        case leftOut
        case refused
    }

    /// - Parameters:
    ///   - blog: from which a Markdown file comes.
    ///   - base: the path of the site's address, such as `/blog`; empty for the root.
    ///   - targets: those of the settings.
    ///   - options: how its page is made.
    init(
        _ body: ImportItemBody, of blog: OldPlace, times: Times, clock: FileClock, now: Instant, base: String,
        targets: Set<TargetName>, render options: RenderOptions
    ) {
        self.body = body
        fingerprint = body.fingerprint
        feedID = body.feedID.flatMap(FeedID.init)
        do {
            if let markdown = body.markdown {
                var place = blog
                place.pattern = body.isPublished == false ? nil : body.boundedAddress
                place.isPageIfUndated = body.isPage ?? false
                place.defaults = try body.boundedDefaults()
                let file = try BlogFile(markdown, path: body.path, clock: clock, place: place)
                notes = file.notes.map { ImportNoteBody(line: $0.line, what: $0.what, words: $0.words) }
                var filed = file.post
                isPrivate = !file.privacyMarks.isEmpty || body.isPublished == false
                if file.isOpenedByPublicKeys { fingerprint += "+public" }
                let tags = (body.tags ?? []).prefix(Draft.tagsMax).compactMap { try? Tag($0) }
                filed.draft.tags = Tag.unique(filed.draft.tags + tags)
                filed.draft.privateNotes = body.privateNotes.flatMap { $0.isEmpty ? nil : $0 }
                if body.isPublished == false, filed.isPublished {
                    filed.isPublished = false
                    let words = "The old site made no page of a file in this place, so it is a draft here."
                    notes.append(ImportNoteBody(what: "a hidden file", words: words))
                }
                filed.setOldPath(file.oldPath, isPageMoved: false)
                feedID = feedID ?? file.feedID(on: place)
                notes += filed.draft.fit(targets: targets)
                try filed.draft.checkLength()
                // The store would refuse the whole round for one item.
                try filed.draft.checkStorable()
                guard !file.path.isSection else {
                    reading = .leftOut
                    let words = "It is a list page of Hugo, not a post, so it was skipped."
                    notes = [ImportNoteBody(what: "“_index.md”", words: words)]
                    return
                }
                losses = PageLosses(of: filed.draft.body, by: options, startingAt: file.file.linesAbove)
                reading = .post(filed, kept: file.file.head)
            } else if let draft = body.draft {
                var reader = DraftReader(times: times, now: now)
                var filed = reader.filed(draft, body)
                filed.setOldPath(
                    body.boundedAddress.flatMap { PostPath(ofAddress: $0, under: base) }, isPageMoved: true)
                let cuts = filed.draft.fit(targets: targets)
                try filed.draft.checkLength()
                try filed.draft.checkStorable()
                losses = PageLosses(of: filed.draft.body, by: options)
                reading = .post(filed, kept: body.kept)
                notes = reader.notes + cuts
            } else {
                throw Problem.badField("items", "An item has neither “markdown” nor “draft”. Send one of them.")
            }
        } catch let error as FrontMatterError {
            reading = .refused
            notes = [ImportNoteBody(line: error.line, what: "a file", words: "\(error.problem) It was not imported.")]
        } catch {
            reading = .refused
            notes = [
                ImportNoteBody(
                    what: "a post", words: (Problem(error)?.body.words ?? "\(error)") + " It was not imported.")
            ]
        }
        notes += losses?.notes ?? []
    }
}

/// Reads imported drafts. It drops a value that its field cannot take and adds a note to the report.
struct DraftReader {
    let times: Times
    let now: Instant
    private(set) var notes: [ImportNoteBody] = []

    mutating func filed(_ body: DraftBody, _ item: ImportItemBody) -> FiledPost {
        var draft = Draft(
            kind: body.kind.flatMap(PostKind.init(rawValue:)) ?? .post, body: body.body ?? "")
        for field in TextField.allCases {
            draft[field] =
                field.form == .words
                ? body[field] : attempt("the \(field.words)", body[field]) { try Draft.checked($0, field) }
        }
        draft.slug = slug(body.slug)
        draft.language = attempt("the language", body.language) { try Language($0.replacing("_", with: "-")) }
        draft.tags = Tag.unique((body.tags ?? []).compactMap { text in attempt("a tag", text) { try Tag($0) } })
        let (times, now) = (times, now)
        draft.date = attempt("the date", body.date) {
            try times.planned($0, zone: body.zone, now: now, field: "date", isOfBlog: true)
        }
        draft.overrides = attempt("what targets say", body.overrides ?? [:]) { try Draft.checked($0) } ?? [:]
        let former = (item.formerSlugs ?? []).compactMap { try? Slug(checking: $0) }
        let paths = (item.formerPaths ?? []).prefix(FiledPost.formerPathsMax).compactMap { text in
            attempt("an old address", text) { try PostPath($0) }
        }
        let changedAt = item.changedAt.flatMap { try? RFC3339.instant($0) }
        return FiledPost(
            draft: draft, isPublished: isPublished(item, draft, changedAt), formerSlugs: former,
            formerPaths: paths.filter { $0.text != draft.path }, changedAt: changedAt)
    }

    /// A post without any date is a draft: published now, it would stand before newer posts. A page needs no date.
    private mutating func isPublished(_ item: ImportItemBody, _ draft: Draft, _ changedAt: Instant?) -> Bool {
        guard item.isPublished == true else { return false }
        guard draft.date == nil, changedAt == nil, draft.kind != .page else { return true }
        notes.append(
            ImportNoteBody(
                what: "no date",
                words: "It has no date of publication, so it is a draft here. Give it a date and import again."))
        return false
    }

    /// The slug as it is, or the nearest valid one.
    private mutating func slug(_ text: String?) -> Slug? {
        guard let text = text?.percentRead, !text.isEmpty else { return nil }
        if let slug = try? Slug(checking: text) { return slug }
        let slug = Slug.derived(from: text)
        let instead = slug.map { "The post is “\($0)” here." } ?? "The post gets one from its title."
        notes.append(
            ImportNoteBody(what: "a slug", words: "“\(text.shortened())” cannot be a slug here. \(instead)"))
        return slug
    }

    private mutating func attempt<Said: Collection, Value>(
        _ what: String, _ said: Said?, _ make: (Said) throws -> Value
    ) -> Value? {
        guard let said, !said.isEmpty else { return nil }
        do { return try make(said) } catch {
            let words = Problem(error)?.body.words ?? "\(error)"
            notes.append(ImportNoteBody(what: what, words: "\(words) It was left out."))
            return nil
        }
    }
}

extension ImportItemBody {
    /// The old address, unless it is too long for any page.
    fileprivate var boundedAddress: String? { oldAddress.flatMap { $0.utf8.count <= 4000 ? $0 : nil } }

    /// The defaults.
    /// - Throws: when there are too many for any configuration. Without them, a private post could become public.
    fileprivate func boundedDefaults() throws -> [String: [String]] {
        guard let defaults else { return [:] }
        guard defaults.count <= 100, defaults.values.allSatisfy({ $0.count <= 100 }) else {
            throw Problem.badField(
                "defaults", "“defaults” has too many entries. Send at most 100, with 100 words each.")
        }
        return defaults
    }
}

extension FiledPost {
    /// - Parameter isPageMoved: whether a page below another one gets the path as its own. No pattern puts it there.
    fileprivate mutating func setOldPath(_ path: PostPath?, isPageMoved: Bool) {
        guard let path, draft.path == nil else { return }
        if isPageMoved, draft.kind == .page, path.names.count > 1 {
            draft.path = path.text
        } else if isPublished {
            oldPath = path
        }
    }
}
