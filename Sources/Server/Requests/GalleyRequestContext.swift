import Hummingbird
import Logging

/// The context that Hummingbird passes along with a request.
struct GalleyRequestContext: RequestContext {
    struct Source: RequestContextSource {
        let logger: Logger
        let peer: Peer
        /// nil for a request without a connection, as in tests.
        var connection: ConnectionHandle?
    }

    var coreContext: CoreRequestContextStorage
    let peer: Peer
    let connection: ConnectionHandle?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.peer
        connection = source.connection
    }
}
