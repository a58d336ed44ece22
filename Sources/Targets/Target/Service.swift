import HTTPValues
import JSONTree
import Posts

/// The other side of a delivery: its name in messages, and the interpretation of answers that all services share.
struct Service: Hashable, Sendable {
    /// For example `social.example`.
    let name: String
    /// Removed from every message of the server.
    let secrets: [Secret]

    /// The outcome of an unsuccessful answer, as HTTP defines it for every service. See design/delivery.md, rule 4.
    ///
    /// - Parameter detail: the server's own message besides the status.
    func outcome(ofRejection answer: HTTPAnswer, detail: String?) -> Outcome {
        let words = sentence(answer, detail: detail)
        switch answer.status {
        // With these the server did not process the request; the others may follow after it did.
        case 301, 307, 308: return .misconfigured(redirectWords(answer))
        case 300..<400: return .refused(redirectWords(answer))
        case 400 where answer.isFromSecurePort:
            return .misconfigured("\(words) The port speaks https: begin `url` with https://.")
        case 401, 403: return .denied(words)
        case 429: return .busy(until: answer.waitUntil, words)
        // WordPress sends this during its own updates.
        case 503 where answer.headers.first("Retry-After") != nil:
            return .unknown(words, until: answer.waitUntil)
        // 409 means that the resource exists or is being created; only a look-up can tell which.
        case 408, 409, 500...: return .unknown(words)
        case 400..<500: return .refused(words)
        default: return .unknown(words)
        }
    }

    func outcome(of failure: HTTPFailure) -> Outcome {
        failure.reached == .nothing ? .unsent(plain(failure.words)) : .unknown(plain(failure.words))
    }

    /// For a copy that is no longer there.
    var copyIsGone: String {
        "The copy at \(name) was deleted there. Publish the post there again to send a new one."
    }

    /// A look-up found a post that may be the one that was sent.
    func similarPost(at address: String?) -> LookUpResult {
        let place = address.map { " at \($0)" } ?? ""
        return .unclear("\(name) has a post very similar to this one\(place). Check whether it is the same.")
    }

    /// A successful status with unexpected content.
    func unexpected(_ answer: HTTPAnswer, wanted: String) -> Outcome {
        .unknown("\(name) answered \(answer.status), but with \(answer.contentWords) instead of \(wanted).")
    }

    /// An exchange whose answer has other content than `wanted`, or none.
    func unexpected(_ exchange: Exchange, wanted: String) -> Outcome {
        exchange.answer.map { unexpected($0, wanted: wanted) } ?? .unknown("\(name) did not answer.")
    }

    /// The outcome of a deletion that the server did not reject. Some answer it with nothing; a web page comes from
    /// something in between, such as a proxy's sign-in.
    func outcome(ofDeletionOf copy: String, _ exchange: Exchange) -> Outcome {
        guard let answer = exchange.answer, !answer.isWebPage else {
            return unexpected(exchange, wanted: "a confirmation")
        }
        return .accepted(RemotePost(id: copy))
    }

    /// The outcome of an exchange that stopped a read-only dialogue; nil if the exchange succeeded.
    func problem(_ exchange: Exchange, detail: (HTTPAnswer) -> String?) -> Outcome? {
        switch exchange {
        case .success(let answer) where (200..<300).contains(answer.status): nil
        case .success(let answer): outcome(ofRejection: answer, detail: detail(answer))
        case .failure(let failure): outcome(of: failure)
        }
    }

    /// The server's request to wait, if it names a time. Galley respects it even if the dialogue does not need this
    /// answer.
    func wait(_ exchange: Exchange, detail: (HTTPAnswer) -> String?) -> Outcome? {
        guard let answer = exchange.answer, answer.namesTime else { return nil }
        let problem = problem(exchange, detail: detail)
        return problem?.patienceUntil == nil ? nil : problem
    }

