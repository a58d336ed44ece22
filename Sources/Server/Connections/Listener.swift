import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import OpenMetrics
import ServiceLifecycle
import Synchronization

/// Accepts connections on one listening socket and passes their requests to a `RequestHandler`.
struct Listener: Service {
    let socket: ListeningSocket
    let handler: RequestHandler
    let limits: ListenerLimits
    /// Shared by all listening sockets.
    let users: ConnectionQuota
    let log: Logger

    func run() async throws {
        let connections = Connections(
            patience: socket.isHandedOver ? limits.patience : .zero, openMax: limits.connectionsMax,
            streamsMax: limits.streamsMax, users: users)
        let server = try await bind(connections)
        log.info("listening", metadata: ["at": "\(socket.address)"])
        if let words = limits.shortage { log.notice("\(words)", metadata: ["at": "\(socket.address)"]) }
        defer { socket.remove() }
        await withGracefulShutdownHandler {
            await serve(server, connections)
        } onGracefulShutdown: {
            // Stop accepting first, then let the open connections finish.
            close(server.channel, connections)
            connections.quiesce()
        }
    }

    /// NIO drops connections that it is accepting while the server channel closes. On a socket that stays open for the
    /// next daemon, this would lose a request. So the listener stops accepting first and leaves later connections in
    /// the kernel's queue.
    private func close(_ server: any Channel, _ connections: Connections) {
        guard socket.isHandedOver else { return server.close(promise: nil) }
        server.triggerUserOutboundEvent(ConnectionCounter.Close(), promise: nil)
        server.setOption(ChannelOptions.autoRead, value: false).whenComplete { _ in
            connections.whenReceived { server.close(promise: nil) }
        }
    }

    private func bind(_ connections: Connections) async throws -> NIOAsyncChannel<AcceptedConnection, Never> {
        let channel = HTTP1Channel(responder: { _, _, _ in }, configuration: limits.configuration)
        let address = socket.address
        let timeouts = limits.timeouts
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.addHandler(ConnectionCounter(connections))
                }
            }
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .bind(socket.descriptor) { [log] child in
                Peer.of(child, through: address).flatMap { peer in
                    channel.setup(channel: child, logger: log).flatMapThrowing { value in
                        let pipeline = child.pipeline.syncOperations
                        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                        try pipeline.addHandler(ConnectionWatch(timeouts), position: .after(decoder))
                        return AcceptedConnection(value, peer, connections.connection(child))
                    }
                }
            }
        // NIO has called `listen` again, which shortened the queue to its default of 128, whatever the channel's options.
        _ = Glibc.listen(socket.descriptor, ListeningSocket.backlog)
        return server
    }

    private func serve(_ server: NIOAsyncChannel<AcceptedConnection, Never>, _ connections: Connections) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { tasks in
                    do {
                        try await server.executeThenClose { inbound in
                            for try await connection in inbound {
                                tasks.addTask { await receive(connection, connections) }
                            }
                        }
                    } catch {
                        log.error(
                            "No longer accepting connections.",
                            metadata: ["at": "\(socket.address)", "error": "\(error)"])
                    }
                }
            }
            group.addTask {
                // Close the connections that are still open after the grace period.
                try? await gracefulShutdown()
                try? await Task.sleep(for: limits.grace)
                connections.cut()
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func receive(_ connection: AcceptedConnection, _ connections: Connections) async {
        let http = HTTP1Channel(
            responder: { request, writer, channel in
                connections.noteRequest(channel)
                try await handler.answer(request, writer, from: connection.peer, connection.handle)
            }, configuration: limits.configuration)
        guard let channel = connection.receive() else { return }
        connections.receive(channel.channel)
        await http.handle(value: channel, logger: log)
    }
}

/// Counts accepted connections, and stops accepting after `Close` even when another handler of the pipeline wants to
/// read.
///
/// It counts before the connection changes threads, which happens three times until `Listener` receives it. A later
/// count could miss a connection that is accepted during a shutdown.
private final class ConnectionCounter: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = NIOAny
    struct Close: Sendable {}
    private let connections: Connections
    private var isClosed = false
    /// Whether NIO asked for another connection while the limit was reached.
    private var isWaiting = false

    init(_ connections: Connections) { self.connections = connections }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        connections.add(channel)
        let bound = NIOLoopBound((counter: self, context: context), eventLoop: context.eventLoop)
        channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            bound.value.counter.readIfWaiting(bound.value.context)
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        guard !isClosed else { return }
        isWaiting = !connections.hasRoom
        if !isWaiting { context.read() }
    }

    private func readIfWaiting(_ context: ChannelHandlerContext) { if isWaiting { read(context: context) } }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Close else { return context.triggerUserOutboundEvent(event, promise: promise) }
        isClosed = true
        promise?.succeed()
    }
}

/// An accepted connection and its peer.
///
/// When the server channel closes, NIO drops the connections that it has just accepted. It then stops the process,
/// because nothing finished them. So `deinit` closes a connection that was never received.
private final class AcceptedConnection: Sendable {
    let peer: Peer
    let handle: ConnectionHandle
    private let channel: HTTP1Channel.Value
    private let isReceived = Atomic(false)

    init(_ channel: HTTP1Channel.Value, _ peer: Peer, _ handle: ConnectionHandle) {
        self.channel = channel
        self.peer = peer
        self.handle = handle
    }

    /// - Returns: nil on every call after the first.
    func receive() -> HTTP1Channel.Value? {
        isReceived.exchange(true, ordering: .relaxed) ? nil : channel
    }

    deinit {
        guard !isReceived.load(ordering: .relaxed) else { return }
        Task { [channel] in try? await channel.executeThenClose { _, _ in } }
    }
}

/// The limits of one listening socket.
struct ListenerLimits: Sendable {
    /// Each of two sockets may use a quarter of the daemon's file descriptors. The store and the courier have the rest.
    var connectionsMax = min(connectionsUseful, max(8, ProcessReading.filesMax / 4))
    /// With as many connections, a socket has room for 2,000 event streams.
    static let connectionsUseful = 4096
    /// For each user, on all sockets together. Each stream takes a connection.
    var userConnectionsMax = 512
    var userStreamsMax = 256
    /// On one socket. The other connections stay free for requests.
    var streamsMax: Int { connectionsMax / 2 }
    /// A connection without a request closes after this time. A connection with a response in progress, such as an
    /// event stream, is not idle.
    var idleTimeout = TimeAmount.seconds(75)
    /// The timeouts for peers that are sending.
    var timeouts = PeerTimeouts.Limits()
    /// How long a connection may take to send its first request while the socket is handed to the next daemon.
    var patience = TimeAmount.seconds(2)
    /// How long responses in progress may take after a shutdown began.
    var grace = Duration.seconds(5)

    /// How many connections fit if the limit of open files leaves room for fewer than are useful; nil if it does not.
    var shortage: String? {
        guard connectionsMax < Self.connectionsUseful else { return nil }
        return
            "\(connectionsMax) connections fit here, \(streamsMax) of them event streams, because this process may open "
            + "\(ProcessReading.filesMax) files. For \(Self.connectionsUseful) connections allow "
            + "\(Self.connectionsUseful * 4) files: LimitNOFILE= under [Service], or “ulimit -Hn”."
    }

    var configuration: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            idleTimeout: idleTimeout,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100))
    }
}
