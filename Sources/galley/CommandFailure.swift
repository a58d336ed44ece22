import Transfer
import Wire

/// Exit codes, from `sysexits.h` where it has one that fits.
enum ExitStatus: Int32 {
    case done = 0
    case refused = 1
    case misused = 64
    case unreachable = 69
    case tryAgain = 75
    case notPermitted = 77
    case badSettings = 78

    /// For programs: the type of a failure that did not come from the daemon, and the HTTP status most like it.
    fileprivate var problem: (word: String, status: Int) {
        switch self {
        case .done, .refused: ("refused", 422)
        case .misused: ("misused", 400)
        case .unreachable: ("unreachable", 502)
        case .tryAgain: ("try-again", 503)
        case .notPermitted: ("not-permitted", 403)
        case .badSettings: ("settings-wrong", 422)
        }
    }
}

/// Why a command failed, in sentences for the person who typed it.
struct CommandFailure: Error {
    let status: ExitStatus
    let sentences: String
    /// The daemon's refusal, if that is the cause.
    private let refusal: ProblemBody?

    init(_ status: ExitStatus, _ sentences: String, refusal: ProblemBody? = nil) {
        self.status = status
        self.sentences = sentences
        self.refusal = refusal
    }

    func followed(by sentences: String) -> CommandFailure {
        CommandFailure(status, "\(self.sentences) \(sentences)", refusal: refusal)
    }

    /// For programs: the daemon's refusal with all its fields, or one of this program.
    var problem: ProblemBody {
        var problem =
            refusal ?? ProblemBody(status.problem.word, sentences, status: status.problem.status)
        if problem.words != sentences { problem.detail = sentences }
        return problem
    }

    /// - Parameter next: the command to run next, if there is one.
    init(_ problem: ProblemBody, next: String? = nil) {
        let status: ExitStatus =
            switch problem.status {
            case 401, 403: .notPermitted
            case 429, 503, 507: .tryAgain
            case 422 where problem.type == ProblemBody.base + "settings-wrong": .badSettings
            default: .refused
            }
        self.init(status, problem.words + (next.map { " Next: \($0)" } ?? ""), refusal: problem)
    }

    /// nil for an error of another kind, such as one of the arguments.
    init?(of error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let problem as ProblemBody: self.init(problem)
        default: return nil
        }
    }

    init(_ error: TransferError, place: String) {
        switch error.reason {
        case .socketMissing, .connectionRefused:
            self.init(
                .unreachable,
                "No daemon answers at \(place). Start it with `galleyd`, or with `systemctl start galleyd` where it is "
                    + "a service; or say where it is with --socket or --url.")
        case .permissionDenied:
            self.init(
                .notPermitted,
                "You may not open the daemon's socket \(place). Join the group that owns it, then sign in again."
                    + (place == DaemonAddress.serviceSocket
                        ? " Next: sudo usermod --append --groups galley \"$USER\"" : ""))
        case .connectTimedOut where place.hasPrefix("/"):
            self.init(
                .tryAgain,
                "The daemon at \(place) accepts no connections: it has too many, or it hangs. "
                    + "Run the same command again, or restart the daemon.")
        case .firstByteTimedOut where place.hasPrefix("/"):
            self.init(
                .tryAgain,
                "The daemon at \(place) did not answer in time. It may have carried out the request: check before you run "
                    + "the same command again.")
        case .dnsLookupFailed, .unreachable, .connectTimedOut, .certificateExpired, .certificateNotYetValid,
            .certificateOfOtherHost, .tlsFailed:
            self.init(.unreachable, error.description)
        case .certificateUntrusted, .authorityFileUnusable:
            self.init(.unreachable, error.description + " Its place is the variable SSL_CERT_FILE.")
        case .badURL, .badRequest, .credentialsInTheClear, .requestTooLarge:
            self.init(.misused, error.description)
        // When systemd holds the socket, it accepts connections for a daemon that then fails to start.
        case .connectionLost where place.hasPrefix("/run/galley/"):
            self.init(
                .tryAgain,
                error.description + " Check the result, or run the same command again; if galleyd cannot start, "
                    + "`systemctl status galleyd` says why.")
        default:
            self.init(.tryAgain, error.description + " Check the result, or run the same command again.")
        }
    }
}
