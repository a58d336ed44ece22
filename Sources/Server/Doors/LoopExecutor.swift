import NIOCore

/// Runs the tasks of a connection on the thread that reads from it and writes to it.
///
/// Otherwise every request changes threads twice more, and waking a thread takes longer than most answers do.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
