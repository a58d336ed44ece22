import JSONTree
package import Posts

/// Where an old site had its feed.
///
/// | program | paths |
/// |---|---|
/// | Hugo | `/index.xml`, and that of the section with nine pages of ten; another name by `outputFormats.RSS.baseName` |
/// | Zola | `/atom.xml`, or those of `feed_filenames`, if `generate_feeds` is on |
/// | Jekyll, Hexo | `feed.path`; `/feed.xml` is that of each site here |
/// | Pelican | `/feeds/all.atom.xml`, and those of `FEED_ALL_RSS` and its like |
/// | Nikola | `/rss.xml`, and `/index.atom` if `GENERATE_ATOM` is on |
/// | WordPress, Ghost | `/feed/`, `/rss/` |
package struct OldFeeds: Hashable, Sendable {
    /// Those that a site here can have.
    package let paths: [FeedPath]
    /// Below each section of Hugo; nil if it has none.
    private let name: String?

    private init(_ texts: [String], name: String? = nil) {
        paths = texts.compactMap { try? FeedPath($0) }
        self.name = name
    }

    init(paths: [String]) { self.init(paths) }

    package static let wordPress = OldFeeds(["/feed/"])
    package static let ghost = OldFeeds(["/rss/"])

    init(jekyll values: Configuration) {
        self.init(values["feed.path"]?.text.map { [$0.hasPrefix("/") ? $0 : "/" + $0] } ?? [])
    }

    /// The feed of the plugin `hexo-generator-feed`.
    init(hexo values: Configuration) { self.init(values.words(of: "feed.path").map { "/\($0)" }) }

    /// - Parameter main: what stands before the addresses in the main language, such as `/en`; or nothing.
    init(hugo values: Configuration, main: String) {
        let words = { (key: String) in values.words(of: key).map { $0.lowercased() } }
        let outputs = words("outputs.home")
        guard !words("disablekinds").contains("rss"), outputs.isEmpty || outputs.contains("rss") else {
            self.init([])
            return
        }
        let name = values["outputformats.rss.basename"]?.text ?? "index"
        self.init(["\(main)/\(name).xml"], name: "\(name).xml")
    }

    init(zola values: Configuration) {
        guard ["generate_feed", "generate_feeds"].contains(where: { values[$0]?.text == "true" }) else {
            self.init([])
            return
        }
        let names = values.words(of: "feed_filenames") + values.words(of: "feed_filename")
        self.init((names.isEmpty ? ["atom.xml"] : names).map { "/\($0)" })
    }

    /// With the feed of the section that has nine of ten pages in sections.
    /// - Parameters:
    ///   - files: all Markdown files of the blog.
    ///   - section: that of a file; nil for one that is in none.
    func withSection(of files: [String], _ section: (String) -> String?) -> OldFeeds {
        guard let name else { return self }
        let counts = Dictionary(files.compactMap { file in section(file).map { ($0, 1) } }, uniquingKeysWith: +)
        guard let most = counts.max(by: { $0.value < $1.value }),
            most.value * 10 >= counts.values.reduce(0, +) * 9
        else { return self }
        return OldFeeds(paths.map(\.text) + ["/\(most.key.lowercased())/\(name)"], name: name)
    }
}
