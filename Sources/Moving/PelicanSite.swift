import JSONTree
import Posts

/// What the configuration of Pelican says about its files: which of them are articles or pages, and where they were.
///
/// After `pelican/settings.py`, `generators.py`, `contents.py` and `readers.py` of Pelican 4.
struct PelicanSite: BlogLayout {
    /// The folder of all texts.
    private let folder: String
    private let articles: [String], pages: [String]
    private let excludedArticles: [String], excludedPages: [String]
    /// The patterns of articles and pages, and those of texts in another language than the site's; nil if unknown.
    private let articlePattern: String?, pagePattern: String?
    private let otherArticlePattern: String?, otherPagePattern: String?
    private let language: String
    private let usesFolders: Bool
    private let metadata: [String: String]
    /// Names and paths of files that Pelican does not see.
    private let ignored: [PathGlob]
    private let defaultCategory: String
    let output: String
    let needsTitles = true
    /// Settings that decide about files and cannot be told.
    let computed: [String]
    let feeds: [String]
    /// Whether settings that may make drafts cannot be told. Then all files are drafts.
    private let hidesAll: Bool

    init(_ settings: PythonSettings) {
        let values = Configuration(.object(settings.values))
        func text(_ name: String, _ fallback: String) -> String { values[name]?.text ?? fallback }
        func folders(_ name: String, _ fallback: [String]) -> [String] {
            (values[name].map(\.listedWordsWithEmpty) ?? fallback).map(OldSite.folder)
        }
        folder = OldSite.folder(text("PATH", "."))
        output = OldSite.folder(text("OUTPUT_PATH", "output"))
        (articles, pages) = (folders("ARTICLE_PATHS", [""]), folders("PAGE_PATHS", ["pages"]))
        (excludedArticles, excludedPages) = (folders("ARTICLE_EXCLUDES", []), folders("PAGE_EXCLUDES", []))
        language = text("DEFAULT_LANG", "en").lowercased()
        usesFolders = text("USE_FOLDER_AS_CATEGORY", "true") == "true"
        defaultCategory = text("DEFAULT_CATEGORY", "misc")
        let stated = PelicanSite.table(values["DEFAULT_METADATA"])
        metadata = stated ?? [:]
        ignored = (values["IGNORE_FILES"]?.listedWordsWithEmpty ?? ["**/.*"]).map {
            PathGlob($0, crossesSlashes: false)
        }
        let slug = PelicanSite.slug(values)
        func pattern(_ name: String, _ fallback: String) -> String? {
            slug.flatMap { PelicanURL(text(name, fallback)).pattern(slug: $0) }
        }
        articlePattern = pattern("ARTICLE_URL", "{slug}.html")
        otherArticlePattern = pattern("ARTICLE_LANG_URL", "{slug}-{lang}.html")
        pagePattern = pattern("PAGE_URL", "pages/{slug}.html")
        otherPagePattern = pattern("PAGE_LANG_URL", "pages/{slug}-{lang}.html")
        computed = PelicanSite.deciding.filter(settings.computed.contains)
        let isOfPaths = ["PATH_METADATA", "FILENAME_METADATA"].contains {
            values[$0]?.text?.contains("<status>") == true
        }
        let isUnread = stated == nil || PelicanSite.table(values["EXTRA_PATH_METADATA"])?.isEmpty != true || isOfPaths
        hidesAll = isUnread || settings.isIncomplete || PelicanSite.hiding.contains(where: settings.computed.contains)
        feeds = PelicanSite.feeds(values)
    }

    /// The placeholder for the slug of a file that states none; nil if it cannot be told.
    private static func slug(_ values: Configuration) -> String? {
        let own = ["SLUG_REGEX_SUBSTITUTIONS", "SLUG_SUBSTITUTIONS", "SLUGIFY_USE_UNICODE", "SLUGIFY_PRESERVE_CASE"]
        let names = values["FILENAME_METADATA"]?.text ?? ""
        if let path = values["PATH_METADATA"]?.text, path.contains("<slug>") || path.contains("<date>") { return nil }
        switch names {
        case _ where !names.contains("<slug>"):
            if own.contains(where: { values[$0] != nil && values[$0]?.text != "false" }) { return ":slugonly" }
            return values["SLUGIFY_SOURCE"]?.text == "basename" ? ":slugofname" : ":slug"
        case "(?P<slug>.*)": return ":slugorfilename"
        case #"(?P<date>\d{4}-\d{2}-\d{2})_(?P<slug>.*)"#, #"(?P<date>\d{4}-\d{2}-\d{2})-(?P<slug>.*)"#:
            return ":slugorname"
        default: return nil
        }
    }

    /// A table of words, also as a list of pairs; nil for anything else.
    private static func table(_ value: JSON?) -> [String: String]? {
        guard let value, value != .null else { return [:] }
        let pairs =
            value.fields.map { $0.map { [JSON.text($0.key), $0.value] } } ?? value.elements?.map { $0.elements ?? [] }
            ?? [[]]
        var table: [String: String] = [:]
        for pair in pairs {
            guard pair.count == 2, let key = pair[0].text, let word = pair[1].text else { return nil }
            table[key] = word
        }
        return table
    }

