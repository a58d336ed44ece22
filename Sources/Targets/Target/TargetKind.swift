package import HTTPValues
package import Posts

/// A kind of target reached over HTTP: a pure value that freezes a payload, composes requests and interprets answers.
/// It never sends, retries, sleeps, logs, or throws because of an answer. The courier does the first four, and every
/// result of an exchange is an outcome.
package protocol TargetKind: Sendable {
    var place: ServicePlace { get }

    /// - Parameter facts: the result of `prepare`; nil if the server was never asked.
    func traits(_ facts: [UInt8]?) -> TargetTraits

    var copies: any TargetCopies { get }

    /// How it gets the token for requests that carry credentials; nil if `request` has all that is needed.
    var session: (any SessionLogin)? { get }

    /// The headers that `request` and the session add, with placeholders in brackets as values.
    var credentials: [HTTPHeader] { get }

    /// - Parameters:
    ///   - kind: what to do with the post; an edit or deletion names the copy by `Parcel.copyPlaceholder`, or by the hole `copy`.
    ///   - key: the delivery's idempotency key, the same for all attempts.
    func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen

    /// The dialogue before a send, which readers do not see: reads limits, looks up terms, finds values for holes.
    /// Repeating it is safe.
    func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation>

    /// The body of a frozen request as far as it is known.
    func predictedBody(of parcel: Parcel) -> String

    /// The request that changes something, with credentials.
    /// - Parameter body: `parcel.filled` with the values of the preparation.
    func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest

    func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome

    /// Finds out whether an attempt whose answer was lost arrived.
    /// - Parameter body: the body of that attempt.
    func lookUp(_ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]) -> Step<LookUpResult>

    /// A read-only call with the credential.
    func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport>

    /// The answer that a service of this kind would give, so that a rehearsal runs the whole dialogue.
    func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer
}

extension TargetKind where Self: TargetCopies {
    package var copies: any TargetCopies { self }
}

/// A payload to store, and its preview.
package struct Frozen: Hashable, Sendable {
    /// Encoded `Parcels`, or at a `site` target an encoded `SiteEntry`.
    package let payload: [UInt8]
    /// How many requests it has, one after the other.
    package let parts: Int
    package internal(set) var preview: Preview
    /// The text of a thread, which targets with the same form may take over.
    package let thread: ThreadText?

    package init(payload: [UInt8], parts: Int = 1, preview: Preview, thread: ThreadText? = nil) {
        self.payload = payload
        self.parts = parts
        self.preview = preview
        self.thread = thread
    }
}

package enum Preparation: Hashable, Sendable {
    /// Values for all of the parcel's holes, and facts about the server to store (nil: nothing new).
    case ready(holes: [String: String], facts: [UInt8]?)
    /// Nothing can be sent now: `refused` is a problem of the content, `accepted` means that the post already exists.
    case ended(Outcome)
}

/// Why a post cannot be frozen for a target, in a sentence or two for the author.
package struct FreezeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// The result of a target check.
package struct CheckReport: Codable, Hashable, Sendable {
    package let isWorking: Bool
    /// One or two sentences: what works, or what is wrong and what to do.
    package let words: String
    /// The findings, in display order.
    package let details: [Detail]
    /// The facts to store for the target; nil if there are none.
    package let facts: [UInt8]?

    package struct Detail: Codable, Hashable, Sendable {
        package let name: String
        package let value: String
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(isWorking: Bool, words: String, details: [Detail] = [], facts: [UInt8]? = nil) {
        self.isWorking = isWorking
        self.words = words
        self.details = details
        self.facts = facts
    }
}

extension TargetKind {
    /// Most services take the credential itself.
    package var session: (any SessionLogin)? { nil }

    package func predictedBody(of parcel: Parcel) -> String { parcel.predictedBody }

    /// Most kinds ask the service first. Without a question, the holes have the values that every kind knows.
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        if briefing.isRepetition { return .done(.ready(holes: [:], facts: nil)) }
        return Dialogue.run(answers, ended: Preparation.ended) { _ throws(Interruption) in
            .ready(holes: try knownHoles(parcel, briefing), facts: nil)
        }
    }

    /// `Parcel.bodyToLookFor`; if the whole body is made in `prepare`, as far as it is known.
    package func bodyToLookFor(_ parcel: Parcel, _ briefing: Briefing) -> [UInt8] {
        parcel.predictedBody.isEmpty ? Array(predictedBody(of: parcel).utf8) : parcel.bodyToLookFor(briefing)
    }

    /// The hole values that every kind has.
    /// - Throws: the first of the parcel's holes whose value is missing.
    func knownHoles(_ parcel: Parcel, _ briefing: Briefing) throws(Interruption) -> [String: String] {
        let wanted = parcel.knownValues(briefing)
        if let missing = wanted.keys.sorted().first(where: { wanted[$0]??.isEmpty ?? true }) {
            throw .ended(.refused(ParcelError.emptyHole(missing).description))
        }
        return wanted.compactMapValues(\.self)
    }
}

extension IdempotencyClass {
    var detail: CheckReport.Detail {
        let meaning =
            switch self {
            case .deterministic: "a repeated request has no further effect"
            case .windowed(let window): "a repetition is recognised for \(window.text)"
            case .natural: "a second copy is refused"
            case .searchable: "when an answer is lost, Galley looks whether the post arrived"
            case .blind: "when an answer is lost, only you can tell whether it arrived"
            }
        return CheckReport.Detail("class", "\(letter): \(meaning)")
    }
}
