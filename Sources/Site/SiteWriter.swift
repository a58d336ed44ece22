import Glibc

/// Changes a site's folder, one complete file after the other, and makes each change durable.
struct SiteWriter: ~Copyable {
    private let root: Descriptor
    private let steps: Int
    private var done = 0
    /// Paths of folders whose names have changed since the last fsync; the root is "".
    private var unsettled: Set<String> = []
    /// In the root for all folders. Only one process writes, and it overwrites a draft that a killed process left.
    private static let draft = ".galley-site.new"

    init(root: consuming Descriptor, steps: Int) {
        self.root = root
        self.steps = steps
    }

    /// Writes the bytes to disk under another name before the file gets its own.
    mutating func write(_ file: SiteFile) throws(SiteFolderError) {
        guard let place = try SitePlace(file.path, in: root, making: true) else { return }
        do throws(DiskError) {
            try writeDraft(file)
            guard unsafe renameat(root.raw, Self.draft, place.folder.raw, place.name) == 0 else {
                throw DiskError(errno)
            }
        } catch {
            _ = unsafe unlinkat(root.raw, Self.draft, 0)
            throw failed(file.path, error)
        }
        unsettled.insert(Self.folder(of: file.path))
        done += 1
    }

    /// Records durably which files are Galley's. This does not count as a step.
    mutating func record(_ manifest: SiteManifest) throws(SiteFolderError) {
        try write(manifest.file)
        done -= 1
        try settle()
    }

    private func writeDraft(_ file: SiteFile) throws(DiskError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        _ = unsafe unlinkat(root.raw, Self.draft, 0)
        let raw = unsafe openat(root.raw, Self.draft, flags, 0o600)
        guard raw >= 0 else { throw DiskError(errno) }
        let descriptor = Descriptor(raw)
        if let original = file.original {
            try descriptor.copy(original)
        } else {
            try descriptor.write(file.bytes)
        }
        // The web server reads the file as another user, whatever the daemon's umask.
        guard fchmod(raw, 0o644) == 0, fsync(raw) == 0 else { throw DiskError(errno) }
    }

    /// Removes a file that Galley wrote, and the folders that become empty. A path that has since become a folder or a
    /// link is not Galley's any more and stays.
    mutating func remove(_ path: String) throws(SiteFolderError) {
        done += 1
        guard let place = try SitePlace(path, in: root, making: false) else { return }
        var status = stat()
        guard unsafe fstatat(place.folder.raw, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return }
        guard unsafe unlinkat(place.folder.raw, place.name, 0) == 0 || errno == ENOENT else {
            done -= 1
            throw failed(path, DiskError(errno))
        }
        unsettled.insert(Self.folder(of: path))
        try removeEmptyFolders(above: path)
    }

    private mutating func removeEmptyFolders(above path: String) throws(SiteFolderError) {
        var folder = Self.folder(of: path)
        while !folder.isEmpty, let place = try SitePlace(folder, in: root, making: false) {
            guard unsafe unlinkat(place.folder.raw, place.name, Int32(AT_REMOVEDIR)) == 0 else { return }
            unsettled.remove(folder)
            folder = Self.folder(of: folder)
            unsettled.insert(folder)
        }
    }

    /// Makes the changes of names so far durable.
    mutating func settle() throws(SiteFolderError) {
        for folder in unsettled.sorted() {
            guard let place = try SitePlace(folder.isEmpty ? "." : folder + "/.", in: root, making: false) else {
                continue
            }
            guard fsync(place.folder.raw) == 0 else { throw failed(folder.isEmpty ? "." : folder, DiskError(errno)) }
        }
        unsettled = []
    }

    private func failed(_ path: String, _ error: DiskError) -> SiteFolderError {
        .failed(path, errorText(error.code), done: min(done, steps), of: steps)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
