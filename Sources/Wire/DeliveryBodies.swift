/// `PUT /v1/posts/{id}/publication`: publishes or schedules a post.
package struct PublicationBody: Codable, Hashable, Sendable {
    /// Names of targets; absent for the configured defaults.
    package var to: [String]?
    /// A time that `When` reads, or `next slot`: at each target with slots its next free one, elsewhere along with the
    /// first of them. Absent for the post's own date if that is in the future, otherwise for now.
    package var at: String?
    package static let nextSlot = "next slot"
    /// Whether to refuse a time that has passed; otherwise the post goes at once.
    package var mustBeAhead: Bool?
    /// Whether to send to the rehearsal inbox instead of the services.
    package var rehearse: Bool?

    package init(to: [String]? = nil, at: String? = nil, rehearse: Bool? = nil) {
        self.to = to
        self.at = at
        self.rehearse = rehearse
    }
}

/// The result of publishing or unpublishing.
package struct PublishedBody: Codable, Hashable, Sendable {
    package let post: PostBody
    package let deliveries: [DeliveryBody]
    /// Notes for the author, such as a time that the clock skips, a shortened text or an omitted target.
    package let notes: [String]

    package init(post: PostBody, deliveries: [DeliveryBody], notes: [String]) {
        self.post = post
        self.deliveries = deliveries
        self.notes = notes
    }
}

/// One delivery of the queue.
package struct DeliveryBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let post: String
    package let postTitle: String
    /// The name of the user whose post it is, in lists of deliveries of several posts.
    package var owner: String?
    package let target: String
    /// `create`, `edit` or `delete`.
    package let kind: String
    package let generation: Int
    /// One of the words of `DeliveryState`.
    package let state: String
    /// What the delivery waits for when `state` is `blocked`.
    package let block: String?
    /// The reason for the state, as a sentence.
    package let reason: String?
    /// The next command for the author.
    package let next: String?
    package let dueAt: String
    /// When Galley next checks the delivery by itself.
    package let wakeAt: String?
    package let attempts: Int
    package let key: String
    /// The target's own id and address, once the copy exists.
    package let remoteID: String?
    package let url: String?
    /// When a deletion removed the copy.
    package let takenBackAt: String?
    /// When the delivery reached a final state: delivered, failed, missed, cancelled or superseded.
    package var endedAt: String?
    /// The commands `/v1/deliveries/{id}/…` that it accepts now; absent in a rehearsal. A target that cannot be searched
    /// also refuses `retry` while the delivery is uncertain.
    package var verbs: [String]?
    /// Whether a person has to act; absent in a rehearsal.
    package var wantsAttention: Bool?
    /// How many parts a thread has, and how many of them have arrived or, of a deletion, are gone; absent for a single
    /// post.
    package var parts: Int?
    package var partsDone: Int?

    package init(
        id: Int64, post: String, postTitle: String, target: String, kind: String, generation: Int, state: String,
        block: String?, reason: String?, next: String?, dueAt: String, wakeAt: String?, attempts: Int, key: String,
        remoteID: String?, url: String?, takenBackAt: String? = nil
    ) {
        self.id = id
        self.post = post
        self.postTitle = postTitle
        self.target = target
        self.kind = kind
        self.generation = generation
        self.state = state
        self.block = block
        self.reason = reason
        self.next = next
        self.dueAt = dueAt
        self.wakeAt = wakeAt
        self.attempts = attempts
        self.key = key
        self.remoteID = remoteID
        self.url = url
        self.takenBackAt = takenBackAt
    }
}

/// One attempt of an armed delivery.
package struct AttemptBody: Codable, Hashable, Sendable {
    package let number: Int
    /// The account that sent it; nil if Galley does not know it.
    package let account: String?
    package let startedAt: String
    package let endedAt: String?
    /// The letter of the server's idempotency class, as far as Galley knew it.
    package let idempotencyClass: String
    package let digest: String
    package let outcome: String?
    package let reason: String?
    /// The bytes sent, if they are text.
    package let request: String?

    package init(
        number: Int, account: String?, startedAt: String, endedAt: String?, idempotencyClass: String, digest: String,
        outcome: String?, reason: String?, request: String?
    ) {
        self.number = number
        self.account = account
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.idempotencyClass = idempotencyClass
        self.digest = digest
        self.outcome = outcome
        self.reason = reason
        self.request = request
    }
}

/// `POST /v1/deliveries/{id}/confirm-sent`: the copy that the author found at the target.
package struct ConfirmationBody: Codable, Hashable, Sendable {
    package var url: String?
    package var remoteID: String?

    package init(url: String? = nil, remoteID: String? = nil) {
        self.url = url
        self.remoteID = remoteID
    }
}
