import Posts
import SQL

/// One daemon at a time works with a store on a server. A store in a file is opened by one alone.
extension PostStore {
    package enum Turn: Hashable, Sendable {
        case taken
        /// Another daemon works with the store; nil if it has not said who it is.
        case heldBy(SeenDaemon?)
    }

    /// How long this daemon may act for the desk; nil for as long as it runs.
    package var timeLeft: Duration? { server?.lease.left }

    /// Answers calls that wait for a database: some without knowing whether it has saved what they asked for. For the end of
    /// the daemon.
    package func stopWaiting() { server?.stopWaiting() }

    /// Begins to work with the store, unless another daemon does. One that has done nothing for fifteen seconds is
    /// superseded; call this about every second until then.
    /// - Throws: `faulty` while the database is away; `newerSchema`.
    package func takeOver() async throws(StoreError) -> Turn {
        guard let server else { return .taken }
        let result: Result<BootID?, any Error> = await withCheckedContinuation { continuation in
            server.begin { writer in continuation.resume(returning: Result { try server.takeOver(writer) }) }
        }
        do {
            let holder = try result.get()
            condition.note(nil)
            guard holder != nil else { return .taken }
            // Who it is, is for people only.
            return .heldBy(try? await database()?.daemons.first(where: \.isHolder))
        } catch {
            guard let fault = server.fault(behind: error) else { throw StoreError(error) }
            condition.note(fault)
            throw .faulty(fault)
        }
    }
}
