import Darkroom
import Foundation
import HTTPValues
import Logging
import Pictures
import PostStore
import Posts
import Site
import StoreSupport
import Synchronization
import TargetSupport
import Targets
import TestSupport
import Testing

@testable import Courier

@Suite("Pictures in deliveries", .timeLimit(.minutes(10)))
struct PictureTests {
    /// A post with a picture, due at once.
    private func publish(_ round: Round, _ file: [UInt8] = png(), title: String = "Harbour") async throws -> Media {
        let (arrived, clean) = (try round.store.mediaFolder.draft(), try round.store.mediaFolder.draft())
        try arrived.write(file, at: 0)
        let picture = try arrived.picture()
        let digest = try arrived.copy(picture, into: clean)
        let media = try await round.store.addMedia(
            clean, digest: digest, MediaFacts(picture), MediaNotes(alt: "Boats"), owner: round.user
        ).media
        let draft = Draft(title: title, body: "Look.\n\n![](\(media.id.address))")
        let stored = try await round.store.create(draft, owner: round.user)
        let target = try #require(round.targets.first)
        let manuscript = Manuscript(
            of: stored.post, for: target.name, published: testClock(), clocks: .utc, address: .none, media: [media])
        let payload = try target.freeze(manuscript, facts: nil, key: "key \(title)").payload
        _ = try await round.store.publish(
            stored.post.id, ifRevision: nil, date: nil,
            deliveries: [FrozenDelivery(target: target.name, key: "key \(title)", dueAt: testClock(), payload: payload)]
        )
        return media
    }