    /// `FEED_ALL_ATOM` and its like. Pelican has one of all articles unless the configuration states none.
    private static func feeds(_ values: Configuration) -> [String] {
        let atom = values["FEED_ALL_ATOM"] == nil ? ["feeds/all.atom.xml"] : []
        let names = ["FEED_ALL_ATOM", "FEED_ALL_RSS", "FEED_ATOM", "FEED_RSS"].compactMap { values[$0]?.text }
        return (atom + names).map { "/" + $0.drop { $0 == "/" } }
    }

    private static let hiding = [
        "DEFAULT_METADATA", "EXTRA_PATH_METADATA", "PATH", "ARTICLE_PATHS", "ARTICLE_EXCLUDES", "PAGE_PATHS",
        "PAGE_EXCLUDES", "IGNORE_FILES", "PATH_METADATA", "FILENAME_METADATA",
    ]
    private static let deciding =
        hiding + [
            "ARTICLE_URL", "ARTICLE_LANG_URL", "PAGE_URL", "PAGE_LANG_URL", "DEFAULT_LANG", "DEFAULT_CATEGORY",
            "USE_FOLDER_AS_CATEGORY", "SLUGIFY_SOURCE", "SLUGIFY_USE_UNICODE",
            "SLUGIFY_PRESERVE_CASE", "SLUG_REGEX_SUBSTITUTIONS", "SLUG_SUBSTITUTIONS", "TIMEZONE",
        ]

    func hides(_ file: String) -> Bool { hidesAll || !(isArticle(file) || isPage(file)) }

    private func isArticle(_ file: String) -> Bool {
        isIn(articles, excludedArticles + pages.filter { !$0.isEmpty }, file)
    }

    private func isPage(_ file: String) -> Bool { isIn(pages, excludedPages + articles.filter { !$0.isEmpty }, file) }

    private func isIn(_ folders: [String], _ excluded: [String], _ file: String) -> Bool {
        guard let path = below(folder, file) else { return false }
        let names = path.split(separator: "/")
        guard !ignored.contains(where: { glob in glob.matches(path) || names.contains { glob.matches($0) } }) else {
            return false
        }
        return folders.contains { below($0, path) != nil } && !excluded.contains { below($0, path) != nil }
    }

    func pattern(of file: String, _ head: HeadWords) -> String? {
        guard !hides(file) else { return nil }
        let tag = head["lang"]?.lowercased() ?? metadata["lang"]?.lowercased() ?? language
        let isPage = isPage(file)
        if tag == language { return isPage ? pagePattern : articlePattern }
        return (isPage ? otherPagePattern : otherArticlePattern)?.replacing(":lang", with: tag.addressLiteral)
    }

    func frontMatter(of file: String) -> [String: [String]] {
        var values = metadata.reduce(into: [String: [String]]()) { $0[$1.key.lowercased()] = [$1.value] }
        let names = below(folder, file)?.split(separator: "/") ?? []
        values["defaultcategory"] = [usesFolders && names.count > 1 ? String(names[names.count - 2]) : defaultCategory]
        if isPage(file) { values["kind"] = ["page"] }
        return values
    }

    func lists(of file: String, _ head: HeadWords) -> [(OldLists.Kind, String)] {
        guard isArticle(file), head["status"] == nil else { return [] }
        let category = head["category"] ?? frontMatter(of: file)["defaultcategory"]?.first ?? ""
        let tags = OldLists.namesInAddress(head["tags"])
        return [(.categories, "/category/\(OldLists.nameInAddress(category)).html")]
            + tags.map { (.tags, "/tag/\($0).html") }
    }
}

/// A form of addresses, such as `{date:%Y}/{slug}/`, with the fields of Python's `format`.
struct PelicanURL {
    private let text: String

    init(_ text: String) { self.text = text }

    /// - Parameter slug: the placeholder for it.
    /// - Returns: nil if it has a field that only Pelican knows.
    func pattern(slug: String) -> String? {
        var pattern = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "{") {
            pattern += rest[..<start].literal
            guard let end = rest[start...].firstIndex(of: "}") else { return nil }
            let field = rest[rest.index(after: start)..<end].split(separator: ":", maxSplits: 1)
            switch field.first {
            case "slug": pattern += slug
            case "category": pattern += ":category"
            case "lang": pattern += ":lang"
            case "date":
                guard field.count == 2, let times = PelicanURL.times(field[1]) else { return nil }
                pattern += times
            default: return nil
            }
            rest = rest[rest.index(after: end)...]
        }
        pattern += rest.literal
        return "/" + pattern.drop { $0 == "/" }
    }

    /// The placeholders for the directives of `strftime`; nil for others.
    private static func times(_ format: Substring) -> String? {
        var pattern = ""
        var rest = format
        while let percent = rest.firstIndex(of: "%") {
            pattern += rest[..<percent].literal
            let code = rest[rest.index(after: percent)...].prefix(2)
            guard let name = directives.first(where: { code.hasPrefix($0.key) }) else { return nil }
            pattern += ":" + name.value
            rest = rest[percent...].dropFirst(1 + name.key.count)
        }
        return pattern + rest.literal
    }

    private static let directives = [
        "Y": "year", "m": "month", "d": "day", "H": "hour", "M": "minute", "S": "second", "y": "short_year",
        "j": "y_day", "-m": "i_month", "-d": "i_day", "b": "short_month", "B": "long_month",
    ]
}

extension Substring {
    fileprivate var literal: String { String(self).addressLiteral }
}

extension JSON {
    /// The words of a list, or a single one.
    fileprivate var listedWordsWithEmpty: [String] { (elements ?? [self]).compactMap(\.text) }
}
