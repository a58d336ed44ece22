import Copyfitting
import JSONTree
import Pictures
package import Posts
import Rendering

// Makes the record of a post, as far as it is known when the post is scheduled.

extension ArticleTarget {
    package func freeze(
        _ manuscript: Manuscript, as kind: DeliveryKind, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        if kind == .delete { return try frozenDeletion(key: key) }
        guard manuscript.kind == .post else {
            throw FreezeError("It is a page, and only posts are articles on the AT Protocol.")
        }
        let address: String
        var identity: [String: String] = [:]
        switch manuscript.address {
        case .known(let known): (address, identity[BlueskyPost.addressIdentity]) = (known, known)
        case .awaited(let predicted): address = predicted
        case .none: throw FreezeError("An article needs its page. Publish the post to “\(blog.target)” as well.")
        }
        guard let path = blog.path(of: address) else { throw FreezeError(strangeAddress(address)) }
        let composed = try ArticleComposition(
            manuscript, key: ArticleKeys(blog: blog.target).document(of: manuscript.id))
        let pictures = composed.cover.map { [ParcelPicture($0)] } ?? []
        if kind == .edit { identity[Parcel.copyIdentity] = Parcel.copyPlaceholder }
        identity.merge(pictures.identity) { $1 }
        identity.merge(try composed.document.identity()) { $1 }
        let known = ArticleFacts(encoded: facts, of: owner)
        let did = known?.account ?? "(\(account.login.account))"
        let publication = known?.publication ?? ArticleKeys(blog: blog.target).publication
        let site = BlueskyPost.uri(did, ArticleTarget.publication, publication)
        let record = composed.document.record(
            site: site, path: path, cover: pictures.first.map { .text("(\($0.fileName))") })
        let body = self.body(composed.document.key, in: did, record)
        let parcel = account.parcel(
            "com.atproto.repo.putRecord", predicted: body.written, key: key, identity: identity)
        var preview = Preview(text: composed.document.shown)
        preview.losses = composed.losses
        preview.warnings = composed.warnings
        preview.pictures = pictures.map { "\($0.described) is the article's cover." }
        preview.predictedAddress = address
        return Frozen(payload: try parcel.frozenBytes(), preview: preview)
    }

    func strangeAddress(_ address: String) -> String {
        "The post's page is \(address), which is not below \(blog.address), the address of “\(blog.target)” in the "
            + "settings. Networks would not find it. Correct `url` there."
    }

    /// - Parameter isNew: whether another record under the key must stay.
    func body(_ key: String, in account: String, _ record: JSON, isNew: Bool = true) -> JSON {
        var fields: [String: JSON] = [
            "repo": .text(account), "collection": .text(ArticleTarget.document), "rkey": .text(key), "record": record,
        ]
        if isNew { fields["swapRecord"] = .null }
        return .object(fields)
    }

    private func frozenDeletion(key: String) throws(FreezeError) -> Frozen {
        let predicted = JSON.object(["repo": .text("(\(account.login.account))"), "rkey": .text("(of the article)")])
        return try account.parcel(
            "com.atproto.repo.deleteRecord", predicted: predicted.written, key: key,
            identity: [Parcel.copyIdentity: Parcel.copyPlaceholder]
        ).frozenDeletion()
    }
}

extension ArticleDocument {
    /// As a preview shows it.
    fileprivate var shown: String {
        let tags = tags.isEmpty ? nil : tags.joined(separator: " · ")
        return [title, description, tags, text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}

/// The document of a post, fitted to the limits of its lexicon.
private struct ArticleComposition {
    let document: ArticleDocument
    let cover: ShownPicture?
    private(set) var losses: [String] = []
    private(set) var warnings: [String] = []

    private static let titleMax = (characters: 500, bytes: 5000)
    private static let descriptionMax = (characters: 3000, bytes: 30_000)
    /// The lexicon has no limit. Older servers take no more JSON than 150 KiB, in which a character may be escaped.
    private static let textBytesMax = 100_000

    init(_ manuscript: Manuscript, key: String) throws(FreezeError) {
        let tree = try manuscript.tree()
        let pictures = try manuscript.pictures(in: tree)
        let whole = PlainText(tree.without(pictures)).text
        let fullTitle = manuscript.spokenTitle ?? Excerpt(tree).text.shortened(to: 100)
        guard !fullTitle.isEmpty else {
            throw FreezeError("An article needs a title, and the post has neither a title nor a text.")
        }
        let title = fullTitle.fitted(characters: Self.titleMax.characters, bytes: Self.titleMax.bytes)
        let fullSummary = manuscript.spokenSummary(tree)
        let summary = fullSummary.fitted(characters: Self.descriptionMax.characters, bytes: Self.descriptionMax.bytes)
        let text = Self.cut(whole)
        let candidates = pictures.withoutDrawings
        let limits = BlueskyTarget.pictureLimits(isThumb: true)
        cover = candidates.first { limits.problem(with: $0.media.facts, canFit: manuscript.canFit) == nil }
        document = ArticleDocument(
            key: key, title: title, description: summary.isEmpty ? nil : summary, text: text,
            // The lexicon allows more characters than a tag has.
            tags: manuscript.tags.map(\.text), publishedAt: BlueskyPost.time(manuscript.published),
            updatedAt: Self.updated(manuscript).map(BlueskyPost.time),
            cover: cover?.media.id.address)
        if manuscript.spokenTitle == nil { warnings.append("It has no title, so its first words are the title.") }
        if title != fullTitle { losses.append("The title is cut to \(title.count) characters.") }
        if summary != fullSummary { losses.append("The summary is cut to \(summary.count) characters.") }
        if text != whole { losses.append("The text is cut to \(text.utf8.count) of \(whole.utf8.count) bytes.") }
        if cover == nil, let first = candidates.first {
            losses.append("\(first.name): not sent as the cover, because it cannot be made smaller than 1 MB.")
        }
    }

    /// nil for a post that was saved as it was published.
    private static func updated(_ manuscript: Manuscript) -> Instant? {
        let isLater = manuscript.changedAt - manuscript.published > .minutes(1)
        return isLater ? Instant(seconds: manuscript.changedAt.seconds) : nil
    }

    /// Cuts between characters.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > textBytesMax else { return text }
        var (end, size) = (text.startIndex, 0)
        while end < text.endIndex {
            let next = text.index(after: end)
            size += text.utf8.distance(from: end, to: next)
            if size > textBytesMax - "…".utf8.count { break }
            end = next
        }
        return text[..<end] + "…"
    }
}
