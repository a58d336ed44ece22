import HTTPValues
import JSONTree
import Posts

// Before a send: checks that the slug is free and looks up the ids of terms. Missing terms are created; creating one
// twice gives the same term.

extension WordPressTarget {
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        if parcel.deletedCopy != nil { return .done(.ready(holes: [:], facts: nil)) }
        guard let wanted = WantedPost(parcel, body: briefing.lastRequest) else {
            return .done(.ended(.refused(ParcelError.unreadable.description)))
        }
        let isEdit = parcel.identity[Parcel.copyIdentity] != nil
        return Dialogue.run(answers, ended: Preparation.ended) { dialogue throws(Interruption) in
            var holes: [String: String] = [:]
            if !isEdit {
                let exchange = try dialogue.ask(slugRequest(wanted, copies: 0))
                if let ending = slugProblem(exchange, wanted, parcel, briefing) { return .ended(ending) }
                if let ending = try addressProblem(wanted, &dialogue) { return .ended(ending) }
                holes[WordPressPost.dateHole] = JSON.quoted(date(wanted, exchange.answer, briefing))
            }
            if briefing.isRepetition { return .ready(holes: [:], facts: nil) }
            for (hole, taxonomy, names) in wanted.terms {
                let ids = try ids(of: names, in: taxonomy, &dialogue)
                holes[hole] = "[" + ids.map(String.init).joined(separator: ",") + "]"
            }
            for picture in parcel.pictures {
                holes[picture.address] = try address(of: picture, &dialogue)
            }
            return .ready(holes: holes, facts: nil)
        }
    }

    func slugRequest(_ wanted: WantedPost, copies: Int) -> HTTPRequest {
        let slugs = [wanted.slug] + (0..<copies).map { "\(wanted.slug)-\($0 + 2)" }
        return get(
            wanted.collection,
            [("slug", slugs.joined(separator: ",")), ("status", "any"), ("context", "edit"), ("per_page", "100")])
    }

    func get(_ path: String, _ query: [(String, String)], root: String = "/wp/v2/") -> HTTPRequest {
        HTTPRequest(
            "GET", address(path, query, root: root), headers: [.acceptsJSON, authorization], carriesCredentials: true)
    }

    /// - Parameter things: what the list has, for a message.
    func list(
        of things: String, _ question: Question, _ dialogue: inout Dialogue
    ) throws(Interruption) -> [JSON] {
        let exchange = try dialogue.ask(question)
        if let problem = problem(exchange) { throw .ended(problem) }
        guard let list = exchange.answer?.json?.elements else {
            throw .ended(service.unexpected(exchange, wanted: "a list of \(things)"))
        }
        return list
    }

    /// Why the post cannot be sent: the answer is an error, or another post has the slug.
    private func slugProblem(
        _ exchange: Exchange, _ wanted: WantedPost, _ parcel: Parcel, _ briefing: Briefing
    ) -> Outcome? {
        if let problem = problem(exchange) { return problem }
        let list = exchange.answer?.json?.elements
        let found = list?.compactMap(FoundPost.init) ?? []
        guard found.count == list?.count else { return service.unexpected(exchange, wanted: "a list of posts") }
        guard let other = found.first else {
            guard exchange.answer?.hidesPosts(besides: 0) == true else { return nil }
            return .refused(
                "\(service.name) already uses the slug “\(wanted.slug)” for a post that \(username) may not edit. "
                    + "Change the slug of this post or of that one.")
        }
        // An earlier attempt that seemed lost has arrived.
        if briefing.firstSentAt != nil, !briefing.taken.contains(other.id), other.isSame(as: wanted),
            other.status == wanted.status
        {
            return .accepted(other.record)
        }
        let place = other.link.map { " at \($0)" } ?? ""
        let title = service.plain(other.title)
        let name = title.isEmpty ? "another post" : "“\(title)”"
        return .refused(
            "\(service.name) already uses the slug “\(wanted.slug)” for \(name)\(place) (\(other.status)). "
                + "Change the slug of this post or of that one.")
    }

    private func date(_ wanted: WantedPost, _ answer: HTTPAnswer?, _ briefing: Briefing) -> String {
        let serverNow = (answer?.receivedAt ?? briefing.now) + (answer?.clockLead ?? .zero)
        return WordPressPost.date(min(wanted.published, max(serverNow, Instant(seconds: 0))))
    }
}

