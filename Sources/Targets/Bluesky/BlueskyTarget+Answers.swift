import ATProtocol
import Copyfitting
import HTTPValues
import JSONTree
package import Posts

// Interprets the server's answers, and finds out whether a post is there.

extension BlueskyTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        let copy = parcel.identity[Parcel.copyIdentity]
        if let copy, !BlueskyPost.isCreated(by: parcel) { return outcome(ofDeletion: exchange, of: copy) }
        guard exchange.status == 200, let answer = exchange.answer else {
            return copy.flatMap { _ in rejectionOfSwap(exchange) } ?? rejection(exchange)
        }
        let results = answer.json?["results"]?.elements ?? [answer.json].compactMap(\.self)
        let uris = results.compactMap { $0["uri"]?.identifier }
        guard let post = BlueskyPost(parcel), case let key = BlueskyPost.rootKey(in: body) ?? post.rootKey,
            let uri = uris.first(where: { $0.hasSuffix("/\(BlueskyPost.collection)/\(key)") })
        else {
            return service.unexpected(answer, wanted: "the address of the post")
        }
        let account = uri.dropFirst("at://".count).prefix { $0 != "/" }
        return .accepted(BlueskyCopy(account: String(account), key: key, parts: post.parts.count).record)
    }

    /// A key in use is a 500 or a 400 by the server; whose record is there decides.
    private func rejection(_ exchange: Exchange) -> Outcome {
        let problem = problem(exchange) ?? service.unexpected(exchange, wanted: "the address of the post")
        guard case .refused(let words) = problem, let answer = exchange.answer else { return problem }
        let text = String(decoding: answer.body.prefix(500), as: UTF8.self)
        return text.contains("already exists") || text.contains("InvalidSwap") ? .unknown(words) : problem
    }

    /// Mentions of accounts that the service did not find stay plain text.
    package func remark(onSent body: [UInt8]) -> String? {
        let plain = BlueskyPost.records(in: body).flatMap { record in
            let linked = (record["facets"]?.elements ?? []).compactMap { $0["index"] }.compactMap { index in
                index["byteStart"]?.integer.flatMap { start in
                    index["byteEnd"]?.integer.map { start..<max(start, $0) }
                }
            }
            return BlueskyFacet.detected(in: record["text"]?.text ?? "").compactMap { facet -> String? in
                guard case .mention(let handle) = facet.feature,
                    !linked.contains(where: { $0.contains(facet.bytes.lowerBound) })
                else {
                    return nil
                }
                return "@\(handle)"
            }
        }
        let once = plain.enumerated().filter { !plain[..<$0.offset].contains($0.element) }.map(\.element)
        guard !once.isEmpty else { return nil }
        return "\(once.listed(upTo: 5)): plain text there. \(service.name) found no such account, or the post mentions "
            + "more than \(BlueskyTarget.mentionsMax)."
    }

    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard let post = BlueskyPost(parcel) else {
            return .done(.textIsLost)
        }
        return Dialogue.run(answers, ended: LookUpResult.unclear) { dialogue throws(Interruption) in
            let sent = BlueskyPost.account(in: body)
            let account = if let sent { sent } else { try readFacts(&dialogue, briefing).account }
            let key = BlueskyPost.rootKey(in: body) ?? post.rootKey
            var copy = BlueskyCopy(account: account, key: key, parts: post.parts.count)
            if try postRecord(key, of: account, &dialogue) == nil {
                guard briefing.isRestored, let later = try successor(of: copy, &dialogue) else { return .absent }
                copy = later
            } else if briefing.isRestored {
                copy = try counted(copy, &dialogue)
            }
            return .found(copy.record)
        }
    }

    /// An earlier attempt may have arrived. The record under the key of the root decides for all records of the post,
    /// because they are written together.
    /// - Parameter root: the record as it was sent, as far as it is known.
    /// - Returns: nil if it did not arrive.
    func lookedFor(
        _ post: BlueskyPost, as root: [String: JSON], of account: String, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Outcome? {
        guard let found = try postRecord(post.rootKey, of: account, &dialogue) else { return nil }
        let copy = BlueskyCopy(account: account, key: post.rootKey, parts: post.parts.count)
        let differences = found.differences(from: root)
        guard differences.isEmpty else {
            return .refused(
                "Another post stands there under this post's key, so it was changed there: \(copy.address). It differs in "
                    + "\(differences.joined(separator: ", ")). Galley does not overwrite it. Confirm it as "
                    + "sent, or delete it there and retry.")
        }
        return .accepted(copy.record)
    }

    /// - Returns: nil if the server says that it has no such post.
    func postRecord(
        _ key: String, of account: String, _ dialogue: inout Dialogue
    ) throws(Interruption) -> JSON? {
        try value(of: BlueskyPost.collection, key, in: account, wanted: "the post", &dialogue)
    }

    func read(_ collection: String, _ key: String, of account: String) -> HTTPRequest {
        get("com.atproto.repo.getRecord", [("repo", account), ("collection", collection), ("rkey", key)])
    }

    /// - Returns: nil if the server says that it has none.
    func record(
        _ collection: String, _ key: String, of account: String, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Exchange? {
        let exchange = try dialogue.ask(read(collection, key, of: account))
        if exchange.answer?.isMissingRecord == true { return nil }
        if let problem = problem(exchange) { throw .ended(problem) }
        return exchange
    }

    /// As `record`, for what the record holds.
    /// - Parameter wanted: what that is, for a message.
    func value(
        of collection: String, _ key: String, in account: String, wanted: String, _ dialogue: inout Dialogue
    ) throws(Interruption) -> JSON? {
        guard let exchange = try record(collection, key, of: account, &dialogue) else { return nil }
        guard let value = exchange.answer?.json?["value"] else {
            throw .ended(service.unexpected(exchange, wanted: wanted))
        }
        return value
    }
}

extension JSON {
    /// Whether it has all that was sent. A server may have added members.
    fileprivate func holds(_ sent: JSON) -> Bool {
        switch (self, sent) {
        case (.object(let mine), .object(let sent)): sent.allSatisfy { mine[$0.key]?.holds($0.value) == true }
        case (.list(let mine), .list(let sent)): mine.count == sent.count && zip(mine, sent).allSatisfy { $0.holds($1) }
        default: self == sent
        }
    }
}

extension JSON {
    /// The names of the members of `sent` that the record does not hold.
    func differences(from sent: [String: JSON]) -> [String] {
        sent.filter { self[$0.key]?.holds($0.value) != true }.keys.sorted()
    }
}

extension HTTPAnswer {
    /// Whether the server says that it has no such record. Older servers say so in the message only.
    var isMissingRecord: Bool {
        guard status == 400 || status == 404, let json else { return false }
        return json["error"]?.text == "RecordNotFound"
            || json["message"]?.text?.hasPrefix("Could not locate record") == true
    }
}

extension BlueskyTarget {
    /// `https://bsky.app/profile/ada.example.com/post/3l23456723456`, with the account's handle or DID. The parts of a thread
    /// are known by the key of its root.
    package func copyID(at address: String, of parcel: Parcel, facts: [UInt8]?) throws(CopyAddressError) -> String? {
        guard let facts = BlueskyFacts(encoded: facts, of: login.owner) else { return nil }
        let parts = address.pathParts
        guard parts.count == 4, parts[0] == "profile", parts[2] == "post", RecordKey(String(parts[3])) != nil,
            [facts.account, facts.handle.lowercased()].contains(parts[1].lowercased())
        else {
            throw CopyAddressError(
                address, of: "post", at: facts.handle,
                example: "https://bsky.app/profile/\(facts.handle)/post/3l23456723456")
        }
        let key = String(parts[3])
        // The key of a replacement follows from that of the copy.
        let post = BlueskyPost(parcel).flatMap {
            $0.rootKey == key || parcel.identity[Parcel.copyIdentity] != nil ? $0 : nil
        }
        return BlueskyCopy(account: facts.account, key: key, parts: post?.parts.count ?? 1).record.id
    }
}
