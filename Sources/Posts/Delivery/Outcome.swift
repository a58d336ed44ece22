/// How an attempt at a target ended, as the rules distinguish it.
package enum Outcome: Hashable, Sendable {
    /// It is there.
    case accepted(Record)
    /// The target understood and said no; nothing is there, and sending the same again will not help.
    case refused(String)
    /// The target does not know us any more: the token is wrong, spent or lacks a right. Nothing is there.
    case denied(String)
    /// A setting does not fit the server that was met, such as an address or a category. Nothing is there, and nothing
    /// but another setting or another server will help.
    case misconfigured(String)
    /// The target asks us to come back; nothing is there.
    case busy(until: Instant, String)
    /// Nothing of the request left the machine.
    case unsent(String)
    /// Some of the request left the machine and no answer tells what became of it: it may be there.
    case unknown(String)
    /// The server says that it is away until then. As with `unknown`, it may be there all the same.
    case unavailable(until: Instant, String)
    /// Nothing was sent: somebody changed the copy at the target, which is as the standing says. For edits.
    case diverged(Standing, String)
    /// The copy that was to be changed is not there any more.
    case gone(String)

    /// Before which the server asked not to be asked again.
    package var patienceUntil: Instant? {
        switch self {
        case .busy(let until, _), .unavailable(let until, _): until
        case .accepted, .refused, .denied, .misconfigured, .unsent, .unknown, .diverged, .gone: nil
        }
    }

    /// As `Attempt.outcome` has it, where the schema knows six words.
    package var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused, .misconfigured: "refused"
        case .denied: "denied"
        case .busy: "busy"
        case .unsent: "unsent"
        case .unknown, .unavailable: "unknown"
        case .diverged, .gone: "refused"
        }
    }
}

/// What a target calls the thing it took: enough to find it again.
package struct Record: Hashable, Sendable {
    /// The target's own id.
    package let id: String?
    /// Where readers find it.
    package let url: String?

    package init(id: String? = nil, url: String? = nil) {
        self.id = id
        self.url = url
    }
}

/// What a look-up at a target found.
package enum Finding: Hashable, Sendable {
    case found(Record)
    /// The look-up was answered in full and the thing is not there.
    case absent
    /// The look-up could not tell.
    /// - Parameter until: before which the server said that it cannot be asked.
    case unclear(String, until: Instant? = nil)
    /// No look-up at this target can see such a post: another look would say no more.
    case unseeable(String)
    /// The copy that an edit was to change says neither what it said before nor what was sent.
    case diverged(Standing, String)
    /// The copy is not there any more.
    case gone(String)
}

/// What a target does with the same request sent twice. The class belongs to the server that was met, not to the kind
/// of target alone; of unknown software nothing is assumed but that it can be searched.
package enum IdempotencyClass: Hashable, Sendable {
    /// A: the request names the thing it makes; sending it again converges.
    case deterministic
    /// B: a key is honoured for this long after the first send.
    case windowed(Span)
    /// C: a second copy is refused in words that name the first.
    case natural
    /// D: nothing protects from a copy, but what is there can be looked up.
    case searchable
    /// E: nothing protects and nothing can be looked up. Never sent again by machine.
    case blind

    /// The letter by which the documentation calls it.
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
