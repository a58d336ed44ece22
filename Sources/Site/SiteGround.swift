/// The names in a site's folder: no two pages are the same file, and none is a file where another needs a folder.
struct SiteGround: Sendable {
    enum Holder: Sendable {
        case theme
        /// The index of an entry.
        case entry(Int)
    }

    private var files: [String: Holder] = [:]
    private var folders: [Substring: Holder] = [:]

    init(assets: [String]) {
        for file in assets { take(file, for: .theme) }
    }

    /// Whatever has the file of `path`, is a file where the path needs a folder, or needs a folder there; nil if nothing.
    func holder(of path: SitePath) -> Holder? {
        let file = path.file
        if let holder = files[file] ?? folders[file[...]] { return holder }
        return SiteGround.folders(of: file).lazy.compactMap { files[String($0)] }.first
    }

    func hasFile(of path: SitePath) -> Bool { files[path.file] != nil }

    mutating func take(_ path: SitePath, for entry: Int) { take(path.file, for: .entry(entry)) }

    private mutating func take(_ file: String, for holder: Holder) {
        files[file] = holder
        // Whatever has a folder also has those above it.
        for folder in SiteGround.folders(of: file) where folders.updateValue(holder, forKey: folder) != nil { return }
    }

    /// The folders above a file, the nearest first.
    private static func folders(of file: String) -> [Substring] {
        var folders: [Substring] = []
        var rest = file[...]
        while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
            rest = rest[..<slash]
            folders.append(rest)
        }
        return folders
    }
}
