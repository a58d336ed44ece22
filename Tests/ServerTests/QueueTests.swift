import Foundation
import PostStore
import Posts
import Targets
import Testing
import Wire

@Suite struct QueueTests {
    private func open(
        patience: Duration = .milliseconds(50), _ visit: @escaping @Sendable (House) async throws -> Void
    ) async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon()]
        try await House.open(targets: targets, checkPatience: patience, folder: folder, visit)
    }

    @Test("the queue shows waiting deliveries, and carries out its author's verbs")
    func asks() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            func list(_ query: String) async throws -> [DeliveryBody] {
                let answer = try await house.web.send("GET", "/v1/deliveries?\(query)")
                return try answer.json(PageBody<DeliveryBody>.self).items
            }
            #expect(try await list("").map(\.target) == ["blog", "fediverse"])
            #expect(try await list("state=delivered").isEmpty)
            #expect(try await list("state=scheduled&target=blog").count == 1)
            #expect(try await list("state=all&limit=1").count == 1)
            #expect(try await house.web.send("GET", "/v1/deliveries?state=gone").status == 400)
            #expect(try await list("target=blog").map(\.target) == ["blog"])
            #expect(try await list("target=fediverse&state=all").map(\.target) == ["fediverse"])
            #expect(try await list("target=nobody").isEmpty)
            let blog = try #require(try await list("").first)
            #expect(blog.postTitle == "First light")
            let path = "/v1/deliveries/\(blog.id)"
            #expect(try await house.web.send("GET", path).json(DeliveryBody.self) == blog)
            let refused = try await house.web.send("POST", path + "/resend")
            #expect(refused.status == 409)
            #expect(try house.problem(refused).title.contains("uncertain"))
            let cancelled = try await house.web.send("POST", path + "/cancel").json(DeliveryBody.self)
            #expect(cancelled.state == "cancelled")
            #expect(cancelled.next == "galley publish \(post.id) --to blog")
            #expect(try await house.web.send("POST", path + "/explode").status == 404)
            #expect(try await house.web.send("GET", "/v1/deliveries/999").status == 404)
            #expect(try await house.web.send("GET", "/v1/deliveries/abc").status == 404)
        }
    }

    @Test("the author decides uncertain deliveries, and attempts show what was sent")
    func settles() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            try await house.deliver(post.id, at: "blog", .unknown("The line broke."))
            let blog = try #require(try await house.deliveries(post.id).first { $0.target == "blog" })
            #expect(blog.state == "uncertain")
            #expect(blog.next?.contains("galley queue confirm-sent \(blog.id)") == true)
            let attempts = try await house.web.send("GET", "/v1/deliveries/\(blog.id)/attempts")
                .json(PageBody<AttemptBody>.self).items
            #expect(attempts.map(\.outcome) == ["unknown"])
            #expect(attempts.map(\.request) == ["{}"])
            let status = try await house.web.send("GET", "/v1/status").json(StatusBody.self)
            #expect(
                status.warnings.first?.words.contains("is uncertain") == true
                    && status.warnings.first?.about == "\(blog.id)")
            let odd = try await house.web.json(
                "POST", "/v1/deliveries/\(blog.id)/confirm-sent", #"{"url":"javascript:1"}"#)
            #expect(odd.status == 422)
            let sent = try await house.web.json(
                "POST", "/v1/deliveries/\(blog.id)/confirm-sent", #"{"url":"https://example.org/x/"}"#)
            #expect(try sent.json(DeliveryBody.self).url == "https://example.org/x/")
        }
    }

    @Test("an uncertain delivery lists “retry” only where its target can be asked")
    func listsRetry() async throws {
        try await House.open(targets: [try House.webhook(isIdempotent: false), try House.mastodon()]) { house in
            let post = try await house.write()
            _ = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication")
            for (target, canBeAsked) in [("hook", false), ("fediverse", true)] {
                try await house.deliver(post.id, at: target, .unknown("The line broke."))
                let found = try #require(try await house.deliveries(post.id).first { $0.target == target })
                #expect(found.wantsAttention == true)
                #expect(found.verbs == (canBeAsked ? ["retry"] : []) + ["confirm-sent", "resend", "abandon"])
                let answer = try await house.web.send("POST", "/v1/deliveries/\(found.id)/retry")
                #expect(answer.status == (canBeAsked ? 200 : 409))
            }
        }
    }

    @Test("a confirmed address has the id, which later edits and deletions need, and a wrong one is refused")
    func confirmsAddress() async throws {
        try await open { house in
            let post = try await house.write()
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["fediverse"]}"#)
            try await house.deliver(post.id, at: "fediverse", .unknown("The line broke."))
            let status = try #require(try await house.deliveries(post.id).first { $0.target == "fediverse" })
            #expect(
                status.next?.contains("galley queue confirm-sent \(status.id) --at-url ADDRESS [--remote-id") == true)
            let path = "/v1/deliveries/\(status.id)/confirm-sent"
            let wrong = try await house.web.json("POST", path, #"{"url":"https://other.example/@ada/99"}"#)
            #expect(wrong.status == 422)
            #expect(try house.problem(wrong).title.contains("such as https://social.example/@ada/123"))
            let sent = try await house.web.json("POST", path, #"{"url":"https://social.example/@ada/99"}"#)
            #expect(try sent.json(DeliveryBody.self).remoteID == "99")
        }
    }

    @Test("targets are shown without secrets, paused and resumed")
    func showsTargets() async throws {
        try await open { house in
            let list = try await house.web.send("GET", "/v1/targets").json(PageBody<TargetBody>.self).items
            #expect(list.map(\.name) == ["blog", "fediverse"])
            #expect(list.map(\.address) == ["https://example.org", "https://social.example"])
            #expect(list.map(\.late) == ["post", "ask after 2h"])
            #expect(list.map(\.hasLogin) == [false, true])
            #expect(list.allSatisfy { !$0.isPaused && $0.isDefault })
            let limits = try await house.web.send("GET", "/v1/targets/fediverse/limits").json(LimitsBody.self)
            #expect(limits.limit == 500)
            #expect(try await house.web.send("GET", "/v1/targets/nowhere").status == 404)
            let paused = try await house.web.send("PUT", "/v1/targets/blog/pause").json(TargetBody.self)
            #expect(paused.isPaused)
            let post = try await house.write()
            let published = try await house.web.send("PUT", "/v1/posts/\(post.id)/publication").json(PublishedBody.self)
            #expect(published.notes.contains { $0.contains("galley queue resume blog") })
            #expect(try await house.web.send("PUT", "/v1/pause").status == 204)
            let status = try await house.web.send("GET", "/v1/status").json(StatusBody.self)
            #expect(status.pauses == ["*", "blog"])
            #expect(try await house.web.send("DELETE", "/v1/pause").status == 204)
            let freed = try await house.web.send("DELETE", "/v1/targets/blog/pause").json(TargetBody.self)
            #expect(!freed.isPaused)
        }
    }

    @Test("a check is requested, and its result is available as soon as the courier has it")
    func checks() async throws {
        try await open(patience: .seconds(20)) { house in
            #expect(try await house.web.send("GET", "/v1/targets/blog/check").status == 404)
            let report = #"{"isWorking":true,"words":"It works.","details":[{"name":"class","value":"A"}]}"#
            let courier = Task {
                for await _ in house.store.changes() {
                    guard let wanted = try await house.store.wantedChecks().first else { continue }
                    try await house.store.answerCheck(of: wanted.target, wantedAt: wanted.wantedAt, Array(report.utf8))
                    return
                }
            }
            let answer = try await house.web.send("POST", "/v1/targets/blog/check")
            #expect(try answer.json(CheckBody.self).lines == ["It works.", "class: A"])
            #expect(try await house.web.send("GET", "/v1/targets/blog/check").json(CheckBody.self).isWell)
            try await courier.value
        }
    }

    @Test("a failed check is a warning of the status until one succeeds")
    func failedCheck() async throws {
        try await open { house in
            let blog = try TargetName("blog")
            for (isWorking, isWarned) in [(false, true), (true, false)] {
                try await house.store.wantCheck(of: blog)
                let report = #"{"isWorking":\#(isWorking),"words":"The password was refused.","details":[]}"#
                let wanted = try #require(try await house.store.check(of: blog))
                try await house.store.answerCheck(of: blog, wantedAt: wanted.wantedAt, Array(report.utf8))
                let status = try await house.web.send("GET", "/v1/status").json(StatusBody.self)
                let warning = Warning(
                    .target, "The last check of “blog” failed: The password was refused.",
                    next: "galley target check blog", about: "blog")
                #expect(status.warnings.contains(warning) == isWarned, "\(status.warnings)")
            }
        }
    }

    @Test("a check of an unreachable target answers where to look later")
    func checkTakesTooLong() async throws {
        try await open { house in
            let answer = try await house.web.send("POST", "/v1/targets/blog/check")
            #expect(answer.status == 202)
            #expect(answer.header("Location") == "/v1/targets/blog/check")
        }
    }

    @Test("status describes the desk's state, and settings those in force")
    func tellsStatus() async throws {
        try await open { house in
            _ = try await house.write()
            let status = try await house.web.send("GET", "/v1/status").json(StatusBody.self)
            #expect(status.version == "test")
            #expect(status.storeHealth == "healthy")
            #expect(status.posts == ["draft": 1])
            #expect(status.warnings.isEmpty)
            let settings = try await house.web.send("GET", "/v1/settings").json(PageBody<SettingBody>.self)
            #expect(settings.items.map(\.name) == ["time_zone"])
        }
    }
}
