/// What the configuration of a blog by Hugo, Zola or Jekyll states about its addresses, dates and language.
///
/// It recognises single lines of YAML and TOML, and parts of JSON, by their form. Whatever it does not recognise counts as the generator's
/// default. A wrong guess only adds a redirect that no reader follows.
package struct OldSite: Hashable, Sendable {
    /// Without the trailing `/`; nil if the configuration does not state it.
    package let address: String?
    /// The zone of dates without one. Hugo and Zola take UTC if the configuration does not state it, and Jekyll that of the
    /// machine: nil.
    package let zone: String?
    /// The language of files that name none, as Hugo or Zola state it.
    package let language: String?
    let generator: Generator
    /// Where Hugo and Zola read pages from; empty if that cannot be told.
    let contents: [String]
    /// The folders with `_` at the beginning that Jekyll makes pages of, in lower case.
    let shownFolders: Set<String>
    /// Jekyll's pattern for all posts.
    private let permalink: String
    /// Hugo's patterns by section.
    private let permalinks: [String: String]
    private let endsInHTML: Bool
    /// Whether the date in a file's name is no part of its address: always in Zola, and in Hugo if it reads dates there.
    private let omitsDates: Bool

    enum Generator {
        case hugo, jekyll, zola
    }

    /// - Parameter read: the text of a file below the blog's folder; nil if it does not exist.
    /// - Returns: nil when there is no configuration of a known name.
    package init?(read: (String) -> String?) {
        if let text = read("_config.yml") ?? read("_config.yaml") {
            let lines = OldSite.lines(text, isTOML: false)
            generator = .jekyll
            contents = []
            shownFolders = OldSite.shownFolders(text, lines)
            permalink = OldSite.jekyllPattern(lines["permalink"] ?? "date")
            permalinks = [:]
            endsInHTML = permalink.hasSuffix(".html") || !permalink.hasSuffix("/")
            omitsDates = false
            zone = lines["timezone"]
            language = nil
            address = OldSite.address((lines["url"] ?? "") + (lines["baseurl"] ?? ""))
            return
        }
        var (lines, hasMounts, readsDates) = ([String: String](), false, false)
        for name in OldSite.hugoFiles {
            guard let text = read(name) else { continue }
            hasMounts = hasMounts || text.contains("mounts")
            readsDates = readsDates || text.contains(/(?is)frontmatter.{1,300}:filename/)
            let parts = name.hasSuffix(".json") ? text.replacing(/[{,]/, with: "\n") : text
            let own = OldSite.lines(parts, isTOML: name.hasSuffix(".toml"))
            for (key, value) in own { lines[name.contains("/permalinks.") ? "permalinks.\(key)" : key] = value }
        }
        guard !lines.isEmpty else { return nil }
        generator = lines["base_url"] == nil ? .hugo : .zola
        omitsDates = generator == .zola || readsDates
        contents = hasMounts ? [] : OldSite.contents(lines)
        shownFolders = []
        permalink = ""
        permalinks = Dictionary(
            lines.compactMap { key, value -> (String, String)? in
                let parts = key.split(separator: ".")
                let isOfPages = parts.count == 2 || (parts.count == 3 && parts[1] == "page")
                guard parts.first == "permalinks", isOfPages, let section = parts.last else { return nil }
                return (String(section), value)
            }
        ) { first, _ in first }
        endsInHTML = lines["uglyurls"] == "true"
        zone = [lines["timezone"] ?? "", "UTC"].first { !$0.isEmpty }
        language = (lines["defaultcontentlanguage"] ?? lines["default_language"]).flatMap {
            $0.wholeMatch(of: /[A-Za-z0-9-]{2,35}/).map { String($0.output) }
        }
        address = OldSite.address(lines["baseurl"] ?? lines["base_url"] ?? "")
    }

    /// The pattern for a Markdown file, with the generator's placeholders; nil for a file that is not a page by itself.
    package func pattern(of file: String) -> String? {
        let folders = file.split(separator: "/").dropLast()
        let isIndex = file.split(separator: "/").last?.hasPrefix("index.") == true
        guard generator == .jekyll else {
            guard folders.first == "content" else { return nil }
            let section = folders.dropFirst().dropLast(isIndex ? 1 : 0).first.map(String.init)
            if let section, let pattern = permalinks[section] { return pattern }
            return "/:sections/:slugor\(omitsDates ? "" : "file")name" + (endsInHTML ? ".html" : "/")
        }
        if folders.contains("_posts") { return permalink }
        guard !folders.contains(where: { $0.hasPrefix("_") }) else { return nil }
        let folder = "/" + folders.map { $0 + "/" }.joined()
        return isIndex ? folder : folder + ":filename" + (endsInHTML ? ".html" : "/")
    }

    /// Whether Hugo or Zola reads the file as a page, as far as that can be told.
    func isContent(_ file: String) -> Bool {
        contents.isEmpty || contents.contains { file.hasPrefix($0 + "/") }
    }

    private static func contents(_ lines: [String: String]) -> [String] {
        let own = lines.filter { $0.key == "contentdir" || $0.key.hasSuffix(".contentdir") }.values
        let folders = (lines["contentdir"] == nil ? ["content"] : []) + own
        return folders.map { $0.split(separator: "/").filter { $0 != "." }.joined(separator: "/") }
    }

    /// Posts, drafts, the collections that have pages, and what `include` names.
    private static func shownFolders(_ text: String, _ lines: [String: String]) -> Set<String> {
        let collections = lines.filter { key, value in
            key.hasPrefix("collections.") && value.contains("true")
                && (key.hasSuffix(".output") || value.contains("output"))
        }
        .keys.compactMap { $0.split(separator: ".").dropFirst().first.map { "_\($0)" } }
        let list = /(?:^|\n)include:[^\[\n]*(?:\[[^\]]*\]|(?:\r?\n[ \t]*(?:[-#][^\n]*)?)*)/
        let included = text.firstMatch(of: list)?.output.lowercased() ?? ""
        let words = included.split { !$0.isLetter && !$0.isNumber && !"_.-".contains($0) }
        return Set(["_posts", "_drafts"] + collections + words.map { String($0) })
    }

    private static let hugoFiles =
        ["", "config/_default/"].flatMap { folder in
            ["hugo", "config"].flatMap { name in ["toml", "yaml", "yml", "json"].map { "\(folder)\(name).\($0)" } }
        } + ["toml", "yaml", "yml"].map { "config/_default/permalinks.\($0)" }

    private static func jekyllPattern(_ text: String) -> String {
        switch text {
        case "date": "/:categories/:year/:month/:day/:title.html"
        case "pretty": "/:categories/:year/:month/:day/:title/"
        case "none": "/:categories/:title.html"
        default: text.hasPrefix("/") ? text : "/" + text
        }
    }

    private static func address(_ text: String) -> String? {
        guard text.hasPrefix("https://") || text.hasPrefix("http://") else { return nil }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The values by their keys, with the keys of the tables around them: `permalinks.posts`. Keys are in lower case.
    static func lines(_ text: String, isTOML: Bool) -> [String: String] {
        var values: [String: String] = [:]
        var tables: [(indent: Int, name: String)] = []
        for line in text.split(whereSeparator: \.isNewline).prefix(5000) {
            // An item of a list in YAML may begin with a key.
            let bare = line.drop { $0 == " " || (!isTOML && $0 == "-") }
            let indent = line.count - bare.count
            if isTOML, bare.hasPrefix("["), let end = bare.firstIndex(of: "]") {
                tables = [(0, bare[..<end].drop { $0 == "[" }.lowercased())]
                continue
            }
            guard let match = bare.firstMatch(of: /^["']?([A-Za-z0-9_\/.-]+)["']?\s*[=:]\s*(.*)$/) else { continue }
            if !isTOML { tables.removeAll { $0.indent >= indent } }
            let key = (tables.map(\.name) + [match.1.lowercased()]).joined(separator: ".")
            let value = OldSite.value(match.2)
            if value.isEmpty, !isTOML {
                tables.append((indent, match.1.lowercased()))
            } else {
                values[key] = value
            }
        }
        return values
    }

    /// Without quotation marks, and without the comment after it.
    private static func value(_ text: Substring) -> String {
        if let mark = text.first, mark == "\"" || mark == "'" {
            return String(text.dropFirst().prefix { $0 != mark })
        }
        let value = text.hasPrefix("#") ? "" : text.firstRange(of: " #").map { text[..<$0.lowerBound] } ?? text
        return String(value.reversed().drop { $0 == " " }.reversed())
    }
}
