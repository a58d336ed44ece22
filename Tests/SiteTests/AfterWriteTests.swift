import Foundation
import Glibc
import Posts
import TestSupport
import Testing

@testable import Site

@Suite struct AfterWriteTests {
    let temporary: TemporaryFolder

    init() throws { temporary = try TemporaryFolder() }

    private func command(_ arguments: [String], milliseconds: Int64 = 20_000) -> AfterWrite {
        AfterWrite(
            arguments: arguments, folder: temporary.path, timeLimit: .milliseconds(milliseconds),
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/root", "SECRET": "x"])
    }

    @Test("it runs in the site's folder, without shell, input or the daemon's environment")
    func environment() async throws {
        let output = try await command([
            "sh", "-c", "pwd; cat; env | sort; ls /proc/self/fd | wc -l", "$HOME; rm -rf /",
        ]).run()
        let lines = output.split(separator: "\n").map(String.init)
        #expect(
            lines.first.map { URL(filePath: $0).lastPathComponent } == URL(filePath: temporary.path).lastPathComponent)
        #expect(lines.contains("GALLEY_SITE=\(temporary.path)") && lines.contains("HOME=/root"))
        #expect(!output.contains("SECRET"))
        // 0, 1, 2 and the one that `ls` itself opens.
        #expect(lines.last?.trimmingCharacters(in: .whitespaces) == "4")
    }

    @Test("a failure carries the status and the last lines of output")
    func fails() async throws {
        let error = await #expect(throws: AfterWriteError.self) {
            try await command(["sh", "-c", "seq 1 100000; echo permission denied >&2; exit 23"]).run()
        }
        let text = "\(try #require(error))"
        #expect(text.contains("status 23") && text.hasSuffix("99999\n100000\npermission denied"))
        #expect(text.count < 400)
    }

    @Test("a missing program is reported as missing")
    func missing() async {
        for name in ["no-such-program", "/no/such/program"] {
            let reason = "It is not installed. Install it, or write its whole path."
            await #expect(throws: AfterWriteError.cannotStart(name, reason)) { try await command([name]).run() }
        }
    }

    @Test("a file that is no program is reported as what it lacks")
    func notExecutable() async throws {
        let script = FileManager.default.temporaryDirectory.path + "/script-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: script) }
        // Another program writes it: a child of a test beside this one, while it starts, would hold an open file of this
        // process, and a file that is being written cannot be run.
        _ = try await command(["cp", "/etc/hostname", script]).run()
        for (mode, words) in [(0o644, "chmod +x"), (0o755, "#!/bin/sh")] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: script)
            let error = await #expect(throws: AfterWriteError.self) { try await command([script]).run() }
            #expect("\(try #require(error))".contains(words))
        }
    }

    @Test("after its time limit, it and all of its children are gone, even if they ignore signals")
    func timesOut() async throws {
        let script = """
            exec 9>lock; flock 9; trap '' TERM
            (trap '' TERM; exec sleep 30) &
            echo waiting; while :; do sleep 30; done
            """
        let error = await #expect(throws: AfterWriteError.self) {
            try await command(["sh", "-c", script], milliseconds: 1500).run()
        }
        #expect(error == .outOfTime("sh", seconds: 1, "waiting\n"))
        expectGone(holding: "lock")
    }

    @Test("its background processes end with it, and are not waited for")
    func leftovers() async throws {
        let output = try await command(["sh", "-c", "exec 9>lock; flock 9; sleep 30 & echo done"]).run()
        #expect(output == "done\n")
        expectGone(holding: "lock")
    }

    @Test("cancelling the task ends the command")
    func cancels() async throws {
        let command = command(["sleep", "3600"])
        let task = Task { try await command.run() }
        task.cancel()
        await #expect(throws: AfterWriteError.cancelled("sleep")) { try await task.value }
    }

    @Test("a program with endless output is stopped in time, and its output is not kept")
    func endless() async throws {
        let error = await #expect(throws: AfterWriteError.self) {
            try await command(["yes"], milliseconds: 200).run()
        }
        guard case .outOfTime(_, _, let output)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(output.utf8.count <= 4096)
    }

    @Test("publishing writes the site and runs the command, even if nothing has changed")
    func publishes() async throws {
        let folder = temporary.path + "/site"
        let settings = try Example.settings(
            folder: folder, afterWrite: ["sh", "-c", "test -f index.html && echo x >> ../runs"])
        let publisher = SitePublisher(site: try Example.site(settings), environment: [:]) { $0 }

        let items = [SiteItem(Example.post(), at: settings)]

        let first = try await publisher.write(items, known: KnownFiles())
        try await publisher.runAfterWrite()
        let second = try await publisher.write(items, known: first.known)
        try await publisher.runAfterWrite()

        #expect(first.changes.written.contains("2026/01/post-1/index.html"))
        #expect(second.changes.written.isEmpty && second.changes.removed.isEmpty)
        #expect(temporary.text("runs") == "x\nx\n")
    }

    /// A lock disappears when the last process that inherited it ends. If they survived, this would take 30 s.
    private func expectGone(holding name: String) {
        let start = ContinuousClock.now
        let file = unsafe open(temporary.path + "/" + name, O_RDWR | O_CLOEXEC)
        #expect(flock(file, LOCK_EX) == 0)
        close(file)
        #expect(ContinuousClock.now - start < .seconds(15))
    }
}
