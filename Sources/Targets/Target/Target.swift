package import HTTPValues
package import Posts

/// A place that posts are delivered to. `Target.init(_:)` makes it from the configuration and checks it.
package struct Target: Sendable {
    package let name: TargetName
    package internal(set) var kind: Kind
    /// The word in the configuration, for example `mastodon`.
    package let kindName: KindName
    /// The rules that do not depend on the server; `rules(facts:)` adds the others.
    let baseRules: DeliveryRules
    /// The target whose address this one waits for.
    package internal(set) var after: TargetName?
    /// How long to wait after the scheduled time, or after delivery to that target.
    package let delay: Span
    /// When it gets the posts that ask for its next slot; none for a target that takes part in the slots of others.
    package let slots: WeeklySlots
    /// Whether its requests go to the rehearsal inbox instead of the service.
    package let isRehearsal: Bool
    /// What happens to the copy if the post is edited or unpublished. A site always follows immediately.
    package let editPolicy: EditPolicy
    package let deletePolicy: DeletePolicy
    /// Of a blog: the target whose account also gets its posts as articles.
    let atproto: TargetName?
    /// A PEM file with the only trusted certificate authority; nil for the system's.
    package let certificateAuthorityFile: String?
    /// What it was made with, for comparison after a reload.
    package internal(set) var credential: Secret?
    /// Why it has no credential, with the command that provides it; nil if it has one, or needs none. Until then its
    /// service is not asked for anything.
    package internal(set) var missingSecret: Warning?

    package enum Kind: Sendable {
        case http(any TargetKind)
        case site(SiteTarget)
    }

    /// Where it is: the site's address, or the part of the service's address that every user may see.
    package var place: String {
        switch kind {
        case .site(let site): site.place
        case .http(let kind): kind.place.text
        }
    }

    /// The part of a request's URL that every user may see.
    package func shown(_ address: String) -> String {
        switch kind {
        case .site: address
        case .http(let kind): kind.place.shown(address)
        }
    }

    package var latePolicy: LatePolicy { baseRules.late }

    /// Whether it is a blog: it needs no address of a post elsewhere.
    package var isBlog: Bool { kindName.isBlog }

    /// Whether a post gets its address there, for which others wait. A blog of drafts gives none.
    package var givesAddress: Bool {
        guard case .http(let kind) = kind else { return isBlog }
        return isBlog && kind.traits(nil).givesAddress
    }

    /// - Parameter facts: the stored facts about the server; nil if it was never asked.
    package func rules(facts: [UInt8]?) -> DeliveryRules {
        var rules = baseRules
        switch kind {
        case .http(let kind):
            let traits = kind.traits(facts)
            (rules.idempotency, rules.changes, rules.deletions) = (traits.creations, traits.edits, traits.deletions)
        // The same entry written twice produces the same files.
        case .site: (rules.idempotency, rules.isPage) = (.deterministic, true)
        }
        return rules
    }

    /// Whether these are facts about the server and the account in the settings; a site has none.
    package func knows(facts: [UInt8]?) -> Bool {
        guard case .http(let kind) = kind else { return true }
        return kind.traits(facts).isServerKnown
    }

    /// - Parameter change: what to do with the post; a site needs only the current state.
    package func freeze(
        _ manuscript: Manuscript, as change: DeliveryKind = .create, facts: [UInt8]?, key: String
    ) throws(FreezeError) -> Frozen {
        var frozen =
            switch kind {
            case .http(let kind): try kind.freeze(manuscript, as: change, facts: facts, key: key)
            case .site(let site): try site.freeze(manuscript)
            }
        let known = kindName.declaration.overrides
        for part in manuscript.override?.parts ?? [] where !known.contains(part) {
            let title = kindName.declaration.title
            frozen.preview.warnings.append("“\(name).\(part)” has no effect: \(title) gets only the post itself.")
        }
        return frozen
    }
}

extension Target {
    /// How many bytes of Markdown every target takes.
    package static let textMax = 100_000

    /// See `TargetTraits.fitsAnyText`.
    package var fitsAnyText: Bool {
        switch kind {
        case .site: true
        case .http(let kind): kind.traits(nil).fitsAnyText
        }
    }

    /// See `TargetCopies.copyID`.
    /// - Parameters:
    ///   - payload: what was sent.
    ///   - part: the part of it that made the copy, counted from 1.
    /// - Returns: nil also for a payload that cannot be read.
    package func copyID(
        at address: String, in payload: [UInt8], part: Int, facts: [UInt8]?
    ) throws(CopyAddressError) -> String? {
        guard case .http(let kind) = kind, let parcel = try? Parcels(encoded: payload).part(part) else { return nil }
        return try kind.copies.copyID(at: address, of: parcel, facts: facts)
    }
}

/// A frozen request as far as it is known; of a thread the first, with the bodies of all, one per line.
package struct RequestPreview: Hashable, Sendable {
    package let method: String
    package let url: String
    /// Placeholders in brackets stand for credentials and for values that depend on the time of sending.
    package let headers: [HTTPHeader]
    /// The body, its holes filled with predicted values.
    package let body: String
}

extension Target {
    /// - Returns: nil for a site, which takes no requests.
    package func request(in payload: [UInt8]) throws(ParcelError) -> RequestPreview? {
        guard case .http(let kind) = kind else { return nil }
        let parcels = try Parcels(encoded: payload).all
        guard let first = parcels.first else { throw .unreadable }
        return RequestPreview(
            method: first.method, url: first.url, headers: first.headers + kind.credentials,
            body: parcels.map(kind.predictedBody).joined(separator: "\n"))
    }

    /// What is sent, as far as it is known: the body of each request, at a site the entry.
    package func bodies(in payload: [UInt8]) throws(ParcelError) -> [[UInt8]] {
        guard case .http(let kind) = kind else { return [payload] }
        return try Parcels(encoded: payload).all.map { Array(kind.predictedBody(of: $0).utf8) }
    }
}

/// What readers will see of a frozen post, and what its author should know.
package struct Preview: Hashable, Sendable {
    /// Plain text if the service shows plain text.
    package var text: String
    /// Of a page on a site.
    package var html: String?
    /// The posts of a thread in their order; empty for a single post.
    package var thread: [ThreadPart] = []
    /// The length by the service's own rule, of the longest part; nil if it has none.
    package var count: Int?
    package var limit: Int?
    /// The counting rule, in words.
    package var rule: String?
    /// The parts of the post that this target cannot show.
    package var losses: [String] = []
    /// What happens to each picture, one sentence each.
    package var pictures: [String] = []
    /// Problems that the author should look at before sending.
    package var warnings: [String] = []
    /// The predicted address for readers, if there is one; texts that wait for the address use it too.
    package var predictedAddress: String?

    /// What readers see; nil where only programs read, and of a deletion.
    package internal(set) var readers: ReadersView?

    package struct ThreadPart: Hashable, Sendable {
        /// As readers will see it; a card and pictures are in brackets.
        package let text: String
        /// By the service's own rule.
        package let count: Int
    }
}
