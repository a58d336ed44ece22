import JSONTree
import Posts

/// What the configuration of Hexo says about its files: which of them are posts, pages or none, and where they were.
///
/// After `lib/plugins/processor/post.ts`, `lib/plugins/processor/asset.ts` and `lib/plugins/filter/post_permalink.ts`.
struct HexoSite: BlogLayout {
    /// The folder of all texts.
    let source: String
    let output: String
    /// With the placeholders of Hexo, of which the daemon fills in those that the file itself decides.
    private let permalink: String
    private let name: HexoFileName
    /// Values of placeholders that a post lacks.
    private let permalinkDefaults: [String: String]
    private let excluded: [PathGlob], included: [PathGlob]

    init(_ values: Configuration) {
        func text(_ key: String, _ fallback: String) -> String {
            values[key]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? fallback
        }
        source = OldSite.folder(text("source_dir", "source"))
        output = OldSite.folder(text("public_dir", "public"))
        let pattern = text("permalink", ":year/:month/:day/:title/")
        // A category may have another name in addresses, which the file does not state.
        let isMapped = values["category_map"]?.fields?.isEmpty == false || text("filename_case", "0") != "0"
        let known = isMapped ? pattern.replacing(":category", with: ":mapped_category") : pattern
        permalink = known.hasPrefix("/") ? known : "/" + known
        name = HexoFileName(text("new_post_name", ":title.md"))
        permalinkDefaults = (values["permalink_defaults"]?.fields ?? [:]).compactMapValues(\.text)
            .merging(["category": text("default_category", "uncategorized")]) { own, _ in own }
        func globs(_ keys: String...) -> [PathGlob] {
            keys.flatMap(values.words).map { PathGlob($0, crossesSlashes: false) }
        }
        (excluded, included) = (globs("exclude", "ignore", "skip_render"), globs("include"))
    }

    /// Whether Hexo makes no page of the file.
    func hides(_ file: String) -> Bool {
        guard let path = below(source, file) else { return true }
        if excluded.contains(where: { $0.matches(path) }) { return true }
        let post = HexoSite.folders.lazy.compactMap { below($0, path) }.first
        let names = (post ?? path).split(separator: "/")
        // A list of tags, which no page here can replace.
        if post == nil, let first = names.first, PostPath.reserved.contains(String(first)) { return true }
        let isHidden = names.contains { $0.hasPrefix("_") }
        return isHidden && (post != nil || !included.contains { $0.matches(path) })
    }

    /// The pattern of the address; nil for a file that Hexo makes no page of, and for a name that it spells in ASCII.
    func pattern(of file: String, _ head: HeadWords) -> String? {
        guard !hides(file), let path = below(source, file) else { return nil }
        guard let post = HexoSite.folders.lazy.compactMap({ below($0, path) }).first else {
            let page = "/" + path.withoutExtension.addressLiteral
            return page.hasSuffix("/index") ? String(page.dropLast("index".count)) : page + ".html"
        }
        guard let title = name.title(of: post) else { return nil }
        let values = ["title": title, "name": title.split(separator: "/").last.map(String.init) ?? ""]
        return permalink.replacing(/:([A-Za-z0-9_]*[A-Za-z0-9])/) { match in
            values[String(match.1)]?.addressLiteral ?? String(match.0)
        }
    }

    /// What a file has if its front matter does not state it: the date in the name of a post, and that a page is one.
    func frontMatter(of file: String) -> [String: [String]] {
        guard let path = below(source, file) else { return [:] }
        guard let post = HexoSite.folders.lazy.compactMap({ below($0, path) }).first else { return ["kind": ["page"]] }
        var values: [String: [String]] = [:]
        for (key, text) in permalinkDefaults where permalink.contains(":" + key) && key != "category" {
            values[key] = [text]
        }
        if permalink.contains(":category") { values["defaultcategory"] = permalinkDefaults["category"].map { [$0] } }
        if let date = name.date(of: post) { values["date"] = [date] }
        return values
    }

    private static let folders = ["_posts", "_drafts"]
}

extension HexoSite {
    /// Whether a `_config.yml` is Hexo's and not Jekyll's, which has the same name.
    ///
    /// What other files state counts most, then the keys that only one of them has. Octopress is Jekyll with its posts in
    /// `source/_posts`, too.
    static func made(_ values: Configuration, _ files: [String], read: (String) -> String?) -> Bool {
        if read("package.json")?.contains("\"hexo\"") == true { return true }
        if ["post", "draft", "page"].contains(where: { read("scaffolds/\($0).md") != nil }) { return true }
        let keys = Set((values.root.fields ?? [:]).keys)
        guard keys.isDisjoint(with: jekyllKeys), !["Gemfile", "Rakefile"].contains(where: { read($0) != nil }) else {
            return false
        }
        let hasPosts = files.contains { $0.hasPrefix("source/_posts/") }
        return hasPosts || !keys.isDisjoint(with: hexoKeys)
    }

    private static let hexoKeys: Set<String> = [
        "archive_dir", "category_dir", "category_map", "code_dir", "default_category", "default_layout",
        "external_link",
        "filename_case", "i18n_dir", "new_post_name", "permalink_defaults", "post_asset_folder", "pretty_urls",
        "public_dir", "relative_link", "render_drafts", "skip_render", "source_dir", "tag_dir", "tag_map",
        "updated_option",
    ]
    private static let jekyllKeys: Set<String> = [
        "baseurl", "collections", "defaults", "destination", "gems", "highlighter", "kramdown", "markdown", "paginate",
        "paginate_path", "pygments", "rdiscount", "redcarpet", "sass", "source",
    ]
}
