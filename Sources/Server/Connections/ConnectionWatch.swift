import NIOCore
import NIOHTTP1
import Wire

/// Sits between the HTTP decoder and the other handlers of a connection. It closes the connection when its peer is too
/// slow (`PeerTimeouts`), and handles the parts of a request that later handlers do not see.
///
/// - HTTP/1.0, `Connection: close` and a response before the end of the body end the connection with the response.
/// - It sends `100 Continue` when a route begins to read the body, and so only after authentication.
/// - It marks a request with a second `Host` field; `RequestHandler` refuses such a request.
/// - It gives Hummingbird's empty answer to a header that cannot be read its reason.
final class ConnectionWatch: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Sent when a route begins to read the body.
    struct SendContinue: Sendable {}
    /// The header field that marks a request with several `Host` fields. A peer that sends this field itself is refused
    /// too.
    static let severalHosts = "galley-several-hosts"

    private var timeouts: PeerTimeouts
    private var alarm: (at: NIODeadline, task: Scheduled<Void>)?
    private var hasPartsCome = false
    private var expectsContinue = false
    /// Whether the latest request is the last of its connection.
    private var isLast = false
    private var isOld = false
    private var unread: HTTPParserError?

    init(_ limits: PeerTimeouts.Limits) { timeouts = PeerTimeouts(limits, now: .now()) }

    func channelActive(context: ChannelHandlerContext) {
        setAlarm(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.task.cancel()
        alarm = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasPartsCome = true
        switch unwrapInboundIn(data) {
        case .head(var head):
            timeouts.headCame(now: .now())
            receive(&head)
            context.fireChannelRead(wrapInboundOut(.head(head)))
            return
        case .body(let bytes): timeouts.bodyCame(bytes.readableBytes, now: .now())
        case .end: timeouts.endCame()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !hasPartsCome { timeouts.partOfHeadCame(now: .now()) }
        hasPartsCome = false
        setAlarm(context)
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        unread = error as? HTTPParserError
        context.fireErrorCaught(error)
    }

    func read(context: ChannelHandlerContext) {
        guard !timeouts.hasReadEnough else { return }
        timeouts.readWanted(now: .now())
        setAlarm(context)
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // Every answer of Galley's own with this status has a body.
        case .head(let head)
        where unread != nil && head.status == .badRequest && head.headers["content-length"] == ["0"]:
            write(unread == .headerOverflow ? Problem.headerTooLarge : .notHTTP, context, promise)
        case .head(var head) where head.status.code >= 200 && (isLast || timeouts.isBeforeBodyEnd):
            // The rest of a body may be too long to read. Then the peer, such as a proxy, needs another connection for
            // its next request.
            isLast = true
            if isOld { head.version = .http1_0 }
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            timeouts.answerEnded(isLast: isLast, now: .now())
            guard expectsContinue, timeouts.isDraining else {
                setAlarm(context)
                return context.write(data, promise: promise)
            }
            // The peer was never asked for the body and may still send it. The next bytes could be the body or a
            // request.
            let sent = promise ?? context.eventLoop.makePromise()
            let connection = NIOLoopBound(context, eventLoop: context.eventLoop)
            sent.futureResult.whenComplete { _ in connection.value.close(promise: nil) }
            context.write(data, promise: sent)
        default: context.write(data, promise: promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is SendContinue else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed()
        guard expectsContinue else { return }
        expectsContinue = false
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private func write(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        let body = ByteBuffer(bytes: problem.bytes)
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: problem.body.status),
            headers: [
                "Content-Type": ProblemBody.contentType, "Content-Length": "\(body.readableBytes)",
                "Cache-Control": "no-store", "Connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
    }

    private func receive(_ head: inout HTTPRequestHead) {
        isOld = head.version != .http1_1
        isLast = isOld || !head.isKeepAlive
        expectsContinue = !isOld && head.headers["expect"].contains { $0.lowercased() == "100-continue" }
        // Hummingbird recognizes the value only in lower case.
        if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
        if head.headers["host"].count > 1 { head.headers.add(name: Self.severalHosts, value: "1") }
    }

    /// One timer suffices. When it fires before the deadline, it is scheduled again.
    private func setAlarm(_ context: ChannelHandlerContext) {
        guard let deadline = timeouts.deadline else { return }
        if let alarm {
            guard deadline < alarm.at else { return }
            alarm.task.cancel()
        }
        let bound = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
        let task = context.eventLoop.scheduleTask(deadline: deadline) { bound.value.watch.ring(bound.value.context) }
        alarm = (deadline, task)
    }

    private func ring(_ context: ChannelHandlerContext) {
        alarm = nil
        guard let deadline = timeouts.deadline else { return }
        if deadline <= .now() { context.close(promise: nil) } else { setAlarm(context) }
    }
}
