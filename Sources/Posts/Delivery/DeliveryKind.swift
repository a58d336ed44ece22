/// What a delivery does at its target. The word in SQL, JSON and the queue.
package enum DeliveryKind: String, Hashable, Sendable, CaseIterable {
    /// Brings the post there.
    case create
    /// Makes the copy there say what the post says now.
    case edit
    /// Takes the copy away.
    case delete
}

extension DeliveryRules {
    /// The rules for a delivery of `kind`. What changes a copy that is there has a class of its own, and is never too
    /// late: the author's newest wish counts, whenever it can be carried out.
    func fitting(_ kind: DeliveryKind) -> DeliveryRules {
        guard kind != .create else { return self }
        var rules = self
        rules.idempotency = kind == .edit ? changes : deletions
        rules.late = .post
        return rules
    }

    /// The class of a delivery of `kind`.
    package func idempotency(of kind: DeliveryKind) -> IdempotencyClass { fitting(kind).idempotency }
}

/// What becomes of a copy when its post is edited after it arrived. One per target, from the configuration.
package enum EditPolicy: String, Hashable, Sendable, CaseIterable {
    /// The copy follows.
    case update
    /// The queue notes that the copy differs; it follows when the author says so.
    case note
    /// The copy stays as it was sent.
    case ignore
}

/// What becomes of a copy when its post is taken back or deleted.
package enum DeletePolicy: String, Hashable, Sendable, CaseIterable {
    case delete
    case keep
}
