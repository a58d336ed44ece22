package import HTTPValues
import JSONTree
package import Posts

// Interprets Ghost's answers, and reads existing posts.

extension GhostTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        if let copy = parcel.deletedCopy {
            if exchange.isMissingPost { return .accepted(RemotePost(id: copy)) }
            return problem(exchange) ?? service.outcome(ofDeletionOf: copy, exchange)
        }
        // Ghost compares the version first, and has stored nothing.
        if exchange.status == 409, exchange.answer?.ghostType == "UpdateCollisionError" {
            return .overtaken("\(service.name) has a newer version of the post than the one that Galley looked at.")
        }
        if let problem = problem(exchange) { return problem }
        guard let answer = exchange.answer, let wanted = WantedGhostPost(parcel, body: body),
            let found = exchange.found(in: wanted.collection)
        else { return service.unexpected(exchange, wanted: "the post") }
        let copy = parcel.identity[Parcel.copyIdentity]
        guard found.isTitled(as: wanted), copy == nil || copy == found.id else {
            return .unknown("\(service.name) answered \(answer.status) with a post that is not this one.")
        }
        // A person may have published a draft, or made a post a draft; an edit leaves that.
        if copy == nil, found.status != wanted.status { return .unknown(stateWords(found, wanted)) }
        return .accepted(found.record)
    }

    func stateWords(_ found: FoundGhostPost, _ wanted: WantedGhostPost) -> String {
        "\(service.name) has the post as “\(service.plain(found.status))” instead of “\(wanted.status)”. Look at it there."
    }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        let collection = parcel.identity["collection"] ?? (parcel.url.contains("/admin/pages/") ? "pages" : "posts")
        return Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            let exchange = try dialogue.ask(get("\(collection)/\(copy.percentEncoded())", [("formats", "html")]))
            if exchange.isMissingPost {
                if let words = try wordsOnOtherSite(briefing.parent?.url, &dialogue) {
                    return .failed(.misconfigured(words))
                }
                return .gone(service.copyIsGone)
            }
            if let problem = problem(exchange) { return .failed(problem) }
            guard let found = exchange.found(in: collection), found.id == copy else {
                return .failed(service.unexpected(exchange, wanted: "the post"))
            }
            return .there(found.standing)
        }
    }

    /// After a change of the target's address, another site has no post with the copy's id, either.
    /// - Parameter address: of the copy.
    private func wordsOnOtherSite(_ address: String?, _ dialogue: inout Dialogue) throws(Interruption) -> String? {
        guard let address, address.hostText != url.hostText else { return nil }
        // The editor may be at another host than the site.
        let site = try dialogue.ask(get("site", isOpen: true)).answer?.json?.at("site", "url")?.text
        if site?.hostText == address.hostText { return nil }
        return
            "The copy is \(address), and the target's `url` names \(service.name) now, which has no post with its id. Put "
            + "the former `url` back, or cancel this."
    }

    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? {
        Exchange.success(answer).found(in: parcel.identity["collection"] ?? "posts")?.standing
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let wanted = WantedGhostPost(parcel, body: body) else { return nil }
        var standing = Standing(
            title: wanted.title, html: wanted.html, excerpt: wanted.excerpt, tags: wanted.tags, state: wanted.status)
        // An edit leaves the state.
        if parcel.identity[Parcel.copyIdentity] != nil { standing.parts[.state] = nil }
        return standing
    }

    /// Why an exchange failed, in Ghost's words; nil if it succeeded.
    func problem(_ exchange: Exchange) -> Outcome? {
        let problem = service.problem(exchange, detail: { $0.ghostError })
        guard let answer = exchange.answer, let words = problem?.words else { return problem }
        switch answer.status {
        case 401, 403: return .denied("\(words) \(keyAdvice)")
        case 400 where answer.ghostError?.contains("Invalid token") == true: return .denied("\(words) \(keyAdvice)")
        case 404 where answer.ghostType == nil: return .misconfigured("\(words) Is `url` the address of a Ghost site?")
        // The routes are for integrations, so the key is of something else.
        case 501: return .denied("\(words) \(keyAdvice)")
        default: return problem
        }
    }

    private var keyAdvice: String {
        "Put the Admin API key of a custom integration into the credential: galley target login \(login.holder)"
    }
}

/// The post that a parcel contains, parsed.
struct WantedGhostPost {
    let slug: String
    let title: String
    let status: String
    let collection: String
    let published: Instant
    let html: String
    let excerpt: String
    let tags: [String]
    /// As in the request.
    let sentDate: String?

