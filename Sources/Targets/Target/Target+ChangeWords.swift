package import Posts

/// Describes in advance what happens to the copy at a target.
extension Target {
    /// - Parameter facts: the stored facts about the server; nil if it was never asked.
    package func wordsOnEdit(facts: [UInt8]?) -> String {
        guard case .http(let kind) = kind else { return "Edits are on the site at once." }
        let traits = kind.traits(facts)
        if let problem = traits.editProblem { return problem }
        return switch editPolicy {
        case .update, .replace: traits.wordsOnEdit
        case .note: "Edits wait in the queue until you send them."
        case .ignore: kindName.declaration.wordsOnIgnoredEdit
        }
    }

    /// Why an edit of the copy that `payload` made will not be sent, as far as it is known in advance; nil if it will.
    package func harm(ofEditingCopyOf payload: [UInt8], facts: [UInt8]?) -> String? {
        guard case .http(let kind) = kind, let parcels = try? Parcels(encoded: payload).all else { return nil }
        return parcels.lazy.compactMap { parcel in
            let sent = Array(kind.predictedBody(of: parcel).utf8)
            return kind.copies.standing(sent: sent, parcel, facts: facts).flatMap {
                kind.copies.harm(ofEditing: $0, by: parcel, facts: facts)
            }
        }.first
    }

    /// Why nothing is sent to the target, for the operator; nil if it has its secret, or needs none.
    package var warningOfSecret: Warning? {
        missingSecret.map {
            Warning(.secret, "Nothing is sent to “\(name)”. \($0.words)", next: $0.next, about: name.text)
        }
    }

    package var wordsOnDelete: String {
        if kindName != .site, deletePolicy == .keep { return "A post that is taken back stays there." }
        return kindName.declaration.wordsOnDelete
    }
}
