import Posts
import Synchronization

/// How many connections and event streams each user has, on all listening sockets together.
final class ConnectionQuota: Sendable {
    enum Kind: Hashable, Sendable { case connection, stream }
    private struct Entry: Hashable {
        let kind: Kind
        let user: UserID
    }
    private let counts = Mutex<[Entry: Int]>([:])
    private let connectionsMax, streamsMax: Int

    init(connectionsMax: Int, streamsMax: Int) {
        self.connectionsMax = connectionsMax
        self.streamsMax = streamsMax
    }

    /// - Throws: a `Problem` when the user has reached the limit.
    func take(_ kind: Kind, for user: UserID) throws {
        let max = kind == .connection ? connectionsMax : streamsMax
        let isTaken = counts.withLock { counts in
            let count = counts[Entry(kind: kind, user: user), default: 0]
            if count < max { counts[Entry(kind: kind, user: user)] = count + 1 }
            return count < max
        }
        guard isTaken else { throw kind == .connection ? Problem.tooManyConnections(max) : .tooManyStreams(max) }
    }

    func release(_ kind: Kind, for user: UserID) {
        counts.withLock { counts in
            let count = counts[Entry(kind: kind, user: user), default: 0]
            counts[Entry(kind: kind, user: user)] = count > 1 ? count - 1 : nil
        }
    }
}
