import Panels
import PostStore
import Posts

/// Selects the panel events that are news to one window, for a stream opened with `?window=`. It drops events about
/// arrangements that the window does not show, about its own changes, and about revisions it has seen.
///
/// Programs with one window then need no such rules. The windows of a browser share one stream, so the page has the
/// same rules in `model/arranging.js`.
struct WindowEventFilter: Sendable {
    private let window: WindowID
    private let owner: UserID
    private let store: PostStore
    /// The subject of events about the arrangement that the window shows.
    private var shown: String
    private var seen: Int

    /// - Parameter seen: the revision that the window shows; nil for the newest.
    /// - Throws: `noSuchWindow`
    init(_ window: WindowID, of owner: UserID, seen: Int?, store: PostStore) async throws {
        let view = try await store.view(at: .window(window), of: owner, .composer)
        (self.window, self.owner, self.store) = (window, owner, store)
        shown = view.isFollowing ? ArrangementName.desk.text : window.text
        self.seen = seen ?? Int(clamping: view.revision.number)
    }

    /// The events that are news to the window, in their order. Events about other subjects than panels always are.
    mutating func news(of events: [LogEvent]) async throws -> [LogEvent] {
        var news: [LogEvent] = []
        for event in events where try await isNews(event) { news.append(event) }
        return news
    }

    private mutating func isNews(_ event: LogEvent) async throws -> Bool {
        guard let change = event.arrangement else { return true }
        guard let revision = change.revision else { return try await rereads(after: event) }
        guard event.subject == shown else { return false }
        let number = Int(clamping: revision.number)
        let verdict = EventGuard.of(revision: number, origin: change.origin, seen: seen, window: window.text)
        seen = max(seen, number)
        switch verdict {
        case .ignore: return false
        case .apply, .fetchWhole: return true
        }
    }

    /// Reloads the view: the window may now show another arrangement, whose revisions count separately.
    private mutating func rereads(after event: LogEvent) async throws -> Bool {
        guard event.subject == window.text || event.subject == shown else { return false }
        self = try await WindowEventFilter(window, of: owner, seen: nil, store: store)
        return true
    }
}
