package import HTTPValues
package import JSONTree
package import Posts

/// A kind of target reached over HTTP: a pure value that freezes a payload, composes requests and interprets answers.
/// It never sends, retries, sleeps, logs, or throws because of an answer. The courier does the first four, and every
/// result of an exchange is an outcome.
package protocol TargetKind: Sendable {
    /// The part of the service's address that every user may see.
    var place: String { get }

    /// The part of a request's URL that every user may see.
    func shown(_ address: String) -> String

    /// Why the server takes no edits; nil if it does.
    /// - Parameter facts: the result of `prepare`; nil if the server was never asked.
    func editProblem(facts: [UInt8]?) -> String?

    /// Why an edit must not be sent to the copy as it stands there; nil if it may be.
    /// - Parameters:
    ///   - there: the copy, which was read just now.
    ///   - parcel: the edit.
    ///   - facts: the result of `prepare`.
    func harm(ofEditing there: Standing, by parcel: Parcel, facts: [UInt8]?) -> String?

    /// What an edit that is sent changes there, in a sentence or two.
    func wordsOnEdit(facts: [UInt8]?) -> String

    /// The texts in a request's body that readers see, in their order.
    /// - Parameters:
    ///   - body: the fields of the body.
    ///   - bytes: the body itself.
    func readersTexts(in body: [String: JSON], _ bytes: [UInt8]) -> [String?]

    /// How it gets the token for requests that carry credentials; nil if `request` has all that is needed.
    var session: BlueskySession? { get }

    /// Whether these are facts about the server and the account in the settings.
    func knows(facts: [UInt8]?) -> Bool

    /// The account that the credential belongs to, in words that stay the same as long as it is the same account; nil if
    /// it is not known, and for kinds whose copies every credential can change.
    /// - Parameter facts: the result of `prepare`; nil if the server was never asked.
    func account(facts: [UInt8]?) -> String?

    /// How the server handles a repeated creation, as far as Galley knows it.
    /// - Parameter facts: the result of `prepare`; nil if the server was never asked.
    func idempotency(facts: [UInt8]?) -> IdempotencyClass

    /// The classes of edits and of deletions of an existing copy.
    func idempotencyOfChanges(facts: [UInt8]?) -> IdempotencyClass
    func idempotencyOfDeletions(facts: [UInt8]?) -> IdempotencyClass

    /// Whether a repeated request follows from what is there now. Otherwise it is the last one, byte for byte, unless that
    /// was certainly rejected.
    func isRebuilt(_ kind: DeliveryKind) -> Bool

    /// Whether a post with a title, without pictures, an override and tags that are too many fits whatever its text: the text
    /// is cut, or has no limit below `Target.textMax`.
    var fitsAnyText: Bool { get }

    /// - Parameters:
    ///   - kind: what to do with the post; an edit or deletion names the copy by `Parcel.copyPlaceholder`, or by the hole `copy`.
    ///   - key: the delivery's idempotency key, the same for all attempts.
    func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen

    /// The dialogue before a send, which readers do not see: reads limits, looks up terms, finds values for holes.
    /// Repeating it is safe.
    func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation>

    /// What the author should know about a copy that arrived, from the request that made it; nil if there is nothing.
    func remark(onSent body: [UInt8]) -> String?

    /// The body of a frozen request as far as it is known.
    func predictedBody(of parcel: Parcel) -> String

    /// The headers that `request` and the session add, with placeholders in brackets as values.
    var credentials: [HTTPHeader] { get }

    /// Whether the settings lead to the server for which the parcel was frozen. After a change of the address, a request for
    /// the former server would carry the present credential there.
    func leads(to parcel: Parcel) -> Bool

    /// The request that changes something, with credentials.
    /// - Parameter body: `parcel.filled` with the values of the preparation.
    func request(_ parcel: Parcel, body: [UInt8], at instant: Instant) -> HTTPRequest

    func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome

    /// Finds out whether an attempt whose answer was lost arrived.
    /// - Parameter body: the body of that attempt.
    func lookUp(_ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]) -> Step<LookUpResult>

    /// The id of the copy that readers find at `address`; nil if it does not follow from the address.
    /// - Parameters:
    ///   - parcel: the one that made the copy.
    ///   - facts: the result of `prepare`; nil if the server was never asked.
    /// - Throws: if no copy of the target can be at the address.
    func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String?

    /// Reads the copy with the id `copy`. This settles an edit in doubt; Galley never sends such an edit again on a
    /// guess.
    func readCopy(_ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<CopyReading>

    /// The state of the copy in the answer to an accepted request; nil if answers do not contain it.
    func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing?

    /// The content of a request, in the parts that can be compared with the copy; nil if it cannot be parsed.
    func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing?

    /// Whether the last request shows how a copy stood after it, because the service alters nothing.
    var storesWhatIsSent: Bool { get }

    /// Whether a copy equal to `standing(sent:)` in all parts needs no edit.
    func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool

    /// A read-only call with the credential.
    func check(_ briefing: Briefing, answers: [Exchange]) -> Step<CheckReport>

    /// The answer that a service of this kind would give, so that a rehearsal runs the whole dialogue.
    func rehearsalAnswer(to request: HTTPRequest, at instant: Instant) -> HTTPAnswer
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

/// Why no copy of a target can be at an address, in a sentence or two for the author.
package struct CopyAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Parameters:
    ///   - copy: what the target has, such as “message”.
    ///   - example: an address of such a copy.
    init(_ address: String, of copy: String, at place: String, example: String) {
        description =
            "Found “\(address.shortened(to: 200))”, which is not an address of a \(copy) at \(place). Copy the address of the "
            + "\(copy) there, such as \(example)."
    }
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
    package var fitsAnyText: Bool { false }

    package func leads(to parcel: Parcel) -> Bool { parcel.url.originText == place.originText }

    package func shown(_ address: String) -> String { address }

    /// Most services take the credential itself.
    package var session: BlueskySession? { nil }

    package func remark(onSent body: [UInt8]) -> String? { nil }

    package func predictedBody(of parcel: Parcel) -> String { parcel.predictedBody }

    package func knows(facts: [UInt8]?) -> Bool { facts != nil }

    package func account(facts: [UInt8]?) -> String? { nil }

    package func editProblem(facts: [UInt8]?) -> String? { nil }

    package func harm(ofEditing there: Standing, by parcel: Parcel, facts: [UInt8]?) -> String? { nil }

    package func wordsOnEdit(facts: [UInt8]?) -> String { "Edits are sent." }

    /// Most services can return the current copy. Galley never sends an edit twice on a guess: some services reject the
    /// second, some notify all followers again.
    package func idempotencyOfChanges(facts: [UInt8]?) -> IdempotencyClass { .searchable }

    /// Most services name the copy in the URL, so deleting it twice is safe.
    package func idempotencyOfDeletions(facts: [UInt8]?) -> IdempotencyClass { .deterministic }

    /// A deletion follows from what is there.
    package func isRebuilt(_ kind: DeliveryKind) -> Bool { kind == .delete }

    package func copyID(
        at address: String, of parcel: Parcel, facts: [UInt8]?
    ) throws(CopyAddressError) -> String? { nil }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> { .done(.unreadable) }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? { nil }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? { nil }

    package var storesWhatIsSent: Bool { false }

    package func isComparedInFull(_ parcel: Parcel, facts: [UInt8]?) -> Bool { false }

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
