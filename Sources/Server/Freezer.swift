package import Logging
package import PostStore
import Posts
import ServiceLifecycle

/// Freezes the payloads of waiting posts once they have been left alone for half a minute, or are due.
package struct Freezer: Service {
    let store: PostStore
    let server: @Sendable () -> GalleyServer
    let log: Logger

    /// Saves of an author who is writing follow each other faster.
    static let quiet = Span.seconds(30)
    /// How long before its time a post is frozen.
    static let lead = Span.seconds(2)
    /// The shortest time between two rounds.
    private static let pause = Duration.milliseconds(200)
    /// How long it waits after an error.
    private static let rest = Duration.seconds(5)

    /// - Parameter server: with the present settings.
    package init(store: PostStore, server: @escaping @Sendable () -> GalleyServer, log: Logger) {
        self.store = store
        self.server = server
        self.log = log
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            let changes = store.changes(of: [.deliveryChanged])
            await freezeAll()
            for await _ in changes { await freezeAll() }
        }
    }

    /// Ends when nothing is stale.
    private func freezeAll() async {
        while !Task.isCancelled {
            do {
                let server = server()
                guard let next = try await store.nextStale(at: server.targetNames, quiet: Self.quiet, lead: Self.lead)
                else {
                    return
                }
                let now = server.now()
                // A change meanwhile may be due earlier, so it never sleeps for long.
                guard next <= now else {
                    try await Task.sleep(for: .microseconds(min((next - now).microseconds, 1_000_000)))
                    continue
                }
                for post in try await store.stalePosts(
                    at: server.targetNames, quietSince: now - Self.quiet, dueBy: now + Self.lead)
                {
                    // The store names the damaged row, and the other posts go on.
                    do { try await server.freezeStale(post) } catch StoreError.damaged {}
                }
                // What stays stale, such as a damaged row, is not tried in a loop.
                try await Task.sleep(for: Self.pause)
            } catch {
                if Task.isCancelled { return }
                log.warning("The texts of waiting posts could not be made ready.", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: Self.rest)
            }
        }
    }
}
