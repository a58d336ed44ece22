import FrontMatter
import PostStore
import Posts
import Targets
import Wire

/// One request of an import.
struct ImportRound {
    /// The targets that receive the published posts.
    let targets: [Target]
    let clock: FileClock
    let now: Instant
    let isDryRun: Bool
    var entries: [ImportEntry] = []

    var report: ImportReportBody { ImportReportBody(items: entries.map(\.result)) }

    mutating func read(_ items: [ImportItemBody], as format: Origin.Format, times: Times) {
        var sources: Set<String> = []
        entries = items.map { body in
            let item = ImportItem(body, times: times, clock: clock, now: now)
            return ImportEntry(item, format, self, isRepeated: !sources.insert(body.source).inserted)
        }
    }

    mutating func decide(_ known: [String: KnownOrigin]) {
        for index in entries.indices { entries[index].decide(known[entries[index].item.body.source]) }
    }

    /// Determines the results of a dry run, which stores nothing.
    mutating func foretell(_ store: PostStore) async throws {
        let wanted = entries.compactMap { $0.step == .make ? $0.arrival?.draft.slug : nil }
        var taken = try await store.isTaken(wanted)
        for index in entries.indices {
            entries[index].foretell(isTaken: { taken.contains($0) })
            if let slug = entries[index].arrival?.draft.slug, entries[index].step == .make { taken.insert(slug) }
        }
    }
}

/// One item on its way from reading to the report.
struct ImportEntry {
    let item: ImportItem
    /// nil for an item that cannot become a post.
    private(set) var arrival: Arrival?
    private(set) var step: ImportStep?
    private(set) var result: ImportResultBody
    /// The imported post that still has to be published.
    private(set) var unpublished: Post?

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
            guard body.isKeepable else {
                notes(["Its source, fingerprint, path or what it keeps is empty or too long. It was not imported."])
                end(.refused)
                return
            }
            let isFuture = filed.draft.date.map { $0.instant > round.now } ?? false
            if filed.isPublished, isFuture, round.targets.isEmpty {
                notes(["Its date is in the future, and there is no site to publish it on. It is a draft here."])
            }
            let origin = Origin(
                source: body.source, format: format, fingerprint: body.fingerprint, path: body.path, kept: kept,
                pictures: (body.pictures ?? []).map {
                    Origin.Picture(reference: $0.reference, media: $0.media, file: $0.file)
                })
            let changedAt = filed.changedAt ?? (filed.isPublished && !isFuture ? filed.draft.date?.instant : nil)
            arrival = Arrival(
                origin: origin, draft: filed.draft, formerSlugs: filed.formerSlugs,
                formerPaths: filed.formerPaths, changedAt: changedAt,
                wantsPublication: filed.isPublished && !(isFuture && round.targets.isEmpty))
            result.title = filed.draft.title
            result.slug = filed.draft.slug?.text
            result.state = arrival?.wantsPublication == true ? "published" : "draft"
        }
    }

    mutating func decide(_ known: KnownOrigin?) {
        guard arrival != nil else { return }
        let step = ImportStep(fingerprint: item.body.fingerprint, known: known)
        self.step = step
        switch step {
        case .make: break
        case .renew(let stored): result.post = stored.post.id.text
        case .finish(let stored):
            result.post = stored.post.id.text
            end(.new)
            unpublished = stored.post
        case .leave(let outcome, let id):
            result.post = id.text
            if outcome == .same { result.notes = [] }
            if outcome == .editedHere {
                notes(["It changed in the source and was edited here. The text here stays."])
            }
            if outcome == .deletedHere { notes(["It was deleted here, so it was not imported."]) }
            end(outcome)
        }
    }

    mutating func foretell(isTaken: (Slug) -> Bool) {
        unpublished = nil
        switch step {
        case .make?:
            if let slug = arrival?.draft.slug, isTaken(slug) {
                notes(["The slug “\(slug)” belongs to another post. This one will get a number behind it."])
            }
            end(.new)
        case .renew?: end(.changed)
        case .finish?, .leave?, nil: break
        }
    }

    mutating func made(_ arrived: Arrived) {
        let post = arrived.stored.post
        (result.post, result.slug) = (post.id.text, post.slug.text)
        notes(arrived.notes)
        if arrived.isAdopted { result.notes = [] }
        end(arrived.isAdopted ? .same : .new)
        if !arrived.isAdopted, arrival?.wantsPublication == true { unpublished = post }
    }

    mutating func renewed(_ stored: StoredPost, wantsPublication: Bool) {
        result.slug = stored.post.slug.text
        end(.changed)
        if wantsPublication { unpublished = stored.post }
    }

    mutating func notes(_ words: [String]) {
        result.notes += words.map { ImportNoteBody(what: "", words: $0) }
    }

    mutating func end(_ outcome: ImportOutcome) {
        var ended = ImportResultBody(
            source: result.source, path: result.path, outcome: outcome.rawValue, notes: result.notes)
        (ended.post, ended.slug, ended.title) = (result.post, result.slug, result.title)
        ended.state = [.new, .changed].contains(outcome) ? result.state : nil
        result = ended
    }
}

extension ImportItemBody {
    /// Whether the values that the store keeps about a source are within their bounds.
    fileprivate var isKeepable: Bool {
        (1...1000).contains(source.utf8.count) && (1...100).contains(fingerprint.utf8.count) && path.utf8.count <= 1000
            && (kept?.utf8.count ?? 0) <= 65_536 && !(source + fingerprint + path).utf8.contains(0)
    }
}
