import Hummingbird
package import Logging
import OpenMetrics
package import Posts
package import ServiceLifecycle

/// Answers every request to a daemon that waits for another one: 503, with the reason.
package struct WaitingServer: Sendable {
    private let words: @Sendable () -> String
    private let now: @Sendable () -> Instant
    private let log: Logger

    /// - Parameter words: why it waits, in sentences; for callers at the Unix socket.
    package init(words: @escaping @Sendable () -> String, now: @escaping @Sendable () -> Instant, log: Logger) {
        (self.words, self.now) = (words, now)
        var log = log
        // Load balancers ask every second.
        log.logLevel = .critical
        self.log = log
    }

    /// One service per socket, which leaves the socket open.
    package func services(_ sockets: [ListeningSocket]) throws -> [any Service] {
        let limits = ListenerLimits()
        let users = ConnectionQuota(connectionsMax: limits.userConnectionsMax, streamsMax: limits.userStreamsMax)
        var listeners: [any Service] = []
        for socket in sockets {
            let handler = RequestHandler(
                hosts: nil, publicAddress: nil, currentRoutes: routes(at: socket.address), dates: DateHeader(now: now),
                requests: Metrics().requests, log: log, saves: SaveLog(log: log))
            listeners.append(
                Listener(socket: try socket.duplicate(), handler: handler, limits: limits, users: users, log: log))
        }
        return listeners
    }

    private func routes(at address: ListeningSocket.Address) -> CurrentRoutes {
        var shown: @Sendable () -> String = { "This galleyd waits for another one." }
        // The names of machines are not for visitors.
        if case .file = address { shown = words }
        let router = Router(context: GalleyRequestContext.self)
        router.add(middleware: Refusal(words: shown))
        let routes = CurrentRoutes()
        routes.connect(router.buildResponder(), address: nil)
        return routes
    }
}

private struct Refusal: RouterMiddleware {
    typealias Context = GalleyRequestContext

    let words: @Sendable () -> String

    @concurrent func handle(
        _ request: Request, context: GalleyRequestContext,
        next: @concurrent (Request, GalleyRequestContext) async throws -> Response
    ) async throws -> Response {
        throw Problem("waiting", words(), status: 503, headers: [.retryAfter: "5"])
    }
}
