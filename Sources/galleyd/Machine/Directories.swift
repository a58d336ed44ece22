import Glibc

/// The daemon's directories: those of systemd when it started the daemon, otherwise the user's XDG directories.
struct Directories {
    let configuration: String
    let state: String
    let runtime: String
    /// Files here may be deleted at any time.
    let cache: String
    /// systemd's credentials directory; nil without one.
    let credentials: String?
    let isSystem: Bool

    /// The directories for a check of the settings from outside the daemon: those of the service if it has settings and
    /// the user has none.
    /// - Throws: when neither systemd nor the environment names one of them.
    static func checked(environment: [String: String]) throws(DirectoriesError) -> Directories {
        let own = try Directories(environment: environment)
        var names = ["STATE_DIRECTORY": "/var/lib/galley"]
        // systemd has it while the service runs.
        if unsafe access(Self.serviceCredentials, F_OK) == 0 {
            names["CREDENTIALS_DIRECTORY"] = Self.serviceCredentials
        }
        let service = try Directories(environment: names)
        if unsafe access(own.settingsFile, F_OK) == 0 { return own }
        return unsafe access(service.settingsFile, F_OK) == 0 ? service : own
    }

    private static let serviceCredentials = "/run/credentials/galleyd.service"

    /// - Throws: when neither systemd nor the environment names one of them.
    init(environment: [String: String]) throws(DirectoriesError) {
        if let state = environment["STATE_DIRECTORY"] {
            isSystem = true
            // systemd separates several directories with colons. The first one is Galley's.
            func first(_ paths: String) -> String { String(paths.prefix { $0 != ":" }) }
            self.state = first(state)
            configuration = first(environment["CONFIGURATION_DIRECTORY"] ?? "/etc/galley")
            runtime = first(environment["RUNTIME_DIRECTORY"] ?? "/run/galley")
            cache = first(environment["CACHE_DIRECTORY"] ?? "/var/cache/galley")
        } else {
            isSystem = false
            func folder(_ variable: String, _ usual: String) throws(DirectoriesError) -> String {
                let base = Self.absolute(environment[variable])
                let home = Self.absolute(environment["HOME"]).map { "\($0)/\(usual)" }
                guard let folder = base ?? home else { throw DirectoriesError(variable: variable) }
                return "\(folder)/galley"
            }
            state = try folder("XDG_STATE_HOME", ".local/state")
            configuration = try folder("XDG_CONFIG_HOME", ".config")
            runtime = Self.absolute(environment["XDG_RUNTIME_DIR"]) ?? state
            cache = try folder("XDG_CACHE_HOME", ".cache")
        }
        credentials = environment["CREDENTIALS_DIRECTORY"]
    }

    var socket: String { "\(runtime)/galley.sock" }
    var store: String { "\(state)/galley.db" }
    var settingsFile: String { "\(configuration)/galley.toml" }

    /// The XDG specification requires that relative paths are ignored.
    private static func absolute(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return path
    }
}

struct DirectoriesError: Error, CustomStringConvertible {
    let variable: String

    var description: String { "Neither \(variable) nor HOME is set. Set HOME." }
}
