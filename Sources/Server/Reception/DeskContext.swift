import Hummingbird
import Logging

/// What Hummingbird carries along with a request.
struct DeskContext: RequestContext {
    struct Source: RequestContextSource {
        let logger: Logger
        let peer: Peer
        /// nil for a request that came over no connection.
        var guest: Guest?
    }

    var coreContext: CoreRequestContextStorage
    let peer: Peer
    let guest: Guest?
    let upload: Upload

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        peer = source.peer
        guest = source.guest
        upload = Upload(guest: source.guest)
    }
}
