import Glibc

/// The one thread which owns the multi handle: takes commands, starts exchanges, moves bytes, ends what is over.
/// Confined to that thread, as are its slots.
final class Loop {
    let commands: LoopCommands
    /// By the exchange's id.
    var running: [Int: TransferSlot] = [:]
    /// Kept with their memory.
    var freeSlots: [TransferSlot] = []
    /// Once the loop is to end: when the last exchange is cancelled (monotonic milliseconds), and who wants to know.
    var stopsAt: Int?
    var stopListeners: [CheckedContinuation<Void, Never>] = []

    private init(commands: LoopCommands) { self.commands = commands }

    /// - Returns: whether there is a thread now.
    static func start(commands: LoopCommands) -> Bool {
        let start = Unmanaged.passRetained(Start(commands: commands))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, threadMain, start.toOpaque()) == 0 else {
            start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Start: Sendable {
        let commands: LoopCommands
        init(commands: LoopCommands) { self.commands = commands }
    }

    private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        // Signals belong to the program's own threads; a write to a dead peer is an error here and not the end.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Loop(commands: start.commands).run()
        return nil
    }

    private func run() {
        while true {
            commands.takeAll().forEach(carryOut)
            commands.multi.perform()
            endWhatIsOver()
            let now = TransferSlot.now()
            endWhatTakesTooLong(now: now)
            if let stopsAt, now >= stopsAt { running.values.forEach { end($0, with: .shuttingDown) } }
            if stopsAt != nil, running.isEmpty { break }
            let next = min(nextDeadline, stopsAt ?? .max)
            commands.multi.wait(milliseconds: min(max(0, next - now), 60_000))
        }
        commands.close()
        stopListeners.forEach { $0.resume() }
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
