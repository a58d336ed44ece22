/// Something that an author or the operator has to settle. Programs read its parts; people read its text.
package struct Warning: Codable, Hashable, Sendable {
    package let kind: Kind
    /// What is wrong, in sentences.
    package let words: String
    /// The next command; nil if none settles it.
    package let next: String?
    /// The name of the target or the number of the delivery that it is about; nil for the desk.
    package let about: String?

    package enum Kind: String, CaseIterable, Sendable {
        /// A fault of the machine that prevents writes: a full disk, a store that is gone.
        case machine
        /// The machine's clock was set, so nothing is sent for a while.
        case clock
        /// The settings files have errors.
        case settings
        /// A folder of a site that the service may not write to.
        case folder
        /// The store is damaged.
        case damage
        /// A file of the store has a second name.
        case hardLink = "hard-link"
        /// A row is damaged and left out.
        case row
        /// A post is public although its file calls it private.
        case exposure
        /// What a restore cannot know.
        case restore
        case delivery
        /// The latest check of a target failed.
        case target
        /// A target has no secret, so nothing is sent there.
        case secret
        /// A site is not up to date.
        case site
        /// The operator could not be notified.
        case notification
        case pause
        /// One that this version does not know.
        case other
    }

    package init(_ kind: Kind, _ words: String, next: String? = nil, about: String? = nil) {
        (self.kind, self.words, self.next, self.about) = (kind, words, next, about)
    }

    /// For a log or another text: “what is wrong. Next: command”.
    package var text: String { next.map { "\(words) Next: \($0)" } ?? words }
}

extension Warning.Kind: Codable {
    /// A newer daemon may know more kinds.
    package init(from decoder: any Decoder) throws {
        self = Warning.Kind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
    }
}
