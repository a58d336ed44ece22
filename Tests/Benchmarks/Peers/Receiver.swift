import Glibc

/// Receives requests on loopback as fast as one thread can, and answers each as a service that created something would.
/// It closes every connection itself, so that the sender's ports need not wait.
final class Receiver {
    private let listener: Int32
    /// Standard input, the listener, then all connections.
    private var watched: [pollfd] = []
    private var received: [Int32: [UInt8]] = [:]
    private let services: [Service]
    /// How many requests were answered.
    private var count = 0

    /// What is answered to requests whose first line contains `place`. In it, `########` becomes the request's number, and
    /// `@name` the text that the request's JSON has under that name.
    private struct Service {
        let place: [UInt8]
        let answer: String
    }

    /// - Parameter table: a line for each service: a part of its addresses, a tabulator, and its answer. The first that fits
    ///   counts.
    init(table: [UInt8]) throws {
        services = String(decoding: table, as: UTF8.self).split(separator: "\n").map { line in
            let halves = line.split(separator: "\t", maxSplits: 1)
            return Service(place: Array(halves[0].lowercased().utf8), answer: String(halves[halves.count - 1]))
        }
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
        let answer = answer(to: request)
        _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        return true
    }

    private func answer(to request: [UInt8]) -> [UInt8] {
        let line = Array(request.prefix { $0 != UInt8(ascii: "\r") })
        if HTTPHead.place(of: Receiver.countPlace, in: line, from: 0) != nil { return response("\(count)") }
        count += 1
        var body = services.first { HTTPHead.place(of: $0.place, in: line, from: 0) != nil }?.answer ?? #"{"id":"1"}"#
        if body.contains("########") { body.replace("########", with: "\(10_000_000 + count)") }
        for name in Receiver.echoed where body.contains("@\(name)") {
            body.replace("@\(name)", with: text(name, in: request))
        }
        return response(body)
    }

    /// The address that answers with the number of requests so far.
    private static let countPlace = Array("/count ".utf8)
    private static let echoed = ["rkey", "slug", "title", "status"]

    /// As it is written there, with its escapes.
    private func text(_ name: String, in request: [UInt8]) -> String {
        let start = Array("\"\(name)\":\"".utf8)
        guard let place = HTTPHead.place(of: start, in: request, from: 0) else { return "" }
        var text: [UInt8] = []
        for byte in request[(place + start.count)...] {
            if byte == UInt8(ascii: "\""), text.last != UInt8(ascii: "\\") { break }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func response(_ body: String) -> [UInt8] {
        Array(
            """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """.utf8)
    }
}
