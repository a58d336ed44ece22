import Transfer

/// The way to the daemon: its socket, or the network.
enum Line {
    case socket(String)
    case network(Transfer)

    private static let bodyBytesMax = 64 << 20

    /// - Returns: status and body.
    func exchange(_ request: TransferRequest) throws(TransferError) -> (status: Int, body: [UInt8]) {
        switch self {
        case .socket(let path):
            let line = try SocketLine(path: path)
            line.setPatience(seconds: 120)
            try line.send(request.lines)
            var answer = try SocketAnswer(line)
            return (answer.status, try answer.whole(bytesMax: Self.bodyBytesMax))
        case .network(let transfer):
            var request = request
            request.limits.downloadBytesMax = Self.bodyBytesMax
            let answer = try Waiting.result { [request] () async throws(TransferError) in
                try await transfer.exchange(request)
            }
            return (answer.status, answer.body)
        }
    }

    /// For an answer without an end, or so long that it is read as it comes.
    func stream(_ request: TransferRequest) throws(TransferError) -> LineStream {
        switch self {
        case .socket(let path):
            let line = try SocketLine(path: path)
            // The daemon's heartbeat comes far more often.
            line.setPatience(seconds: 90)
            try line.send(request.lines)
            return .socket(try SocketAnswer(line))
        case .network(let transfer):
            var request = request
            request.limits = .endless()
            return .network(
                try Waiting.result { [request] () async throws(TransferError) in try await transfer.stream(request) })
        }
    }
}

enum LineStream {
    case socket(SocketAnswer)
    case network(TransferStream)

    var status: Int {
        switch self {
        case .socket(let answer): answer.status
        case .network(let stream): stream.status
        }
    }

    /// - Returns: the next bytes of the body; nil at its end.
    mutating func next() throws(TransferError) -> [UInt8]? {
        switch self {
        case .socket(var answer):
            let bytes = try answer.next()
            self = .socket(answer)
            return bytes
        case .network(let stream):
            return try Waiting.result { () async throws(TransferError) in try await stream.next() }
        }
    }
}

extension TransferRequest {
    /// As HTTP/1.1 writes it. Nothing in it comes from outside: paths are percent-encoded, headers are ours or checked.
    fileprivate var lines: [UInt8] {
        let scheme = "http://localhost"
        let target = url.hasPrefix(scheme) ? String(url.dropFirst(scheme.count)) : url
        var head = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for field in headers.fields {
            let value = field.value.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
            head += "\(field.name): \(String(String.UnicodeScalarView(value)))\r\n"
        }
        if !body.isEmpty || method != "GET" { head += "Content-Length: \(body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}
