import JSONTree

/// The `permalinks` of a configuration of Hugo: patterns by section, or a list of patterns with the pages that they are for.
struct HugoPatterns: Hashable, Sendable {
    /// By the section in lower case; “/” for pages outside of sections.
    private let bySection: [String: String]
    private let byPath: [ByPath]

    private struct ByPath: Hashable {
        let glob: PathGlob
        let pattern: String
    }

    /// - Parameter value: of the key.
    init(_ value: JSON?) {
        // A table `page` holds the patterns of pages, in newer versions beside one for other kinds.
        let fields = value?.fields ?? [:]
        let pages = (fields["page"]?.fields ?? [:]).compactMapValues(\.text)
        bySection = fields.compactMapValues(\.text).merging(pages) { _, page in page }
        byPath = (value?.elements ?? []).map(\.words).filter { rule in
            rule["pattern"] != nil && ["", "page"].contains(rule["target.kind"] ?? "")
        }.map {
            ByPath(
                glob: PathGlob($0["target.path"]?.lowercased() ?? "**", crossesSlashes: false),
                pattern: $0["pattern"] ?? "")
        }
    }

    /// - Parameters:
    ///   - parts: of the path of the page below the folder of the content.
    ///   - section: in lower case.
    func pattern(of parts: [String], in section: String) -> String? {
        let path = "/" + parts.joined(separator: "/").withoutExtension.lowercased()
        if let rule = byPath.first(where: { $0.glob.matches(path) }) { return rule.pattern }
        return bySection[section.isEmpty ? "/" : section]
    }
}
