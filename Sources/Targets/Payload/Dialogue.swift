package import HTTPValues
package import Pictures
package import Posts

/// The next step of a dialogue with a server: something to ask, or the end.
package enum Step<Value: Sendable>: Sendable {
    /// Send this and call again with the answer appended.
    case ask(Question)
    case done(Value)
}

/// What a dialogue is told before it begins. It stays the same for all steps of one dialogue.
package struct Briefing: Hashable, Sendable {
    /// When the dialogue began.
    package var now: Instant
    /// What the target's kind remembered of the server (`Preparation.ready`), in its own encoding.
    package var facts: [UInt8]?
    /// The address that the parent delivery got, for a payload that waits for one.
    package var address: String?
    /// When the first byte of this delivery may first have left; nil when it never did.
    package var firstSentAt: Instant?
    /// Ids at the target that belong to other deliveries: a look-up does not take them for this one.
    package var taken: Set<String>
    /// Whether the bytes of an earlier attempt will be sent again: then nothing need be found for the holes.
    package var isRepetition = false
    /// Whether pictures can be made smaller here.
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

/// Lets a dialogue be written as straight code although it is a pure function of the answers so far: `ask` gives the
/// answer if it is there, else it ends the run with the request that is still to be made.
///
/// Each call runs the dialogue from its beginning, which costs little: a dialogue has a handful of steps.
struct Dialogue {
    private var answers: ArraySlice<Exchange>

    /// - Parameter talk: throws only what `ask` throws.
    static func run<Value: Sendable>(
        _ answers: [Exchange], _ talk: (inout Dialogue) throws(OpenQuestion) -> Value
    ) -> Step<Value> {
        var dialogue = Dialogue(answers: answers[...])
        do {
            return .done(try talk(&dialogue))
        } catch {
            return .ask(error.question)
        }
    }

    mutating func ask(_ request: HTTPRequest) throws(OpenQuestion) -> Exchange { try ask(Question(request)) }

    mutating func ask(_ question: Question) throws(OpenQuestion) -> Exchange {
        guard let answer = answers.popFirst() else { throw OpenQuestion(question: question) }
        return answer
    }
}

struct OpenQuestion: Error {
    let question: Question
}

/// One request of a dialogue with a service, and what the courier does beside sending it. It adds `User-Agent`.
package struct Question: Hashable, Sendable {
    package var request: HTTPRequest
    /// A picture of the desk that is sent as the body, in place of the request's.
    package var attachment: HTTPAttachment?
    /// How long to wait before asking.
    package var pause = Span.zero
    /// What this request looks for or makes at the target. While one dialogue is about it, others that name the same
    /// wait: two that look first and then make would make it twice. A dialogue is about one at a time.
    package var subject: String?

    package init(_ request: HTTPRequest) { self.request = request }
}

/// A file that a request carries: the courier reads it when the request is sent.
package struct HTTPAttachment: Hashable, Sendable {
    /// SHA-256 of the file, 64 hexadecimal digits.
    package var digest: String
    /// What the file is, and what the service takes of it: what is larger is made smaller, where that is possible.
    package var facts: MediaFacts?
    package var limits: PictureLimits?
    /// What stands before the file's bytes in the body, and behind them.
    package var head: [UInt8]
    package var tail: [UInt8]

    package init(digest: String, head: [UInt8] = [], tail: [UInt8] = []) {
        self.digest = digest
        self.head = head
        self.tail = tail
    }
}

/// How a request ended.
package typealias Exchange = Result<HTTPAnswer, HTTPFailure>
