package import HTTPValues
import JSONTree
package import Posts

extension BlueskyTarget {
    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            report(try readFacts(&dialogue, briefing))
        }
    }

    private func report(_ facts: BlueskyFacts) -> CheckReport {
        CheckReport(
            isWorking: true, words: "\(service.name) knows the app password as \(facts.handle).",
            details: [
                .init("account", facts.handle), .init("did", facts.account),
            ] + [facts.server.map { .init("server", $0) }].compactMap(\.self) + [
                .init("characters", "300"), .init("pictures", "\(BlueskyPost.galleryMax), each up to 2.0 MB"),
                IdempotencyClass.deterministic.detail,
            ], facts: facts.encoded)
    }

    /// Answers as the reference server would.
    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let method = request.url.split(separator: "/xrpc/").last?.prefix { $0 != "?" } ?? ""
        let body = try? JSON(reading: request.body)
        let account = "did:plc:rehearsal"
        switch method {
        case "com.atproto.server.getSession":
            return .json(#"{"did":"\#(account)","handle":"rehearsal.example"}"#, at: instant)
        case "com.atproto.sync.getLatestCommit":
            return .json(#"{"cid":"\#(BlueskyTarget.rehearsedCID)","rev":"3zzzzzzzzzzzz"}"#, at: instant)
        case "com.atproto.repo.uploadBlob":
            let blob: [String: JSON] = [
                "$type": .text("blob"), "ref": .object(["$link": .text(BlueskyTarget.rehearsedCID)]),
                "mimeType": .text(request.headers.first("Content-Type") ?? ""), "size": .number(request.body.count),
            ]
            return .json(JSON.object(["blob": .object(blob)]).written, at: instant)
        case "com.atproto.repo.putRecord", "com.atproto.repo.applyWrites":
            let writes = body?["writes"]?.elements ?? [body].compactMap(\.self)
            let results = writes.map { write in
                let key = write["rkey"]?.text ?? ""
                let uri = BlueskyPost.uri(account, write["collection"]?.text ?? "", key)
                return JSON.object(["uri": .text(uri), "cid": .text(BlueskyTarget.rehearsedCID)])
            }
            let answer = body?["writes"] == nil ? results.first : .object(["results": .list(results)])
            return .json((answer ?? .null).written, at: instant)
        case "com.atproto.repo.listRecords": return .json(#"{"records":[]}"#, at: instant)
        case "com.atproto.repo.deleteRecord": return .json("{}", at: instant)
        case "com.atproto.repo.getRecord":
            return .json(#"{"error":"RecordNotFound","message":"Could not locate record"}"#, status: 400, at: instant)
        case "com.atproto.identity.resolveHandle":
            return .json(#"{"error":"InvalidRequest","message":"Unable to resolve handle"}"#, status: 400, at: instant)
        default: return .json(#"{"error":"XRPCNotSupported"}"#, status: 404, at: instant)
        }
    }

    /// Of an empty block.
    private static let rehearsedCID = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"
}
