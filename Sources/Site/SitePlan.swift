import Glibc

/// The changes that a folder needs, determined without changing anything.
struct SitePlan {
    /// Indices of missing files.
    private(set) var new: [Int] = []
    /// Indices of Galley's files that may differ. They are compared when it is their turn to be written.
    private(set) var doubtful: [Int] = []
    /// Listed files that are no longer wanted.
    let gone: [String]
    /// The files that Galley's list has to name.
    let wanted: Set<String>
    /// Whether the list names these, the desk, and nothing that is not wanted.
    let isListed: Bool
    private(set) var unchanged = 0
    /// Whether an unlisted file already has the wanted contents.
    private(set) var hasAdopted = false

    /// - Parameter areAll: whether the listed files that are none of these parts are no longer wanted.
    init(
        for parts: [SitePart], areAll: Bool = true, of desk: String?, manifest: SiteManifest?,
        root: borrowing Descriptor,
        known: inout KnownFiles
    ) throws(SiteFolderError) {
        let listed = manifest?.files ?? []
        var (listedCount, foreign) = (0, Set<Int>())
        for (index, part) in parts.enumerated() {
            let state = FileState(of: part.path, in: root)
            let isListed = listed.contains(part.path)
            if isListed { listedCount += 1 }
            if isListed, let state, known.isCurrent(part, state) {
                unchanged += 1
                continue
            }
            guard SiteFolder.isPossible(part.path) else { throw .badPath(part.path) }
            switch try Self.match(part, isListed: isListed, in: root) {
            case .missing: new.append(index)
            case .ours: doubtful.append(index)
            case .same:
                unchanged += 1
                if !isListed { hasAdopted = true }
                if let state { known.remember(part, state) }
            case .foreign:
                guard part.givesWay else { throw .notOurs(part.path) }
                foreign.insert(index)
            }
        }
        let isNamed = manifest.map { $0.desk == desk } ?? false
        isListed =
            isNamed && foreign.isEmpty && listedCount == parts.count && (!areAll || listedCount == listed.count)
        guard !isListed else {
            (wanted, gone) = (listed, [])
            return
        }
        wanted = Set(parts.indices.lazy.filter { !foreign.contains($0) }.map { parts[$0].path })
        gone = listed.subtracting(wanted).sorted()
    }

    private enum Match { case missing, same, ours, foreign }

    private static func match(
        _ part: SitePart, isListed: Bool, in root: borrowing Descriptor
    ) throws(SiteFolderError) -> Match {
        do throws(SiteFolderError) {
            return try matchInFolder(part, isListed: isListed, in: root)
        } catch {
            if part.givesWay, error.pathOfOtherOrigin != nil { return .foreign }
            throw error
        }
    }

    private static func matchInFolder(
        _ part: SitePart, isListed: Bool, in root: borrowing Descriptor
    ) throws(SiteFolderError) -> Match {
        guard let place = try SitePlace(part.path, in: root, making: false) else { return .missing }
        let raw = unsafe openat(place.folder.raw, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else {
            switch errno {
            case ENOENT: return .missing
            case ELOOP: throw .link(part.path)
            default: throw .cannotOpen(part.path, errorText(errno))
            }
        }
        let descriptor = Descriptor(raw)
        guard let size = descriptor.fileSize else { return .foreign }
        // Its name identifies its contents, and a file gets its name only when it is complete.
        if case .copy(let original) = part.source, original.size == size { return .same }
        if isListed { return .ours }
        return descriptor.reads(try part.made(done: 0, of: 0)) ? .same : .foreign
    }
}

/// The open folder of a file, and the file's name in it.
struct SitePlace: ~Copyable {
    let folder: Descriptor
    let name: String
    /// The folders in which new folders were made; the root is "".
    private(set) var newFolders: [String] = []

    /// Walks down from `root` without following links, so that it never leaves the folder. A new folder is durable when
    /// its parent is synced, like a new file.
    ///
    /// Returns nil if a folder on the way is missing and `making` is false.
    init?(_ path: String, in root: borrowing Descriptor, making: Bool) throws(SiteFolderError) {
        let names = path.split(separator: "/").map(String.init)
        guard let name = names.last else { return nil }
        // Without file descriptors, for example. Nothing may count as missing then.
        guard let first = Descriptor(opening: ".", in: root) else { throw .cannotOpen(".", errorText(errno)) }
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
            if isNew {
                try Self.open(next, reached)
                newFolders.append(Self.folder(of: reached))
            }
            folder = next
        }
        self.folder = folder
        self.name = name
    }

    /// Makes a new folder readable for everyone, whatever the daemon's umask.
    private static func open(_ new: borrowing Descriptor, _ path: String) throws(SiteFolderError) {
        var status = stat()
        guard unsafe fstat(new.raw, &status) == 0, fchmod(new.raw, (status.st_mode & 0o7777) | 0o755) == 0
        else { throw .cannotOpen(path, errorText(errno)) }
    }

    /// The folder that contains `path`; the root is "".
    static func folder(of path: String) -> String {
        ClaimedPaths.folder(of: path[...]).map(String.init) ?? ""
    }

    private static func isLink(_ name: String, in folder: borrowing Descriptor) -> Bool {
        var status = stat()
        return unsafe fstatat(folder.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
