import Foundation
import PostStore
import Posts
import Testing
import Wire

@Suite("Metrics", .timeLimit(.minutes(2)))
struct MetricsTests {
    @Test("are a page that a strict OpenMetrics parser accepts, and count what happens")
    func page() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            // given
            let post = try await house.write()
            _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            _ = try await house.web.send("GET", "/v1/posts/none")
            _ = try await house.web.send("GET", "/v1/posts/nothing")
            // when
            let answer = try await house.local.send("GET", "/metrics")
            // then
            #expect(answer.status == 200)
            #expect(
                answer.header("Content-Type") == "application/openmetrics-text; version=1.0.0; charset=utf-8")
            let page = try OpenMetricsReader(answer.text)
            #expect(page.value("galley_build_info", ["version": "test"]) == 1)
            #expect(page.value("galley_posts", ["state": "scheduled"]) == 1)
            #expect(page.value("galley_deliveries", ["target": "hook", "state": "scheduled"]) == 1)
            let missing = ["method": "GET", "route": "/v1/posts/{post}", "status": "404"]
            #expect(page.value("galley_http_requests_total", missing) == 2)
            #expect(page.value("galley_store_bytes").map { $0 > 10_000 } == true)
            #expect(page.value("galley_disk_free_bytes").map { $0 > 0 } == true)
            #expect(page.value("galley_event_streams") == 0)
            #expect(page.value("process_open_fds").map { $0 > 3 } == true)
            #expect(page.families["galley_store_fault"]?.samples.isEmpty == true)
            #expect(!answer.text.contains("/v1/posts/none"), "Paths that strangers make up are no labels.")
        }
    }

    @Test("are computed again after a change, and contain no names")
    func anew() async throws {
        try await House.open { house in
            for count in 1...2 {
                _ = try await house.write("Words of Ada's")
                let text = try await house.local.send("GET", "/metrics").text
                #expect(try OpenMetricsReader(text).value("galley_posts", ["state": "draft"]) == Double(count))
                #expect(!text.contains("Ada"))
            }
        }
    }

    @Test("are open to everyone on the socket, and over TCP to administrators")
    func rights() async throws {
        try await House.open { house in
            let admin = try await house.caller(as: house.user, named: "all", .all)
            #expect(try await house.local.send("GET", "/metrics").status == 200)
            #expect(try await admin.send("GET", "/metrics").status == 200)
            #expect(try await house.web.send("GET", "/metrics").status == 403)
            #expect(try await house.stranger.send("GET", "/metrics").status == 401)
        }
    }
}
