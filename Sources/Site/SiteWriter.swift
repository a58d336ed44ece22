import Glibc

/// Changes a site's folder, one complete file after the other, and makes each change durable.
///
/// A file is written under another name (a draft), made durable, and only then gets its own name. Drafts are made
/// durable together: one after the other costs a hundred times as long for a whole site.
struct SiteWriter: ~Copyable {
    private let root: Descriptor
    private let steps: Int
    private var done = 0
    /// The files that have a draft, in the order of writing.
    private var drafted: [SitePart] = []
    /// Paths of folders whose names have changed since they were last durable; the root is "".
    private var unsettled: Set<String> = []
    /// In the order of writing.
    private(set) var written: [String] = []

    private static let draftsMax = 256
    /// As many files or folders are made durable one by one; more of them with the whole file system.
    private static let fewMax = 16

    init(root: consuming Descriptor, steps: Int) {
        self.root = root
        self.steps = steps
        // Only one process writes, so other drafts are those of a killed process.
        Self.removeDrafts(Self.draftsMax, in: self.root)
    }

    deinit { Self.removeDrafts(drafted.count, in: root) }

    private static func removeDrafts(_ count: Int, in root: borrowing Descriptor) {
        for number in 0..<count { _ = unsafe unlinkat(root.raw, draft(number), 0) }
    }

    /// In the root for all folders.
    private static func draft(_ number: Int) -> String { ".galley-site.new" + (number == 0 ? "" : "-\(number)") }

    /// Writes a file. It has its name after the next `settle` at the latest.
    mutating func write(_ part: SitePart, _ known: inout KnownFiles) throws(SiteFolderError) {
        try draft(part, part.made(done: done, of: steps), &known)
    }

    /// Writes a file if its contents differ.
    mutating func update(_ part: SitePart, _ known: inout KnownFiles) throws(SiteFolderError) {
        let bytes = try part.made(done: done, of: steps)
        guard let state = try sameState(part, bytes) else { return try draft(part, bytes, &known) }
        known.remember(part, state)
        done += 1
    }

