import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import OpenMetrics
import ServiceLifecycle
import Synchronization

/// Lets callers in through one door and leads each to the reception.
struct Listener: Service {
    let socket: ListeningSocket
    let handler: RequestHandler
    let limits: ListenerLimits
    /// Of all doors together.
    let users: UserPlaces
    let log: Logger

    func run() async throws {
        let connections = Connections(
            patience: socket.isHandedOver ? limits.patience : .zero, placesMax: limits.connectionsMax, users: users)
        let server = try await bind(connections)
        log.info("listening", metadata: ["at": "\(socket.place)"])
        defer { socket.remove() }
        await withGracefulShutdownHandler {
            await serve(server, connections)
        } onGracefulShutdown: {
            // First nobody new, then those inside may finish.
            close(server.channel, connections)
            connections.quiesce()
        }
    }

    /// NIO drops whom it is just letting in when a door closes. At a door that stays open for the next daemon this would be a
    /// request lost: so it stops letting in first, and the others wait in line.
    private func close(_ server: any Channel, _ connections: Connections) {
        guard socket.isHandedOver else { return server.close(promise: nil) }
        server.triggerUserOutboundEvent(ConnectionCounter.Close(), promise: nil)
        server.setOption(ChannelOptions.autoRead, value: false).whenComplete { _ in
            connections.whenReceived { server.close(promise: nil) }
        }
    }

    private func bind(_ connections: Connections) async throws -> NIOAsyncChannel<AcceptedConnection, Never> {
        let channel = HTTP1Channel(responder: { _, _, _ in }, configuration: limits.configuration)
        let place = socket.place
        let timeouts = limits.timeouts
        return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelInitializer { server in
                server.eventLoop.makeCompletedFuture {
                    try server.pipeline.syncOperations.addHandler(ConnectionCounter(connections))
                }
            }
            // NIO listens once more, and would make the queue of an open door shorter.
            .serverChannelOption(ChannelOptions.backlog, value: ListeningSocket.backlog)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .bind(socket.descriptor) { [log] child in
                Peer.of(child, through: place).flatMap { peer in
                    channel.setup(channel: child, logger: log).flatMapThrowing { value in
                        let pipeline = child.pipeline.syncOperations
                        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                        try pipeline.addHandler(ConnectionWatch(timeouts), position: .after(decoder))
                        return AcceptedConnection(value, peer, connections.connection(child))
                    }
                }
            }
    }

    private func serve(_ server: NIOAsyncChannel<AcceptedConnection, Never>, _ connections: Connections) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await withDiscardingTaskGroup { visits in
                    do {
                        try await server.executeThenClose { inbound in
                            for try await visit in inbound {
                                visits.addTask { await receive(visit, connections) }
                            }
                        }
                    } catch {
                        log.error(
                            "No longer accepting connections.",
                            metadata: ["at": "\(socket.place)", "error": "\(error)"])
                    }
                }
            }
            group.addTask {
                // Who is not done a while after the door was closed is sent away.
                try? await gracefulShutdown()
                try? await Task.sleep(for: limits.grace)
                connections.cut()
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func receive(_ visit: AcceptedConnection, _ connections: Connections) async {
        let http = HTTP1Channel(
            responder: { request, writer, channel in
                connections.hear(channel)
                try await handler.answer(request, writer, from: visit.peer, visit.connection)
            }, configuration: limits.configuration)
        guard let channel = visit.receive() else { return }
        connections.receive(channel.channel)
        await http.handle(value: channel, logger: log)
    }
}

/// Counts everybody in, and lets nobody in any more once it is told so, whoever else in the pipeline would.
///
/// It counts before anybody is handed from thread to thread, which happens three times until they are received: what was
/// counted only then might be missed by a door that closes meanwhile.
private final class ConnectionCounter: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = NIOAny
    struct Close: Sendable {}
    private let connections: Connections
    private var isClosed = false
    /// Whether NIO wanted to let in another when there was no room.
    private var isWaiting = false

    init(_ connections: Connections) { self.connections = connections }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = unwrapInboundIn(data)
        connections.add(channel)
        let bound = NIOLoopBound((keeper: self, context: context), eventLoop: context.eventLoop)
        channel.closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            bound.value.keeper.readIfWaiting(bound.value.context)
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

/// A connection that came in, with who is at its other end.
///
/// When the door closes, NIO drops those who came in that very moment, and then stops the whole program because nobody ended
/// them properly. So whoever is not received is sent away.
private final class AcceptedConnection: Sendable {
    let peer: Peer
    let connection: ConnectionHandle
    private let channel: HTTP1Channel.Value
    private let isReceived = Atomic(false)

    init(_ channel: HTTP1Channel.Value, _ peer: Peer, _ connection: ConnectionHandle) {
        self.channel = channel
        self.peer = peer
        self.connection = connection
    }

    /// - Returns: nil the second time.
    func receive() -> HTTP1Channel.Value? {
        isReceived.exchange(true, ordering: .relaxed) ? nil : channel
    }

    deinit {
        guard !isReceived.load(ordering: .relaxed) else { return }
        Task { [channel] in try? await channel.executeThenClose { _, _ in } }
    }
}

/// What one door bears.
struct ListenerLimits: Sendable {
    /// A quarter of what the system lets the daemon open is for each of two doors; the rest is for the store and the courier.
    var connectionsMax = min(1000, max(8, ProcessReading.filesMax / 4))
    /// For each user, at all doors together.
    var userConnectionsMax = 256
    var userStreamsMax = 64
    /// A connection on which nothing is asked is closed after this. One that is being answered, such as a stream of events,
    /// is not idle.
    var idleTimeout = TimeAmount.seconds(75)
    /// What is asked of those who are sending.
    var timeouts = PeerTimeouts.Limits()
    /// How long who came in may take to say what for, when the door closes and another daemon will open it.
    var patience = TimeAmount.seconds(2)
    /// How long answers under way may take once the daemon is asked to stop.
    var grace = Duration.seconds(5)

    var configuration: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            idleTimeout: idleTimeout,
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100))
    }
}
