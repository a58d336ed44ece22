import Posts

/// The lists of an old site that no page of a site here replaces, as far as they are known. Lists of tags are at `/tags/` here,
/// as with Hugo.
///
/// | program | lists |
/// |---|---|
/// | Hugo | of categories (`/categories/boats/`), unless the configuration has none, and of sections (`/posts/`) |
/// | Zola | of sections |
/// | Pelican | of categories (`/category/boats.html`) and tags (`/tag/boats.html`) |
/// | Nikola | of categories (`/categories/cat_boats/`) and tags (`/categories/boats/`) |
/// | WordPress | of categories (`/category/boats/`) and tags (`/tag/boats/`), unless its addresses are numbers |
package struct OldLists: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case categories, tags, sections
    }

    private var paths: [Kind: Set<String>] = [:]

    package init() {}

    package func count(of kind: Kind) -> Int { paths[kind]?.count ?? 0 }

    /// The first one in the order of the alphabet.
    package func example(of kind: Kind) -> String? { paths[kind]?.min() }

    /// - Parameters:
    ///   - files: all Markdown files of the blog.
    ///   - read: the text of one of them.
    package init(of site: OldSite, _ files: [String], read: (String) -> String?) {
        guard site.isCertain else { return }
        if let layout = site.layout {
            for file in files where !layout.hides(file) {
                for (kind, path) in layout.lists(of: file, HeadWords(of: read(file) ?? "")) { add(path, kind) }
            }
        }
        guard site.generator == .hugo || site.generator == .zola else { return }
        for file in files {
            guard let folders = site.sections(of: file) else { continue }
            let isList = file.contains("/_index.")
            if !folders.isEmpty, isList || site.generator == .hugo {
                let path = folders.prefix(isList ? folders.count : 1).joined(separator: "/").lowercased()
                add("/\(path)/", .sections)
            }
            guard site.hasCategories, !isList, let text = read(file) else { continue }
            for name in OldLists.categories(in: text) { add("/categories/\(name)/", .categories) }
        }
    }

    /// Adds the lists that showed an item of WordPress.
    package mutating func add(_ item: WXRItem) {
        guard item["wp:status"] == "publish", !item["link"].contains("?") else { return }
        for term in item.terms {
            if term.domain == "category" { add("/category/\(term.nicename)/", .categories) }
            if term.domain == "post_tag" { add("/tag/\(term.nicename)/", .tags) }
        }
    }

    private mutating func add(_ path: String, _ kind: Kind) { paths[kind, default: []].insert(path) }

    private static func categories(in text: String) -> [String] {
        guard let values = FileHead(of: text)?.values else { return [] }
        return ["categories", "category"].flatMap(values.words).map(nameInAddress).filter { !$0.isEmpty }
    }

    /// - Parameter list: words with commas, or a list in one line of YAML.
    static func namesInAddress(_ list: String?) -> [String] {
        (list ?? "").split(separator: ",").map { nameInAddress($0.filter { !"[]\"'".contains($0) }) }.filter {
            !$0.isEmpty
        }
    }

    static func nameInAddress(_ name: some StringProtocol) -> String {
        name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: "-")
    }
}
