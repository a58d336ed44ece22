import Posts
import Synchronization

/// Who has a post open now. Nothing of this is stored: an entry ends when it is not renewed.
final class Presence: Sendable {
    struct Entry: Hashable, Sendable {
        let user: String
        /// Such as “Firefox on Linux”, or the program that the caller names.
        let program: String
        /// In UTF-16 units from the start of the text, as the caller has it; nil if it has none.
        let caret: Int?
        let until: Instant

        /// An entry that would last longer than `span` is from before the clock was set back; its window may have left.
        func isCurrent(at now: Instant) -> Bool { until > now && until - now <= Presence.span }
    }

    /// Two renewals of the page may get lost.
    static let span = Span.seconds(30)
    static let entriesMax = 50, postsMax = 2000

    private let posts = Mutex<[PostID: [String: Entry]]>([:])

    /// Notes an entry for `key`, and returns the others, those that end last first. Beyond the bounds nothing is noted.
    func note(_ entry: Entry, as key: String, in post: PostID, at now: Instant) -> [Entry] {
        posts.withLock { posts in
            if posts.count >= Self.postsMax, posts[post] == nil {
                posts = posts.filter { $0.value.contains { $0.value.isCurrent(at: now) } }
            }
            var here = (posts[post] ?? [:]).filter { $0.value.isCurrent(at: now) }
            if here[key] != nil || (here.count < Self.entriesMax && (posts[post] != nil || posts.count < Self.postsMax))
            {
                here[key] = entry
                posts[post] = here
            }
            return Self.sorted(here.filter { $0.key != key }.map(\.value))
        }
    }

    func entries(in post: PostID, at now: Instant) -> [Entry] {
        posts.withLock { Self.sorted(($0[post] ?? [:]).values.filter { $0.isCurrent(at: now) }) }
    }

    func remove(_ key: String, from post: PostID) {
        posts.withLock { posts in
            posts[post]?[key] = nil
            if posts[post]?.isEmpty == true { posts[post] = nil }
        }
    }

    private static func sorted(_ entries: [Entry]) -> [Entry] { entries.sorted { $0.until > $1.until } }
}
