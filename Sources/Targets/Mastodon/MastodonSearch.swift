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
    let briefing: Briefing
    let firstSentAt: Instant
    let facts: MastodonFacts?
    let list: List

    /// Where the account finds its own posts.
    enum List {
        /// The list of its posts, newest first.
        case own
        /// Its home timeline: what it follows and its own posts, in the order in which the server got them. So the times of
        /// others' posts say nothing about what stands below.
        case home

        var pagesMax: Int { self == .own ? 2 : 5 }
    }

    static let pageLength = 40
    /// How many candidates the search reads the source text of.
    static let sourcesMax = 5
    /// `Date` has whole seconds, and the answer took some time.
    static let slack = Span.seconds(5)
    /// For servers that send no `Date`.
    static let slackWithoutDate = Span.minutes(5)

    private var service: Service { target.service }

    func run(_ dialogue: inout Dialogue) throws(Interruption) -> LookUpResult {
        let account = if let known = facts?.accountID { known } else { try askAccount(&dialogue) }
        var candidates: [Candidate] = []
        var isComplete = false
        var next: String?
        for _ in 0..<list.pagesMax where !isComplete {
            let page = try read(try dialogue.ask(pageRequest(account, before: next)), of: account)
            candidates += page.candidates.filter { new in !candidates.contains { $0.status == new.status } }
            isComplete = page.reachesBack
            guard page.next != nil, page.next != next else { break }
            next = page.next
        }
        if let later = candidates.first(where: mayBeLater) { return .found(later.status.record) }
        // The list shows enough to rule out most other posts. Only very similar ones cost another request, those first that
        // say the same.
        let alike = Array(candidates.filter { sent.forms.contains(where: $0.status.resembles) }.reversed())
        let likely = alike.filter(mayBeSent)
        for candidate in (likely + alike.filter { !mayBeSent($0) }).prefix(MastodonSearch.sourcesMax) {
            if let finding = try judge(candidate, &dialogue) { return finding }
        }
        if likely.count > MastodonSearch.sourcesMax {
            return .unclear(
                "\(service.name) has \(likely.count) posts very similar to this one. Check whether one of them is it.")
        }
        if isComplete { return .absent }
        return switch list {
        case .own:
            .unclear("The account has posted so much since that \(service.name)'s list does not reach back far enough.")
        case .home:
            .unseeable(
                "\(service.name) shows such posts in the home timeline only, and that does not reach back far enough, so "
                    + "Galley cannot see whether it arrived. Look there yourself.")
        }
    }

    /// Whether it leads to the post's own address: a lost store may have sent a later text.
    private func mayBeLater(_ candidate: Candidate) -> Bool {
        guard briefing.isRestored, sent.previous == nil, let address = briefing.address else { return false }
        return candidate.status.links.contains(address)
    }

    /// An edit may have changed the id of the other post.
    private func isTaken(_ id: String) -> Bool { briefing.taken.contains(copy: id) }

    /// Whether the post was there before the attempt: what stands below it in the list is older.
    private func wasThere(_ id: String) -> Bool {
        id.stableID == sent.previous?.stableID || briefing.earlier.contains(copy: id)
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
        /// The id before which the next page begins; nil if there is no next page.
        var next: String?
    }

    private func askAccount(_ dialogue: inout Dialogue) throws(Interruption) -> String {
        let exchange = try dialogue.ask(target.get("/api/v1/accounts/verify_credentials"))
        if let id = exchange.answer?.json?["id"]?.identifier, exchange.status == 200 { return id }
        let problem = target.problem(exchange)
        throw .ended(problem ?? .unknown("\(service.name) did not name the token's account."))
    }

    private func pageRequest(_ account: String, before id: String?) -> HTTPRequest {
        let path =
            switch list {
            case .own: "/api/v1/accounts/\(account.percentEncoded())/statuses?exclude_reblogs=true&"
            case .home: "/api/v1/timelines/home?"
            }
        let more = id.map { "&max_id=\($0.percentEncoded())" } ?? ""
        return target.get("\(path)limit=\(MastodonSearch.pageLength)\(more)")
    }

    private func read(_ exchange: Exchange, of account: String) throws(Interruption) -> Page {
        guard exchange.status == 200, let answer = exchange.answer, let statuses = answer.json?.elements else {
            let problem = target.problem(exchange)
            throw .ended(problem ?? .unknown("\(service.name) did not answer with a list of posts."))
        }
        let lead = answer.clockLead
        let slack = lead == nil ? MastodonSearch.slackWithoutDate : MastodonSearch.slack
        let start = firstSentAt + (lead ?? .zero)
        var page = Page(reachesBack: statuses.isEmpty)
        for json in statuses.prefix(200) {
            let isOwn = list == .own || json.isPost(of: account)
            guard let status = FoundStatus(json), let createdAt = status.createdAt, let id = status.record.id else {
                guard isOwn else { continue }
                throw .ended(.unknown("\(service.name)'s list of posts has one that cannot be read."))
            }
            page.next = next(after: page.next, id, isNew: createdAt >= start - slack)
            guard isOwn else { continue }
            if wasThere(id) || (list == .own && createdAt < start - slack) {
                page.reachesBack = true
            } else if createdAt >= start - slack, !isTaken(id) {
                page.candidates.append(
                    Candidate(status: status, isTimeDoubtful: createdAt < start - MastodonSearch.slack))
            }
        }
        return page
    }

    /// - Parameters:
    ///   - known: the id that the posts above led to.
    ///   - isNew: whether the post may be as new as the attempt.
    private func next(after known: String?, _ id: String, isNew: Bool) -> String? {
        switch list {
        // snac orders posts of one second by another rule than their ids, by which it pages.
        case .own: [known, id].compactMap(\.self).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        // Takahē pages by ids, and others' older posts come in late. A page before one of those would leave out posts that
        // stand below it here.
        case .home: isNew ? id : known
        }
    }

    /// Whether the list shows the letters that were sent. Servers leave out what they take for HTML, and custom emoji.
    private func mayBeSent(_ candidate: Candidate) -> Bool {
        sent.source.contains("<") || sent.source.contains(/:[A-Za-z0-9_]+:/)
            || sent.forms.contains { candidate.status.normalized == $0.normalized }
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
            let isExact = sent.forms.contains { text.withoutGaps == $0.source.withoutGaps }
            // The texts of a series often have the same letters.
            if !isExact, facts?.keepsSourceExactly == true { return nil }
            isSame = isExact || sent.forms.contains { NormalizedText(text) == NormalizedText($0.source) }
            // A source that the server makes from HTML lacks the custom emoji.
            if !isSame, facts?.keepsSource != false || !mayBeSent(candidate) { return nil }
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

extension Set<String> {
    /// Whether one of these ids is of the same copy.
    fileprivate func contains(copy id: String) -> Bool {
        contains(id) || (id.stableID != id && contains { $0.stableID == id.stableID })
    }
}

extension String {
    /// Servers trim a text, and unify its line ends.
    fileprivate var withoutGaps: String { filter { !$0.isWhitespace } }
}

extension JSON {
    /// Whether this status is by the account, and no repeat of another post.
    fileprivate func isPost(of account: String) -> Bool {
        self["account"]?["id"]?.identifier == account && (self["reblog"] ?? .null) == .null
    }
}
