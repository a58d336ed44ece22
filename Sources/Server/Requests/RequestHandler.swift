import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import OpenMetrics
import Wire

/// Handles every request of one listening socket: checks the host, finds the route, turns errors into problem responses
/// and writes one log line.
struct RequestHandler: Sendable {
    /// nil at the Unix socket, which browsers cannot reach.
    let hosts: HostCheck?
    /// The address behind a reverse proxy, if there is one.
    let publicAddress: PublicAddress?
    let currentRoutes: CurrentRoutes
    let dates: DateHeader
    let requests: Counter<AnsweredRequest>
    let log: Logger
    let saves: SaveLog
    private let refusals = RefusalLog()

    @concurrent func answer(
        _ request: Request, _ writer: consuming ResponseWriter, from peer: Peer, _ connection: ConnectionHandle?
    ) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let id = RequestID()
        let source = GalleyRequestContext.Source(logger: log, peer: known(peer, request), connection: connection)
        let context = GalleyRequestContext(source: source)
        var response = try await detachedResponse(to: request, context, id)
        response.headers.addStandard(date: dates.text)
        let status = response.status.code
        var isComplete = true
        defer { note(request, context, status: status, isComplete: isComplete, since: start, id) }
        do {
            try await writer.write(response: response.head, body: response.body)
        } catch {
            isComplete = false
            throw error
        }
    }

    private func known(_ peer: Peer, _ request: Request) -> Peer {
        guard case .network(let address) = peer, let publicAddress else { return peer }
        return .network(publicAddress.client(of: request.head, from: address))
    }

    /// Responds in a task of its own. A task keeps the memory of its deepest call until it ends, and the task of a
    /// connection lives for hours, above all that of an event stream. The task starts on this thread: a switch to
    /// another one would cost more than many responses.
    private func detachedResponse(
        to request: Request, _ context: GalleyRequestContext, _ id: RequestID
    ) async throws -> Response {
        try await withThrowingTaskGroup(of: Response.self) { group in
            group.addImmediateTask { try await response(to: request, context, id) }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private func response(to request: Request, _ context: GalleyRequestContext, _ id: RequestID) async throws
        -> Response
    {
        do {
            if request.headers.contains(.severalHosts) { throw Problem.severalHosts }
            if let problem = hosts?.problem(with: request.head) { throw problem }
            guard RouteTable.methods.contains(request.method) else {
                return try await answer(unknown: request, context)
            }
            return try await currentRoutes.responder.respond(to: request, context: context)
        } catch let broken as BrokenRequest {
            throw broken.error
        } catch {
            let problem = problem(error, id)
            var response = request.wantsPage ? PlainPage(problem).response : problem.response
            if request.method == .head { response = response.createHeadResponse() }
            return response
        }
    }

    /// Gives an unknown method the response of a known method without a route: 405 with the methods that the path has.
    private func answer(unknown request: Request, _ context: GalleyRequestContext) async throws -> Response {
        var head = request.head
        head.method = .trace
        do {
            return try await currentRoutes.responder.respond(
                to: Request(head: head, body: request.body), context: context)
        } catch let problem as Problem where problem.body.status == 405 {
            throw Problem.methodNotAllowed(request.method.rawValue, allow: problem.headers[.allow] ?? "")
        }
    }

    private func problem(_ error: any Error, _ id: RequestID) -> Problem {
        if let problem = Problem(error) {
            if problem.body.status >= 500 {
                log.error("request failed", metadata: ["id": "\(id)", "error": "\(error)"])
            }
            return problem
        }
        log.error("request failed", metadata: ["id": "\(id)", "error": "\(String(reflecting: error))"])
        return .unforeseen("\(id)")
    }

    /// Never logs a token or a text, and only the pattern of the path. Successful requests that change nothing are
    /// logged at debug level, because the composer asks for a preview at each key press, and so are saves, which `SaveLog`
    /// counts.
    private func note(
        _ request: Request, _ context: GalleyRequestContext, status: Int, isComplete: Bool,
        since start: ContinuousClock.Instant,
        _ id: RequestID
    ) {
        let isKnown = RouteTable.methods.contains(request.method)
        requests.add(
            AnsweredRequest(
                method: isKnown ? request.method.rawValue : "other", route: context.endpointPath ?? "none",
                status: status))
        let changesNothing = request.method == .get || request.method == .head || request.uri.path == "/v1/preview"
        var isQuiet = changesNothing && status < 400 && isComplete
        // Operators block refused clients by address, for which one line per minute is enough.
        var from = ""
        if case .network(let address) = context.peer, status == 401 || status == 429 {
            from = address
            isQuiet = !refusals.isNews(address)
        }
        let now = ContinuousClock.now
        if request.method == .put, context.endpointPath == SaveLog.route, status == 200, isComplete {
            isQuiet = saves.counts(request.uri.path, now - start, at: now)
        }
        let level: Logger.Level = isQuiet ? .debug : .info
        guard log.logLevel <= level else { return }
        var metadata: Logger.Metadata = [
            "method": .string(request.method.rawValue), "path": .string(context.endpointPath ?? "-"),
            "status": .string(String(status)), "id": .string(id.description),
            "ms": .string((now - start).milliseconds),
            "end": isComplete ? "complete" : "disconnected",
        ]
        if !from.isEmpty { metadata["from"] = .string(from) }
        log.log(level: level, "request", metadata: metadata)
    }
}

extension Request {
    /// Whether a person will read the response: a browser opens an address outside the API.
    fileprivate var wantsPage: Bool {
        !uri.path.hasPrefix("/v1/") && headers[.accept]?.contains("text/html") == true
    }
}
