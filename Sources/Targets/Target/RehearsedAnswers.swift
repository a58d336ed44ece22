import HTTPValues
import JSONTree
import Posts

// The parts of answers that kinds make for a rehearsal.

extension HTTPAnswer {
    static func json(_ text: String, status: Int = 200, at instant: Instant) -> HTTPAnswer {
        let headers = [HTTPHeader("Content-Type", "application/json; charset=utf-8")]
        return HTTPAnswer(status: status, headers: headers, body: Array(text.utf8), receivedAt: instant)
    }

    /// The copy that an earlier rehearsal would have left. Its words are not known.
    static func rehearsed(_ members: [String: JSON], at instant: Instant) -> HTTPAnswer {
        .json(JSON.object(members.merging([rehearsedName: .bool(true)]) { $1 }).written, at: instant)
    }

    private static let rehearsedName = "galleyRehearsal"
    var isRehearsed: Bool { json?[HTTPAnswer.rehearsedName] == .bool(true) }
}

extension String {
    /// A number from 1 to 1,000,000,000, always the same for the same text (FNV-1a, 32 bits).
    var stableNumber: Int {
        let hash = utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return Int(hash % 1_000_000_000) + 1
    }
}
