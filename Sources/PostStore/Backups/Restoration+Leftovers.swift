import FoundationEssentials
import Glibc
import Posts

/// What a restore that was killed leaves beside the store.
extension Restoration {
    /// The folder into which a restore unpacks.
    static func staging(of store: String) -> String { store + ".restored" }

    /// The folder into which a trial unpacks.
    static func trialStaging(_ store: String, _ process: pid_t) -> String { "\(store).trial-\(process)" }

    /// The folders that keep old stores begin so.
    static let asidePrefix = "before-restore-"

    /// Removes unpacked backups that no process works on, and folders that keep nothing. What cannot be removed stays.
    ///
    /// The caller holds the store's lock, so no restore is under way. Trials take no lock: theirs tell by the process.
    static func removeLeftovers(of store: String) {
        let files = FileManager.default
        try? files.removeItem(atPath: staging(of: store))
        let folder = store.parentFolder
        let trials = trialStaging(URL(filePath: store).lastPathComponent, 0).dropLast()
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
            let path = "\(folder)/\(name)"
            if name.hasPrefix(asidePrefix) {
                // Only an empty folder can be removed so.
                _ = unsafe rmdir(path)
            } else if name.hasPrefix(trials), let process = pid_t(name.dropFirst(trials.count)), hasEnded(process) {
                try? files.removeItem(atPath: path)
            }
        }
    }

    private static func hasEnded(_ process: pid_t) -> Bool { process > 0 && kill(process, 0) != 0 && errno == ESRCH }
}
