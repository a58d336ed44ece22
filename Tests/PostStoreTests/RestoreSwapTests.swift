import Foundation
import Posts
import Testing

@testable import PostStore

@Suite("A restore that is killed can be run again, and the old store stays whole in one folder")
struct RestoreSwapTests {
    private struct Killed: Error {}

    /// What is there before the restore.
    enum Old: CaseIterable { case whole, withoutPictures, nothing }

    /// A backup, and a folder as a killed daemon leaves it: the last words are only in the WAL.
    private func makeDesk(_ old: Old) async throws -> (machine: TemporaryStore, desk: StoreFixture, backup: String) {
        let desk = try await StoreFixture(isFile: true)
        _ = try await desk.post("In both")
        if old == .whole { try await desk.addPicture(1) }
        let backup = try await desk.backUp()
        _ = try await desk.post("Written since", "The last words.")
        if old == .whole { try await desk.addPicture(2) }
        let machine = try TemporaryStore()
        if old != .nothing {
            for end in ["", "-wal", "-shm"] {
                try FileManager.default.copyItem(atPath: desk.path + end, toPath: machine.path + end)
            }
        }
        if old == .whole {
            try FileManager.default.copyItem(atPath: desk.folder + "/media", toPath: machine.folder + "/media")
        }
        return (machine, desk, backup)
    }

    /// Runs a restore, and ends it after `count` steps of the swap. What was unpacked stays, as after a kill.
    /// - Returns: how many steps the swap has.
    private func kill(_ restoration: Restoration, after count: Int) throws -> Int {
        var total = 0
        #expect(throws: Killed.self) {
            try restoration.unpacking { _ in
                let steps = restoration.swapSteps(try restoration.swapPlan())
                total = steps.count
                for step in steps.prefix(count) { try step() }
                throw Killed()
            }
        }
        try FileManager.default.createDirectory(atPath: restoration.staging, withIntermediateDirectories: false)
        try Data("part".utf8).write(to: URL(fileURLWithPath: restoration.staging + "/part"))
        return total
    }

    private func folders(of machine: TemporaryStore) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: machine.folder).filter { $0.hasPrefix("before-restore-") }
    }

    @Test("after each step", arguments: Old.allCases)
    func killed(_ old: Old) async throws {
        var (steps, total) = (0, 1)
        while steps < total {
            total = try await runAgain(old, after: steps)
            steps += 1
        }
        #expect(total >= 10)
    }

    /// - Returns: how many steps the swap has.
    private func runAgain(_ old: Old, after steps: Int) async throws -> Int {
        // Given a restore that was killed, and another that was killed at the same place
        let (machine, desk, backup) = try await makeDesk(old)
        let total = try kill(Restoration(of: backup, to: machine.path, now: noon), after: steps)
        _ = try kill(Restoration(of: backup, to: machine.path, now: noon + .minutes(1)), after: steps)
        #expect(throws: StoreError.halfRestored(path: machine.path)) {
            try StoreFixture.open(machine.path, "boot 2", desk.clock)
        }
        // When it runs again
        let report = try Restoration(of: backup, to: machine.path, now: noon + .minutes(2)).run(isTrial: false)
        // Then the new store is whole
        let store = try StoreFixture.open(machine.path, "boot 2", desk.clock)
        defer { store.close() }
        #expect(try await store.posts().items.map(\.title) == ["In both"], "after \(steps)")
        #expect(store.mediaFolder.digests().count == (old == .whole ? 1 : 0), "after \(steps)")
        // and the old one is whole in one folder, which the report names
        guard old != .nothing else {
            #expect(try report.kept == nil && folders(of: machine) == [], "after \(steps)")
            return total
        }
        #expect(try folders(of: machine) == ["before-restore-20261201T120000Z"], "after \(steps)")
        #expect(report.kept == machine.folder + "/before-restore-20261201T120000Z", "after \(steps)")
        let former = try StoreFixture.open(try #require(report.kept) + "/galley.db", "boot 3", desk.clock)
        defer { former.close() }
        let titles = try await former.posts().items.map(\.title)
        #expect(Set(titles) == ["In both", "Written since"], "after \(steps)")
        #expect(former.mediaFolder.digests().count == (old == .whole ? 2 : 0), "after \(steps)")
        return total
    }

    @Test("a mark that names no folder of ours is no plan: all that is there is kept", arguments: ["", "/etc", "../x"])
    func foreignMark(_ text: String) async throws {
        let (machine, desk, backup) = try await makeDesk(.whole)
        try Data(text.utf8).write(to: URL(fileURLWithPath: machine.path + ".restoring"))
        let report = try Restoration(of: backup, to: machine.path, now: noon).run(isTrial: false)
        let former = try StoreFixture.open(try #require(report.kept) + "/galley.db", "boot 3", desk.clock)
        defer { former.close() }
        #expect(try await former.posts().items.count == 2 && former.mediaFolder.digests().count == 2)
    }

    @Test("the next start removes what a killed restore left, and nothing that keeps an old store")
    func leftovers() async throws {
        // Given
        let (machine, desk, backup) = try await makeDesk(.whole)
        let kept = try #require(try Restoration(of: backup, to: machine.path, now: noon).run(isTrial: false).kept)
        let running = ProcessInfo.processInfo.processIdentifier
        // Linux has no process with the largest number.
        let left = [
            machine.path + ".restored", machine.path + ".trial-\(Int32.max)", machine.folder + "/before-restore-1",
        ]
        let stays = [machine.path + ".trial-\(running)", machine.path + ".trial-x", kept]
        for path in left + stays.dropLast() {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        for path in left.prefix(2) { try Data("part".utf8).write(to: URL(fileURLWithPath: path + "/galley.db")) }
        // When
        try StoreFixture.open(machine.path, "boot 2", desk.clock).close()
        // Then
        #expect(left.filter { FileManager.default.fileExists(atPath: $0) } == [])
        #expect(stays.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        #expect(FileManager.default.fileExists(atPath: kept + "/galley.db"))
    }
}
