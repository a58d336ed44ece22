import Courier
import Foundation
import HTTPValues
import Logging
import PostStore
import Posts
import ServiceLifecycleTestKit
import StoreSupport
import Synchronization
import Targets
import TestSupport
import Testing

@Suite("The operator is notified", .timeLimit(.minutes(10)))
struct NotifierTests {
    /// A post on its way to a webhook that never reported a result.
    private func uncertain(_ titles: String...) async throws -> Round {
        let round = try await Round([try webhook()])
        try await round.start(notification: [.webhook])
        for title in titles { try await round.publish(title) }
        let transport = ScriptedTransport { _ in
            .failure(HTTPFailure(reached: .sent, words: "The connection was lost."))
        }
        try await round.run(transport) { round in
            try await round.store.deliveries(.state(.uncertain)).items.count == titles.count
        }
        return round
    }

    @Test("of an uncertain delivery once, in the words of the queue, even after restarts")
    func once() async throws {
        // given
        let round = try await uncertain("First light")
        let told = ScriptedTransport { _ in answered(204) }
        // when
        try await round.tell(told, webhook: true) { try await $0.outcomes() == [.sent] }
        try await round.tell(told, webhook: true) { _ in true }
        // then
        #expect(told.requests.count == 1)
        let request = try #require(told.requests.first)
        let delivery = try #require(try await round.store.deliveries(.all).items.first?.delivery)
        let story = DeliveryStory(delivery)
        let body = try JSONDecoder().decode(Told.self, from: Data(request.body))
        #expect(request.url == "https://hooks.example.net/ops" && request.method == "POST")
        #expect(request.headers.first("X-Signature")?.hasPrefix("sha256=") == true)
        #expect(body.subject == "Galley: “First light” at hook is uncertain")
        let (reason, next) = (try #require(story.reason), try #require(story.next))
        #expect(body.text.contains(reason) && body.text.contains(next))
        #expect(body.deliveries.map(\.id) == [delivery.id.number] && !body.isTrial)
    }

    @Test("also of what the log has lost before it was read")
    func afterTidying() async throws {
        let round = try await uncertain("First light", "Second")
        try await round.store.tidy(events: .zero)
        let told = ScriptedTransport { _ in answered(204) }
        try await round.tell(told, webhook: true) { try await $0.outcomes() == [.sent, .sent] }
        #expect(told.requests.count == 1)
    }

    @Test("of several simultaneous ones in one message, as plain text if configured")
    func together() async throws {
        let round = try await uncertain("One", "Two", "Three")
        let told = ScriptedTransport { _ in answered(200) }
        try await round.tell(told, webhook: true, isText: true) { try await $0.outcomes() == [.sent, .sent, .sent] }
        #expect(told.requests.count == 1)
        let text = String(decoding: try #require(told.requests.first).body, as: UTF8.self)
        #expect(text.contains("“One” at hook is uncertain") && text.contains("“Three” at hook is uncertain"))
        #expect(told.requests.first?.headers.first("Content-Type") == "text/plain; charset=utf-8")
    }

    @Test("again later if a webhook refused it, never if it may have arrived", arguments: [true, false])
    func failing(isRefused: Bool) async throws {
        let round = try await uncertain("First light")
        let transport = ScriptedTransport { _ in
            isRefused ? answered(500) : .failure(HTTPFailure(reached: .sent, words: "No answer."))
        }
        try await round.tell(transport, webhook: true) { round in
            let notification = try await round.store.notifications().items.first?.notification
            return isRefused
                ? notification?.nextAt != nil && notification?.reason != nil : notification?.ending?.outcome == .unknown
        }
        let notification = try #require(try await round.store.notifications().items.first?.notification)
        #expect(transport.requests.count == 1)
        #expect(notification.reason == (isRefused ? "The webhook answered 500." : "No answer."))
        #expect((notification.nextAt.map { $0 - testClock() > .seconds(30) } ?? false) == isRefused)
        // And the delivery is unchanged
        #expect(try await round.states() == ["hook": .uncertain])
    }

    @Test("by a command without a shell, with the message as its input and its arguments filled in")
    func command() async throws {
        let round = try await uncertain("A “quote”; $(rm)")
        let file = round.folder + "/told"
        let script = round.folder + "/tell.sh"
        try writeProgram("#!/bin/sh\n{ echo \"$1\"; echo \"$GALLEY_SUBJECT\"; cat; } > \"$2\"\n", to: script)
        try await round.tell(command: [script, "s: {{subject}}", file]) { try await $0.outcomes() == [.sent] }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let subject = "Galley: “A “quote”; $(rm)” at hook is uncertain"
        #expect(lines.count >= 3 && lines[0] == "s: \(subject)" && lines[1] == "\(subject)")
        #expect(lines[2].hasPrefix("“A “quote”; $(rm)” at hook is uncertain: "))
        #expect(lines.last?.hasPrefix("Next: galley queue ") == true)
    }

    @Test("a command that fails is retried, one that hangs is stopped and not retried")
    func badCommands() async throws {
        let failing = try await uncertain("First light")
        try await failing.tell(command: ["/bin/sh", "-c", "echo no mailer >&2; exit 3"]) {
            try await $0.store.notifications().items.first?.notification.reason != nil
        }
        let first = try #require(try await failing.store.notifications().items.first?.notification)
        #expect(first.reason == "The command “/bin/sh” ended with status 3. It printed: no mailer")
        #expect(first.nextAt != nil && first.ending == nil)
        let hanging = try await uncertain("First light")
        try await hanging.tell(command: ["/bin/sleep", "1000"], limit: .milliseconds(300)) {
            try await $0.outcomes() == [.unknown]
        }
        let second = try #require(try await hanging.store.notifications().items.first?.notification)
        #expect(second.reason == "The command “/bin/sleep” did not end within 300ms and was stopped.")
    }

    @Test("not of deliveries settled before the notification was sent")
    func settled() async throws {
        let round = try await uncertain("First light")
        let delivery = try #require(try await round.store.deliveries(.all).items.first?.delivery)
        let rules = round.targets[0].rules(facts: nil)
        _ = try await round.store.noteNotifications([.webhook], after: nil)
        _ = try await round.store.ask(.confirmSent(RemotePost()), of: delivery.id, rules: rules)
        let told = ScriptedTransport { _ in answered(200) }
        try await round.tell(told, webhook: true) { try await $0.outcomes() == [.settled] }
        #expect(told.requests.isEmpty)
    }

    @Test("of a refused token once for all deliveries that wait there, and again after one has arrived")
    func token() async throws {
        let round = try await Round([try webhook()])
        try await round.start(notification: [.webhook])
        let denied = ScriptedTransport { _ in answered(401) }
        let told = ScriptedTransport { _ in answered(200) }
        for title in ["One", "Two"] { try await round.publish(title) }
        try await round.run(denied) { try await $0.store.deliveries(.state(.blocked)).items.count == 2 }
        try await round.tell(told, webhook: true) { try await $0.outcomes() == [.sent] }
        #expect(told.requests.count == 1)
        // when the token is accepted again, and then refused once more
        try await round.publish("Three")
        try await round.run(ScriptedTransport { _ in answered(200) }) {
            try await $0.store.deliveries(.state(.delivered)).items.contains { $0.postTitle == "Three" }
        }
        try await round.tell(told, webhook: true) { _ in true }
        try await round.publish("Four")
        try await round.run(denied) {
            try await $0.store.deliveries(.state(.blocked)).items.contains { $0.postTitle == "Four" }
        }
        try await round.tell(told, webhook: true) { try await $0.outcomes() == [.sent, .sent] }
        #expect(told.requests.count == 2)
    }

    @Test("of nothing from before notifications were turned on, and of a test on request")
    func trial() async throws {
        let round = try await Round([try webhook()])
        try await round.publish("Old")
        try await round.run(ScriptedTransport { _ in answered(400) }) { try await $0.states() == ["hook": .failed] }
        let told = ScriptedTransport { _ in answered(500) }
        _ = try await round.store.wantTrial([.webhook])
        try await round.tell(told, webhook: true) { try await $0.outcomes() == [.failed] }
        let body = try JSONDecoder().decode(Told.self, from: Data(try #require(told.requests.first).body))
        #expect(told.requests.count == 1 && body.isTrial && body.deliveries.isEmpty)
        #expect(try await round.store.notificationTroubles().map(\.reason) == ["The webhook answered 500."])
    }
}

private struct Told: Decodable {
    struct Matter: Decodable { let id: Int64 }
    let subject, text: String
    let isTrial: Bool
    let deliveries: [Matter]
}

extension Round {
    /// Like a daemon whose notifications have just been turned on.
    func start(notification means: [NotificationMeans]) async throws {
        try await store.recoverNotifications()
    }

    /// The results of all ended notifications, oldest first.
    func outcomes() async throws -> [OperatorNotification.Outcome] {
        try await store.notifications().items.compactMap { $0.notification.ending?.outcome }.reversed()
    }

    /// Runs a notifier until `isDone` holds of the store, then stops it as systemd would.
    func tell(
        _ transport: ScriptedTransport = ScriptedTransport { _ in answered(500) }, webhook: Bool = false,
        isText: Bool = false, command: [String] = [], limit: Span = .seconds(20),
        until isDone: @Sendable (Round) async throws -> Bool
    ) async throws {
        var settings = NotifierSettings(command: command, commandTimeLimit: limit)
        if webhook {
            settings.webhook = try NotificationWebhook(
                url: "https://hooks.example.net/ops", headers: [], secret: Secret(file: "a secret"), secretName: "ops",
                isText: isText)
        }
        let notifier = Notifier(
            store: store, settings: settings, transport: transport, environment: ["PATH": "/usr/bin:/bin"],
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: testClock)
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await notifier.run() }
                let changes = store.changes()
                if try await !isDone(self) {
                    for await _ in changes where try await isDone(self) { break }
                }
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }
}
