import Glibc

/// The program that restarts the daemon when it ends.
enum Supervisor {
    case system
    /// systemd's instance for one user.
    case user
    case none

    /// systemd gives its services directories or a notification socket. `INVOCATION_ID` proves nothing, because on a
    /// desktop every terminal inherits one from its session.
    init(environment: [String: String]) {
        let isService = environment["STATE_DIRECTORY"] != nil || environment["NOTIFY_SOCKET"] != nil
        self = !isService ? .none : environment["MANAGERPID"] == nil ? .system : .user
    }

    /// Whether a unit restricts the folders that the daemon may write to.
    var confines: Bool { self == .system }

    /// The command that restarts the daemon.
    var restart: String {
        switch self {
        case .system: "systemctl restart galleyd"
        case .user: "systemctl --user restart galleyd"
        case .none: "end galleyd (“kill \(getpid())”), and start it as before"
        }
    }
}
