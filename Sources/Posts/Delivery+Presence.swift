/// What a delivery says about whether its post is at its target.
extension Delivery {
    /// Whether the post is there, or may be: nothing must be sent again by itself.
    package var mayHaveArrived: Bool {
        switch state {
        case .armed, .uncertain, .reconciling: true
        case .scheduled, .preparing, .retrying, .due, .blocked: history.isInDoubt
        case .delivered, .failed, .missed, .cancelled, .superseded: false
        }
    }

    /// Whether what comes after it has to wait: it is under way, or may be.
    package var isUnsettled: Bool {
        if case .preparing = state { true } else { mayHaveArrived }
    }

    /// Under what the target keeps the post; nil before it came and after it was taken back.
    package var arrival: Record? {
        guard takenBackAt == nil, case .delivered(_, let record) = state else { return nil }
        return record
    }
}
