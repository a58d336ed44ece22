import HTTPValues
import Synchronization

/// One exchange on its way to the loop, and back to whoever waits for it.
struct Submission: Sendable {
    enum Sink: Sendable {
        case answer(CheckedContinuation<Result<HTTPAnswer, TransferError>, Never>)
        case stream(TransferPipe)
    }

    let id: TransferID
    let request: TransferRequest
    let destination: Destination
    let sink: Sink

    /// Tells the caller; exactly once.
    func fail(_ reason: TransferError.Reason, reached: HTTPFailure.Reached, found: String = "") {
        let error = TransferError(reached: reached, reason: reason, place: destination.place, found: found)
        switch sink {
        case .answer(let continuation): continuation.resume(returning: .failure(error))
        case .stream(let pipe): pipe.end(.failure(error))
        }
    }
}

/// Names one exchange. Whether it is cancelled is written here first, since the order to cancel may overtake the one
/// to send.
final class TransferID: Sendable {
    let id: Int
    private let cancelled = Atomic(false)

    init(id: Int) { self.id = id }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
    func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// What other threads ask of the loop, in the order in which they asked, and the means to wake it.
final class LoopCommands: Sendable {
    enum LoopCommand: Sendable {
        case send(Submission)
        case cancel(id: Int)
        case resume(id: Int)
        case stop(graceMilliseconds: Int, told: CheckedContinuation<Void, Never>?)
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

    /// After the loop has ended, what it would have been asked is answered at once.
    func give(_ command: LoopCommand) {
        let (isFirst, isClosed) = state.withLock { state in
            if state.isClosed { return (false, true) }
            state.waiting.append(command)
            return (state.waiting.count == 1, false)
        }
        // Whoever finds others waiting need not wake: the first has, and the loop takes all.
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

    /// No order is taken any more; those that came too late are turned away.
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
        case .stop(_, let told): told?.resume()
        case .cancel, .resume: break
        }
    }
}
