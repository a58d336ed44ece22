import Glibc

/// The value of an environment variable; nil when it is unset or empty, which the XDG specification treats alike.
func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}

/// How long to wait for each part of the daemon's answer: `$GALLEY_TIMEOUT`, in seconds.
enum Timeout {
    static func seconds() throws(CommandFailure) -> Int? {
        guard let text = environment("GALLEY_TIMEOUT") else { return nil }
        guard let seconds = Int(text), (1...3600).contains(seconds) else {
            throw CommandFailure(.misused, "GALLEY_TIMEOUT is “\(text.oneLine)”. Use whole seconds, 1 to 3600.")
        }
        return seconds
    }
}

/// The user's folders by the XDG base directory specification. As it demands, relative paths are ignored.
enum UserFolders {
    static var state: String? { folder("XDG_STATE_HOME", atHome: ".local/state") }
    static var configuration: String? { folder("XDG_CONFIG_HOME", atHome: ".config") }
    static var runtime: String? { absolute(environment("XDG_RUNTIME_DIR")) }

    private static func folder(_ variable: String, atHome path: String) -> String? {
        absolute(environment(variable)) ?? absolute(environment("HOME")).map { "\($0)/\(path)" }
    }

    private static func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}
