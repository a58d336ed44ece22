import Hummingbird
import PostStore
import Posts
import Wire

/// `…/publication` and `…/deliveries`: publishing a post and following its deliveries.
struct PublicationRoutes: ServiceRoutes {
    let service: PostService

    func add(to book: inout RouteTable) {
        book.answer(API.publishPost, publish)
        book.answer(API.unpublishPost, unpublish)
        book.answer(API.listDeliveriesOfPost, deliveries)
    }

    @Sendable private func publish(_ call: Call<Nothing, PublicationBody>) async throws -> Reply<PublishedBody> {
        let request = try await call.body(orElse: PublicationBody())
        return try answer(
            try await service.publish(
                try call.name("post"), request, ifRevision: try call.condition.revision, by: try call.known))
    }

    @Sendable private func unpublish(_ call: Call<Nothing, Nothing>) async throws -> Reply<PublishedBody> {
        try answer(
            try await service.unpublish(
                try call.name("post"), ifRevision: try call.condition.revision, by: try call.known))
    }

    private func answer(_ published: PublishedBody) throws -> Reply<PublishedBody> {
        try .json(published, headers: [.eTag: Revision(published.post.revision).entityTag])
    }

    @Sendable private func deliveries(_ call: Call<Nothing, Nothing>) async throws -> Reply<PageBody<DeliveryBody>> {
        let post = try await call.post(in: store).post
        let deliveries = try await store.deliveries(of: post.id) + store.changes(of: post.id)
        let bodies = deliveries.map { DeliveryBody($0, of: post, service) }
        return try call.page(of: bodies)
    }
}
