import Hummingbird
import Wire

/// `/v1/slots`: the times of the week at which targets get posts that ask for the next slot.
struct SlotRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.listSlots, list)
    }

    @Sendable private func list(_ call: Call<SlotsQuery, Nothing>) async throws -> Reply<PageBody<SlotBody>> {
        let target = try call.query.target.map { try service.target(named: $0) }
        return try call.page(of: try await service.slots(of: target.map { [$0] } ?? service.targets))
    }
}
