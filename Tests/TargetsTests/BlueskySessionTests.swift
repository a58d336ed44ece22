import Foundation
import HTTPValues
import Posts
import TargetSupport
import Testing

@testable import Targets

private let did = "did:plc:abcdefghijklmnopqrstuvwx"

private func session(_ change: (inout TargetSettings) -> Void = { _ in }) throws -> any SessionLogin {
    let kind = try http("bluesky") {
        $0.account = "ada.example"
        change(&$0)
    }
    return try #require(kind.session)
}

/// With an end at `noon` + 2 h.
private var token: String {
    let claims = Data(#"{"exp":\#(noon.microseconds / 1_000_000 + 7200)}"#.utf8).base64EncodedString()
    return "e30.\(claims.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")).sig"
}

private var made: Exchange {
    answer(200, #"{"did":"\#(did)","handle":"ada.example","accessJwt":"\#(token)","refreshJwt":"r2"}"#)
}

private func former(_ owner: String) -> ServiceSession {
    ServiceSession(
        owner: owner, origin: "https://service.example", account: did, access: "a1", refresh: "r1", endsAt: nil)
}

@Suite("Sessions on the AT Protocol")
struct BlueskySessionTests {
    private func renew(
        _ kind: any SessionLogin, _ former: ServiceSession? = nil, _ reply: (Question) -> Exchange
    ) throws -> (value: SessionRenewal, asked: [Question]) {
        try converse {
            kind.renew(former, now: noon, answers: $0)
        } reply: {
            reply($0)
        }
    }

    @Test("the first session takes the app password and ends when its token says")
    func creates() throws {
        let (renewal, asked) = try renew(session()) { _ in made }
        guard case .session(let session) = renewal else {
            Issue.record("\(renewal)")
            return
        }
        #expect(asked.map(\.url) == ["https://service.example/xrpc/com.atproto.server.createSession"])
        #expect(text(asked[0].body).contains(secretText))
        #expect(session.endsAt == (noon + .hours(2)).microseconds)
        #expect(session.isUsable(by: session.owner, at: noon + .minutes(117)))
        #expect(!session.isUsable(by: session.owner, at: noon + .minutes(119)))
        #expect(!session.isUsable(by: "other", at: noon))
    }

    @Test("a session is refreshed, once more if the answer is lost, and then made new")
    func refreshes() throws {
        let kind = try session()
        let old = former(kind.owner)
        #expect(try renew(kind, old) { _ in made }.asked.map(\.url.method) == ["refreshSession"])
        let lost = try renew(kind, old) { $0.url.contains("refresh") ? failure(.sent) : made }
        #expect(lost.asked.map(\.url.method) == ["refreshSession", "refreshSession", "createSession"])
        let ended = try renew(kind, old) {
            $0.url.contains("refresh") ? answer(400, #"{"error":"ExpiredToken"}"#) : made
        }
        #expect(ended.asked.map(\.url.method) == ["refreshSession", "createSession"])
        #expect(try renew(kind, former("another account")) { _ in made }.asked.map(\.url.method) == ["createSession"])
    }

    @Test("without a session nothing was sent, and only a refused password blocks")
    func fails() throws {
        let kind = try session()
        let refused = try renew(kind) { _ in
            answer(401, #"{"error":"AuthenticationRequired","message":"Invalid identifier or password"}"#)
        }
        guard case .none(.success(let denial)) = refused.value else {
            Issue.record("\(refused.value)")
            return
        }
        #expect(denial.status == 401)
        #expect(text(denial.body).contains("galley target login target"))
        let closed = answer(401, #"{"error":"AccountTakedown","message":"Account has been taken down"}"#)
        #expect(try renew(kind, nil, { _ in closed }).value == .none(closed))
        let away = [answer(500), answer(502, "<html>"), answer(403, "<html>"), answer(400, "<html>"), failure(.sent)]
        for answer in away {
            guard case .none(.failure(let failure)) = try renew(kind, nil, { _ in answer }).value else {
                Issue.record("\(answer)")
                return
            }
            #expect(failure.reached == .nothing)
        }
        let busy = try renew(kind) { _ in answer(429) }
        #expect(busy.value == .none(answer(429)))
    }

    // MARK: Finding the server

    private func world(_ document: String) -> (Question) -> Exchange {
        { question in
            if question.url.contains("resolveHandle") { return answer(200, #"{"did":"\#(did)"}"#) }
            if question.url == "https://plc.directory/\(did)" { return answer(200, document) }
            return made
        }
    }

    private func document(_ handle: String = "ada.example", _ place: String = "https://pds.example/") -> String {
        let service = ##"{"id":"#atproto_pds","serviceEndpoint":"\##(place)"}"##
        return #"{"id":"\#(did)","alsoKnownAs":["at://\#(handle)"],"service":[\#(service)]}"#
    }

    @Test("the server is found from the handle, each step confirming the one before it")
    func findsServer() throws {
        let kind = try session { $0.url = nil }
        let (renewal, asked) = try renew(kind, nil, world(document()))
        guard case .session(let session) = renewal else {
            Issue.record("\(renewal)")
            return
        }
        #expect(session.origin == "https://pds.example")
        #expect(asked.last?.url == "https://pds.example/xrpc/com.atproto.server.createSession")
        let request = HTTPRequest("GET", "https://{server of the account}/xrpc/x")
        #expect(kind.authorized(request, by: session).url == "https://pds.example/xrpc/x")
        #expect(kind.authorized(request, by: session).headers.first("Authorization") == "Bearer \(token)")
    }

    @Test("a handle leads nowhere only if both places say so; an answer that did not come is none")
    func noAnswer() throws {
        let kind = try session { $0.url = nil }
        let no = answer(400, #"{"error":"InvalidRequest","message":"Unable to resolve handle"}"#)
        let silent = [
            failure(.nothing), failure(.sent), answer(429), answer(500), answer(502, "<html>"), answer(403, "<html>"),
        ]
        func looked(_ directory: Exchange, _ page: Exchange) throws -> Exchange {
            let (renewal, _) = try renew(kind, nil) { $0.url.contains("resolveHandle") ? directory : page }
            guard case .none(let exchange) = renewal else { throw NotHTTP() }
            return exchange
        }
        for missing in silent {
            for (directory, page) in [(missing, missing), (missing, answer(404)), (no, missing)] {
                guard case .failure(let failure) = try looked(directory, page) else {
                    Issue.record("\(directory), \(page) was a no")
                    continue
                }
                #expect(failure.reached == .nothing && failure.words.contains("could not be looked up"))
            }
        }
        for page in [answer(404), answer(410), answer(200, "<html>hello</html>")] {
            #expect(try looked(no, page).status == 401)
        }
        for missing in silent {
            let (renewal, _) = try renew(kind, nil) {
                $0.url.contains("resolveHandle") ? answer(200, #"{"did":"\#(did)"}"#) : missing
            }
            guard case .none(.failure) = renewal else {
                Issue.record("\(missing) was a no")
                continue
            }
        }
    }

    @Test("a DID that was found before needs no look-up of its handle, unless it confirms that no more")
    func remembers() throws {
        let kind = try session { $0.url = nil }
        let old = former(kind.owner)
        let ended = answer(400, #"{"error":"ExpiredToken"}"#)
        let (renewal, asked) = try renew(kind, old) {
            $0.url.contains("refresh") ? ended : $0.url.contains("resolve") ? failure(.nothing) : world(document())($0)
        }
        guard case .session = renewal else {
            Issue.record("\(renewal)")
            return
        }
        #expect(!asked.contains { $0.url.contains("resolveHandle") })
        let moved = try renew(kind, old) { $0.url.contains("refresh") ? ended : world(document("eve.example"))($0) }
        #expect(moved.asked.contains { $0.url.contains("resolveHandle") })
        let other = try renew(kind, former("another account"), world(document()))
        #expect(other.asked.contains { $0.url.contains("resolveHandle") })
    }

    @Test("a `url` that holds no accounts, and http at a port of https, are matters of settings")
    func wrongServer() throws {
        let kind = try http("bluesky") { $0.account = "ada.example" }
        let login = try #require(kind.session)
        let secure = answer(400, "<h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port")
        for (reply, words) in [
            (answer(404, #"{"error":"XRPCNotSupported"}"#), "no server that holds accounts"),
            (answer(405), "no server"),
            (answer(501, #"{"error":"MethodNotImplemented"}"#), "no server"), (answer(200, "<html>"), "no server"),
            (answer(301), "no server"), (secure, "begin `url` with https://"),
        ] {
            guard case .none(let exchange) = try renew(login, nil, { _ in reply }).value else {
                Issue.record("\(reply)")
                continue
            }
            let (report, _) = try converse({ kind.check(briefing(), answers: $0) }, reply: { _ in exchange })
            #expect(report.words.contains(words), "\(report.words)")
            let parcel = try parcel(kind, try manuscript(tags: []))
            guard
                case .ended(.misconfigured) = try converse(
                    {
                        kind.prepare(parcel, briefing(), answers: $0)
                    }, reply: { _ in exchange }
                ).value
            else {
                Issue.record("\(reply)")
                continue
            }
        }
        // The server that an account names by itself is no setting.
        let found = try session { $0.url = nil }
        let (renewal, _) = try renew(found, nil) {
            $0.url.contains("createSession") ? answer(404) : world(document())($0)
        }
        guard case .none(.failure) = renewal else {
            Issue.record("\(renewal)")
            return
        }
    }

    @Test("the password goes to no server that the account does not confirm")
    func distrusts() throws {
        let kind = try session { $0.url = nil }
        for document in [
            document("eve.example"), document("ada.example", "http://pds.example"), document("ada.example", "ftp://x"),
            document().replacing(did, with: "did:plc:other"), "{}", "<html>",
        ] {
            let (renewal, asked) = try renew(kind, nil, world(document))
            guard case .none = renewal else {
                Issue.record("\(document)")
                return
            }
            #expect(asked.allSatisfy { !text($0.body).contains(secretText) })
        }
    }
}

extension String {
    /// The last part of a method's name.
    fileprivate var method: String { split(separator: ".").last.map(String.init) ?? "" }
}
