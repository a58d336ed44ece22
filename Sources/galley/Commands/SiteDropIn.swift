import Posts

/// A drop-in for the daemon's unit that makes site folders writable (systemd.unit(5)).
struct SiteDropIn {
    /// All folders, because the drop-in replaces the one before.
    let folders: [String]

    private static let place = "/etc/systemd/system/galleyd.service.d"

    /// Shell commands, in the order to run them.
    var commands: [String] {
        let lines = ["[Service]"] + folders.flatMap(Self.lines)
        return folders.map { "sudo install -d -o galley -g galley \($0.quotedForShell)" } + [
            "sudo mkdir -p \(Self.place)",
            "printf '%s\\n' \(lines.map(\.quotedForShell).joined(separator: " ")) | sudo tee \(Self.place)/sites.conf",
            "sudo systemctl daemon-reload", "sudo systemctl restart galleyd",
        ]
    }

    private static func lines(_ folder: String) -> [String] {
        // The unit hides home directories, so a folder there needs a bind mount.
        let isHidden = ["/home/", "/root/", "/run/user/"].contains(where: folder.hasPrefix)
        return isHidden ? ["ProtectHome=tmpfs", line("BindPaths", folder)] : [line("ReadWritePaths", folder)]
    }

    private static func line(_ setting: String, _ path: String) -> String {
        var escaped = ""
        for character in path {
            switch character {
            case "\"", "\\": escaped += "\\\(character)"
            case "%": escaped += "%%"
            default: escaped.append(character)
            }
        }
        return "\(setting)=" + (escaped.contains { " \"\\".contains($0) } ? "\"\(escaped)\"" : escaped)
    }
}
