import ATProtocol
import Copyfitting
import JSONTree

/// A post as frozen: all that its records hold except for the account, the post's address, the accounts that it
/// mentions, and the uploaded pictures. The records follow from it and from those.
struct BlueskyPost: Codable, Hashable, Sendable {
    /// The first is the root of the thread.
    var parts: [Part]
    /// In the format of a record.
    let createdAt: String
    let languages: [String]
    /// Of the root, besides those in the text.
    let tags: [String]
    /// The self-labels of each part.
    let labels: [String]
    let audience: BlueskyAudience

    struct Part: Codable, Hashable, Sendable {
        /// The record's key.
        let key: String
        /// The text, divided where the post's address stands.
        var texts: [String]
        /// The addresses of its pictures.
        var pictures: [String]
        var card: Card?
    }

    /// A link to the post, with what readers see of it.
    struct Card: Codable, Hashable, Sendable {
        let title: String
        let summary: String
        /// The address of a picture.
        let picture: String?
    }

    /// What is known only when the post is about to be sent.
    struct Values {
        /// The account's DID.
        var account: String
        /// The post's address on the author's site.
        var address: String?
        /// Of the parts, with the address.
        var texts: [BlueskyText]
        /// The DIDs of mentioned accounts by their handles; a handle that is missing stays plain text.
        var mentioned: [String: String]
        /// The uploaded pictures by their addresses.
        var blobs: [String: Blob]
        /// To the article of the post and to its publication.
        var references: [JSON] = []
        /// Whether the values only stand in for the real ones, from which the content ids of the parts follow.
        var arePredicted = false
    }

    struct Blob {
        let reference: JSON
        let alt: String
        let width, height: Int
    }

    static let collection = "app.bsky.feed.post"
    static let threadGate = "app.bsky.feed.threadgate"
    static let postGate = "app.bsky.feed.postgate"

    var rootKey: String { parts.first?.key ?? "" }

    var needsAddress: Bool { parts.contains { $0.texts.count > 1 || $0.card != nil } }

    /// The post under other keys.
    /// - Parameter key: of the part with that index.
    func keyed(_ key: (Int) -> String) -> BlueskyPost {
        var post = self
        post.parts = parts.enumerated().map { $1.keyed(key($0)) }
        return post
    }

    /// The texts of the parts.
    func texts(address: String?) -> [BlueskyText] {
        parts.map { BlueskyText($0.texts.joined(separator: address ?? "")) }
    }
}

extension [BlueskyText] {
    /// The handles that the texts mention, each once.
    var handles: [String] {
        var handles: [String] = []
        for case .mention(let handle) in flatMap(\.facets).map(\.feature) where !handles.contains(handle) {
            handles.append(handle)
        }
        return handles
    }
}

// MARK: - Records

extension BlueskyPost {
    /// The records with their collections and keys, in the order in which they are written.
    /// - Throws: if a value cannot be part of a record.
    func records(_ values: Values) throws(RecordError) -> [(collection: String, key: String, record: JSON)] {
        var records: [(collection: String, key: String, record: JSON)] = []
        var references: [JSON] = []
        for (part, text) in zip(parts, values.texts) {
            let record = record(of: part, text, isRoot: references.isEmpty, after: references, values)
            records.append((BlueskyPost.collection, part.key, record))
            references.append(
                values.arePredicted
                    ? .text("(part \(records.count))")
                    : .object([
                        "uri": .text(BlueskyPost.uri(values.account, BlueskyPost.collection, part.key)),
                        "cid": .text(try ContentID(of: record).description),
                    ]))
        }
        return records + gates(values)
    }

    /// The members of the root that are known before accounts are looked up and pictures uploaded.
    func knownRoot(account: String, address: String?) -> [String: JSON] {
        guard let root = parts.first, let text = texts(address: address).first else { return [:] }
        let values = Values(account: account, address: address, texts: [text], mentioned: [:], blobs: [:])
        var known = record(of: root, text, isRoot: true, after: [], values).fields ?? [:]
        if ![text].handles.isEmpty { known["facets"] = nil }
        return known
    }

