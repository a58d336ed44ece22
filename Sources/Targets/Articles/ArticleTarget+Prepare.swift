import HTTPValues
import JSONTree
import Posts

// The requests before a document is written: the account, the record of the blog, and the cover.

extension ArticleTarget {
    package func prepare(_ parcel: Parcel, _ briefing: Briefing, answers: [Exchange]) -> Step<Preparation> {
        Dialogue.run(answers, ended: Preparation.ended) { dialogue throws(Interruption) in
            let known = ArticleFacts(freshIn: briefing, of: owner)
            var facts = if let known { known } else { try readFacts(&dialogue, briefing) }
            let copy = parcel.identity[Parcel.copyIdentity]
            guard let document = ArticleDocument(parcel) else {
                guard let copy else { return .ended(.refused(ParcelError.unreadable.description)) }
                return preparedDeletion(of: copy, facts)
            }
            if copy == nil, let sent = briefing.lastRequest {
                return try repeated(sent, document, parcel, briefing, facts, &dialogue)
            }
            guard let address = parcel.identity[BlueskyPost.addressIdentity] ?? briefing.address else {
                return .ended(.refused(ParcelError.emptyHole(Parcel.addressHole).description))
            }
            guard let path = blog.path(of: address) else { return .ended(.refused(strangeAddress(address))) }
            if copy == nil, let ending = try existing(document, at: path, address, briefing, facts, &dialogue) {
                return .ended(ending)
            }
            if let ending = try publish(&facts, &dialogue) { return .ended(ending) }
            let body = try body(of: document, at: path, changing: copy, parcel, briefing, facts, &dialogue)
            return .ready(holes: [BlueskyTarget.bodyHole: body.written], facts: facts.encoded)
        }
    }

    /// - Parameter copy: the id of the article that the request changes; nil for a new one.
    private func body(
        of document: ArticleDocument, at path: String, changing copy: String?, _ parcel: Parcel, _ briefing: Briefing,
        _ facts: ArticleFacts, _ dialogue: inout Dialogue
    ) throws(Interruption) -> JSON {
        var cover: JSON?
        if let picture = parcel.pictures.first {
            cover = try account.upload(picture, isThumb: true, &dialogue, briefing).reference
        }
        guard let copy else {
            return body(document.key, in: facts.account, document.record(site: facts.site, path: path, cover: cover))
        }
        guard let article = ArticleCopy(copy), article.account == facts.account else {
            throw .ended(.refused(foreign(copy, facts)))
        }
        let exchange = try dialogue.ask(account.read(ArticleTarget.document, article.key, of: article.account))
        if let problem = account.problem(exchange) { throw .ended(problem) }
        guard let former = exchange.answer?.json?["value"] else {
            throw .ended(service.unexpected(exchange, wanted: "the article"))
        }
        let record = document.record(site: facts.site, path: path, cover: cover, replacing: former)
        return body(article.key, in: article.account, record, isNew: false)
    }

    private func preparedDeletion(of id: String, _ facts: ArticleFacts) -> Preparation {
        guard let copy = ArticleCopy(id), copy.account == facts.account else {
            return .ended(.refused(foreign(id, facts)))
        }
        let body: [String: JSON] = [
            "repo": .text(copy.account), "collection": .text(ArticleTarget.document), "rkey": .text(copy.key),
        ]
        return .ready(holes: [BlueskyTarget.bodyHole: JSON.object(body).written], facts: facts.encoded)
    }

    private func foreign(_ id: String, _ facts: ArticleFacts) -> String {
        "“\(id.shortened(to: 200))” is no article of \(facts.handle), so Galley cannot change it. Change it there "
            + "yourself."
    }

    // MARK: What is there already

