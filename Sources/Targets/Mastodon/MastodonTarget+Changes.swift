package import Posts

// Edits and deletions of an existing status. Both name it. Reading the status settles an edit in doubt (`readCopy`).
// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/#edit and …/#delete

extension MastodonTarget {
    /// A 404 or 410 does not show that the copy is gone: servers give it also for the status of another account, and
    /// proxies for their own reasons. Reading the copy decides.
    func outcome(ofDeletion exchange: Exchange, of copy: String) -> Outcome {
        let problem = problem(exchange)
        if case .refused(let words)? = problem, [404, 410].contains(exchange.status) { return .unknown(words) }
        return problem ?? service.outcome(ofDeletionOf: copy, exchange)
    }
}

extension MastodonTarget {
    /// The name in the identity of an edit of who is to see its post, or the parts of its thread after the first. Only
    /// where an edit changes that.
    static let audienceIdentity = "audience"

    /// A part that was posted for fewer people, or stands there for fewer, would become public with its edit. Before the
    /// first part of a thread is edited, the others count, too.
    package func harm(ofEditing there: Standing, by parcel: Parcel, facts: [UInt8]?) -> String? {
        guard let facts = self.facts(facts), !facts.keepsAudience else { return nil }
        let shown = there.parts[.visibility] ?? "unknown"
        let wanted = parcel.identity[MastodonTarget.audienceIdentity] ?? Visibility.public.rawValue
        guard let narrow = [shown, wanted].first(where: { $0 != Visibility.public.rawValue }) else { return nil }
        return
            "\(service.name) runs \(facts.software), which makes every post public that is edited, and this one is "
            + "\(narrow). So the edit is not sent, and the copy stays as it is. Take the post back and publish it again."
    }
}

extension MastodonFacts {
    /// Whether an edit leaves who can see a post. Takahē (`Post.edit_local`) makes it public, and its API takes no other
    /// wish.
    var keepsAudience: Bool { software != "takahe" }

    /// Why the server cannot edit a status; nil if it can.
    func editProblem(at name: String) -> String? {
        guard software == "pixelfed" else { return nil }
        return
            "\(name) runs \(software), which cannot edit posts. Set edit = \"ignore\" for this target."
    }
}
