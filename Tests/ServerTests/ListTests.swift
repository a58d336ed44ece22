import Foundation
import HTTPTypes
import PostStore
import Posts
import Synchronization
import Targets
import Testing
import Wire

@testable import Server

/// A row of any list, with the fields that identify it.
private struct AnyPage: Decodable {
    let items: [PanelRow]
    let cursor: String?

    struct PanelRow: Decodable {}
}

@Suite(.timeLimit(.minutes(10))) struct ListTests {
    /// Creates several rows of everything that is listed.
    /// - Returns: a post with several deliveries, and one of those, with several attempts.
    private func fill(_ house: House) async throws -> (post: String, delivery: Int64) {
        var posts: [PostBody] = []
        for number in 1...3 {
            let body = #"{"title":"Harbour \#(number)","body":"Boats","tags":["tag \#(number)"]}"#
            posts.append(try await house.local.json("POST", "/v1/posts", body).json(PostBody.self))
        }
        let first = try #require(posts.first)
        for number in 1...3 {
            house.clock.advance(by: .minutes(30))
            let body = #"{"title":"Harbour 1","body":"Boats \#(number)"}"#
            let saved = try await house.local.json("PUT", "/v1/posts/\(first.id)", body, headers: ["If-Match": "*"])
            #expect(saved.status == 200)
            _ = try await house.local.json("POST", "/v1/users", #"{"name":"user \#(number)"}"#)
            _ = try await house.local.json("POST", "/v1/tokens", #"{"name":"token \#(number)"}"#)
            _ = try await house.local.json("POST", "/v1/windows", #"{"width":800,"height":600}"#)
            _ = try await house.browser()
            let arrangement = #"{"command":"saveAs","name":"Desk \#(number)"}"#
            #expect(try await house.local.json("POST", "/v1/windows/desk/commands", arrangement).status == 200)
            for kept in ["snippets", "searches", "keys"] {
                #expect(try await house.local.json("PUT", "/v1/\(kept)/s\(number)", #"{"text":"x"}"#).status == 200)
            }
            let png = MediaRouteTests.png(UInt8(number))
            let picture = try await house.local.send("POST", "/v1/media", headers: [:], bytes: png, host: "(own)")
            #expect(picture.status == 201)
            _ = try await house.store.noteBackup(madeAt: house.clock.now, bytes: 1)
            _ = try await house.store.wantTrial([.command])
            _ = try await house.store.addArrival(
                RehearsalArrival(
                    id: 0, at: house.clock.now, target: "hook", key: nil, method: "POST", path: "/", headers: [],
                    body: Array("{}".utf8), note: nil, owner: house.user))
        }
        for post in posts {
            let answer = try await house.local.json(
                "PUT", "/v1/posts/\(post.id)/publication", #"{"to":["hook","press"]}"#)
            #expect(answer.status == 200, "\(answer.text)")
        }
        // The other one waits for its address.
        for post in posts {
            try await house.deliver(post.id, at: "press", .accepted(RemotePost(url: "https://press.example/boats")))
        }
        for _ in 1...3 {
            try await house.deliver(first.id, at: "hook", .unsent("No line."))
            house.clock.advance(by: .hours(2))
        }
        for key in ["one", "two"] {
            let there = try await house.local.json(
                "PUT", "/v1/posts/\(first.id)/presence", #"{"key":"\#(key)"}"#)
            #expect(there.status == 200)
        }
        let deliveries = try await house.store.deliveries(of: try #require(PostID(first.id)))
        let hook = try #require(deliveries.first { $0.target.text == "hook" })
        return (first.id, hook.id.number)
    }

    /// The number of rows on each page, to the last.
    private func walk(_ path: String, _ house: House) async throws -> [Int] {
        var (rows, cursor) = ([Int](), String?.none)
        repeat {
            let more = cursor.map { "\(path.contains("?") ? "&" : "?")cursor=\($0)" } ?? ""
            let answer = try await house.local.send("GET", path + more)
            #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
            let page = try answer.json(AnyPage.self)
            rows.append(page.items.count)
            cursor = page.cursor
        } while cursor != nil && rows.count < 100
        return rows
    }

    private func lists(_ house: House) async throws -> [String: [Int]] {
        let (post, delivery) = try await fill(house)
        var found: [String: [Int]] = [:]
        for entry in house.routes.entries where entry.method == .get {
            guard entry.route?.isPaged == true else { continue }
            let path = entry.path.replacing(":post", with: post).replacing(":delivery", with: "\(delivery)")
                .replacing(":target", with: "press")
            found[entry.path] = try await walk(path, house)
            if entry.path == "/v1/posts" {
                for query in ["?search=boats", "?search=boats&order=rank", "?kind=post&since=2020-01-01"] {
                    found[entry.path + query] = try await walk(path + query, house)
                }
            }
            if entry.path.hasSuffix("revisions") { found[entry.path + "?all"] = try await walk(path + "?all", house) }
        }
        return found
    }

    @Test("every list ends early by its size, and its pages together contain every row")
    func endsEarly() async throws {
        let targets = try Target.withArticles([
            House.webhook(slots: ["09:00"]), House.wordpress(atproto: "sky"), House.bluesky(),
        ])
        let wholes = Box(), parts = Box()
        try await House.open(targets: targets, notificationMeans: [.command]) { wholes.value = try await lists($0) }
        try await House.open(targets: targets, pageBytesMax: 1, notificationMeans: [.command]) {
            parts.value = try await lists($0)
        }
        #expect(wholes.value.count > 20 && wholes.value.keys == parts.value.keys)
        for (list, whole) in wholes.value.sorted(by: { $0.key < $1.key }) {
            let rows = whole.reduce(0, +)
            // No import of an earlier version has published anything here.
            let isShort = ["/v1/settings", "/v1/exposures"].contains(list)
            #expect(whole.count == 1 && (rows > 1 || isShort), "\(list): \(whole)")
            #expect(parts.value[list] == (rows == 0 ? [0] : [Int](repeating: 1, count: rows)), "\(list)")
        }
    }
}

/// One house's lists, for comparison with another's.
private final class Box: Sendable {
    private let lists = Mutex<[String: [Int]]>([:])
    var value: [String: [Int]] {
        get { lists.withLock { $0 } }
        set { lists.withLock { $0 = newValue } }
    }
}