    /// About the bytes by which a request exceeds the predicted one: each part after the first names two others by address
    /// and content id, and a reference to a picture takes the place of its name.
    var unpredictedBytes: Int {
        (parts.count - 1) * 320 + parts.reduce(0) { $0 + ($1.card?.picture == nil ? 0 : 1) + $1.pictures.count } * 160
    }

    /// - Parameter earlier: references to the earlier parts of the thread.
    private func record(
        of part: Part, _ text: BlueskyText, isRoot: Bool, after earlier: [JSON], _ values: Values
    ) -> JSON {
        var fields: [String: JSON] = [
            "$type": .text(BlueskyPost.collection), "text": .text(text.text), "createdAt": .text(createdAt),
        ]
        let facets = text.facets.compactMap { $0.json(values.mentioned) }
        if !facets.isEmpty { fields["facets"] = .list(facets) }
        if !languages.isEmpty { fields["langs"] = .texts(languages) }
        if isRoot, !tags.isEmpty { fields["tags"] = .texts(tags) }
        if !labels.isEmpty {
            fields["labels"] = .object([
                "$type": .text("com.atproto.label.defs#selfLabels"),
                "values": .list(labels.map { .object(["val": .text($0)]) }),
            ])
        }
        fields["embed"] = embed(of: part, values)
        if let root = earlier.first, let parent = earlier.last {
            fields["reply"] = .object(["root": root, "parent": parent])
        }
        return .object(fields)
    }

    private func embed(of part: Part, _ values: Values) -> JSON? {
        if let card = part.card {
            var external: [String: JSON] = [
                "uri": .text(values.address ?? ""), "title": .text(card.title), "description": .text(card.summary),
            ]
            if !values.references.isEmpty { external["associatedRefs"] = .list(values.references) }
            external["thumb"] = card.picture.flatMap { values.blobs[$0]?.reference }
            return .object(["$type": .text("app.bsky.embed.external"), "external": .object(external)])
        }
        let blobs = part.pictures.compactMap { values.blobs[$0] }
        guard !blobs.isEmpty else { return nil }
        let isGallery = blobs.count > BlueskyPost.imagesMax
        let items = blobs.map { blob in
            var item: [String: JSON] = [
                "image": blob.reference, "alt": .text(blob.alt),
                "aspectRatio": .object(["width": .number(blob.width), "height": .number(blob.height)]),
            ]
            if isGallery { item["$type"] = .text("app.bsky.embed.gallery#image") }
            return JSON.object(item)
        }
        return isGallery
            ? .object(["$type": .text("app.bsky.embed.gallery"), "items": .list(items)])
            : .object(["$type": .text("app.bsky.embed.images"), "images": .list(items)])
    }

    /// More than these make a gallery.
    static let imagesMax = 4
    /// Apps show ten pictures of a gallery, and the service takes 20.
    static let galleryMax = 10

    private func gates(_ values: Values) -> [(collection: String, key: String, record: JSON)] {
        var gates: [(collection: String, key: String, record: JSON)] = []
        let post = JSON.text(BlueskyPost.uri(values.account, BlueskyPost.collection, rootKey))
        if audience.replies != .everyone {
            let rules = audience.replies.rule.map { [JSON.object(["$type": .text("\(BlueskyPost.threadGate)#\($0)")])] }
            let gate: [String: JSON] = [
                "$type": .text(BlueskyPost.threadGate), "post": post, "allow": .list(rules ?? []),
                "createdAt": .text(createdAt),
            ]
            gates.append((BlueskyPost.threadGate, rootKey, .object(gate)))
        }
        if !audience.quotes {
            let rule = JSON.object(["$type": .text("\(BlueskyPost.postGate)#disableRule")])
            let gate: [String: JSON] = [
                "$type": .text(BlueskyPost.postGate), "post": post, "embeddingRules": .list([rule]),
                "createdAt": .text(createdAt),
            ]
            gates.append((BlueskyPost.postGate, rootKey, .object(gate)))
        }
        return gates
    }

    static func uri(_ account: String, _ collection: String, _ key: String) -> String {
        "at://\(account)/\(collection)/\(key)"
    }
}

// MARK: - Requests

extension BlueskyPost {
    /// Whether one record is all.
    var isSingle: Bool { parts.count == 1 && !audience.hasGates }

