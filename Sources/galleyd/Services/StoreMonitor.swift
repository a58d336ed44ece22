import Logging
import PostStore
import Posts
import ServiceLifecycle

/// Checks every two seconds that the store's files still exist under one name and the disk accepts writes, and logs each
/// change.
/// systemd, the status and the composer read the result from `PostStore.fault`.
struct StoreMonitor: Service {
    let store: PostStore
    let log: Logger

    /// - Throws: a fault that only another start ends.
    func run() async throws {
        // The courier may finish what it can. What a silent database keeps waiting then ends without an answer.
        Task { [store] in
            try? await gracefulShutdown()
            try? await Task.sleep(for: StoreMonitor.patienceAtTheEnd)
            store.stopWaiting()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await logFaults() }
            group.addTask { await look() }
            // The first that ends, or throws, ends the other.
            try await group.next()
            group.cancelAll()
        }
    }

    private static let patienceAtTheEnd = Duration.seconds(15)

    private func look() async {
        await cancelWhenGracefulShutdown {
            var secondName: Warning?
            while !Task.isCancelled {
                await store.checkCondition()
                let found = store.secondName
                if let found, found != secondName { log.warning("\(found.text)") }
                secondName = found
                try? await Task.sleep(for: .seconds(2), tolerance: .seconds(1))
            }
        }
    }

    private func logFaults() async throws {
        var isFaulty = false
        for await fault in store.faults() {
            if let fault, fault.endsDaemon { throw StoreError.faulty(fault) }
            if let fault {
                log.error("\(fault) \(fault.advice)")
            } else if isFaulty {
                log.notice("The store is writable again.")
            }
            isFaulty = fault != nil
        }
    }
}
