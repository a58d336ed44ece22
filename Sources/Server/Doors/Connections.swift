import NIOCore
import Synchronization

/// The open connections of one door, to be told when it closes.
final class Connections: Sendable {
    private struct State {
        var guests: [ObjectIdentifier: Guest] = [:]
        var isQuiescing = false
        var whenReceived: (@Sendable () -> Void)?
    }
    private struct Guest {
        let channel: any Channel
        /// Whether somebody listens to them by now.
        var isReceived = false
        /// Whether they have asked for something.
        var isHeard = false
    }
    private let state = Mutex(State())
    private let patience: TimeAmount

    /// - Parameter patience: for so long who is inside when the door closes may still say what they came for. Without it,
    ///   whoever has not yet spoken is sent away unheard.
    init(patience: TimeAmount = .zero) { self.patience = patience }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isQuiescing = state.withLock { state in
            state.guests[id] = Guest(channel: channel)
            return state.isQuiescing
        }
        channel.closeFuture.whenComplete { [weak self] _ in self?.change(id) { $0 = nil } }
        if isQuiescing { quiesce(channel, isHeard: false) }
    }

    func receive(_ channel: any Channel) { change(ObjectIdentifier(channel)) { $0?.isReceived = true } }

    /// A request has begun.
    func hear(_ channel: any Channel) {
        let isLate = state.withLock { state in
            let id = ObjectIdentifier(channel)
            guard state.guests[id]?.isHeard == false else { return false }
            state.guests[id]?.isHeard = true
            return state.isQuiescing
        }
        if isLate { quiesce(channel, isHeard: true) }
    }

    /// Calls `action` once everybody who came in has been received, or has left.
    func whenReceived(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenReceived = action }
        tellIfReceived()
    }

    /// Ends those that idle, and lets the others end with the answer that is under way.
    func quiesce() {
        let guests = state.withLock { state in
            state.isQuiescing = true
            return Array(state.guests.values)
        }
        for guest in guests { quiesce(guest.channel, isHeard: guest.isHeard) }
    }

    /// Ends all, whatever they are at.
    func cut() {
        for guest in state.withLock({ Array($0.guests.values) }) { guest.channel.close(promise: nil) }
    }

    /// Hummingbird's `HTTPConnectionStateHandler` listens to this event.
    private func quiesce(_ channel: any Channel, isHeard: Bool) {
        guard !isHeard, patience > .zero else {
            return channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        channel.eventLoop.scheduleTask(in: patience) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private func change(_ id: ObjectIdentifier, _ change: (inout Guest?) -> Void) {
        state.withLock { change(&$0.guests[id]) }
        tellIfReceived()
    }

    private func tellIfReceived() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.whenReceived != nil, state.guests.values.allSatisfy(\.isReceived) else { return nil }
            return state.whenReceived.take()
        }
        action?()
    }
}
