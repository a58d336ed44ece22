import Foundation
import Glibc
import JSONTree
import Synchronization
import TestSupport
import Wire

/// A scripted daemon: a Unix socket or a loopback port, the answer to each request, and a record of all requests. Each
/// connection gets a separate thread and one answer; nothing waits longer than ten seconds.
final class ScriptedDaemon: Sendable {
    let socket: String
    /// The address when it listens on the network; otherwise the port is unused.
    let url: String
    private let listener: Int32
    private let folder: TemporaryFolder
    private let script: Mutex<[String: [Reply]]>
    private let arrived = Mutex<[Arrived]>([])

    struct Arrived: Sendable {
        let method, target, body: String
        let headers: [String: String]
        var line: String { "\(method) \(target)" }
    }

    /// - Parameter script: “GET /v1/status” and its answers, in order; the last one repeats.
    init(_ script: [String: [Reply]], onNetwork: Bool = false) throws {
        folder = try TemporaryFolder()
        socket = folder.path + "/galley.sock"
        self.script = Mutex(script)
        listener = try onNetwork ? Self.listenOnLoopback() : Self.listen(at: socket)
        url = "http://127.0.0.1:\(Self.port(of: listener))"
        let listener = listener
        let answer: @Sendable (Arrived) -> Reply? = { [weak self] in self?.reply(to: $0) }
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread { Self.serve(connection, answer) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// All requests, in order.
    var requests: [Arrived] { arrived.withLock { $0 } }
    var lines: [String] { requests.map(\.line) }

    /// From now on, answers these requests so.
    func answer(_ line: String, with reply: Reply) { script.withLock { $0[line] = [reply] } }

    private func reply(to request: Arrived) -> Reply {
        arrived.withLock { $0.append(request) }
        return script.withLock { script in
            guard var replies = script[request.line], let reply = replies.first else {
                return .problem("unscripted", "The script has no answer to \(request.line).", status: 404)
            }
            if replies.count > 1 { replies.removeFirst() }
            script[request.line] = replies
            return reply
        }
    }

    private static func serve(_ connection: Int32, _ answer: (Arrived) -> Reply?) {
        defer { close(connection) }
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(connection, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
        guard let request = read(connection), let reply = answer(request) else { return }
        var rest = reply.bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return }
            rest = rest.dropFirst(sent)
        }
        // Sends nothing more until the client disconnects.
        if reply.isHeld { while read(connection) != nil {} }
    }

    private static func read(_ connection: Int32) -> Arrived? {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let request = Arrived(bytes) { return request }
            let count = unsafe part.withUnsafeMutableBytes { unsafe recv(connection, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return nil }
            bytes += part.prefix(count)
        }
    }

    private static func listen(at path: String) throws -> Int32 {
        let descriptor = try socket(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8.prefix(107)) }
        return try listen(descriptor, &address)
    }

    private static func listenOnLoopback() throws -> Int32 {
        let descriptor = try socket(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return try listen(descriptor, &address)
    }

    private static func listen<Address>(_ descriptor: Int32, _ address: inout Address) throws -> Int32 {
        let isBound = unsafe withUnsafeBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress else { return false }
            let generic = unsafe start.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(descriptor, generic, socklen_t(bytes.count)) == 0
        }
        guard isBound, Glibc.listen(descriptor, 64) == 0 else { throw lastError() }
        return descriptor
    }

    private static func socket(_ family: Int32) throws -> Int32 {
        let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw lastError() }
        return descriptor
    }

    private static func lastError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    private static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutableBytes(of: &address) { bytes -> Int32 in
            guard let start = bytes.baseAddress else { return -1 }
            return unsafe getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return code == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }
}

extension ScriptedDaemon.Arrived {
    /// nil while the request is incomplete.
    fileprivate init?(_ bytes: [UInt8]) {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: Array("\r\n\r\n".utf8)) }) else {
            return nil
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1] }
        }
        let body = bytes[(end + 4)...]
        guard words.count == 3, body.count >= headers["content-length"].flatMap(Int.init) ?? 0 else { return nil }
        (method, target) = (words[0], words[1])
        (self.body, self.headers) = (String(decoding: body, as: UTF8.self), headers)
    }
}

/// One answer, as bytes.
struct Reply: Sendable {
    let bytes: [UInt8]
    /// Whether the connection stays open after the answer.
    var isHeld = false

    init(_ status: Int, type: String, _ body: [UInt8]) {
        let head = "HTTP/1.1 \(status) Scripted\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n"
        bytes = Array((head + "Connection: close\r\n\r\n").utf8) + body
    }

    /// These exact bytes, then the end of the connection.
    init(raw text: String) { bytes = Array(text.utf8) }

    /// These bytes, then nothing more on an open connection.
    static func held(_ text: String) -> Reply {
        var reply = Reply(raw: text)
        reply.isHeld = true
        return reply
    }

    /// The end of the connection without an answer.
    static let lost = Reply(raw: "")
    static let done = Reply(200, type: "application/json", Array("{}".utf8))

    static func json(_ value: some Encodable, status: Int = 200) throws -> Reply {
        Reply(status, type: "application/json", try JSONCoding.encode(value))
    }

    static func page<Item: Codable & Sendable>(_ items: [Item], cursor: String? = nil) throws -> Reply {
        try json(PageBody(items: items, cursor: cursor))
    }

    static func problem(_ word: String, _ title: String, status: Int, revision: Int64? = nil) -> Reply {
        let body = ProblemBody(word, title, status: status, revision: revision)
        return Reply(status, type: ProblemBody.contentType, (try? JSONCoding.encode(body)) ?? [])
    }

    /// Server-sent events, then the end of the connection.
    static func events(_ text: String) -> Reply {
        Reply(raw: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\(text)")
    }
}
