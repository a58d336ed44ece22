import Settings
import Targets

/// The list of all settings. It is found by reading a configuration with one target of each kind and recording what the
/// reader asks for, so it always matches the code.
enum SettingsCatalogue {
    /// `section.key = default`; for targets `target.KIND.key = default`.
    static var lines: [String] {
        let kinds = Target.KindName.configurable.map(\.rawValue)
        let text = kinds.map { "[[target]]\nname = \"\($0)\"\nkind = \"\($0)\"\n" }.joined()
        guard let file = try? SettingsFile(path: "catalogue", text: text),
            let directories = try? Directories(environment: ["HOME": "/"])
        else { return [] }
        let reader = SettingsReader(files: [file])
        // The reader reports missing values of targets, which do not matter here.
        Settings.readEverything(reader, directories: directories)
        return reader.report.compactMap { line in
            var name = line.name.split(separator: ".").map(String.init)
            if name.first == "target", name.count == 3, let index = Int(name[1]) {
                // Every target requires these two, so they have no default.
                if name[2] == "name" || name[2] == "kind" { return nil }
                name[1] = kinds[index]
            }
            return "\(name.joined(separator: ".")) = \(line.value)"
        }
    }
}
