import Moving
import Posts
import Wire

/// Counts how an import keeps the old addresses, and finds the permalink setting that keeps most of them.
struct OldAddresses {
    /// The setting of the site; nil without a site.
    var permalink: String?
    /// The paths of the site's feed besides its own, and those of the old site's.
    var feeds: [String] = []
    var oldFeeds: [String] = []
    var lists = OldLists()
    private var becomes: [String: Int] = [:]
    private var patterns: [String: Int] = [:]
    /// Those that are no pages.
    private var posts = 0

    mutating func add(_ result: ImportResultBody) {
        guard let word = result.oldPathBecomes else { return }
        becomes[word, default: 0] += 1
        if result.kind != "page" { posts += 1 }
        if let pattern = result.permalink { patterns[pattern, default: 0] += 1 }
    }

    func lines(isDryRun: Bool) -> [String] {
        guard let permalink else { return [] }
        return [kept, unknown, proposal(instead: permalink, isDryRun: isDryRun), lostFeeds, lostLists].compactMap(
            \.self)
    }

    private var kept: String? {
        let parts = [
            ("own", "as the post's own path"), ("same", "by the site's permalink"), ("redirect", "as a redirect"),
        ].compactMap { word, words in becomes[word].map { "\($0) \(words)" } }
        let all = becomes.values.reduce(0, +) - (becomes["unknown"] ?? 0)
        guard all > 0 else { return nil }
        return "Old addresses: \(counted(all, "is", "are")) known and kept: \(parts.joined(separator: ", "))."
    }

    private var unknown: String? {
        guard let count = becomes["unknown"] else { return nil }
        return "\(counted(count, "published post")): old address unknown, so links to "
            + "\(count == 1 ? "it lead" : "them lead") nowhere. If they are Markdown files and their addresses had one form, "
            + "state it, such as --old-permalink /web/:slug/."
    }

    /// The old site's feeds that the site has not.
    private var lostFeeds: String? {
        let lost = oldFeeds.filter { !feeds.contains($0) }
        guard !lost.isEmpty, !becomes.isEmpty else { return nil }
        let all = (feeds + lost).map { "\"\($0)\"" }.joined(separator: ", ")
        return
            "Feeds: readers of the old site subscribed to \(lost.joined(separator: " and ")). With feed_paths = [\(all)] in "
            + "the [[target]] of the site they get new posts from here."
    }

    private var lostLists: String? {
        let parts = OldLists.Kind.allCases.compactMap { kind in
            lists.example(of: kind).map { "\(lists.count(of: kind)) of \(kind.rawValue) (such as \($0.oneLine))" }
        }
        guard !parts.isEmpty, !becomes.isEmpty else { return nil }
        return
            "Lists: the old site had \(parts.joined(separator: " and ")) that have no page here. Those of tags are at /tags/."
    }

    /// The pattern of at least nine posts of ten, unless the site has it. One that fits fewer may have parts of their dates
    /// in its words, such as the name of a month.
    private func proposal(instead permalink: String, isDryRun: Bool) -> String? {
        guard let best = patterns.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.key != permalink,
            best.value > 1, best.value * 10 >= posts * 9, best.value > patterns[permalink] ?? 0
        else { return nil }
        return "With permalink = \"\(best.key)\" in the [[target]] of the site, \(best.value) of them are "
            + "the same by pattern (\(patterns[permalink] ?? 0) with the present "
            + "\"\(permalink)\"), and new posts get addresses like them."
            + (isDryRun ? " Set it before you import." : "")
    }
}
