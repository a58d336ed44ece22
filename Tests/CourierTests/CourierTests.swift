import Foundation
import HTTPValues
import PostStore
import Posts
import StoreSupport
import Synchronization
import TargetSupport
import Targets
import Testing

@testable import Courier

@Suite("The courier", .timeLimit(.minutes(10)))
struct CourierTests {
    @Test("a webhook's redirect is not followed, and the post is neither delivered nor sent again")
    func redirected() async throws {
        for status in [302, 303] {
            let round = try await Round([try webhook()])
            try await round.publish()
            let transport = ScriptedTransport { request in answered(request.isMutation ? status : 200) }
            try await round.run(transport) { try await $0.states() == ["hook": .uncertain] }
            #expect(transport.requests.count == 1)
        }
    }

    @Test("sends a delivery to its target, armed on disk before the first byte")
    func delivers() async throws {
        let round = try await Round([try webhook()])
        let delivery = try #require(try await round.publish().first)
        let armedFirst = Mutex(false)
        let transport = ScriptedTransport { _ in
            let attempts = (try? await round.store.attempts(of: delivery.id)) ?? []
            armedFirst.withLock { $0 = attempts.count == 1 && attempts[0].endedAt == nil }
            return answered(200)
        }
        try await round.run(transport) { try await $0.states() == ["hook": .delivered] }
        #expect(armedFirst.withLock { $0 })
        #expect(transport.requests.count == 1)
        let attempt = try #require(try await round.store.attempts(of: delivery.id).first)
        #expect(attempt.outcome == "accepted")
        #expect(attempt.request == transport.requests[0].body)
    }

    @Test("a delivery for later leaves when it is due, although nothing else happens meanwhile")
    func timer() async throws {
        let round = try await Round([try webhook()])
        let delivery = try #require(try await round.publish(after: .milliseconds(400)).first)
        let transport = ScriptedTransport { _ in answered(200) }
        try await round.run(transport) { try await $0.states() == ["hook": .delivered] }
        let attempt = try #require(try await round.store.attempts(of: delivery.id).first)
        // Without the timer the courier would look again after half a minute.
        #expect((.zero ..< .seconds(15)).contains(attempt.startedAt - delivery.dueAt))
    }

    @Test("never resends automatically what a blind target may have")
    func blind() async throws {
        let round = try await Round([try webhook()])
        try await round.publish()
        let transport = ScriptedTransport { _ in
            .failure(HTTPFailure(reached: .sent, words: "The connection was lost."))
        }
        try await round.run(transport) { try await $0.states() == ["hook": .uncertain] }
        try await round.run(transport) { try await $0.states() == ["hook": .uncertain] }
        #expect(transport.requests.count == 1)
    }

    @Test("resends the same bytes under the same key to a target that honours the key")
    func windowed() async throws {
        let round = try await Round([try webhook(idempotent: true)])
        try await round.publish()
        let tries = Mutex(0)
        let transport = ScriptedTransport { _ in
            let isFirst = tries.withLock { tries in
                tries += 1
                return tries == 1
            }
            return isFirst ? .failure(HTTPFailure(reached: .headers, words: "Half an answer.")) : answered(200)
        }
        try await round.run(transport) { round in
            if try await round.states() == ["hook": .uncertain],
                let one = try await round.store.deliveries(.all).items.first
            {
                // The author need not wait for the automatic retry.
                _ = try? await round.store.ask(.retry, of: one.delivery.id, rules: round.targets[0].rules(facts: nil))
            }
            return try await round.states() == ["hook": .delivered]
        }
        let mutations = transport.requests.filter(\.isMutation)
        #expect(mutations.count == 2)
        #expect(Set(mutations.map(\.body)).count == 1)
        #expect(Set(mutations.map { $0.headers.first("Idempotency-Key") }).count == 1)
    }

    @Test("retries later what never left the machine")
    func unsent() async throws {
        let round = try await Round([try webhook()])
        try await round.publish()
        let transport = ScriptedTransport { _ in .failure(HTTPFailure(reached: .nothing, words: "No route.")) }
        try await round.run(transport) { try await $0.states() == ["hook": .retrying] }
        #expect(transport.requests.count == 1)
    }

