import PostStore
import Posts
import Settings
import Site
import TOML
import Targets

extension Settings {
    /// Checks that no site shows a post where it would put a feed. Only the store knows that, so this is no part of reading
    /// the files: a post that took the path later keeps no daemon from starting.
    /// - Throws: `SettingsProblems`, each with its position.
    func checkFeedPaths(in store: PostStore) async throws {
        var problems: [SettingsProblem] = []
        for target in targets {
            guard let site = target.site?.settings, let place = feedPlaces[target.name] else { continue }
            for feed in site.feedPaths {
                guard let post = try await store.heading(at: site.address + feed.text, of: target.name) else {
                    continue
                }
                problems.append(
                    SettingsProblem(
                        file: place.file, line: place.place.line, column: place.place.column,
                        words:
                            "No feed can be at “\(feed)”, because the post “\(post.withVisibleControls())” is there. Choose "
                            + "another path, or move the post."))
            }
        }
        if !problems.isEmpty { throw SettingsProblems(problems: problems) }
    }
}
