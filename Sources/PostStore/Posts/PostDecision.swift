package import Posts

/// One action on a post, in one transaction.
package enum PostAction: Sendable {
    case nothing
    /// - Parameter date: the new date of the post; nil keeps the old one.
    case publish(date: PlannedTime?)
    case replace(PreparedDraft)
    /// Saves the changed source of an imported post.
    case renew(PreparedDraft, ImportedPost)
    /// Publishes an imported post.
    /// - Parameter publishedAt: in the past, for a post that was published elsewhere before.
    case publishImported(source: String, publishedAt: Instant)
    case withdraw, delete, undelete
    /// Unpublishes a post that no import should have published.
    case recall
    /// Only adds the frozen deliveries to the queue.
    case send
    /// Gives stale deliveries their payloads.
    case freeze
    /// - Parameter rules: of the delivery's target; nil when the configuration has no such target.
    case ask(DeliveryVerb, of: DeliveryID, rules: DeliveryRules?)
}

/// A decision about a post, made from a `PostBasis`.
package struct PostDecision<Value: Sendable>: Sendable {
    package let action: PostAction
    package let frozen: [FrozenDelivery]
    /// A value for the caller.
    package let value: Value

    package init(_ action: PostAction, frozen: [FrozenDelivery] = [], value: Value) {
        self.action = action
        self.frozen = frozen
        self.value = value
    }
}

/// The result of a decision that was carried out.
package struct Settled<Value: Sendable>: Sendable {
    package let post: PublishedPost
    package let value: Value
    /// Sentences about slugs and paths that belong to other posts.
    package let notes: [String]
}

/// Who changes a post, and which targets converge.
package struct ChangeContext: Sendable {
    /// The user to whose sitting the change belongs; nil for the owner.
    let user: UserID?
    /// Targets at which a repetition replaces the copy, such as a site.
    let converging: Set<TargetName>

    package init(user: UserID? = nil, converging: Set<TargetName> = []) {
        self.user = user
        self.converging = converging
    }
}
