package import Posts

/// One action on a post, in one transaction.
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

    /// Nothing changes.
    package static let nothing = PostDeed(kind: .nothing)
    /// Publishes the post.
    /// - Parameter date: the new date of the post; nil keeps the old one.
    package static func publish(date: PlannedTime?) -> PostDeed { PostDeed(kind: .publish(date: date)) }
    /// - Throws: `unstorable`
    package static func replace(with draft: Draft) throws(StoreError) -> PostDeed {
        PostDeed(kind: .replace(try PreparedDraft(draft)))
    }
    /// Saves the changed source of an imported post.
    /// - Throws: `unstorable`
    package static func renew(_ arrival: Arrival, as draft: Draft) throws(StoreError) -> PostDeed {
        PostDeed(kind: .renew(try PreparedDraft(draft), arrival))
    }
    /// Publishes an imported post.
    /// - Parameter publishedAt: in the past, for a post that was published elsewhere before.
    package static func arrive(from source: String, publishedAt: Instant) -> PostDeed {
        PostDeed(kind: .arrive(source: source, publishedAt: publishedAt))
    }
    /// Unpublishes the post.
    package static let withdraw = PostDeed(kind: .withdraw)
    package static let delete = PostDeed(kind: .delete)
    package static let undelete = PostDeed(kind: .undelete)
    /// Only adds the frozen deliveries to the queue.
    package static let send = PostDeed(kind: .send)
    /// - Parameter rules: of the delivery's target; nil when the configuration has no such target.
    package static func ask(_ verb: DeliveryVerb, of id: DeliveryID, rules: DeliveryRules?) -> PostDeed {
        PostDeed(kind: .ask(verb, id, rules))
    }
}

/// A decision about a post, made from a `PostBasis`.
package struct PostDecision<Remark: Sendable>: Sendable {
    package let deed: PostDeed
    package let frozen: [FrozenDelivery]
    /// A value for the caller.
    package let remark: Remark

    package init(_ deed: PostDeed, frozen: [FrozenDelivery] = [], remark: Remark) {
        self.deed = deed
        self.frozen = frozen
        self.remark = remark
    }
}

/// The result of a decision that was carried out.
package struct Settled<Remark: Sendable>: Sendable {
    package let post: PublishedPost
    package let remark: Remark
    /// Sentences about wishes that could not be met.
    package let notes: [String]
}

/// Who changes a post, and which targets converge.
package struct PostHand: Sendable {
    /// The user to whose sitting the change belongs; nil for the owner.
    let user: UserID?
    /// Targets at which a repetition replaces the copy, such as a site.
    let converging: Set<TargetName>

    package init(user: UserID? = nil, converging: Set<TargetName> = []) {
        self.user = user
        self.converging = converging
    }
}
