import Foundation
import TestSupport
import Testing

/// One run of the real program, in a separate home, with all of its output.
struct Run {
    let out: String
    let err: String
    let status: Int32

    /// The program is beside the tests, in any build folder.
    static let program: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appending(path: "galley").path
    }()

    /// - Parameters:
    ///   - home: holds all files that the program may write; a new one by default.
    ///   - shell: a command line in which `$galley` is the program; replaces running it with `arguments`.
    init(
        _ arguments: [String] = [], daemon: ScriptedDaemon? = nil, home: TemporaryFolder? = nil,
        environment: [String: String] = [:], input: String = "", shell: String? = nil
    ) async throws {
        let home = try home ?? TemporaryFolder()
        let files = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: shell == nil ? Self.program : "/bin/sh")
        process.arguments = shell.map { ["-c", $0] } ?? arguments
        process.environment = Self.environment(daemon, home).merging(environment) { $1 }
        process.currentDirectoryURL = URL(fileURLWithPath: home.path)
        let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: files.write(input, to: "in")))
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: files.write("", to: "out")))
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: files.write("", to: "err")))
        // `Process` outlives its run, and fails beside a thousand open files.
        defer { for file in [input, output, errors] { try? file.close() } }
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        status = try await Self.wait(for: process)
        (out, err) = (try files.read("out"), try files.read("err"))
    }

    private static func environment(_ daemon: ScriptedDaemon?, _ home: TemporaryFolder) -> [String: String] {
        var environment = ["HOME": home.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Lisbon", "galley": program]
        environment["GALLEY_SOCKET"] = daemon?.socket
        return environment
    }

    /// Terminates a program that does not end within two minutes.
    private static func wait(for process: Process) async throws -> Int32 {
        let limit = Task {
            try await Task.sleep(for: .seconds(120))
            process.terminate()
        }
        defer { limit.cancel() }
        return try await withCheckedThrowingContinuation { done in
            process.terminationHandler = { done.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                done.resume(throwing: error)
            }
        }
    }
}