    /// - Parameter body: as sent; nil for the one that is predicted.
    init?(_ parcel: Parcel, body: [UInt8]? = nil) {
        let identity = parcel.identity
        guard let slug = identity["slug"], let status = identity["status"], let collection = identity["collection"],
            let published = identity["published"].flatMap({ Int64($0) }),
            let json = try? JSON(reading: body ?? Array(parcel.predictedBody.utf8)),
            let post = json[collection]?.elements?.first, let html = post["html"]?.text
        else { return nil }
        (self.slug, self.status, self.collection) = (slug, status, collection)
        (self.published, self.html) = (Instant(microseconds: published), html)
        let title = post["title"]?.text ?? ""
        self.title = title.isEmpty ? GhostPost.untitled : title
        excerpt = post["custom_excerpt"]?.text ?? ""
        tags = post["tags"]?.elements?.compactMap { $0["name"]?.text } ?? []
        sentDate = post["published_at"]?.text
    }

    var words: NormalizedText { NormalizedText(html.textOfHTML) }
}

/// A post as Ghost returns it.
struct FoundGhostPost {
    let id: String
    let title: String
    let status: String
    let html: String
    let excerpt: String
    let tags: [String]
    /// The time of the last change as Ghost writes it, which an edit has to name.
    let version: String?
    let record: RemotePost

    init?(_ json: JSON) {
        guard let id = json["id"]?.identifier, let status = json["status"]?.text, let title = json["title"]?.text else {
            return nil
        }
        (self.id, self.status, self.title) = (id, status, title)
        html = json["html"]?.text ?? ""
        excerpt = json["custom_excerpt"]?.text ?? ""
        tags = json["tags"]?.elements?.compactMap { $0["name"]?.text } ?? []
        version = json["updated_at"]?.text
        // The address of a draft is one for people who may see it early.
        let url = json["url"]?.text.flatMap { status == "published" && $0.isWebAddress ? $0 : nil }
        record = RemotePost(id: id, url: url)
    }

    private var words: NormalizedText { NormalizedText(html.textOfHTML) }

    var standing: Standing { Standing(title: title, html: html, excerpt: excerpt, tags: tags, state: status) }

    func isTitled(as wanted: WantedGhostPost) -> Bool { NormalizedText(title) == NormalizedText(wanted.title) }

    func isSame(as wanted: WantedGhostPost) -> Bool { isTitled(as: wanted) && words == wanted.words }

    /// Whether it may be `wanted` with a later text. Its slug shows that it is not just any other post.
    func mayBeLater(than wanted: WantedGhostPost) -> Bool {
        status == wanted.status && (isTitled(as: wanted) || words.resembles(wanted.words))
    }

    func isLike(_ wanted: WantedGhostPost) -> Bool { isTitled(as: wanted) && words.resembles(wanted.words) }
}

extension Standing {
    /// Ghost takes a tag of another case for the same.
    fileprivate init(title: String, html: String, excerpt: String, tags: [String], state: String) {
        self.init([
            .title: title, .text: GhostPost.comparable(html), .excerpt: excerpt,
            .tags: tags.map { $0.lowercased() }.joined(separator: ", "), .state: state,
            .words: NormalizedText("\(title) \(html.textOfHTML) \(excerpt)").letters,
        ])
    }
}

extension Exchange {
    /// Whether Ghost itself says that it has no post or page with this id.
    fileprivate var isMissingPost: Bool {
        guard status == 404, let answer, answer.ghostType == "NotFoundError" else { return false }
        let context = answer.ghostFault?["context"]?.text ?? ""
        return ["Post not found.", "Page not found.", "Resource could not be found."].contains(context)
    }

    func found(in collection: String) -> FoundGhostPost? {
        answer?.json?[collection]?.elements?.first.flatMap(FoundGhostPost.init)
    }

    /// - Returns: nil if the answer is no list of posts.
    func all(in collection: String) -> [FoundGhostPost]? {
        guard let list = answer?.json?[collection]?.elements else { return nil }
        let found = list.compactMap(FoundGhostPost.init)
        return found.count == list.count ? found : nil
    }
}

extension HTTPAnswer {
    fileprivate var ghostFault: JSON? { json?["errors"]?.elements?.first }
    var ghostType: String? { ghostFault?["type"]?.text }

    /// Ghost's message in `{"errors": [{"message": …, "context": …}]}`.
    var ghostError: String? {
        guard let fault = ghostFault, let message = fault["message"]?.text else { return nil }
        let context = fault["context"]?.text ?? ""
        return context.isEmpty || context == message ? message : "\(message) \(context)"
    }
}
