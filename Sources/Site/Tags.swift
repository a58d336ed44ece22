/// A tag and its page. Tags with the same address, such as “Swift” and “swift”, are one.
struct SiteTag: Hashable, Sendable {
    /// The first of its spellings in alphabetical order.
    let name: String
    let path: SitePath
    /// Indices of its entries, in the order of the entries.
    let entries: [Int]

    /// All tags of the items, sorted by path.
    static func all(of items: some Sequence<SiteItem>) -> [SiteTag] {
        var names: [String: Set<String>] = [:]
        var members: [String: [Int]] = [:]
        for (index, item) in items.enumerated() {
            for tag in item.tags {
                names[tag.segment, default: []].insert(tag.name)
                if members[tag.segment]?.last != index { members[tag.segment, default: []].append(index) }
            }
        }
        return members.keys.sorted().map { segment in
            SiteTag(
                name: names[segment]?.min() ?? segment, path: path(of: segment), entries: members[segment] ?? [])
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

    static func path(of segment: String) -> SitePath { SitePath(["tags", segment], isFolder: true) }
}
