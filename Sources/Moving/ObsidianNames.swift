import Posts

/// Finds the files of a vault by the names in its links, as Obsidian does: whatever the folder and the case, and with less
/// of the path the nearer the file is to the top.
package struct ObsidianNames {
    /// By the last name in lower case, the shortest path first.
    private let byName: [String: [String]]

    /// - Parameter files: all of the vault.
    package init(_ files: [String]) {
        byName = Dictionary(grouping: files) { ObsidianNames.key($0.split(separator: "/").last ?? "") }.mapValues {
            files in
            files.map { (depth: $0.split(separator: "/").count, file: $0) }.sorted { $0 < $1 }.map(\.file)
        }
    }

    private static func key(_ name: some StringProtocol) -> String { name.lowercased().composed }

    /// - Parameters:
    ///   - link: a name, or the end of a path, or a path that begins with “/”, “./” or “../”.
    ///   - file: that contains the link.
    /// - Returns: nil if there is none.
    package func file(named link: String, in file: String) -> String? {
        let folder = file.split(separator: "/").dropLast()
        var parts = link.split(separator: "/")
        guard let last = parts.last else { return nil }
        let known = byName[ObsidianNames.key(last)] ?? []
        if link.hasPrefix("./") || link.hasPrefix("../") {
            parts = ObsidianNames.resolved(folder + parts)
        }
        let path = ObsidianNames.key(parts.joined(separator: "/"))
        if let whole = known.first(where: { ObsidianNames.key($0) == path }) { return whole }
        guard !link.hasPrefix("/"), !link.hasPrefix(".") else { return nil }
        let beside = ObsidianNames.key((folder + parts).joined(separator: "/"))
        return known.first { ObsidianNames.key($0) == beside }
            ?? known.first { ObsidianNames.key($0).hasSuffix("/" + path) }
    }

    /// A note, whose name in links has no ending.
    package func note(named link: String, in file: String) -> String? {
        [".md", ".markdown"].lazy.compactMap { self.file(named: link + $0, in: file) }.first
            ?? (link.lowercased().hasSuffix(".md") ? self.file(named: link, in: file) : nil)
    }

    private static func resolved(_ parts: [Substring]) -> [Substring] {
        parts.reduce(into: []) { path, part in
            if part == ".." { _ = path.popLast() } else if part != "." { path.append(part) }
        }
    }
}
