import Glibc

/// Tells which files belong to a vault of Obsidian: a folder `.obsidian` stands beside them or above.
struct ObsidianVaults {
    private let root: String
    /// By folder below `root`.
    private var known: [String: Bool] = [:]

    /// - Parameter root: absolute, without symbolic links.
    init(root: String) {
        self.root = root
        known[""] = ObsidianVaults.contain(folder: root)
    }

    /// - Parameter file: below the root.
    mutating func contain(_ file: String) -> Bool {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        if let found = known[folder] { return found }
        let isVault = ObsidianVaults.isVault(root + "/" + folder) || contain(folder)
        known[folder] = isVault
        return isVault
    }

    /// Whether a file that the author named is in one.
    static func contain(path: String) -> Bool {
        guard let found = FolderWalk.resolved(path), let slash = found.lastIndex(of: "/") else { return false }
        return contain(folder: String(found[..<slash]))
    }

    private static func contain(folder: String) -> Bool {
        var folder = folder[...]
        while true {
            if isVault(folder) { return true }
            guard let slash = folder.lastIndex(of: "/") else { return false }
            folder = folder[..<slash]
        }
    }

    private static func isVault(_ folder: some StringProtocol) -> Bool {
        var information = stat()
        return unsafe stat("\(folder)/.obsidian", &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }
}
