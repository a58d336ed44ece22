import Posts

/// The names in a site's folder: no two pages are the same file, and none is a file where another needs a folder.
struct ClaimedPaths: Sendable {
    enum Holder: Sendable {
        case theme
        case feed
        /// The index of an entry.
        case entry(Int)
    }

    private var files: [Substring: Holder] = [:]
    private var folders: [Substring: Holder] = [:]

    /// - Parameter feeds: further paths of the feed. One that ends in “/” also has the page of that address.
    init(assets: [String], feeds: [FeedPath] = []) {
        for file in assets { take(file, for: .theme) }
        for feed in feeds { for file in [feed.file, feed.page].compactMap(\.self) { take(file, for: .feed) } }
    }

    /// Whatever has the file of `path`, is a file where the path needs a folder, or needs a folder there; nil if nothing.
    func holder(of path: SitePath) -> Holder? { holder(of: path.file[...]) }

    func holder(of feed: FeedPath) -> Holder? {
        [feed.file, feed.page].lazy.compactMap { $0.flatMap { holder(of: $0[...]) } }.first
    }

    private func holder(of file: Substring) -> Holder? {
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
