import Foundation
import PostStore
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

    @Test("only administrators may request it", arguments: ["GET", "POST"])
    func isGuarded(method: String) async throws {
        try await House.open { house in
            let withoutScope = try await house.web.send(method, "/v1/reload")
            let withoutToken = try await house.stranger.send(method, "/v1/reload")
            #expect(withoutScope.status == 403 && withoutToken.status == 401)
        }
    }

    @Test("problems of the machine come first among the concerns")
    func tellsTroubles() async throws {
        try await House.open(troubles: { ["The clock of this machine was set 24 h ahead. Next: timedatectl"] }) {
            house in
            let status = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
            #expect(status.concerns.first?.hasPrefix("The clock of this machine") == true)
        }
    }

    @Test("a failed notification is a concern as long as the settings name that means")
    func reportsNotifications() async throws {
        for (means, count) in [([NotificationMeans.webhook], 1), ([.command], 0), ([], 0)] {
            try await House.open(notificationMeans: means) { house in
                let numbers = try await house.store.wantTrial([.webhook])
                _ = try await house.store.beginNotification(.webhook)
                try await house.store.endNotification(numbers, .over(.failed, reason: "The webhook answered 500."))
                let status = try await house.local.send("GET", "/v1/status").json(StatusBody.self)
                #expect(status.concerns.count { $0.contains("could not notify the operator by webhook") } == count)
            }
        }
    }
}
