import JSONTree
import Posts

/// What the configuration of Nikola says about its files: which of them are posts or pages, and where they were.
///
/// After `nikola/nikola.py`, `nikola/post.py` and the task `scan_posts` of Nikola 8.
struct NikolaSite: BlogLayout {
    /// Where a kind of texts stands, and where its pages were.
    private struct Place {
        let folder: String
        /// With the dot.
        let ending: String
        /// By language; the one of the blog's own language stands for the others.
        let output: [String: String]
        let isPage: Bool
    }

    private let places: [Place]
    private let isPretty: Bool
    private let stripsIndexes: Bool
    private let language: String
    private let languages: Set<String>
    private let isSlugified: Bool
    /// Whether the tags `draft` and `private` hide a post, as they do unless the configuration says otherwise.
    private let hidesByTags: Bool
    /// Whether settings that may hide files cannot be told. Then all files are drafts.
    private let hidesAll: Bool
    /// What stands before addresses in each language.
    let languageFolders: [String: String]
    let output: String
    /// Settings that decide about files and cannot be told.
    let computed: [String]
    let feeds: [String]

    init(_ settings: PythonSettings) {
        let values = Configuration(.object(settings.values))
        func flag(_ name: String, _ fallback: Bool = true) -> Bool {
            values[name]?.text.map { $0 == "true" } ?? fallback
        }
        hidesByTags = flag("USE_TAG_METADATA")
        hidesAll =
            settings.isIncomplete || ["POSTS", "PAGES", "TRANSLATIONS"].contains(where: settings.computed.contains)
        output = OldSite.folder(values["OUTPUT_FOLDER"]?.text ?? "output")
        language = (values["DEFAULT_LANG"]?.text ?? "en").lowercased()
        var folders = (values["TRANSLATIONS"]?.fields ?? [:]).compactMapValues(\.text)
        folders[language] = folders[language] ?? ""
        languages = Set(folders.keys.map { $0.lowercased() })
        languageFolders = Dictionary(
            folders.map { ($0.lowercased(), $1.isEmpty ? "" : "/" + OldSite.folder($1)) }
        ) { first, _ in first }.mapValues { $0 == "/" ? "" : $0 }
        (isPretty, stripsIndexes, isSlugified) = (flag("PRETTY_URLS"), flag("STRIP_INDEXES"), flag("USE_SLUGIFY"))
        places =
            NikolaSite.places(values["POSTS"], language, isPage: false)
            + NikolaSite.places(values["PAGES"] ?? values["STORIES"], language, isPage: true)
        let deciding = [
            "POSTS", "PAGES", "TRANSLATIONS", "TRANSLATIONS_PATTERN", "PRETTY_URLS", "STRIP_INDEXES", "DEFAULT_LANG",
            "TIMEZONE", "USE_SLUGIFY", "INDEX_FILE",
        ]
        computed = deciding.filter(settings.computed.contains)
        feeds = NikolaSite.feeds(values, flag, language)
    }

    /// `("posts/*.md", "posts", "post.tmpl")`, in which the second is a table for several languages.
    private static func places(_ list: JSON?, _ language: String, isPage: Bool) -> [Place] {
        (list?.elements ?? []).compactMap { entry in
            guard let parts = entry.elements, parts.count > 1, let wildcard = parts[0].text else { return nil }
            let output = parts[1].text.map { [language: $0] } ?? (parts[1].fields ?? [:]).compactMapValues(\.text)
            let names = wildcard.split(separator: "/")
            guard let name = names.last, name.hasPrefix("*") else { return nil }
            return Place(
                folder: OldSite.folder(names.dropLast().joined(separator: "/")), ending: String(name.dropFirst()),
                output: output, isPage: isPage)
        }
    }

