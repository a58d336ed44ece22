import Moving
import Posts
import Wire

/// Sends posts to the daemon in batches and collects the report. If the import stops, the posts sent so far stay, and a
/// repetition of the import continues.
final class ImportSender {
    private let client: DaemonClient
    private var wish: ImportBody
    private let progress: ProgressLine
    private var waiting: [Waiting] = []
    private var waitingBytes = 0
    private var arrived = 0
    private var lastGroup: String?
    /// The sources so far. A source identifies one post.
    private var sources: Set<String> = []
    /// Where the import began, as the daemon said.
    private var start: Int64?
    /// In a dry run, the slugs and paths that posts of earlier rounds would have. The keys are without the sign of a former
    /// path, since a name leads to one post.
    private var taken: [String: String] = [:]
    /// In a dry run, a picture that is not on the desk yet, by its address.
    private let pictures: (String) -> MediaBody?
    private(set) var report = ImportReport()
    private var links = OldLinks()
    /// In a dry run that asked for them, the addresses of posts by the path of their items.
    private(set) var addresses: [String: String] = [:]

    /// A post with the notes that were made before it was sent.
    private struct Waiting {
        let item: ImportItemBody
        let notes: [ImportNoteBody]
        let lines: MovedLines
    }

    private static let itemsMax = 100
    /// The daemon takes no more in one request.
    private static let groupMax = 500
    private static let bytesMax = 4_000_000
    /// The largest post in bytes. The daemon refuses larger ones too.
    static let postBytesMax = 2_500_000

    /// - Parameters:
    ///   - wish: the request without its items.
    ///   - pictures: in a dry run, the picture with that address, if the import would add it.
    init(
        _ client: DaemonClient, _ wish: ImportBody, _ progress: ProgressLine,
        pictures: @escaping (String) -> MediaBody? = { _ in nil }
    ) {
        self.client = client
        self.wish = wish
        self.progress = progress
        self.pictures = pictures
    }

    /// - Parameter zone: the zone of the posts' dates, as the export states it. One that the user named takes precedence.
    func adopt(zone: String?) { wish.zone = wish.zone ?? zone?.knownZone }

    /// - Parameters:
    ///   - links: of the source.
    ///   - address: of the old site, as far as known.
    ///   - group: the same for the languages of one post, which the daemon has to see together.
    ///   - lines: where the lines of the source are in the item.
    func add(
        _ item: ImportItemBody, notes: [ImportNoteBody] = [], links: [LinkReferences.Link] = [],
        of address: String? = nil,
        group: String? = nil, lines: MovedLines = MovedLines()
    ) throws {
        guard sources.insert(item.source).inserted else {
            return refuse(
                item.path, "The source “\(item.source.oneLine)” occurs twice. Only the first was imported.")
        }
        let size = (item.markdown?.utf8.count ?? 0) + (item.draft?.body?.utf8.count ?? 0) + (item.kept?.utf8.count ?? 0)
        let isSameGroup = group != nil && group == lastGroup
        let countMax = isSameGroup ? ImportSender.groupMax : ImportSender.itemsMax
        if waiting.count >= countMax || waitingBytes + size > ImportSender.bytesMax { try send() }
        self.links.add(links, at: item.path, of: address)
        waiting.append(Waiting(item: item, notes: notes, lines: lines))
        waitingBytes += size
        lastGroup = group
    }

    /// - Parameter feeds: the paths at which the old site had its feed.
    func know(_ feeds: [FeedPath]) { report.know(feeds) }

    /// - Parameter lists: those of the old site.
    func know(_ lists: OldLists) { report.know(lists) }

    func refuse(_ path: String, _ words: String, line: Int? = nil) {
        report.refuse(path, ImportNoteBody(line: line, what: "a file", words: words))
    }

    func leaveOut(_ path: String, _ words: String) {
        let note = ImportNoteBody(what: words, words: words)
        report.add(ImportResultBody(source: path, path: path, outcome: "left-out", notes: [note]))
    }

    func note(_ path: String, _ words: String, what: String) {
        report.add(ImportNoteBody(what: what, words: words), at: path)
    }

    func finish() throws -> ImportReport {
        try send()
        progress.end()
        for (path, note) in links.notes { report.add(note, at: path) }
        return report
    }

