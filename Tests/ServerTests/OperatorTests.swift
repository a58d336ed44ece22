import Foundation
import PostStore
import Posts
import SQL
import StoreSupport
import Testing
import Wire

/// The operator's questions: the machine's state, possible repairs, and working notifications.
@Suite("For the operator", .timeLimit(.minutes(10)))
struct OperatorTests {
    @Test("the status names the disk, the targets, the next deliveries, and problems of the machine")
    func status() async throws {
        try await House.open(targets: [try House.webhook(), try House.mastodon()]) { house in
            // given
            let post = try await house.write()
            let later = #"{"to":["hook"],"at":"2031-01-01T09:00:00Z"}"#
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", later)
            // when
            let well = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
            // then
            #expect(well.fault == nil && well.upcoming.map(\.target) == ["hook"])
            #expect(well.targets.map(\.name) == ["hook", "fediverse"] && well.targets.map(\.open) == [1, 0])
            let disk = try #require(well.disk)
            #expect(disk.storeBytes > 10_000 && disk.freeBytes > 0)
            // The uptime does not follow a clock that is set.
            house.clock.advance(by: .days(1))
            let shifted = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
            #expect(try #require(shifted.uptimeSeconds) < 86_400)
        }
    }

    @Test("a store deleted under the server accepts no more writes, is reported, and is copied out whole")
    func deleted() async throws {
        try await House.open(isFile: true) { house in
            // given
            let post = try await house.write("Kept")
            let path = house.folder.appending(path: "galley.db").path()
            try FileManager.default.removeItem(atPath: path)
            // when
            await house.store.checkCondition()
            // then
            let answer = try await house.local.json("POST", "/v1/posts", #"{"title":"Lost"}"#)
            let problem = try house.problem(answer)
            #expect(answer.status == 503 && problem.word == "store-gone")
            #expect(problem.title == "The store \(path) was deleted, moved or replaced while Galley ran.")
            #expect(try await house.local.send("GET", "/v1/posts/\(post.id)").status == 200)
            let status = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
            let fault = try #require(status.fault)
            #expect(fault.kind == "store-gone" && status.warnings.first?.words.hasPrefix(fault.words) == true)
            let copy = try #require(
                try FileManager.default.contentsOfDirectory(atPath: house.folder.path())
                    .first { $0.hasPrefix("galley.db.rescued-") })
            #expect(fault.next.contains(copy))
            let opened = try SQLiteDatabase(house.folder.appending(path: copy).path(), .readOnly)
            #expect(try opened.read { try $0.texts("SELECT title FROM post") } == ["Kept"])
        }
    }

    @Test("a store that is put back in its place accepts writes again")
    func broughtBack() async throws {
        try await House.open(isFile: true) { house in
            let path = house.folder.appending(path: "galley.db").path()
            try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
            await house.store.checkCondition()
            #expect(try await house.local.json("POST", "/v1/posts", #"{"title":"Lost"}"#).status == 503)
            try FileManager.default.moveItem(atPath: path + ".aside", toPath: path)
            await house.store.checkCondition()
            #expect(try await house.local.json("POST", "/v1/posts", #"{"title":"Kept"}"#).status == 201)
            #expect(try await house.local.send("GET", "/v1/status").json(StatusBody.self).fault == nil)
        }
    }

    @Test("needed repairs are found, carried out only on request, and reported")
    func repairs() async throws {
        try await House.open(isFile: true) { house in
            // given an index that lacks a post, and a file that belongs to nothing
            _ = try await house.write("Harbour light", "Words to be found.")
            #expect(try await house.local.send("GET", "/v1/posts?search=harbour").text.contains("Harbour"))
            let other = try SQLiteDatabase(house.folder.appending(path: "galley.db").path())
            try other.write { try $0.script("INSERT INTO search (search) VALUES ('delete-all')") }
            other.close()
            let stray = house.folder.appending(path: "media/ab")
            try FileManager.default.createDirectory(at: stray, withIntermediateDirectories: true)
            let name = String(repeating: "c", count: 62)
            try Data(count: 1234).write(to: stray.appending(path: name))
            // when they are only searched for
            let found = try await house.local.send("GET", "/v1/repairs").json(PageBody<RepairBody>.self).items
            // then
            #expect(found.map(\.kind) == ["search-index", "dates", "leftovers", "pictures", "rows", "pages"])
            #expect(
                found.map(\.isNeeded) == [true, false, true, false, false, false] && found.allSatisfy { $0.done == nil }
            )
            #expect(found[0].found == "The search index is damaged: It lacks 1 posts.")
            // when they are requested
            let done = try await house.local.send("POST", "/v1/repairs").json(PageBody<RepairBody>.self).items
            #expect(done[0].done == "Rebuilt the search index for 1 post." && done[2].done == "Removed.")
            #expect(!FileManager.default.fileExists(atPath: stray.appending(path: name).path()))
            #expect(try await house.local.send("GET", "/v1/posts?search=harbour").text.contains("Harbour"))
            let after = try await house.local.send("GET", "/v1/repairs").json(PageBody<RepairBody>.self).items
            #expect(after.allSatisfy { !$0.isNeeded })
        }
    }

    @Test("pictures whose files are damaged or missing are named with their posts, until they are added again")
    func badPictures() async throws {
        try await House.open { house in
            // given
            func upload(_ mark: UInt8) async throws -> MediaBody {
                try await house.local.send(
                    "POST", "/v1/media?name=\(mark).png", headers: ["Content-Type": "application/octet-stream"],
                    bytes: MediaRouteTests.png(mark), host: "(own)"
                ).json(MediaBody.self)
            }
            func file(_ id: String) throws -> URL {
                let folder = house.folder.appending(path: "media/\(id.prefix(2))")
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
                return folder.appending(path: try #require(names.first { $0.hasPrefix(id.dropFirst(2)) }))
            }
            func pictures(_ method: String) async throws -> RepairBody? {
                let answer = try await house.local.send(method, "/v1/repairs")
                return try answer.json(PageBody<RepairBody>.self).items.first { $0.kind == "pictures" }
            }
            let (one, two) = (try await upload(1), try await upload(2))
            _ = try await house.local.json(
                "POST", "/v1/posts", #"{"title":"Harbour","body":"![Boats](media:\#(one.id))"}"#)
            #expect(try await pictures("GET")?.found == "No picture's file is missing or damaged.")
            try Data("junk".utf8).write(to: file(one.id))
            try FileManager.default.removeItem(at: file(two.id))
            // then
            for method in ["GET", "POST"] {
                let found = try #require(try await pictures(method))
                #expect(
                    found.found == "2 pictures must be added again: media:\(two.id) (2.png) is missing; "
                        + "media:\(one.id) (1.png) in “Harbour” is damaged.")
                #expect(found.isNeeded && found.done == nil)
            }
            // when
            #expect(try await upload(1).id == one.id)
            #expect(try await upload(2).id == two.id)
            // then
            #expect(try await pictures("GET")?.isNeeded == false)
        }
    }

    @Test("a test notification is refused with a reason if no means is configured")
    func nobody() async throws {
        try await House.open { house in
            let answer = try await house.local.send("POST", "/v1/notifications/trial")
            #expect(try answer.status == 409 && house.problem(answer).word == "notifications-off")
            #expect(try await house.local.send("GET", "/v1/notifications").text.contains(#""items":[]"#))
        }
    }
}
