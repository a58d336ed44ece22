/// Why Galley notifies the operator of a delivery. Galley reports each cause once, however often it recurs and across
/// restarts.
package struct NotificationCause: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// The cause to report for a delivery in its current state; nil if there is none.
    ///
    /// A rejected token stops all deliveries to its target, so they share one cause.
    package init?(of delivery: Delivery) {
        let number = delivery.id.number
        switch delivery.state {
        case .uncertain(let since, _, _):
            // A doubt that Galley cannot settle is noted again by each attempt to settle it. It began with the first send.
            let start = delivery.history.firstSentAt ?? since
            description = "uncertain \(number) \(start.microseconds)\(delivery.history.isResent ? " again" : "")"
        case .failed(let at, _): description = "failed \(number) \(at.microseconds)"
        case .missed(let at, _): description = "missed \(number) \(at.microseconds)"
        case .blocked(.auth, _): self = NotificationCause(refusedBy: delivery.target)
        case .blocked(.late, _): description = "late \(number)"
        case .blocked(.content, _): description = "content \(number)"
        case .blocked(.target, _): description = "settings \(number)"
        case .blocked(.parent, _), .blocked(.paused, _): return nil
        case .delivered:
            guard delivery.isExposed else { return nil }
            description = "exposed \(number)"
        case .scheduled, .due, .preparing, .armed, .retrying, .reconciling, .cancelled, .superseded: return nil
        }
    }

    /// This cause ends with the next delivery to that target; then Galley may report it again.
    package init(refusedBy target: TargetName) { description = "auth \(target.text)" }
}
