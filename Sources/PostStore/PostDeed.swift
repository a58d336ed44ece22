package import Posts

/// One thing that is done with a post, in one transaction.
package struct PostDeed: Sendable {
    let kind: Kind

    enum Kind: Sendable {
        case nothing
        case publish(date: PlannedTime?)
        case replace(PreparedDraft)
        case renew(PreparedDraft, Arrival)
        case arrive(source: String, publishedAt: Instant)
        case withdraw, delete, undelete, send
        case ask(DeliveryVerb, DeliveryID, DeliveryRules?)
    }

    /// The decision was that nothing changes.
    package static let nothing = PostDeed(kind: .nothing)
    /// The post shall be out.
    /// - Parameter date: the post's date from now on; nil leaves it.
    package static func publish(date: PlannedTime?) -> PostDeed { PostDeed(kind: .publish(date: date)) }
    /// - Throws: `unstorable`
    package static func replace(with draft: Draft) throws(StoreError) -> PostDeed {
        PostDeed(kind: .replace(try PreparedDraft(draft)))
    }
    /// Saves what its source says now, and notes that it does.
    /// - Throws: `unstorable`
    package static func renew(_ arrival: Arrival, as draft: Draft) throws(StoreError) -> PostDeed {
        PostDeed(kind: .renew(try PreparedDraft(draft), arrival))
    }
    /// Publishes what was imported.
    /// - Parameter publishedAt: in the past, for a post that has long been out.
    package static func arrive(from source: String, publishedAt: Instant) -> PostDeed {
        PostDeed(kind: .arrive(source: source, publishedAt: publishedAt))
    }
    /// The post shall not be out any more.
    package static let withdraw = PostDeed(kind: .withdraw)
    package static let delete = PostDeed(kind: .delete)
    package static let undelete = PostDeed(kind: .undelete)
    /// Only puts into the queue what was frozen.
    package static let send = PostDeed(kind: .send)
    /// - Parameter rules: those of the delivery's target; nil when the configuration has no such target.
    package static func ask(_ verb: DeliveryVerb, of id: DeliveryID, rules: DeliveryRules?) -> PostDeed {
        PostDeed(kind: .ask(verb, id, rules))
    }
}

/// What is to be done with a post, decided from a `PostBasis`.
package struct PostDecision<Remark: Sendable>: Sendable {
    package let deed: PostDeed
    package let frozen: [FrozenDelivery]
    /// What the caller needs to know of it.
    package let remark: Remark

    package init(_ deed: PostDeed, frozen: [FrozenDelivery] = [], remark: Remark) {
        self.deed = deed
        self.frozen = frozen
        self.remark = remark
    }
}

/// What became of a post, and what its caller wanted to know.
package struct Settled<Remark: Sendable>: Sendable {
    package let post: PublishedPost
    package let remark: Remark
    /// What could not be had as it was wished.
    package let notes: [String]
}

/// Who changes a post, and by which rules.
package struct PostHand: Sendable {
    /// Whose sitting it belongs to; without one the owner's.
    let user: UserID?
    /// Targets at which a repetition replaces what is there, such as a site.
    let converging: Set<TargetName>

    package init(user: UserID? = nil, converging: Set<TargetName> = []) {
        self.user = user
        self.converging = converging
    }
}
