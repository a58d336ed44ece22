import JSONTree
import Posts

/// The Markdown files of a blog of which its generator makes no page, whatever their own front matter says.
///
/// | generator | files |
/// |---|---|
/// | Jekyll | whose name or folder begins with `_`, unless it is a collection with `output: true` or in `include` |
/// | Jekyll | in `exclude`, unless it is in `include` |
/// | Hexo | outside of `source_dir`, whose name or folder begins with `_`, or in `exclude`, `ignore` or `skip_render` |
/// | Pelican | outside of `PATH`, `ARTICLE_PATHS` and `PAGE_PATHS`, or in `ARTICLE_EXCLUDES` or `PAGE_EXCLUDES` |
/// | Pelican | without a title |
/// | Nikola | with a version in another language that is no public one, or with the tags `draft` or `private` |
/// | Nikola | outside of the folders of `POSTS` and `PAGES`, or with another ending than there |
/// | Hugo, Zola | outside of the folders of the content |
/// | Hugo | in a language that its configuration disables |
/// | Hugo | beside or below the `index.md` of a bundle, to which they belong |
/// | Hugo | below an `_index.md` whose `cascade` hides them, or that a `cascade` of the configuration hides |
/// | Zola | below an `_index.md` that is a draft |
package struct HiddenFiles {
    private let site: OldSite
    private let hasContent: Bool
    private let hiddenByOthers: Set<String>
    private var bundles: Set<String> = []
    private var sections: Set<String> = []

    /// - Parameters:
    ///   - files: all Markdown files of the blog.
    ///   - read: the text of one of them.
    package init(of site: OldSite, _ files: [String], read: (String) -> String?) {
        self.site = site
        hasContent = files.contains { site.isContent($0) }
        hiddenByOthers = site.layout?.hidden(among: files, read: read) ?? []
        guard [.hugo, .zola].contains(site.generator) else { return }
        for file in files {
            let (folder, name) = HiddenFiles.divided(file)
            if name.hasPrefix("_index."), let text = read(file), hidesPages(text) { sections.insert(folder) }
            let isBundle = site.generator == .hugo && name.hasPrefix("index.") && !site.isContentFolder(folder)
            if isBundle { bundles.insert(folder) }
        }
    }

    /// - Parameter text: of the file.
    package func contains(_ file: String, text: String = "") -> Bool {
        let (folder, name) = HiddenFiles.divided(file)
        guard site.generator != .jekyll else { return isHiddenByJekyll(file) }
        if let layout = site.layout {
            return layout.hides(file) || hiddenByOthers.contains(file)
                || (layout.needsTitles && HeadWords(of: text)["title"] == nil)
        }
        if hasContent, !site.isContent(file) { return true }
        if site.languages?.hide(file) == true { return true }
        if site.cascades.contains(where: { $0.hides(pagePath(of: file)) }) { return true }
        var above = folder
        while !above.isEmpty {
            let isOwn = above == folder && name.hasPrefix("index.")
            if sections.contains(above) || (bundles.contains(above) && !isOwn) { return true }
            above = HiddenFiles.divided(above).folder
        }
        return false
    }

    private func isHiddenByJekyll(_ file: String) -> Bool {
        let names = file.split(separator: "/")
        if names.contains(where: { $0.hasPrefix("_") && !site.shownFolders.contains($0.lowercased()) }) { return true }
        // A pattern names what begins with it, too (`glob_include?` in `lib/jekyll/entry_filter.rb`).
        func isNamed(by patterns: [String]) -> Bool {
            patterns.contains { pattern in
                let pattern = String(pattern.drop { $0 == "/" })
                return !pattern.isEmpty
                    && (file.hasPrefix(pattern) || PathGlob(pattern, crossesSlashes: true).matchesAnyFolder(of: file))
            }
        }
        return isNamed(by: site.excluded) && !isNamed(by: site.included)
    }

    /// Below the folder of the content, without language and ending.
    private func pagePath(of file: String) -> String {
        let content = site.languages?.content(of: file)
        let below =
            content.map { $0.sections.map { "/" + $0 }.joined() + file.dropFirst($0.folder.count) } ?? "/" + file
        let (folder, name) = HiddenFiles.divided(below)
        return (folder + "/" + name.prefix { $0 != "." }).lowercased()
    }

    private static func divided(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return ("", path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// - Parameter text: of an `_index.md`.
    private func hidesPages(_ text: String) -> Bool {
        guard let head = text.prefixMatch(of: /\u{FEFF}?(---|\+\+\+)[ \t]*\r?\n((?s).*?)\n(?:---|\+\+\+)/) else {
            return false
        }
        let values = Configuration(String(head.2), head.1 == "+++" ? .toml : .yaml)
        guard site.generator == .hugo else {
            let draft = values.root.sourceEntries.filter { $0.key == "draft" }
            return !site.privacy.marks(in: draft).isEmpty
        }
        return values.tables(of: "cascade").contains { HugoCascade($0, site.privacy).hidesPages }
    }
}
