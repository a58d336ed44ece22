import Logging
import PostStore
import ServiceLifecycle

/// Looks every two seconds whether the store's files are still there and the disk takes what is written, and says so in the
/// log when it changes. Systemd, the status and the page have their words from `PostStore.fault`.
struct StoreMonitor: Service {
    let store: PostStore
    let log: Logger

    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { await tell() }
            await cancelWhenGracefulShutdown {
                while !Task.isCancelled {
                    await store.look()
                    try? await Task.sleep(for: .seconds(2), tolerance: .seconds(1))
                }
            }
            group.cancelAll()
        }
    }

    private func tell() async {
        var isFaulty = false
        for await fault in store.faults() {
            if let fault {
                log.error("\(fault) \(fault.advice)")
            } else if isFaulty {
                log.notice("The store is writable again.")
            }
            isFaulty = fault != nil
        }
    }
}
