import Glibc

/// What the last edition knew about the files in a site's folder, so that the next one need not make or read those that
/// are still right. It is kept in memory only; without it, every file is made and compared.
package struct KnownFiles: Sendable {
    private struct Known {
        let inputs: Int
        let state: FileState
    }

    private var files: [String: Known] = [:]
    private var touched: [String] = []
    private var manifest: (value: SiteManifest, state: FileState)?

    /// The kernel's clock for the times of files ticks every 4 to 10 ms.
    private let tickNanoseconds: Int64

    package init(tickNanoseconds: Int64 = 20_000_000) { self.tickNanoseconds = tickNanoseconds }

    /// Whether the file was made from these inputs and has not changed since.
    func isCurrent(_ part: SitePart, _ state: FileState) -> Bool {
        files[part.path].map { $0.inputs == part.inputs && $0.state == state } ?? false
    }

    mutating func remember(_ part: SitePart, _ state: FileState) {
        files[part.path] = Known(inputs: part.inputs, state: state)
        touched.append(part.path)
    }

    mutating func forget(_ path: String) { files[path] = nil }

    /// Ends an edition. A file that changed a moment ago could change again without its times changing, so such files
    /// are compared once more.
    mutating func settle() {
        let latest = FileState.now - tickNanoseconds
        for path in touched { if let known = files[path], known.state.changed > latest { files[path] = nil } }
        touched = []
        if let state = manifest?.state, state.changed > latest { manifest = nil }
    }

    /// The list of Galley's files in the folder; nil if there is none yet.
    mutating func manifest(in root: borrowing Descriptor) throws(SiteFolderError) -> SiteManifest? {
        let state = FileState(of: SiteManifest.name, in: root)
        if let manifest, manifest.state == state { return manifest.value }
        manifest = nil
        guard let read = try SiteManifest.read(in: root) else { return nil }
        // The state from before the reading: whatever changes the file meanwhile changes its state too.
        if let state { manifest = (read, state) }
        return read
    }

    /// The list as it was just written.
    mutating func remember(_ manifest: SiteManifest, in root: borrowing Descriptor) {
        self.manifest = FileState(of: SiteManifest.name, in: root).map { (manifest, $0) }
    }
}

/// What the file system says about a file. It changes whenever the contents do.
struct FileState: Equatable {
    private let device: UInt64, inode: UInt64, size: Int64, modified: Int64
    private let mode: UInt32
    /// Nanoseconds since 1970, by the kernel's clock.
    let changed: Int64

    /// nil if there is no file, or none that can be examined. A link is not followed at the end of the path.
    init?(of path: String, in root: borrowing Descriptor) {
        var status = stat()
        guard unsafe fstatat(root.raw, path, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// Whether this is the file `draft` under another name, which changes only the last of its times.
    func isRenamed(_ draft: FileState) -> Bool {
        device == draft.device && inode == draft.inode && size == draft.size && modified == draft.modified
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        mode = status.st_mode
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}
