import HTTPValues
import Posts

// Edits and deletions of a status that is there. Both name it; an edit in doubt is settled by reading it (`readCopy`).
// - SeeAlso: https://docs.joinmastodon.org/methods/statuses/#edit and …/#delete

extension MastodonTarget {
    func frozenDeletion(key: String) throws(FreezeError) -> Frozen {
        let parcel = Parcel.deletion(
            url: "\(origin)/api/v1/statuses/\(Parcel.copyPlaceholder)", key: key)
        let credentials = [HTTPHeader("Authorization", "Bearer (token)")]
        return Frozen(
            payload: try parcel.frozenBytes(), preview: Preview(of: parcel, credentials: credentials, text: ""))
    }

    func outcome(ofDeletion exchange: Exchange, of copy: String) -> Outcome {
        service.outcome(ofDeletion: exchange, of: copy) { $0.mastodonError }
    }

    /// What the answer to an edit adds to that of a new status: it has to be the one that was edited.
    func outcome(ofEdit status: FoundStatus, of copy: String, _ answer: HTTPAnswer) -> Outcome {
        guard status.isCopy(copy) else {
            return .unknown("\(service.name) answered \(answer.status) with another post than the one that was edited.")
        }
        return .accepted(status.record)
    }
}

extension MastodonFacts {
    /// Why what is there cannot be edited; nil where it can.
    func editProblem(at name: String) -> String? {
        guard ["takahe", "pixelfed"].contains(software) else { return nil }
        return
            "\(name) runs \(software), which cannot edit posts. Set edit = \"ignore\" for this target."
    }
}

extension Parcel {
    /// A deletion of a copy: nothing but its address.
    static func deletion(url: String, key: String) -> Parcel {
        Parcel(
            method: "DELETE", url: url, headers: [HTTPHeader("Accept", "application/json")], body: [], key: key,
            identity: [:])
    }

    /// The copy that is to be deleted; nil for a parcel that deletes nothing.
    var deletedCopy: String? { method == "DELETE" ? identity[Parcel.copyIdentity] : nil }
}

extension Service {
    /// What is not there any more has been deleted, whoever did it. Some software says so with an empty answer. A web page
    /// may be of another server: then the deletion is sent again, and before that the copy is looked for.
    func outcome(
        ofDeletion exchange: Exchange, of copy: String, detail: (HTTPAnswer) -> String?
    ) -> Outcome {
        let isGone =
            exchange.answer.map {
                [404, 410].contains($0.status) && ($0.body.isEmpty || $0.json != nil)
            } ?? false
        if exchange.status == 404, !isGone { return .unknown("\(name) answered 404 with a web page.") }
        if isGone || exchange.status.map((200..<300).contains) ?? false { return .accepted(Record(id: copy)) }
        return problem(exchange, detail: detail) ?? .unknown("\(name) did not answer.")
    }
}
