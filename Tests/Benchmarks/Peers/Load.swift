import Glibc

/// Sends requests over a Unix socket, on several connections at once, each with one request under way; cheap enough to
/// leave the machine to the server.
final class Load {
    private let template: [UInt8]
    /// The offset of the number's eight digits.
    private let places: [Int]
    private let count: Int
    private var connections: [Connection] = []
    private var sent = 0
    private var answered = 0
    private(set) var answerBytes = 0

    private final class Connection {
        let descriptor: Int32
        var received: [UInt8] = []
        /// Bytes of the answer under way, head and body; 0 while unknown.
        var expected = 0
        init(descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    static func run(_ path: String, _ template: [UInt8], count: Int, connections: Int) throws {
        let load = try Load(path, template, count: count, connections: connections)
        let start = Time.passed
        try load.exchangeAll()
        report(#"{"seconds": \#(Time.passed - start), "count": \#(count), "bytes": \#(load.answerBytes)}"#)
    }

    private init(_ path: String, _ template: [UInt8], count: Int, connections: Int) throws {
        self.template = template
        self.count = count
        places = Load.places(in: template)
        for _ in 0..<connections {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            guard UnixSocket.connect(descriptor, to: path) else { throw PeerError.system(path) }
            self.connections.append(Connection(descriptor: descriptor))
        }
    }

    private static func places(in template: [UInt8]) -> [Int] {
        let mark = [UInt8](repeating: UInt8(ascii: "#"), count: 8)
        var places: [Int] = []
        for place in template.indices where template[place...].starts(with: mark) {
            if places.last.map({ place >= $0 + 8 }) ?? true { places.append(place) }
        }
        return places
    }

    private func exchangeAll() throws {
        for connection in connections { try sendNext(connection) }
        var watched = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while answered < count {
            guard poll(&watched, UInt(watched.count), 30_000) > 0 else {
                throw PeerError("No answer within 30 s; \(answered) of \(count) came.")
            }
            for (index, one) in watched.enumerated() where one.revents != 0 { try receive(connections[index]) }
        }
    }

    private func sendNext(_ connection: Connection) throws {
        guard sent < count else { return }
        var request = template
        for place in places {
            var rest = sent
            for digit in (0..<8).reversed() {
                request[place + digit] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
        }
        sent += 1
        var offset = 0
        while offset < request.count {
            let written = request.withUnsafeBytes {
                send(connection.descriptor, $0.baseAddress.map { $0 + offset }, $0.count - offset, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { throw PeerError.system("The request could not be sent") }
            offset += written
        }
    }

    private func receive(_ connection: Connection) throws {
        let before = connection.received.count
        let room = 65_536
        connection.received.append(contentsOf: repeatElement(0, count: room))
        let count = connection.received.withUnsafeMutableBytes {
            recv(connection.descriptor, $0.baseAddress.map { $0 + before }, room, 0)
        }
        connection.received.removeLast(room - max(0, count))
        guard count > 0 else { throw PeerError("The server closed the connection.") }
        if connection.expected == 0 { connection.expected = try HTTPHead.length(of: connection.received) }
        guard connection.expected > 0, connection.received.count >= connection.expected else { return }
        answered += 1
        answerBytes = connection.expected
        connection.received.removeAll(keepingCapacity: true)
        connection.expected = 0
        try sendNext(connection)
    }
}
