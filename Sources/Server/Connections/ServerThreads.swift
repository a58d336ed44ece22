import NIOCore

/// The threads of the server.
package enum ServerThreads {
    /// How many threads NIO starts for event loops and files, all with the first connection or before.
    ///
    /// NIO's default is two per processor, which a machine with a hundred of them does not allow in a service's limit
    /// (`TasksMax`). Reading this value sets it, which NIO allows once, before it starts the first thread.
    package static let count: Int = {
        let each = min(System.coreCount, 8)
        NIOSingletons.groupLoopCountSuggestion = each
        NIOSingletons.blockingPoolThreadCountSuggestion = each
        return 2 * each
    }()
}
