import Digests

/// The idempotency keys of the edits of a copy follow from the key under which it was made. So a store that was restored
/// from a backup knows the keys that a lost store may have used since.
package enum EditKey {
    /// How many edits after the backup Galley looks for.
    static let lookedFor = 20

    /// - Parameters:
    ///   - number: of the edit, counted from 1.
    ///   - first: the key of the delivery that made the copy.
    /// - Returns: 32 hexadecimal digits.
    package static func key(ofEdit number: Int, of first: String) -> String {
        SHA256.hash("\(first) edit \(number)".utf8).prefix(16).hexadecimal
    }
}
