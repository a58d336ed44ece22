import XML

/// Collects the items of one format of feed, and passes each on when it ends.
protocol FeedListener: XMLListener {
    static var format: String { get }
    /// The name of the element of an item.
    static var item: String { get }
    /// Whose text the listener reads.
    var reader: XMLReader? { get set }
    /// What the receiver of an item threw.
    var error: (any Error)? { get }
    /// Whether the root element was that of the format.
    var isOfFormat: Bool { get }
    /// Drops the item that is open.
    /// - Returns: where it began, and the opening tags around it, which the listener gets once more.
    func restart() -> (line: Int?, around: String)
}

/// Reads a feed in pieces. A character that XML does not allow costs itself only (`XMLRepair`), and whatever else is not XML
/// costs the item that contains it.
final class FeedReader<Listener: FeedListener> {
    private let listener: Listener
    private var reader: XMLReader
    private let failed: (ExportFailure) throws -> Void
    private var repair = XMLRepair()
    /// The bytes that `reader` got, and the lines of the file before the next ones.
    private var (bytes, lines) = (0, 0)
    /// The declaration of the file, which names its encoding.
    private var declaration: [UInt8] = []
    private var isAtStart = true
    /// Why the present item was dropped, until the next one begins.
    private var failure: ExportFailure?
    /// What was passed over last, in which the name of an item may begin.
    private var passed: [UInt8] = []
    private var failures = 0
    /// A file in which more is wrong is no feed.
    private let failuresMax = 1000
    private let partBytes = 65_536

    /// - Parameter failed: receives the reason for each item that was left out.
    init(_ listener: Listener, failed: @escaping (ExportFailure) throws -> Void) throws {
        self.listener = listener
        self.failed = failed
        do { reader = try XMLReader(listener) } catch { throw ExportFailure(error) }
        listener.reader = reader
    }

    /// - Throws: `ExportFailure` for what nothing can be read behind, or an error of the receivers.
    func read(_ piece: [UInt8], isLast: Bool) throws {
        var start = 0
        repeat {
            let end = min(piece.count, start + partBytes)
            try read(part: Array(piece[start..<end]), isLast: isLast && end == piece.count)
            start = end
        } while start < piece.count
        guard isLast else { return }
        if let failure { throw failure }
        if !listener.isOfFormat { throw ExportFailure(line: 1, words: "It is XML, but not \(Listener.format).") }
    }

    /// Behind something that is not XML, the rest of a part is copied, so parts are small.
    private func read(part: [UInt8], isLast: Bool) throws {
        var rest: [UInt8]? = repair.read(part, isLast: isLast)
        while let next = rest { rest = failure == nil ? try parse(next, isLast: isLast) : try resume(next) }
    }

    /// - Returns: what is left of the piece behind something that is not XML; nil when all of it was read.
    private func parse(_ piece: [UInt8], isLast: Bool) throws -> [UInt8]? {
        if isAtStart, !piece.isEmpty {
            isAtStart = false
            let start = piece.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            if piece[start...].starts(with: "<?xml".utf8), let end = piece.firstIndex(of: UInt8(ascii: ">")) {
                declaration = Array(piece[start...end])
            }
        }
        do throws(XMLFailure) { try reader.read(piece, isLast: isLast) } catch {
            failures += 1
            let found = ExportFailure(error)
            guard listener.isOfFormat, failures <= failuresMax, listener.error == nil else { throw found }
            let position = min(max(reader.position - bytes, 0), piece.count)
            lines += piece[..<position].lineEnds
            failure = found
            return Array(piece[position...])
        }
        if let error = listener.error { throw error }
        bytes += piece.count
        lines += piece.lineEnds
        return nil
    }

    /// Looks for the next item, and lets another reader begin there.
    /// - Returns: what follows from there on; nil if no item begins here.
    private func resume(_ piece: [UInt8]) throws -> [UInt8]? {
        passed += piece
        let name = Array("<\(Listener.item)".utf8)
        guard let start = passed.start(ofTag: name) else {
            let kept = min(passed.count, name.count)
            lines += passed.dropLast(kept).lineEnds
            passed.removeFirst(passed.count - kept)
            return nil
        }
        lines += passed[..<start].lineEnds
        let rest = Array(passed[start...])
        (passed, bytes) = ([], 0)
        let (line, around) = listener.restart()
        if let failure {
            let item =
                line.map { "The item from line \($0) on was left out." }
                ?? "What follows up to the next item was left out."
            try failed(ExportFailure(line: failure.line, words: "\(failure.words) \(item)"))
        }
        failure = nil
        do throws(XMLFailure) {
            reader = try XMLReader(listener, linesBefore: lines)
            listener.reader = reader
            let frame = declaration + Array(around.utf8)
            try reader.read(frame, isLast: false)
            bytes = frame.count
        } catch { throw ExportFailure(error) }
        return rest
    }
}

extension Collection<UInt8> {
    fileprivate var lineEnds: Int { count { $0 == 0x0A } }
}

extension [UInt8] {
    /// - Parameter name: with the bracket before it.
    fileprivate func start(ofTag name: [UInt8]) -> Int? {
        var position = 0
        while let start = self[position...].firstIndex(of: UInt8(ascii: "<")) {
            position = start + 1
            guard self[start...].starts(with: name), let next = self[start...].dropFirst(name.count).first,
                next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
            else { continue }
            return start
        }
        return nil
    }

    /// The text, and how many marks of `XMLRepair` it contained.
    var repairedText: (words: String, marks: Int) {
        let text = String(decoding: self, as: UTF8.self)
        guard contains(0xEF) else { return (text, 0) }
        let scalars = text.unicodeScalars
        let marks = scalars.count { $0 == XMLRepair.mark }
        return marks == 0
            ? (text, 0) : (String(String.UnicodeScalarView(scalars.filter { $0 != XMLRepair.mark })), marks)
    }
}

extension String {
    /// Without the marks of `XMLRepair`.
    var withoutRepairMarks: String { Array(utf8).repairedText.words }
}

extension ExportFailure {
    fileprivate init(_ failure: XMLFailure) { self.init(line: failure.line, words: failure.words) }
}
