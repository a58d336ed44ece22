/// One armed attempt: its bytes, its time and its outcome. Written before the first byte is sent.
package struct Attempt: Hashable, Sendable {
    package let number: Int
    /// Of a thread: the part that it sent.
    package let part: Int
    /// Of the payload: the one that it sent.
    package let edition: Int
    /// The account that sent it, in the words of the target's kind; nil if Galley does not know it.
    package let account: String?
    package let startedAt: Instant
    package let boot: BootID
    package let idempotency: IdempotencyClass
    /// The exact bytes of the body, with every hole filled.
    package let request: [UInt8]
    /// Lower-case hexadecimal SHA-256 of `request`.
    package let digest: String
    package let endedAt: Instant?
    /// The word of its `Outcome` and a sentence about it, once known.
    package let outcome: String?
    package let reason: String?

    package init(
        number: Int, part: Int = 1, edition: Int = 1, account: String? = nil, startedAt: Instant, boot: BootID,
        idempotency: IdempotencyClass, request: [UInt8], digest: String, endedAt: Instant?, outcome: String?,
        reason: String?
    ) {
        self.number = number
        self.part = part
        self.edition = edition
        self.account = account
        self.startedAt = startedAt
        self.boot = boot
        self.idempotency = idempotency
        self.request = request
        self.digest = digest
        self.endedAt = endedAt
        self.outcome = outcome
        self.reason = reason
    }
}
