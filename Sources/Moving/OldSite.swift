import JSONTree
package import Posts

/// What the configuration of a blog by Hugo, Zola, Jekyll, Hexo, Pelican or Nikola states about its addresses, dates and
/// language.
///
/// What it does not state counts as the generator's default. There is none beside the configuration of a program that
/// Galley does not know.
package struct OldSite: Sendable {
    /// Without the trailing `/`; nil if the configuration does not state it.
    package let address: String?
    /// The zone of dates without one. Jekyll and Hexo take that of the machine if the configuration does not state it: nil. The
    /// others take UTC.
    package let zone: String?
    /// The language of files that name none, as the configuration states it.
    package let language: String?
    /// The folder of each language in addresses of Hugo, Zola and Nikola, by its tag in lower case: `/pt`, or nothing.
    package let languageFolders: [String: String]
    package let generator: BlogGenerator
    /// Whether the feed has the ids that the generator makes of addresses. Jekyll has a feed by a plugin only.
    package let hasOwnFeedIDs: Bool
    /// The files of the configuration that cannot be read, with the reasons.
    package let problems: [String: String]
    /// Whether all of the configuration was read, so that the addresses of files and the kinds of pages are certain.
    var isCertain: Bool { problems.isEmpty }
    /// The languages and folders of pages of Hugo and Zola.
    let languages: HugoLanguages?
    /// Of Hexo, Pelican and Nikola.
    let layout: (any BlogLayout)?
    /// The folders with `_` at the beginning that Jekyll makes pages of, in lower case.
    let shownFolders: Set<String>
    /// What Jekyll leaves out, and what it includes nevertheless.
    let excluded: [String], included: [String]
    package let defaults: JekyllDefaults
    /// Hugo's front matter for many pages.
    let cascades: [HugoCascade]
    let addresses: OldAddressRules
    private let feeds: OldFeeds
    /// Whether Hugo lists the categories of pages.
    let hasCategories: Bool
    /// Which entries of a front matter keep a page from the public.
    let privacy: PrivacyRules

    /// - Parameters:
    ///   - files: of the whole blog.
    ///   - privacy: which entries of a front matter keep a page from the public.
    ///   - read: the text of a file below the blog's folder; nil if it does not exist.
    /// - Returns: nil when there is no configuration of a known name.
    package init?(_ files: [String] = [], privacy: PrivacyRules = PrivacyRules(), read: (String) -> String?) {
        guard !OldSite.unknownPrograms.contains(where: { read($0) != nil }) else { return nil }
        for name in ["_config.yml", "_config.yaml"] {
            guard let text = read(name) else { continue }
            let values = Configuration(text, .yaml)
            if HexoSite.made(values, files, read: read) {
                self.init(hexo: values, in: name, privacy)
            } else {
                self.init(jekyll: values, in: name, privacy)
            }
            return
        }
        if let python = PythonSettings.ofBlog(read) {
            self.init(python, privacy)
        } else {
            self.init(hugoOrZola: files, privacy, read: read)
        }
    }

    private init(jekyll values: Configuration, in name: String, _ privacy: PrivacyRules) {
        self.privacy = privacy
        generator = .jekyll
        problems = values.problem.map { [name: $0] } ?? [:]
        (languages, layout) = (nil, nil)
        hasOwnFeedIDs = ["plugins", "gems"].flatMap(values.words).contains("jekyll-feed")
        included = values.words(of: "include")
        excluded = values.words(of: "exclude") + OldSite.alwaysExcluded
        shownFolders = OldSite.shownFolders(values, included)
        defaults = JekyllDefaults(values, privacy)
        cascades = []
        addresses = OldAddressRules(jekyll: values)
        (feeds, hasCategories) = (OldFeeds(jekyll: values), false)
        zone = values["timezone"]?.text
        language = nil
        languageFolders = [:]
        address = OldSite.address((values["url"]?.text ?? "") + (values["baseurl"]?.text ?? ""))
    }

    private init(hexo values: Configuration, in name: String, _ privacy: PrivacyRules) {
        self.privacy = privacy
        generator = .hexo
        problems = values.problem.map { [name: $0] } ?? [:]
        (layout, hasOwnFeedIDs) = (HexoSite(values), true)
        (languages, languageFolders) = (nil, [:])
        (excluded, included, shownFolders, defaults, cascades) = ([], [], [], JekyllDefaults(), [])
        addresses = OldAddressRules(jekyll: Configuration(.object([:])))
        (feeds, hasCategories) = (OldFeeds(hexo: values), false)
        zone = values["timezone"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        language = values.words(of: "language").first { Configuration.isTag($0) && $0 != "default" }
        address = OldSite.address(values["url"]?.text ?? "")
    }

    private init(_ python: PythonSettings.OfBlog, _ privacy: PrivacyRules) {
        self.privacy = privacy
        generator = python.generator
        (layout, hasOwnFeedIDs) = (python.layout, true)
        problems = python.problem.map { [python.file: $0] } ?? [:]
        (languages, languageFolders) = (nil, python.languageFolders)
        (excluded, included, shownFolders, defaults, cascades) = ([], [], [], JekyllDefaults(), [])
        addresses = OldAddressRules(jekyll: Configuration(.object([:])))
        (feeds, hasCategories) = (OldFeeds(paths: python.feeds), false)
        zone = python.text("TIMEZONE") ?? "UTC"
        language = python.text("DEFAULT_LANG").flatMap { Configuration.isTag($0) ? $0 : nil }
        address = OldSite.address(python.text(generator == .nikola ? "SITE_URL" : "SITEURL") ?? "")
    }

    private init?(hugoOrZola files: [String], _ privacy: PrivacyRules, read: (String) -> String?) {
        let configuration = HugoConfiguration(files, read: read)
        guard configuration.exists else { return nil }
        let values = configuration.values
        self.privacy = privacy
        problems = configuration.problems
        generator = values["base_url"] == nil ? .hugo : .zola
        (excluded, included, shownFolders, defaults) = ([], [], [], JekyllDefaults())
        cascades = values.tables(of: "cascade").map { HugoCascade($0, privacy) }
        (layout, hasOwnFeedIDs) = (nil, true)
        let languages = HugoLanguages(values)
        self.languages = languages
        languageFolders = languages.folders
        addresses = OldAddressRules(hugoOrZola: values, languages, isZola: generator == .zola)
        let hidden = values.words(of: "disablekinds").map { $0.lowercased() }
        hasCategories =
            generator == .hugo && !hidden.contains("term") && !hidden.contains("taxonomy")
            && (values["taxonomies"] == nil || values["taxonomies.category"] != nil)
        feeds =
            generator == .zola
            ? OldFeeds(zola: values)
            : OldFeeds(hugo: values, main: languages.folders[languages.main.lowercased()] ?? "")
        zone = [values["timezone"]?.text ?? "", "UTC"].first { !$0.isEmpty }
        language = languages.isMainNamed && Configuration.isTag(languages.main) ? languages.main : nil
        address = OldSite.address((values["baseurl"] ?? values["base_url"])?.text ?? "")
    }

    /// Where the site had its feed.
    /// - Parameter files: all Markdown files of the blog.
    package func feeds(of files: [String]) -> OldFeeds {
        feeds.withSection(of: files) { file in
            sections(of: file).flatMap { $0.first }
        }
    }

    /// The folders of a page of Hugo or Zola below that of the content; nil for a file outside.
    func sections(of file: String) -> [String]? {
        guard let languages, let content = languages.content(of: file) else { return nil }
        let names = file.dropFirst(content.folder.count).split(separator: "/").dropLast().map(String.init)
        return content.sections + names
    }

    /// The configurations of programs whose addresses Galley does not know.
    private static let unknownPrograms =
        [".eleventy", "eleventy.config", "astro.config", "docusaurus.config", "gatsby-config", "next.config"]
        .flatMap { name in ["js", "cjs", "mjs", "ts", "mts"].map { "\(name).\($0)" } }

    /// Whether Hugo or Zola reads the file as a page, as far as that can be told.
    func isContent(_ file: String) -> Bool {
        guard let languages, !languages.contents.isEmpty else { return true }
        return languages.contents.contains { file.hasPrefix($0.folder + "/") }
    }

    /// Whether pages are read from the folder itself.
    func isContentFolder(_ folder: String) -> Bool { languages?.contents.contains { $0.folder == folder } ?? false }

    /// The folder of the finished site, if it may have copies of the texts.
    package var output: String? { layout.flatMap { $0.output.isEmpty ? nil : $0.output } }

    /// The front matter that the configuration gives to a file that lacks it, as words by key.
    package func frontMatter(of file: String) -> [String: [String]] {
        switch generator {
        case .jekyll: defaults.words(of: file)
        case .hexo, .pelican, .nikola: layout?.frontMatter(of: file) ?? [:]
        // By the key that counts least, so that any other in the file wins.
        case .hugo, .zola: languages?.language(of: file).map { ["locale": [$0]] } ?? [:]
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

    private static func address(_ text: String) -> String? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
