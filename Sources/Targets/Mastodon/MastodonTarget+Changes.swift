import HTTPValues
import Posts

// Edits and deletions of an existing status. Both name it. Reading the status settles an edit in doubt (`readCopy`).
// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/#edit and …/#delete

extension MastodonTarget {
    func frozenDeletion(key: String) throws(FreezeError) -> Frozen {
        let parcel = Parcel.deletion(
            url: "\(origin)/api/v1/statuses/\(Parcel.copyPlaceholder)", key: key)
        return Frozen(payload: try parcel.frozenBytes(), preview: Preview(text: ""))
    }

    func outcome(ofDeletion exchange: Exchange, of copy: String) -> Outcome {
        service.outcome(ofDeletion: exchange, of: copy) { $0.mastodonError }
    }

    /// An additional check of the answer to an edit: it must contain the edited status.
    func outcome(ofEdit status: FoundStatus, of copy: String, _ answer: HTTPAnswer) -> Outcome {
        guard status.isCopy(copy) else {
            return .unknown("\(service.name) answered \(answer.status) with another post than the one that was edited.")
        }
        return .accepted(status.record)
    }
}

extension MastodonFacts {
    /// Why the server cannot edit a status; nil if it can.
    func editProblem(at name: String) -> String? {
        guard ["takahe", "pixelfed"].contains(software) else { return nil }
        return
            "\(name) runs \(software), which cannot edit posts. Set edit = \"ignore\" for this target."
    }
}

extension Parcel {
    /// A deletion of a copy; the request has a URL and no body.
    static func deletion(url: String, key: String) -> Parcel {
        Parcel(
            method: "DELETE", url: url, headers: [HTTPHeader("Accept", "application/json")], body: [], key: key,
            identity: [:])
    }

    /// The id of the copy to delete; nil for a parcel that deletes nothing.
    var deletedCopy: String? { method == "DELETE" ? identity[Parcel.copyIdentity] : nil }
}

extension Service {
    /// A copy that does not exist counts as deleted. Some software reports that with an empty answer. A web page may
    /// come from another server: then Galley repeats the deletion, and looks for the copy first.
    func outcome(
        ofDeletion exchange: Exchange, of copy: String, detail: (HTTPAnswer) -> String?
    ) -> Outcome {
        let isGone =
            exchange.answer.map {
                [404, 410].contains($0.status) && ($0.body.isEmpty || $0.json != nil)
            } ?? false
        if exchange.status == 404, !isGone { return .unknown("\(name) answered 404 with a web page.") }
        if isGone || exchange.status.map((200..<300).contains) ?? false { return .accepted(RemotePost(id: copy)) }
        return problem(exchange, detail: detail) ?? .unknown("\(name) did not answer.")
    }
}
