import Glibc
import Server

/// The sockets that systemd opens before it starts the daemon and keeps open after the daemon ends (sd_listen_fds(3)).
/// Connections in between wait and are not refused.
struct InheritedSockets {
    /// In the order of the unit.
    let sockets: [ListeningSocket]

    /// The first descriptor, as the protocol defines it.
    private static let first: Int32 = 3

    /// - Throws: the error of an inherited descriptor that is not a listening socket.
    init(environment: [String: String]) throws(InheritedSocketsError) {
        // The environment variables may be inherited from another process, for which they were meant.
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
        sockets.first { if case .file = $0.address { true } else { false } }
    }

    var loopback: ListeningSocket? {
        sockets.first { if case .loopback = $0.address { true } else { false } }
    }

    /// Warnings for settings of addresses that have no effect because systemd listens in their place.
    func notes(on http: HTTPSettings) -> [String] {
        var notes: [String] = []
        if let address = file?.address.description, http.isSocketChosen, address != http.socket {
            notes.append(Self.note("socket", chosen: http.socket, instead: address))
        }
        if let address = loopback?.address.description, http.isListenChosen, address != http.listen {
            notes.append(Self.note("listen", chosen: http.listen, instead: address))
        }
        return notes
    }

    private static func note(_ setting: String, chosen: String, instead address: String) -> String {
        "`\(setting)` in [http] is “\(chosen)” and is ignored: systemd listens at \(address). "
            + "Change ListenStream= with “systemctl edit galleyd.socket”, or leave the setting out."
    }
}

struct InheritedSocketsError: Error, CustomStringConvertible {
    /// The value of `FileDescriptorName=`.
    let name: String
    let reason: ListeningSocketError

    var description: String { name.isEmpty ? "\(reason)" : "The socket “\(name)”: \(reason)" }
}
