// The queue, the targets, and what reaches them.
extension API {
    package static let listDeliveries = Operation(.get, "/v1/deliveries", .read, "Lists the queue.")
        .query(DeliveriesQuery.self).returnsPage(DeliveryBody.self)
    package static let showDelivery = Operation(.get, "/v1/deliveries/:delivery", .read, "Shows a delivery.")
        .returns(DeliveryBody.self)
    package static let listAttempts = Operation(
        .get, "/v1/deliveries/:delivery/attempts", .read, "Lists the tries of a delivery, the first one first."
    ).returnsPage(AttemptBody.self)
    package static let retryDelivery = verb("retry", "Retries a delivery that did not arrive.")
    package static let cancelDelivery = verb("cancel", "Cancels a delivery that has not been sent.")
    package static let resendDelivery = verb("resend", "Sends a delivery again that may have arrived.")
    package static let abandonDelivery = verb("abandon", "Abandons a delivery.")
    package static let confirmDelivery = verb("confirm-sent", "Confirms that a delivery arrived.")
        .takes(ConfirmationBody.self, orNothing: true)

    private static func verb(_ word: String, _ summary: String) -> Operation<Nothing, Nothing, DeliveryBody> {
        Operation(.post, "/v1/deliveries/:delivery/\(word)", .publish, summary).returns(DeliveryBody.self)
            .needsNoKey("it goes by the state of the delivery, which the first request has changed.")
    }
}

extension API {
    package static let listTargets = Operation(.get, "/v1/targets", .read, "Lists the targets.")
        .returnsPage(TargetBody.self)
    package static let showTarget = Operation(.get, "/v1/targets/:target", .read, "Shows a target.")
        .returns(TargetBody.self)
    package static let showCheck = Operation(
        .get, "/v1/targets/:target/check", .read, "Shows the last check of a target."
    ).returns(CheckBody.self)
    package static let checkTarget = Operation(
        .post, "/v1/targets/:target/check", .publish, "Checks a target with a read-only call."
    ).returns(CheckBody.self).mayTakeLonger
        .needsNoKey("each target has one check; a repetition runs it again.")
    package static let showLimits = Operation(
        .get, "/v1/targets/:target/limits", .read, "Shows the limits of a target."
    ).returns(LimitsBody.self)
    package static let pauseTarget = Operation(
        .put, "/v1/targets/:target/pause", .publish, "Pauses deliveries to a target."
    ).returns(TargetBody.self)
    package static let resumeTarget = Operation(
        .delete, "/v1/targets/:target/pause", .publish, "Resumes deliveries to a target."
    ).returns(TargetBody.self)
    package static let pauseAll = Operation(.put, "/v1/pause", .publish, "Pauses all deliveries.").returnsNothing
    package static let resumeAll = Operation(
        .delete, "/v1/pause", .publish,
        "Resumes all deliveries. Only administrators end an administrator's pause."
    ).returnsNothing
    package static let listSlots = Operation(
        .get, "/v1/slots", .read, "Lists the coming slots of the targets, and which of them are free."
    ).query(SlotsQuery.self).returnsPage(SlotBody.self)
    package static let listArticles = Operation(
        .get, "/v1/targets/:target/articles", .read,
        "Lists the posts of a blog with the states of their articles."
    ).returnsPage(ArticleBody.self)
    package static let listArrivals = Operation(
        .get, "/v1/rehearsal", .read, "Lists the rehearsal inbox, newest first."
    ).returnsPage(ArrivalBody.self)
}

// MARK: - Parameters

package struct DeliveriesQuery: Query {
    package var state: String?
    package var target: String?

    package static let words = [
        "state": "open, all, restored (what only its author can settle after a restore), or the word of one state.",
        "target": "The name of a target.",
    ]

    package init(state: String? = nil, target: String? = nil) { (self.state, self.target) = (state, target) }
}

package struct SlotsQuery: Query {
    package var target: String?

    package static let words = ["target": "Slots of this target only."]

    package init(target: String?) { self.target = target }
}
