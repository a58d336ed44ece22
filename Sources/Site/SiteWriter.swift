import Glibc

/// Changes a site's folder, one whole file after the other, and sees to it that each change survives a power cut.
struct SiteWriter: ~Copyable {
    private let root: Descriptor
    private let steps: Int
    private var done = 0
    /// Folders in which names have changed since the disk was last told, by path; the root is "".
    private var unsettled: Set<String> = []
    /// In the root, whatever folder the file is for: one process writes, and what a killed one leaves is overwritten.
    private static let draft = ".galley-site.new"

    init(root: consuming Descriptor, steps: Int) {
        self.root = root
        self.steps = steps
    }

    /// The bytes are on the disk under another name before the file takes its own.
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

    /// Says durably which files are Galley's. Not one of the steps.
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
        // A web server reads it as another user, whatever the daemon's umask.
        guard fchmod(raw, 0o644) == 0, fsync(raw) == 0 else { throw DiskError(errno) }
    }

    /// Removes a file that Galley wrote, and the folders that it leaves empty. What has meanwhile become something
    /// else, a folder or a link, is not Galley's any more and stays.
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

    /// Makes the names durable that have changed so far.
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
