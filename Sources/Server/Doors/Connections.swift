import NIOCore
import Synchronization

/// The open connections of one door, to be told when it closes.
final class Connections: Sendable {
    private struct State {
        var guests: [ObjectIdentifier: Guest] = [:]
        var isQuiescing = false
    }
    private struct Guest {
        let channel: any Channel
        let since: NIODeadline
    }
    private let state = Mutex(State())
    private let patience: TimeAmount

    /// - Parameter patience: for so long after coming in somebody may still say what he came for. Without it who is inside, but
    ///   has not yet spoken, would be sent away unheard when the door closes.
    init(patience: TimeAmount = .zero) { self.patience = patience }

    func add(_ channel: any Channel) {
        let guest = Guest(channel: channel, since: .now())
        let id = ObjectIdentifier(channel)
        let isQuiescing = state.withLock { state in
            state.guests[id] = guest
            return state.isQuiescing
        }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { $0.guests[id] = nil }
        }
        if isQuiescing { quiesce(guest) }
    }

    /// Ends those that idle, and lets the others end with the answer that is under way.
    func quiesce() {
        let guests = state.withLock { state in
            state.isQuiescing = true
            return Array(state.guests.values)
        }
        for guest in guests { quiesce(guest) }
    }

    /// Ends all, whatever they are at.
    func cut() {
        for guest in state.withLock({ Array($0.guests.values) }) { guest.channel.close(promise: nil) }
    }

    /// Hummingbird's `HTTPConnectionStateHandler` listens to this event.
    private func quiesce(_ guest: Guest) {
        let channel = guest.channel
        guard patience > .zero, guest.since + patience > .now() else {
            return channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        channel.eventLoop.scheduleTask(deadline: guest.since + patience) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }
}
