import FoundationEssentials

/// Every setting there is, found by reading a configuration with one target of each kind: what the reader asks for is what
/// there is, so the list cannot lag behind the code.
enum SettingsCatalogue {
    /// `section.key = default`, targets as `target.KIND.key = default`.
    static var lines: [String] {
        let kinds = ["site", "wordpress", "mastodon", "webhook"]
        let text = kinds.map { "[[target]]\nname = \"\($0)\"\nkind = \"\($0)\"\n" }.joined()
        guard let file = try? SettingsFile(path: "catalogue", text: text),
            let places = try? Places(environment: ["HOME": "/"])
        else { return [] }
        let reader = SettingsReader(files: [file])
        // What is missing for a working target is of no interest here; what was asked for is.
        Settings.readEverything(reader, places: places)
        return reader.report.compactMap { line in
            var name = line.name.split(separator: ".").map(String.init)
            if name.first == "target", name.count == 3, let index = Int(name[1]) {
                // Every target has these two; they are no settings with a default.
                if name[2] == "name" || name[2] == "kind" { return nil }
                name[1] = kinds[index]
            }
            return "\(name.joined(separator: ".")) = \(line.value)"
        }
    }
}
