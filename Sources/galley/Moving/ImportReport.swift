import Posts
import Wire

/// The results of an import, and the notes. A note that occurs in many files is shown once.
struct ImportReport {
    private(set) var results: [ImportResultBody] = []
    private var outcomes: [String: Int] = [:]
    private var (published, scheduled) = (0, 0)
    private var order: [Key] = []
    private var notes: [Key: Note] = [:]
    private(set) var refused = 0
    private var undated = 0
    private var recalled = 0
    /// By key, the number of posts that it keeps private.
    private var privates: [String: Int] = [:]
    private var privateCount = 0
    private var addresses = OldAddresses()
    private var losses = Losses()

    private struct Key: Hashable {
        let what, words: String
    }

    private struct Note {
        let path: String
        let line: Int?
        var more = 0
    }

    mutating func add(_ result: ImportResultBody) {
        results.append(result)
        outcomes[result.outcome, default: 0] += 1
        if result.state == "published" { published += 1 }
        if result.state == "scheduled" { scheduled += 1 }
        if result.outcome == "refused" { refused += 1 }
        if result.notes.contains(where: { $0.what == "no date" }) { undated += 1 }
        if result.notes.contains(where: { $0.what == "taken back" }) { recalled += 1 }
        let keys = Set(result.notes.compactMap { PrivacyMark.key(ofSubject: $0.what) })
        for key in keys { privates[key, default: 0] += 1 }
        if !keys.isEmpty { privateCount += 1 }
        for note in result.notes { add(note, at: result.path) }
        addresses.add(result)
        if let lost = result.losses { losses.add(lost) }
    }

    /// Takes note of the site's setting.
    mutating func know(_ answer: ImportReportBody) { addresses.permalink = answer.permalink }

    mutating func add(_ note: ImportNoteBody, at path: String) {
        let key = Key(what: note.what, words: note.words)
        if notes[key] != nil {
            notes[key]?.more += 1
        } else {
            order.append(key)
            notes[key] = Note(path: path, line: note.line)
        }
    }

    mutating func refuse(_ path: String, _ note: ImportNoteBody) {
        add(ImportResultBody(source: path, path: path, outcome: "refused", notes: [note]))
    }

    /// - Parameter pictures: the number of imported pictures.
    func text(_ style: Style, isDryRun: Bool, pictures: Int) -> String {
        var lines = [summary(isDryRun: isDryRun, pictures: pictures)] + losses.lines
        lines += addresses.lines(isDryRun: isDryRun)
        if !order.isEmpty { lines += ["", style.paint("Not understood, and what Galley did instead", .strong)] }
        for key in order.prefix(200) {
            guard let note = notes[key] else { continue }
            let place = note.path + (note.line.map { ":\($0)" } ?? "")
            let more = note.more > 0 ? style.paint("  (\(note.more) more like it)", .faint) : ""
            lines.append("\(style.paint(place.oneLine, .faint))  \(key.words.oneLine)\(more)")
        }
        if order.count > 200 { lines.append("… and \(order.count - 200) more; --json shows all.") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func summary(isDryRun: Bool, pictures: Int) -> String {
        let words = [
            ("new", "new"), ("changed", "changed"), ("same", "here already"),
            ("edited-here", "here already with another text"), ("deleted-here", "deleted here"),
            ("left-out", "left out"), ("refused", "not imported"),
        ]
        let parts = words.compactMap { outcome, words in
            outcomes[outcome].map { "\($0) \(words)" }
        }
        let all = parts.isEmpty ? "Nothing to import was found" : parts.joined(separator: ", ")
        let out = [(published, "published"), (scheduled, "scheduled")].filter { $0.0 > 0 }
            .map { count, word in " \(count) of them \(count == 1 ? "is" : "are") \(word)." }.joined()
        let drafts =
            undated > 0
            ? " \(counted(undated, "has no date and is a draft", "have no date and are drafts"))." : ""
        let media = pictures > 0 ? " \(counted(pictures, "picture"))." : ""
        let back =
            recalled > 0
            ? " \(counted(recalled, "was public and is unpublished", "were public and are unpublished"))." : ""
        return (isDryRun ? "This would be: " : "") + all + "." + out + drafts + kept + back + media
            + (isDryRun ? " Nothing was changed." : "")
    }

    /// The posts that their files keep private, by key.
    private var kept: String {
        guard privateCount > 0 else { return "" }
        let keys = privates.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) by “\($0.key.oneLine)”" }
        let rest = keys.count > 10 ? ", and \(keys.count - 10) more keys" : ""
        return
            " \(counted(privateCount, "is a draft because its file does not show it to everyone", "are drafts because their files do not show them to everyone")): "
            + keys.prefix(10).joined(separator: ", ") + rest + "."
    }
}

/// What readers do not see of the posts' HTML.
private struct Losses {
    private var (posts, words, pictures, nearlyEmpty) = (0, 0, 0, 0)
    private var setting = ""

    mutating func add(_ lost: ImportLossBody) {
        posts += 1
        words = words.addingReportingOverflow(lost.words).partialValue
        pictures = pictures.addingReportingOverflow(lost.pictures).partialValue
        if lost.isNearlyEmpty { nearlyEmpty += 1 }
        setting = lost.setting
    }

    var lines: [String] {
        guard posts > 0 else { return [] }
        let lost = [words > 0 ? counted(words, "word") : nil, pictures > 0 ? counted(pictures, "picture") : nil]
            .compactMap(\.self).joined(separator: " and ")
        let empty =
            nearlyEmpty > 0 ? " \(counted(nearlyEmpty, "page is nearly empty", "pages are nearly empty"))." : ""
        return [
            "Readers miss \(lost) of \(counted(posts, "post")), because \(setting.oneLine).\(empty) With `raw_html = \"filter\"` in "
                + "[render] pages show them."
        ]
    }
}
