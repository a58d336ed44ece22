import BackupFile
import Digests
import Foundation
import TestSupport
import Testing
import Wire

/// `galley backup`: what it says of a backup without some of the pictures.
@Suite("Backups with galley", .timeLimit(.minutes(10)))
struct BackupTests {
    /// A backup of a store and of pictures with these contents, by their digests.
    private func archive(_ pictures: [(digest: String, contents: String)], missing: [String]) throws -> [UInt8] {
        let facts = BackupFacts(version: "1", schema: 1, madeAt: 5_000_000, number: 3, bytes: 7, missing: missing)
        var files = [(BackupName.facts, try facts.encoded()), (BackupName.store, Array("a store".utf8))]
        files += pictures.map { (BackupName.picture($0.digest), Array($0.contents.utf8)) }
        var digests = DigestList()
        for (name, bytes) in files { digests.note(name, SHA256.hash(bytes).hexadecimal) }
        files.append((BackupName.digests, digests.bytes))
        return files.flatMap { name, bytes in
            TarEntry(name: name, size: bytes.count, modifiedAt: 5).header + bytes + TarEntry.padding(after: bytes.count)
        } + TarEntry.end
    }

    private func run(_ archive: [UInt8], _ media: MediaBody? = nil, options: [String] = []) async throws -> Run {
        var script = [
            "POST /v1/backups": [Reply(200, type: "application/x-tar", archive)],
            "PUT /v1/backups/3": [Reply.done],
        ]
        if let media { script["GET /v1/media/\(media.id)"] = [try .json(media)] }
        return try await Run(["backup", "galley.tar"] + options, daemon: try ScriptedDaemon(script))
    }

    private func digest(_ contents: String) -> String { SHA256.hash(Array(contents.utf8)).hexadecimal }

    @Test("the draft of an interrupted backup is removed by the next one")
    func leftover() async throws {
        let home = try TemporaryFolder()
        for name in ["galley-2000000000.part", "galley-\(getpid()).part", "galley-x.part"] {
            _ = try home.write("x", to: name)
        }
        let script = [
            "POST /v1/backups": [Reply(200, type: "application/x-tar", try archive([], missing: []))],
            "PUT /v1/backups/3": [Reply.done],
        ]
        let run = try await Run(["backup", "galley.tar"], daemon: try ScriptedDaemon(script), home: home)
        let files = home.files(in: "")
        #expect(run.status == 0 && !files.contains("galley-2000000000.part"), "\(run.err)")
        #expect(Set(files).isSuperset(of: ["galley.tar", "galley-\(getpid()).part", "galley-x.part"]), "\(files)")
    }

    @Test(
        "the backup just made is kept, although a clock that was ahead gave others a later name", arguments: [1, 2])
    func keepsTheLatest(count: Int) async throws {
        let home = try TemporaryFolder()
        let (ahead, older) = ("galley-20980101T000000Z.tar", "galley-20260101T000000Z.tar")
        for name in [ahead, older] { _ = try home.write("x", to: "kept/\(name)") }
        let script = [
            "POST /v1/backups": [Reply(200, type: "application/x-tar", try archive([], missing: []))],
            "PUT /v1/backups/3": [Reply.done],
        ]
        let run = try await Run(
            ["backup", "--into", "kept", "--keep", "\(count)"], daemon: try ScriptedDaemon(script), home: home)
        #expect(run.status == 0, "\(run.err)")
        let made = "galley-19700101T000005Z.tar"
        #expect(Set(home.files(in: "kept")) == (count == 1 ? [made] : [made, ahead]))
    }

    @Test("only its owner can read the file, whatever the umask is, and although others could read the one before")
    func mode() async throws {
        let home = try TemporaryFolder()
        let old = try home.write("x", to: "galley.tar")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: old)
        let script = [
            "POST /v1/backups": [Reply(200, type: "application/x-tar", try archive([], missing: []))],
            "PUT /v1/backups/3": [Reply.done],
        ]
        let run = try await Run(
            daemon: try ScriptedDaemon(script), home: home, shell: "umask 000 && $galley backup galley.tar --force")
        #expect(run.status == 0, "\(run.err)")
        let mode = try FileManager.default.attributesOfItem(atPath: old)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("“-” is not taken for the name of a file", arguments: [["backup"], ["export", "wordpress"]])
    func standardOutput(command: [String]) async throws {
        let home = try TemporaryFolder()
        let run = try await Run(command + ["-"], daemon: try ScriptedDaemon([:]), home: home)
        #expect(run.status == 64 && run.out.isEmpty && run.err.contains("not standard output"), "\(run.err)")
        #expect(!home.files(in: "").contains("-"))
    }

    @Test("one with all pictures as they were stored is whole")
    func whole() async throws {
        let pictures = ["one", "two"].map { (digest: digest($0), contents: $0) }
        let run = try await run(archive(pictures, missing: []))
        #expect(run.status == 0 && run.out == "galley.tar: 7 bytes, read back and whole.\n", "\(run.err)")
    }

    @Test("one without some pictures is kept, and names them, their posts and the next command")
    func badPictures() async throws {
        let (damaged, missing) = (digest("harbour"), digest("gone"))
        let id = String(damaged.prefix(16))
        let media = MediaBody(
            id: id, address: "media:\(id)", revision: 1, name: "harbour.jpg", type: "image/jpeg", bytes: 7, width: 1,
            height: 1, isAnimated: false, alt: "", focus: nil, createdAt: "2001-05-01T08:00:00+00:00",
            uses: [MediaUseBody(id: "p", slug: "harbour", title: "Harbour light", isPresent: true)], isUnused: false)
        let pictures = [(digest: digest("whole"), contents: "whole"), (digest: damaged, contents: "junk")]
        let archive = try archive(pictures, missing: [missing])
        let run = try await run(archive, media)
        #expect(run.status == 0)
        #expect(
            run.out == """
                galley.tar: 7 bytes, read back and whole except for 2 pictures:
                  media:\(id) (harbour.jpg) in “Harbour light” is damaged.
                  media:\(missing.prefix(16)) is missing.
                Next: galley media add FILE, with the original of each, then make another backup

                """)
        let json = try await self.run(archive, media, options: ["--json"])
        #expect(json.out.contains(#""damagedPictures":1"#) && json.out.contains(#""missingPictures":1"#), "\(json.out)")
    }

    @Test("a long list is cut, and a single picture is one")
    func counts() async throws {
        let many = try await run(archive([], missing: (0..<25).map { digest("\($0)") }))
        #expect(many.out.contains("except for 25 pictures:\n") && many.out.contains("\n  And 5 more.\nNext: "))
        #expect(many.out.split(separator: "\n").count == 23)
        let one = try await run(archive([(digest("one"), "two")], missing: []))
        #expect(one.out.contains("whole except for 1 picture:\n") && !one.out.contains("more."))
    }
}