    /// The state of a file that already has these contents; nil if it differs.
    private func sameState(_ part: SitePart, _ bytes: [UInt8]) throws(SiteFolderError) -> FileState? {
        if case .copy = part.source { return nil }
        guard let state = FileState(of: part.path, in: root),
            let place = try SitePlace(part.path, in: root, making: false)
        else { return nil }
        let raw = unsafe openat(place.folder.raw, place.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        let descriptor = Descriptor(raw)
        return descriptor.fileSize == bytes.count && descriptor.reads(bytes) ? state : nil
    }

    private mutating func draft(_ part: SitePart, _ bytes: [UInt8], _ known: inout KnownFiles) throws(SiteFolderError) {
        do throws(DiskError) {
            try writeDraft(Self.draft(drafted.count), part, bytes)
        } catch {
            throw failed(part.path, error)
        }
        drafted.append(part)
        if drafted.count == Self.draftsMax { try nameDrafts(&known) }
    }

    private func writeDraft(_ name: String, _ part: SitePart, _ bytes: [UInt8]) throws(DiskError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let raw = unsafe openat(root.raw, name, flags, 0o600)
        guard raw >= 0 else { throw DiskError(errno) }
        let descriptor = Descriptor(raw)
        do throws(DiskError) {
            if case .copy(let original) = part.source {
                try descriptor.copy(original)
            } else {
                try descriptor.write(bytes)
            }
            // The web server reads the file as another user, whatever the daemon's umask.
            guard fchmod(raw, 0o644) == 0 else { throw DiskError(errno) }
        } catch {
            _ = unsafe unlinkat(root.raw, name, 0)
            throw error
        }
    }

    /// Makes the drafts durable, then gives the files their names, in order.
    private mutating func nameDrafts(_ known: inout KnownFiles) throws(SiteFolderError) {
        guard let first = drafted.first else { return }
        do throws(DiskError) { try syncDrafts() } catch { throw failed(first.path, error) }
        for (number, part) in drafted.enumerated() {
            guard let place = try SitePlace(part.path, in: root, making: true) else { continue }
            let draft = FileState(of: Self.draft(number), in: root)
            guard unsafe renameat(root.raw, Self.draft(number), place.folder.raw, place.name) == 0 else {
                throw failed(part.path, DiskError(errno))
            }
            unsettled.formUnion(place.newFolders)
            unsettled.insert(SitePlace.folder(of: part.path))
            if let draft, let state = FileState(of: part.path, in: root), state.isRenamed(draft) {
                known.remember(part, state)
            }
            written.append(part.path)
            done += 1
        }
        drafted = []
    }

    private func syncDrafts() throws(DiskError) {
        guard drafted.count <= Self.fewMax else { return try root.syncFileSystem() }
        for number in drafted.indices {
            let raw = unsafe openat(root.raw, Self.draft(number), O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
            guard raw >= 0 else { throw DiskError(errno) }
            try Descriptor(raw).sync()
        }
    }

    /// Records durably which files are Galley's. This does not count as a step.
    mutating func record(_ manifest: SiteManifest, _ known: inout KnownFiles) throws(SiteFolderError) {
        let file = manifest.file
        try draft(SitePart(file), file.bytes, &known)
        try settle(&known)
        known.remember(manifest, in: root)
        _ = written.popLast()
        done -= 1
    }

    /// Removes a file that Galley wrote, and the folders that become empty. A path that has since become a folder or a
    /// link is not Galley's any more and stays.
    mutating func remove(_ path: String, _ known: inout KnownFiles) throws(SiteFolderError) {
        done += 1
        known.forget(path)
        guard let place = try ownPlace(path) else { return }
        var status = stat()
        guard unsafe fstatat(place.folder.raw, place.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return }
        guard unsafe unlinkat(place.folder.raw, place.name, 0) == 0 || errno == ENOENT else {
            done -= 1
            throw failed(path, DiskError(errno))
        }
        unsettled.insert(SitePlace.folder(of: path))
        try removeEmptyFolders(above: path)
    }

    /// nil also if a folder on the way has become a link or a file.
    private func ownPlace(_ path: String) throws(SiteFolderError) -> SitePlace? {
        do throws(SiteFolderError) {
            return try SitePlace(path, in: root, making: false)
        } catch {
            guard error.pathOfOtherOrigin != nil else { throw error }
            return nil
        }
    }

    private mutating func removeEmptyFolders(above path: String) throws(SiteFolderError) {
        var folder = SitePlace.folder(of: path)
        while !folder.isEmpty, let place = try ownPlace(folder) {
            guard unsafe unlinkat(place.folder.raw, place.name, Int32(AT_REMOVEDIR)) == 0 else { return }
            unsettled.remove(folder)
            folder = SitePlace.folder(of: folder)
            unsettled.insert(folder)
        }
    }

    /// Gives all files their names, and makes the changes so far durable.
    mutating func settle(_ known: inout KnownFiles) throws(SiteFolderError) {
        try nameDrafts(&known)
        defer { unsettled = [] }
        let isMany = unsettled.count > Self.fewMax
        for folder in isMany ? [""] : unsettled.sorted() {
            guard let place = try SitePlace(folder.isEmpty ? "." : folder + "/.", in: root, making: false) else {
                continue
            }
            do throws(DiskError) {
                if isMany { try place.folder.syncFileSystem() } else { try place.folder.sync() }
            } catch {
                throw failed(folder.isEmpty ? "." : folder, error)
            }
        }
    }

    private func failed(_ path: String, _ error: DiskError) -> SiteFolderError {
        .failed(path, errorText(error.code), done: min(done, steps), of: steps)
    }
}

extension SitePart {
    /// The bytes of the file; empty for a copy.
    func made(done: Int, of steps: Int) throws(SiteFolderError) -> [UInt8] {
        do {
            return try file().bytes
        } catch {
            throw .failed(path, "\(error)", done: done, of: steps)
        }
    }
}
