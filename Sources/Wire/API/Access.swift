package import Posts

/// The access that a route requires. Each operation states its own, and nothing else does. The daemon checks the caller
/// before it reads more of a request.
package enum Access: Hashable, Sendable {
    /// Every request that passed the host check. The caller is not identified.
    case everyone
    /// Every process at the Unix socket; over TCP, every authenticated caller.
    case everyoneHere
    /// Every process at the Unix socket; over TCP, callers with the scope `admin`.
    case monitors
    /// Every request that passed the host check. A signed-in caller is identified.
    case visitors
    /// Every authenticated caller, with any scopes.
    case known
    case scope(Scope)
    /// At the Unix socket, where the kernel identifies the user, every user. Over TCP, callers with the scope `admin`:
    /// a weaker token must not create new credentials.
    case inPerson

    package static let read = Access.scope(.read)
    package static let write = Access.scope(.write)
    package static let publish = Access.scope(.publish)
    package static let admin = Access.scope(.admin)
}
