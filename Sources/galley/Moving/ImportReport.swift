import Moving
import Posts
import Wire

/// The results of an import, and its report: first what readers get and what they miss, then the rest.
struct ImportReport {
    private(set) var results: [ImportResultBody] = []
    /// By path, the result that a later note belongs to.
    private var places: [String: Int] = [:]
    private var outcomes: [String: Int] = [:]
    /// By the word of a state, the number of posts that the import brings into it.
    private var states: [String: Int] = [:]
    private var undated = 0
    private var recalled = 0
    /// By key, the number of posts that it keeps private.
    private var privates: [String: Int] = [:]
    private var privateCount = 0
    private var addresses = OldAddresses()
    private var losses = ImportLosses()
    private var notes = ImportNotes()

    var refused: Int { outcomes["refused"] ?? 0 }

    mutating func add(_ result: ImportResultBody) {
        places[result.path] = results.count
        results.append(result)
        outcomes[result.outcome, default: 0] += 1
        if let state = result.state { states[state, default: 0] += 1 }
        if result.notes.contains(where: { $0.what == "no date" }) { undated += 1 }
        if result.notes.contains(where: { $0.what == "taken back" }) { recalled += 1 }
        let keys = Set(result.notes.compactMap { PrivacyMark.key(ofSubject: $0.what) })
        for key in keys { privates[key, default: 0] += 1 }
        if !keys.isEmpty { privateCount += 1 }
        for note in result.notes { notes.add(note, at: result.path) }
        addresses.add(result)
        if let lost = result.losses { losses.add(lost, at: result.path) }
    }

    /// Takes note of the site's setting.
    mutating func know(_ answer: ImportReportBody) {
        addresses.permalink = answer.permalink
        addresses.feeds = answer.feedPaths ?? []
    }

    /// - Parameter lists: those of the old site.
    mutating func know(_ lists: OldLists) { addresses.lists = lists }

    /// - Parameter feeds: the paths at which the old site had its feed.
    mutating func know(_ feeds: [FeedPath]) { addresses.oldFeeds = feeds.map(\.text) }

    /// Adds a note to the result of its post. What is no post gets a result of its own.
    mutating func add(_ note: ImportNoteBody, at path: String) {
        notes.add(note, at: path)
        if let place = places[path] {
            results[place].notes.append(note)
        } else {
            places[path] = results.count
            results.append(ImportResultBody(source: path, path: path, outcome: "noted", notes: [note]))
        }
    }

    mutating func refuse(_ path: String, _ note: ImportNoteBody) {
        add(ImportResultBody(source: path, path: path, outcome: "refused", notes: [note]))
    }

    /// - Parameters:
    ///   - pictures: the number of imported pictures.
    ///   - isVerbose: whether to show every note.
    func text(_ style: Style, isDryRun: Bool, pictures: Int, isVerbose: Bool) -> String {
        var lines = [summary(style, isDryRun: isDryRun)] + drafts + losses.lines
        lines += addresses.lines(isDryRun: isDryRun)
        lines.append(rest(isDryRun: isDryRun, pictures: pictures))
        lines += notes.lines(style, isVerbose: isVerbose)
        return lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    /// What readers get.
    private func summary(_ style: Style, isDryRun: Bool) -> String {
        let words = [("published", "published"), ("scheduled", "scheduled"), ("draft", "draft")]
        let all = states.values.reduce(0, +)
        guard all > 0 else { return outcomes.isEmpty ? "Nothing to import was found." : "" }
        let isPublic = states["published"] != nil || states["scheduled"] != nil
        let parts = words.compactMap { state, words -> String? in
            guard let count = states[state] ?? (state == "published" ? 0 : nil) else { return nil }
            return "\(count) \(state == "draft" && count != 1 ? "drafts" : words)"
        }
        let line = "\(isDryRun ? "This would be: " : "")\(parts.joined(separator: ", "))."
        return isPublic ? line : style.paint(line + " Readers see nothing of this import.", .strong)
    }

    /// Why posts are not published.
    private var drafts: [String] {
        var lines: [String] = []
        if undated > 0 {
            lines.append("\(counted(undated, "has no date and is a draft", "have no date and are drafts")).")
        }
        if privateCount > 0 {
            let keys = privates.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.value) by “\($0.key.oneLine)”" }
            let rest = keys.count > 10 ? ", and \(keys.count - 10) more keys" : ""
            let words = counted(
                privateCount, "is a draft because its file does not show it to everyone",
                "are drafts because their files do not show them to everyone")
            lines.append("\(words): \(keys.prefix(10).joined(separator: ", "))\(rest).")
        }
        if recalled > 0 {
            lines.append(
                "\(counted(recalled, "was public and is unpublished", "were public and are unpublished")).")
        }
        return lines
    }

