import Glibc

/// The one thread that owns the multi handle: it takes commands, starts exchanges, moves bytes and ends exchanges. The
/// loop and its slots are confined to that thread.
final class Loop {
    let commands: LoopCommands
    /// The running exchanges, by id.
    var running: [Int: TransferSlot] = [:]
    /// Free slots, kept with their memory for reuse.
    var freeSlots: [TransferSlot] = []
    var isStopping = false

    private init(commands: LoopCommands) { self.commands = commands }

    /// - Returns: whether the thread was created.
    static func start(commands: LoopCommands) -> Bool {
        let context = Unmanaged.passRetained(commands)
        var thread = pthread_t()
        guard pthread_create(&thread, nil, threadMain, context.toOpaque()) == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let commands = Unmanaged<LoopCommands>.fromOpaque(context).takeRetainedValue()
        // The program's own threads handle signals. A write to a closed connection must return an error here, not raise
        // SIGPIPE.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Loop(commands: commands).run()
        return nil
    }

    private func run() {
        while true {
            commands.takeAll().forEach(carryOut)
            if isStopping { break }
            commands.multi.perform()
            endWhatIsOver()
            let now = TransferSlot.now()
            endWhatTakesTooLong(now: now)
            commands.multi.wait(milliseconds: min(max(0, nextDeadline - now), 60_000))
        }
        running.values.forEach { end($0, with: .shuttingDown) }
        commands.close()
    }

    private func endWhatTakesTooLong(now: Int) {
        for slot in running.values where slot.progress.deadline <= now {
            if let reason = slot.lostPatience() { end(slot, with: reason) }
        }
    }

    private var nextDeadline: Int {
        running.values.reduce(.max) { min($0, $1.progress.deadline) }
    }
}
