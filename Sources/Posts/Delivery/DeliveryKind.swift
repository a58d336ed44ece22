/// What a delivery does at its target. SQL, JSON and the queue use the same words.
package enum DeliveryKind: String, Hashable, Sendable, CaseIterable {
    /// Creates the post there.
    case create
    /// Updates the copy to the post's current content.
    case edit
    /// Deletes the copy.
    case delete
}

extension DeliveryRules {
    /// The rules for a delivery of `kind`. Edits and deletions have their own class and are never late: the author's
    /// latest command counts whenever it can be carried out.
    ///
    /// Of a post that is no longer published, only a look-up settles what may have arrived, in every class but E. A
    /// repetition would show readers what its author took back.
    func fitting(_ kind: DeliveryKind) -> DeliveryRules {
        var rules = self
        if kind != .create {
            rules.idempotency = kind == .edit ? changes : deletions
            rules.late = .post
        }
        rules.isWanted = isWanted || isPage || kind == .delete
        if !rules.isWanted, rules.idempotency != .blind { rules.idempotency = .searchable }
        return rules
    }

    /// The idempotency class of a delivery of `kind`.
    package func idempotency(of kind: DeliveryKind) -> IdempotencyClass { fitting(kind).idempotency }
}

/// What happens to a copy if its post is edited after delivery. One per target, from the configuration.
package enum EditPolicy: String, Hashable, Sendable, CaseIterable {
    /// Update the copy.
    case update
    /// Put another post in the place of the copy, while readers have not reacted to it. For services that show no edits.
    case replace
    /// Note in the queue that the copy differs; update it on the author's command.
    case note
    /// Leave the copy unchanged.
    case ignore
}

/// What happens to a copy if its post is unpublished or deleted.
package enum DeletePolicy: String, Hashable, Sendable, CaseIterable {
    case delete
    case keep
}
