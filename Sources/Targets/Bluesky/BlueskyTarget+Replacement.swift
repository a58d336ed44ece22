import ATProtocol
import Copyfitting
import JSONTree
package import Posts

// Puts a post in the place of another one, since apps show no edits. One request deletes the old records and creates the
// new ones: the server carries out all of it, and only if nothing was written since Galley looked (`swapCommit`).

extension BlueskyTarget {
    /// After this, readers have probably seen the post.
    static let replacementTime = Span.minutes(10)

    /// Galley replaces a post only while it has no reactions, and an unclear answer counts as a reaction.
    func preparedReplacement(
        of id: String, by post: BlueskyPost, _ parcel: Parcel, _ briefing: Briefing, _ facts: BlueskyFacts,
        news: [UInt8]?, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Preparation {
        guard var copy = copy(id, facts) else { return .ended(.refused(words(onForeign: id, facts))) }
        var there = try readRecords(of: copy, &dialogue)
        if there.posts.isEmpty {
            guard let later = try laterCopy(of: copy, briefing, &dialogue) else {
                return .ended(.gone(service.copyIsGone))
            }
            (copy, there) = (later, try readRecords(of: later, &dialogue))
            // An earlier request may have arrived. Each is made from another look, so they differ in what a look finds.
            let root = post.knownRoot(
                account: facts.account, address: parcel.identity[BlueskyPost.addressIdentity] ?? briefing.address)
            if there.posts.first?.value?.differences(from: root).isEmpty == true {
                return .ended(.accepted(copy.record))
            }
        }
        if let reason = reason(against: copy, there, post, briefing) { return .ended(.refused(reason)) }
        var known = briefing
        known.address = nil
        known.parent = there.article.map { RemotePost(id: $0) }
        let values = try self.values(post, parcel, facts, known, &dialogue)
        if let reaction = try reaction(to: copy, &dialogue) { return .ended(reaction) }
        return ready(post.replacing(copy), values, replacing: there, news: news)
    }

    /// What took the place of a copy that is gone. An earlier version of Galley chose the key when it froze the edit.
    private func laterCopy(
        of copy: BlueskyCopy, _ briefing: Briefing, _ dialogue: inout Dialogue
    ) throws(Interruption) -> BlueskyCopy? {
        if let later = try successor(of: copy, &dialogue) { return later }
        guard let sent = briefing.lastRequest.flatMap(BlueskyPost.rootKey(in:)), sent != copy.key,
            try postRecord(sent, of: copy.account, &dialogue) != nil
        else { return nil }
        return try counted(BlueskyCopy(account: copy.account, key: sent, parts: 1), &dialogue)
    }

    private static let remedy =
        "“cancel” leaves the post there as it is. To replace it all the same, take it back and publish it again."

    /// Why the post is not replaced, whatever its readers did; nil if nothing speaks against it.
    private func reason(
        against copy: BlueskyCopy, _ there: BlueskyRecords, _ post: BlueskyPost, _ briefing: Briefing
    ) -> String? {
        let age = briefing.copyArrivedAt.map { briefing.now - $0 }
        guard let age, age <= BlueskyTarget.replacementTime else {
            let since = age.map { "It arrived \($0.roughly) ago" } ?? "When it arrived is unknown"
            return "\(since), and Galley replaces a post at Bluesky within "
                + "\(BlueskyTarget.replacementTime.spoken) of its arrival only. \(BlueskyTarget.remedy)"
        }
        let keys = Set(there.posts.map(\.key))
        let gone = copy.keys.enumerated().filter { !keys.contains($0.element) }.map { $0.offset + 1 }
        guard gone.isEmpty else {
            return "\(ThreadEdit.words(onGone: gone, of: copy.parts)) \(BlueskyTarget.remedy)"
        }
        let gates = 2
        guard there.records.count + post.parts.count + gates <= BlueskyPost.batchMax else {
            return
                "The old and the new thread have too many parts to change places in one step. \(BlueskyTarget.remedy)"
        }
        return nil
    }

    // MARK: Reactions

    /// How many posts a server shows at once.
    private static let postsMax = 25

    /// Why the post may not be replaced: readers reacted to it, or that is unclear. Nil if there are no reactions.
    private func reaction(to copy: BlueskyCopy, _ dialogue: inout Dialogue) throws(Interruption) -> Outcome? {
        let uris = copy.keys.map { BlueskyPost.uri(copy.account, BlueskyPost.collection, $0) }
        var counts = ReactionCounts()
        for start in stride(from: 0, to: uris.count, by: BlueskyTarget.postsMax) {
            var asked = Set(uris[start..<min(start + BlueskyTarget.postsMax, uris.count)])
            let exchange = try dialogue.ask(get("app.bsky.feed.getPosts", asked.sorted().map { ("uris", $0) }))
            if let problem = problem(exchange) {
                switch problem {
                case .denied, .busy, .unsent, .unknown(_, until: .some): return problem
                default: return .refused(unclear(problem.words))
                }
            }
            let posts = exchange.answer?.json?["posts"]?.elements ?? []
            for post in posts {
                guard let uri = post["uri"]?.text.flatMap({ asked.remove($0) }) else { continue }
                // Each part of a thread but the last one has one reply: the next part.
                counts.add(post, ownReplies: uri == uris.last ? 0 : 1)
            }
        }
        guard counts.posts == uris.count else { return .refused(unclear("It does not show all of it.")) }
        let found = counts.words
        guard !found.isEmpty else { return nil }
        return .refused("Readers reacted to the post there (\(found)), and would lose that. \(BlueskyTarget.remedy)")
    }

    private func unclear(_ words: String) -> String {
        "Whether anyone reacted to the post there is unclear. \(words) “retry” asks again. \(BlueskyTarget.remedy)"
    }

    // MARK: The copy

    /// The copy, or the later text in its place. If that is the wanted one, `prepare` finds it under its own address.
    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        guard BlueskyPost.isCreated(by: parcel), let copy = BlueskyCopy(copy) else { return .done(.unreadable) }
        return Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            if let standing = try standing(of: copy, &dialogue) { return .there(standing) }
            guard let post = BlueskyPost(parcel), parcel.identity[Parcel.copyIdentity] != nil,
                try postRecord(copy.key, of: copy.account, &dialogue) == nil,
                let later = try successor(of: copy, &dialogue), let standing = try standing(of: later, &dialogue)
            else { return .unreadable }
            let address = parcel.identity[BlueskyPost.addressIdentity] ?? briefing.address
            return standing == Standing(post.texts(address: address).map(\.text)) ? .unreadable : .there(standing)
        }
    }

    /// - Returns: nil if a part is gone.
    private func standing(of copy: BlueskyCopy, _ dialogue: inout Dialogue) throws(Interruption) -> Standing? {
        var texts: [String] = []
        for key in copy.keys {
            guard let record = try postRecord(key, of: copy.account, &dialogue) else { return nil }
            texts.append(record["text"]?.text ?? "")
        }
        return Standing(texts)
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        let texts = BlueskyPost.records(in: body).compactMap { $0["text"]?.text }
        return texts.isEmpty ? nil : Standing(texts)
    }
}

