import Posts
import Wire

/// Counts how an import keeps the old addresses, and finds the permalink setting that keeps most of them.
struct OldAddresses {
    /// The setting of the site; nil without a site.
    var permalink: String?
    private var becomes: [String: Int] = [:]
    private var patterns: [String: Int] = [:]

    mutating func add(_ result: ImportResultBody) {
        guard let word = result.oldPathBecomes else { return }
        becomes[word, default: 0] += 1
        if let pattern = result.permalink { patterns[pattern, default: 0] += 1 }
    }

    func lines(isDryRun: Bool) -> [String] {
        let all = becomes.values.reduce(0, +)
        guard let permalink, all > 0 else { return [] }
        let parts = [
            ("own", "as the post's own path"), ("same", "by the site's permalink"), ("redirect", "as a redirect"),
        ].compactMap { word, words in becomes[word].map { "\($0) \(words)" } }
        var lines = [
            "Old addresses: \(counted(all, "is", "are")) known and kept: \(parts.joined(separator: ", "))."
        ]
        // A pattern that fits few posts may have parts of their dates in its words, such as the name of a month.
        let best = patterns.max { ($0.value, $1.key) < ($1.value, $0.key) }
        if let best, best.key != permalink, best.value > patterns[permalink] ?? 0, best.value > 1, best.value * 2 >= all
        {
            lines.append(
                "With permalink = \"\(best.key)\" in the [[target]] of the site, \(best.value) of them "
                    + "\(best.value == 1 ? "is" : "are") the same by pattern (\(patterns[permalink] ?? 0) with the present "
                    + "\"\(permalink)\"), and new posts get addresses like them."
                    + (isDryRun ? " Set it before you import." : ""))
        }
        return lines
    }
}
