import Hummingbird
import Wire

/// `/v1/slots`: the times of the week at which targets get posts that ask for the next slot.
struct SlotRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.add(
            .get, "/v1/slots", .read,
            RouteDescription("Lists the coming slots of the targets, and which of them are free.")
                .returnsPage(SlotBody.self).query("target", "Slots of this target only.", .targetName),
            list)
    }

    @Sendable private func list(_ call: Call) async throws -> Response {
        let target = try call.query["target"].map { try service.target(named: $0) }
        return try call.page(of: try await service.slots(of: target.map { [$0] } ?? service.targets))
    }
}
