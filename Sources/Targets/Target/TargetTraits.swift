package import Posts

/// What holds for the deliveries of a kind, as far as it is known of the server.
package struct TargetTraits: Hashable, Sendable {
    /// Whether the facts are about the server and the account in the settings.
    package let isServerKnown: Bool
    /// The account that the credential belongs to, in words that stay the same as long as it is the same account; nil if it
    /// is not known, and for kinds whose copies every credential can change.
    package let account: String?
    /// How the server handles a repeated creation.
    package let creations: IdempotencyClass
    /// Galley never sends an edit twice on a guess: some services reject the second, some notify all followers again.
    package let edits: IdempotencyClass
    /// Most services name the copy in the URL, so deleting it twice is safe.
    package let deletions: IdempotencyClass
    /// The deliveries of which a repeated request follows from what is there now. Of all others it is the last one, byte for
    /// byte, unless that was certainly rejected.
    package let rebuilt: Set<DeliveryKind>
    /// Whether a post with a title, without pictures, an override and tags that are too many fits whatever its text: the
    /// text is cut, or has no limit below `Target.textMax`.
    package let fitsAnyText: Bool
    /// Whether the last request shows how a copy stood after it, because the service alters nothing.
    package let storesWhatIsSent: Bool
    /// Of a blog: whether a post has its address as soon as it arrives there.
    package let givesAddress: Bool
    /// Why the server takes no edits; nil if it does.
    package let editProblem: String?
    /// What an edit that is sent changes there, in a sentence or two.
    package let wordsOnEdit: String

    init(
        _ creations: IdempotencyClass, edits: IdempotencyClass = .searchable,
        deletions: IdempotencyClass = .deterministic,
        isServerKnown: Bool, account: String? = nil, rebuilt: Set<DeliveryKind> = [.delete], fitsAnyText: Bool = false,
        storesWhatIsSent: Bool = false, givesAddress: Bool = true, editProblem: String? = nil,
        wordsOnEdit: String = "Edits are sent."
    ) {
        (self.creations, self.edits, self.deletions) = (creations, edits, deletions)
        (self.isServerKnown, self.account, self.rebuilt) = (isServerKnown, account, rebuilt)
        (self.fitsAnyText, self.storesWhatIsSent, self.givesAddress) = (fitsAnyText, storesWhatIsSent, givesAddress)
        (self.editProblem, self.wordsOnEdit) = (editProblem, wordsOnEdit)
    }
}
