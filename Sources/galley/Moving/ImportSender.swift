import Glibc
import Moving
import Wire

/// Sends posts to the daemon in batches and collects the report. If the import stops, the posts sent so far stay, and a
/// repetition of the import continues.
final class ImportSender {
    private let client: DaemonClient
    private let wish: ImportBody
    private let progress: ProgressLine
    private var waiting: [ImportItemBody] = []
    private var waitingBytes = 0
    private(set) var report = ImportReport()

    private static let itemsMax = 100
    private static let bytesMax = 4_000_000
    /// The largest post in bytes. The daemon refuses larger ones too.
    static let postBytesMax = 2_500_000

    /// - Parameter wish: the request without its items.
    init(_ client: DaemonClient, _ wish: ImportBody, _ progress: ProgressLine) {
        self.client = client
        self.wish = wish
        self.progress = progress
    }

    func add(_ item: ImportItemBody, notes: [ImportNoteBody] = []) throws {
        let size = (item.markdown?.utf8.count ?? 0) + (item.draft?.body?.utf8.count ?? 0) + (item.kept?.utf8.count ?? 0)
        if waiting.count >= ImportSender.itemsMax || waitingBytes + size > ImportSender.bytesMax { try send() }
        for note in notes { report.add(note, at: item.path) }
        waiting.append(item)
        waitingBytes += size
    }

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
        return report
    }

    private func send() throws {
        guard !waiting.isEmpty else { return }
        var body = wish
        body.items = waiting
        let call = try DaemonCall("imports").carrying(body)
        let answer: ImportReportBody
        do {
            answer = try client.send("POST", call)
        } catch let failure as CommandFailure where failure.status == .tryAgain {
            // Importing again is safe, even if the first request succeeded.
            answer = try client.send("POST", call)
        }
        for result in answer.items { report.add(result) }
        progress.advance(by: waiting.count, at: waiting.last?.path ?? "")
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
