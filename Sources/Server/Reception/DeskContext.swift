import Hummingbird
import Logging

/// What Hummingbird carries along with a request.
struct DeskContext: RequestContext {
    struct Source: RequestContextSource {
        let logger: Logger
        let peer: Peer
    }

    var coreContext: CoreRequestContextStorage
    let peer: Peer
    let upload = Upload()

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.peer
    }
}
