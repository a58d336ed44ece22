import Foundation
import Glibc
import Synchronization

/// A server of bare sockets that can misbehave in every way: a closure handles each connection, on a separate thread.
/// It ends with the last reference; nothing in it waits longer than ten seconds.
final class RawServer: Sendable {
    enum Place { case loopback, socket(path: String) }

    let port: Int
    private let listener: Int32
    private let log: Log

    /// Everything received, counted before it is handled.
    final class Log: Sendable {
        private let requests = Mutex<[String]>([])
        private let connections = Atomic(0)
        private let arrivals = AsyncStream.makeStream(of: String.self)

        func addConnection() { connections.add(1, ordering: .sequentiallyConsistent) }
        func add(_ request: String) {
            requests.withLock { $0.append(request) }
            arrivals.continuation.yield(request)
        }
        var connectionCount: Int { connections.load(ordering: .sequentiallyConsistent) }
        var all: [String] { requests.withLock { $0 } }
        func next() async -> String? { await arrivals.stream.first { _ in true } }
    }

    var connectionCount: Int { log.connectionCount }
    /// Head and body of every whole request, in order of arrival.
    var requests: [String] { log.all }
    /// Returns when another request has arrived.
    func nextRequest() async -> String? { await log.next() }
    var url: String { "http://127.0.0.1:\(port)/" }

    init(at place: Place = .loopback, _ serve: @escaping @Sendable (RawConnection) -> Void) throws {
        let listener = try Self.listen(at: place)
        let log = Log()
        self.listener = listener
        self.log = log
        port = Self.port(of: listener)
        Thread.detachNewThread {
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { break }
                log.addConnection()
                Thread.detachNewThread {
                    let connection = RawConnection(socket: socket, log: log)
                    serve(connection)
                    connection.close()
                }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// A port on which nothing listens. Its socket stays bound, so that no other test gets the port.
    static func refusingPort() throws -> Int { port(of: try listen(at: .loopback, backlog: nil)) }

    /// The descriptors of a socket whose queue is full, as when its server hangs.
    static func fullSocket(at path: String) throws -> [Int32] {
        let listener = try listen(at: .socket(path: path), backlog: 0)
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return unsafe getsockname(listener, start, &length) == 0 && connect(client, start, length) == 0
        }
        guard isConnected else { throw lastError() }
        return [listener, client]
    }

    private static func listen(at place: Place, backlog: Int32? = 1024) throws -> Int32 {
        let family: Int32 = if case .loopback = place { AF_INET } else { AF_UNIX }
        let socket = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw lastError() }
        let isBound: Bool
        switch place {
        case .loopback:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            isBound = bind(socket, &address)
        case .socket(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
            isBound = bind(socket, &address)
        }
        guard isBound, backlog.map({ Glibc.listen(socket, $0) == 0 }) ?? true else { throw lastError() }
        return socket
    }

    private static func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    private static func bind<Address>(_ socket: Int32, _ address: inout Address) -> Bool {
        unsafe withUnsafeBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress else { return false }
            let generic = unsafe start.assumingMemoryBound(to: sockaddr.self)
            return unsafe Glibc.bind(socket, generic, socklen_t(bytes.count)) == 0
        }
    }

    private static func port(of socket: Int32) -> Int { unsafe port(of: socket, getsockname) }

    /// The port at the other end of any `descriptor`; 0 if there is none.
    static func peerPort(of descriptor: Int32) -> Int { unsafe port(of: descriptor, getpeername) }

    private static func port(
        of socket: Int32, _ end: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let start = bytes.baseAddress else { return -1 }
            return unsafe end(socket, start.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return code == 0 ? Int(UInt16(bigEndian: address.sin_port)) : 0
    }
}

/// The server's end of one connection. Used by one thread.
final class RawConnection {
    private var socket: Int32
    private let log: RawServer.Log

    init(socket: Int32, log: RawServer.Log) {
        (self.socket, self.log) = (socket, log)
        // Below the time limit of a test. On a busy machine a reader may pause for long.
        var patience = timeval(tv_sec: 50, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            let code = unsafe setsockopt(
                socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
            precondition(code == 0, "setsockopt: \(errno)")
        }
    }

    func read(upTo count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe bytes.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, count, 0) }
        return Array(bytes.prefix(max(0, got)))
    }

    /// Reads one whole request and records it; nil if the connection ends first.
    @discardableResult
    func readRequest() -> String? {
        var text = ""
        while true {
            if let head = text.range(of: "\r\n\r\n") {
                let length = text[..<head.upperBound].firstMatch(of: /(?i)content-length: (\d+)/).flatMap { Int($0.1) }
                if text[head.upperBound...].utf8.count >= length ?? 0 { break }
            }
            let more = read(upTo: 1 << 16)
            if more.isEmpty { return nil }
            text += String(decoding: more, as: UTF8.self)
        }
        log.add(text)
        return text
    }

    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
    }

    /// Answers with a body and its length.
    func answer(_ status: String = "200 OK", _ body: String = "", headers: String = "") {
        write("HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)")
    }

    /// Reads and discards until the peer closes.
    func waitForHangUp() { while !read(upTo: 1 << 16).isEmpty {} }

    /// Reads the available bytes, without waiting for more.
    func readWhatIsThere() -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let flags = Int32(MSG_DONTWAIT)
        return max(0, unsafe bytes.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, flags) })
    }

    /// Writes a letter every few milliseconds, until the peer closes.
    func drip() {
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&watched, 1, 5) == 0 { write("x") }
    }

    /// Reads nothing until the peer closes.
    func waitForNothing() {
        var watched = pollfd(fd: socket, events: 0x2000, revents: 0)  // POLLRDHUP
        _ = unsafe poll(&watched, 1, 10_000)
    }

    func close() {
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
    }

    /// Closes abruptly: everything that the peer has sent and will send is answered by a reset.
    func reset() {
        var none = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}
