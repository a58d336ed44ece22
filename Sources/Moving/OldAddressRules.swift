import JSONTree
import Posts

/// Which pattern of an old address a file has, by the configuration of its blog. A value of the file itself, such as its
/// date or slug, stays a placeholder of its generator; what follows from its place is filled in.
struct OldAddressRules: Hashable, Sendable {
    /// Jekyll's pattern for all posts.
    private let permalink: String
    /// Jekyll's patterns of collections.
    private let permalinks: [String: String]
    /// Hugo's patterns.
    private let patterns: HugoPatterns
    /// Hugo's patterns of the languages that have some. They stand for the others, which then do not count.
    private let patternsByLanguage: [String: HugoPatterns]
    private let endsInHTML: Bool
    /// In lower case.
    private let sectionsInHTML: Set<String>
    private let languages: HugoLanguages
    /// For a file without a pattern.
    private let name: String

    init(jekyll values: Configuration) {
        permalink = OldAddressRules.jekyllPattern(values["permalink"]?.text ?? "date")
        permalinks = OldAddressRules.table("collections", values.values) { keys in
            keys.count == 2 && keys.last == "permalink" ? keys.first : nil
        }
        (patterns, patternsByLanguage) = (HugoPatterns(nil), [:])
        (sectionsInHTML, languages, name) = ([], HugoLanguages(Configuration(.object([:]))), "")
        endsInHTML = permalink.hasSuffix(".html") || !permalink.hasSuffix("/")
    }

    init(hugoOrZola values: Configuration, _ languages: HugoLanguages, isZola: Bool) {
        (permalink, permalinks) = ("", [:])
        self.languages = languages
        patterns = HugoPatterns(values["permalinks"])
        patternsByLanguage = (values["languages"]?.fields ?? [:]).compactMapValues { language in
            language["permalinks"].map { HugoPatterns($0) }
        }
        let ugly = values["uglyurls"]
        endsInHTML = ugly?.text == "true"
        sectionsInHTML = Set((ugly?.words ?? [:]).filter { $0.value == "true" }.keys)
        // Hugo then takes dates, and slugs without them, from the names of files. Zola always does, unless it keeps them in
        // addresses.
        let readsDates = (values["frontmatter"]?.fields ?? [:]).contains { $1.listedWords.contains(":filename") }
        let dateless = isZola ? values["slugify.paths_keep_dates"]?.text != "true" : readsDates
        let isAsWritten = isZola && ["safe", "off"].contains(values["slugify.paths"]?.text)
        name = ":slugor" + (dateless ? "name" : "filename") + (isAsWritten ? "aswritten" : "")
    }

    // MARK: - Jekyll

    /// The pattern of a file of Jekyll; nil for one that is not a page by itself.
    func jekyllPattern(of file: String, in site: OldSite) -> String? {
        let parts = file.split(separator: "/").map(String.init)
        let folders = parts.dropLast()
        let hidden = folders.filter { $0.hasPrefix("_") }
        guard hidden.allSatisfy({ site.shownFolders.contains($0.lowercased()) }) else { return nil }
        let own = site.defaults.values(of: file)["permalink"]?.text
        if hidden.contains(where: { $0 == "_posts" || $0 == "_drafts" }) {
            return own.map(OldAddressRules.rooted) ?? permalink
        }
        let path = parts.joined(separator: "/").withoutExtension
        if let first = folders.first, first.hasPrefix("_"), !site.included.map(OldSite.folder).contains(first) {
            let label = String(first.dropFirst())
            let pattern = own ?? permalinks[label.lowercased()] ?? "/:collection/:path" + end
            return OldAddressRules.rooted(pattern).filled([
                "collection": label, "path": String(path.dropFirst(first.count + 1)),
            ])
        }
        let folder = folders.joined(separator: "/")
        if let own { return OldAddressRules.rooted(own).filled(["path": folder]) }
        let isIndex = parts.last?.hasPrefix("index.") == true
        return "/" + (folder.isEmpty ? "" : folder.literal + "/") + (isIndex ? "" : ":filename" + end)
    }

    private var end: String { endsInHTML ? ".html" : "/" }

    private static func jekyllPattern(_ text: String) -> String {
        // `style_to_permalink` in `lib/jekyll/configuration.rb`.
        let styles = [
            "date": "/:categories/:year/:month/:day/:title.html", "pretty": "/:categories/:year/:month/:day/:title/",
            "none": "/:categories/:title.html", "ordinal": "/:categories/:year/:y_day/:title.html",
            "weekdate": "/:categories/:year/W:week/:short_day/:title.html",
        ]
        return styles[text] ?? rooted(text)
    }

    private static func rooted(_ pattern: String) -> String { pattern.hasPrefix("/") ? pattern : "/" + pattern }

    // MARK: - Hugo and Zola

