/// A tag and its page. Tags with the same address, such as “Swift” and “swift”, are one.
struct SiteTag: Hashable, Sendable {
    /// The first of its spellings in alphabetical order.
    let name: String
    let path: SitePath
    /// Indices of its entries, in the order of the entries.
    let entries: [Int]

    /// All tags of the entries, sorted by path.
    static func all(of entries: [SiteEntry]) -> [SiteTag] {
        var names: [String: Set<String>] = [:]
        var members: [String: [Int]] = [:]
        for (index, entry) in entries.enumerated() {
            for tag in entry.tags {
                guard let name = segment(of: tag) else { continue }
                names[name, default: []].insert(tag)
                if members[name]?.last != index { members[name, default: []].append(index) }
            }
        }
        return members.keys.sorted().map { name in
            SiteTag(
                name: names[name]?.min() ?? name, path: SitePath(["tags", name], isFolder: true),
                entries: members[name] ?? [])
        }
    }

    /// The tag as the last part of an address: lower case, with `-` for spaces and `/`; nil if nothing remains.
    static func segment(of tag: String) -> String? {
        let parts = tag.lowercased().unicodeScalars.split { scalar in
            scalar == "/" || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
        var name = parts.map(String.init).joined(separator: "-")
        while name.hasPrefix(".") { name.removeFirst() }
        while name.utf8.count > 200 { name.removeLast() }
        // `index.html` in the same folder is the tag index.
        return name.isEmpty ? nil : name == "index.html" ? "index-html" : name
    }

    static func path(of tag: String) -> SitePath? {
        segment(of: tag).map { SitePath(["tags", $0], isFolder: true) }
    }
}
