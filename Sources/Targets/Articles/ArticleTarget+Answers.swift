import HTTPValues
import JSONTree
package import Posts

// Interprets the server's answers, and reads documents.

extension ArticleTarget {
    package func outcome(of exchange: Exchange, for parcel: Parcel, body: [UInt8]) -> Outcome {
        guard exchange.status == 200, let answer = exchange.answer else { return rejection(exchange) }
        let copy = parcel.identity[Parcel.copyIdentity]
        guard let document = ArticleDocument(parcel) else {
            return service.outcome(ofDeletionOf: copy ?? "", exchange)
        }
        let key = copy.flatMap(ArticleCopy.init)?.key ?? document.key
        guard let uri = answer.json?["uri"]?.identifier, let found = ArticleCopy(uri), found.key == key else {
            return service.unexpected(answer, wanted: "the address of the article")
        }
        return .accepted(arrival(found, of: body))
    }

    /// A record under the key is either the one of an earlier attempt, which the next preparation finds, or another
    /// tool's. This request has stored nothing.
    private func rejection(_ exchange: Exchange) -> Outcome {
        let problem = account.problem(exchange) ?? service.unexpected(exchange, wanted: "the address of the article")
        guard case .refused(let words) = problem, exchange.answer?.json?["error"]?.text == "InvalidSwap" else {
            return problem
        }
        return .refused("\(words) Another record stands there under this post's key, and Galley does not overwrite it.")
    }

    package func lookUp(
        _ parcel: Parcel, body: [UInt8], _ briefing: Briefing, answers: [Exchange]
    ) -> Step<LookUpResult> {
        guard let document = ArticleDocument(parcel) else { return .done(.textIsLost) }
        return Dialogue.run(answers, ended: LookUpResult.unclear) { dialogue throws(Interruption) in
            let sent = BlueskyPost.account(in: body)
            let account = if let sent { sent } else { try self.account.readFacts(&dialogue, briefing).account }
            let copy = ArticleCopy(account: account, key: document.key)
            guard let found = try record(copy, &dialogue) else { return .absent }
            let page = briefing.isRestored ? found["path"]?.text.map { blog.address + $0 } : nil
            guard let page, blog.path(of: page) != nil, blog.isOnHost(page) else {
                return .found(arrival(copy, of: body))
            }
            return .found(RemotePost(id: copy.uri, url: page))
        }
    }

    /// - Parameter body: the request that made the article.
    func arrival(_ copy: ArticleCopy, of body: [UInt8]) -> RemotePost {
        let path = (try? JSON(reading: body))?.at("record", "path")?.text
        return RemotePost(id: copy.uri, url: path.map { blog.address + $0 })
    }

    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        guard let article = ArticleCopy(copy) else { return .done(.unreadable) }
        return Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            guard let record = try self.record(article, &dialogue) else {
                return .gone("The article is no longer there: \(article.uri).")
            }
            return .there(Standing(article: record))
        }
    }

    /// - Returns: nil if there is none.
    func record(_ article: ArticleCopy, _ dialogue: inout Dialogue) throws(Interruption) -> JSON? {
        try account.value(
            of: ArticleTarget.document, article.key, in: article.account, wanted: "the article", &dialogue)
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        (try? JSON(reading: body))?["record"].map(Standing.init(article:))
    }
}

extension Standing {
    /// What readers see of a document's record. Its path counts as its state.
    init(article record: JSON) {
        self.init([
            .title: record["title"]?.text ?? "", .excerpt: record["description"]?.text ?? "",
            .text: record["textContent"]?.text ?? "",
            .tags: record["tags"]?.elements?.compactMap(\.text).joined(separator: ", ") ?? "",
            .state: ArticleTarget.compared(record["path"]?.text ?? ""),
        ])
    }
}
