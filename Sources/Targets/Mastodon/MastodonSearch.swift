import HTTPValues
import JSONTree
import Posts

/// Searches the account's newest posts for one whose answer was lost.
///
/// The author may have posted the same text before on purpose, so posts older than the attempt do not count. The search
/// compares times by the server's clock, as far as its `Date` headers show the difference from ours.
struct MastodonSearch {
    let target: MastodonTarget
    let sent: SentStatus
    let firstSentAt: Instant
    let taken: Set<String>
    /// Whether the server returns the source as it was sent.
    let keepsSource: Bool

    static let pageLength = 40
    static let pagesMax = 2
    /// How many candidates the search reads the source text of.
    static let sourcesMax = 5
    /// `Date` has whole seconds, and the answer took some time.
    static let slack = Span.seconds(5)
    /// For servers that send no `Date`.
    static let slackWithoutDate = Span.minutes(5)

    private var service: Service { target.service }

    func run(_ dialogue: inout Dialogue, accountID: String?) throws(Interruption) -> LookUpResult {
        let account = if let accountID { accountID } else { try askAccount(&dialogue) }
        var candidates: [Candidate] = []
        var isComplete = false
        var lastID: String?
        for _ in 0..<MastodonSearch.pagesMax where !isComplete {
            let list = try read(try dialogue.ask(pageRequest(account, before: lastID)))
            candidates += list.candidates
            isComplete = list.reachesBack
            lastID = list.lastID
        }
        // The list shows enough to rule out most other posts. Only very similar ones cost another request.
        let alike = candidates.filter { sent.forms.contains(where: $0.status.resembles) }
        for candidate in alike.reversed().prefix(MastodonSearch.sourcesMax) {
            if let finding = try judge(candidate, &dialogue) { return finding }
        }
        if alike.count > MastodonSearch.sourcesMax {
            return .unclear(
                "\(service.name) has \(alike.count) posts very similar to this one. Check whether one of them is it.")
        }
        guard isComplete else {
            return .unclear(
                "The account has posted so much since that \(service.name)'s list does not reach back far enough.")
        }
        return .absent
    }

    /// An edit may have changed the id of the other post.
    private func isTaken(_ id: String) -> Bool {
        taken.contains(id) || (id.stableID != id && taken.contains { $0.stableID == id.stableID })
    }

    private struct Candidate {
        let status: FoundStatus
        /// Its time could be before the attempt as well as after it.
        let isTimeDoubtful: Bool
    }

    private struct Page {
        var candidates: [Candidate] = []
        /// Whether the page reaches posts that are certainly older than the attempt, or the end of the list.
        var reachesBack = false
        var lastID: String?
    }

    private func askAccount(_ dialogue: inout Dialogue) throws(Interruption) -> String {
        let exchange = try dialogue.ask(target.get("/api/v1/accounts/verify_credentials"))
        if let id = exchange.answer?.json?["id"]?.identifier, exchange.status == 200 { return id }
        let problem = target.problem(exchange)
        throw .ended(problem ?? .unknown("\(service.name) did not name the token's account."))
    }

    private func pageRequest(_ account: String, before id: String?) -> HTTPRequest {
        let query = "exclude_reblogs=true&limit=\(MastodonSearch.pageLength)"
        let more = id.map { "&max_id=\($0.percentEncoded())" } ?? ""
        return target.get("/api/v1/accounts/\(account.percentEncoded())/statuses?\(query)\(more)")
    }

    private func read(_ exchange: Exchange) throws(Interruption) -> Page {
        guard exchange.status == 200, let answer = exchange.answer, let list = answer.json?.elements else {
            let problem = target.problem(exchange)
            throw .ended(problem ?? .unknown("\(service.name) did not answer with a list of posts."))
        }
        let lead = answer.clockLead
        let slack = lead == nil ? MastodonSearch.slackWithoutDate : MastodonSearch.slack
        let start = firstSentAt + (lead ?? .zero)
        var page = Page(reachesBack: list.isEmpty)
        for json in list.prefix(200) {
            guard let status = FoundStatus(json), let createdAt = status.createdAt, let id = status.record.id else {
                throw .ended(.unknown("\(service.name)'s list of posts has one that cannot be read."))
            }
            // snac orders posts of one second by another rule than their ids, by which it pages.
            page.lastID = [page.lastID, id].compactMap(\.self).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
            if createdAt < start - slack {
                page.reachesBack = true
            } else if !isTaken(id) {
                page.candidates.append(
                    Candidate(status: status, isTimeDoubtful: createdAt < start - MastodonSearch.slack))
            }
        }
        return page
    }

    /// - Returns: nil if the candidate is a different post.
    private func judge(_ candidate: Candidate, _ dialogue: inout Dialogue) throws(Interruption) -> LookUpResult? {
        let status = candidate.status
        guard let id = status.record.id else { return nil }
        if let previous = sent.previous, let found = status.previous, found.stableID != previous.stableID { return nil }
        let exchange = try dialogue.ask(target.get("/api/v1/statuses/\(id.percentEncoded())/source"))
        if let wait = target.wait(exchange) {
            return .unclear(wait)
        }
        let isSame: Bool
        if exchange.status == 200, let text = exchange.answer?.json?["text"]?.text {
            isSame = sent.forms.contains { text == $0.source || NormalizedText(text) == NormalizedText($0.source) }
            // A source that the server makes from HTML lacks the custom emoji.
            let mayBe =
                sent.source.contains(/:[A-Za-z0-9_]+:/) || sent.forms.contains { status.normalized == $0.normalized }
            if !isSame, keepsSource || !mayBe { return nil }
        } else {
            isSame = sent.forms.contains {
                status.normalized == $0.normalized
                    && NormalizedText(status.warning) == NormalizedText($0.warning ?? "")
            }
        }
        if isSame, !candidate.isTimeDoubtful { return .found(status.record) }
        return service.similarPost(at: status.record.url)
    }
}
