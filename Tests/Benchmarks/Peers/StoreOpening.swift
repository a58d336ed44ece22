import Glibc

/// Opens a store and checks its schema version, then reports readiness as a service would (sd_notify(3)).
enum StoreOpening {
    static func run(_ path: String) throws {
        let database = try Database(path)
        let version = try database.statement("PRAGMA user_version").run() ?? 0
        let posts = try database.statement("SELECT 1 FROM post LIMIT 1").run() ?? 0
        guard version > 0, posts > 0 else { throw PeerError("\(path) is no store with posts in it.") }
        try notify("READY=1")
    }

    private static func notify(_ words: String) throws {
        guard let path = getenv("NOTIFY_SOCKET") else { throw PeerError("NOTIFY_SOCKET is not set.") }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        guard UnixSocket.connect(descriptor, to: String(cString: path)),
            send(descriptor, words, words.utf8.count, 0) > 0
        else { throw PeerError.system("NOTIFY_SOCKET") }
    }
}

enum UnixSocket {
    static func connect(_ descriptor: Int32, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
