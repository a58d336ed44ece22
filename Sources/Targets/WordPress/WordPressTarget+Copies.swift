package import HTTPValues
import JSONTree
package import Posts

// Reads an existing post: before an edit is sent, and to settle an edit whose answer was lost.
// - SeeAlso: https://developer.wordpress.org/rest-api/reference/posts/#retrieve-a-post

extension WordPressTarget {
    package func readCopy(
        _ copy: String, of parcel: Parcel, _ briefing: Briefing, answers: [Exchange]
    ) -> Step<CopyReading> {
        Dialogue.run(answers, ended: CopyReading.failed) { dialogue throws(Interruption) in
            let exchange = try dialogue.ask(copyRequest(copy, parcel))
            let address = parcel.identity[Parcel.copyIdentity].flatMap { _ in briefing.parent?.url }
            if let words = try wordsOnOtherSite(exchange, address, &dialogue) {
                return .failed(.misconfigured(words))
            }
            if exchange.answer?.isRehearsed == true { return .unreadable }
            if exchange.isMissingPost {
                if let words = try wordsOnOtherKind(copy, parcel, &dialogue) { return .failed(.misconfigured(words)) }
                return .gone(service.copyIsGone)
            }
            if let problem = problem(exchange) { return .failed(problem) }
            guard let answer = exchange.answer, let found = answer.json.flatMap(FoundPost.init), found.id == copy,
                let standing = standing(in: answer, of: parcel, facts: nil)
            else {
                return .failed(service.unexpected(exchange, wanted: "the post"))
            }
            if parcel.deletedCopy != nil, found.status == "trash" {
                return .gone("The copy is in the trash of \(service.name).")
            }
            return .there(standing)
        }
    }

    /// A post that became a page after it was sent is a post there still, with the same number.
    private func wordsOnOtherKind(
        _ copy: String, _ parcel: Parcel, _ dialogue: inout Dialogue
    ) throws(Interruption) -> String? {
        let isPage = parcel.url.contains("/wp/v2/pages")
        let (mine, theirs) = isPage ? ("page", "post") : ("post", "page")
        let exchange = try dialogue.ask(get("\(theirs)s/\(copy.percentEncoded())", [("_fields", "id,slug,status")]))
        if let wait = problem(exchange), wait.patienceUntil != nil { throw .ended(wait) }
        guard let found = exchange.answer?.json.flatMap(FoundPost.init), found.id == copy, found.status != "trash"
        else {
            return nil
        }
        return
            "The copy at \(service.name) is a \(theirs), and this is a \(mine) now. WordPress turns none into the other: make this "
            + "a \(theirs) again and take it back, then publish it as a \(mine)."
    }

    /// Each site numbers its posts by itself. After a change of the target's address to another site, the copy's number is
    /// no post there, or another one.
    /// - Parameter address: of the copy; nil if it is not known, or was found just now.
    /// - Returns: nil if it may be the copy, also after a site moved to another domain.
    private func wordsOnOtherSite(
        _ exchange: Exchange, _ address: String?, _ dialogue: inout Dialogue
    ) throws(Interruption) -> String? {
        guard let address, address.siteName != home.siteName else { return nil }
        let there: String
        if exchange.isMissingPost {
            // The addresses of posts may be on another host than the interface.
            let link = try newestPost(&dialogue)?["link"]?.text
            if link?.siteName == address.siteName { return nil }
            there = "it has no post with that number"
        } else {
            // Drafts and posts in the trash have no path.
            guard let link = exchange.answer?.json.flatMap(FoundPost.init)?.link, link.siteName != address.siteName,
                !["", address.pathOfAddress].contains(link.pathOfAddress)
            else { return nil }
            there = "its post with that number is \(link)"
        }
        return
            "The copy is \(address), and the target's `url` names \(service.name) now: \(there). Put the former `url` back, "
            + "or cancel this."
    }

    /// An edit has the copy's URL; a new post has that of the collection.
    private func copyRequest(_ copy: String, _ parcel: Parcel) -> HTTPRequest {
        let path = parcel.identity[Parcel.copyIdentity] == nil ? "\(parcel.url)/\(copy.percentEncoded())" : parcel.url
        return HTTPRequest(
            "GET", path + (path.contains("?") ? "&" : "?") + "context=edit",
            headers: [.acceptsJSON, authorization], carriesCredentials: true)
    }

