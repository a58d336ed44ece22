/// The outcome of an attempt, as far as the rules distinguish it.
package enum Outcome: Hashable, Sendable {
    /// The post arrived.
    case accepted(RemotePost)
    /// The target understood and rejected the request. Nothing was stored, and the same request would fail again.
    case refused(String)
    /// The target rejected the credential: the token is wrong, expired or lacks a right. Nothing was stored.
    case denied(String)
    /// A setting such as a URL or a category does not fit the server. Nothing was stored. Only another setting or
    /// another server helps.
    case misconfigured(String)
    /// The server cannot do it without harm, such as an edit without making the post public. Nothing was sent, and no
    /// later attempt would be better; only the author helps.
    case harmful(String)
    /// The target asked Galley to come back later. Nothing was stored.
    case busy(until: Instant, String)
    /// Something else changed what the request depends on between Galley's look and the request. Nothing was stored, and
    /// the request has to be made again from another look.
    case overtaken(String)
    /// Nothing of the request left the machine.
    case unsent(String)
    /// Part of the request was sent and its outcome is unknown: the post may have arrived.
    /// - Parameter until: the time until which the server reported that it is unavailable.
    case unknown(String, until: Instant? = nil)
    /// Nothing was sent: another person changed the copy, which now has the given content. For edits.
    case diverged(Standing, String)
    /// The copy to be changed no longer exists.
    case gone(String)

    /// The time before which the server asked for no more requests.
    package var patienceUntil: Instant? {
        switch self {
        case .busy(let until, _): until
        case .unknown(_, let until): until
        case .accepted, .refused, .denied, .misconfigured, .harmful, .overtaken, .unsent, .diverged, .gone: nil
        }
    }

    /// The word stored in `Attempt.outcome`; the schema knows six.
    package var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused, .misconfigured, .harmful, .diverged, .gone: "refused"
        case .denied: "denied"
        case .busy, .overtaken: "busy"
        case .unsent: "unsent"
        case .unknown: "unknown"
        }
    }

    /// The sentence about it; nil for a post that arrived.
    package var reason: String? {
        switch self {
        case .accepted: nil
        case .refused(let reason), .denied(let reason), .misconfigured(let reason), .harmful(let reason),
            .busy(_, let reason), .overtaken(let reason), .unsent(let reason), .unknown(let reason, _),
            .diverged(_, let reason), .gone(let reason):
            reason
        }
    }
}

/// The target's names for the delivered post, enough to find it again.
package struct RemotePost: Hashable, Sendable {
    /// The target's own id.
    package let id: String?
    /// Where readers find it.
    package let url: String?

    package init(id: String? = nil, url: String? = nil) {
        self.id = id
        self.url = url
    }
}

/// The result of a look-up at a target.
package enum LookUpResult: Hashable, Sendable {
    case found(RemotePost)
    /// The look-up was complete, and the post is not there.
    case absent
    /// The look-up gave no result.
    /// - Parameter until: the time before which the server asked not to be queried.
    case unclear(String, until: Instant? = nil)
    /// No look-up at this target can see such a post, so looking again would not help.
    case unseeable(String)
    /// The copy that the edit applies to has neither the earlier nor the sent content.
    case diverged(Standing, String)
    /// The copy no longer exists.
    case gone(String)
}

/// What a target does if it receives the same request twice. The class depends on the server, not only on the kind of
/// target. For unknown software Galley assumes only that it can be searched.
package enum IdempotencyClass: Hashable, Sendable {
    /// A: the request names the resource it creates; sending it again converges.
    case deterministic
    /// B: the server honours a key for this long after the first send.
    case windowed(Span)
    /// C: the server rejects a duplicate with a message that names the first.
    case natural
    /// D: nothing prevents a duplicate, but existing posts can be looked up.
    case searchable
    /// E: nothing prevents a duplicate, and nothing can be looked up. Galley never sends it again automatically.
    case blind

    /// Whether the same bytes with the same key may be sent while the outcome of an earlier attempt is unknown.
    /// - Parameter firstSentAt: when the first byte may first have been sent.
    package func protectsFromCopies(since firstSentAt: Instant?, now: Instant) -> Bool {
        switch self {
        case .deterministic, .natural: true
        // Four fifths of the window: clocks differ, and the request takes time. A clock that was set back proves
        // nothing.
        case .windowed(let window):
            firstSentAt.map { (.zero..<Span(microseconds: window.microseconds / 5 * 4)).contains(now - $0) } ?? false
        case .searchable, .blind: false
        }
    }

    /// The letter in the documentation.
    package var letter: String {
        switch self {
        case .deterministic: "A"
        case .windowed: "B"
        case .natural: "C"
        case .searchable: "D"
        case .blind: "E"
        }
    }
}
