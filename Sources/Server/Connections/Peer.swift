import Glibc
import NIOCore
import NIOPosix

/// Who is at the other end of a connection, as the kernel knows them.
enum Peer: Hashable, Sendable {
    /// A process on this machine, of the user with this id.
    case user(uid: UInt32)
    /// Whoever reached the TCP port, with their numeric address: only a token says more.
    case network(String)
}

extension Peer {
    /// What `SO_PEERCRED` gives: `struct ucred` of Linux (man 7 unix).
    private struct Credentials: Sendable {
        let process: Int32
        let user, group: UInt32
    }

    /// The peer of a connection that came through `place`.
    static func of(_ channel: any Channel, through place: ListeningSocket.Place) -> EventLoopFuture<Peer> {
        guard case .file = place else {
            return channel.eventLoop.makeSucceededFuture(.network(channel.remoteAddress?.ipAddress ?? "unknown"))
        }
        guard let options = channel as? any SocketOptionProvider else {
            return channel.eventLoop.makeFailedFuture(ChannelError.operationUnsupported)
        }
        let option = NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        let credentials: EventLoopFuture<Credentials> = options.unsafeGetSocketOption(level: .socket, name: option)
        return credentials.map { .user(uid: $0.user) }
    }
}
