import ATProtocol
import JSONTree
import Posts

/// The posts at the service that a delivery made.
struct BlueskyCopy: Hashable {
    /// The DID.
    let account: String
    /// The key of the root.
    let key: String
    let parts: Int

    /// For readers.
    var address: String { "https://bsky.app/profile/\(account)/post/\(key)" }

    var record: RemotePost {
        let uri = BlueskyPost.uri(account, BlueskyPost.collection, key)
        return RemotePost(id: parts > 1 ? "\(uri)?parts=\(parts)" : uri, url: address)
    }

    static let partsMax = 100

    /// The keys of the roots of the texts that took its place, in their order: each follows from the one before it. So also
    /// a store that was restored from a backup knows the keys that a lost store has used since.
    var laterKeys: [String] {
        var keys: [String] = []
        while keys.count < BlueskyCopy.laterMax, let last = RecordKey(keys.last ?? key) {
            let second = Instant(microseconds: last.time.microseconds / 1_000_000 * 1_000_000)
            keys.append(RecordKey(posted: second, by: "\(last.text) replaced").text)
        }
        return keys
    }

    /// How many replacements since a backup Galley looks for.
    private static let laterMax = 20

    /// The keys of all parts: each follows the one before it by a microsecond.
    var keys: [String] {
        guard parts > 1 else { return [key] }
        guard let root = RecordKey(key) else { return [key] }
        return (0..<parts).map { root.advanced(by: $0).text }
    }
}

extension BlueskyCopy {
    /// - Parameter id: of `record`.
    init?(_ id: String) {
        let halves = id.split(separator: "?parts=", maxSplits: 1)
        let fields = (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
        guard fields.count == 5, fields[0] == "at:", fields[2].hasPrefix("did:"), fields[3] == BlueskyPost.collection,
            let parts = halves.count == 1 ? 1 : Int(halves[1]), (1...BlueskyCopy.partsMax).contains(parts)
        else { return nil }
        self.init(account: String(fields[2]), key: String(fields[4]), parts: parts)
    }
}

// MARK: - Successors

extension BlueskyTarget {
    /// The later text that took the place of a copy that is gone: by a request whose answer was lost, or by a store that
    /// was lost. At most one is there, because each goes when the next one comes.
    /// - Returns: nil if there is none.
    func successor(of copy: BlueskyCopy, _ dialogue: inout Dialogue) throws(Interruption) -> BlueskyCopy? {
        for key in copy.laterKeys where try postRecord(key, of: copy.account, &dialogue) != nil {
            return try counted(BlueskyCopy(account: copy.account, key: key, parts: 1), &dialogue)
        }
        return nil
    }

    /// The copy with as many parts as it has there.
    func counted(_ copy: BlueskyCopy, _ dialogue: inout Dialogue) throws(Interruption) -> BlueskyCopy {
        let keys = BlueskyCopy(account: copy.account, key: copy.key, parts: BlueskyCopy.partsMax).keys
        for (index, key) in keys.enumerated().dropFirst()
        where try postRecord(key, of: copy.account, &dialogue) == nil {
            return BlueskyCopy(account: copy.account, key: copy.key, parts: index)
        }
        return BlueskyCopy(account: copy.account, key: copy.key, parts: keys.count)
    }
}
