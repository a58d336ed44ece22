import JSONTree
package import Posts

/// What the configuration of a blog by Hugo, Zola or Jekyll states about its addresses, dates and language.
///
/// What it does not state counts as the generator's default. A wrong guess only adds a redirect that no reader follows.
package struct OldSite: Hashable, Sendable {
    /// Without the trailing `/`; nil if the configuration does not state it.
    package let address: String?
    /// The zone of dates without one. Hugo and Zola take UTC if the configuration does not state it, and Jekyll that of the
    /// machine: nil.
    package let zone: String?
    /// The language of files that name none, as Hugo or Zola state it.
    package let language: String?
    /// The folder of each language in addresses of Hugo and Zola, by its tag in lower case: `/pt`, or nothing.
    package let languageFolders: [String: String]
    package let generator: Generator
    /// The files of the configuration that cannot be read, with the reasons.
    package let problems: [String: String]
    /// Where Hugo and Zola read pages from; empty if that cannot be told.
    let contents: [String]
    /// The folders with `_` at the beginning that Jekyll makes pages of, in lower case.
    let shownFolders: Set<String>
    /// What Jekyll leaves out, and what it includes nevertheless.
    let excluded: [String], included: [String]
    package let defaults: JekyllDefaults
    /// Hugo's front matter for many pages.
    let cascades: [HugoCascade]
    let addresses: OldAddressRules
    /// Which entries of a front matter keep a page from the public.
    let privacy: PrivacyRules

    package enum Generator: String, Sendable {
        case hugo, jekyll, zola
    }

    /// - Parameters:
    ///   - privacy: which entries of a front matter keep a page from the public.
    ///   - read: the text of a file below the blog's folder; nil if it does not exist.
    /// - Returns: nil when there is no configuration of a known name.
    package init?(privacy: PrivacyRules = PrivacyRules(), read: (String) -> String?) {
        for name in ["_config.yml", "_config.yaml"] {
            guard let text = read(name) else { continue }
            self.init(jekyll: Configuration(text, .yaml), in: name, privacy)
            return
        }
        self.init(hugoOrZola: read, privacy)
    }

    private init(jekyll values: Configuration, in name: String, _ privacy: PrivacyRules) {
        self.privacy = privacy
        generator = .jekyll
        problems = values.problem.map { [name: $0] } ?? [:]
        contents = []
        included = values.words(of: "include")
        excluded = values.words(of: "exclude") + OldSite.alwaysExcluded
        shownFolders = OldSite.shownFolders(values, included)
        defaults = JekyllDefaults(values, privacy)
        cascades = []
        addresses = OldAddressRules(jekyll: values)
        zone = values["timezone"]?.text
        language = nil
        languageFolders = [:]
        address = OldSite.address((values["url"]?.text ?? "") + (values["baseurl"]?.text ?? ""))
    }

    private init?(hugoOrZola read: (String) -> String?, _ privacy: PrivacyRules) {
        var values: [String: String] = [:]
        var (isConfigured, hasMounts, readsDates) = (false, false, false)
        var (cascades, rules): ([HugoCascade], [[String: String]]) = ([], [])
        var (languages, problems): (Set<String>, [String: String]) = ([], [:])
        for name in OldSite.hugoFiles {
            guard let text = read(name) else { continue }
            hasMounts = hasMounts || text.contains("mounts")
            readsDates = readsDates || text.contains(/(?is)frontmatter.{1,300}:filename/)
            let own = Configuration(text, OldSite.format(name))
            isConfigured = isConfigured || own.problem != nil || own.root.fields?.isEmpty == false
            problems[name] = own.problem
            let table = OldSite.tables.first { name.contains("/" + $0) }
            for (key, value) in own.values { values[(table ?? "") + key] = value }
            let ownLanguages = table == "languages." ? own.root : own["languages"]
            languages.formUnion((ownLanguages?.fields ?? [:]).keys)
            cascades += own.tables(of: "cascade").map { HugoCascade($0, privacy) }
            rules += own.tables(of: "permalinks").map(\.words).filter { $0["pattern"] != nil }
        }
        guard isConfigured else { return nil }
        self.privacy = privacy
        self.problems = problems
        generator = values["base_url"] == nil ? .hugo : .zola
        contents = hasMounts ? [] : OldSite.contents(values)
        (excluded, included, shownFolders, defaults) = ([], [], [], JekyllDefaults())
        self.cascades = cascades
        languageFolders = OldSite.languageFolders(values, languages)
        addresses = OldAddressRules(
            hugoOrZola: values, rules, contents: contents, languages: languageFolders, omitsDates: readsDates,
            isZola: generator == .zola)
        zone = [values["timezone"] ?? "", "UTC"].first { !$0.isEmpty }
        language = (values["defaultcontentlanguage"] ?? values["default_language"]).flatMap {
            $0.wholeMatch(of: /[A-Za-z0-9-]{2,35}/).map { String($0.output) }
        }
        address = OldSite.address(values["baseurl"] ?? values["base_url"] ?? "")
    }

    /// Whether Hugo or Zola reads the file as a page, as far as that can be told.
    func isContent(_ file: String) -> Bool {
        contents.isEmpty || contents.contains { file.hasPrefix($0 + "/") }
    }

    private static func contents(_ values: [String: String]) -> [String] {
        let own = values.filter { $0.key == "contentdir" || $0.key.hasSuffix(".contentdir") }.values
        let folders = (values["contentdir"] == nil ? ["content"] : []) + own
        return folders.map(folder)
    }

    /// The main language has a folder only in Hugo, by a setting. It is `en` unless the configuration says otherwise.
    private static func languageFolders(_ values: [String: String], _ languages: Set<String>) -> [String: String] {
        let main = (values["defaultcontentlanguage"] ?? values["default_language"] ?? "en").lowercased()
        let isMainInFolder = values["defaultcontentlanguageinsubdir"] == "true"
        return Dictionary(languages.union([main]).map { ($0, $0 == main && !isMainInFolder ? "" : "/\($0)") }) {
            first, _ in first
        }
    }

    static func folder(_ path: String) -> String {
        path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// Posts, drafts, the collections that have pages, and what `include` names.
    private static func shownFolders(_ values: Configuration, _ included: [String]) -> Set<String> {
        let collections = (values["collections"]?.fields ?? [:]).filter { $1["output"]?.text == "true" }.keys
        return Set(
            ["_posts", "_drafts"] + collections.map { "_\($0)" }
                + included.map { $0.split(separator: "/").joined(separator: "/").lowercased() })
    }

    /// `DEFAULT_EXCLUDES` of Jekyll (`lib/jekyll/configuration.rb`), as far as they may contain texts.
    private static let alwaysExcluded = [
        "gemfiles", "node_modules", "vendor/bundle/", "vendor/cache/", "vendor/gems/", "vendor/ruby/",
    ]

    /// Hugo's files. Those with the name of a table contain only that.
    private static let hugoFiles =
        ["", "config/_default/"].flatMap { folder in
            ["hugo", "config"].flatMap { name in ["toml", "yaml", "yml", "json"].map { "\(folder)\(name).\($0)" } }
        } + tables.flatMap { table in ["toml", "yaml", "yml"].map { "config/_default/\(table)\($0)" } }

    private static let tables = ["permalinks.", "languages."]

    private static func format(_ file: String) -> Configuration.Format {
        file.hasSuffix(".toml") ? .toml : file.hasSuffix(".json") ? .json : .yaml
    }

    private static func address(_ text: String) -> String? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