    /// The raw fields, after WordPress's filters (kses) removed what the account may not write.
    package func standing(in answer: HTTPAnswer, of parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let json = answer.json, FoundPost(json) != nil, let content = json.at("content", "raw")?.text else {
            return nil
        }
        var standing = WordPressTarget.standing(
            title: json.at("title", "raw")?.text ?? "", content: content,
            excerpt: json.at("excerpt", "raw")?.text ?? "", tags: json["tags"])
        standing.parts[.state] = json["status"]?.text
        return standing
    }

    package func standing(sent body: [UInt8], _ parcel: Parcel, facts: [UInt8]?) -> Standing? {
        guard let json = try? JSON(reading: body), let content = json["content"]?.text else { return nil }
        var standing = WordPressTarget.standing(
            title: json["title"]?.text ?? "", content: content, excerpt: json["excerpt"]?.text ?? "",
            tags: json["tags"] ?? .list([]))
        standing.parts[.state] = parcel.identity["status"]
        return standing
    }

    private static func standing(title: String, content: String, excerpt: String, tags: JSON?) -> Standing {
        var standing = Standing([
            .title: title.referencesResolved, .text: content.replacing("/>", with: ">").referencesResolved,
            .excerpt: excerpt.referencesResolved,
            .words: NormalizedText("\(title.referencesResolved) \(content.textOfHTML) \(excerpt.referencesResolved)")
                .letters,
        ])
        // A payload with open holes contains tag names, but the copy contains ids.
        let ids = tags?.elements?.map(\.integer) ?? [nil]
        if !ids.contains(nil) {
            standing.parts[.tags] = ids.compactMap(\.self).sorted().map(String.init).joined(separator: ", ")
        }
        return standing
    }
}

// Edits and deletions of an existing post. Both name it. Reading the post settles an edit in doubt (`readCopy`).
// - SeeAlso: https://developer.wordpress.org/rest-api/reference/posts/#update-a-post and …/#delete-a-post

extension WordPressTarget {
    func address(ofCopyIn collection: String) -> String { address("\(collection)/\(Parcel.copyPlaceholder)") }

    /// Without `force` the post goes to WordPress's trash, where its owner can restore it for thirty days.
    func frozenDeletion(of manuscript: Manuscript, key: String) throws(FreezeError) -> Frozen {
        let collection = manuscript.kind == .post ? "posts" : "pages"
        return try Parcel.deletion(url: address(ofCopyIn: collection), key: key).frozenDeletion()
    }

    /// A copy that does not exist, or is in the trash already, counts as deleted. Any other 404 leaves it public, for
    /// example that of a blog whose interface for posts is switched off.
    func outcome(ofDeletion exchange: Exchange, of copy: String) -> Outcome {
        if exchange.isMissingPost || exchange.isTrashedPost { return .accepted(RemotePost(id: copy)) }
        if exchange.lacksTrash, let words = problem(exchange)?.words {
            return .refused("\(words) Galley moves posts to the trash only. Delete it there yourself.")
        }
        return problem(exchange) ?? service.outcome(ofDeletionOf: copy, exchange)
    }

    func outcome(ofEdit found: FoundPost, of copy: String, wanted: WantedPost) -> Outcome {
        guard found.id == copy else {
            return .unknown("\(service.name) answered with another post than the one that was edited.")
        }
        guard found.status != "trash" else {
            return .refused("\(service.name) has the post in its trash. Restore it there, or leave it.")
        }
        // A user made it a draft there, so readers no longer see it.
        guard found.status == wanted.status else { return .refused(stateWords(found, wanted)) }
        return .accepted(found.record)
    }
}

extension String {
    /// The host of a URL, without a port and `www.`.
    fileprivate var siteName: String {
        let host = hostText.hostAlone
        return host.hasPrefix("www.") ? String(host.dropFirst("www.".count)) : host
    }
}

extension Exchange {
    /// Whether WordPress itself says that it has no post with this id.
    fileprivate var isMissingPost: Bool { [404, 410].contains(status) && code == "rest_post_invalid_id" }

    /// Whether WordPress refuses to delete a post because it is in the trash.
    fileprivate var isTrashedPost: Bool { status == 410 && code == "rest_already_trashed" }

    /// Whether WordPress refuses because its settings leave no trash (`EMPTY_TRASH_DAYS`).
    fileprivate var lacksTrash: Bool { status == 501 && code == "rest_trash_not_supported" }

    private var code: String? { answer?.json?["code"]?.text }
}
