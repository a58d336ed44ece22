import Foundation
import Glibc
import Synchronization
import Testing
import Wire

@testable import Server

@Suite struct ListeningSocketTests {
    @Test("the Unix socket is for its owner and group, and its folder is created")
    func makesSocket() async throws {
        try await House.open { house in
            let path = house.folder.appending(path: "run/galley.sock").path()
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o660)
            #expect(try await house.local.send("GET", "/v1/status").status == 200)
        }
    }

    @Test("a dead daemon's socket file is replaced; a living one's is respected; any other file is left alone")
    func replacesStaleFile() throws {
        let folder = try House.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "galley.sock").path()
        let first = try ListeningSocket.open(file: path)
        #expect(throws: ListeningSocketError.fileTaken(path)) { try ListeningSocket.open(file: path) }
        close(first.descriptor)
        let second = try ListeningSocket.open(file: path)
        // The first one's file is gone, and closing it must not remove the second one's.
        first.remove()
        #expect(FileManager.default.fileExists(atPath: path))
        close(second.descriptor)
        second.remove()
        #expect(!FileManager.default.fileExists(atPath: path))
        try Data("words".utf8).write(to: URL(filePath: path))
        #expect(throws: ListeningSocketError.notASocket(path)) { try ListeningSocket.open(file: path) }
        #expect(throws: ListeningSocketError.self) {
            try ListeningSocket.open(file: "/tmp/" + String(repeating: "x", count: 120))
        }
    }

    @Test("a taken port is named, and only loopback is accepted")
    func refusesPorts() throws {
        let first = try ListeningSocket.open(host: "localhost", port: 0)
        defer { close(first.descriptor) }
        guard case .loopback(let host, let port) = first.address else { return #expect(Bool(false)) }
        #expect(host == "127.0.0.1")
        let error = #expect(throws: ListeningSocketError.self) {
            try ListeningSocket.open(host: "127.0.0.1", port: port)
        }
        #expect(error?.description.contains("127.0.0.1:\(port)") == true)
        for host in ["0.0.0.0", "192.168.0.1", "::", "example.org", ""] {
            #expect(throws: ListeningSocketError.notLoopback("\(host):4470")) {
                try ListeningSocket.open(host: host, port: 4470)
            }
        }
        #expect(throws: ListeningSocketError.self) { try ListeningSocket.open(host: "127.0.0.1", port: 70_000) }
    }

    @Test("IPv6's loopback is accepted, too")
    func opensIPv6() throws {
        // A machine without IPv6 says so.
        do {
            let socket = try ListeningSocket.open(host: "[::1]", port: 0)
            close(socket.descriptor)
            guard case .loopback("::1", _) = socket.address else { return #expect(Bool(false), "\(socket.address)") }
        } catch {
            #expect(error.description.contains("could not be"))
        }
    }

    @Test("a listening socket from systemd is adopted, anything else is refused")
    func adopts() throws {
        let socket = try ListeningSocket.open(host: "127.0.0.1", port: 0)
        defer { close(socket.descriptor) }
        #expect(try ListeningSocket.adopted(socket.descriptor).address == socket.address)
        #expect(throws: ListeningSocketError.notListening(0)) { try ListeningSocket.adopted(0) }
        let folder = try House.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path()
        let file = try ListeningSocket.open(file: path)
        defer { close(file.descriptor) }
        let adopted = try ListeningSocket.adopted(file.descriptor)
        #expect(adopted.address == .file(path: path))
        // systemd owns its file.
        adopted.remove()
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a listening socket that outlives its daemon loses no connection")
    func handsOver() async throws {
        let folder = try House.newFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path()
        let held = try ListeningSocket.open(file: path)
        defer { close(held.descriptor) }
        let ends = Ends()
        let isOver = Mutex(false)
        let lost = Mutex<[String]>([])
        // Each caller opens a connection for each request, while daemons start and stop.
        for _ in 0..<8 {
            Task { @Sendable in
                let caller = Caller(place: .file(path), contract: nil)
                while !isOver.withLock({ $0 }) {
                    do {
                        let status = try await caller.send("GET", "/healthz").status
                        if status != 200 { lost.withLock { $0.append("answered \(status)") } }
                    } catch {
                        // A long wait without a daemon (EAGAIN) is not a lost connection.
                        if "\(error)".hasSuffix(" \(EAGAIN)") { continue }
                        lost.withLock { $0.append("\(error)") }
                    }
                }
                ends.add(nil)
            }
        }
        for _ in 0..<3 {
            let adopted = try ListeningSocket.adopted(dup(held.descriptor))
            try await House.open(socket: adopted) { house in
                for _ in 0..<20 { _ = try await house.local.send("GET", "/healthz") }
            }
        }
        isOver.withLock { $0 = true }
        let last = try ListeningSocket.adopted(dup(held.descriptor))
        try await House.open(socket: last) { _ in
            for await _ in ends.changes where ends.count >= 8 { break }
        }
        #expect(lost.withLock { $0 } == [])
    }

    @Test("another user on the socket is refused with a message")
    func refusesOtherUsers() async throws {
        // Root is always admitted, so this asks the authenticator itself.
        let authenticator = try await authenticator(ownUID: 1000)
        let request = try request()
        #expect(try await authenticator.admit(request, from: .user(uid: 0), to: .known)?.isAdministrator == true)
        #expect(try await authenticator.admit(request, from: .user(uid: 1000), to: .admin)?.isAdministrator == true)
        let problem = await #expect(throws: Problem.self) {
            try await authenticator.admit(request, from: .user(uid: 1001), to: .known)
        }
        #expect(problem?.body.status == 403)
        #expect(problem?.body.title.contains("1001") == true)
        #expect(try await authenticator.admit(request, from: .user(uid: 1001), to: .everyoneHere) == nil)
    }

    @Test("a connection that arrives while the socket closes does not crash the daemon")
    func closesWhileBusy() async throws {
        for _ in 0..<3 {
            let ends = Ends()
            try await House.open { house in
                for _ in 0..<8 {
                    Task { @Sendable in
                        while (try? await house.local.send("GET", "/healthz").status) == 200 {}
                        ends.add(nil)
                    }
                }
                _ = try await house.local.send("GET", "/healthz")
            }
            for await _ in ends.changes where ends.count == 8 { break }
        }
    }
}
