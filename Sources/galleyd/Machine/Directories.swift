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
    /// - Throws: a sentence when neither systemd nor the environment names a home directory.
    static func checked(environment: [String: String]) throws(DirectoriesError) -> Directories {
        let own = try Directories(environment: environment)
        let service = try Directories(environment: ["STATE_DIRECTORY": "/var/lib/galley"])
        if unsafe access(own.settingsFile, F_OK) == 0 { return own }
        return unsafe access(service.settingsFile, F_OK) == 0 ? service : own
    }

    /// - Throws: a sentence when neither systemd nor the environment names a home directory.
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
            guard let home = environment["HOME"], home.hasPrefix("/") else { throw DirectoriesError() }
            state = (Self.absolute(environment["XDG_STATE_HOME"]) ?? "\(home)/.local/state") + "/galley"
            configuration = (Self.absolute(environment["XDG_CONFIG_HOME"]) ?? "\(home)/.config") + "/galley"
            runtime = Self.absolute(environment["XDG_RUNTIME_DIR"]) ?? state
            cache = (Self.absolute(environment["XDG_CACHE_HOME"]) ?? "\(home)/.cache") + "/galley"
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
    var description: String { "Neither STATE_DIRECTORY nor HOME is set, so the store has no directory. Set HOME." }
}
