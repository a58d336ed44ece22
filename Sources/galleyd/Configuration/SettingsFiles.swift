import FoundationEssentials

/// The settings files to read, in order.
struct SettingsFiles {
    let paths: [String]

    init(explicit: String?, directories: Directories) {
        if let explicit {
            paths = [explicit]
            return
        }
        let folder = "\(directories.configuration)/galley.d"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let drops = names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
        paths = [directories.settingsFile].filter(FileManager.default.fileExists(atPath:)) + drops
    }

    func read() throws(SettingsProblem) -> [SettingsFile] {
        var files: [SettingsFile] = []
        for path in paths {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                let words =
                    "The file cannot be read. Check that it exists, is UTF-8 and is readable by the daemon's user."
                throw SettingsProblem(file: path, line: 1, column: 1, words: words)
            }
            files.append(try SettingsFile(path: path, text: text))
        }
        return files
    }
}
