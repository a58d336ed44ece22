import GRDB
import Panels
import Posts

/// The posts that a window shows, and whether they still exist.
extension Database {
    /// The panel whose items are posts.
    private static let postsPanel: PanelID = "posts"

    /// Removes deleted posts from the view of a window.
    /// - Returns: the view without them, and a sentence for each.
    func withoutGone(_ view: ViewState) throws -> (view: ViewState, notices: [String]) {
        var titles: [String: String?] = [:]
        for item in view.inside(Database.postsPanel).items {
            let sql = "SELECT 1 FROM post WHERE id = ? AND state <> 'deleted' AND forgottenAt IS NULL"
            guard try !has(sql, [item]) else { continue }
            let heading = "SELECT title, excerpt FROM post WHERE id = ? AND forgottenAt IS NULL"
            let title = try first(heading, [item]) { row -> String in
                let post = row.columns(of: "post")
                return try post["title"] as String? ?? post["excerpt"]
            }
            // The key alone says that the post is gone; its title may be unknown.
            titles[item] = .some(title)
        }
        guard !titles.isEmpty else { return (view, []) }
        let (next, gone) = view.dropping(from: Database.postsPanel) { titles.keys.contains($0) }
        let notices = gone.map { item in
            (titles[item] ?? nil).map { "“\($0.prefix(80))” is gone: it was deleted." } ?? "The post \(item) is gone."
        }
        return (next, notices)
    }
}
