import Foundation
import HTTPTypes
import OpenMetrics
import PostStore
import Posts
import Testing
import Wire

@testable import Server

@Suite("Metrics", .timeLimit(.minutes(10)))
struct MetricsTests {
    @Test("are a page that a strict OpenMetrics parser accepts, and count what happens")
    func page() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            // given
            let post = try await house.write()
            _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            _ = try await house.web.send("GET", "/v1/posts/none")
            _ = try await house.web.send("GET", "/v1/posts/nothing")
            try await house.store.pause(try TargetName("hook"))
            // when
            let answer = try await house.local.send(
                "GET", "/metrics", headers: ["Accept": "application/openmetrics-text"])
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
            #expect(page.value("galley_warnings", ["kind": "pause"]) == 1)
            #expect(page.value("galley_warnings", ["kind": "delivery"]) == 0)
            #expect(!answer.text.contains("/v1/posts/none"), "Paths that strangers make up are no labels.")
        }
    }

    @Test(
        "are Prometheus text, and OpenMetrics where Accept names it and prefers no other",
        arguments: [
            (nil, false), ("*/*", false), ("text/html,*/*;q=0.8", false), ("text/plain;version=0.0.4", false),
            ("application/openmetrics-text; version=1.0.0", true),
            (
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                    + "application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=0.0.4;q=0.2,*/*;q=0.1", true
            ),
            ("text/plain;version=0.0.4;q=0.9, application/openmetrics-text;q=0.8", false),
            ("application/openmetrics-text;q=0", false), ("application/openmetrics-text;q=x", false),
            ("application/openmetrics-text;version=0.0.1", false), (";,q=,;q", false),
        ] as [(String?, Bool)])
    func formats(accept: String?, isOpenMetrics: Bool) {
        var fields = HTTPFields()
        fields[.accept] = accept
        #expect(fields.metricsFormat == (isOpenMetrics ? .openMetrics : .prometheus))
    }

    /// The rules of version 0.0.4: one HELP and one TYPE of a known type before the samples of their family.
    @Test("of Prometheus have the samples of OpenMetrics under their own families")
    func prometheus() async throws {
        try await House.open(targets: [try House.webhook()]) { house in
            _ = try await house.write()
            let answer = try await house.local.send("GET", "/metrics")
            #expect(answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
            #expect(answer.header("Vary") == "Accept")
            let text = answer.text
            var (family, kind, families) = ("", "", Set<String>())
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                if line.hasPrefix("# HELP ") {
                    (family, kind) = (words[2], "")
                    #expect(families.insert(family).inserted && words.count == 4, "\(line)")
                } else if line.hasPrefix("# TYPE ") {
                    #expect(words[2] == family && ["counter", "gauge", "histogram"].contains(words[3]), "\(line)")
                    kind = words[3]
                } else {
                    let name = String(line.prefix { $0 != "{" && $0 != " " })
                    let names = kind == "histogram" ? ["_bucket", "_sum", "_count"].map { family + $0 } : [family]
                    #expect(names.contains(name), "\(line)")
                    #expect(Double(line.split(separator: " ").last ?? "") != nil, "\(line)")
                    #expect(kind != "counter" || family.hasSuffix("_total"), "\(line)")
                }
            }
            let open = try await house.local.send(
                "GET", "/metrics", headers: ["Accept": "application/openmetrics-text"]
            ).text
            let names = { (page: String) in
                Set(
                    page.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                        $0.prefix { $0 != "{" && $0 != " " }
                    })
            }
            #expect(names(text).subtracting(names(open)).isEmpty && names(text).count > 10)
        }
    }

    @Test("are computed again after a change, and contain no names")
    func anew() async throws {
        try await House.open { house in
            for count in 1...2 {
                _ = try await house.write("Words of Ada's")
                let text = try await house.local.send(
                    "GET", "/metrics", headers: ["Accept": "application/openmetrics-text"]
                ).text
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
