import JSONTree

/// The configuration of a blog of Hugo or Zola: all of its files as one tree, merged as Hugo does for the site that readers
/// see (`config/configLoader.go`).
///
/// | file | what it holds |
/// |---|---|
/// | `hugo.toml`, else `config.toml`; also YAML and JSON | the whole configuration; only the first one counts |
/// | `config/_default/hugo.toml` or `config.toml` | the same; it wins |
/// | `config/_default/permalinks.toml` | the table of that name |
/// | `config/_default/languages.en.toml`, `config/_default/params.en.toml` | what holds for one language |
/// | the same in `config/production` | what `hugo` takes when it builds a site; it wins |
struct HugoConfiguration {
    let values: Configuration
    /// The files that cannot be read, with the reasons.
    private(set) var problems: [String: String] = [:]
    /// Whether any file states anything, or tries to.
    private(set) var exists = false

    /// - Parameters:
    ///   - files: of the whole blog, for those below `config`.
    ///   - read: the text of a file; nil if it does not exist.
    init(_ files: [String], read: (String) -> String?) {
        var root = JSON.object([:])
        let first = HugoConfiguration.names.first { read($0) != nil }
        let folders = ["config/_default/", "config/production/"].map { folder in
            files.filter { $0.hasPrefix(folder) && HugoConfiguration.format(of: $0) != nil }.sorted()
        }
        for file in [first].compactMap(\.self) + folders.joined() {
            guard let text = read(file), let format = HugoConfiguration.format(of: file) else { continue }
            let own = Configuration(text, format)
            problems[file] = own.problem
            if own.problem != nil || HugoConfiguration.isOwn(own.root, in: file) { exists = true }
            root = root.merged(with: HugoConfiguration.placed(own.root, from: file))
        }
        values = Configuration(root)
    }

    /// Other programs have a `config.toml`, too.
    private static func isOwn(_ root: JSON, in file: String) -> Bool {
        guard let keys = root.fields?.keys, !keys.isEmpty else { return false }
        return !file.hasPrefix("config.") || !marks.isDisjoint(with: keys)
    }

    /// Keys of Hugo and Zola in their main file, in lower case. Each blog has one of them.
    private static let marks: Set = [
        "base_url", "baseurl", "builddrafts", "cascade", "contentdir", "default_language", "defaultcontentlanguage",
        "disablekinds", "enablerobotstxt", "frontmatter", "generate_feed", "generate_feeds", "languagecode",
        "languages",
        "markup", "menu", "module", "outputs", "paginate", "pagination", "params", "permalinks", "publishdir",
        "slugify",
        "taxonomies", "theme", "timezone", "uglyurls",
    ]

    private static let endings: [(String, Configuration.Format)] = [
        (".toml", .toml), (".yaml", .yaml), (".yml", .yaml), (".json", .json),
    ]

    private static let names = ["hugo", "config"].flatMap { name in endings.map { name + $0.0 } }

    private static func format(of file: String) -> Configuration.Format? {
        endings.first { file.hasSuffix($0.0) }?.1
    }

    /// The tree of a file below the tables that its name states.
    private static func placed(_ tree: JSON, from file: String) -> JSON {
        let name = file.split(separator: "/").last ?? ""
        let parts = name.lowercased().split(separator: ".").dropLast().map(String.init)
        guard file.contains("/"), let table = parts.first, !["hugo", "config"].contains(table) else { return tree }
        guard parts.count > 1, let language = parts.last else { return .object([table: tree]) }
        let isTable = ["menu", "menus", "params"].contains(table)
        return .object(["languages": .object([language: isTable ? .object([table: tree]) : tree])])
    }
}

extension JSON {
    /// The tables of both, member by member. What is no table in both is that of `stronger`.
    fileprivate func merged(with stronger: JSON) -> JSON {
        guard let own = fields, let others = stronger.fields else { return stronger }
        return .object(own.merging(others) { $0.merged(with: $1) })
    }
}
