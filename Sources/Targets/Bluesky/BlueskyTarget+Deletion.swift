import HTTPValues
import JSONTree
import Posts

// Deletes a post with all that belongs to it. A deletion of what is gone fails as a whole, so Galley first reads what is
// there, and the server carries the deletion out only if nothing has changed since (`swapCommit`).

extension BlueskyTarget {
    func frozenDeletion(key: String) throws(FreezeError) -> Frozen {
        let predicted = JSON.object(["repo": .text("(\(login.account))"), "writes": .text("(all parts of the post)")])
        let parcel = parcel(
            "com.atproto.repo.applyWrites", predicted: predicted.written, key: key,
            identity: [Parcel.copyIdentity: Parcel.copyPlaceholder])
        return Frozen(
            payload: try parcel.frozenBytes(),
            preview: Preview(of: parcel, credentials: BlueskyTarget.credentials, text: ""))
    }

    func preparedDeletion(
        of id: String, _ facts: BlueskyFacts, news: [UInt8]?, _ dialogue: inout Dialogue
    ) throws(OpenQuestion) -> Preparation {
        guard let copy = BlueskyCopy(id), copy.account == facts.account else {
            let words = "“\(id.shortened(to: 200))” is no post of \(facts.handle), so Galley cannot delete it."
            return .ended(.refused("\(words) Delete it there yourself."))
        }
        let state = try dialogue.ask(get("com.atproto.sync.getLatestCommit", [("did", copy.account)]))
        if let problem = problem(state) { return .ended(problem) }
        guard let commit = state.answer?.json?["cid"]?.identifier else {
            return .ended(.unsent("\(service.name) does not tell its latest commit."))
        }
        var writes: [JSON] = []
        let gates = [(BlueskyPost.threadGate, copy.key), (BlueskyPost.postGate, copy.key)]
        for (collection, key) in copy.keys.map({ (BlueskyPost.collection, $0) }) + gates {
            let exchange = try dialogue.ask(read(collection, key, of: copy.account))
            if exchange.answer?.isMissingRecord == true { continue }
            if let problem = problem(exchange) { return .ended(problem) }
            writes.append(
                .object([
                    "$type": .text("com.atproto.repo.applyWrites#delete"), "collection": .text(collection),
                    "rkey": .text(key),
                ]))
        }
        guard !writes.isEmpty else { return .ended(.accepted(copy.record)) }
        let body: [String: JSON] = [
            "repo": .text(copy.account), "writes": .list(writes), "swapCommit": .text(commit),
        ]
        return .ready(holes: [BlueskyTarget.bodyHole: JSON.object(body).written], facts: news)
    }

    func outcome(ofDeletion exchange: Exchange, of id: String) -> Outcome {
        if exchange.status == 200 { return .accepted(Record(id: id)) }
        let problem = problem(exchange) ?? .unknown("\(service.name) did not answer.")
        // Something else was written to the account meanwhile: nothing was deleted.
        guard let answer = exchange.answer, answer.json?["error"]?.text == "InvalidSwap" else { return problem }
        return .busy(until: answer.receivedAt + .seconds(2), problem.words)
    }
}
