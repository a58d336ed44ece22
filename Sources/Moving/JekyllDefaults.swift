import JSONTree
import Posts

/// The front matter that Jekyll's configuration gives to files (`lib/jekyll/frontmatter_defaults.rb`).
package struct JekyllDefaults: Hashable, Sendable {
    /// The weakest first.
    private let rules: [Rule]
    private let privacy: PrivacyRules

    private struct Rule: Hashable {
        let path: String
        let glob: PathGlob?
        let type: String?
        let values: [String: JSON]
        /// The longer path wins, then the one with a type, then the last one.
        var rank: [Int] { [path.utf8.count, type == nil ? 0 : 1] }

        func fits(_ file: String) -> Bool {
            guard type == nil || JekyllDefaults.types(of: file).contains(type ?? "") else { return false }
            return glob?.matchesAnyFolder(of: file) ?? file.hasPrefix(path)
        }
    }

    init() { (rules, privacy) = ([], PrivacyRules()) }

    /// - Parameter privacy: which entries keep a page from the public.
    init(_ configuration: Configuration, _ privacy: PrivacyRules) {
        self.privacy = privacy
        let all = configuration.tables(of: "defaults").map { table in
            let path = (table.at("scope", "path")?.text ?? "").drop { $0 == "/" }
            let glob = path.contains("*") ? PathGlob(String(path), crossesSlashes: false) : nil
            return Rule(
                path: String(path), glob: glob, type: table.at("scope", "type")?.text,
                values: table["values"]?.fields ?? [:])
        }
        let ranked = all.enumerated().sorted {
            ($0.element.rank + [$0.offset]).lexicographicallyPrecedes($1.element.rank + [$1.offset])
        }
        rules = ranked.map(\.element)
    }

    func values(of file: String) -> [String: JSON] {
        rules.filter { $0.fits(file) }.reduce(into: [:]) { $0.merge($1.values) { _, stronger in stronger } }
    }

    /// The values that an import knows, as words. Of those that may keep a page from the public, one that is no word is
    /// here a word that no rule knows.
    package func words(of file: String) -> [String: [String]] {
        let known = ["author", "categories", "category", "lang", "language", "published", "tag", "tags"]
        let values = values(of: file)
        var words = values.filter { known.contains($0.key) }.reduce(into: [String: [String]]()) { words, entry in
            let isDivided = ["categories", "tags"].contains(entry.key)
            let divided = isDivided ? entry.value.text?.split(separator: " ").map(String.init) : nil
            words[entry.key] = divided ?? entry.value.listedWords
        }
        for (key, value) in values where words[key] == nil && PrivacyRules.know(key) { words[key] = value.listedWords }
        for mark in privacy.marks(in: JSON.object(values).sourceEntries) {
            words[mark.key] = values[mark.key]?.text.map { [$0] } ?? ["unclear"]
        }
        return words
    }

    /// Jekyll's name for the kind of the file, also in the singular of its first versions.
    private static func types(of file: String) -> [String] {
        let folders = file.split(separator: "/").dropLast()
        if folders.contains("_drafts") { return ["posts", "post", "drafts", "draft"] }
        if folders.contains("_posts") { return ["posts", "post"] }
        guard let first = folders.first, first.hasPrefix("_") else { return ["pages", "page"] }
        return [String(first.dropFirst())]
    }
}
