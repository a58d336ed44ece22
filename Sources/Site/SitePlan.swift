import Glibc

/// The changes that a folder needs, determined without changing anything.
struct SitePlan {
    /// Indices of missing files and of files that differ.
    private(set) var new: [Int] = []
    private(set) var changed: [Int] = []
    /// Listed files that are no longer wanted.
    let gone: [String]
    let wanted: Set<String>
    private(set) var unchanged = 0
    /// Whether an unlisted file already has the wanted contents.
    private(set) var hasAdopted = false

    var isEmpty: Bool { new.isEmpty && changed.isEmpty && gone.isEmpty }

    init(for files: [SiteFile], manifest: SiteManifest?, root: borrowing Descriptor) throws(SiteFolderError) {
        wanted = Set(files.map(\.path))
        let listed = manifest?.files ?? []
        gone = listed.subtracting(wanted).sorted()
        for (index, file) in files.enumerated() {
            switch try Self.state(of: file, in: root) {
            case .missing: new.append(index)
            case .same:
                unchanged += 1
                if !listed.contains(file.path) { hasAdopted = true }
            case .different where listed.contains(file.path): changed.append(index)
            case .different, .other: throw .notOurs(file.path)
            }
        }
    }

    private enum State { case missing, same, different, other }

    private static func state(of file: SiteFile, in root: borrowing Descriptor) throws(SiteFolderError) -> State {
        guard let place = try SitePlace(file.path, in: root, making: false) else { return .missing }
        let raw = unsafe openat(place.folder.raw, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else {
            switch errno {
            case ENOENT: return .missing
            case ELOOP: throw .link(file.path)
            default: throw .cannotOpen(file.path, errorText(errno))
            }
        }
        let descriptor = Descriptor(raw)
        var status = stat()
        guard unsafe fstat(raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return .other }
        guard Int(status.st_size) == file.size else { return .different }
        // Its name identifies its contents, and a file gets its name only when it is complete.
        if file.original != nil { return .same }
        return descriptor.reads(file.bytes) ? .same : .different
    }
}

/// The open folder of a file, and the file's name in it.
struct SitePlace: ~Copyable {
    let folder: Descriptor
    let name: String

    /// Walks down from `root` without following links, so that it never leaves the folder.
    ///
    /// Returns nil if a folder on the way is missing and `making` is false.
    init?(_ path: String, in root: borrowing Descriptor, making: Bool) throws(SiteFolderError) {
        let names = path.split(separator: "/").map(String.init)
        guard let first = Descriptor(opening: ".", in: root), let name = names.last else { return nil }
        var folder = first
        var reached = ""
        for name in names.dropLast() {
            reached += reached.isEmpty ? name : "/" + name
            let isNew = making ? unsafe mkdirat(folder.raw, name, 0o755) == 0 : false
            guard let next = Descriptor(opening: name, in: folder) else {
                let code = errno
                if code == ENOENT, !making { return nil }
                if Self.isLink(name, in: folder) { throw .link(reached) }
                if code == ENOTDIR { throw .notOurs(reached) }
                throw .cannotOpen(reached, errorText(code))
            }
            if isNew { try Self.settle(next, in: folder, reached) }
            folder = next
        }
        self.folder = folder
        self.name = name
    }

    /// Makes a new folder readable for everyone, whatever the daemon's umask, and durable.
    private static func settle(
        _ new: borrowing Descriptor, in folder: borrowing Descriptor, _ path: String
    ) throws(SiteFolderError) {
        var status = stat()
        guard unsafe fstat(new.raw, &status) == 0, fchmod(new.raw, (status.st_mode & 0o7777) | 0o755) == 0,
            fsync(folder.raw) == 0
        else { throw .cannotOpen(path, errorText(errno)) }
    }

    private static func isLink(_ name: String, in folder: borrowing Descriptor) -> Bool {
        var status = stat()
        return unsafe fstatat(folder.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
