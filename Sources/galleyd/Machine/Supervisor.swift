import Glibc

/// Who starts the daemon again when it ends.
enum Supervisor {
    case system
    /// systemd's instance for one user.
    case user
    case nobody

    /// systemd hands its services folders or a socket for notices. `INVOCATION_ID` tells nothing: on a desktop every terminal
    /// has that of the session.
    init(environment: [String: String]) {
        let isService = environment["STATE_DIRECTORY"] != nil || environment["NOTIFY_SOCKET"] != nil
        self = !isService ? .nobody : environment["MANAGERPID"] == nil ? .system : .user
    }

    /// What to do so that it starts anew.
    var restart: String {
        switch self {
        case .system: "systemctl restart galleyd"
        case .user: "systemctl --user restart galleyd"
        case .nobody: "end galleyd (“kill \(getpid())”), and start it as before"
        }
    }
}