    /// What was done with the files.
    private func rest(isDryRun: Bool, pictures: Int) -> String {
        let words = [
            ("new", "new"), ("changed", "changed"), ("same", "here already"),
            ("edited-here", "here already with another text"), ("deleted-here", "deleted here"),
            ("left-out", "left out"), ("refused", "not imported"),
        ]
        let parts = words.compactMap { outcome, words in outcomes[outcome].map { "\($0) \(words)" } }
        let counts = parts.isEmpty ? "" : "\(parts.joined(separator: ", "))."
        let media = pictures > 0 ? "\(counted(pictures, "picture"))." : ""
        return [counts, media, isDryRun ? "Nothing was changed." : ""].filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

/// What readers do not see of the posts' HTML.
private struct ImportLosses {
    private var (posts, words, pictures, nearlyEmpty) = (0, 0, 0, 0)
    /// The first pages that are nearly empty.
    private var paths: [String] = []
    private var setting = ""
    private static let pathsMax = 5

    mutating func add(_ lost: ImportLossBody, at path: String) {
        posts += 1
        words = words.addingReportingOverflow(lost.words).partialValue
        pictures = pictures.addingReportingOverflow(lost.pictures).partialValue
        if lost.isNearlyEmpty {
            nearlyEmpty += 1
            if paths.count < ImportLosses.pathsMax { paths.append(path.oneLine) }
        }
        setting = lost.setting
    }

    var lines: [String] {
        guard posts > 0 else { return [] }
        let lost = [words > 0 ? counted(words, "word") : nil, pictures > 0 ? counted(pictures, "picture") : nil]
            .compactMap(\.self).joined(separator: " and ")
        var lines = [
            "Readers miss \(lost) of \(counted(posts, "post")), because \(setting.oneLine). With "
                + "`raw_html = \"filter\"` in [render] pages show them."
        ]
        if nearlyEmpty > 0 {
            let more = nearlyEmpty > paths.count ? " and \(nearlyEmpty - paths.count) more" : ""
            lines.append(
                "\(counted(nearlyEmpty, "page is nearly empty", "pages are nearly empty")): "
                    + "\(paths.joined(separator: ", "))\(more).")
        }
        return lines
    }
}

/// What was not understood. A note that occurs in many files is one line, and of alike notes the first few are shown.
private struct ImportNotes {
    private struct Note {
        let words: String
        let path: String
        let line: Int?
        var more = 0
    }

    /// By cause and words.
    private var places: [[String]: Int] = [:]
    private var notes: [Note] = []
    /// The causes in the order of their first notes, with the places of those.
    private var causes: [String] = []
    private var ofCause: [String: [Int]] = [:]
    /// How many notes with different words are shown of one cause.
    private static let shownMax = 3

    mutating func add(_ note: ImportNoteBody, at path: String) {
        if let place = places[[note.what, note.words]] {
            notes[place].more += 1
            return
        }
        places[[note.what, note.words]] = notes.count
        if ofCause[note.what] == nil { causes.append(note.what) }
        ofCause[note.what, default: []].append(notes.count)
        notes.append(Note(words: note.words, path: path, line: note.line))
    }

    func lines(_ style: Style, isVerbose: Bool) -> [String] {
        guard !notes.isEmpty else { return [] }
        var lines = ["\n" + style.paint("Not understood, and what Galley did instead", .strong)]
        var isFolded = false
        for cause in causes {
            let places = ofCause[cause] ?? []
            // A line that says that one more line is left out would be as long as that line.
            let shown = isVerbose || places.count <= ImportNotes.shownMax + 1 ? places.count : ImportNotes.shownMax
            lines += places.prefix(shown).map { line(notes[$0], style) }
            guard places.count > shown else { continue }
            isFolded = true
            lines.append(style.paint("  … and \(places.count - shown) more of this kind", .faint))
        }
        if isFolded { lines.append("--verbose shows all of them.") }
        return lines
    }

    private func line(_ note: Note, _ style: Style) -> String {
        let place = note.path + (note.line.map { ":\($0)" } ?? "")
        let more = note.more > 0 ? style.paint("  (\(note.more) more like it)", .faint) : ""
        return "\(style.paint(place.oneLine, .faint))  \(note.words.oneLine)\(more)"
    }
}
