import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite("The id of a copy from its address")
struct CopyAddressTests {
    private let did = "did:plc:abcdefghijklmnopqrstuvwx"

    private func id(
        _ address: String, at kind: any TargetKind, of post: Manuscript? = nil, facts: [UInt8]? = nil
    ) throws -> String? {
        try kind.copies.copyID(at: address, of: try parcel(kind, post ?? manuscript(body: "Hello")), facts: facts)
    }

    private func refusal(_ address: String, at kind: any TargetKind, facts: [UInt8]? = nil) -> String {
        let error = #expect(throws: CopyAddressError.self) { try id(address, at: kind, facts: facts) }
        return error?.description ?? ""
    }

    private func telegram(_ chat: String) throws -> any TargetKind {
        try http("telegram") {
            $0.secret = Secret(file: "123456:a-token")
            $0.chat = chat
            $0.url = nil
        }
    }

    @Test(
        "a message's address has its chat and ends with its number",
        arguments: [
            ("@ada_writes", "https://t.me/ada_writes/6", "@ada_writes/6"),
            ("@ada_writes", "https://T.me/Ada_Writes/6?single", "@Ada_Writes/6"),
            ("@ada_writes", "https://t.me/s/ada_writes/6", "@ada_writes/6"),
            ("@ada_writes", "https://telegram.me/ada_writes/2/6/", "@ada_writes/6"),
            ("@ada_writes", "https://t.me/c/1234567/6", "-1001234567/6"),
            ("-1001234567", "https://t.me/c/1234567/2/6#x", "-1001234567/6"),
            ("-1001234567", "https://t.me/ada_writes/6", "@ada_writes/6"),
        ])
    func message(chat: String, address: String, copy: String) throws {
        #expect(try id(address, at: telegram(chat)) == copy)
    }

    @Test("an address made from an answer of Telegram gives its message back")
    func ownAddress() throws {
        let kind = try telegram("@ada_writes")
        let parcel = try parcel(kind, manuscript(body: "Hello"))
        let answer = answer(
            200, #"{"ok":true,"result":{"message_id":7,"chat":{"id":-1001234567}}}"#)
        guard case .accepted(let record) = kind.outcome(of: answer, for: parcel, body: []) else {
            Issue.record("The message was accepted.")
            return
        }
        #expect(try kind.copies.copyID(at: record.url ?? "", of: parcel, facts: nil) == record.id)
    }

    @Test(
        "an address of another chat, or of no message, is refused with an example",
        arguments: [
            "https://t.me/other_chat/6", "https://t.me/ada_writes", "https://t.me/ada_writes/six", "https://t.me/6",
            "https://t.me/ada_writes/0", "https://t.example/ada_writes/6",
            "https://t.me/ada_writes/99999999999999999999",
            "https://t.me", "https://t.me/s", "https://t.me/c/6", "",
        ])
    func otherMessage(address: String) throws {
        #expect(refusal(address, at: try telegram("@ada_writes")).contains("such as https://t.me/ada_writes/6."))
    }

    @Test("the number of a chat is compared")
    func otherChat() throws {
        #expect(refusal("https://t.me/c/7/6", at: try telegram("-1001234567")).contains("https://t.me/c/1234567/6"))
    }

    @Test(
        "a status on the fediverse",
        arguments: [
            ("https://service.example/@ada/123", "123"), ("https://Service.example/@ada/123/", "123"),
            ("https://service.example/users/ada/statuses/123", "123"), ("https://service.example/deck/@ada/12", "12"),
            ("https://service.example/@ada/statuses/01HX0ABC", "01HX0ABC"),
            ("https://service.example/@ada@service.example/posts/9/", "9"),
            ("https://service.example/notice/AbCdEf", "AbCdEf"),
            // Those of snac, and pages of the server.
            ("https://service.example/ada/p/1700000000.123456", nil), ("https://service.example/@ada", nil),
            ("https://service.example/", nil), ("https://service.example/objects/8f9a-0b", nil),
        ])
    func status(address: String, expected: String?) throws {
        #expect(try id(address, at: http("mastodon"), facts: facts("mastodon")) == expected)
    }

    @Test(
        "a status of another server is refused",
        arguments: ["https://other.example/@ada/123", "https://service.example/@bob@other.example/123", ""])
    func otherServer(address: String) throws {
        #expect(refusal(address, at: try http("mastodon")).contains("such as https://service.example/@ada/123."))
    }

    private func bluesky() throws -> (any TargetKind, facts: [UInt8]?) {
        let kind = try http("bluesky") { ($0.account, $0.long) = ("ada.example", "thread") }
        let target = try #require(kind as? BlueskyTarget)
        let facts = BlueskyFacts(
            owner: target.login.owner, account: did, handle: "ada.example", server: nil, fetchedAt: noon.microseconds)
        return (kind, facts.encoded)
    }

    @Test("a post on Bluesky, by the handle or the DID of the account, with the parts of its thread")
    func record() throws {
        let (kind, facts) = try bluesky()
        let long = try manuscript(
            title: nil, body: String(repeating: "The boats leave before the light. ", count: 40), tags: [],
            address: .none)
        let post = try #require(BlueskyPost(try parcel(kind, long)))
        for account in ["ada.example", "Ada.Example", did] {
            let own = try id(
                "https://bsky.app/profile/\(account)/post/\(post.rootKey)", at: kind, of: long, facts: facts)
            #expect(own == "at://\(did)/app.bsky.feed.post/\(post.rootKey)?parts=\(post.parts.count)")
            let other = try id("https://deer.example/profile/\(account)/post/3l23456723456", at: kind, facts: facts)
            #expect(other == "at://\(did)/app.bsky.feed.post/3l23456723456")
        }
        #expect(try id("https://bsky.app/profile/ada.example/post/3l23456723456", at: kind) == nil, "no account yet")
        for wrong in ["https://bsky.app/profile/bob.example/post/3l2", "https://bsky.app/profile/ada.example"] {
            #expect(refusal(wrong, at: kind, facts: facts).contains("https://bsky.app/profile/ada.example/post/"))
        }
    }

    @Test(
        "only some addresses of WordPress have the number",
        arguments: [
            ("https://service.example/?p=12", "12"), ("https://service.example/?page_id=12#more", "12"),
            ("https://service.example/wp-admin/post.php?action=edit&post=12", "12"),
            ("https://service.example/2026/12/hello/", nil), ("https://service.example/?p=x", nil),
            ("https://service.example/?p=", nil), ("https://service.example/?q=12", nil),
        ])
    func wordpress(address: String, expected: String?) throws {
        #expect(try id(address, at: http("wordpress")) == expected)
    }

    @Test("a target gives the id of each part of a thread, and none where its kind knows none")
    func parts() throws {
        let mastodon = try target("mastodon") { $0.long = "thread" }
        let post = try manuscript(title: nil, body: "One.\n\n---\n\nTwo.", address: .none)
        let payload = try mastodon.freeze(post, facts: facts("mastodon"), key: key).payload
        for part in [1, 2] {
            #expect(
                try mastodon.copyID(at: "https://service.example/@ada/5", in: payload, part: part, facts: nil) == "5")
        }
        let hook = try target("webhook")
        let sent = try hook.freeze(post, facts: nil, key: key).payload
        #expect(try hook.copyID(at: "https://service.example/5", in: sent, part: 1, facts: nil) == nil)
    }
}
