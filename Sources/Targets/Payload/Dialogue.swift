package import HTTPValues
package import Pictures
package import Posts

/// The next step of a dialogue with a server: a request or the result.
package enum Step<Value: Sendable>: Sendable {
    /// Send this request and call again with the answer appended.
    case ask(Question)
    case done(Value)
}

/// The input of a dialogue. It stays the same for all steps.
package struct Briefing: Hashable, Sendable {
    /// When the dialogue began.
    package var now: Instant
    /// The facts that the target's kind stored about the server (`Preparation.ready`), in its own encoding.
    package var facts: [UInt8]?
    /// The address that the parent delivery got, for a payload that waits for it.
    package var address: String?
    /// The record of the parent delivery.
    package var parent: RemotePost?
    /// Of a thread: the part before this one.
    package var previousPart: RemotePost?
    /// Of an edit or deletion: when the post first arrived at the target.
    package var copyArrivedAt: Instant?
    /// Of an edit: the copy as Galley read it just now; nil if it did not.
    package var there: Standing?
    /// Of a check: the newest copy at the target.
    package var sample: RemotePost?
    /// When the first byte of this delivery may first have been sent; nil if it never was.
    package var firstSentAt: Instant?
    /// Ids at the target that belong to other deliveries; a look-up skips them.
    package var taken: Set<String>
    /// Those ids, and those of earlier parts of the same thread, that were there before `firstSentAt`.
    package var earlier: Set<String> = []
    /// Whether a store that is lost may have sent the post, with this text or a later one.
    package var isRestored = false
    /// The body of the last attempt, which is sent again. It decides what is looked for, and the dialogue finds no values
    /// for the holes: the address, the parent or the settings may have changed since.
    package var lastRequest: [UInt8]?
    package var isRepetition: Bool { lastRequest != nil }
    /// Whether Galley can make pictures smaller.
    package var canFit = false

    package init(
        now: Instant, facts: [UInt8]? = nil, address: String? = nil, firstSentAt: Instant? = nil,
        taken: Set<String> = []
    ) {
        self.now = now
        self.facts = facts
        self.address = address
        self.firstSentAt = firstSentAt
        self.taken = taken
    }
}

/// Lets straight-line code express a dialogue, which is a pure function of the answers so far. `ask` returns the answer
/// if it exists; otherwise it ends the run with the request to send next.
///
/// Each call runs the dialogue from its start. That is cheap, because a dialogue has only a few steps.
struct Dialogue {
    private var answers: ArraySlice<Exchange>

    /// - Parameter ended: the result of a dialogue that ends early with this outcome.
    static func run<Value: Sendable>(
        _ answers: [Exchange], ended: (Outcome) -> Value,
        _ talk: (inout Dialogue) throws(Interruption) -> Value
    ) -> Step<Value> {
        var dialogue = Dialogue(answers: answers[...])
        do {
            return .done(try talk(&dialogue))
        } catch {
            return switch error {
            case .question(let question): .ask(question)
            case .ended(let outcome): .done(ended(outcome))
            }
        }
    }

    mutating func ask(_ request: HTTPRequest) throws(Interruption) -> Exchange { try ask(Question(request)) }

    mutating func ask(_ question: Question) throws(Interruption) -> Exchange {
        guard let answer = answers.popFirst() else { throw .question(question) }
        return answer
    }
}

/// Why a dialogue does not continue.
enum Interruption: Error {
    /// There is no answer to this question yet.
    case question(Question)
    /// Nothing more is asked, for the reason in the outcome.
    case ended(Outcome)
}

extension CheckReport {
    init(endedWith outcome: Outcome) { self.init(isWorking: false, words: outcome.words) }
}

extension LookUpResult {
    static let textIsLost = LookUpResult.unclear(
        "The text that was sent is no longer stored, so Galley cannot search for it.")

    package static func unclear(_ outcome: Outcome) -> LookUpResult {
        .unclear(outcome.words, until: outcome.patienceUntil)
    }
}

/// One request of a dialogue, and what the courier does besides sending it. The courier adds `User-Agent`.
package struct Question: Hashable, Sendable {
    package var request: HTTPRequest
    /// A stored picture to send as the body, in place of the request's body.
    package var attachment: HTTPAttachment?
    /// How long to wait before sending.
    package var pause = Span.zero
    /// The resource that this request looks up or creates at the target. While one dialogue uses it, others that name
    /// it wait, because two dialogues that look it up first would both create it. A dialogue uses one subject at a
    /// time.
    package var subject: String?

    package init(_ request: HTTPRequest) { self.request = request }
}

/// A file that a request carries. The courier reads it when it sends the request.
package struct HTTPAttachment: Hashable, Sendable {
    /// SHA-256 of the file, 64 hexadecimal digits.
    package var digest: String
    /// The properties of the file and the service's limits. Galley makes a larger picture smaller where possible.
    package var facts: MediaFacts?
    package var limits: PictureLimits?
    /// The body before and after the file's bytes.
    package var head: [UInt8] = []
    package var tail: [UInt8] = []
}
