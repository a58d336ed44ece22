import BackupFile
import Foundation
import PostStore
import Posts
import Testing
import Wire

@Suite("Backups over HTTP")
struct BackupRouteTests {
    @Test("an administrator downloads the desk as one archive, confirms where it is stored, and the status shows that")
    func whole() async throws {
        try await House.open(isFile: true) { house in
            _ = try await house.write("Harbour", "Boats at low tide.")
            let answer = try await house.local.send("POST", "/v1/backups")
            #expect(answer.status == 200 && answer.header("Content-Type") == "application/x-tar")
            var names: [String] = []
            var reading = BackupReading()
            try reading.read(answer.unchunked[...]) { step in
                if case .begins(let name, _) = step { names.append(name) }
            }
            let facts = try reading.finish()
            #expect(names == ["galley.db"] && facts.version == "test" && facts.number == 1)
            #expect(try await house.local.send("GET", "/v1/status").json(StatusBody.self).lastBackupAt == nil)

            let kept = try await house.local.json("PUT", "/v1/backups/1", #"{"place":"host:/srv/galley.tar"}"#)
            #expect(try kept.json(BackupBody.self).place == "host:/srv/galley.tar")
            let list = try await house.local.send("GET", "/v1/backups").json(PageBody<BackupBody>.self)
            #expect(list.items == [try kept.json(BackupBody.self)])
            let status = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
            #expect(status.lastBackupAt == list.items.first?.madeAt)
        }
    }

    @Test(
        "repeating a key repeats its backup: made again until it is confirmed, and reported from then on"
    )
    func again() async throws {
        try await House.open(isFile: true) { house in
            func ask() async throws -> Caller.Answer {
                try await house.local.json("POST", "/v1/backups", "", headers: ["Idempotency-Key": "nightly"])
            }
            func number(_ answer: Caller.Answer) throws -> Int64 {
                var reading = BackupReading()
                try reading.read(answer.unchunked[...]) { _ in }
                return try reading.finish().number
            }
            var permit: BackupPermit? = try house.store.backupPermit()
            #expect(try await ask().status == 409 && permit != nil)
            permit = nil
            #expect(try number(try await ask()) == 1)
            house.clock.advance(by: .minutes(1))
            let later = try await house.write()
            let again = try await ask()
            #expect(try number(again) == 1 && again.header("Content-Type") == "application/x-tar")
            let made = try #require(try await house.store.backups().first)
            #expect(made.madeAt == house.clock.now && !later.id.isEmpty)

            let kept = try await house.local.json("PUT", "/v1/backups/1", #"{"place":"host:/srv/galley.tar"}"#)
            house.clock.advance(by: .minutes(1))
            let told = try await ask()
            #expect(told.status == 200 && told.header("Content-Type") == "application/json")
            #expect(try told.json(BackupBody.self) == kept.json(BackupBody.self))
            #expect(try await house.store.backups() == [try #require(try await house.store.lastBackup())])
            // Another key, or none, makes another backup; the key is valid only for backups.
            #expect(try number(try await house.local.send("POST", "/v1/backups")) == 2)
            let other = try await house.local.json(
                "POST", "/v1/users", #"{"name":"bo"}"#, headers: ["Idempotency-Key": "nightly"])
            #expect(other.status == 422)
        }
    }

    @Test("authors cannot make one, and a missing backup cannot be confirmed")
    func refusals() async throws {
        try await House.open(isFile: true) { house in
            #expect(try await house.web.send("POST", "/v1/backups").status == 403)
            #expect(try await house.web.send("GET", "/v1/backups").status == 403)
            let missing = try await house.local.json("PUT", "/v1/backups/9", #"{"place":"x"}"#)
            #expect(missing.status == 404)
            let nowhere = try await house.local.json("PUT", "/v1/backups/9", #"{"place":""}"#)
            #expect(nowhere.status == 422)
        }
    }

    @Test("a concurrent backup is refused, and an error is reported in the archive itself")
    func failing() async throws {
        try await House.open(isFile: true) { house in
            var permit: BackupPermit? = try house.store.backupPermit()
            #expect(try await house.local.send("POST", "/v1/backups").status == 409)
            #expect(permit != nil)
            permit = nil
            // A folder is in the way of the copy.
            try FileManager.default.createDirectory(
                atPath: house.store.place + ".backup", withIntermediateDirectories: false)
            let answer = try await house.local.send("POST", "/v1/backups")
            var reading = BackupReading()
            let fault = #expect(throws: BackupFault.self) { try reading.read(answer.unchunked[...]) { _ in } }
            #expect(fault?.description.contains("galley.db.backup") ?? false)
        }
    }
}

extension Caller.Answer {
    /// The body of a chunked answer.
    fileprivate var unchunked: [UInt8] {
        var (rest, whole) = (body[...], [UInt8]())
        while let line = rest.firstIndex(of: 13) {
            let size = Int(String(decoding: rest[..<line], as: UTF8.self), radix: 16) ?? 0
            guard size > 0 else { break }
            let start = line + 2
            whole += rest[start..<(start + size)]
            rest = rest[(start + size + 2)...]
        }
        return whole
    }
}
