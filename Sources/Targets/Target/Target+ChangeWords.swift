import Posts

/// Describes in advance what happens to the copy at a target.
extension Target {
    /// - Parameter facts: the stored facts about the server; nil if it was never asked.
    package func wordsOnEdit(facts: [UInt8]?) -> String {
        guard case .http(let kind) = kind else { return "Edits are on the site at once." }
        if let problem = kind.editProblem(facts: facts) { return problem }
        return switch editPolicy {
        case .update, .replace: kind.wordsOnEdit(facts: facts)
        case .note: "Edits wait in the queue until you send them."
        case .ignore: kindName.declaration.wordsOnIgnoredEdit
        }
    }

    package var wordsOnDelete: String {
        if kindName != .site, deletePolicy == .keep { return "A post that is taken back stays there." }
        return kindName.declaration.wordsOnDelete
    }
}
