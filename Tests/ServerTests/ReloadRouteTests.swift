import Foundation
import PostStore
import Posts
import StoreSupport
import Testing
import Wire

@testable import Server

@Suite("Reloading the settings")
struct ReloadRouteTests {
    @Test("the answer lists the changes, and those that need a restart")
    func answers() async throws {
        let changes = ReloadBody(
            settings: ["log.level"], targetsAdded: ["hook"], targetsChanged: [], targetsRemoved: ["blog"],
            waiting: ["http.listen"], next: "systemctl restart galleyd")
        try await House.open(reload: { changes }) { house in
            let answer = try await house.local.send("POST", "/v1/reload")
            #expect(answer.status == 200)
            #expect(try answer.json(ReloadBody.self) == changes)
        }
        #expect(
            changes.sentences == [
                "New targets: hook.", "Removed targets: blog.", "Changed settings: log.level.",
                "These settings need a restart: http.listen. Next: systemctl restart galleyd",
            ])
        #expect(ReloadBody.nothing.sentences == ["Nothing has changed."])
    }

    @Test("invalid files are refused with every line at fault")
    func refuses() async throws {
        let lines = ["/etc/galley/galley.toml:3:1: no", "/etc/galley/galley.toml:4:1: neither"]
        try await House.open(reload: { throw ReloadRefused(lines: lines) }) { house in
            let answer = try await house.local.send("POST", "/v1/reload")
            #expect(answer.status == 422)
            let problem = try answer.json(ProblemBody.self)
            #expect(problem.word == "settings-wrong")
            for line in lines { #expect(problem.words.contains(line)) }
        }
    }

    @Test("what it would do is reported without doing it")
    func plans() async throws {
        let plan = ReloadPlanBody(
            files: ["/etc/galley/galley.toml"],
            problems: [SettingsProblemBody(file: "/etc/galley/galley.toml", line: 3, column: 1, words: "no")],
            closedFolders: ["/srv/www"])
        let reload: @Sendable () async throws -> ReloadBody = { throw ReloadRefused(lines: ["It was reloaded."]) }
        try await House.open(reload: reload, planReload: { plan }) { house in
            let answer = try await house.local.send("GET", "/v1/reload")
            #expect(answer.status == 200)
            #expect(try answer.json(ReloadPlanBody.self) == plan)
        }
    }

    @Test("only administrators may request it", arguments: ["GET /v1/reload", "POST /v1/reload", "POST /v1/rebuild"])
    func isGuarded(request: String) async throws {
        let parts = request.split(separator: " ").map(String.init)
        try await House.open { house in
            let withoutScope = try await house.web.send(parts[0], parts[1])
            let withoutToken = try await house.stranger.send(parts[0], parts[1])
            #expect(withoutScope.status == 403 && withoutToken.status == 401)
        }
    }

    @Test("the answer says which pages have changed, and where copies stay")
    func saysPages() async throws {
        var changes = ReloadBody(
            settings: ["render.raw_html"], targetsAdded: [], targetsChanged: ["blog"], targetsRemoved: [], waiting: [])
        changes.rebuilt = [
            SiteRebuildBody(site: "blog", pages: 40, changed: 12, kept: 1),
            SiteRebuildBody(site: "notes", pages: 9000, changed: 100, kept: 0, toExamine: 8000, failures: ["“A” no."]),
        ]
        changes.unchangedCopies = ["fediverse", "sky"]
        #expect(
            changes.sentences.dropFirst(2) == [
                "Site “blog”: 12 of 40 pages have changed.",
                "1 page of an earlier version of Galley keeps its HTML until its next edit.",
                "Site “notes”: 100 of 9000 pages have changed so far. 8000 are still to be examined, and Galley goes on.",
                "“A” no.", "Copies that were sent to fediverse, sky stay as they are.",
            ])
    }

    @Test("a rebuild is asked for by the name of a site, or for all")
    func rebuilds() async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon()]
        try await House.open(targets: targets, folder: folder) { house in
            for wish in ["{}", #"{"site":"blog"}"#, #"{"site":"blog","isDryRun":true}"#] {
                let answer = try await house.local.json("POST", "/v1/rebuild", wish)
                #expect(answer.status == 200, "\(answer)")
                #expect(try answer.json(RebuildBody.self).isDryRun == wish.contains("true"))
            }
            let unknown = try await house.local.json("POST", "/v1/rebuild", #"{"site":"nowhere"}"#)
            let other = try await house.local.json("POST", "/v1/rebuild", #"{"site":"fediverse"}"#)
            #expect(unknown.status == 404 && other.status == 422, "\(unknown) \(other)")
        }
    }

    @Test("pages that no rebuild reaches are counted among the repairs")
    func countsKeptPages() async throws {
        let folder = try House.newFolder()
        try await House.open(targets: [try House.site(folder)], folder: folder) { house in
            func pages() async throws -> RepairBody? {
                try await house.local.send("GET", "/v1/repairs").json(PageBody<RepairBody>.self).items
                    .first { $0.kind == "pages" }
            }
            let post = try await house.write()
            _ = try await house.web.json("PUT", "/v1/posts/\(post.id)/publication", #"{"to":["blog"]}"#)
            try await house.deliver(post.id, at: "blog", .accepted(RemotePost(id: post.id)))
            #expect(try await pages()?.isNeeded == false)
            try await house.store.forgetRevisions()
            #expect(try await pages()?.isNeeded == true)
            #expect(try await pages()?.found.hasPrefix("1 page of “blog” was published by a version of Galley") == true)
        }
    }

    @Test("problems of the machine come first among the warnings")
    func tellsTroubles() async throws {
        try await House.open(troubles: {
            [Warning(.clock, "The clock of this machine was set 24 h ahead.", next: "timedatectl")]
        }) {
            house in
            let status = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
            #expect(status.warnings.first?.kind == .clock && status.warnings.first?.next == "timedatectl")
        }
    }

    @Test("a failed notification is a warning as long as the settings name that means")
    func reportsNotifications() async throws {
        for (means, count) in [([NotificationMeans.webhook], 1), ([.command], 0), ([], 0)] {
            try await House.open(notificationMeans: means) { house in
                let numbers = try await house.store.wantTrial([.webhook])
                _ = try await house.store.beginNotification(.webhook)
                try await house.store.endNotification(numbers, .over(.failed, reason: "The webhook answered 500."))
                let status = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
                #expect(status.warnings.count { $0.kind == .notification && $0.words.contains("by webhook") } == count)
            }
        }
    }
}
