import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Targets
import Testing

@Suite("Telegram")
struct TelegramTests {
    private let token = "123456:a-token"

    private func telegram(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
        try http("telegram") { settings in
            settings.secret = Secret(file: token)
            settings.chat = "@ada_writes"
            settings.url = nil
            change(&settings)
        }
    }

    private func answer(_ status: Int, _ body: String) -> Exchange {
        .success(HTTPAnswer(status: status, body: Array(body.utf8), receivedAt: noon))
    }

    @Test("the token is in the request alone, never in what is stored or shown")
    func token_() throws {
        let kind = try telegram()
        let frozen = try kind.freeze(manuscript(body: "Hello"), as: .create, facts: nil, key: key)
        let parcel = try parcel(kind, manuscript(body: "Hello"))
        let request = kind.request(parcel, body: [], at: noon)
        #expect(!String(decoding: frozen.payload, as: UTF8.self).contains(token))
        #expect(parcel.url == "https://api.telegram.org/bot(token)/sendMessage")
        #expect(request.url == "https://api.telegram.org/bot\(token)/sendMessage")
        #expect(!kind.place.shown(request.url).contains(token))
    }

    @Test("a post is plain text, without a preview of its address if the settings say so")
    func post() throws {
        let post = try manuscript(title: nil, body: "Hello *all* 🧭", tags: [], address: .none)
        let plain = try parcel(try telegram(), post).predictedBody
        #expect(plain == #"{"chat_id":"@ada_writes","text":"Hello all 🧭"}"#)
        let silent = try parcel(try telegram { $0.card = false }, post).predictedBody
        #expect(try JSON(reading: Array(silent.utf8)).at("link_preview_options", "is_disabled") == .bool(true))
    }

    @Test("an emoji counts as two, as Telegram counts")
    func count() throws {
        func frozen(_ count: Int) throws -> Frozen {
            let text = String(repeating: "🧭", count: count)
            let post = try manuscript(body: "x", address: .none, override: TargetOverride(text: text))
            return try telegram().freeze(post, as: .create, facts: nil, key: key)
        }
        #expect(try frozen(2048).preview.count == 4096)
        #expect(throws: FreezeError.self) { try frozen(2049) }
    }

    @Test("an edit and a deletion name their message in the body, whatever its id is", arguments: ["17", "\"}"])
    func changes(copy: String) throws {
        let kind = try telegram()
        for change in [DeliveryKind.edit, .delete] {
            let frozen = try kind.freeze(manuscript(), as: change, facts: nil, key: key)
            let parcel = try #require(try Parcels(encoded: frozen.payload).all.first).addressed(to: copy)
            guard
                case .done(.ready(let holes, _)) = kind.prepare(
                    parcel, Briefing(now: noon, address: "https://x.y"), answers: [])
            else {
                Issue.record("The preparation asks.")
                continue
            }
            let body = try parcel.filled(holes)
            #expect(try JSON(reading: body)["message_id"]?.text == copy)
            #expect(throws: ParcelError.unknownCopy) { try parcel.addressed(to: nil) }
        }
    }

