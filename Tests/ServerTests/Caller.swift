import Foundation
import Glibc
import JSONTree
import Testing

/// A bare HTTP/1.1 client over a socket: sends exactly the given bytes, valid or not, and reads one answer.
struct Caller: Sendable {
    enum Place: Sendable {
        case port(Int)
        case file(String)
    }
    let place: Place
    var headers: [String: String] = [:]
    /// The contract that every answer must satisfy.
    var contract: Contract?

    struct Answer: Sendable {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }

        func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }

        func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try JSONCoding.decode(type, from: Array(body))
        }
    }

    /// - Parameter host: the `Host` header; nil for none.
    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String = "",
        host: String? = "(own)"
    ) async throws -> Answer {
        try await send(method, path, headers: headers, bytes: Array(body.utf8), host: host)
    }

    func send(
        _ method: String, _ path: String, headers more: [String: String], bytes: [UInt8], host: String?
    ) async throws -> Answer {
        var lines = ["\(method) \(path) HTTP/1.1", "Connection: close"]
        var host = host
        if host == "(own)" {
            if case .port(let port) = place { host = "localhost:\(port)" } else { host = "localhost" }
        }
        if let host { lines.append("Host: \(host)") }
        if !bytes.isEmpty || method == "POST" || method == "PUT" { lines.append("Content-Length: \(bytes.count)") }
        for (name, value) in headers.merging(more, uniquingKeysWith: { $1 }) { lines.append("\(name): \(value)") }
        let head = lines.joined(separator: "\r\n") + "\r\n\r\n"
        let answer = try await exchange(Array(head.utf8) + bytes, isHead: method == "HEAD")
        if let breach = contract?.breach(by: answer, of: method, path) {
            Issue.record("\(method) \(path.prefix(80)) answered \(answer.status): \(breach)")
        }
        return answer
    }

    /// Sends `bytes` unchanged, and reads one answer.
    func exchange(_ bytes: [UInt8], isHead: Bool = false) async throws -> Answer {
        try await onThread {
            let line = try Line(place)
            try line.write(bytes)
            return try line.answer(isHead: isHead)
        }
    }

    func json(
        _ method: String, _ path: String, _ body: String, headers: [String: String] = [:]
    ) async throws -> Answer {
        try await send(
            method, path, headers: headers.merging(["Content-Type": "application/json"]) { first, _ in first },
            body: body)
    }

    /// Opens an event stream and reads from it until `isEnough`.
    func events(
        _ path: String = "/v1/events", headers more: [String: String] = [:],
        opened: @escaping @Sendable () -> Void = {}, until isEnough: @escaping @Sendable (String) -> Bool
    ) async throws -> String {
        var host = "localhost"
        if case .port(let port) = place { host += ":\(port)" }
        var lines = ["GET \(path) HTTP/1.1", "Host: \(host)"]
        for (name, value) in headers.merging(more, uniquingKeysWith: { $1 }) { lines.append("\(name): \(value)") }
        let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
        return try await onThread {
            let line = try Line(place)
            try line.write(head)
            var text = ""
            var isOpen = false
            while !isEnough(text) {
                guard let bytes = try line.read() else { return text }
                // The framing of the chunks is irrelevant.
                text += String(decoding: bytes, as: UTF8.self).replacing(/[0-9a-f]*\r\n/, with: "")
                if !isOpen, text.contains(": galley") {
                    isOpen = true
                    opened()
                }
            }
            return text
        }
    }
}

/// Blocking calls do not belong in the cooperative pool.
private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
    }
}

struct CallerError: Error, CustomStringConvertible {
    let description: String
    /// Whether the server reset the connection midway.
    var isReset = false
}

/// A connection that a test holds open.
final class OpenLine: Sendable {
    private let line: Line

    init(_ place: Caller.Place) throws { line = try Line(place) }

    func write(_ text: String) throws { try line.write(Array(text.utf8)) }

    /// How many bytes have arrived unread, up to a million.
    var waiting: Int { line.waiting }

    /// Whether `words` arrive before the end.
    func text(until words: String) async throws -> Bool {
        try await onThread { [line] in
            var text = ""
            while !text.contains(words) {
                guard let bytes = try line.read() else { return false }
                text += String(decoding: bytes, as: UTF8.self)
            }
            return true
        }
    }

    /// Everything until the server closes the connection; nil if it does not.
    func rest() async throws -> String? {
        try await onThread { [line] in
            var text = ""
            while true {
                do {
                    guard let bytes = try line.read() else { return text }
                    text += String(decoding: bytes, as: UTF8.self)
                } catch let error as CallerError {
                    return error.isReset ? text : nil
                }
            }
        }
    }
}

/// One connection. Gives up after ten seconds without a byte.
private final class Line: Sendable {
    private let descriptor: Int32

    init(_ place: Caller.Place) throws {
        switch place {
        case .port(let port):
            descriptor = try Line.descriptor(AF_INET)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            try open(address)
        case .file(let path):
            descriptor = try Line.descriptor(AF_UNIX)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
            try open(address)
        }
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        let code = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard code == 0 else { throw CallerError(description: "setsockopt: \(errno)") }
    }

    deinit { close(descriptor) }

    private static func descriptor(_ family: Int32) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw CallerError(description: "socket: \(errno)") }
        return descriptor
    }

    private func open<Address>(_ address: Address) throws {
        let code = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe connect(descriptor, $0.baseAddress, socklen_t(bytes.count))
            }
        }
        guard code == 0 else { throw CallerError(description: "connect: \(errno)") }
    }

    func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.send(
                    descriptor, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            // A server may answer before it has received everything.
            guard count > 0 else { return }
            sent += count
        }
    }

    var waiting: Int {
        var bytes = [UInt8](repeating: 0, count: 1_000_000)
        return max(0, unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)))
    }

    /// nil at the end.
    func read() throws -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else {
            throw CallerError(
                description: "nothing came within ten seconds, or \(errno)", isReset: errno == ECONNRESET)
        }
        return count == 0 ? nil : Array(bytes.prefix(count))
    }

    func answer(isHead: Bool) throws -> Caller.Answer {
        var bytes: [UInt8] = []
        let gap = Array("\r\n\r\n".utf8)
        while bytes.firstRange(of: gap) == nil {
            guard let more = try read() else { throw CallerError(description: "no answer") }
            bytes += more
        }
        guard let end = bytes.firstRange(of: gap) else { throw CallerError(description: "no head") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        let headers = lines.dropFirst().map { line -> (name: String, value: String) in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        var body = Array(bytes[end.upperBound...])
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
        let isEmpty = isHead || status == 204 || status == 304
        if isEmpty { return Caller.Answer(status: status, headers: headers, body: body) }
        while body.count < length ?? .max {
            guard let more = try read() else { break }
            body += more
        }
        return Caller.Answer(status: status, headers: headers, body: body)
    }
}
