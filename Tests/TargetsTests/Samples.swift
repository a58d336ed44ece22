import HTTPValues
import Posts
import TargetSupport
import Testing

@testable import Targets

/// 2026-12-01T09:00:00Z.
let noon = Instant(seconds: 1_796_115_600)
let secretText = "s3cr3t-T0ken-0987"
let ghostKey = "6489f2c5b1a4d20001a1b2c3:" + String(repeating: "5eed", count: 16)
let key = "delivery-17-1"

func manuscript(
    title: String? = "Hello “world” & \\ <b>", body: String = "First *words*.\n\nSecond paragraph with \"quotes\".",
    tags: [String] = ["Swift", "open source"],
    address: Manuscript.Address = .awaited(predicted: "https://example.org/hello/"),
    override: TargetOverride? = nil, kind: PostKind = .post
) throws -> Manuscript {
    Manuscript(
        id: try #require(PostID("0123456789ab")), kind: kind, slug: try Slug(checking: "hello"), title: title,
        body: body,
        summary: "A summary", language: try Language("pt-BR"), tags: try tags.map { try Tag($0) }, author: "Ada",
        published: noon, clocks: try #require(ZoneRules(fixed: .hours(1))), changedAt: noon, override: override,
        address: address)
}

func settings(_ kind: String, _ change: (inout TargetSettings) -> Void = { _ in }) -> TargetSettings {
    var settings = TargetSettings(name: "target", kind: kind)
    settings.url = "https://service.example"
    if kind != "site" { settings.secret = Secret(file: secretText + "\n") }
    if kind == "wordpress" { settings.username = "ada" }
    if kind == "writefreely" { settings.own["blog"] = "ada" }
    if kind == "ghost" { settings.secret = Secret(ghostKey) }
    change(&settings)
    return settings
}

func target(_ kind: String, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> Target {
    try Target(settings(kind, change))
}

func http(_ kind: String, _ change: (inout TargetSettings) -> Void = { _ in }) throws -> any TargetKind {
    guard case .http(let kind) = try target(kind, change).kind else { throw NotHTTP() }
    return kind
}

struct NotHTTP: Error {}

func parcel(_ kind: any TargetKind, _ manuscript: Manuscript, facts: [UInt8]? = nil) throws -> Parcel {
    try Parcel(encoded: kind.freeze(manuscript, as: .create, facts: facts, key: key).payload)
}

func facts(_ software: String, version: String = "1", max: Int = 500, account: String? = "7", age: Span = .zero)
    -> [UInt8]?
{
    MastodonFacts(
        owner: MastodonTarget(TargetSection(settings("mastodon").table, in: settings("mastodon").desk)).owner,
        software: software,
        version: version, charactersMax: max, charactersPerURL: 23, accountID: account,
        accountName: "ada", fetchedAt: (noon - age).microseconds
    ).encoded
}

let address = "https://example.org/hello/"

func briefing(
    _ facts: [UInt8]? = nil, address: String? = address, sent: Instant? = nil, taken: Set<String> = []
) -> Briefing {
    Briefing(now: noon, facts: facts, address: address, firstSentAt: sent, taken: taken)
}

func answer(_ status: Int, _ body: String = "", _ headers: [HTTPHeader] = []) -> Exchange {
    .success(HTTPAnswer(status: status, headers: headers, body: Array(body.utf8), receivedAt: noon))
}

func failure(_ reached: HTTPFailure.Reached) -> Exchange { .failure(HTTPFailure(reached: reached, words: "It broke.")) }

/// Runs a dialogue to its end, with the answers of `reply`.
func converse<Value>(
    stepsMax: Int = 200, _ step: ([Exchange]) -> Step<Value>, reply: (Question) -> Exchange
) throws -> (value: Value, asked: [Question]) {
    var answers: [Exchange] = []
    var asked: [Question] = []
    while asked.count <= stepsMax {
        switch step(answers) {
        case .done(let value): return (value, asked)
        case .ask(let request):
            asked.append(request)
            answers.append(reply(request))
        }
    }
    throw EndlessDialogue()
}

struct EndlessDialogue: Error {}

extension Question {
    var method: String { request.method }
    var url: String { request.url }
    var headers: [HTTPHeader] { request.headers }
    var body: [UInt8] { request.body }
    var isMutation: Bool { request.isMutation }
    var carriesCredentials: Bool { request.carriesCredentials }
}

extension Outcome {
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .misconfigured: "misconfigured"
        case .harmful: "harmful"
        case .denied: "denied"
        case .busy: "busy"
        case .overtaken: "overtaken"
        case .unsent: "unsent"
        case .unknown(_, until: nil): "unknown"
        case .unknown: "unavailable"
        case .diverged: "diverged"
        case .gone: "gone"
        }
    }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
