import Hummingbird
import Synchronization

/// Leads every request to its route. A reload exchanges all routes at once: a request is answered by the old settings or by the
/// new ones, never by some of each.
final class CurrentRoutes: Sendable {
    private struct State {
        var responder: RouterResponder<GalleyRequestContext>
        var address: String?
    }
    private let state = Mutex(State(responder: Router(context: GalleyRequestContext.self).buildResponder()))

    var responder: RouterResponder<GalleyRequestContext> { state.withLock { $0.responder } }

    /// Where browsers find the desk; nil when they cannot, or when nobody was let in yet.
    var address: String? { state.withLock { $0.address } }

    func connect(_ responder: RouterResponder<GalleyRequestContext>, address: String?) {
        state.withLock { $0 = State(responder: responder, address: address) }
    }
}
