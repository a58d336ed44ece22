import Hummingbird
import Panels
import PostStore
import Wire

/// `/v1/new-desk`: the arrangement with which the desks of new users start.
struct NewDeskRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/new-desk", .read,
            RouteDescription("Shows the arrangement that new users start with.").returns(NewDeskBody.self), show)
        book.add(
            .put, "/v1/new-desk", .admin,
            RouteDescription("Makes new users start with a copy of one of the caller's arrangements.")
                .takes(NewDeskWishBody.self).returns(NewDeskBody.self), set)
        book.add(
            .delete, "/v1/new-desk", .admin,
            RouteDescription("Makes new users start with Galley's own arrangement.").returnsNothing, forget)
    }

    @Sendable private func show(_ call: Call) async throws -> Response {
        try .json(body(try await store.newDesk()))
    }

    @Sendable private func set(_ call: Call) async throws -> Response {
        let request = try await call.json(NewDeskWishBody.self)
        let name: ArrangementName
        do { name = try ArrangementName(request.name) } catch { throw Problem.badField("name", error.description) }
        return try .json(body(try await store.setNewDesk(to: name, of: try call.user, .composer)))
    }

    @Sendable private func forget(_ call: Call) async throws -> Response {
        try await store.forgetNewDesk()
        return .nothing
    }

    private func body(_ kept: NewDesk?) -> NewDeskBody {
        NewDeskBody(name: kept?.name, setAt: kept.map { times.text($0.setAt) })
    }
}
