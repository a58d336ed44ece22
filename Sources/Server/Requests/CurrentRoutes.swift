import Hummingbird
import Synchronization

/// Routes every request. A reload replaces all routes at once, so each request is answered with either the old settings
/// or the new ones.
final class CurrentRoutes: Sendable {
    private struct State {
        var responder: RouterResponder<GalleyRequestContext>
        var address: String?
    }
    private let state = Mutex(State(responder: Router(context: GalleyRequestContext.self).buildResponder()))

    var responder: RouterResponder<GalleyRequestContext> { state.withLock { $0.responder } }

    /// The address at which browsers reach the desk; nil when they cannot, or before the first `connect`.
    var address: String? { state.withLock { $0.address } }

    func connect(_ responder: RouterResponder<GalleyRequestContext>, address: String?) {
        state.withLock { $0 = State(responder: responder, address: address) }
    }
}
