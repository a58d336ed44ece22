import Posts

/// What a kind of target declares about itself, once. Settings, queue, previews and pages read it here, and a test holds
/// the tables of the READMEs against it.
package struct KindDeclaration: Sendable {
    /// For people, such as `Web site`.
    package let title: String
    /// The classes of its services (`IdempotencyClass.letter`), such as `B or D`.
    package let classes: String
    package let role: Role
    /// The parts of a post that may differ at one target, as in `TargetOverride`. Blogs have none: they show the post
    /// itself.
    package let overrides: [String]
    /// What may happen to copies of an edited post; the first is the default.
    let edits: [EditPolicy]
    /// What happens to the copy of a post that is taken back; the first is the default.
    let deletions: [DeletePolicy]
    /// Why edits are not sent, if they are not.
    let wordsOnIgnoredEdit: String
    /// What `delete = "delete"` does.
    let wordsOnDelete: String
    /// Reads its settings; nil if nothing can be made of them.
    let make: @Sendable (TargetSection) -> Target.Kind?
    /// How a person gets the credential; nil if there is none.
    let login: (@Sendable (TargetSection) -> any LoginForm)?
    package var hasLogin: Bool { login != nil }

    package enum Role: Sendable {
        /// Gives a post its address.
        case blog
        /// Readers see when a post appears, and a text has to fit.
        case social
        /// Starts something, at any hour.
        case program
    }

    init(
        title: String, classes: String, role: Role,
        overrides: [String] = [], edits: [EditPolicy] = [.update, .note, .ignore],
        deletions: [DeletePolicy] = [.delete, .keep],
        wordsOnIgnoredEdit: String = "Edits are not sent: the copy stays as it was.",
        wordsOnDelete: String = "A post that is taken back is deleted there.",
        login: (@Sendable (TargetSection) -> any LoginForm)? = { TokenLogin(target: $0.name) },
        make: @escaping @Sendable (TargetSection) -> Target.Kind?
    ) {
        (self.title, self.classes, self.role) = (title, classes, role)
        (self.overrides, self.edits, self.deletions) = (overrides, edits, deletions)
        (self.wordsOnIgnoredEdit, self.wordsOnDelete) = (wordsOnIgnoredEdit, wordsOnDelete)
        (self.login, self.make) = (login, make)
    }
}
