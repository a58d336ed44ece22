import FoundationEssentials
import Settings

/// The settings files to read, in order.
struct SettingsFiles {
    let paths: [String]

    init(explicit: String?, directories: Directories) {
        if let explicit {
            paths = [explicit]
            return
        }
        let folder = "\(directories.configuration)/galley.d"
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        let drops = names?.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
        // A file or folder that is there but closed to the daemon stays in the list, so that reading it reports that.
        paths =
            [directories.settingsFile].filter { !UnreadableFile.isAbsent($0) }
            + (drops ?? [folder].filter { !UnreadableFile.isAbsent($0) })
    }

    func read() throws(SettingsProblem) -> [SettingsFile] {
        var files: [SettingsFile] = []
        for path in paths {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                let words =
                    "It cannot be read: \(UnreadableFile.reason(path)). "
                    + "The settings need a file in UTF-8 that the daemon's user can read."
                throw SettingsProblem(file: path, line: 1, column: 1, words: words)
            }
            files.append(try SettingsFile(path: path, text: text))
        }
        return files
    }
}
