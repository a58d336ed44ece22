/// `PUT /v1/posts/{id}/publication`: publishes now, or schedules.
package struct PublicationBody: Codable, Hashable, Sendable {
    /// Names of targets; absent, the configuration's defaults.
    package var to: [String]?
    /// What `When` understands; absent, the post's own date when it is still to come, else now.
    package var at: String?
    /// Send to the rehearsal inbox instead of the services.
    package var rehearse: Bool?

    package init(to: [String]? = nil, at: String? = nil, rehearse: Bool? = nil) {
        self.to = to
        self.at = at
        self.rehearse = rehearse
    }
}

/// What publishing or taking back came to.
package struct PublishedBody: Codable, Hashable, Sendable {
    package let post: PostBody
    package let deliveries: [DeliveryBody]
    /// Sentences the author should read: a time the clock skips, a text that was fitted, a target left out.
    package let notes: [String]

    package init(post: PostBody, deliveries: [DeliveryBody], notes: [String]) {
        self.post = post
        self.deliveries = deliveries
        self.notes = notes
    }
}

/// One line of the queue.
package struct DeliveryBody: Codable, Hashable, Sendable {
    package let id: Int64
    package let post: String
    package let postTitle: String
    package let target: String
    /// `create`, `edit` or `delete`: what it does there.
    package let kind: String
    package let generation: Int
    /// One of the words of `DeliveryState`.
    package let state: String
    /// What it waits for, when `state` is `blocked`.
    package let block: String?
    /// Why it stands there, as a sentence.
    package let reason: String?
    /// What the author can do next, as a command.
    package let next: String?
    package let dueAt: String
    /// When Galley looks at it again by itself.
    package let wakeAt: String?
    package let attempts: Int
    package let key: String
    /// The target's own id and address, once it is there.
    package let remoteID: String?
    package let url: String?
    /// When a deletion took the copy away again.
    package let takenBackAt: String?
    /// When `state` became what it is, once nothing more will happen to it: delivered, failed, missed, cancelled, superseded.
    package var endedAt: String?

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

/// One armed try.
package struct AttemptBody: Codable, Hashable, Sendable {
    package let number: Int
    package let startedAt: String
    package let endedAt: String?
    /// The letter of the idempotency class the server was known to have.
    package let idempotencyClass: String
    package let digest: String
    package let outcome: String?
    package let reason: String?
    /// The bytes that were sent, when they are text.
    package let request: String?

    package init(
        number: Int, startedAt: String, endedAt: String?, idempotencyClass: String, digest: String, outcome: String?,
        reason: String?, request: String?
    ) {
        self.number = number
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.idempotencyClass = idempotencyClass
        self.digest = digest
        self.outcome = outcome
        self.reason = reason
        self.request = request
    }
}

/// `POST /v1/deliveries/{id}/confirm-sent`: what the author saw at the target.
package struct ConfirmationBody: Codable, Hashable, Sendable {
    package var url: String?
    package var remoteID: String?

    package init(url: String? = nil, remoteID: String? = nil) {
        self.url = url
        self.remoteID = remoteID
    }
}
