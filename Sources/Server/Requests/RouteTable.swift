import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization

/// All routes with the access they require. It adds what Hummingbird does not: HEAD for each GET, OPTIONS, and 405 with
/// `Allow` for other methods.
struct RouteTable {
    typealias Handler = @Sendable (Call) async throws -> Response

    private struct Route {
        let access: Access
        let handler: Handler
        /// The parameters allowed after the `?`; nil for a page, which ignores unknown parameters.
        let parameters: [RouteDescription.Parameter]?
    }

    private struct Page {
        var routes: [HTTPRequest.Method: Route] = [:]
        var descriptions: [HTTPRequest.Method: RouteDescription] = [:]
    }
    private var pages: [String: Page] = [:]
    /// In the order of first mention, because the router's matching depends on the order.
    private var paths: [String] = []

    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    /// One route, for tests and the API description.
    struct Entry: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let access: Access
        /// nil for a route outside the API.
        let description: RouteDescription?
    }

    /// Adds a route of the API.
    mutating func add(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ description: RouteDescription,
        _ handler: @escaping Handler
    ) {
        addPage(method, path, access, handler)
        pages[path]?.routes[method] = Route(
            access: access, handler: handler, parameters: description.parameters)
        pages[path]?.descriptions[method] = description
    }

    /// Adds a route outside the API: pages, their files, the rehearsal inbox.
    mutating func addPage(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ handler: @escaping Handler
    ) {
        if pages[path] == nil {
            pages[path] = Page()
            paths.append(path)
        }
        pages[path]?.routes[method] = Route(access: access, handler: handler, parameters: nil)
    }

    /// In the order in which their paths were added.
    var entries: [Entry] {
        paths.flatMap { path in
            let page = pages[path] ?? Page()
            return page.routes.map { method, route in
                Entry(method: method, path: path, access: route.access, description: page.descriptions[method])
            }.sorted { $0.method.rawValue < $1.method.rawValue }
        }
    }

    func responder(_ authenticator: Authenticator) -> RouterResponder<GalleyRequestContext> {
        let router = Router(context: GalleyRequestContext.self)
        for path in paths {
            guard let page = pages[path] else { continue }
            let allow = RouteTable.allow(page)
            for method in RouteTable.methods {
                router.on(RouterPath(path), method: method) { request, context in
                    try await RouteTable.answer(method, request, context, page, allow: allow, authenticator)
                }
            }
        }
        // Added last, so that it applies only where no route matches.
        router.add(middleware: UnknownRoute(authenticator: authenticator))
        return router.buildResponder()
    }

    private static func allow(_ page: Page) -> String {
        var methods = Set(page.routes.keys)
        if methods.contains(.get) { methods.insert(.head) }
        methods.insert(.options)
        return RouteTable.methods.filter(methods.contains).map(\.rawValue).joined(separator: ", ")
    }

    private static func answer(
        _ method: HTTPRequest.Method, _ request: Request, _ context: GalleyRequestContext, _ page: Page, allow: String,
        _ authenticator: Authenticator
    ) async throws -> Response {
        if let route = page.routes[method] { return try await answer(route, request, context, authenticator) }
        switch method {
        case .head:
            guard let route = page.routes[.get] else { break }
            return try await answer(route, request, context, authenticator).createHeadResponse()
        case .options: return Response(status: .noContent, headers: [.allow: allow])
        default: break
        }
        throw Problem.methodNotAllowed(method.rawValue, allow: allow)
    }

    private static func answer(
        _ route: Route, _ request: Request, _ context: GalleyRequestContext, _ authenticator: Authenticator
    ) async throws -> Response {
        let caller = try await authenticator.admit(request, from: context.peer, to: route.access)
        if let caller { try context.connection?.identify(as: caller.user) }
        let call = Call(request: request, context: context, caller: caller)
        if let parameters = route.parameters { try call.query.check(parameters) }
        return try await route.handler(call)
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