// MARK: - Terms

extension WordPressTarget {
    private func ids(
        of names: [String], in taxonomy: String, _ dialogue: inout Dialogue
    ) throws(Interruption) -> [Int] {
        var ids: [Int] = []
        for name in names {
            let id = try id(of: name, in: taxonomy, &dialogue)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    private func id(of name: String, in taxonomy: String, _ dialogue: inout Dialogue) throws(Interruption) -> Int {
        let list = try list(of: taxonomy, Question(termSearch(name, in: taxonomy)), &dialogue)
        let match = list.first { WordPressTarget.isTerm($0, named: name) }
        if let id = match?["id"]?.integer, id > 0 { return id }
        let created = try dialogue.ask(termRequest(name, in: taxonomy))
        return try idOfCreated(created, name, taxonomy)
    }

    /// WordPress stores names escaped and searches what it stores.
    func termSearch(_ name: String, in taxonomy: String) -> HTTPRequest {
        get(taxonomy, [("search", name.htmlTextEscaped), ("per_page", "100"), ("_fields", "id,name")])
    }

    private func termRequest(_ name: String, in taxonomy: String) -> HTTPRequest {
        .json(.object(["name": .text(name.htmlTextEscaped)]), to: address(taxonomy), headers: [authorization])
    }

    private func idOfCreated(_ created: Exchange, _ name: String, _ taxonomy: String) throws(Interruption) -> Int {
        let json = created.answer?.json
        // The search shows a hundred terms, and others may have been first.
        if json?["code"]?.text == "term_exists", let id = json?.at("data", "term_id")?.integer, id > 0 {
            return id
        }
        let word = taxonomy == "tags" ? "tag" : "category"
        if created.status == 403, json?["code"]?.text == "rest_cannot_create" {
            guard taxonomy == "tags" else { throw .ended(.misconfigured(missingCategory(name))) }
            let words = "\(service.name) has no tag “\(name)” and does not let \(username) make one."
            throw .ended(.refused(words + " Make it there, or take it off the post."))
        }
        if let problem = problem(created) { throw .ended(problem) }
        guard let id = json?["id"]?.integer, id > 0 else {
            throw .ended(service.unexpected(created, wanted: "the new \(word)"))
        }
        return id
    }

    static func isTerm(_ json: JSON, named name: String) -> Bool {
        json["name"]?.text.map { $0.referencesResolved.trimmed.lowercased() == name.trimmed.lowercased() } ?? false
    }
}

/// The post that a parcel contains, parsed.
struct WantedPost {
    let slug: String
    let title: String
    let status: String
    let collection: String
    let published: Instant
    /// Holes, with the taxonomy and the names whose ids fill them.
    let terms: [(hole: String, taxonomy: String, names: [String])]
    let content: NormalizedText

    var isPage: Bool { collection == "pages" }

    /// - Parameter body: as sent; nil for the one that is predicted.
    init?(_ parcel: Parcel, body: [UInt8]? = nil) {
        let identity = parcel.identity
        guard let slug = identity["slug"], let title = identity["title"], let status = identity["status"],
            let collection = identity["collection"], let published = identity["published"].flatMap({ Int64($0) })
        else { return nil }
        self.slug = slug
        self.title = title
        self.status = status
        self.collection = collection
        self.published = Instant(microseconds: published)
        let names = { (name: String) -> [String] in
            let json = identity[name].flatMap { try? JSON(reading: Array($0.utf8)) }
            return json?.elements?.compactMap(\.text) ?? []
        }
        let all = [
            (WordPressPost.categoriesHole, "categories", names("categories")),
            (WordPressPost.tagsHole, "tags", names("tags")),
        ]
        terms = all.filter { !$0.2.isEmpty }
        let sent = body ?? Array(parcel.predictedBody.utf8)
        guard let content = (try? JSON(reading: sent))?["content"]?.text else { return nil }
        self.content = NormalizedText(content.textOfHTML)
    }
}