    /// A single record is put under its key, unless another is there. All others are created together or not at all.
    var procedure: String { isSingle ? "com.atproto.repo.putRecord" : BlueskyPost.batch }

    /// - Parameters:
    ///   - deletions: of the records whose place these take; nil for a new post.
    ///   - commit: the only one after which the server may do that.
    func request(
        _ values: Values, replacing deletions: [JSON]? = nil, after commit: String? = nil
    ) throws(RecordError) -> JSON {
        let records = try records(values)
        if isSingle, deletions == nil, let only = records.first {
            return .object([
                "repo": .text(values.account), "collection": .text(only.collection), "rkey": .text(only.key),
                "swapRecord": .null, "record": only.record,
            ])
        }
        let creations = records.map { entry in
            JSON.object([
                "$type": .text("\(BlueskyPost.batch)#create"), "collection": .text(entry.collection),
                "rkey": .text(entry.key), "value": entry.record,
            ])
        }
        var fields: [String: JSON] = [
            "repo": .text(values.account), "writes": .list((deletions ?? []) + creations),
        ]
        fields["swapCommit"] = commit.map(JSON.text)
        return .object(fields)
    }

    /// Many writes that happen together or not at all.
    static let batch = "com.atproto.repo.applyWrites"
    /// The most of them that a server takes at once.
    static let batchMax = 200

    /// The account in the body of a request; nil if that is not known yet.
    static func account(in body: [UInt8]) -> String? {
        let repository = (try? JSON(reading: body))?["repo"]?.text
        return repository.flatMap { $0.hasPrefix("did:") ? $0 : nil }
    }

    /// The key of the root in the body of a request; nil if that is not known.
    static func rootKey(in body: [UInt8]) -> String? {
        guard let json = try? JSON(reading: body) else { return nil }
        let creation = json["writes"]?.elements?.first { $0["value"] != nil }
        return (json["rkey"] ?? creation?["rkey"])?.identifier
    }

    /// The records in the body of a request, in order.
    static func records(in body: [UInt8]) -> [JSON] {
        guard let json = try? JSON(reading: body) else { return [] }
        if let record = json["record"] { return [record] }
        return json["writes"]?.elements?.compactMap { $0["value"] } ?? []
    }
}

extension BlueskyAudience.Replies {
    /// The rule's name in the lexicon; nil for all and for none.
    fileprivate var rule: String? {
        switch self {
        case .everyone, .nobody: nil
        case .mentioned: "mentionRule"
        case .followers: "followerRule"
        case .following: "followingRule"
        }
    }
}

extension BlueskyFacet {
    /// - Returns: nil for a mention of an unknown account.
    fileprivate func json(_ mentioned: [String: String]) -> JSON? {
        var fields: [String: JSON]
        switch feature {
        case .link(let address): fields = ["$type": .text("app.bsky.richtext.facet#link"), "uri": .text(address)]
        case .tag(let tag): fields = ["$type": .text("app.bsky.richtext.facet#tag"), "tag": .text(tag)]
        case .mention(let handle):
            guard let account = mentioned[handle] else { return nil }
            fields = ["$type": .text("app.bsky.richtext.facet#mention"), "did": .text(account)]
        }
        let index = ["byteStart": JSON.number(bytes.lowerBound), "byteEnd": .number(bytes.upperBound)]
        return .object(["index": .object(index), "features": .list([.object(fields)])])
    }
}

// MARK: - Frozen

extension BlueskyPost {
    private static let identityName = "post"

    /// The post as a part of a parcel's identity.
    func identity() throws(FreezeError) -> [String: String] {
        try Parcel.identity(self, named: BlueskyPost.identityName)
    }

    /// Whether the parcel creates a post, even one that cannot be read.
    static func isCreated(by parcel: Parcel) -> Bool { parcel.identity[identityName] != nil }

    /// - Returns: nil for a parcel that creates no post.
    init?(_ parcel: Parcel) {
        guard let post = parcel.decoded(BlueskyPost.self, named: BlueskyPost.identityName), !post.parts.isEmpty else {
            return nil
        }
        self = post
    }
}
