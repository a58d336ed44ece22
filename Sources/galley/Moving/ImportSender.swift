import Glibc
import Moving
import Wire

/// Sends posts to the daemon, some at a time, and keeps the report. Whatever ends it, what was sent is kept, and the
/// same import goes on from there.
final class ImportSender {
    private let client: DeskClient
    private let wish: ImportBody
    private let progress: ProgressLine
    private var waiting: [ImportItemBody] = []
    private var waitingBytes = 0
    private(set) var report = ImportReport()

    private static let itemsMax = 100
    private static let bytesMax = 4_000_000
    /// Of one post: more is refused by the daemon, too.
    static let postBytesMax = 2_500_000

    /// - Parameter wish: everything but the items.
    init(_ client: DeskClient, _ wish: ImportBody, _ progress: ProgressLine) {
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
        let call = try DeskCall("imports").carrying(body)
        let answer: ImportReportBody
        do {
            answer = try client.send("POST", call)
        } catch let complaint as Complaint where complaint.status == .tryAgain {
            // The same once more does no harm, whatever became of the first.
            answer = try client.send("POST", call)
        }
        for result in answer.items { report.add(result) }
        progress.advance(by: waiting.count, at: waiting.last?.path ?? "")
        (waiting, waitingBytes) = ([], 0)
    }
}

/// How far it is: a bar on a terminal, now and then a line elsewhere, nothing for programs.
final class ProgressLine {
    private let total: Int?
    private let isBar: Bool
    private let isSilent: Bool
    private var done = 0
    private var told = 0

    /// - Parameter total: nil when it is not known in advance.
    init(total: Int?, isSilent: Bool) {
        self.total = total
        self.isSilent = isSilent
        isBar = isatty(Channel.complaints.rawValue) == 1 && environment("TERM") != "dumb"
    }

    func advance(by count: Int, at place: String) {
        done += count
        guard !isSilent else { return }
        if isBar {
            write(
                "\r\u{1B}[K\(bar)\(done)\(total.map { " of \($0)" } ?? "")  \(place.oneLine.suffix(40))",
                to: .complaints)
        } else if done - told >= 1000 {
            told = done
            remark("\(done)\(total.map { " of \($0)" } ?? "") …")
        }
    }

    func end() {
        if isBar, !isSilent, done > 0 { write("\r\u{1B}[K", to: .complaints) }
    }

    private var bar: String {
        guard let total, total > 0 else { return "" }
        let filled = min(24, 24 * done / total)
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 24 - filled) + "] "
    }
}