    /// - Parameter detail: nil for the beginning of the body, unless that is a web page.
    func sentence(_ answer: HTTPAnswer, detail: String?) -> String {
        guard let detail = (detail ?? answer.plainWords).map(plain), !detail.isEmpty else {
            return "\(name) answered \(answer.status)."
        }
        let end = detail.last.map { ".!?”".contains($0) } == true ? "" : "."
        return "\(name) answered \(answer.status): \(detail)\(end)"
    }

    /// One line of at most 300 characters, without secrets.
    func plain(_ text: String) -> String {
        let line = String(text.prefix(4000)).split { $0.isWhitespace || $0.isControl }.joined(separator: " ")
        return secrets.reduce(line) { $1.removed(from: $0) }.shortened(to: 300)
    }

    func redirectWords(_ answer: HTTPAnswer) -> String {
        let words =
            "\(name) answered \(answer.status), a redirect. Galley does not follow redirects when it sends a post."
        guard let place = answer.headers.first("Location").map(plain), !place.isEmpty else { return words }
        return words + " It points to “\(place)”. Set the target's `url` to where the service really is."
    }
}

extension Outcome {
    package var words: String { reason ?? "It is there." }
}

extension HTTPAnswer {
    /// A description of the body, for messages.
    var contentWords: String {
        if body.isEmpty { return "nothing" }
        if json != nil { return "other JSON" }
        return isWebPage ? "a web page" : "plain text"
    }

    /// Whether a server of https refuses a request without encryption, in the words of nginx, Apache or Go.
    var isFromSecurePort: Bool {
        let text = String(decoding: body.prefix(2000), as: UTF8.self).lowercased()
        return status == 400
            && [
                "plain http request was sent to https port", "plain http to an ssl-enabled",
                "http request to an https server",
            ]
            .contains(where: text.contains)
    }

    fileprivate var isWebPage: Bool {
        String(decoding: body.prefix(200), as: UTF8.self).first { !$0.isWhitespace } == "<"
    }

    /// The beginning of a body that is not a web page.
    fileprivate var plainWords: String? {
        isWebPage ? nil : String(decoding: body.prefix(400), as: UTF8.self).trimmed
    }

    /// When the server can be asked again: `Retry-After` (seconds or an HTTP date), otherwise `X-RateLimit-Reset`
    /// or `RateLimit-Reset` (an ISO time, seconds since 1970, or seconds from now), otherwise in five minutes. Always
    /// between one second and one day from now.
    var waitUntil: Instant {
        let asked = retryAfter ?? rateLimitReset ?? receivedAt + .minutes(5)
        return min(max(asked, receivedAt + .seconds(1)), receivedAt + .hours(24))
    }

    /// Whether the server named a time.
    var namesTime: Bool { (retryAfter ?? rateLimitReset) != nil }

    private var retryAfter: Instant? {
        guard let text = headers.first("Retry-After")?.trimmed, !text.isEmpty else { return nil }
        if let seconds = text.seconds { return receivedAt + .seconds(seconds) }
        // The server's clock determined the date.
        return Instant(httpDate: text).map { $0 - (clockLead ?? .zero) }
    }

    private var rateLimitReset: Instant? {
        let header = headers.first("X-RateLimit-Reset") ?? headers.first("RateLimit-Reset")
        guard let text = header?.trimmed, !text.isEmpty else { return nil }
        if let seconds = text.seconds {
            // A billion seconds since 1970 were reached in 2001: a larger number is a date.
            return seconds > 1_000_000_000 ? Instant(seconds: seconds) : receivedAt + .seconds(seconds)
        }
        return try? RFC3339.instant(text)
    }

    /// How far the server's clock is ahead of ours; nil if the server sent no `Date`.
    var clockLead: Span? {
        headers.first("Date").flatMap { Instant(httpDate: $0.trimmed) }.map { $0 - receivedAt }
    }
}

extension String {
    /// Digits with or without a fraction, which is dropped.
    fileprivate var seconds: Int64? {
        guard utf8.allSatisfy({ (48...57).contains($0) || $0 == 0x2E }), utf8.first != 0x2E else { return nil }
        let whole = prefix { $0 != "." }
        return whole.isEmpty ? nil : Int64(whole) ?? .max
    }
}
