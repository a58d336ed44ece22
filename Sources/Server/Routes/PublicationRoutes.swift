import Hummingbird
import PostStore
import Posts
import Wire

/// `…/publication` and `…/deliveries`: publishing a post and following its deliveries.
struct PublicationRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.add(
            .put, "/v1/posts/:post/publication", .publish,
            RouteDescription("Publishes or schedules a post.").takes(PublicationBody.self, orNothing: true)
                .ifMatch.returns(PublishedBody.self), publish)
        book.add(
            .delete, "/v1/posts/:post/publication", .publish,
            RouteDescription("Unpublishes a post: cancels what has not been sent.").ifMatch.returns(PublishedBody.self),
            unpublish)
        book.add(
            .get, "/v1/posts/:post/deliveries", .read,
            RouteDescription("Lists the deliveries of a post.").returnsPage(DeliveryBody.self), deliveries)
    }

    @Sendable private func publish(_ call: Call) async throws -> Response {
        let request = try await call.json(PublicationBody.self, empty: PublicationBody())
        return try answer(
            try await service.publish(
                try call.name("post"), request, ifRevision: try call.condition.revision, by: try call.known))
    }

    @Sendable private func unpublish(_ call: Call) async throws -> Response {
        try answer(
            try await service.unpublish(
                try call.name("post"), ifRevision: try call.condition.revision, by: try call.known))
    }

    private func answer(_ published: PublishedBody) throws -> Response {
        try .json(published, headers: [.eTag: Revision(published.post.revision).entityTag])
    }

    @Sendable private func deliveries(_ call: Call) async throws -> Response {
        let post = try await call.post(in: store).post
        let deliveries = try await store.deliveries(of: post.id) + store.changes(of: post.id)
        let bodies = deliveries.map { DeliveryBody($0, of: post, service) }
        return try call.page(of: bodies)
    }
}
