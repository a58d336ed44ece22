import Glibc
import Server

/// The sockets that systemd opened before it started the daemon, and keeps open when the daemon ends (sd_listen_fds(3)): who
/// comes in between waits in line instead of being turned away.
struct InheritedSockets {
    /// In the order of the unit.
    let sockets: [ListeningSocket]

    /// Where they begin, by the protocol.
    private static let first: Int32 = 3

    /// - Throws: what was handed over and is no door.
    init(environment: [String: String]) throws(InheritedSocketsError) {
        // The variables outlive the process that they are meant for.
        guard environment["LISTEN_PID"] == "\(getpid())", let count = environment["LISTEN_FDS"].flatMap(Int32.init),
            (1...64).contains(count)
        else {
            sockets = []
            return
        }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var sockets: [ListeningSocket] = []
        for (index, descriptor) in (Self.first..<Self.first + count).enumerated() {
            do throws(ListeningSocketError) {
                sockets.append(try ListeningSocket.adopted(descriptor))
            } catch {
                throw InheritedSocketsError(name: index < names.count ? String(names[index]) : "", reason: error)
            }
        }
        self.sockets = sockets
    }

    var file: ListeningSocket? {
        sockets.first { if case .file = $0.place { true } else { false } }
    }

    var loopback: ListeningSocket? {
        sockets.first { if case .loopback = $0.place { true } else { false } }
    }

    /// What the settings say of places at which systemd listens in their stead: it is not followed, and that is told.
    func notes(on http: HTTPSettings) -> [String] {
        var notes: [String] = []
        if let place = file?.place.description, http.isSocketChosen, place != http.socket {
            notes.append(Self.note("socket", chosen: http.socket, instead: place))
        }
        if let place = loopback?.place.description, http.isListenChosen, place != http.listen {
            notes.append(Self.note("listen", chosen: http.listen, instead: place))
        }
        return notes
    }

    private static func note(_ setting: String, chosen: String, instead place: String) -> String {
        "`\(setting)` in [http] is “\(chosen)” and is not followed: systemd listens at \(place). "
            + "Change ListenStream= with “systemctl edit galleyd.socket”, or leave the setting out."
    }
}

struct InheritedSocketsError: Error, CustomStringConvertible {
    /// As `FileDescriptorName=` has it.
    let name: String
    let reason: ListeningSocketError

    var description: String { name.isEmpty ? "\(reason)" : "The socket “\(name)”: \(reason)" }
}
