package import Posts

/// The key of a record that sorts by time: a TID (https://atproto.com/specs/tid).
///
/// Galley chooses it before it sends, so that a repetition writes the same record.
package struct RecordKey: Hashable, Sendable, CustomStringConvertible {
    /// 13 characters.
    package let text: String

    package var description: String { text }

    /// - Parameters:
    ///   - time: from 1970 to 2255; times outside are moved to the nearer end.
    ///   - clock: distinguishes keys of the same microsecond; its lowest 10 bits count.
    package init(_ time: Instant, clock: UInt16) {
        let microseconds = min(UInt64(clamping: time.microseconds), RecordKey.timeMax)
        let bits = microseconds << 10 | UInt64(clock & 0x3FF)
        let digits = stride(from: 60, through: 0, by: -5).map { RecordKey.alphabet[Int(bits >> UInt64($0) & 31)] }
        text = String(decoding: digits, as: UTF8.self)
    }

    /// - Returns: nil unless `text` is a TID.
    package init?(_ text: String) {
        // The first digit has 4 bits: the number has 64 with one that is always 0.
        guard text.utf8.count == RecordKey.length, text.utf8.allSatisfy(RecordKey.alphabet.contains),
            text.utf8.first.map(RecordKey.alphabet[..<16].contains) == true
        else { return nil }
        self.text = text
    }

    /// The key that many microseconds later, of the same clock.
    package func advanced(by microseconds: Int) -> RecordKey {
        let time = time.microseconds.addingReportingOverflow(Int64(microseconds)).partialValue
        return RecordKey(Instant(microseconds: time), clock: UInt16(bits & 0x3FF))
    }

    package var time: Instant { Instant(microseconds: Int64(bits >> 10 & RecordKey.timeMax)) }

    private var bits: UInt64 {
        text.utf8.reduce(0) { $0 << 5 | UInt64(RecordKey.alphabet.firstIndex(of: $1) ?? 0) }
    }

    private static let length = 13

    private static let timeMax: UInt64 = 1 << 53 - 1
    private static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
}
