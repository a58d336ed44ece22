import HTTPValues
import Posts
import Settings
import TargetSupport
import Testing

@testable import Targets

@Suite("A target whose secret is missing")
struct MissingSecretTests {
    @Test(
        "is made all the same, and says what provides it",
        arguments: ["mastodon", "wordpress", "ghost", "writefreely", "bluesky", "telegram", "webhook"])
    func made(kind: String) throws {
        let target = try target(kind) {
            $0.secret = nil
            $0.missingSecret = Warning(.secret, "The secret “t” is missing.", next: "galley target login target")
            if kind == "bluesky" { $0.account = "ada.example" }
            if kind == "telegram" { $0.chat = "@ada_writes" }
        }
        #expect(target.missingSecret?.next == "galley target login target")
        #expect(target.warningOfSecret?.words.hasPrefix("Nothing is sent to “target”.") == true)
        let post = try manuscript(tags: [], address: .known(address))
        #expect(try !target.freeze(post, facts: nil, key: key).payload.isEmpty)
    }

    @Test("is an error if the settings name none, and none for a rehearsal")
    func others() throws {
        #expect(throws: TargetSettingsError.self) { try target("mastodon") { $0.secret = nil } }
        let rehearsal = try target("mastodon") {
            ($0.secret, $0.missingSecret, $0.rehearsal) = (nil, Warning(.secret, "Missing."), true)
        }
        #expect(rehearsal.missingSecret == nil)
        #expect(throws: TargetSettingsError.self) {
            try target("mastodon") {
                ($0.secret, $0.missingSecret, $0.url) = (nil, Warning(.secret, "Missing."), "http://a.example")
            }
        }
    }
}

private typealias Change = @Sendable (inout TargetSettings) -> Void

private struct BadSetting: CustomTestStringConvertible, Sendable {
    let kind: String
    let setting: String
    let says: String
    let change: Change
    var testDescription: String { "\(kind) \(setting): \(says)" }

    init(_ kind: String, _ setting: String, _ says: String, _ change: @escaping Change) {
        (self.kind, self.setting, self.says, self.change) = (kind, setting, says, change)
    }
}

