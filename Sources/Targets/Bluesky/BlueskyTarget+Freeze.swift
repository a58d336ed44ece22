import ATProtocol
import Copyfitting
import Digests
import JSONTree
import Pictures
import Posts

// Makes the records of a post, as far as they are known when it is scheduled.

extension BlueskyTarget {
    /// - Parameter isReplacement: whether the post takes the place of a copy that is there.
    func frozenPost(_ manuscript: Manuscript, key: String, isReplacement: Bool = false) throws(FreezeError) -> Frozen {
        let override = manuscript.override
        if let visibility = override?.visibility, visibility != .public {
            throw FreezeError(
                "Everything on Bluesky is public, and this post is to be \(visibility.rawValue) there. Take that back, or "
                    + "do not publish it to this target.")
        }
        let caution = Caution(override?.warning)
        let composed = try BlueskyComposition(manuscript, start: caution.start, for: self)
        let pictures = composed.pictures.map(ParcelPicture.init)
        for picture in pictures {
            let limits = BlueskyTarget.pictureLimits(isThumb: composed.parts.showOnCard(picture.address))
            if let problem = picture.problem(at: "Bluesky", limits, canFit: manuscript.canFit) {
                throw FreezeError(problem)
            }
        }
        let tags = BlueskyTags(hashtags == .tags ? manuscript.tags : [])
        let root = RecordKey(posted: manuscript.published, by: key)
        let post = BlueskyPost(
            parts: composed.parts.enumerated().map { $1.keyed(root.advanced(by: $0).text) },
            createdAt: BlueskyPost.time(manuscript.published), languages: languages(manuscript), tags: tags.taken,
            labels: caution.labels, audience: audience)
        if isReplacement, post.needsAddress, composed.identity[BlueskyPost.addressIdentity] == nil {
            throw FreezeError("The post's own address is not known yet, and the text there needs it.")
        }
        let texts = composed.texts
        let bytes =
            predicted(post, texts, pictures, address: composed.address, isReplacement: isReplacement).writtenCount
            + post.unpredictedBytes
        guard bytes <= BlueskyTarget.requestMax else {
            throw FreezeError(
                "The thread takes \(bytes) bytes, and a server may refuse more than "
                    + "\(BlueskyTarget.requestMax). Shorten the text.")
        }
        let copy = isReplacement ? [Parcel.copyIdentity: Parcel.copyPlaceholder] : [:]
        let parcel = self.parcel(
            isReplacement ? BlueskyPost.batch : post.procedure, key: key,
            identity: try post.identity().merging(pictures.identity) { $1 }.merging(composed.identity) { $1 }
                .merging(copy) { $1 })
        var preview = Preview(text: "")
        preview.show(composed.shown(texts))
        (preview.limit, preview.rule) = (BlueskyText.limit, CountingRule.bluesky.words)
        preview.losses = composed.losses + caution.losses + tags.losses
        preview.pictures = pictures.map { fate(of: $0, isThumb: composed.parts.showOnCard($0.address)) }
        preview.warnings = composed.warnings + composed.pictures.missingAltWarnings
        return Frozen(payload: try parcel.frozenBytes(), preview: preview, thread: composed.thread)
    }

    /// Older servers take no more JSON than 150 KiB.
    private static let requestMax = 140_000

    private func languages(_ manuscript: Manuscript) -> [String] {
        (manuscript.override?.language ?? manuscript.language ?? language).map { [$0.tag] } ?? []
    }

    // MARK: Pictures

    /// https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/embed/images.json and …/external.json
    static func pictureLimits(isThumb: Bool) -> PictureLimits {
        PictureLimits(
            bytesMax: isThumb ? 1_000_000 : 2_000_000,
            types: ["image/jpeg", "image/png", "image/webp", "image/gif"])
    }

    private func fate(of picture: ParcelPicture, isThumb: Bool) -> String {
        picture.fate(
            isThumb ? "stands on the card" : "goes along with the post", BlueskyTarget.pictureLimits(isThumb: isThumb))
    }
}

// MARK: - Warnings and tags

/// A content warning, as far as the service has one.
private struct Caution {
    let labels: [String]
    /// Stands before the text.
    let start: String?
    let losses: [String]

    /// https://github.com/bluesky-social/atproto/blob/main/lexicons/com/atproto/label/defs.json
    private static let known = ["sexual", "nudity", "porn", "graphic-media"]

