import HTTPValues
import Synchronization

/// One exchange on its way to the loop, with the recipient of its answer.
struct Submission: Sendable {
    enum Sink: Sendable {
        case answer(CheckedContinuation<Result<HTTPAnswer, TransferError>, Never>)
        case stream(TransferPipe)
    }

    let id: TransferID
    let request: TransferRequest
    let destination: Destination
    let mayBegin: @Sendable () -> Bool
    let sink: Sink

    /// Resumes the caller with an error; called exactly once.
    func fail(_ reason: TransferError.Reason, reached: HTTPFailure.Reached, found: String = "") {
        let error = TransferError(reached: reached, reason: reason, peer: destination.peer, found: found)
        switch sink {
        case .answer(let continuation): continuation.resume(returning: .failure(error))
        case .stream(let pipe): pipe.end(.failure(error))
        }
    }
}

/// Identifies one exchange. Cancellation is recorded here first, because the cancel command may overtake the send
/// command.
final class TransferID: Sendable {
    let id: Int
    private let cancelled = Atomic(false)

    init(id: Int) { self.id = id }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
    func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// The commands of other threads to the loop, in order, and the means to wake it.
final class LoopCommands: Sendable {
    enum LoopCommand: Sendable {
        case send(Submission)
        case cancel(id: Int)
        case resume(id: Int)
        case stop
    }

    private struct State {
        var waiting: [LoopCommand] = []
        var isClosed = false
        var lastID = 0
    }

    let multi: CurlMulti
    private let state = Mutex(State())

    init(multi: consuming CurlMulti) { self.multi = multi }

    func id() -> TransferID {
        state.withLock { state in
            state.lastID &+= 1
            return TransferID(id: state.lastID)
        }
    }

    /// Queues a command for the loop. After the loop has ended, rejects it immediately.
    func give(_ command: LoopCommand) {
        let (isFirst, isClosed) = state.withLock { state in
            if state.isClosed { return (false, true) }
            state.waiting.append(command)
            return (state.waiting.count == 1, false)
        }
        // Only the first waiting command wakes the loop, because the loop takes all of them at once.
        if isFirst { multi.wake() }
        if isClosed { Self.turnAway(command) }
    }

    func takeAll() -> [LoopCommand] {
        state.withLock { state in
            let all = state.waiting
            state.waiting.removeAll()
            return all
        }
    }

    /// Accepts no more commands, and rejects those that the loop has not taken.
    func close() {
        let late = state.withLock { state in
            state.isClosed = true
            let late = state.waiting
            state.waiting = []
            return late
        }
        late.forEach(Self.turnAway)
    }

    private static func turnAway(_ command: LoopCommand) {
        switch command {
        case .send(let submission): submission.fail(.shuttingDown, reached: .nothing)
        case .cancel, .resume, .stop: break
        }
    }
}
