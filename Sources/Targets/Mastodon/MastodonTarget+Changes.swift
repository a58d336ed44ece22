import Posts

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

extension MastodonFacts {
    /// Why the server cannot edit a status; nil if it can.
    func editProblem(at name: String) -> String? {
        guard software == "pixelfed" else { return nil }
        return
            "\(name) runs \(software), which cannot edit posts. Set edit = \"ignore\" for this target."
    }
}