/// What readers did with posts.
private struct ReactionCounts {
    /// The posts whose counts are known.
    private(set) var posts = 0
    private var replies = 0, reposts = 0, likes = 0, quotes = 0

    /// A post without one of the counts, or whose count of replies does not include its own, does not count as known.
    mutating func add(_ post: JSON, ownReplies: Int) {
        let names = ["replyCount", "repostCount", "likeCount", "quoteCount"]
        let found = names.compactMap { post[$0]?.integer }.filter { (0...1_000_000_000).contains($0) }
        guard found.count == names.count, found[0] >= ownReplies else { return }
        posts += 1
        replies += found[0] - ownReplies
        reposts += found[1]
        likes += found[2]
        quotes += found[3]
    }

    /// Empty without reactions.
    var words: String {
        let all = [
            (replies, "reply", "replies"), (reposts, "repost", "reposts"), (likes, "like", "likes"),
            (quotes, "quote", "quotes"),
        ]
        return all.filter { $0.0 != 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: ", ")
    }
}

extension BlueskyPost {
    /// The post under the key that follows from the copy's.
    fileprivate func replacing(_ copy: BlueskyCopy) -> BlueskyPost {
        guard let next = copy.laterKeys.first.flatMap({ RecordKey($0) }) else { return self }
        return keyed { next.advanced(by: $0).text }
    }
}

extension Standing {
    fileprivate init(_ texts: [String]) { self.init([.text: texts.joined(separator: "\n\n")]) }
}

extension BlueskyRecords {
    /// The address of the article that the card names; nil without one.
    fileprivate var article: String? {
        posts.compactMap { post in
            post.value?.at("embed", "external", "associatedRefs")?.elements?.compactMap { $0["uri"]?.text }
                .first { ArticleCopy($0) != nil }
        }.first
    }
}
