import FoundationEssentials
import Glibc
import Posts

/// Reads the store's file without SQLite: a store that must not be opened must not be touched either, and SQLite creates
/// files beside a database in WAL mode even when it only reads.
struct StoreFile {
    let path: String

    /// “Galy” in ASCII: it distinguishes a store of Galley from other SQLite files.
    static let applicationID = 1_197_567_097

    /// - Returns: the version of its schema; 0 when there is no store yet.
    /// - Throws: when there is a file that is not a store that this program can open.
    @discardableResult
    func check(known: Int) throws(StoreError) -> Int {
        guard unsafe access(restoreMark, F_OK) != 0 else { throw .halfRestored(path: path) }
        var entry = stat()
        if unsafe lstat(path, &entry) == 0, entry.st_mode & S_IFMT != S_IFREG {
            // The lock and the pictures are beside the link, but the WAL is beside the file.
            let isLink = entry.st_mode & S_IFMT == S_IFLNK
            throw .unavailable(
                isLink
                    ? "The store \(path) is a symbolic link, so a second daemon could open it. Set `path` in [store] to the file itself."
                    : "The store \(path) is not a file. Set `path` in [store] to a file.")
        }
        let linked = linked
        guard linked.isEmpty else { throw .linked(path: path, files: linked, isOpen: StoreFileLock.isHeld(path)) }
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return 0 }
            throw StoreFile.unavailable("The store \(path) cannot be opened", errno)
        }
        defer { close(file) }
        let start = StoreFile.bytes(of: file, at: 0, count: 100)
        if start.isEmpty {
            var status = stat()
            if unsafe fstat(file, &status) == 0, status.st_size == 0 { return 0 }
            throw StoreFile.unavailable("The store \(path) cannot be read", EIO)
        }
        guard let inFile = StoreHeader(start) else {
            throw .notAStore(path: path, found: "it does not begin as an SQLite file does")
        }
        let header = newestHeader() ?? inFile
        // Without a schema it is a store whose creation was interrupted.
        guard header.applicationID == StoreFile.applicationID || (header.applicationID == 0 && !header.hasSchema) else {
            throw .notAStore(path: path, found: "it is another program's SQLite file")
        }
        guard header.schemaVersion <= known else {
            throw .newerSchema(path: path, found: header.schemaVersion, known: known)
        }
        return header.schemaVersion
    }

    /// A file that exists while a restore exchanges files, and after one that was interrupted then (`SwapPlan`).
    var restoreMark: String { path + ".restoring" }

    /// Whether there is a WAL: a store that was closed has none, or an empty one.
    var wasLeftOpen: Bool {
        StoreFile.size(of: path + "-wal") ?? 0 > 0
    }

    /// Those of its files that have a second name, a hard link. SQLite names the WAL after the store: with two names one
    /// file has two logs, and a program sees only the changes in one of them.
    var linked: [String] {
        ["", "-wal", "-shm", ".lock"].map { path + $0 }.filter { file in
            var entry = stat()
            return unsafe lstat(file, &entry) == 0 && entry.st_mode & S_IFMT == S_IFREG && entry.st_nlink > 1
        }
    }

    /// The command that lists all names of a file.
    static func showNames(_ file: String) -> String {
        let file = file.quotedForShell
        return "find \"$(stat -c %m \(file))\" -xdev -samefile \(file)"
    }

    /// The command that gives each of these files contents of its own.
    static func separate(_ files: [String]) -> String {
        files.map { file in
            let (file, copy) = (file.quotedForShell, (file + ".copy").quotedForShell)
            return "cp -p \(file) \(copy) && mv \(copy) \(file)"
        }.joined(separator: " && ")
    }

    /// Creates the file if it is missing, and makes it accessible to its owner only. SQLite gives the WAL the same mode.
    func secure() throws(StoreError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StoreFile.unavailable("The store \(path) cannot be opened for writing", errno)
        }
        defer { close(file) }
        guard fchmod(file, 0o600) == 0 else {
            throw StoreFile.unavailable("The mode of the store \(path) cannot be set to 0600", errno)
        }
    }

    /// The header in the last committed version of page 1 in the WAL; nil when the WAL has none.
    ///
    /// Format: https://www.sqlite.org/fileformat2.html#walformat. The checksums are not computed: frames of an older WAL are
    /// recognised by their salts, and a torn end by the missing commit.
    private func newestHeader() -> StoreHeader? {
        let file = unsafe open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let start = StoreFile.bytes(of: file, at: 0, count: 32)
        guard start.count == 32, [0x377F_0682, 0x377F_0683].contains(start.integer(at: 0)) else { return nil }
        let pageSize = start.integer(at: 8)
        guard (512...65_536).contains(pageSize) else { return nil }
        var committed: StoreHeader?
        var pending: StoreHeader?
        var offset = 32
        while true {
            let frame = StoreFile.bytes(of: file, at: offset, count: 124)
            guard frame.count == 124, frame[8..<16] == start[16..<24] else { return committed }
            if frame.integer(at: 0) == 1 { pending = StoreHeader(Array(frame[24...])) }
            if frame.integer(at: 4) != 0 { committed = pending ?? committed }
            offset += 24 + pageSize
        }
    }

    /// Up to `count` bytes; fewer at the end of the file, none on an error.
    static func bytes(of file: Int32, at offset: Int, count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = unsafe max(0, pread(file, buffer.baseAddress, count, offset))
        }
    }

    /// In bytes; nil when the system cannot tell.
    static func size(of path: String) -> Int? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Makes the names in a folder durable.
    static func syncFolder(_ path: String) throws(StoreError) {
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("The folder \(path) cannot be read", errno) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure("The folder \(path) cannot be written", errno) }
    }

    /// What root has made gets the owner of `folder`, with all that is in it; nothing changes for another user.
    static func give(_ path: String, toOwnerOf folder: String) throws {
        var owner = stat()
        guard geteuid() == 0, unsafe stat(folder, &owner) == 0 else { return }
        func give(_ path: String) throws {
            guard unsafe lchown(path, owner.st_uid, owner.st_gid) == 0 else {
                throw unavailable("\(path) cannot be given to its owner", errno)
            }
            // For a file this is empty.
            for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                try give("\(path)/\(name)")
            }
        }
        try give(path)
    }

    /// The fault of the machine that the error number means, else that `start`.
    static func failure(_ start: String, _ code: Int32) -> StoreError {
        MachineFault(systemError: code).map { .faulty($0) } ?? unavailable(start, code)
    }

    /// - Parameter start: what cannot be done, without a full stop.
    static func unavailable(_ start: String, _ code: Int32) -> StoreError {
        let advice = MachineFault(systemError: code)?.advice ?? "Check the folder and its permissions."
        return .unavailable("\(start): \(reason(code)). \(advice)")
    }

    /// The system's words for an error number.
    static func reason(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}

/// Some fields of the first hundred bytes of an SQLite file
/// (https://www.sqlite.org/fileformat2.html#the_database_header).
private struct StoreHeader {
    let applicationID, schemaVersion: Int
    let hasSchema: Bool

    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        hasSchema = bytes.integer(at: 40) != 0
        schemaVersion = bytes.integer(at: 60)
        applicationID = bytes.integer(at: 68)
    }
}

extension [UInt8] {
    /// Four bytes, big-endian. The caller has checked that they exist.
    fileprivate func integer(at offset: Int) -> Int {
        self[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