    private static func feeds(
        _ values: Configuration, _ flag: (String, Bool) -> Bool, _ language: String
    ) -> [String] {
        func text(_ name: String, _ fallback: String) -> String {
            values[name]?.text ?? values[name]?.fields?[language]?.text ?? fallback
        }
        func path(_ kind: String, _ name: String, _ ending: String) -> String {
            let folder = OldSite.folder(text("\(kind)_PATH", kind == "ATOM" ? text("INDEX_PATH", "") : ""))
            let file = text("\(kind)_FILENAME_BASE", name) + text("\(kind)_EXTENSION", ending)
            return (folder.isEmpty ? "/" : "/\(folder)/") + file
        }
        let hasRSS = flag("GENERATE_RSS", true) && !flag("DISABLE_MAIN_RSS_FEED", false)
        let hasAtom = flag("GENERATE_ATOM", false) && !flag("DISABLE_MAIN_ATOM_FEED", false)
        return (hasRSS ? [path("RSS", "rss", ".xml")] : []) + (hasAtom ? [path("ATOM", "index", ".atom")] : [])
    }

    private func place(of file: String) -> (place: Place, path: String)? {
        places.lazy.compactMap { place in
            file.hasSuffix(place.ending) ? self.below(place.folder, file).map { (place, $0) } : nil
        }.first
    }

    func hides(_ file: String) -> Bool { hidesAll || place(of: file) == nil }

    /// All versions of a post of which one is a draft or private.
    func hidden(among files: [String], read: (String) -> String?) -> Set<String> {
        let posts = Dictionary(grouping: files.filter { place(of: $0) != nil }) { file in
            let stem = file.withoutExtension
            let tag = language(of: file)
            return tag.map { String(stem.dropLast($0.count + 1)) } ?? stem
        }
        return Set(posts.values.filter { $0.contains { isClosed($0, read) } }.joined())
    }

    private func isClosed(_ file: String, _ read: (String) -> String?) -> Bool {
        let heads = [read(file.withoutExtension + ".meta"), read(file)].compactMap { $0.map(HeadWords.init) }
        return heads.contains { head in
            let status = head["status"]?.lowercased() ?? "published"
            let tags = OldLists.namesInAddress(head["tags"])
            return !["published", "featured"].contains(status)
                || (hidesByTags && (tags.contains("draft") || tags.contains("private")))
        }
    }

    /// The language that the name of a file states.
    private func language(of file: String) -> String? {
        let stem = (file.split(separator: "/").last.map(String.init) ?? "").withoutExtension
        return stem.split(separator: ".").dropFirst().last.map(String.init).flatMap {
            languages.contains($0.lowercased()) ? $0 : nil
        }
    }

    func pattern(of file: String, _ head: HeadWords) -> String? {
        guard let (place, path) = place(of: file) else { return nil }
        let names = path.split(separator: "/").map(String.init)
        let stem = (names.last ?? "").withoutExtension
        let tag = language(of: file)?.lowercased() ?? language
        let isTranslated = tag != language
        // A translation has the slug of the text that it translates, unless it states one.
        guard !isTranslated || head["slug"] != nil, isSlugified || head["slug"] != nil else { return nil }
        let output = place.output[isTranslated ? tag : language] ?? place.output[language]
        guard let output else { return nil }
        // The daemon adds the folder of a language that the name of the file states.
        let first = isTranslated ? "" : languageFolders[language] ?? ""
        let folders =
            first
            + (OldSite.folder(output).split(separator: "/").map(String.init) + names.dropLast())
            .map { "/" + $0.addressLiteral }.joined()
        let isIndex = head["slug"] == "index" || (head["slug"] == nil && stem == "index")
        if isIndex { return folders + (stripsIndexes ? "/" : "/index.html") }
        let staysPlain = head["pretty_url"].map { ["false", "no", "0"].contains($0.lowercased()) } ?? !isPretty
        return folders + "/:slugofname" + (staysPlain ? ".html" : stripsIndexes ? "/" : "/index.html")
    }

    func lists(of file: String, _ head: HeadWords) -> [(OldLists.Kind, String)] {
        guard place(of: file)?.place.isPage == false, head["status"] == nil else { return [] }
        let tags = OldLists.namesInAddress(head["tags"])
        let categories = [head["category"]].compactMap(\.self).map { "cat_" + OldLists.nameInAddress($0) }
        return categories.map { (.categories, "/categories/\($0)/") } + tags.map { (.tags, "/categories/\($0)/") }
    }

    func frontMatter(of file: String) -> [String: [String]] {
        place(of: file)?.place.isPage == true ? ["kind": ["page"]] : [:]
    }
}
