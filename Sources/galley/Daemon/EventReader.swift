/// Parses a stream of server-sent events from pieces of any size (HTML Living Standard, section 9.2.6).
struct EventReader {
    struct Event: Equatable {
        /// `message` when the stream names none.
        var name = "message"
        var data = ""
    }

    /// The id to resume after.
    private(set) var lastID: String?
    /// The delay before reconnecting that the server asks for.
    private(set) var retryMilliseconds: Int?
    private var line: [UInt8] = []
    /// Takes effect only once its event is complete.
    private var pendingID: String?
    private var event = Event()
    private var dataLines: [String] = []
    private var isAfterReturn = false
    /// Longer than any event of the desk. A longer line comes from another kind of server.
    private static let lineBytesMax = 1 << 20

    init(after id: String?) { lastID = id }

    /// Discards the partial event of a broken connection.
    mutating func beginConnection() {
        (line, event, dataLines, isAfterReturn, pendingID) = ([], Event(), [], false, nil)
    }

    /// - Returns: the events that are complete with these bytes.
    mutating func read(_ bytes: [UInt8]) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            defer { isAfterReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where isAfterReturn: continue
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                if line.count < Self.lineBytesMax { line.append(byte) }
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line = [] }
        guard !line.isEmpty else { return endEvent() }
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty else { return nil }
        var value = parts.count > 1 ? parts[1] : ""
        if value.first == " " { value = value.dropFirst() }
        switch name {
        case "event": event.name = String(value)
        case "data": dataLines.append(String(value))
        case "id" where !value.contains("\0"): pendingID = String(value)
        case "retry": retryMilliseconds = Int(value).flatMap { $0 >= 0 ? $0 : nil } ?? retryMilliseconds
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer { (event, dataLines) = (Event(), []) }
        if let pendingID { lastID = pendingID }
        guard !dataLines.isEmpty else { return nil }
        event.data = dataLines.joined(separator: "\n")
        return event
    }
}
