import Glibc

/// The address of the daemon and the token for it.
struct DaemonAddress {
    /// Without a trailing slash.
    let base: String
    let socket: String?
    let token: String?
    /// The certificate authorities for an https address outside the system's trust store, from OpenSSL's variable
    /// `SSL_CERT_FILE`.
    let certificateAuthorityFile: String?
    /// The address or the path, for error messages.
    var place: String { socket ?? base }

    init(_ options: DaemonOptions) throws(CommandFailure) {
        if let url = options.url {
            try self.init(url: url, tokenFile: options.tokenFile)
        } else if let path = options.socket ?? environment("GALLEY_SOCKET") {
            self.init(socket: path)
        } else if let url = environment("GALLEY_URL") {
            try self.init(url: url, tokenFile: options.tokenFile)
        } else {
            self.init(socket: try Self.foundSocket())
        }
    }

    private init(socket: String) {
        base = "http://localhost"
        self.socket = socket
        token = nil
        certificateAuthorityFile = nil
    }

    private init(url: String, tokenFile: String?) throws(CommandFailure) {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
            throw CommandFailure(
                .misused, "“\(url)” is not the address of a daemon. Write it as https://desk.example.org.")
        }
        base = String(url.reversed().drop { $0 == "/" }.reversed())
        socket = nil
        token = try Self.token(file: tokenFile)
        certificateAuthorityFile = environment("SSL_CERT_FILE")
    }

    /// The default sockets: of a daemon run by hand, then of one run by systemd.
    private static var usualSockets: [String] {
        [UserFolders.runtime.map { "\($0)/galley.sock" }, UserFolders.state.map { "\($0)/galley/galley.sock" }]
            .compactMap { $0 } + [serviceSocket]
    }

    static let serviceSocket = "/run/galley/galley.sock"

    /// Whether systemd runs the daemon.
    var isService: Bool { socket == Self.serviceSocket }

    private static func foundSocket() throws(CommandFailure) -> String {
        let places = usualSockets
        // A socket in a folder that this user may not enter may be there: connecting then says that it is not permitted.
        let existing = places.filter { unsafe access($0, F_OK) == 0 || errno == EACCES }
        // A daemon that was killed leaves its socket's file behind.
        if let found = existing.count == 1 ? existing.first : existing.first(where: listens) ?? existing.first {
            return found
        }
        throw CommandFailure(
            .unreachable,
            "No daemon was found: there is no socket at \(places.joined(separator: " or ")). Start it with `galleyd`, or "
                + "with `systemctl start galleyd` where it is a service; or say where it is with --socket or --url.")
    }

    /// Whether a daemon listens there, or may: only a refused connection proves that none does.
    private static func listens(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < capacity else { return false }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, length) }
        }
        return code == 0 || (errno != ECONNREFUSED && errno != ENOENT)
    }

    private static func token(file: String?) throws(CommandFailure) -> String? {
        if file == nil, let token = environment("GALLEY_TOKEN") { return token }
        guard let path = file ?? UserFolders.configuration.map({ "\($0)/galley/token" }) else { return nil }
        // Without a token, the daemon's own error says that one is required.
        if file == nil, unsafe access(path, R_OK) != 0 { return nil }
        let token = String(decoding: try InputFile.bytes(of: path), as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .first.map(String.init)
        guard let token else {
            throw CommandFailure(
                .misused, "The token file “\(path)” is empty. `galley token add NAME` creates a token.")
        }
        return token
    }
}
