import BackupFile
import FoundationEssentials
import Glibc
import Posts

/// A private file for a backup in progress. It is removed unless it is kept.
final class BackupDraft {
    let path: String
    private let descriptor: Int32

    /// - Parameter folder: the folder of the finished file.
    init(in folder: String) throws(CommandFailure) {
        path = "\(folder)/galley-\(getpid()).part"
        Self.removeLeftovers(in: folder)
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(.refused, "Galley cannot create a file in “\(folder)”: \(systemError()).")
        }
    }

    /// Removes the drafts of backups that were interrupted: their processes have ended.
    private static func removeLeftovers(in folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let pid = name.wholeMatch(of: /galley-([0-9]+)\.part/).flatMap({ pid_t($0.1) }) else { continue }
            if pid == getpid() || kill(pid, 0) != 0 && errno == ESRCH { _ = unsafe unlink("\(folder)/\(name)") }
        }
    }

    deinit {
        close(descriptor)
        _ = unsafe unlink(path)
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        guard writeAll(bytes, to: descriptor) else {
            throw CommandFailure(.refused, "The backup could not be written: \(systemError()). Nothing was kept.")
        }
    }

    /// Reads the file back from the disk, and renames it if it is complete.
    func keep(as name: String) throws {
        guard fsync(descriptor) == 0 else { throw failure() }
        // Evict the file from the page cache, so that the check reads the disk.
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        _ = try BackupReading.read(path) { _ in }
        guard unsafe rename(path, name) == 0 else { throw failure() }
        let folder = unsafe open(name.parentFolder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure() }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure() }
    }

    private func failure() -> CommandFailure {
        CommandFailure(.refused, "The backup could not be kept: \(systemError()). Nothing was kept.")
    }
}

/// The backups in a folder, by the names that `galley backup --into` gives.
struct BackupFolder {
    let path: String

    /// Such as `galley-20311201T030000Z.tar`.
    static func name(madeAt instant: Instant) -> String { "galley-\(RFC3339.name(instant)).tar" }

    /// Removes all but the newest `count` backups.
    /// - Parameter latest: the one that was just made. It stays, even if a clock that was ahead gave others a later name.
    /// - Returns: the names of the removed files.
    func prune(keeping count: Int, latest: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let others = names.filter { BackupFolder.isOurs($0) && $0 != latest }.sorted()
        return others.dropLast(max(0, count - 1)).filter { unsafe unlink("\(path)/\($0)") == 0 }
    }

    private static func isOurs(_ name: String) -> Bool {
        let marks = name.map { $0.isASCII && $0.isNumber ? "0" : $0 }
        return String(marks) == "galley-00000000T000000Z.tar"
    }
}
