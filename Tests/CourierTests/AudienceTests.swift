import Courier
import HTTPValues
import JSONTree
import PostStore
import Posts
import StoreSupport
import Synchronization
import TargetSupport
import Targets
import Testing

/// A server with Mastodon's API that shows posts to others than was asked.
private final class Family: Sendable {
    private let statuses = Mutex<[String: [String: JSON]]>([:])
    let software: String
    /// What a new status gets, and an edited one; nil for what was asked for, and what it had.
    let created: String?, edited: String?

    init(_ software: String, created: String? = nil, edited: String? = nil) {
        (self.software, self.created, self.edited) = (software, created, edited)
    }

    var visibilities: [String] { statuses.withLock { $0.values.compactMap { $0["visibility"]?.text } } }

    var transport: ScriptedTransport {
        ScriptedTransport { [self] request in
            let path = request.url.dropFirst("https://social.example".count)
            switch (request.method, path) {
            case ("GET", "/api/v2/instance"):
                return answered(200, #"{"version":"4.4.0","configuration":{"statuses":{"max_characters":500}}}"#)
            case ("GET", "/.well-known/nodeinfo"):
                let link = #""rel":"http://nodeinfo.diaspora.software/ns/schema/2.0""#
                return answered(200, #"{"links":[{\#(link),"href":"https://social.example/nodeinfo/2.0"}]}"#)
            case ("GET", "/nodeinfo/2.0"): return answered(200, #"{"software":{"name":"\#(software)"}}"#)
            case ("GET", "/api/v1/accounts/verify_credentials"): return answered(200, #"{"id":"1","acct":"ana"}"#)
            case ("POST", "/api/v1/statuses"): return wrote(request, "\(17 + statuses.withLock { $0.count })")
            case (_, let path) where path.hasPrefix("/api/v1/statuses/") && !path.hasSuffix("/source"):
                let id = String(path.dropFirst("/api/v1/statuses/".count))
                if request.method == "PUT" { return wrote(request, id) }
                if request.method == "DELETE" { statuses.withLock { $0[id] = nil } }
                let status = statuses.withLock { $0[id] }
                return status.map { answered(200, JSON.object($0).written) } ?? answered(404, "{}")
            default: return answered(404, "{}")
            }
        }
    }

    private func wrote(_ request: HTTPRequest, _ id: String) -> Exchange {
        let sent = try? JSON(reading: request.body)
        return statuses.withLock { statuses in
            let wanted = request.method == "POST" ? created : edited
            let asked = statuses[id]?["visibility"]?.text ?? sent?["visibility"]?.text ?? "public"
            statuses[id] = [
                "id": .text(id), "uri": .text("https://social.example/\(id)"), "content": sent?["status"] ?? .text(""),
                "visibility": .text(wanted ?? asked), "in_reply_to_id": sent?["in_reply_to_id"] ?? .null,
            ]
            return answered(200, JSON.object(statuses[id] ?? [:]).written)
        }
    }
}

@Suite("The courier and the audience of a post")
struct AudienceTests {
    private func target(_ visibility: String, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> Target {
        var settings = TargetSettings(name: "fediverse", kind: "mastodon")
        settings.url = "https://social.example"
        settings.secret = Secret(file: "a-token")
        settings.visibility = visibility
        change(&settings)
        return try Target(settings)
    }

    /// Publishes a post of this text, and waits until nothing happens any more by itself.
    private func publish(
        _ round: Round, _ server: ScriptedTransport, body: String = "Hello."
    ) async throws -> PostID {
        let target = round.targets[0]
        let stored = try await round.store.create(Draft(body: body), owner: round.user)
        let manuscript = Manuscript(
            of: stored.post, for: target.name, published: testClock(), clocks: .utc, address: .none)
        let frozen = try target.freeze(manuscript, facts: nil, key: "key")
        let delivery = FrozenDelivery(
            target: target.name, key: "key", dueAt: testClock(), payload: frozen.payload, parts: frozen.parts)
        _ = try await round.store.publish(
            stored.post.id, ifRevision: stored.post.revision, date: nil, deliveries: [delivery])
        try await round.run(server) { round in
            let state = try await round.store.deliveries(.all).items.first?.delivery.state.word
            return state == .delivered || state == .blocked
        }
        return stored.post.id
    }

    @Test(
        "keeps an edit from a server that would make the post public",
        arguments: ["public", "unlisted", "private", "direct"])
    func takahe(visibility: String) async throws {
        let family = Family("takahe", edited: "public")
        let (round, transport) = (try await Round([try target(visibility)]), family.transport)
        let id = try await publish(round, transport)
        try await round.change(id, .edit)
        try await round.run(transport) { round in
            let edit = try await round.store.changes(of: id).first
            return edit?.state.word == .delivered || edit?.state.word == .blocked
        }
        let edit = try #require(try await round.store.changes(of: id).first)
        let puts = transport.requests.filter { $0.method == "PUT" }.count
        #expect(family.visibilities == [visibility])
        guard visibility != "public" else {
            #expect(puts == 1 && edit.state.word == .delivered && edit.remark == nil)
            return
        }
        #expect(puts == 0 && edit.wakeAt == nil)
        guard case .blocked(.target, let words) = edit.state else {
            Issue.record("\(edit.state)")
            return
        }
        #expect(
            words.contains("this one is \(visibility)") && words.contains("Take the post back and publish it again."))
        #expect(DeliveryStory(edit).next?.contains("galley unpublish \(id.text)") == true)
        #expect(NotificationCause(of: edit) != nil)
    }

    @Test("tells at once that an edit or a new post was shown to more people than its author wanted")
    func exposed() async throws {
        for isEdit in [true, false] {
            let family = Family("newcomer", created: isEdit ? nil : "public", edited: "public")
            let (round, transport) = (try await Round([try target("private")]), family.transport)
            let id = try await publish(round, transport)
            if isEdit {
                #expect(try await round.store.deliveries(of: id).first?.isExposed == false)
                try await round.change(id, .edit)
                try await round.run(transport) { try await $0.store.deliveries(.open).items.isEmpty }
            }
            let told = try #require(try await round.store.lastArrival(of: id, at: round.targets[0].name))
            #expect(told.isExposed)
            #expect(told.remark?.contains("It is public, and was to be private.") == true)
            #expect(DeliveryStory(told).next == "galley unpublish \(id.text)")
            _ = try await round.store.noteNotifications([.command], after: nil)
            let begun = try await round.store.beginNotification(.command)
            #expect(begun.map { $0.entry?.delivery.id } == [told.id])
        }
    }

    @Test("sends no further part of a thread after one that more people can see")
    func thread() async throws {
        let family = Family("newcomer", created: "public")
        let target = try target("private") { $0.long = "thread" }
        let (round, transport) = (try await Round([target]), family.transport)
        let id = try await publish(
            round, transport, body: "One.\n\n---\n\nTwo.\n\n---\n\nThree.")
        #expect(transport.requests.filter(\.isMutation).count == 1)
        let delivery = try #require(try await round.store.deliveries(of: id).first)
        guard case .blocked(.content, let words) = delivery.state else {
            Issue.record("\(delivery.state)")
            return
        }
        #expect(words.hasPrefix("More people can see it there than you wanted.") && words.contains("galley unpublish"))
        #expect(NotificationCause(of: delivery) != nil)
    }

    @Test("asks a service for nothing while the secret is missing, and goes on once it is there")
    func missingSecret() async throws {
        let missing = Warning(.secret, "The secret “t” is missing.", next: "galley target login fediverse")
        let without = try target("public") { ($0.secret, $0.missingSecret) = (nil, missing) }
        let (round, transport) = (try await Round([without]), Family("mastodon").transport)
        let id = try await publish(round, transport)
        #expect(transport.requests.isEmpty)
        #expect(try await round.store.deliveries(of: id).first?.state == .blocked(.auth, reason: missing.text))
        let courier = round.courier(transport)
        #expect(courier.troublesOfSecrets.map(\.text) == ["Nothing is sent to “fediverse”. \(missing.text)"])
        let complete = try target("public")
        await courier.reload(targets: [complete], transport: transport, darkroom: nil)
        #expect(courier.troublesOfSecrets.isEmpty)
        try await round.run(courier) { try await $0.states() == ["fediverse": .delivered] }
    }
}
