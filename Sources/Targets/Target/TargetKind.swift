package import HTTPValues
package import Posts

/// A kind of target that is reached over HTTP: a pure value that freezes a payload, composes requests and reads
/// answers. It never sends, retries, sleeps, logs or throws from an answer: the courier does the first four, and every
/// ending of an exchange is an outcome.
package protocol TargetKind: Sendable {
    /// The service's address, as far as everybody at the desk may see it.
    var place: String { get }

    /// What a server of this kind does with a repetition, by what is known of the one that was met.
    /// - Parameter facts: as `prepare` gave them; nil while nothing is known.
    func idempotency(facts: [UInt8]?) -> IdempotencyClass

    /// The class of edits of a copy that is there, and of its deletion.
    func idempotencyOfChanges(facts: [UInt8]?) -> IdempotencyClass
    func idempotencyOfDeletions(facts: [UInt8]?) -> IdempotencyClass

    /// - Parameters:
    ///   - kind: what is to be done with the post; a change names the copy by `Parcel.copyPlaceholder`.
    ///   - key: the delivery's key, constant over all attempts.
    func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen

    /// The invisible part before a send: reads limits, looks up terms, finds values for holes. Repeatable.
    func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation>

    /// The mutating request, with credentials.
    /// - Parameter body: `parcel.filled` with the values of the preparation.
    func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest

    func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome

    /// Looks whether an attempt whose answer was lost arrived.
    /// - Parameter body: of that attempt.
    func lookUp(_ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]) -> Step<Finding>

    /// Reads the copy under the id `copy`. An edit in doubt is settled by this, never by sending it again.
    func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading>

    /// The copy as the answer to an accepted request shows it; nil where answers show none.
    func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing?

    /// What a request says, in the parts in which a copy that has it can be compared; nil where none can be read.
    func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing?

    /// Whether a copy that shows all parts of `standing(sent:)` already needs no edit.
    func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool

    /// A harmless call with the credential.
    func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport>

    /// What a service of this kind would answer, so that a rehearsal goes through the whole dialogue.
    func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer
}

/// A payload that the store keeps, and what it looks like.
package struct Frozen: Hashable, Sendable {
    /// An encoded `Parcel`, or at a `site` target an encoded `SiteEntry`.
    package let payload: [UInt8]
    package let preview: Preview

    package init(payload: [UInt8], preview: Preview) {
        self.payload = payload
        self.preview = preview
    }
}

package enum Preparation: Hashable, Sendable {
    /// Values for the parcel's holes, all of them, and what to remember of the server (nil: nothing new).
    case ready(holes: [String: String], facts: [UInt8]?)
    /// It cannot be sent now: `refused` is a matter of the content, and `accepted` says that it is there already.
    case ended(Outcome)
}

/// Why a post cannot be frozen for a target; a sentence or two for the author.
package struct FreezeError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

/// What a check of a target found.
package struct CheckReport: Codable, Hashable, Sendable {
    package let isWorking: Bool
    /// One or two sentences: what works, or what is wrong and what to do.
    package let words: String
    /// What was learnt, in the order in which to show it.
    package let details: [Detail]
    /// To be remembered as the target's facts; nil for nothing new.
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
    /// Most services can say what stands there. None is sent the same edit twice on a guess: some refuse it, some notify all
    /// followers once more.
    package func idempotencyOfChanges(facts: [UInt8]?) -> IdempotencyClass { .searchable }

    /// Most services name the copy in the address: what is deleted twice is gone.
    package func idempotencyOfDeletions(facts: [UInt8]?) -> IdempotencyClass { .deterministic }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> { .done(.unreadable) }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? { nil }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? { nil }

    package func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool { false }

    /// The values every kind knows for holes, or the reason why one is missing.
    func knownHoles(_ parcel: Parcel, _ briefing: Briefing) -> Result<[String: String], ParcelError> {
        guard parcel.holes.contains(Parcel.addressHole) else { return .success([:]) }
        guard let address = briefing.address else { return .failure(.emptyHole(Parcel.addressHole)) }
        return .success([Parcel.addressHole: address])
    }
}

extension IdempotencyClass {
    var detail: CheckReport.Detail {
        let meaning =
            switch self {
            case .deterministic: "the same thing sent twice is there once"
            case .windowed(let window): "a repetition is recognised for \(window.text)"
            case .natural: "a second copy is refused"
            case .searchable: "when an answer is lost, Galley looks whether the post arrived"
            case .blind: "when an answer is lost, only you can tell whether it arrived"
            }
        return CheckReport.Detail("class", "\(letter): \(meaning)")
    }
}
