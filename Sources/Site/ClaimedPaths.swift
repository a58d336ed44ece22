/// The names in a site's folder: no two pages are the same file, and none is a file where another needs a folder.
struct ClaimedPaths: Sendable {
    enum Holder: Sendable {
        case theme
        /// The index of an entry.
        case entry(Int)
    }

    private var files: [Substring: Holder] = [:]
    private var folders: [Substring: Holder] = [:]

    init(assets: [String]) {
        for file in assets { take(file, for: .theme) }
    }

    /// Whatever has the file of `path`, is a file where the path needs a folder, or needs a folder there; nil if nothing.
    func holder(of path: SitePath) -> Holder? {
        let file = path.file[...]
        if let holder = files[file] ?? folders[file] { return holder }
        var above = ClaimedPaths.folder(of: file)
        // Neither a folder that something has nor those above it are files.
        while let folder = above, folders[folder] == nil {
            if let holder = files[folder] { return holder }
            above = ClaimedPaths.folder(of: folder)
        }
        return nil
    }

    func hasFile(of path: SitePath) -> Bool { files[path.file[...]] != nil }

    mutating func take(_ path: SitePath, for entry: Int) { take(path.file, for: .entry(entry)) }

    private mutating func take(_ file: String, for holder: Holder) {
        files[file[...]] = holder
        var above = ClaimedPaths.folder(of: file[...])
        // Whatever has a folder also has those above it.
        while let folder = above, folders.updateValue(holder, forKey: folder) == nil {
            above = ClaimedPaths.folder(of: folder)
        }
    }

    /// The folder that contains `path`; nil at the root.
    static func folder(of path: Substring) -> Substring? {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] }
    }
}
