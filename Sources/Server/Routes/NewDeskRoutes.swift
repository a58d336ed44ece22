import Hummingbird
import Panels
import PostStore
import Wire

/// `/v1/new-desk`: the arrangement with which the desks of new users start.
struct NewDeskRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.showNewDesk, show)
        book.answer(API.setNewDesk, set)
        book.answer(API.forgetNewDesk, forget)
    }

    @Sendable private func show(_ call: Call<Nothing, Nothing>) async throws -> Reply<NewDeskBody> {
        try .json(body(try await store.newDesk()))
    }

    @Sendable private func set(_ call: Call<Nothing, NewDeskWishBody>) async throws -> Reply<NewDeskBody> {
        let request = try await call.body()
        let name: ArrangementName
        do { name = try ArrangementName(request.name) } catch { throw Problem.badField("name", error.description) }
        return try .json(body(try await store.setNewDesk(to: name, of: try call.user, .composer)))
    }

    @Sendable private func forget(_ call: Call<Nothing, Nothing>) async throws -> Reply<Nothing> {
        try await store.forgetNewDesk()
        return .nothing
    }

    private func body(_ kept: NewDesk?) -> NewDeskBody {
        NewDeskBody(name: kept?.name, setAt: kept.map { times.text($0.setAt) })
    }
}
