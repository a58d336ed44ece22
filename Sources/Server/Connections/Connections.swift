import NIOCore
import Posts
import Synchronization

/// The open connections of one listening socket.
///
/// Their number is limited. At the limit, a new connection closes the oldest one whose peer has not authenticated.
/// Event streams may take at most half of the connections, so that the rest stay free for requests.
final class Connections: Sendable {
    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var nextNumber = 0
        /// Connections that are not being closed.
        var openCount = 0
        var unidentified = 0
        var streams = 0
        var isQuiescing = false
        var whenReceived: (@Sendable () -> Void)?
    }
    private struct Entry {
        let channel: any Channel
        /// Increases with each connection.
        let number: Int
        /// Whether Hummingbird handles the connection by now.
        var isReceived = false
        /// Whether the peer has sent a request.
        var isHeard = false
        var user: UserID?
        var isStreaming = false
        /// Whether the connection is being closed to make room.
        var isLeaving = false
    }
    private let state = Mutex(State())
    private let patience: TimeAmount
    private let openMax, streamsMax: Int
    private let users: ConnectionQuota

    /// - Parameter patience: how long a connection without a request stays open after the shutdown began. At zero it
    ///   closes immediately.
    init(patience: TimeAmount, openMax: Int, streamsMax: Int, users: ConnectionQuota) {
        self.patience = patience
        self.openMax = openMax
        self.streamsMax = streamsMax
        self.users = users
    }

    /// Whether the listener may accept another connection now.
    var hasRoom: Bool { state.withLock { $0.openCount < openMax || $0.unidentified > 0 } }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let (isQuiescing, oldest) = state.withLock { state in
            let oldest = state.openCount >= openMax ? Connections.evictOldest(&state) : nil
            state.entries[id] = Entry(channel: channel, number: state.nextNumber)
            state.nextNumber += 1
            state.openCount += 1
            state.unidentified += 1
            return (state.isQuiescing, oldest)
        }
        oldest?.close(promise: nil)
        channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) }
        if isQuiescing { quiesce(channel, isHeard: false) }
    }

    func connection(_ channel: any Channel) -> ConnectionHandle {
        ConnectionHandle(channel: channel, connections: self)
    }

    func receive(_ channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.isReceived = true }
        notifyIfReceived()
    }

    /// Called when a request begins.
    func noteRequest(_ channel: any Channel) {
        let isLate = state.withLock { state in
            let id = ObjectIdentifier(channel)
            guard state.entries[id]?.isHeard == false else { return false }
            state.entries[id]?.isHeard = true
            return state.isQuiescing
        }
        if isLate { quiesce(channel, isHeard: true) }
    }

    /// Calls `action` once every accepted connection has been received or has closed.
    func whenReceived(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenReceived = action }
        notifyIfReceived()
    }

    /// Closes idle connections and streams whose peer does not read. Other connections close after the response in
    /// progress.
    func quiesce() {
        let entries = state.withLock { state in
            state.isQuiescing = true
            return Array(state.entries.values)
        }
        for connection in entries {
            if connection.isStreaming, !connection.channel.isWritable {
                connection.channel.close(promise: nil)
            } else {
                quiesce(connection.channel, isHeard: connection.isHeard)
            }
        }
    }

    /// Closes every connection immediately.
    func cut() {
        for connection in state.withLock({ Array($0.entries.values) }) { connection.channel.close(promise: nil) }
    }

    /// Hummingbird's `HTTPConnectionStateHandler` handles `ChannelShouldQuiesceEvent`.
    private func quiesce(_ channel: any Channel, isHeard: Bool) {
        guard !isHeard, patience > .zero else {
            return channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        channel.eventLoop.scheduleTask(in: patience) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }

    private static func evictOldest(_ state: inout State) -> (any Channel)? {
        let unidentified = state.entries.filter { $0.value.user == nil && !$0.value.isLeaving }
        guard let (id, oldest) = unidentified.min(by: { $0.value.number < $1.value.number }) else { return nil }
        state.entries[id]?.isLeaving = true
        state.openCount -= 1
        state.unidentified -= 1
        return oldest.channel
    }

    private func remove(_ id: ObjectIdentifier) {
        let record = state.withLock { state in
            let record = state.entries.removeValue(forKey: id)
            guard let record, !record.isLeaving else { return record }
            state.openCount -= 1
            if record.user == nil { state.unidentified -= 1 }
            return record
        }
        if let user = record?.user { users.release(.connection, for: user) }
        notifyIfReceived()
    }

    private func notifyIfReceived() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.whenReceived != nil, state.entries.values.allSatisfy(\.isReceived) else { return nil }
            return state.whenReceived.take()
        }
        action?()
    }
}

// MARK: - Users of connections

extension Connections {
    /// Records the authenticated user. Behind a proxy, one connection can carry requests of several users.
    /// - Throws: a `Problem` when this user has too many connections.
    fileprivate func identify(_ channel: any Channel, as user: UserID) throws {
        let id = ObjectIdentifier(channel)
        let known = state.withLock { $0.entries[id].map { $0.user == user } ?? true }
        guard !known else { return }
        try users.take(.connection, for: user)
        let former = state.withLock { state -> UserID? in
            // The connection closed meanwhile: release the new user's slot at once.
            guard let record = state.entries[id] else { return user }
            if record.user == nil, !record.isLeaving { state.unidentified -= 1 }
            state.entries[id]?.user = user
            return record.user
        }
        if let former { users.release(.connection, for: former) }
    }

    fileprivate func beginStream(_ channel: any Channel, of user: UserID) throws {
        try users.take(.stream, for: user)
        let isRoom = state.withLock { state in
            guard state.streams < streamsMax else { return false }
            state.streams += 1
            state.entries[ObjectIdentifier(channel)]?.isStreaming = true
            return true
        }
        guard isRoom else {
            users.release(.stream, for: user)
            throw Problem.noStreamsLeft(streamsMax)
        }
    }

    fileprivate func endStream(_ channel: any Channel, of user: UserID) {
        state.withLock { state in
            state.streams -= 1
            state.entries[ObjectIdentifier(channel)]?.isStreaming = false
        }
        users.release(.stream, for: user)
    }
}

/// One connection, as its requests see it.
struct ConnectionHandle: Sendable {
    fileprivate let channel: any Channel
    fileprivate let connections: Connections

    func identify(as user: UserID) throws { try connections.identify(channel, as: user) }

    /// Asks the peer for the body if the peer waits for `100 Continue`.
    func sendContinue() { channel.triggerUserOutboundEvent(ConnectionWatch.SendContinue(), promise: nil) }

    /// Reserves a place for an event stream until the value is deinitialized.
    /// - Throws: a `Problem` when the user or the socket has no place left.
    func beginStream(of user: UserID) throws -> OpenStream { try OpenStream(self, user) }

    final class OpenStream: Sendable {
        private let connection: ConnectionHandle
        private let user: UserID

        fileprivate init(_ connection: ConnectionHandle, _ user: UserID) throws {
            try connection.connections.beginStream(connection.channel, of: user)
            self.connection = connection
            self.user = user
        }

        deinit { connection.connections.endStream(connection.channel, of: user) }
    }
}