    @Test("writes the site, passes its address to deliveries that wait for it, and then shows their copies on the page")
    func siteFirst() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var settings = TargetSettings(name: "hook", kind: "webhook")
        settings.url = "https://hooks.example.net/hook"
        settings.urlPointer = "/url"
        let targets = [try site(folder: folder), try Target(settings)]
        let round = try await Round(targets)
        try await round.publish(parent: targets[0].name)
        let transport = ScriptedTransport { _ in answered(200, #"{"url": "https://social.example/1"}"#) }
        let page = folder + "/first-light/index.html"
        try await round.run(transport) { try await $0.states() == ["site": .delivered, "hook": .delivered] }
        #expect(
            String(decoding: transport.requests[0].body, as: UTF8.self).contains("https://example.org/first-light/"))
        // The courier finishes what it has begun before it stops, so the page is up to date.
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("https://social.example/1"))
    }

    @Test("a site that moves to another address keeps the ids of its feeds; a stated authority wins")
    func keepsFeedIDs() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await Round([try site(folder: folder)])
        let nothing = ScriptedTransport { _ in answered(500) }
        try await round.publish()
        try await round.run(nothing) { try await $0.states() == ["site": .delivered] }
        func feed() throws -> String { try String(contentsOfFile: folder + "/feed.xml", encoding: .utf8) }
        #expect(try feed().contains("<id>tag:example.org,2026:feed</id>"))
        for (count, authority, expected) in [
            (2, nil, "example.org,2026"), (3, "mine.example,2020", "mine.example,2020"),
        ] {
            try round.restart()
            let moved = try site(folder: folder, at: "https://other.example", tagAuthority: authority)
            try await round.publish("Post \(count)", to: [moved])
            try await round.run(round.courier(nothing, knowing: [moved])) { round in
                try await round.store.deliveries(.state(.delivered), limit: 9).items.count == count
            }
            let written = try feed()
            #expect(written.contains("<id>tag:\(expected):feed</id>"), "\(written)")
            #expect(written.contains("https://other.example/post-\(count)/"))
        }
    }

    @Test("posts that are due together share one writing of the site, however many they are")
    func editions() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Given a command that records each writing, and far more posts than one target's slots
        let notes = folder + "-notes"
        defer { try? FileManager.default.removeItem(atPath: notes) }
        let round = try await Round([try site(folder: folder, afterWrite: ["/bin/sh", "-c", "echo >> '\(notes)'"])])
        for number in 1...60 { try await round.publish("Post \(number)") }

        try await round.run(ScriptedTransport { _ in answered(500) }) { round in
            try await round.store.deliveries(.state(.delivered), limit: 100).items.count == 60
        }

        // One after the start, one for which all wait; a third if a claim came while the second had begun.
        #expect(try String(contentsOfFile: notes, encoding: .utf8).count <= 3)
    }

    @Test("a command after writing that does not end is ended with the daemon")
    func shutdownDuringAfterWrite() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await Round([try site(folder: folder, afterWrite: ["sleep", "86400"])])
        try await round.publish()
        // The suite's time limit is far shorter than the command's.
        let courier = round.courier(ScriptedTransport { _ in answered(500) }, grace: .milliseconds(10))
        try await round.run(courier) { round in try await round.states() == ["site": .armed] }
        let state = try #require(try await round.states()["site"])
        #expect([.armed, .retrying, .uncertain].contains(state), "\(state)")
    }

    @Test("sends an edit to the copy that has arrived, and then deletes the copy")
    func changes() async throws {
        let target = try mastodon()
        let facts = #"{"version":"4.4.0","configuration":{"statuses":{"max_characters":500}}}"#
        let standing = Mutex("")
        let transport = ScriptedTransport { request in
            if request.url.hasSuffix("/instance") { return answered(200, facts) }
            if request.url.hasSuffix("/verify_credentials") { return answered(200, #"{"id":"1","acct":"ana"}"#) }
            if request.method == "GET", request.url.hasSuffix("/statuses/17") {
                return answered(200, standing.withLock { $0 })
            }
            guard request.isMutation else { return answered(404, "{}") }
            if request.method == "DELETE" { return answered(200, "{}") }
            let sent = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let status = ["id": "17", "uri": "https://social.example/17", "content": sent?["status"] ?? ""]
            let body = (try? JSONSerialization.data(withJSONObject: status)) ?? Data()
            standing.withLock { $0 = String(decoding: body, as: UTF8.self) }
            return answered(200, String(decoding: body, as: UTF8.self))
        }
        let round = try await Round([target])
        let id = try #require(try await round.publish().first).postID
        try await round.run(transport) { try await $0.states() == ["fediverse": .delivered] }
        for kind in [DeliveryKind.edit, .delete] {
            try await round.change(id, kind)
            try await round.run(transport) { try await $0.store.deliveries(.open).items.isEmpty }
        }
        let mutations = transport.requests.filter(\.isMutation).map { "\($0.method) \($0.url)" }
        #expect(
            mutations == [
                "POST https://social.example/api/v1/statuses", "PUT https://social.example/api/v1/statuses/17",
                "DELETE https://social.example/api/v1/statuses/17",
            ])
        #expect(try await round.store.deliveries(of: id).first?.takenBackAt != nil)
    }

    enum Refusal: CaseIterable { case ofText, ofNoChange, ofMissingCopy }

    @Test("ends an edit that is refused by what the copy says, without a second attempt", arguments: Refusal.allCases)
    func refusedEdit(why: Refusal) async throws {
        // Given a copy, and a server that refuses the edit
        let target = try mastodon()
        guard case .http(let service) = target.kind else { return }
        let copy = Mutex(answered(404, "{}"))
        let transport = ScriptedTransport { request in
            if request.method == "GET", request.url.contains("/statuses/") {
                return request.url.hasSuffix("/source") ? answered(404, "{}") : copy.withLock { $0 }
            }
            let answer = Exchange.success(service.rehearsalAnswer(to: request, at: testClock()))
            guard request.isMutation else { return answer }
            switch why {
            case _ where request.method == "POST", .ofNoChange: copy.withLock { $0 = answer }
            case .ofMissingCopy: copy.withLock { $0 = answered(404, "{}") }
            case .ofText: break
            }
            return request.method == "POST"
                ? answer : answered(why == .ofMissingCopy ? 404 : 422, #"{"error":"no-such-luck"}"#)
        }
        let round = try await Round([target])
        let id = try #require(try await round.publish().first).postID
        try await round.run(transport) { try await $0.states() == ["fediverse": .delivered] }
        // When it is sent
        try await round.change(id, .edit)
        try await round.run(transport) { try await $0.store.deliveries(.open).items.isEmpty }
        // Then it has ended, once
        let edit = try #require(try await round.store.changes(of: id).first)
        #expect(transport.requests.filter { $0.method == "PUT" }.count == 1)
        switch (why, edit.state) {
        case (.ofNoChange, .delivered): break
        case (.ofText, .failed(_, let words)): #expect(words.contains("no-such-luck"))
        case (.ofMissingCopy, .failed(_, let words)): #expect(words.contains("deleted there"))
        default: Issue.record("\(why): \(edit.state)")
        }
    }

    @Test("finds a category that is created at the server later, without being asked")
    func misconfigured() async throws {
        let hasCategory = Mutex(false)
        let (target, transport) = try withoutCategory { hasCategory.withLock { $0 } }
        let round = try await Round([target])
        try await round.publish()
        let looks = Mutex(0)

        // When the category is created at a WordPress that lacked it, after Galley has looked twice
        try await round.run(transport) { round in
            let delivery = try await round.store.deliveries(.all).items.first?.delivery
            guard let delivery, case .blocked(.target, let reason) = delivery.state, delivery.wakeAt != nil else {
                return try await round.states() == ["blog": .delivered]
            }
            #expect(reason.contains("“News”"))
            let isNew = looks.withLock { looks in
                defer { looks = delivery.history.tries }
                return delivery.history.tries > looks
            }
            guard isNew else { return false }
            if delivery.history.tries == 2 { hasCategory.withLock { $0 = true } }
            try await round.pass(.minutes(2))
            return false
        }

        // Then the post is there, once
        #expect(looks.withLock { $0 } == 2)
        #expect(transport.requests.filter { $0.isMutation && $0.url.hasSuffix("/posts") }.count == 1)
    }

    @Test("releases a delivery that waited for a category at once after a successful check, however late the next look")
    func checkReleases() async throws {
        // Given a delivery that has been looked at so often that the next look is an hour away
        let hasCategory = Mutex(false)
        let (target, transport) = try withoutCategory { hasCategory.withLock { $0 } }
        let round = try await Round([target])
        try await round.publish()
        let looks = Mutex(0)
        let wakeAt = Mutex<Instant?>(nil)
        try await round.run(transport) { round in
            guard let delivery = try await round.store.deliveries(.all).items.first?.delivery else { return false }
            if case .delivered(let at, _) = delivery.state {
                // Then it leaves before that
                #expect(wakeAt.withLock { $0.map { at < $0 } } == true)
                return true
            }
            guard case .blocked(.target, _) = delivery.state, delivery.wakeAt != nil else { return false }
            let isNew = looks.withLock { looks in
                defer { looks = delivery.history.tries }
                return delivery.history.tries > looks
            }
            guard isNew else { return false }
            if delivery.history.tries < 8 {
                try await round.pass(.hours(1))
            } else {
                // When the category exists and the target is checked
                wakeAt.withLock { $0 = delivery.wakeAt }
                hasCategory.withLock { $0 = true }
                try await round.store.wantCheck(of: target.name)
            }
            return false
        }
    }

    @Test("leaves a server alone that asks for patience while its copy is read", arguments: [429, 503])
    func patience(status: Int) async throws {
        for (kind, isInDoubt) in [(DeliveryKind.edit, false), (.edit, true), (.delete, false)] {
            // Given a copy that has arrived, and a change whose answer may be lost
            let isBusy = Mutex(false)
            let copy = Mutex(answered(404))
            let rehearsing = try mastodon()
            guard case .http(let service) = rehearsing.kind else { return }
            let transport = ScriptedTransport { request in
                if request.method == "GET", request.url.contains("/statuses/") {
                    guard isBusy.withLock({ $0 }) else { return copy.withLock { $0 } }
                    let headers = [HTTPHeader("Retry-After", "7200")]
                    return .success(HTTPAnswer(status: status, headers: headers, receivedAt: testClock()))
                }
                guard request.method == "POST" || !request.isMutation else {
                    isBusy.withLock { $0 = true }
                    return .failure(HTTPFailure(reached: .sent, words: "The connection was lost."))
                }
                let answer = Exchange.success(service.rehearsalAnswer(to: request, at: testClock()))
                if request.url.hasSuffix("/statuses") { copy.withLock { $0 = answer } }
                return answer
            }
            let round = try await Round([rehearsing])
            let id = try #require(try await round.publish().first).postID
            try await round.run(transport) { try await $0.states() == ["fediverse": .delivered] }
            isBusy.withLock { $0 = !isInDoubt }
            try await round.change(id, kind)

            // When the copy is read
            try await round.run(transport) { round in
                guard let open = try await round.store.deliveries(.open).items.first?.delivery else { return false }
                if case .uncertain = open.state, open.wakeAt.map({ $0 < testClock() + .minutes(50) }) ?? false {
                    _ = try? await round.store.ask(.retry, of: open.id, rules: rehearsing.rules(facts: nil))
                }
                return open.wakeAt.map { $0 > testClock() + .minutes(50) } ?? false
            }

            // Then nothing more is sent there before the two hours are over
            let open = try #require(try await round.store.deliveries(.open).items.first?.delivery)
            #expect(open.state.word == (isInDoubt ? .uncertain : .retrying))
            let wakeAt = try #require(open.wakeAt)
            #expect(wakeAt > testClock() + .minutes(119) && wakeAt < testClock() + .minutes(121))
            #expect(transport.requests.filter(\.isMutation).count == (isInDoubt ? 2 : 1))
        }
    }

    @Test("a site whose folder another desk writes is blocked with the reason, until the folder is handed over")
    func folderOfAnotherDesk() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (first, second) = (try await Round([try site(folder: folder)]), try await Round([try site(folder: folder)]))
        let nobody = ScriptedTransport { _ in answered(500) }
        try await first.publish("First light")
        try await first.run(nobody) { try await $0.states() == ["site": .delivered] }
        let delivery = try #require(try await second.publish("Second wind").first)

        try await second.run(nobody) { try await $0.states() == ["site": .blocked] }

        let state = try await second.store.delivery(delivery.id).delivery.state
        guard case .blocked(.target, let reason) = state else {
            Issue.record("It is \(state).")
            return
        }
        #expect(reason.hasPrefix("The site's folder \(folder) belongs to another desk"))
        let manager = FileManager.default
        #expect(manager.fileExists(atPath: folder + "/first-light/index.html"))
        #expect(!manager.fileExists(atPath: folder + "/second-wind/index.html"))
        // A restart, as after a restore or a move, does not ask.
        try first.restart()
        try await first.publish("Third rail")
        try await first.run(nobody) { _ in manager.fileExists(atPath: folder + "/third-rail/index.html") }

        let list = folder + "/.galley-site.json"
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        try lines.filter { !$0.contains("\"desk\" :") }.joined(separator: "\n")
            .write(toFile: list, atomically: true, encoding: .utf8)
        let rules = DeliveryRules(idempotency: .deterministic, late: .post)
        _ = try await second.store.ask(.retry, of: delivery.id, rules: rules)
        try await second.run(nobody) { try await $0.states() == ["site": .delivered] }
        #expect(!manager.fileExists(atPath: folder + "/first-light/index.html"))
        #expect(manager.fileExists(atPath: folder + "/second-wind/index.html"))
    }

    @Test("removes an unpublished post from the site")
    func takenBack() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/site-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let round = try await Round([try site(folder: folder)])
        let delivery = try #require(try await round.publish().first)
        let nobody = ScriptedTransport { _ in answered(500) }
        let page = folder + "/first-light/index.html"
        try await round.run(nobody) { try await $0.states() == ["site": .delivered] }
        #expect(FileManager.default.fileExists(atPath: page))
        let withdrawn = Mutex(false)
        try await round.run(nobody) { round in
            if !withdrawn.withLock({ $0 }) {
                withdrawn.withLock { $0 = true }
                _ = try await round.store.unpublish(delivery.postID)
            }
            return true
        }
        #expect(!FileManager.default.fileExists(atPath: page))
    }

    @Test(
        "a site that could not be written is written again after 30 s, then after ever longer waits, until it succeeds")
    func retriesSites() throws {
        let troubles = SiteTroubles()
        let site = try TargetName("site")
        let start = ContinuousClock.now
        let failure = SiteWriterQueue.Report(troubles: ["No."])
        troubles.note(failure, of: site, at: start)
        #expect(troubles.takeDue(at: start + .seconds(29)).isEmpty && troubles.lines(of: site) == ["No."])
        #expect(troubles.takeDue(at: start + .seconds(30)) == [site])
        #expect(troubles.takeDue(at: start + .seconds(30)).isEmpty)
        troubles.note(failure, of: site, at: start)
        #expect(troubles.takeDue(at: start + .seconds(59)).isEmpty)
        #expect(troubles.takeDue(at: start + .seconds(60)) == [site])
        for _ in 1...100 { troubles.note(failure, of: site, at: start) }
        #expect(troubles.takeDue(at: start + .seconds(3840)) == [site])
        troubles.note(.init(isWritten: true, isComplete: true), of: site, at: start)
        #expect(troubles.takeDue(at: start + .seconds(9999)).isEmpty && troubles.lines(of: site).isEmpty)
    }

    @Test("asks and sends no more at once at one target than its limit", arguments: [false, true])
    func bounded(hasQuestions: Bool) async throws {
        let round = try await Round([hasQuestions ? try mastodon() : try webhook()])
        for number in 1...12 { try await round.publish("Post \(number)") }
        let counts = Mutex((now: 0, most: 0, all: 0))
        let transport = ScriptedTransport { request in
            let number = counts.withLock {
                $0.now += 1; $0.most = max($0.most, $0.now); $0.all += 1
                return $0.all
            }
            await Task.yield()
            _ = try? await round.store.pauses()
            counts.withLock { $0.now -= 1 }
            if request.url.hasSuffix("/instance") { return answered(200, #"{"version":"4.4.0"}"#) }
            if request.url.hasSuffix("/verify_credentials") { return answered(200, #"{"id":"1","acct":"ana"}"#) }
            guard request.isMutation else { return answered(404, "{}") }
            let sent = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
            let status = [
                "id": "\(number)", "uri": "https://social.example/\(number)", "content": sent?["status"] ?? "",
            ]
            let body = (try? JSONSerialization.data(withJSONObject: status)) ?? Data()
            return answered(200, String(decoding: body, as: UTF8.self))
        }
        try await round.run(transport, perTarget: 3) { round in
            try await round.store.deliveries(.state(.delivered)).items.count == 12
        }
        #expect(counts.withLock { $0.most } <= 3)
        #expect(transport.requests.filter(\.isMutation).count == 12)
    }

    @Test("a target that never answers does not hold up the others, however much is due there")
    func silentTarget() async throws {
        let (silent, other) = (try webhook("silent"), try webhook("other"))
        let round = try await Round([silent, other])
        // More for one target than may be under way altogether.
        let (count, underWay) = (40, 32)
        for number in 0..<count { try await round.publish("Post \(number)") }
        let (gate, release) = AsyncStream.makeStream(of: Void.self)
        let transport = ScriptedTransport { request in
            if request.url.hasSuffix("silent") { for await _ in gate {} }
            return answered(200)
        }
        try await round.run(round.courier(transport, underWay: underWay)) { round in
            guard transport.requests.count >= count else { return false }
            let delivered = try await round.store.deliveries(.state(.delivered), limit: 2 * count).items
            guard delivered.count == count else { return false }
            #expect(delivered.allSatisfy { $0.delivery.target == other.name })
            release.finish()
            return true
        }
    }

    @Test("answers a check of a target without sending anything")
    func checks() async throws {
        let round = try await Round([try webhook()])
        let name = round.targets[0].name
        try await round.store.wantCheck(of: name)
        let transport = ScriptedTransport { _ in answered(204) }
        try await round.run(transport) { try await $0.store.check(of: name)?.answeredAt != nil }
        let check = try #require(try await round.store.check(of: name)?.report)
        let report = try JSONDecoder().decode(CheckReport.self, from: Data(check))
        #expect(report.isWorking)
        #expect(transport.requests.allSatisfy { !$0.isMutation })
    }

    @Test("answers a check that is requested while another runs, without waiting for the next look")
    func checksDuringChecks() async throws {
        // Given targets of which each check makes the next one wanted, so many that looking for them every half minute would
        // exceed the time limit
        let round = try await Round(try (0..<40).map { try webhook("hook\($0)") })
        let names = round.targets.map(\.name)
        let transport = ScriptedTransport { request in
            let index = names.firstIndex { request.url.hasSuffix("/\($0)") }
            if let index, index + 1 < names.count { try? await round.store.wantCheck(of: names[index + 1]) }
            return answered(204)
        }
        // When the first is wanted
        try await round.store.wantCheck(of: names[0])
        // Then all are answered
        try await round.run(transport) { try await $0.store.check(of: names[39])?.answeredAt != nil }
    }

    @Test("reports an unreadable payload, neither sending nor losing it")
    func unreadable() async throws {
        let round = try await Round([try webhook()])
        let stored = try await round.store.create(Draft(title: "x", body: "y"), owner: round.user)
        let frozen = FrozenDelivery(
            target: round.targets[0].name, key: "k", dueAt: testClock(), payload: Array("not a parcel".utf8))
        _ = try await round.store.publish(stored.post.id, ifRevision: nil, date: nil, deliveries: [frozen])
        let transport = ScriptedTransport { _ in answered(200) }
        try await round.run(transport) { try await $0.states() == ["hook": .blocked] }
        #expect(transport.requests.isEmpty)
    }
}

/// A WordPress whose account may not create the category that the settings name.
private func withoutCategory(_ hasCategory: @escaping @Sendable () -> Bool) throws -> (Target, ScriptedTransport) {
    var settings = TargetSettings(name: "blog", kind: "wordpress")
    settings.url = "https://blog.example"
    settings.username = "ana"
    settings.secret = Secret(file: "a-password")
    settings.categories = ["News"]
    let target = try Target(settings)
    guard case .http(let service) = target.kind else { throw CancellationError() }
    let transport = ScriptedTransport { request in
        if request.url.contains("/users/me") {
            return answered(
                200, #"{"id": 1, "name": "Ana", "capabilities": {"publish_posts": true, "edit_posts": true}}"#)
        }
        guard request.url.contains("/categories") else {
            return .success(service.rehearsalAnswer(to: request, at: testClock()))
        }
        if request.isMutation { return answered(403, #"{"code": "rest_cannot_create", "message": "Sorry."}"#) }
        return answered(200, hasCategory() ? #"[{"id": 5, "name": "News"}]"# : "[]")
    }
    return (target, transport)
}

func mastodon(token: String = "a-token") throws -> Target {
    var settings = TargetSettings(name: "fediverse", kind: "mastodon")
    settings.url = "https://social.example"
    settings.secret = Secret(file: token)
    return try Target(settings)
}

extension Round {
    /// An edit or a deletion of an arrived copy, due at once.
    /// - Parameter known: the targets of the settings; nil for the round's.
    func change(_ id: PostID, _ kind: DeliveryKind, knowing known: [Target]? = nil) async throws {
        let post = try await store.post(id).post
        let changes = try (known ?? targets).map { target in
            var manuscript = Manuscript(
                of: post, for: target.name, published: testClock(), clocks: .utc, address: .none)
            manuscript.title = "Second light"
            let payload = try target.freeze(manuscript, as: kind, facts: nil, key: "\(kind)").payload
            return FrozenDelivery(
                target: target.name, kind: kind, key: "\(kind)", dueAt: testClock(), payload: payload)
        }
        _ = try await store.replace(id, with: post.draft, ifRevision: nil, refrozen: changes)
    }
}
