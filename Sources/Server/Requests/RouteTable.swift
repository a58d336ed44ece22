import Hummingbird
import JSONTree
import PostStore
import Synchronization
import Wire

/// Routes of the API that read or change what the store keeps.
protocol ServiceRoutes {
    var service: PostService { get }
}

extension ServiceRoutes {
    var store: PostStore { service.store }
    var times: Times { service.times }
}

/// All routes with the access they require. It adds what Hummingbird does not: HEAD for each GET, OPTIONS, and 405 with
/// `Allow` for other methods.
struct RouteTable {
    /// What is known of a request before its route reads it.
    fileprivate struct Admitted {
        let request: Request
        let context: GalleyRequestContext
        let caller: Caller?
        let pageBytesMax: Int
        let room: BodyRoom
    }

    private struct Answering {
        let access: Access
        let answer: @Sendable (Admitted) async throws -> Response
        /// nil outside the API.
        let route: Route?
    }

    /// The routes of one path.
    private typealias Routes = [HTTPRequest.Method: Answering]
    private var routes: [String: Routes] = [:]
    /// In the order of first mention, because the router's matching depends on the order.
    private var paths: [String] = []

    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    /// One route, for tests and the API description.
    struct Entry: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let access: Access
        /// nil for a route outside the API.
        let route: Route?
    }

    /// Answers an operation of the API.
    mutating func answer<Parameters, Body, Answer>(
        _ operation: Operation<Parameters, Body, Answer>,
        _ handler: @escaping @Sendable (Call<Parameters, Body>) async throws -> Reply<Answer>
    ) {
        let (route, parameters) = (operation.route, QueryParameter.all(of: operation.route))
        add(route.method.http, route.path, route.access, route) { admitted in
            let call = try Call<Parameters, Body>(
                admitted, try QueryText(admitted.request.uri.query ?? "").values(of: parameters))
            return try await handler(call).response
        }
    }

    /// Adds a route outside the API, which ignores unknown parameters: pages, their files, the rehearsal inbox.
    mutating func addPage(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access,
        _ handler: @escaping @Sendable (PageCall) async throws -> Response
    ) {
        add(method, path, access, nil) { try await handler(try PageCall($0, .object([:]))) }
    }

    private mutating func add(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ route: Route?,
        _ answer: @escaping @Sendable (Admitted) async throws -> Response
    ) {
        if routes[path] == nil { paths.append(path) }
        routes[path, default: [:]][method] = Answering(access: access, answer: answer, route: route)
    }

    /// In the order in which their paths were added.
    var entries: [Entry] {
        paths.flatMap { path in
            (routes[path] ?? [:]).map { method, known in
                Entry(method: method, path: path, access: known.access, route: known.route)
            }.sorted { $0.method.rawValue < $1.method.rawValue }
        }
    }

    /// - Parameter bodies: the memory for the bodies of all requests.
    func responder(_ authenticator: Authenticator, _ bodies: BodyBudget) -> RouterResponder<GalleyRequestContext> {
        let router = Router(context: GalleyRequestContext.self)
        for path in paths {
            guard let routes = routes[path] else { continue }
            let allow = RouteTable.allow(routes)
            for method in RouteTable.methods {
                router.on(RouterPath(path), method: method) { request, context in
                    try await RouteTable.answer(method, request, context, routes, allow: allow, authenticator, bodies)
                }
            }
        }
        // Added last, so that it applies only where no route matches.
        router.add(middleware: UnknownRoute(authenticator: authenticator))
        return router.buildResponder()
    }

    private static func allow(_ routes: Routes) -> String {
        var methods = Set(routes.keys)
        if methods.contains(.get) { methods.insert(.head) }
        methods.insert(.options)
        return RouteTable.methods.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
    }

    private static func answer(
        _ method: HTTPRequest.Method, _ request: Request, _ context: GalleyRequestContext, _ routes: Routes,
        allow: String, _ authenticator: Authenticator, _ bodies: BodyBudget
    ) async throws -> Response {
        if let route = routes[method] { return try await answer(route, request, context, authenticator, bodies) }
        switch method {
        case .head:
            guard let route = routes[.get] else { break }
            return try await answer(route, request, context, authenticator, bodies).createHeadResponse()
        case .options: return Response(status: .noContent, headers: [.allow: allow])
        default: break
        }
        throw Problem.methodNotAllowed(method.rawValue, allow: allow)
    }

    private static func answer(
        _ route: Answering, _ request: Request, _ context: GalleyRequestContext, _ authenticator: Authenticator,
        _ bodies: BodyBudget
    ) async throws -> Response {
        let caller = try await authenticator.admit(request, from: context.peer, to: route.access)
        if let caller { try context.connection?.identify(as: caller.user) }
        let room = BodyRoom(in: bodies, of: caller?.user)
        defer { room.release() }
        return try await route.answer(
            Admitted(
                request: request, context: context, caller: caller, pageBytesMax: authenticator.store.pageBytesMax,
                room: room))
    }
}

/// A request outside the API.
typealias PageCall = Call<Nothing, Nothing>

extension Call {
    /// - Parameter query: the values of its parameters, by name.
    fileprivate init(_ admitted: RouteTable.Admitted, _ query: JSON) throws {
        self.init(
            request: admitted.request, context: admitted.context, caller: admitted.caller,
            pageBytesMax: admitted.pageBytesMax, room: admitted.room,
            query: try JSONCoding.decode(Parameters.self, from: query),
            paging: try JSONCoding.decode(Paging.self, from: query))
    }
}

extension Route.Method {
    var http: HTTPRequest.Method {
        switch self {
        case .get: .get
        case .post: .post
        case .put: .put
        case .patch: .patch
        case .delete: .delete
        }
    }
}

/// Answers requests for which no route exists. It authenticates the caller first, so that clients without access do not learn which
/// paths exist.
private struct UnknownRoute: RouterMiddleware {
    typealias Context = GalleyRequestContext
    let authenticator: Authenticator

    @concurrent func handle(
        _ request: Request, context: GalleyRequestContext,
        next: @concurrent (Request, GalleyRequestContext) async throws -> Response
    ) async throws -> Response {
        if let caller = try await authenticator.admit(request, from: context.peer, to: .known) {
            try context.connection?.identify(as: caller.user)
        }
        throw Problem.noSuchPath(request.uri.path)
    }
}

/// Routes every request. A reload replaces all routes at once, so each request is answered with either the old settings
/// or the new ones.
final class CurrentRoutes: Sendable {
    private struct State {
        var responder: RouterResponder<GalleyRequestContext>
        var address: String?
    }
    private let state = Mutex(State(responder: Router(context: GalleyRequestContext.self).buildResponder()))

    var responder: RouterResponder<GalleyRequestContext> { state.withLock { $0.responder } }

    /// The address at which browsers reach the desk; nil when they cannot, or before the first `connect`.
    var address: String? { state.withLock { $0.address } }

    func connect(_ responder: RouterResponder<GalleyRequestContext>, address: String?) {
        state.withLock { $0 = State(responder: responder, address: address) }
    }
}