private let bad: [BadSetting] = [
    BadSetting("gopher", "kind", "“gopher”") { _ in },
    BadSetting("mastodon", "name", "needs 1 to 40") { $0.name = "" },
    BadSetting("mastodon", "url", "missing") { $0.url = nil },
    BadSetting("mastodon", "url", "Begin it with https") { $0.url = "social.example" },
    BadSetting("mastodon", "url", "in the clear") { $0.url = "http://social.example" },
    BadSetting("mastodon", "url", "in the clear") { $0.url = "http://127.0.0.1.evil.example" },
    BadSetting("mastodon", "url", "user name or a password") { $0.url = "https://ada:x@social.example" },
    BadSetting("mastodon", "url", "ASCII") { $0.url = "https://social.example/\r\nX: y" },
    BadSetting("mastodon", "url", "no host") { $0.url = "https:///x" },
    BadSetting("mastodon", "url", "query") { $0.url = "https://social.example?x=1" },
    BadSetting("mastodon", "credential", "missing") { $0.secret = nil },
    BadSetting("mastodon", "credential", "empty") { $0.secret = Secret(file: " \n") },
    BadSetting("mastodon", "credential", "blanks") { $0.secret = Secret(file: "a b") },
    BadSetting("mastodon", "credential", "line breaks") { $0.secret = Secret(file: "a\nb") },
    BadSetting("mastodon", "visibility", "unlisted") { $0.visibility = "friends" },
    BadSetting("mastodon", "language", "language tag") { $0.language = "English!" },
    BadSetting("mastodon", "text", "not closed") { $0.text = "{{title" },
    BadSetting("mastodon", "text", "{{>") { $0.text = "{{> partial}}" },
    BadSetting("webhook", "body", "“titel”") { $0.body = #"{"a": "{{titel}}", "b": "{{event}}"}"# },
    BadSetting("webhook", "body", "“json.titel”") { $0.body = #"{"a": {{json.titel}}, "b": "{{event}}"}"# },
    BadSetting("mastodon", "text", "“titel”") { $0.text = "{{#title}}{{titel}}{{/title}}" },
    BadSetting("mastodon", "late", "ask after 2h") { $0.late = "never" },
    BadSetting("mastodon", "slots", "weekdays 09:00 and 17:00") { $0.slots = ["daily 9:00", "soon"] },
    BadSetting("mastodon", "late", "length of time") { $0.late = "skip after soon" },
    BadSetting("mastodon", "delay", "10m") { $0.delay = "10" },
    BadSetting("mastodon", "after", "itself") { $0.after = "target" },
    BadSetting("mastodon", "ca_file", "whole path") { $0.certificateAuthorityFile = "ca.pem" },
    BadSetting("mastodon", "method", "webhook") { $0.method = "PUT" },
    BadSetting("webhook", "visibility", "mastodon") { $0.visibility = "public" },
    BadSetting("webhook", "method", "POST, PUT, PATCH") { $0.method = "GET" },
    BadSetting("webhook", "headers", "set by Galley") { $0.headers = [HTTPHeader("Idempotency-Key", "1")] },
    BadSetting("webhook", "headers", "name of a header") { $0.headers = [HTTPHeader("X: y", "1")] },
    BadSetting("webhook", "headers", "line breaks") { $0.headers = [HTTPHeader("X", "1\r\nY: 2")] },
    BadSetting("webhook", "headers", "twice") { $0.headers = [HTTPHeader("X", "1"), HTTPHeader("x", "2")] },
    BadSetting("webhook", "headers", "no credential") {
        $0.secret = nil
        $0.headers = [HTTPHeader("X", "{{secret}}")]
    },
    BadSetting("webhook", "body", "not JSON") { $0.body = #"{"title":{{title}}}"# },
    BadSetting("webhook", "body", "not JSON") { $0.body = #"{"tags":[{{#tags}}"{{.}}",{{/tags}}]}"# },
    BadSetting("webhook", "body", "unsupported way") { $0.body = #"{"t":"{{reversed(title)}}"}"# },
    BadSetting("webhook", "body", "{{$") { $0.body = "{{$block}}{{/block}}" },
    BadSetting("webhook", "body", "{{=") { $0.body = "{{=<% %>=}}" },
    BadSetting("webhook", "body", "sections") { $0.body = String(repeating: "{{#a}}", count: 5000) },
    BadSetting("webhook", "body", "control") { $0.body = "\u{1}0\u{2}" },
    BadSetting("webhook", "body", "Write one") { $0.headers = [HTTPHeader("Content-Type", "text/plain")] },
    BadSetting("webhook", "success", "200 to 399") { $0.success = [200, 404] },
    BadSetting("webhook", "id_pointer", "JSON Pointer") { $0.idPointer = "id" },
    BadSetting("webhook", "url_pointer", "JSON Pointer") { $0.urlPointer = "/a~2" },
    BadSetting("webhook", "idempotency_window", "idempotent = true") { $0.idempotencyWindow = "1h" },
    BadSetting("webhook", "idempotency_window", "at least 1m") { ($0.idempotent, $0.idempotencyWindow) = (true, "1s") },
    BadSetting("webhook", "already_done", "400 to 499") { ($0.idempotent, $0.alreadyDoneStatus) = (true, 401) },
    BadSetting("wordpress", "username", "missing") { $0.username = nil },
    BadSetting("wordpress", "username", "no “:”") { $0.username = "a:b" },
    BadSetting("wordpress", "status", "private") { $0.status = "future" },
    BadSetting("wordpress", "format", "aside") { $0.format = "poem" },
    BadSetting("wordpress", "categories", "200 bytes") { $0.categories = [""] },
    BadSetting("wordpress", "url", "rest_route") { $0.url = "https://s.example/?p=1" },
    BadSetting("site", "folder", "whole path") { _ in },
]

@Suite struct TargetSettingsTests {
    @Test("an invalid setting is named, with the value found and the allowed ones", arguments: bad)
    private func refused(_ bad: BadSetting) throws {
        let error = try #require(throws: TargetSettingsError.self) { try target(bad.kind, bad.change) }
        #expect(error.setting == bad.setting)
        #expect(error.description.contains(bad.says))
        #expect(!error.description.contains(secretText))
    }

    @Test("the problems of a target appear together, and none that follows from another")
    func together() throws {
        func problems(_ values: [String: SettingsNode.Value], _ credential: FoundSecret? = nil) -> [String] {
            let table = SettingsSection(values)
            var desk = settings("webhook").desk
            if let credential { desk.credential = { _, _ in credential } }
            #expect(throws: TargetSettingsError.self) { try Target(table, in: desk) }
            return table.reader.problems.map(\.words)
        }
        let social = problems([
            "name": "target", "kind": "mastodon", "visibility": "friends", "long": "thraed", "numbers": true,
            "thread_visibility": "public", "language": 5,
        ])
        let wanted = ["“url” is missing", "“credential” is missing", "“friends”", "“thraed”", "“language” must be"]
        #expect(social.count == wanted.count, "\(social)")
        for words in wanted { #expect(social.contains { $0.contains(words) }, "\(words): \(social)") }
        let hook = problems(
            [
                "name": "target", "kind": "webhook", "url": "https://hook.example", "credential": "key",
                "idempotent": "yes", "already_done": 409, "idempotency_window": "2h",
                "headers": .table(of: ["Authorization": "Bearer {{secret}}"]),
            ], .unusable("Its file is open to all."))
        #expect(hook.count == 2 && hook.contains("Its file is open to all."), "\(hook)")
        #expect(hook.contains { $0.contains("“idempotent” must be true or false") })
    }

    @Test("blogs and webhooks are sent late, social posts wait for the author")
    func late() throws {
        #expect(try target("wordpress").rules(facts: nil).late == .post)
        #expect(try target("webhook").rules(facts: nil).late == .post)
        #expect(try target("mastodon").rules(facts: nil).late == .ask(after: .hours(2)))
        #expect(
            try target("mastodon") { $0.late = "skip after 1d 2h" }.rules(facts: nil).late == .skip(after: .hours(26)))
    }

    @Test("the class belongs to the server that was found")
    func classes() throws {
        #expect(try target("mastodon").rules(facts: nil).idempotency == .searchable)
        #expect(try target("mastodon").rules(facts: facts("mastodon")).idempotency == .windowed(.hours(1)))
        #expect(try target("mastodon").rules(facts: facts("akkoma")).idempotency == .searchable)
        #expect(try target("wordpress").rules(facts: nil).idempotency == .searchable)
        #expect(try target("webhook").rules(facts: nil).idempotency == .blind)
        let window: (inout TargetSettings) -> Void = { ($0.idempotent, $0.idempotencyWindow) = (true, "2h") }
        #expect(try target("webhook", window).rules(facts: nil).idempotency == .windowed(.hours(2)))
    }

    @Test(
        "credentials may cross loopback unencrypted",
        arguments: ["http://127.0.0.1:1", "http://localhost", "http://[::1]:80/x"])
    func loopback(_ url: String) throws { _ = try target("webhook") { $0.url = url } }

    @Test("a rehearsal needs no credential")
    func rehearsal() throws {
        let target = try target("wordpress") { ($0.rehearsal, $0.secret, $0.username) = (true, nil, nil) }
        #expect(target.isRehearsal)
        #expect(target.isBlog)
    }

    @Test("a target is described by its address, and a webhook only by its host, since its path may be a secret")
    func place() throws {
        #expect(try target("mastodon") { $0.url = "https://social.example/" }.place == "https://social.example")
        #expect(try target("wordpress") { $0.url = "https://example.org/blog" }.place == "https://example.org/blog")
        let plain = try target("wordpress") { $0.url = "https://example.org/blog/?rest_route=" }
        #expect(plain.place == "https://example.org/blog")
        #expect(
            try target("webhook") { $0.url = "https://chat.example:8443/hooks/s3cret?x=1" }.place
                == "https://chat.example:8443")
    }

    @Test("a webhook may be resent within its window even without a look-up, afterwards never")
    func webhookLookUp() throws {
        let kind = try http("webhook") { $0.idempotent = true }
        let parcel = try parcel(kind, try manuscript())
        let finding = { (sent: Instant?) -> String in
            guard case .done(let finding) = kind.lookUp(parcel, body: [], briefing(sent: sent), answers: []) else {
                return ""
            }
            return "\(finding)"
        }
        #expect(finding(noon - .hours(19)) == "absent")
        #expect(finding(noon - .hours(20)).contains("forgotten"))
        #expect(finding(nil).hasPrefix("unseeable"))
    }
}
