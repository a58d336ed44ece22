import HTTPValues
import PostStore
import Posts
import StoreSupport
import Synchronization
import TargetSupport
import Targets
import Testing

@testable import Courier

/// What happens to copies of one account once the target has the credential of another.
@Suite("What another account has sent", .timeLimit(.minutes(10)))
struct AccountTests {
    /// A server with two accounts, whose tokens are their names. It loses the answers to the requests for which `isLost`
    /// holds after it carried them out.
    private func server(isLost: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }) throws -> ScriptedTransport
    {
        guard case .http(let service) = try mastodon().kind else { throw CancellationError() }
        let copy = Mutex(answered(404))
        return ScriptedTransport { request in
            let isAnn = request.headers.first("Authorization") == "Bearer ann"
            if request.url.hasSuffix("/verify_credentials") {
                return answered(200, isAnn ? #"{"id":"17","acct":"ann"}"# : #"{"id":"18","acct":"ben"}"#)
            }
            if request.url.contains("/accounts/") { return answered(200, "[]") }
            if request.method == "GET", request.url.contains("/statuses/") {
                return isAnn ? copy.withLock { $0 } : answered(404, #"{"error":"Record not found"}"#)
            }
            let answer = Exchange.success(service.rehearsalAnswer(to: request, at: testClock()))
            if request.url.hasSuffix("/statuses") { copy.withLock { $0 = answer } }
            return isLost(request) ? .failure(HTTPFailure(reached: .sent, words: "The connection was lost.")) : answer
        }
    }

    @Test("a post whose answer was lost is not sent again by another account, which could not see it")
    func creationInDoubt() async throws {
        let transport = try server { $0.isMutation }
        let round = try await Round([try mastodon(token: "ann")])
        let id = try #require(try await round.publish().first).id
        try await round.run(transport) { try await $0.states() == ["fediverse": .uncertain] }
        #expect(try await round.store.attempts(of: id).map(\.account) == ["17 at social.example"])

        let other = try mastodon(token: "ben")
        _ = try await round.store.ask(.retry, of: id, rules: other.rules(facts: nil))
        let reason = try await reason(of: id, in: round, after: round.courier(transport, knowing: [other]))
        #expect(reason.contains("17 at social.example") && reason.contains("18 at social.example"))
        #expect(transport.requests.filter(\.isMutation).count == 1)
    }

    @Test("an edit and a deletion by another account wait, and leave once the first one's credential is back")
    func changes() async throws {
        for kind in [DeliveryKind.edit, .delete] {
            let transport = try server()
            let ann = try mastodon(token: "ann")
            let round = try await Round([ann])
            let post = try #require(try await round.publish().first).postID
            try await round.run(transport) { try await $0.states() == ["fediverse": .delivered] }

            try await round.change(post, kind)
            let change = try #require(try await round.store.deliveries(.open).items.first?.delivery.id)
            let ben = round.courier(transport, knowing: [try mastodon(token: "ben")])
            try await round.run(ben) { round in
                let waiting = DeliveryStory(try await round.store.delivery(change).delivery)
                return waiting.block == .auth && waiting.reason?.contains("17 at social.example") == true
            }
            #expect(transport.requests.filter(\.isMutation).count == 1)

            try round.restart()
            // A check of the account that works releases it, too.
            _ = try? await round.store.ask(.retry, of: change, rules: ann.rules(facts: nil))
            try await round.run(transport) { try await $0.store.deliveries(.open).items.isEmpty }
            #expect(try await round.store.delivery(change).delivery.state.word == .delivered)
            #expect(transport.requests.filter(\.isMutation).count == 2)
        }
    }

    @Test("a deletion does not reach the post that has the copy's number at another site")
    func otherSite() async throws {
        func blog(_ url: String) throws -> Target {
            var settings = TargetSettings(name: "blog", kind: "wordpress")
            (settings.url, settings.username, settings.secret) = (url, "ann", Secret(file: "word"))
            return try Target(settings)
        }
        let (old, new) = (try blog("https://old.example"), try blog("https://new.example"))
        guard case .http(let service) = old.kind else { return }
        let transport = ScriptedTransport { request in
            guard request.url.hasPrefix("https://new.example/"), !request.isMutation else {
                return .success(service.rehearsalAnswer(to: request, at: testClock()))
            }
            let id = request.url.split(separator: "/").last?.prefix { $0 != "?" } ?? ""
            return answered(
                200,
                #"{"id":\#(id),"slug":"other","status":"publish","link":"https://new.example/other/","#
                    + #""title":{"raw":"Other"},"content":{"raw":"Other words"}}"#)
        }
        let round = try await Round([old])
        let post = try #require(try await round.publish().first).postID
        try await round.run(transport) { try await $0.states() == ["blog": .delivered] }

        try await round.change(post, .delete, knowing: [new])
        let change = try #require(try await round.store.deliveries(.open).items.first?.delivery.id)
        try await round.run(round.courier(transport, knowing: [new])) { round in
            let waiting = DeliveryStory(try await round.store.delivery(change).delivery)
            return waiting.block == .target && waiting.reason?.contains("https://old.example/first-light/") == true
        }
        #expect(transport.requests.filter(\.isMutation).allSatisfy { $0.url.hasPrefix("https://old.example/") })
    }

    /// Runs `courier` until the reason of the uncertain delivery names an account.
    private func reason(of id: DeliveryID, in round: Round, after courier: Courier) async throws -> String {
        let found = Mutex("")
        try await round.run(courier) { round in
            guard case .uncertain(_, _, let reason) = try await round.store.delivery(id).delivery.state else {
                return false
            }
            found.withLock { $0 = reason }
            return reason.contains("account")
        }
        return found.withLock { $0 }
    }
}
