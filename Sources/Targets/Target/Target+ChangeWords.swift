import Posts

/// Describes in advance what happens to the copy at a target.
extension Target {
    /// - Parameter facts: the stored facts about the server; nil if it was never asked.
    package func wordsOnEdit(facts: [UInt8]?) -> String {
        if kindName == .site { return "Edits are on the site at once." }
        if kindName == .mastodon, let problem = MastodonFacts(encoded: facts)?.editProblem(at: "The server") {
            return problem
        }
        return switch editPolicy {
        case .update:
            switch kindName {
            case .webhook:
                "Edits are sent as “edited”. Galley cannot see what the receiver keeps: changes made there are not noticed."
            case .mastodon: MastodonFacts(encoded: facts).wordsOnEdit
            case .wordpress: "Edits are sent. Its address, its date and its categories stay as they are there."
            case .articles: "Edits change the article."
            case .site, .bluesky: "Edits are sent."
            }
        case .note: "Edits wait in the queue until you send them."
        case .ignore where kindName == .bluesky:
            "Bluesky shows no edits, so none are sent: the copy stays as it was."
        case .ignore: "Edits are not sent: the copy stays as it was."
        }
    }

    package var wordsOnDelete: String {
        switch (deletePolicy, kindName) {
        case (_, .site): "A post that is taken back leaves the site at once."
        case (.keep, _): "A post that is taken back stays there."
        case (.delete, .wordpress): "A post that is taken back goes to the trash there."
        case (.delete, .webhook): "An unpublished post is reported as “deleted”."
        case (.delete, .mastodon), (.delete, .bluesky), (.delete, .articles):
            "A post that is taken back is deleted there."
        }
    }
}

extension MastodonFacts? {
    /// What an edit changes on the server, and what it cannot change.
    fileprivate var wordsOnEdit: String {
        let start = "Edits are sent, and people who boosted the post are notified."
        guard self?.software == "snac" else { return start + " Who can see it stays as it was." }
        return start + " Only the text changes: snac keeps the pictures, the language and who can see the post."
    }
}