    private var request: ImportBody {
        var body = wish
        body.items = waiting.map(\.item)
        body.start = start
        return body
    }

    private func answer(to body: ImportBody) throws -> ImportReportBody {
        // What the first request imported, the second one leaves alone.
        let answer = try client.sendInTurn(DaemonCall(API.importPosts).carrying(body)) {
            progress.say("The daemon has no room for more now. Waiting.")
        }
        start = start ?? answer.start
        return answer
    }

    /// The answer of a dry run, whose earlier rounds stored nothing: if this one asks for names that they gave to posts, it
    /// is asked again with those.
    private func dryRunAnswer() throws -> ImportReportBody {
        var body = request
        body.pictures = Set(waiting.flatMap { $0.item.pictures ?? [] }.map(\.media)).sorted().compactMap {
            pictures($0)
        }
        while true {
            let answer = try answer(to: body)
            let asked = Set(answer.items.flatMap { $0.asks ?? [] }.map(\.withoutTilde))
            let met = asked.intersection(taken.keys).subtracting((body.taken ?? []).map(\.withoutTilde))
            guard !met.isEmpty else {
                for name in answer.items.flatMap({ $0.takes ?? [] }) { taken[name.withoutTilde] = name }
                return answer
            }
            // A taken slug gets a number behind it, which may be taken, too.
            let numbered = taken.keys.filter { name in met.contains { name.hasPrefix($0 + "-") } }
            body.taken = Set((body.taken ?? []) + (met.union(numbered)).compactMap { taken[$0] }).sorted()
        }
    }

    private func send() throws {
        guard !waiting.isEmpty else { return }
        let answer: ImportReportBody
        do {
            answer = try wish.isDryRun == true ? dryRunAnswer() : self.answer(to: request)
        } catch  where wish.isDryRun != true {
            guard let failure = CommandFailure(of: error) else { throw error }
            throw failure.followed(
                by: "The import stopped after \(arrived) files. Those stay; repeat the command, and it goes on.")
        }
        arrived += waiting.count
        report.know(answer)
        links.know(answer)
        for (sent, result) in zip(waiting, answer.items) {
            var result = result
            result.notes = result.notes.map { note in
                ImportNoteBody(line: note.line.map(sent.lines.source), what: note.what, words: note.words)
            }
            // What was said of a post before holds as long as its source is the same.
            if result.outcome != "same" { result.notes = sent.notes + result.notes }
            report.add(result)
            if let address = result.address { addresses[sent.item.path] = address }
        }
        progress.advance(by: waiting.count, at: waiting.last?.item.path ?? "")
        (waiting, waitingBytes) = ([], 0)
    }
}

/// The progress of an import: a bar on a terminal, nothing elsewhere or with `--json`.
final class ProgressLine {
    private let total: Int?
    private let isSilent: Bool
    private var ticker = Ticker()
    private var done = 0

    /// - Parameter total: nil when it is unknown in advance.
    init(total: Int?, isSilent: Bool) {
        self.total = total
        self.isSilent = isSilent
    }

    func advance(by count: Int, at place: String) {
        done += count
        guard !isSilent else { return }
        if let columns = ticker.columns { ticker.show(line(at: place, columns: columns)) }
    }

    /// Says a sentence to people, in a line of its own.
    func say(_ words: String) {
        guard !isSilent else { return }
        ticker.clear()
        write("galley: \(words)\n", to: .complaints)
    }

    func end() { ticker.clear() }

    private var words: String { "\(done)\(total.map { " of \($0)" } ?? "")" }

    /// The bar, the count and the end of the path. A narrow terminal gets no path, then a shorter bar or none.
    private func line(at place: String, columns: Int) -> String {
        let length = columns >= 60 ? 24 : columns >= 32 ? 10 : 0
        let begun = "\(bar(length))\(words)"
        let room = columns - begun.columns - 2
        guard room >= 12 else { return begun }
        var end = Substring(place.oneLine)
        while String(end).columns > min(room, 40) { end = end.dropFirst() }
        return "\(begun)  \(end)"
    }

    private func bar(_ length: Int) -> String {
        guard let total, total > 0, length > 0 else { return "" }
        let filled = min(length, length * done / total)
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: length - filled) + "] "
    }
}

extension String {
    fileprivate var withoutTilde: String { hasPrefix("~") ? String(dropFirst()) : self }
}
