/// Why the operator is told of a delivery. The same cause is told once, however often the machine comes back to it, over
/// restarts too.
package struct NotificationCause: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// What there is to tell of a delivery as it is; nil for nothing.
    ///
    /// A token that is refused stops everything at its target: that is one cause, whatever waits there.
    package init?(of delivery: Delivery) {
        let number = delivery.id.number
        switch delivery.state {
        case .uncertain(let since, _, _): description = "uncertain \(number) \(since.microseconds)"
        case .failed(let at, _): description = "failed \(number) \(at.microseconds)"
        case .missed(let at, _): description = "missed \(number) \(at.microseconds)"
        case .blocked(.auth, _): self = NotificationCause(refusedBy: delivery.target)
        case .blocked(.late, _): description = "late \(number)"
        case .blocked(.content, _): description = "content \(number)"
        case .blocked(.target, _): description = "settings \(number)"
        case .blocked(.budget, _), .blocked(.blackout, _), .blocked(.parent, _), .blocked(.paused, _):
            return nil
        case .scheduled, .due, .preparing, .armed, .retrying, .reconciling, .delivered, .cancelled, .superseded:
            return nil
        }
    }

    /// Over as soon as something arrives at that target again; then it may be told anew.
    package init(refusedBy target: TargetName) { description = "auth \(target.text)" }
}