    @Test("a site gets the picture's file beside the page that shows it")
    func sites() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/pictures-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await Round([try site(folder: folder)])
        let media = try await publish(round)
        try await round.run(ScriptedTransport { _ in answered(500) }) { try await $0.states() == ["site": .delivered] }
        #expect(try Data(contentsOf: URL(filePath: "\(folder)/media/\(media.id).png")) == Data(png()))
        let page = try String(contentsOfFile: folder + "/harbour/index.html", encoding: .utf8)
        #expect(page.contains("src=\"/media/\(media.id).png\" width=\"30\" height=\"20\" alt=\"Boats\""))
    }

    @Test("a site gets smaller versions of a large picture after the post, each made once")
    func sizes() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/pictures-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let program = folder + "/program"
        let script = "#!/bin/sh\necho made >\"${8%%[*}\"\n"
        try writeProgram(script, to: program)
        let darkroom = try #require(Darkroom(program: program, environment: ["PATH": "/usr/bin:/bin"]))
        let round = try await Round([try site(folder: folder + "/www")])
        let media = try await publish(round, png(width: 1000, height: 500))
        let sizes = PictureSizes(store: round.store, log: Logger(label: "test"))
        let picture = SitePicture(
            address: media.id.address, digest: media.digest, file: "\(media.id).png", bytes: media.facts.bytes)
        #expect(await sizes.makeMissing(of: [picture], by: darkroom, max: 9) == true)
        #expect(await sizes.makeMissing(of: [picture], by: darkroom, max: 9) == nil)
        #expect(await sizes.known()[media.digest]?.map(\.width) == [480])
        // Another process finds them.
        let later = PictureSizes(store: round.store, log: Logger(label: "test"))
        try FileManager.default.removeItem(atPath: program)
        #expect(await later.makeMissing(of: [picture], by: darkroom, max: 9) == false)
        #expect(await later.known()[media.digest]?.map(\.width) == [480])
        let failing = PictureSizes(store: round.store, log: Logger(label: "test"))
        try FileManager.default.removeItem(atPath: round.store.mediaFolder.path + "/sizes")
        #expect(await failing.makeMissing(of: [picture], by: darkroom, max: 9) == false)
        #expect(await failing.makeMissing(of: [picture], by: darkroom, max: 9) == nil)
    }

    @Test("a Mastodon gets the picture's bytes first, and the post with the picture's id")
    func mastodon() async throws {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "token-of-the-author")
        let round = try await Round([try Target(settings)])
        let transport = ScriptedTransport { request in
            switch (request.method, request.url.dropFirst("https://social.example".count)) {
            case ("GET", "/api/v1/accounts/verify_credentials"): answered(200, #"{"id":"1","acct":"ada"}"#)
            case ("GET", "/api/v2/instance"): answered(200, #"{"version":"4.4.0"}"#)
            case ("POST", "/api/v2/media"): answered(200, #"{"id":"77"}"#)
            case ("POST", "/api/v1/statuses"):
                answered(200, #"{"id":"9","url":"https://social.example/9","content":"<p>Harbour Look.</p>"}"#)
            default: answered(404)
            }
        }
        _ = try await publish(round)
        try await round.run(transport) { try await $0.states() == ["fediverse": .delivered] }
        let posts = transport.requests.filter { $0.method == "POST" }
        try #require(posts.map { $0.url.split(separator: "/").last } == ["media", "statuses"])
        #expect(posts[0].body.firstRange(of: png()) != nil)
        #expect(String(decoding: posts[1].body, as: UTF8.self).contains(#""media_ids":["77"]"#))
    }

    @Test("a picture whose file is missing means that nothing was sent: it is retried")
    func gone() async throws {
        var settings = TargetSettings(name: "press", kind: "wordpress")
        settings.url = "https://press.example"
        settings.username = "ada"
        settings.secret = Secret(file: "abcd efgh ijkl")
        let round = try await Round([try Target(settings)])
        let media = try await publish(round)
        try FileManager.default.removeItem(atPath: round.store.mediaFolder.file(of: media.digest))
        let transport = ScriptedTransport { _ in answered(200, "[]") }
        try await round.run(transport) { try await $0.states() == ["press": .retrying] }
        #expect(transport.requests.allSatisfy { $0.method == "GET" })
    }

    @Test("posts that leave together with one new picture upload it once")
    func together() async throws {
        var settings = TargetSettings(name: "press", kind: "wordpress")
        settings.url = "https://press.example"
        settings.username = "ada"
        settings.secret = Secret(file: "abcd efgh ijkl")
        let round = try await Round([try Target(settings)])
        let titles = ["One", "Two", "Three", "Four"]
        for title in titles { _ = try await publish(round, title: title) }
        let library = Mutex<[String]>([])
        let transport = ScriptedTransport { request in
            let path = request.url.dropFirst("https://press.example/wp-json/wp/v2/".count)
            // The server sees the state at the time of the request; its answer takes a while.
            let seen = library.withLock { $0 }
            for _ in 0..<200 { await Task.yield() }
            let picture = #"{"id":7,"source_url":"https://press.example/p.png","alt_text":"Boats"}"#
            switch (request.method, path.prefix { $0 != "?" }) {
            case ("GET", "media"): return answered(200, seen.isEmpty ? "[]" : "[\(picture)]")
            case ("POST", "media"):
                library.withLock { $0.append("one") }
                return answered(201, picture)
            case ("POST", "media/7"): return answered(200, picture)
            case ("POST", "posts"):
                let words = String(decoding: request.body, as: UTF8.self)
                let number = titles.firstIndex { words.contains("\"title\":\"\($0)\"") } ?? 0
                let title = titles[number]
                let post = #"{"id":\#(number + 10),"status":"publish","slug":"\#(title)","#
                return answered(201, post + #""title":{"raw":"\#(title)"},"content":{"raw":"x"}}"#)
            default: return answered(200, "[]")
            }
        }
        try await round.run(transport) { round in
            try await round.store.deliveries(.all).items.allSatisfy { $0.delivery.state.word == .delivered }
        }
        #expect(library.withLock { $0.count } == 1)
        #expect(transport.requests.filter { $0.method == "POST" && $0.url.hasSuffix("/posts") }.count == titles.count)
    }
}
