import HTTPValues
import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite("Logging in to a service")
struct LoginTests {
    private let login = MastodonLogin(origin: "https://social.example")
    private let now = Instant(seconds: 1_790_000_000)

    private func answer(_ status: Int, _ body: String) -> Exchange {
        .success(HTTPAnswer(status: status, headers: [], body: Array(body.utf8), receivedAt: now))
    }

    @Test("An approval names the rights, the challenge and the application, each escaped")
    func approval() throws {
        // given
        let known = answer(200, #"{"client_id":"a&c","client_secret":"s"}"#)
        // when
        let address = login.approval(try login.application(in: known), challenge: "x-_")
        // then
        #expect(address.hasPrefix("https://social.example/oauth/authorize?response_type=code&client_id=a%26c&"))
        #expect(address.contains("&scope=read%3Aaccounts+read%3Astatuses+write%3Astatuses+write%3Amedia&"))
        #expect(address.hasSuffix("&code_challenge=x-_&code_challenge_method=S256"))
    }

    @Test("Takahē is asked for the whole right to read, because no smaller one shows the account there")
    func takahe() throws {
        let takahe = MastodonLogin.Application(id: "tk-1", secret: "s")
        #expect(login.approval(takahe, challenge: "x").contains("&scope=read+write%3Astatuses+write%3Amedia&"))
        let request = login.exchange(takahe, code: "c", verifier: "v")
        #expect(String(decoding: request.body, as: UTF8.self).contains("&scope=read+write%3Astatuses+write%3Amedia&"))
    }

    @Test(
        "Any answer but the expected one is an error with the server's words, never a token",
        arguments: [
            (401, #"{"error":"invalid_client"}"#, true), (400, #"{"error":"invalid_grant"}"#, false),
            (200, "<html>", false), (200, "{}", false), (200, #"{"access_token":""}"#, false),
            (302, "", false), (500, "", false), (200, #"{"access_token":["x"]}"#, false),
        ])
    func refused(status: Int, body: String, isUnknown: Bool) {
        let error = #expect(throws: LoginError.self) { try login.token(in: answer(status, body)) }
        #expect(error?.isUnknownApplication == isUnknown)
        #expect(error?.description.contains("social.example") == true)
        #expect(throws: LoginError.self) { try login.application(in: answer(status, body)) }
    }

    @Test(
        "The login at Bluesky leads to the server that `url` names, else to the app's page",
        arguments: [
            (nil, "https://bsky.app/settings/app-passwords", nil),
            ("https://bsky.social/", "https://bsky.app/settings/app-passwords", nil),
            ("https://morel.us-east.host.bsky.network", "https://bsky.app/settings/app-passwords", nil),
            ("https://pds.example/", "https://pds.example/account", "pds.example"),
            ("https://notbsky.social.example", "https://notbsky.social.example/account", "notbsky.social.example"),
            ("http://127.0.0.1:2583", "http://127.0.0.1:2583/account", "127.0.0.1:2583"),
        ] as [(String?, String, String?)])
    func bluesky(url: String?, page: String, server: String?) throws {
        var settings = TargetSettings(name: "sky", kind: "bluesky")
        settings.url = url
        guard case .ask(let words, _, isSecret: true) = try TargetLogin(settings).next([], random: []) else {
            Issue.record("no question")
            return
        }
        #expect(words.contains("\n\n  \(page)\n"))
        let other = server.map {
            "https://bsky.app/settings/app-passwords, signed in with \($0) as the hosting provider"
        }
        #expect(words.contains("If that page makes none") == (other != nil) && other.map(words.contains) ?? true)
        settings.url = "pds.example"
        #expect(throws: TargetSettingsError.self) { try TargetLogin(settings) }
    }

    @Test(
        "WordPress names the page that makes the password; what is no web address is refused",
        arguments: [
            (#""https://blog.example/wp-admin/a.php""#, "https://blog.example/wp-admin/a.php?app_name=Galley"),
            (#""https://blog.example/?a=1""#, "https://blog.example/?a=1&app_name=Galley"),
            (#""javascript:alert(1)""#, nil), (#""https://blog.example/\u0007""#, nil), ("null", nil),
        ] as [(String, String?)])
    func wordPress(endpoint: String, page: String?) {
        let login = WordPressLogin(origin: "https://blog.example")
        let body = #"{"authentication":{"application-passwords":{"endpoints":{"authorization":\#(endpoint)}}}}"#
        #expect((try? login.approval(in: answer(200, body))) == page)
    }

    @Test(
        "a page of another server than the blog's is recognised, however its address looks",
        arguments: [
            ("https://blog.example/wp-admin/authorize-application.php", nil), ("https://BLOG.example?x", nil),
            ("https://evil.example/blog.example", "https://evil.example"),
            ("https://blog.example.evil.example/", "https://blog.example.evil.example"),
            ("https://blog.example@evil.example/", "https://blog.example@evil.example"),
            ("https://blog.example:8443/", "https://blog.example:8443"),
            ("http://blog.example/", "http://blog.example"),
        ])
    func foreignPages(page: String, origin: String?) {
        #expect(WordPressLogin(origin: "https://blog.example").otherOrigin(of: page) == origin)
        #expect(WordPressLogin(origin: "https://blog.example/sub").otherOrigin(of: page) == origin)
    }
}