    /// The pattern of a file of Hugo or Zola; nil for one that is not a page by itself.
    /// - Parameter listed: the folders with a list page (`_index.md`), which make sections of folders below the first.
    func hugoPattern(of file: String, listed: Set<String>) -> String? {
        guard let content = languages.content(of: file) else { return nil }
        let parts = file.dropFirst(content.folder.count + 1).split(separator: "/").map(String.init)
        // The daemon adds the folder of a language that the name of the file states.
        let tag = languages.tag(inNameOf: file)
        let language = tag ?? content.language ?? languages.main.lowercased()
        let prefix = tag == nil ? languages.folders[language] ?? "" : ""
        let isBundle = parts.last?.hasPrefix("index.") == true
        let own = parts.dropLast(isBundle ? 2 : 1)
        let folders = content.sections + own
        let section = folders.first?.lowercased() ?? ""
        let isHTML = endsInHTML || sectionsInHTML.contains(section)
        let patterns = patternsByLanguage[language] ?? patterns
        guard let pattern = patterns.pattern(of: content.sections + parts, in: section) else {
            let folder = folders.map { "/" + $0.literal }.joined()
            return prefix + folder + "/" + name + (isHTML ? ".html" : "/")
        }
        let depth = own.indices.last { index in
            listed.contains(content.folder + "/" + own[...index].joined(separator: "/"))
        }
        let count = content.sections.count + (depth.map { $0 + 1 } ?? 0)
        let filled = pattern.filled(sections: Array(folders.prefix(max(1, count))))
        guard isHTML, !filled.hasSuffix(".html") else { return prefix + filled }
        return prefix + (filled.hasSuffix("/") ? String(filled.dropLast()) : filled) + ".html"
    }

    /// The values of a table, by what `name` makes of their keys below it.
    private static func table(
        _ table: String, _ values: [String: String], _ name: ([String]) -> String?
    ) -> [String: String] {
        Dictionary(
            values.compactMap { key, value -> (String, String)? in
                guard key.hasPrefix(table + ".") else { return nil }
                let keys = key.dropFirst(table.count + 1).split(separator: ".").map(String.init)
                return name(keys).map { ($0, value) }
            }
        ) { first, _ in first }
    }
}

extension String {
    /// As a part of a pattern, where a colon would begin a placeholder.
    fileprivate var literal: String { replacing(":", with: "%3A") }

    var withoutExtension: String {
        guard let dot = lastIndex(of: "."), !self[dot...].contains("/") else { return self }
        return String(self[..<dot])
    }

    /// With the values of these placeholders of Jekyll.
    fileprivate func filled(_ values: [String: String]) -> String {
        replacing(/:([a-z_]+)/) { match in values[String(match.1)]?.literal ?? String(match.0) }
    }

    /// With the values of Hugo's `:section`, `:sections` and `:sections[1:]`.
    fileprivate func filled(sections: [String]) -> String {
        replacing(/:(sections?)(\[[^\]]*\])?(?![A-Za-z0-9_])/) { match in
            let all = match.1 == "section" ? sections.prefix(1) : match.2.map { sections.cut(by: $0) } ?? sections[...]
            return all.map(\.literal).joined(separator: "/")
        }
    }
}

extension [String] {
    /// - Parameter bounds: as in Hugo: `[1]`, `[1:]`, `[:last]`. What is out of bounds is empty.
    fileprivate func cut(by bounds: Substring) -> ArraySlice<String> {
        let parts = bounds.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
        func position(_ text: Substring?, _ missing: Int) -> Int {
            guard let text, !text.isEmpty else { return missing }
            return text == "last" ? count - 1 : Swift.max(0, Int(text) ?? 0)
        }
        let start = position(parts.first, 0)
        let end = parts.count > 1 ? Swift.min(position(parts.last, count), count) : start + 1
        return start >= 0 && start < end && end <= count ? self[start..<end] : []
    }
}

/// The patterns of a blog's files.
package struct OldAddressPatterns {
    private let site: OldSite
    private let listed: Set<String>

    /// - Parameter files: all Markdown files of the blog.
    package init(of site: OldSite, _ files: [String]) {
        self.site = site
        listed = Set(
            files.compactMap { file in
                guard let slash = file.lastIndex(of: "/"), file[slash...].hasPrefix("/_index.") else { return nil }
                return String(file[..<slash])
            })
    }

    /// With the placeholders of the blog's generator; nil for a file that is not a page by itself, and if the configuration
    /// cannot be read.
    /// - Parameter text: of the file.
    package func pattern(of file: String, text: String = "") -> String? {
        guard site.isCertain else { return nil }
        return switch site.generator {
        case .jekyll: site.addresses.jekyllPattern(of: file, in: site)
        case .hexo, .pelican, .nikola: site.layout?.pattern(of: file, HeadWords(of: text))
        case .hugo, .zola: site.addresses.hugoPattern(of: file, listed: listed)
        }
    }
}
