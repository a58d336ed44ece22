import GRDBSQLite
import Glibc

/// SQLite's way to the system's files (a “VFS”), with one difference: the write-ahead log is written in long pieces.
///
/// SQLite hands each page that a transaction changed to the system by itself, and its frame header before it: fifty
/// calls for one new post, which take about as long as the disk does. See `LogFile`.
///
/// Source: https://www.sqlite.org/vfs.html
package enum LogVFS {
    /// What a connection asks for that does not take the default.
    package static let name = "galley"

    /// Makes it the default for every connection that this process opens from now on.
    /// - Returns: false when SQLite refuses; then all is as it was, and slower.
    @discardableResult
    package static func install() -> Bool { isInstalled }

    private static let isInstalled: Bool = {
        guard let system = sqlite3_vfs_find(nil), let ours = made(over: system) else { return false }
        return sqlite3_vfs_register(ours, 1) == SQLITE_OK
    }()

    /// The system's, under another name and with another way to open. It lives as long as the process, as SQLite has it.
    private static func made(over system: UnsafeMutablePointer<sqlite3_vfs>) -> UnsafeMutablePointer<sqlite3_vfs>? {
        guard let name = strdup(name) else { return nil }
        let ours = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        ours.initialize(to: system.pointee)
        ours.pointee.zName = UnsafePointer(name)
        ours.pointee.szOsFile += Int32(LogFile.size)
        ours.pointee.pAppData = UnsafeMutableRawPointer(system)
        ours.pointee.xOpen = { ours, path, file, flags, flagsFound in
            guard let file, let system = ours?.pointee.pAppData?.assumingMemoryBound(to: sqlite3_vfs.self),
                let open = system.pointee.xOpen
            else { return SQLITE_CANTOPEN }
            guard flags & SQLITE_OPEN_WAL != 0 else { return open(system, path, file, flags, flagsFound) }
            let code = open(system, path, LogFile.system(of: file), flags, flagsFound)
            LogFile.begin(file)
            return code
        }
        return ours
    }
}
