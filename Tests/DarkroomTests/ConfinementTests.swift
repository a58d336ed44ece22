import Foundation
import Glibc
import Pictures
import Posts
import Programs
import TestSupport
import Testing

@testable import Darkroom

/// What a program that reads pictures can do after a malicious picture has taken it over.
@Suite("The confinement", .timeLimit(.minutes(10)))
struct ConfinementTests {
    /// Each line of its output says what it could do, or the word for what was refused. `$1` is the picture, `$2` the
    /// folder of the store, `$3` a port, `$4` the daemon, `$5` the output.
    private static let attack = #"""
        try() { if "${@:2}" >/dev/null 2>&1; then echo "$1: done"; else echo "$1: refused"; fi >>"$output"; }
        connect() { exec 3<>"/dev/tcp/127.0.0.1/$1"; }
        make() { echo x >"$1"; }
        add() { echo x >>"$1"; }
        attack() {
            picture=$1 store=$2 port=$3 daemon=$4 output=$5
            : >"$output"
            try picture cat "$picture"
            try temporary make "${output%/*}/temporary"
            try read cat "$store/galley.db"
            try list ls "$store"
            try write make "$store/galley.db-new"
            try overwrite make "$store/galley.db"
            try append add "$store/galley.db"
            try shorten truncate -s 0 "$store/galley.db"
            try mode chmod 666 "$store/galley.db"
            try link ln -s "$store/galley.db" "${output%/*}/link"
            try remove rm "$store/old"
            try connect connect "$port"
            try environment cat "/proc/$daemon/environ"
            try signal kill -0 "$daemon"
        }

        """#

    private static let wanted: [String: String] = [
        "picture": "done", "temporary": "done", "read": "refused", "list": "refused", "write": "refused",
        "overwrite": "refused", "append": "refused", "shorten": "refused", "mode": "refused", "link": "refused",
        "remove": "refused", "connect": "refused", "environment": "refused", "signal": "refused",
    ]

    /// Without Landlock.
    private static let byCalls: Set<String> = ["connect", "mode", "signal"]

    private func scene() throws -> (top: String, store: String) {
        let top = FileManager.default.temporaryDirectory.path + "/confinement-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: top + "/store", withIntermediateDirectories: true)
        for name in ["picture", "store/galley.db", "store/old"] {
            try Data("secret".utf8).write(to: URL(filePath: "\(top)/\(name)"))
        }
        return (top, top + "/store")
    }

    private func answers(in text: String) -> [String: String] {
        let pairs = text.split(separator: "\n").map { $0.split(separator: ":") }
        return Dictionary(pairs.map { (String($0[0]), String($0[1].dropFirst())) }) { $1 }
    }

    @Test(
        "a picture's program can read its picture and write its result: no store, no network, no signal"
    )
    func confined() async throws {
        let (top, store) = try scene()
        defer { try? FileManager.default.removeItem(atPath: top) }
        let listener = try Listener()
        let script =
            "#!/bin/bash\n" + Self.attack + #"attack "$1" "\#(store)" \#(listener.port) \#(getpid()) "${8%%[*}""# + "\n"
        try writeProgram(script, to: top + "/program")
        let darkroom = try #require(Darkroom(program: top + "/program", environment: ["PATH": "/usr/bin:/bin"]))
        try await darkroom.develop(top + "/picture", into: top + "/out", as: .png, sideMax: nil)
        let found = answers(in: try String(contentsOfFile: top + "/out", encoding: .utf8))

        let strength = Confinement.strength
        #expect(found.count == Self.wanted.count)
        for (deed, answer) in found {
            if strength.files == 0 && strength.calls == 0 || strength.calls == 0 && Self.byCalls.contains(deed) {
                #expect(answer == Self.wanted[deed], "\(deed)")
            }
        }
        #expect(Darkroom.confinement.isWhole == strength.isWhole)
        if strength.isWhole {
            #expect(try String(contentsOfFile: store + "/galley.db", encoding: .utf8) == "secret")
            #expect(try FileManager.default.contentsOfDirectory(atPath: store).sorted() == ["galley.db", "old"])
        }
    }

    /// Also proves that the attack would succeed without the confinement.
    @Test("any other program, and the daemon itself, keep all of their rights")
    func unconfined() async throws {
        let (top, store) = try scene()
        defer { try? FileManager.default.removeItem(atPath: top) }
        _ = Confinement.strength
        let listener = try Listener()
        let program = ShortProgram(
            arguments: [
                "bash", "-c", Self.attack + #"attack "$@""#, "attack", top + "/picture", store, "\(listener.port)",
                "\(getpid())",
                top + "/out",
            ], folder: top, environment: ["PATH=/usr/bin:/bin"], searchPath: "/usr/bin:/bin", timeLimit: .seconds(20))
        #expect(try await program.run().end == .exited(0))
        let found = answers(in: try String(contentsOfFile: top + "/out", encoding: .utf8))
        #expect(found == Self.wanted.mapValues { _ in "done" })
        #expect(try Listener().port != listener.port)
    }

    @Test("the active confinement is described in one line")
    func words() {
        typealias Strength = Confinement.Strength
        #expect(Strength(files: 0, calls: 0).words == "confined: no network, sees its picture only")
        #expect(
            Strength(files: ENOSYS, calls: 0).words
                == "confined in part: no network, but it may read what the daemon may, since this kernel has no Landlock"
        )
        #expect(
            Strength(files: EOPNOTSUPP, calls: 0).words.hasSuffix("since Landlock is switched off in this kernel"))
        #expect(
            Strength(files: 0, calls: ENOSYS).words
                == "confined in part: sees its picture only, but has the network, since this kernel has no seccomp")
        #expect(
            Strength(files: EPERM, calls: EPERM).words == """
                not confined: the service's or container's filter refuses Landlock, and the service's or container's filter \
                refuses seccomp
                """)
    }
}

/// Listens on a loopback port of the system's choice during its lifetime.
private final class Listener {
    private let file: Int32
    let port: UInt16

    init() throws {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.file = file
        try #require(file >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(file, address, length) == 0 && listen(file, 8) == 0
                    && getsockname(file, address, &length) == 0
            }
        }
        try #require(code)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(file) }
}
