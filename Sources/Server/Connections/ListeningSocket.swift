import FoundationEssentials
import Glibc
import Posts

/// A socket that already listens, so that clients can connect before the server answers. Galley opens it or receives it
/// from systemd.
package struct ListeningSocket: Sendable {
    package enum Address: Hashable, Sendable, CustomStringConvertible {
        /// - Parameter host: a numeric loopback address of this machine.
        case loopback(host: String, port: Int)
        case file(path: String)

        /// `127.0.0.1:4470`, `[::1]:4470` or the path.
        package var description: String {
            switch self {
            case .loopback(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
            case .file(let path): path
            }
        }
    }

    /// Where it listens. If port 0 was requested, this has the port that the system chose.
    package let address: Address
    let descriptor: Int32
    /// Whether this process created the socket's file and removes it.
    let ownsFile: Bool
    /// Whether the socket stays open when the daemon ends.
    var isHandedOver = false

    /// How many connections may wait to be accepted. The kernel limits it to `net.core.somaxconn`, 4,096 by default.
    static let backlog: Int32 = 4096

    /// Listens on loopback TCP.
    /// - Parameters:
    ///   - host: `localhost` or a numeric loopback address. Galley has no TLS here, so it refuses other addresses.
    ///   - port: 0 lets the system choose.
    package static func open(host: String, port: Int) throws(ListeningSocketError) -> ListeningSocket {
        guard let address = InternetAddress(loopback: host, port: port) else { throw .notLoopback("\(host):\(port)") }
        let descriptor = try socket(address.family, at: "\(host):\(port)")
        var yes: Int32 = 1
        // Otherwise a restarted daemon could not bind the port for a minute.
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let code = address.bind(descriptor)
        guard code == 0 else {
            close(descriptor)
            throw code == EADDRINUSE ? .portTaken(host: host, port: port) : .system("\(host):\(port)", "bound", code)
        }
        try listen(descriptor, at: "\(host):\(port)")
        return ListeningSocket(address: try boundAddress(of: descriptor), descriptor: descriptor, ownsFile: false)
    }

    /// Listens on a Unix socket for its owner and group. Replaces a socket file on which no process listens.
    package static func open(file path: String) throws(ListeningSocketError) -> ListeningSocket {
        guard let address = FileAddress(path) else { throw .pathTooLong(path) }
        try clear(path, address)
        try? FileManager.default.createDirectory(atPath: path.parentFolder, withIntermediateDirectories: true)
        let descriptor = try socket(AF_UNIX, at: path)
        // Linux gives the file the mode of the unbound socket, so other users never have access to it.
        _ = fchmod(descriptor, 0o660)
        let code = address.bind(descriptor)
        guard code == 0 else {
            close(descriptor)
            throw .system(path, "bound", code)
        }
        _ = unsafe chmod(path, 0o660)
        try listen(descriptor, at: path)
        return ListeningSocket(address: .file(path: path), descriptor: descriptor, ownsFile: true)
    }

    /// Takes a listening socket that systemd opened.
    package static func adopted(_ descriptor: Int32) throws(ListeningSocketError) -> ListeningSocket {
        var listens: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let code = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length)
        guard code == 0, listens == 1 else { throw .notListening(descriptor) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return ListeningSocket(
            address: try boundAddress(of: descriptor), descriptor: descriptor, ownsFile: false, isHandedOver: true)
    }

    /// The same socket for another `Listener`, after whose end it still listens.
    func duplicate() throws(ListeningSocketError) -> ListeningSocket {
        let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard other >= 0 else { throw .system(address.description, "opened again", errno) }
        return ListeningSocket(address: address, descriptor: other, ownsFile: false, isHandedOver: true)
    }

    /// Closes a socket that no `Listener` took, and removes its file.
    package func abandon() {
        close(descriptor)
        remove()
    }

    /// Removes the socket's file unless a process listens on it. That may be another daemon by now.
    func remove() {
        guard ownsFile, case .file(let path) = address, let file = FileAddress(path) else { return }
        try? ListeningSocket.clear(path, file)
    }
}

extension ListeningSocket.Address {
    /// - Parameter listen: `HOST:PORT`, such as `127.0.0.1:4470`, `[::1]:4470` or `localhost:0`; nil for anything but a
    ///   loopback address of this machine.
    package init?(listen: String) {
        guard let colon = listen.lastIndex(of: ":"), let port = Int(listen[listen.index(after: colon)...]),
            InternetAddress(loopback: String(listen[..<colon]), port: port) != nil
        else { return nil }
        self = .loopback(host: String(listen[..<colon]), port: port)
    }
}

extension ListeningSocket {
    private static func socket(_ family: Int32, at name: String) throws(ListeningSocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = Glibc.socket(family, type, 0)
        guard descriptor >= 0 else { throw .system(name, "made", errno) }
        return descriptor
    }

    private static func listen(_ descriptor: Int32, at name: String) throws(ListeningSocketError) {
        guard Glibc.listen(descriptor, backlog) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(name, "listened on", code)
        }
    }

    /// Removes a socket file on which no process listens.
    private static func clear(_ path: String, _ address: FileAddress) throws(ListeningSocketError) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
        guard attributes[.type] as? FileAttributeType == .typeSocket else { throw .notASocket(path) }
        let probe = try socket(AF_UNIX, at: path)
        defer { close(probe) }
        let code = address.connect(probe)
        // EAGAIN: a process listens, and its queue is full.
        guard code != 0, code != EAGAIN else { throw .fileTaken(path) }
        guard code == ECONNREFUSED else { throw .system(path, "looked at", code) }
        _ = unsafe unlink(path)
    }

    private static func boundAddress(of descriptor: Int32) throws(ListeningSocketError) -> Address {
        if let address = InternetAddress(boundTo: descriptor) {
            guard address.isLoopback else { throw .notLoopback("\(address.host):\(address.port)") }
            return .loopback(host: address.host, port: address.port)
        }
        guard let path = FileAddress.path(boundTo: descriptor) else { throw .notListening(descriptor) }
        return .file(path: path)
    }
}

/// Why Galley cannot listen there.
package enum ListeningSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    case notLoopback(String)
    case portTaken(host: String, port: Int)
    case fileTaken(String)
    case notASocket(String)
    case pathTooLong(String)
    case notListening(Int32)
    case system(String, String, Int32)

    package var description: String {
        switch self {
        case .notLoopback(let address):
            "“\(address)” is not on this machine's loopback. Listen on 127.0.0.1 or [::1], behind a reverse proxy for more."
        case .portTaken(let host, let port):
            "Another program listens on \(host):\(port). “ss -ltnp sport = :\(port)” shows which. "
                + "Stop it, or set another port with `listen` in [http]."
        case .fileTaken(let path):
            "Another galleyd listens on \(path). Stop that one first, or set another path with `socket` in [http]."
        case .notASocket(let path): "\(path) exists and is not a socket. Move it away, or set another path."
        case .pathTooLong(let path):
            "The socket's path \(path) is too long; the limit is 107 bytes. Use a shorter one."
        case .notListening(let descriptor):
            "Descriptor \(descriptor) was passed by systemd and is not a listening stream socket. Check the .socket unit."
        case .system(let name, let done, let code):
            "The socket \(name) could not be \(done): \(unsafe String(cString: strerror(code))). "
                + "Check the address and its permissions."
        }
    }
}
