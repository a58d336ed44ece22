import Glibc
import NIOCore

/// The other end of a connection, as the kernel identifies it.
enum Peer: Hashable, Sendable {
    /// A process on this machine that runs under this uid.
    case user(uid: UInt32)
    /// A client of the TCP port, with its numeric address. Only a token or a cookie identifies its user.
    case network(String)
}

extension Peer {
    /// The result of `SO_PEERCRED`: `struct ucred` of Linux (man 7 unix).
    private struct Credentials: Sendable {
        let process: Int32
        let user, group: UInt32
    }

    /// The peer of a connection that was accepted at `address`.
    static func of(_ channel: any Channel, through address: ListeningSocket.Address) -> EventLoopFuture<Peer> {
        guard case .file = address else {
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
