import NIOCore
import Synchronization

/// The open connections of one door, to be told when it closes.
final class Connections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isQuiescing = false
    }
    private let state = Mutex(State())

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isQuiescing = state.withLock { state in
            state.channels[id] = channel
            return state.isQuiescing
        }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { $0.channels[id] = nil }
        }
        if isQuiescing { Connections.quiesce(channel) }
    }

    /// Ends those that idle, and lets the others end with the answer that is under way.
    func quiesce() {
        let channels = state.withLock { state in
            state.isQuiescing = true
            return Array(state.channels.values)
        }
        for channel in channels { Connections.quiesce(channel) }
    }

    /// Ends all, whatever they are at.
    func cut() {
        for channel in state.withLock({ Array($0.channels.values) }) { channel.close(promise: nil) }
    }

    /// Hummingbird's `HTTPConnectionStateHandler` listens to this event.
    private static func quiesce(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
