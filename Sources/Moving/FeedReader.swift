import XML

/// Collects the items of one format of feed, and passes each on when it ends.
protocol FeedListener: XMLListener {
    static var format: String { get }
    /// Whose text the listener reads.
    var reader: XMLReader? { get set }
    /// What the receiver of an item threw.
    var error: (any Error)? { get }
    /// Whether the root element was that of the format.
    var isOfFormat: Bool { get }
}

/// Reads a feed in pieces.
struct FeedReader<Listener: FeedListener> {
    private let listener: Listener
    private let reader: XMLReader

    init(_ listener: Listener) throws {
        self.listener = listener
        do { reader = try XMLReader(listener) } catch { throw ExportFailure(error) }
        listener.reader = reader
    }

    /// - Throws: `ExportFailure` or the listener's error.
    func read(_ bytes: [UInt8], isLast: Bool) throws {
        do { try reader.read(bytes, isLast: isLast) } catch { throw ExportFailure(error) }
        if let error = listener.error { throw error }
        if isLast, !listener.isOfFormat {
            throw ExportFailure(line: 1, words: "It is XML, but not \(Listener.format).")
        }
    }
}

extension ExportFailure {
    fileprivate init(_ failure: XMLFailure) { self.init(line: failure.line, words: failure.words) }
}
