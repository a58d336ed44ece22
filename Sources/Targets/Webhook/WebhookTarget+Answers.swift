package import HTTPValues
import JSONTree
package import Posts

extension WebhookTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        switch exchange {
        case .failure(let failure): return service.outcome(of: failure)
        case .success(let answer) where answer.status == alreadyDoneStatus:
            return .accepted(record(answer) ?? RemotePost())
        case .success(let answer) where isSuccess(answer.status):
            guard let record = record(answer) else {
                return service.unexpected(answer, wanted: "the id or the address that it should hold")
            }
            return .accepted(record)
        // Programs behind forms lead the browser on with these after they took the post; others lead it to a sign-in.
        case .success(let answer) where [302, 303].contains(answer.status):
            let words = "If it answers so after it took a post, add \(answer.status) to the target's `success`."
            return .unknown("\(service.redirectWords(answer)) \(words)")
        case .success(let answer): return service.outcome(ofRejection: answer, detail: nil)
        }
    }

    /// A webhook cannot be read. While the receiver recognises the key, sending again is safe and replaces a look-up.
    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard idempotencyWindow != nil, briefing.firstSentAt != nil else {
            return .done(.unseeable("\(service.name) cannot be asked whether it arrived. Only you can tell."))
        }
        guard idempotency.protectsFromCopies(since: briefing.firstSentAt, now: briefing.now) else {
            let words = "\(service.name) may have forgotten the key by now, so it is not sent again. Only you can tell."
            return .done(.unseeable(words))
        }
        return .done(.absent)
    }

    /// Sends only an OPTIONS request, which no receiver acts on. It cannot show whether the secret is right.
    package func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport> {
        Dialogue.run(answers, ended: CheckReport.init(endedWith:)) { dialogue throws(Interruption) in
            switch try dialogue.ask(HTTPRequest("OPTIONS", url)) {
            case .failure(let failure): return CheckReport(isWorking: false, words: service.plain(failure.words))
            case .success(let answer):
                let details = [idempotency.detail]
                // 501 means that it does not know OPTIONS, as small programs of a writer do not.
                if answer.status >= 500, answer.status != 501 {
                    let words = "\(service.name) answers \(answer.status): it is there and does not work."
                    return CheckReport(isWorking: false, words: words, details: details)
                }
                let words =
                    "\(service.name) answers (\(answer.status)). Galley cannot check in advance whether it accepts posts."
                return CheckReport(isWorking: true, words: words, details: details)
            }
        }
    }

    package func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer {
        let status = request.isMutation ? (success.min() ?? 200) : 204
        let id = "rehearsal-\((request.headers.first("Idempotency-Key") ?? "").stableNumber)"
        var body = JSON.object([:])
        if let idPointer { body = idPointer.setting(.text(id), in: body) }
        if let urlPointer { body = urlPointer.setting(.text("https://rehearsal.invalid/\(id)"), in: body) }
        return .json(body.written, status: status, at: instant)
    }

    private func isSuccess(_ status: Int) -> Bool {
        success.isEmpty ? (200..<300).contains(status) : success.contains(status)
    }

    /// - Returns: nil if the answer lacks the members that the configuration names.
    private func record(_ answer: HTTPAnswer) -> RemotePost? {
        guard idPointer != nil || urlPointer != nil else { return RemotePost() }
        guard let json = answer.json else { return nil }
        let id = idPointer?.value(in: json)?.identifier
        let address = urlPointer?.value(in: json)?.text.flatMap { $0.isWebAddress ? $0 : nil }
        guard (idPointer == nil) == (id == nil), (urlPointer == nil) == (address == nil) else { return nil }
        return RemotePost(id: id, url: address)
    }
}

extension JSONPointer {
    /// Returns `json` with `value` at the pointer; missing containers are created.
    fileprivate func setting(_ value: JSON, in json: JSON) -> JSON { setting(value, in: json, path: path[...]) }

    private func setting(_ value: JSON, in json: JSON?, path: ArraySlice<String>) -> JSON {
        guard let token = path.first else { return value }
        if token == "0" || (Int(token) != nil && json?.elements != nil) {
            return .list([setting(value, in: json?.elements?.first, path: path.dropFirst())])
        }
        var members = json?.fields ?? [:]
        members[token] = setting(value, in: members[token], path: path.dropFirst())
        return .object(members)
    }
}

extension Target {
    /// A signed request with any body and this webhook's headers, for messages that are not posts.
    /// - Parameter key: the idempotency key, the same for a repetition of the same message.
    /// - Returns: nil for any other kind of target.
    package func request(carrying body: [UInt8], of contentType: String, key: String, at now: Instant) -> HTTPRequest? {
        guard case .http(let kind) = kind, let webhook = kind as? WebhookTarget else { return nil }
        let headers =
            [HTTPHeader("Content-Type", contentType)] + webhook.headers + [HTTPHeader("Idempotency-Key", key)]
        let parcel = Parcel(
            method: webhook.method, url: webhook.url, headers: headers, body: [], key: key, identity: [:])
        return webhook.request(parcel, body: body, at: now)
    }
}