    init(_ warning: String?) {
        let words = (warning ?? "").trimmed
        let label = words.lowercased().replacing(" ", with: "-")
        if words.isEmpty {
            (labels, start, losses) = ([], nil, [])
        } else if Caution.known.contains(label) {
            (labels, start, losses) = ([label], nil, [])
        } else {
            (labels, start) = ([], "\(words)\n\n")
            losses = [
                "The warning “\(words.shortened(to: 60))” stands before the text and hides nothing: Bluesky knows only "
                    + "\(Caution.known.joined(separator: ", "))."
            ]
        }
    }
}

/// The tags that a record takes besides its text.
private struct BlueskyTags {
    let taken: [String]
    let losses: [String]

    private static let countMax = 8
    private static let charactersMax = 64
    private static let bytesMax = 640

    init(_ tags: [Tag]) {
        let fits = { (tag: String) in
            tag.count <= BlueskyTags.charactersMax && tag.utf8.count <= BlueskyTags.bytesMax
        }
        let fitting = tags.map(\.text).filter(fits)
        taken = Array(fitting.prefix(BlueskyTags.countMax))
        losses = [
            BlueskyTags.loss(
                of: tags.map(\.text).filter { !fits($0) },
                because: "tags of up to \(BlueskyTags.charactersMax) characters"),
            BlueskyTags.loss(of: fitting.dropFirst(BlueskyTags.countMax), because: "\(BlueskyTags.countMax) tags"),
        ].compactMap(\.self)
    }

    /// - Parameter limit: what Bluesky takes.
    private static func loss(of left: some Collection<String>, because limit: String) -> String? {
        guard !left.isEmpty else { return nil }
        let names = left.prefix(5).map { "“\($0.shortened(to: 40))”" }.joined(separator: ", ")
        return "Bluesky takes \(limit), so these are not sent: \(names)."
    }
}

extension RecordKey {
    /// The key follows from the delivery's key. Two posts for the same time get two keys: up to a second is added.
    init(posted instant: Instant, by key: String) {
        let bits = SHA256.hash(key.utf8).prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        self.init(instant + Span(microseconds: Int64(bits >> 16 % 1_000_000)), clock: UInt16(bits & 0x3FF))
    }
}

extension BlueskyPost {
    /// The name in a parcel's identity of an address that is known when the post is frozen.
    static let addressIdentity = "address"

    /// The name in a parcel's identity of an address that another target will provide, as it is expected.
    static let predictedIdentity = "predicted address"

    /// `2026-12-01T09:00:00Z`.
    static func time(_ instant: Instant) -> String { RFC3339.text(instant).replacing("+00:00", with: "Z") }
}

extension BlueskyTarget {
    package func predictedBody(of parcel: Parcel) -> String {
        // Payloads of earlier versions have it.
        guard parcel.predictedBody.isEmpty, let post = BlueskyPost(parcel) else { return parcel.predictedBody }
        let address = parcel.identity[BlueskyPost.addressIdentity] ?? parcel.identity[BlueskyPost.predictedIdentity]
        let isReplacement = parcel.identity[Parcel.copyIdentity] != nil
        return predicted(
            post, post.texts(address: address), parcel.pictures, address: address, isReplacement: isReplacement
        ).written
    }

    /// The body of the request as far as it is known.
    private func predicted(
        _ post: BlueskyPost, _ texts: [BlueskyText], _ pictures: [ParcelPicture], address: String?, isReplacement: Bool
    ) -> JSON {
        let account = login.account
        let mentioned = Dictionary(texts.handles.map { ($0, "(\($0))") }) { first, _ in first }
        let blobs = pictures.map { ($0.address, BlueskyPost.Blob(reference: .text("(\($0.fileName))"), $0)) }
        var values = BlueskyPost.Values(
            account: account.hasPrefix("did:") ? account : "(\(account))", address: address, texts: texts,
            mentioned: mentioned, blobs: Dictionary(blobs) { first, _ in first })
        values.arePredicted = true
        if hasArticles { values.references = [.text("(the article)"), .text("(its publication)")] }
        guard isReplacement else { return (try? post.request(values)) ?? .null }
        let deletions = [JSON.text("(the deletion of all records of the post that is there)")]
        return (try? post.keyed { "(key \($0 + 1))" }.request(values, replacing: deletions)) ?? .null
    }
}

extension BlueskyPost.Blob {
    init(reference: JSON, _ picture: ParcelPicture) {
        let facts = picture.facts
        self.init(
            reference: reference, alt: picture.alt.shortened(to: 10_000), width: max(1, facts.width),
            height: max(1, facts.height))
    }
}
