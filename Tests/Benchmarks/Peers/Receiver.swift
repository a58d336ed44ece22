import Glibc

/// Receives webhooks on loopback as fast as one thread can, and answers each as a service that created something would.
/// It closes every connection itself, so that the sender's ports need not wait.
final class Receiver {
    private let listener: Int32
    /// Standard input, the listener, then all connections.
    private var watched: [pollfd] = []
    private var received: [Int32: [UInt8]] = [:]
    private let answer = Array(
        """
        HTTP/1.1 201 Created\r
        Content-Type: application/json\r
        Content-Length: 10\r
        Connection: close\r
        \r
        {"id":"1"}
        """.utf8)

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) + listen(listener, 4096) + getsockname(listener, $0, &length)
            }
        }
        guard code == 0 else { throw PeerError.system("127.0.0.1") }
        for descriptor in [STDIN_FILENO, listener] { watch(descriptor) }
        report(#"{"port": \#(UInt16(bigEndian: address.sin_port))}"#)
    }

    func run() {
        while true {
            _ = poll(&watched, UInt(watched.count), -1)
            if watched[0].revents != 0 { return }
            let ready = watched.dropFirst(2).filter { $0.revents != 0 }.map(\.fd)
            let ended = Set(ready.filter(isOver))
            if !ended.isEmpty { watched.removeAll { ended.contains($0.fd) } }
            for connection in ended { close(connection) }
            acceptAll()
        }
    }

    private func watch(_ descriptor: Int32) {
        watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            // Its request has usually arrived already.
            if isOver(connection) { close(connection) } else { watch(connection) }
        }
    }

    /// Reads the available bytes and answers if they complete the request.
    private func isOver(_ connection: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN { return false }
        guard count > 0 else {
            received[connection] = nil
            return true
        }
        let request = (received.removeValue(forKey: connection) ?? []) + buffer[..<count]
        let length = (try? HTTPHead.length(of: request)) ?? 0
        guard length > 0, request.count >= length else {
            received[connection] = request
            return false
        }
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        return true
    }
}