    @Test("a change goes to the chat in which the copy is, whatever the settings say now")
    func moved() throws {
        let post = try manuscript(body: "Hello", address: .none)
        let sent = answer(
            200, #"{"ok":true,"result":{"message_id":17,"chat":{"id":-1001234,"username":"ada_writes"}}}"#)
        let made = try telegram().outcome(of: sent, for: try parcel(try telegram(), post), body: [])
        guard case .accepted(let record) = made else {
            Issue.record("\(made)")
            return
        }
        let now = try telegram { $0.chat = "@other_chat" }
        func body(of change: DeliveryKind, _ copy: String?) throws -> JSON {
            let frozen = try now.freeze(post, as: change, facts: nil, key: key)
            let parcel = try #require(try Parcels(encoded: frozen.payload).all.first).addressed(to: copy)
            #expect(now.place.leads(to: parcel))
            guard case .done(.ready(let holes, _)) = now.prepare(parcel, Briefing(now: noon), answers: []) else {
                Issue.record("The preparation asks.")
                return .null
            }
            return try JSON(reading: try parcel.filled(holes))
        }
        for change in [DeliveryKind.edit, .delete] {
            let there = try body(of: change, record.id)
            #expect(there["chat_id"]?.text == "-1001234" && there["message_id"]?.text == "17")
            let confirmed = try body(of: change, "17")
            #expect(confirmed["chat_id"]?.text == "@other_chat" && confirmed["message_id"]?.text == "17")
        }
    }

    @Test("a post that was made ready for one chat is not sent while the settings name another one")
    func otherChat() throws {
        let parcel = try parcel(try telegram(), manuscript())
        #expect(try telegram().place.leads(to: parcel))
        #expect(try !telegram { $0.chat = "@other_chat" }.place.leads(to: parcel))
        #expect(try !telegram { $0.url = "https://bots.example" }.place.leads(to: parcel))
        #expect(parcel.place == "@ada_writes")
    }

    @Test("the advice about a group that became a supergroup has its new number")
    func migrated() throws {
        let body =
            #"{"ok":false,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":"#
            + #"{"migrate_to_chat_id":-1001234567890}}"#
        let kind = try telegram()
        let outcome = kind.outcome(of: answer(400, body), for: try parcel(kind, manuscript()), body: [])
        #expect(outcome.word == "misconfigured")
        #expect(outcome.words.hasSuffix(#"Set `chat` to "-1001234567890"."#))
    }

    @Test("the answer names the message and its address")
    func accepted() throws {
        let kind = try telegram()
        let parcel = try parcel(kind, manuscript())
        let named = #"{"ok":true,"result":{"message_id":17,"chat":{"id":-1001234,"username":"ada_writes"}}}"#
        let hidden = #"{"ok":true,"result":{"message_id":17,"chat":{"id":-1001234}}}"#
        #expect(
            kind.outcome(of: answer(200, named), for: parcel, body: [])
                == .accepted(RemotePost(id: "-1001234/17", url: "https://t.me/ada_writes/17")))
        #expect(
            kind.outcome(of: answer(200, hidden), for: parcel, body: [])
                == .accepted(RemotePost(id: "-1001234/17", url: "https://t.me/c/1234/17")))
        for strange in [#"{"ok":true,"result":{}}"#, #"{"ok":false}"#, "<p>", ""] {
            #expect(kind.outcome(of: answer(200, strange), for: parcel, body: []).word == "unknown")
        }
    }

    @Test(
        "each refusal has its meaning",
        arguments: [
            (400, "Bad Request: chat not found", "misconfigured"), (400, "Bad Request: message is too long", "refused"),
            (400, "Bad Request: not enough rights to send text messages to the chat", "denied"),
            (400, "Bad Request: have no write access to the chat", "denied"),
            (400, "Bad Request: CHAT_ADMIN_REQUIRED", "denied"),
            (401, "Unauthorized", "denied"), (403, "Forbidden: bot is not a member of the channel chat", "denied"),
            (404, "Not Found", "denied"), (500, "Internal Server Error", "unknown"),
        ])
    func refusals(status: Int, words: String, wanted: String) throws {
        let kind = try telegram()
        let body = #"{"ok":false,"error_code":\#(status),"description":"\#(words)"}"#
        let outcome = kind.outcome(of: answer(status, body), for: try parcel(kind, manuscript()), body: [])
        #expect(outcome.word == wanted)
        #expect(outcome.words.contains(words))
    }

    @Test(
        "the time to wait comes from the body, at least a second and at most a day",
        arguments: [("3", 3), ("0", 1), ("1e300", 86_400), ("2.5", 3)])
    func patience(written: String, seconds: Int64) throws {
        let kind = try telegram()
        let body =
            #"{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":\#(written)}}"#
        let outcome = kind.outcome(of: answer(429, body), for: try parcel(kind, manuscript()), body: [])
        #expect(outcome.patienceUntil == noon + .seconds(seconds))
    }

    @Test("a change that has happened already is done, and one of a lost message is told")
    func repeated() throws {
        let kind = try telegram()
        let frozen = try kind.freeze(manuscript(), as: .edit, facts: nil, key: key)
        let edit = try #require(try Parcels(encoded: frozen.payload).all.first).addressed(to: "17")
        func outcome(_ words: String) -> Outcome {
            kind.outcome(of: answer(400, #"{"ok":false,"description":"Bad Request: \#(words)"}"#), for: edit, body: [])
        }
        #expect(outcome("message is not modified: specified new message content") == .accepted(RemotePost(id: "17")))
        #expect(outcome("message to delete not found") == .accepted(RemotePost(id: "17")))
        #expect(outcome("message to edit not found").word == "gone")
        #expect(outcome("message can't be deleted for everyone").word == "refused")
    }

    @Test("a post in doubt is the author's, a change in doubt is sent again")
    func doubt() throws {
        let kind = try telegram()
        let post = try parcel(kind, manuscript())
        guard case .done(.unseeable) = kind.lookUp(post, body: [], Briefing(now: noon), answers: []) else {
            Issue.record("A bot sees no messages.")
            return
        }
        let frozen = try kind.freeze(manuscript(), as: .edit, facts: nil, key: key)
        let edit = try #require(try Parcels(encoded: frozen.payload).all.first).addressed(to: "17")
        guard case .done(.absent) = kind.lookUp(edit, body: [], Briefing(now: noon), answers: []) else {
            Issue.record("An edit may be sent again.")
            return
        }
    }

    @Test(
        "a chat is a public name or a number",
        arguments: ["ada", "@ab", "@with-dash", "", "https://t.me/ada", "99999999999999999999"])
    func chat(written: String) {
        #expect(throws: TargetSettingsError.self) { try telegram { $0.chat = written } }
        #expect(throws: Never.self) { try telegram { $0.chat = "-1001234567890" } }
    }

    @Test("a token with a slash is refused", arguments: ["12:a/b", "12:a b", "12:ä"])
    func badToken(token: String) {
        #expect(throws: TargetSettingsError.self) { try telegram { $0.secret = Secret(file: token) } }
    }
}
