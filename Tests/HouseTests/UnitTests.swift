import Foundation
import Testing

/// The unit file, read by systemd itself.
@Suite("The unit", .timeLimit(.minutes(10)))
struct UnitTests {
    @Test("leaves the daemon only the rights that it needs: exposure at most 1.5")
    func exposure() throws {
        let unit = House.top.appendingPathComponent("systemd/galleyd.service").path
        let answer = try run("/usr/bin/systemd-analyze", "security", "--offline=true", "--no-pager", unit)
        let line = try #require(answer.split(separator: "\n").last { $0.contains("Overall exposure level") })
        let level = try #require(line.split(separator: " ").compactMap { Double($0) }.first, "\(line)")
        #expect(level <= 1.5)
    }

    @Test("has only lines that systemd knows")
    func lines() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("units-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let programs = /=(\+?)(\/usr\/local\/bin\/galleyd?|\/etc\/galley\/after-backup)/
        for name in try House.entries(of: "systemd")
        where [".service", ".socket", ".timer"].contains(where: name.hasSuffix) {
            let unit = try String(contentsOf: House.top.appendingPathComponent("systemd/\(name)"), encoding: .utf8)
            // Of a machine on which they are installed.
            let installed = unit.replacing(programs) { "=\($0.output.1)/usr/bin/true" }
            try Data(installed.utf8).write(to: folder.appendingPathComponent(name))
        }
        let unit = folder.appendingPathComponent("galleyd.service").path
        let found = try run("/usr/bin/systemd-analyze", "verify", "--man=no", unit, withErrors: true)
        #expect(found.split(separator: "\n").filter { $0.contains(folder.lastPathComponent) } == [])
    }

    @Test("lets no program run from a folder that the daemon can write, and refuses io_uring")
    func running() throws {
        let lines = try String(contentsOf: House.top.appendingPathComponent("systemd/galleyd.service"), encoding: .utf8)
            .split(separator: "\n")
        func values(_ name: String) -> [String] {
            lines.filter { $0.hasPrefix("\(name)=") }.flatMap {
                $0.dropFirst(name.count + 1).split(separator: " ").map(String.init)
            }
        }
        let own = [("StateDirectory", "%S"), ("CacheDirectory", "%C"), ("RuntimeDirectory", "%t")].flatMap {
            name, root in
            values(name).map { "\(root)/\($0)" }
        }
        #expect(own.count == 3)
        #expect(Set(values("NoExecPaths")) == Set(own + values("ReadWritePaths") + ["/tmp", "/var/tmp", "/dev/shm"]))
        let refused = lines.first { $0.hasPrefix("SystemCallFilter=~io_uring") }
        #expect(refused == "SystemCallFilter=~io_uring_setup io_uring_enter io_uring_register")
    }

    @Test("gives the daemon longer to stop than one transfer may take")
    func patience() throws {
        let unit = try String(contentsOf: House.top.appendingPathComponent("systemd/galleyd.service"), encoding: .utf8)
        #expect(unit.contains("TimeoutStopSec=30s"))
        #expect(unit.contains("User=galley") && unit.contains("Type=notify") && unit.contains("WatchdogSec="))
    }

    @Test("leaves the copying of backups the network, and no right to change anything but its own folder")
    func copying() throws {
        let unit = House.top.appendingPathComponent("systemd/galley-backup-copy.service").path
        let text = try String(contentsOfFile: unit, encoding: .utf8)
        #expect(text.contains("ProtectSystem=strict") && !text.contains("ReadWritePaths="))
        #expect(!text.contains("PrivateNetwork="))
        let checked = try run("/usr/bin/systemd-analyze", "security", "--offline=true", "--no-pager", unit)
        let line = try #require(checked.split(separator: "\n").last { $0.contains("Overall exposure level") })
        let level = try #require(line.split(separator: " ").compactMap { Double($0) }.first, "\(line)")
        #expect(level <= 2)
    }

    private func run(_ program: String, _ arguments: String..., withErrors: Bool = false) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        if withErrors { process.standardError = output }
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