    /// The document that an earlier attempt wrote; otherwise its request is sent again.
    private func repeated(
        _ sent: [UInt8], _ document: ArticleDocument, _ parcel: Parcel, _ briefing: Briefing, _ facts: ArticleFacts,
        _ dialogue: inout Dialogue
    ) throws(Interruption) -> Preparation {
        let copy = ArticleCopy(account: BlueskyPost.account(in: sent) ?? facts.account, key: document.key)
        guard let found = try record(copy, &dialogue) else {
            // The server may have deleted a cover that no record uses.
            if let cover = parcel.pictures.first { _ = try account.upload(cover, isThumb: true, &dialogue, briefing) }
            return .ready(holes: [:], facts: facts.encoded)
        }
        let record = (try? JSON(reading: sent))?["record"]
        guard let record, Standing(article: found) == Standing(article: record) else {
            return .ended(
                .refused(
                    "Another article stands there under this post's key, so it was changed there: \(copy.uri). Galley "
                        + "does not overwrite it. Confirm it as sent, or delete it there and retry."))
        }
        return .ended(.accepted(arrival(copy, of: sent)))
    }

    /// The document of another tool for the same page.
    /// - Returns: nil if there is none.
    private func existing(
        _ document: ArticleDocument, at path: String, _ address: String, _ briefing: Briefing, _ facts: ArticleFacts,
        _ dialogue: inout Dialogue
    ) throws(Interruption) -> Outcome? {
        if let key = facts.documents[ArticleTarget.compared(path)], key != document.key {
            let copy = ArticleCopy(account: facts.account, key: key)
            // It may have been deleted since the documents were listed.
            if !briefing.taken.contains(copy.uri), try record(copy, &dialogue) != nil {
                return .accepted(RemotePost(id: copy.uri, url: address))
            }
        }
        return nil
    }

    // MARK: The record of the blog

    /// Writes the record of the blog if the settings differ from what is there. A repetition writes the same record.
    /// - Returns: nil if the record is there.
    private func publish(_ facts: inout ArticleFacts, _ dialogue: inout Dialogue) throws(Interruption) -> Outcome? {
        guard facts.written != fingerprint else { return nil }
        let found = try account.record(ArticleTarget.publication, facts.publication, of: facts.account, &dialogue)
        let (former, id) = (found?.answer?.json?["value"], found?.answer?.json?["cid"]?.identifier)
        if found != nil, !isOfBlog(former?["url"]?.text), id != facts.publicationID {
            let other = former?["url"]?.text?.shortened(to: 100) ?? "nothing"
            return .misconfigured(
                "The account \(facts.handle) has a publication under the key of “\(blog.target)” for another address, "
                    + "\(other): \(facts.site). Galley does not overwrite it. Rename the target, or delete that record."
            )
        }
        let record = publication(replacing: former)
        if record != former {
            let exchange = try dialogue.ask(put(record, facts, replacing: id))
            if let problem = account.problem(exchange) { return problem }
            facts.publicationID = exchange.answer?.json?["cid"]?.identifier
        } else {
            facts.publicationID = id
        }
        facts.written = fingerprint
        return nil
    }

    /// Fields that Galley does not write stay, such as the icon of another tool.
    private func publication(replacing former: JSON?) -> JSON {
        var fields = former?.fields ?? [:]
        fields["$type"] = .text(ArticleTarget.publication)
        fields["url"] = .text(blog.address)
        fields["name"] = .text(blog.name.fitted(characters: 500, bytes: 5000))
        if !blog.description.isEmpty {
            fields["description"] = .text(blog.description.fitted(characters: 3000, bytes: 30_000))
        }
        return .object(fields)
    }

    private func put(_ record: JSON, _ facts: ArticleFacts, replacing id: String?) -> HTTPRequest {
        let body: [String: JSON] = [
            "repo": .text(facts.account), "collection": .text(ArticleTarget.publication),
            "rkey": .text(facts.publication), "swapRecord": id.map(JSON.text) ?? .null, "record": record,
        ]
        return .json(.object(body), to: account.login.url("com.atproto.repo.putRecord"))
    }
}
