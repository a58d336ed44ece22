import Foundation
import Testing

/// The unit file, read by systemd itself.
@Suite("The unit", .timeLimit(.minutes(1)))
struct UnitTests {
    @Test("leaves the daemon only the rights that it needs: exposure at most 1.5")
    func exposure() throws {
        let unit = House.top.appendingPathComponent("systemd/galleyd.service").path
        let answer = try run("/usr/bin/systemd-analyze", "security", "--offline=true", "--no-pager", unit)
        let line = try #require(answer.split(separator: "\n").last { $0.contains("Overall exposure level") })
        let level = try #require(line.split(separator: " ").compactMap { Double($0) }.first, "\(line)")
        #expect(level <= 1.5)
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

    private func run(_ program: String, _ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
