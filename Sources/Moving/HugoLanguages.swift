import JSONTree

/// The languages of a blog of Hugo or Zola, and the folders with the pages of each.
struct HugoLanguages: Hashable, Sendable {
    /// The tag of the main language, as the configuration spells it.
    let main: String
    /// Whether the configuration names it; otherwise it is `en`.
    let isMainNamed: Bool
    /// What stands before addresses in each language, by its tag in lower case: `/pt`, or nothing.
    let folders: [String: String]
    /// Languages that the site does not show, in lower case.
    let disabled: Set<String>
    /// The folders of pages, the deepest first; empty if they cannot be told.
    let contents: [Content]

    struct Content: Hashable, Sendable {
        let folder: String
        /// In lower case; nil for the main one, or that in the name of a file.
        var language: String?
        /// Where its pages are among those of the site: `["journal"]`.
        var sections: [String] = []
    }

    init(_ values: Configuration) {
        let named = (values["defaultcontentlanguage"] ?? values["default_language"])?.text
        main = named ?? "en"
        isMainNamed = named != nil
        let tables = values["languages"]?.fields ?? [:]
        let disabled = Set(
            tables.filter { $1["disabled"]?.text == "true" }.keys + values.words(of: "disablelanguages")
        )
        .subtracting([main.lowercased()])
        let main = main.lowercased()
        // With a host for each language, none has a folder. The main one has a folder only by a setting.
        let hasHosts = !tables.isEmpty && tables.values.allSatisfy { $0["baseurl"] != nil }
        let isMainInFolder = values["defaultcontentlanguageinsubdir"]?.text == "true"
        let tags = Set(tables.keys).union([main]).subtracting(disabled)
        folders = Dictionary(tags.map { ($0, hasHosts || ($0 == main && !isMainInFolder) ? "" : "/\($0)") }) { $1 }
        self.disabled = disabled
        contents = HugoLanguages.contents(values, tables, main: main)
            .filter { !disabled.contains($0.language ?? main) }
            .sorted { ($1.folder.count, $0.folder) < ($0.folder.count, $1.folder) }
    }

    private static func contents(_ values: Configuration, _ tables: [String: JSON], main: String) -> [Content] {
        let mounts = values.tables(of: "module.mounts")
        guard mounts.isEmpty else {
            return mounts.compactMap { mount in
                let target = (mount["target"]?.text ?? "").split(separator: "/").map(String.init)
                guard target.first == "content", let source = mount["source"]?.text else { return nil }
                return Content(
                    folder: OldSite.folder(source), language: mount["lang"]?.text?.lowercased(),
                    sections: Array(target.dropFirst()))
            }
        }
        let own = tables.sorted { $0.key < $1.key }.compactMap { tag, table in
            table["contentdir"]?.text.map {
                Content(folder: OldSite.folder($0), language: tag == main ? nil : tag)
            }
        }
        let folder = OldSite.folder(values["contentdir"]?.text ?? "content")
        let isUsed = own.count < tables.count || tables[main] == nil
        return isUsed && !own.contains { $0.folder == folder } ? own + [Content(folder: folder)] : own
    }

    /// The folder that has the page.
    func content(of file: String) -> Content? {
        (contents.isEmpty ? [Content(folder: "content")] : contents).first { file.hasPrefix($0.folder + "/") }
    }

    /// The language that the name of a file states, in lower case, if it is one of the site's.
    func tag(inNameOf file: String) -> String? {
        HugoLanguages.tag(inNameOf: file).flatMap { folders[$0] == nil ? nil : $0 }
    }

    /// Whether the file is in a language that the site does not show.
    func hide(_ file: String) -> Bool { HugoLanguages.tag(inNameOf: file).map(disabled.contains) ?? false }

    private static func tag(inNameOf file: String) -> String? {
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        return name.withoutExtension.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    }

    /// The language of a file by its folder; nil for one of the main language, and for one whose name states it.
    func language(of file: String) -> String? {
        guard let tag = content(of: file)?.language, tag != main.lowercased(), Configuration.isTag(tag),
            self.tag(inNameOf: file) == nil
        else { return nil }
        return tag
    }
}
