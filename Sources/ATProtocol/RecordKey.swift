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

    private static let timeMax: UInt64 = 1 << 53 - 1
    private static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)
}
