import PostStore
import Posts
import Wire

extension DeliveryBody {
    /// - Parameters:
    ///   - title: the post's title or the start of its text.
    ///   - isWanted: see `Post.isWanted`.
    init(_ delivery: Delivery, title: String, isWanted: Bool, _ service: PostService) {
        let story = DeliveryStory(delivery, isWanted: isWanted, isBlind: service.isBlind(delivery))
        let times = service.times
        self.init(
            id: delivery.id.number, post: delivery.postID.text, postTitle: title, target: delivery.target.text,
            kind: delivery.kind.rawValue, generation: delivery.generation, state: delivery.state.word.rawValue,
            block: story.block?.rawValue,
            reason: story.reason, next: story.next, dueAt: times.text(delivery.dueAt),
            wakeAt: delivery.wakeAt.map(times.text), attempts: delivery.history.attempts, key: delivery.key,
            remoteID: story.record?.id, url: story.record?.url,
            takenBackAt: delivery.takenBackAt.map(times.text))
        endedAt = delivery.state.endedAt.map(times.text)
        verbs = story.verbs
        wantsAttention = DeliveryStory.wantsAttention(delivery)
        if delivery.parts > 1 { (parts, partsDone) = (delivery.parts, delivery.partsDone) }
    }

    init(_ delivery: Delivery, of post: Post, _ service: PostService) {
        self.init(delivery, title: post.heading, isWanted: post.isWanted, service)
    }

    init(_ entry: QueueEntry, _ service: PostService) {
        self.init(entry.delivery, title: entry.postTitle, isWanted: entry.isWanted, service)
        owner = entry.owner
    }
}

extension AttemptBody {
    init(_ attempt: Attempt, _ times: Times) {
        self.init(
            number: attempt.number, account: attempt.account, startedAt: times.text(attempt.startedAt),
            endedAt: attempt.endedAt.map(times.text), idempotencyClass: attempt.idempotency.letter,
            digest: attempt.digest, outcome: attempt.outcome,
            reason: attempt.reason, request: String(validating: attempt.request, as: UTF8.self))
    }
}

extension EventBody {
    init(_ event: LogEvent, _ times: Times) {
        self.init(id: event.id, at: times.text(event.at), kind: event.kind.rawValue, subject: event.subject)
        guard let change = event.arrangement else { return }
        if WindowID(event.subject) == nil { name = event.subject } else { window = event.subject }
        revision = change.revision?.number
        origin = change.origin
        announcement = change.announcement
    }
}
