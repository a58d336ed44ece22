import HTTPValues
import JSONTree
import Posts

// Deletes a post with all that belongs to it. A deletion of what is gone fails as a whole, so Galley first reads what is
// there, and the server carries the deletion out only if nothing has changed since (`swapCommit`).

extension BlueskyTarget {
    func frozenDeletion(key: String) throws(FreezeError) -> Frozen {
        let predicted = JSON.object(["repo": .text("(\(login.account))"), "writes": .text("(all parts of the post)")])
        return try parcel(
            BlueskyPost.batch, predicted: predicted.written, key: key,
            identity: [Parcel.copyIdentity: Parcel.copyPlaceholder]
        ).frozenDeletion()
    }

    func preparedDeletion(
        of id: String, _ facts: BlueskyFacts, news: [UInt8]?, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Preparation {
        guard let copy = copy(id, facts) else { return .ended(.refused(words(onForeign: id, facts))) }
        var there = try readRecords(of: copy, &dialogue)
        if there.posts.isEmpty, let later = try successor(of: copy, &dialogue) {
            there = try readRecords(of: later, &dialogue)
        }
        if there.records.isEmpty { return .ended(.accepted(copy.record)) }
        let body: [String: JSON] = [
            "repo": .text(copy.account), "writes": .list(there.deletions), "swapCommit": .text(there.commit),
        ]
        return .ready(holes: [BlueskyTarget.bodyHole: JSON.object(body).written], facts: news)
    }

    func outcome(ofDeletion exchange: Exchange, of id: String) -> Outcome {
        rejectionOfSwap(exchange) ?? problem(exchange) ?? service.outcome(ofDeletionOf: id, exchange)
    }

    /// Something else was written to the account meanwhile, so nothing of the request was carried out. A 400 whose reason
    /// cannot be read counts as that too: the request names the commit, so making it from another look is safe.
    func rejectionOfSwap(_ exchange: Exchange) -> Outcome? {
        guard let answer = exchange.answer else { return nil }
        let reason = answer.json?["error"]?.text
        guard reason == "InvalidSwap" || answer.status == 400 && reason == nil else { return nil }
        return .overtaken(problem(exchange)?.words ?? "")
    }

    // MARK: What is there

    func copy(_ id: String, _ facts: BlueskyFacts) -> BlueskyCopy? {
        BlueskyCopy(id).flatMap { $0.account == facts.account ? $0 : nil }
    }

    func words(onForeign id: String, _ facts: BlueskyFacts) -> String {
        "“\(id.shortened(to: 200))” is no post of \(facts.handle), so Galley cannot delete it. Delete it there yourself."
    }

    /// The commit before the records of `copy` were read, and those of them that are there.
    func readRecords(of copy: BlueskyCopy, _ dialogue: inout Dialogue) throws(Interruption) -> BlueskyRecords {
        let state = try dialogue.ask(get("com.atproto.sync.getLatestCommit", [("did", copy.account)]))
        if let problem = problem(state) { throw .ended(problem) }
        guard let commit = state.answer?.json?["cid"]?.identifier else {
            throw .ended(.unsent("\(service.name) does not tell its latest commit."))
        }
        var there = BlueskyRecords(commit: commit)
        let gates = [(BlueskyPost.threadGate, copy.key), (BlueskyPost.postGate, copy.key)]
        for (collection, key) in copy.keys.map({ (BlueskyPost.collection, $0) }) + gates {
            guard let found = try record(collection, key, of: copy.account, &dialogue) else { continue }
            there.records.append(
                BlueskyRecords.Record(collection: collection, key: key, value: found.answer?.json?["value"]))
        }
        return there
    }
}

/// The records of a copy that are there.
struct BlueskyRecords {
    /// The content id of the latest commit before they were read.
    let commit: String
    var records: [Record] = []

    struct Record {
        let collection: String
        let key: String
        let value: JSON?
    }

    /// Of the parts, without the gates.
    var posts: [Record] { records.filter { $0.collection == BlueskyPost.collection } }

    var deletions: [JSON] {
        records.map { record in
            .object([
                "$type": .text("\(BlueskyPost.batch)#delete"), "collection": .text(record.collection),
                "rkey": .text(record.key),
            ])
        }
    }
}
